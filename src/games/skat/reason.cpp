// Why the rule player of skat says what it says.

#include <fmt/format.h>

#include <mu/cards/text.h>
#include <mu/games/skat/bidding.h>
#include <mu/games/skat/reason.h>

namespace mu {

namespace {

std::string named(const skat_game& g) {
    return g.kind == skat_kind::suit    ? suit_name<skat>(g.trump)
           : g.kind == skat_kind::grand ? "grand"
                                        : "null";
}
std::string odds(double chance) { return fmt::format("{:.0f} of 100", 100 * chance); }

}  // namespace

std::string rule_reason(const view<skat>& v, public_record) {
    if (v.seen.phase == skat_phase::contra) return "it never doubles";
    const skat_thought t = skat_think(v);
    switch (v.seen.phase) {
        case skat_phase::bidding:
            if (t.limit == 0)
                return fmt::format("no game is made in {}; the best, {}, in {}",
                                   odds(skat_least_chance), named(t.game), odds(t.chance));
            return fmt::format("{} is made in {}, and good for bids up to {}", named(t.game),
                               odds(t.chance), t.limit);
        case skat_phase::skat:
            return fmt::format("{} {} the skat should score {:+.0f}", named(t.game),
                               t.game.hand ? "without" : "with", t.worth);
        case skat_phase::discard:
        case skat_phase::declare:
            return fmt::format("{} is made in {} and should score {:+.0f}", named(t.game),
                               odds(t.chance), t.worth);
        default:
            return {};
    }
}

}  // namespace mu
