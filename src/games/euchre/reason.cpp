// Why the rule player of euchre calls what it calls.

#include <fmt/format.h>

#include <mu/cards/text.h>
#include <mu/games/euchre/bidding.h>
#include <mu/games/euchre/reason.h>

namespace mu {

namespace {

template <int Cards>
std::string reason(const view<euchre_game<Cards>>& v) {
    using V = euchre_game<Cards>;
    using phase = euchre_terms::phase;
    const phase now = v.seen.extra.phase;
    if (now == phase::play) return {};
    const euchre_thought t = euchre_think(v, euchre_fitted);
    const std::string in = suit_name<V>(t.trump);
    if (now == phase::discard)
        return fmt::format("what is left should win {:.1f} tricks in {}", t.tricks, in);
    const char* what = now == phase::go_alone       ? "to play alone"
                       : now == phase::defend_alone ? "to defend alone"
                                                    : "to call here";
    return fmt::format("{:.1f} tricks in {}; {} {:.1f} {} enough", t.tricks, in, what,
                       std::max(t.enough, 0.0F), t.enough == 1 ? "is" : "are");
}

}  // namespace

std::string rule_reason(const view<euchre>& v, public_record) { return reason(v); }
std::string rule_reason(const view<euchre_25>& v, public_record) { return reason(v); }

}  // namespace mu
