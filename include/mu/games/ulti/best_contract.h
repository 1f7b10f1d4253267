// The best a seat with twelve cards can do in every contract: which two cards to lay away, and
// which trumps to name.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include <mu/games/ulti/solving.h>

namespace mu {

// A way to play a contract, and what the soloist receives in it.
struct ulti_plan {
    std::uint8_t bid = ulti_no_bid;
    ulti_pair laid{};
    suit trump = suit::none;
    bool played = true;  // false for a passz that is only paid for
    value_range value{};
};

// The first lead of a plan: everything of `s` but the soloist's cards stays as it is, and nobody
// doubles.
constexpr game_state<ulti> first_lead_of(const game_state<ulti>& s, const ulti_plan& plan) {
    game_state<ulti> out;
    out.rules = s.rules;
    out.rules.kontra_max = 0;
    out.dealer = s.dealer;
    out.soloist = s.soloist;
    out.hands = s.hands;
    const card_mask twelve = s.hands[s.soloist] | s.laid[s.soloist].mask();
    out.hands[s.soloist] = static_cast<std::uint32_t>(twelve & ~plan.laid.mask());
    out.laid[s.soloist] = plan.laid;
    out.bid = plan.bid;
    rules<ulti>::begin_play(out, plan.trump);
    return out;
}

// The bids the soloist can still make, or has made. REQUIRES: no card has been played.
constexpr ulti_bid_set bids_open_to_soloist(const game_state<ulti>& s) {
    const bool bidding = s.phase == ulti_phase::lay_away || s.phase == ulti_phase::bid;
    return bidding ? higher_bids(s) : higher_bids(s) | ulti_bid_set{1} << s.bid;
}

// For every bid that some ten of the soloist's twelve cards can keep, the plan that pays best.
// REQUIRES: no card has been played.
inline std::vector<ulti_plan> best_plans(solver<ulti>& by, const game_state<ulti>& s,
                                         const ulti::options& o) {
    const card_mask twelve = s.hands[s.soloist] | s.laid[s.soloist].mask();
    std::vector<std::pair<ulti_pair, suit>> ways;
    for (const suit trump : {suit::spades, suit::hearts, suit::diamonds, suit::clubs, suit::none})
        ops::for_each(twelve, [&](card low) {
            ops::for_each(twelve & ~((bit(low) << 1) - 1),
                          [&](card high) { ways.push_back({{low, high}, trump}); });
        });

    std::vector<ulti_plan> out;
    ops::for_each(bids_open_to_soloist(s), [&](std::uint8_t bid) {
        if (bid == bid_passz && !s.rules.passz_play) {
            game_state<ulti> over = s;
            over.bid = bid;
            over.stakes = {};
            const int pays = settlement_of(over, o).pay[0];
            out.push_back({.bid = bid, .played = false, .value = {pays, pays}});
            return;
        }
        ulti_plan best{.bid = bid};
        std::size_t best_at = ways.size();
        for (std::size_t i = 0; i < ways.size(); ++i) {
            const auto& [laid, trump] = ways[i];
            if (ulti_bids[bid].trump != (trump != suit::none)) continue;
            if (trump != suit::none && !(bids_in(trump, twelve & ~laid.mask()) >> bid & 1))
                continue;
            const ulti_plan plan{.bid = bid, .laid = laid, .trump = trump};
            const game_state<ulti> lead = first_lead_of(s, plan);
            const auto goal = solving<ulti>::goal_of(lead, o);
            // A plan need only be known to be no better.
            const bool first = best_at == ways.size();
            const value_range v = by.value(
                lead, goal, first ? value_window{} : value_window{best.value.low, no_bound});
            if (first || v.low > best.value.low) {
                const int high = first ? v.high : std::max(best.value.high, v.high);
                best = plan;
                best.value = {v.low, high};
                best_at = i;
            } else {
                best.value.high = std::max(best.value.high, v.high);
            }
        }
        if (best_at == ways.size()) return;
        out.push_back(best);
        // What was best for one bid is tried first for the next.
        std::rotate(ways.begin(), ways.begin() + static_cast<std::ptrdiff_t>(best_at),
                    ways.begin() + static_cast<std::ptrdiff_t>(best_at) + 1);
    });
    return out;
}

}  // namespace mu
