// Why the rule player of the Schieber chooses what it chooses.

#include <cmath>

#include <fmt/format.h>

#include <mu/cards/text.h>
#include <mu/games/jass/bidding.h>
#include <mu/games/jass/reason.h>

namespace mu {

namespace {

std::string contract_name(jass::contract c) {
    using enum jass::contract;
    switch (c) {
        case obenabe:
            return "Obenabe";
        case undenufe:
            return "Undenufe";
        case slalom_obenabe:
        case slalom_undenufe:
            return "Slalom";
        case gusti:
            return "Gusti";
        case mary:
            return "Mary";
        default:
            return suit_name<jass>(trump_of_contract(c));
    }
}

}  // namespace

std::string rule_reason(const view<jass>& v, public_record) {
    if (!is_choosing(v.seen)) return {};
    const jass_thought t = jass_think(v, jass_fitted);
    const auto worth = std::lround(t.worth);
    if (t.chosen == jass::push)
        return fmt::format("{} would be best, but counts for {} points and {} are wanted",
                           contract_name(t.best), worth, std::lround(t.enough));
    return fmt::format("{} counts for {} points, more than any other", contract_name(t.best),
                       worth);
}

}  // namespace mu
