// Why the rule player of ulti says what it says.

#include <fmt/format.h>

#include <mu/games/ulti/bidding.h>
#include <mu/games/ulti/reason.h>
#include <mu/policy/rule.h>

#include "games/ulti/ulti_text.h"

namespace mu {

namespace {

std::string with_trump(const ulti_bid_plan& p) {
    const std::string name = detail::ulti_bid_name(p.bid);
    if (p.trump == suit::none || ulti_bids[p.bid].red) return name;
    return fmt::format("{} in {}", name, detail::ulti_trump_name(p.trump));
}

// What a bid should pay each of the defenders.
std::string worth(const ulti_bid_plan& p) { return fmt::format("{:+.1f} from each", p.worth); }

}  // namespace

std::string rule_reason(const view<ulti>& v, public_record record) {
    const game_state<ulti>& s = v.seen;
    const card_mask hand = s.hands[v.observer];
    const ulti_table table = s.rules.table;
    const action said = ulti_call(v, record, ulti_fitted);
    const auto best = [&](card_mask cards, ulti_bid_set of) {
        return ulti_best_bid(cards, of, table, ulti_fitted);
    };
    switch (s.phase) {
        case ulti_phase::lay_away: {
            if (s.laid[v.observer].low == no_card) return "it is needed least, with another";
            const card_mask left = hand & ~bit(said);
            const ulti_bid_plan p = best(left, higher_bids(s) & bids_for(left));
            return fmt::format("what is left is good for {} ({})", with_trump(p), worth(p));
        }
        case ulti_phase::bid: {
            const ulti_bid_plan p = best(hand, v.legal.mask);
            return fmt::format("{} should pay best: {}", with_trump(p), worth(p));
        }
        case ulti_phase::name_trump: {
            const ulti_bid_plan p = best(hand, ulti_bid_set{1} << s.bid);
            return fmt::format("{} should pay best: {}", with_trump(p), worth(p));
        }
        case ulti_phase::answer: {
            if (said == ulti_action::stand) return "nobody bids more";
            const ulti_bid_set higher = higher_bids(s) & bids_for(hand);
            if (higher == 0) return "there is no higher bid to make";
            const ulti_bid_plan p = best(hand, higher);
            return fmt::format("of the higher bids {} is best: {}; {:.1f} are wanted",
                               with_trump(p), worth(p), ulti_fitted.pick_up);
        }
        default:
            break;
    }
    if (said == ulti_action::forty || said == ulti_action::twenty)
        return "a marriage is worth telling";
    if (said != ulti_action::done)
        return v.observer == s.soloist ? "the contract is as good as won"
                                       : "its trumps, aces and tens should beat it";
    return s.phase == ulti_phase::kontra ? "too little to double" : "";
}

}  // namespace mu
