// Why the rule player of skat says what it says.

#include <array>

#include <fmt/format.h>

#include <mu/cards/text.h>
#include <mu/games/skat/bidding.h>
#include <mu/games/skat/reason.h>

namespace mu {

namespace {

std::string named(const skat_game& g) {
    std::string out = g.kind == skat_kind::suit    ? suit_name<skat>(g.trump)
                      : g.kind == skat_kind::grand ? "grand"
                                                   : "null";
    constexpr std::array announced{"", " schneider", " schwarz", " ouvert"};
    return out + announced[static_cast<std::size_t>(g.announced)];
}
std::string odds(double chance) { return fmt::format("{:.0f} of 100", 100 * chance); }

}  // namespace

std::string rule_reason(const view<skat>& v, public_record) {
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
        case skat_phase::contra:
            if (v.observer == v.seen.soloist)
                return fmt::format("{} is made in {} after contra; re needs {}", named(t.game),
                                   odds(t.chance), odds(skat_re_from));
            return fmt::format("{} seems to be made in {}; contra needs {} or less", named(t.game),
                               odds(t.chance), odds(skat_contra_up_to));
        default:
            return {};
    }
}

}  // namespace mu
