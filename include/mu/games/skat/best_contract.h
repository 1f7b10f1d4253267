// The best that a seat can make of its cards and the skat, all hands seen: for every game which two
// cards to lay away, and what it comes to; for hand games without laying away.
#pragma once

#include <algorithm>
#include <vector>

#include <mu/games/skat/solving.h>

namespace mu {

// A way to play a game, and what it comes to.
struct skat_plan {
    skat_game game{};
    card_mask laid = 0;
    value_range value{};  // as solving<skat> counts
    int score = 0;        // what the soloist gets, by the lower bound of the value
};

// The first lead of a plan: everything of `s` but the soloist's cards stays as it is.
constexpr game_state<skat> first_lead_of(const game_state<skat>& s, seat soloist,
                                         const skat_plan& plan) {
    const card_mask twelve = s.hands[soloist] | skat_cards(s);
    per_seat<card_mask, 3> hands{};
    for (int k = 0; k < 3; ++k) hands[k] = s.hands[k];
    hands[soloist] = twelve & ~plan.laid;
    return skat_first_lead(hands, plan.laid, soloist, skat_forehand(s), plan.game, s.bid, s.house);
}

namespace detail {

// Pairs that players lay away come first: points, and suits that are gone then.
inline std::vector<card_mask> skat_discards(card_mask twelve, const skat_game& g) {
    std::vector<std::pair<int, card_mask>> pairs;
    const bool null = g.kind == skat_kind::null;
    const auto order = null                         ? skat::order::null
                       : g.kind == skat_kind::grand ? skat::order::grand
                                                    : static_cast<skat::order>(g.trump);
    const card_mask trumps = null ? 0 : effective_suit_mask<skat>(skat::trump_of(order), order);
    const auto cost = [&](card_mask pair) {
        if (null) {
            int high = 0;
            ops::for_each(pair, [&](card c) { high += skat::strength(c, order); });
            return -high;
        }
        int sum = -card_points<skat>(pair, order) + 20 * ops::popcount(pair & trumps);
        for (const suit of : all_suits) {
            const card_mask suited = twelve & suit_masks<skat>[of] & ~trumps;
            if ((suited & pair) != 0 && (suited & ~pair) == 0) sum -= 8;
            if ((bit(skat_card(of, skat::ace)) & pair) != 0) sum += 18;
        }
        return sum;
    };
    ops::for_each(twelve, [&](card low) {
        ops::for_each(twelve & ~((bit(low) << 1) - 1), [&](card high) {
            const card_mask pair = bit(low) | bit(high);
            pairs.emplace_back(cost(pair), pair);
        });
    });
    std::ranges::sort(pairs);
    std::vector<card_mask> out;
    for (const auto& [unused, pair] : pairs) out.push_back(pair);
    return out;
}

// Of several pairs to lay away the one that brings most.
inline skat_plan best_plan(solver<skat>& by, const game_state<skat>& s, seat soloist,
                           const skat_game& g, const std::vector<card_mask>& pairs,
                           const skat::options& o) {
    skat_plan best{.game = g};
    for (const card_mask pair : pairs) {
        const skat_plan plan{.game = g, .laid = pair};
        const game_state<skat> lead = first_lead_of(s, soloist, plan);
        const bool first = best.laid == 0;
        // A pair need only be known to be no better.
        const value_range v =
            by.value(lead, {}, first ? value_window{} : value_window{best.value.low, no_bound});
        if (first || v.low > best.value.low) {
            const int high = first ? v.high : std::max(best.value.high, v.high);
            best = plan;
            best.value = {v.low, high};
        } else {
            best.value.high = std::max(best.value.high, v.high);
        }
    }
    const auto lead = first_lead_of(s, soloist, best);
    best.score =
        solving<skat>::score_at(lead, best.value.low, o)[static_cast<std::size_t>(soloist)];
    return best;
}

}  // namespace detail

// What may be declared: suit games and grand, null and null ouvert; with announcements in hand
// games. Whether a null reaches the bid is not asked.
inline std::vector<skat_game> skat_declarations(bool hand) {
    std::vector<skat_game> out;
    for (action a = skat_action::declare; a <= skat_action::null_ouvert; ++a) {
        skat_game g = rules<skat>::declared_by(a);
        g.hand = hand;
        if (hand || g.kind == skat_kind::null || g.announced == skat_announced::nothing)
            out.push_back(g);
    }
    return out;
}

// Every declaration open to a seat with these cards and the skat, as good as it can be played, in
// the order of their actions. With `hand` the skat stays where it is. REQUIRES: no card has been
// played, and the skat has not been laid away by another.
inline std::vector<skat_plan> best_declarations(solver<skat>& by, const game_state<skat>& s,
                                                seat soloist, bool hand, const skat::options& o) {
    const card_mask twelve = s.hands[soloist] | skat_cards(s);
    std::vector<skat_plan> out;
    for (const skat_game& g : skat_declarations(hand)) {
        // What is announced does not change the cards.
        if (!out.empty() && out.back().game.kind == g.kind && out.back().game.trump == g.trump) {
            skat_plan plan = out.back();
            plan.game = g;
            plan.score = solving<skat>::score_at(first_lead_of(s, soloist, plan), plan.value.low,
                                                 o)[static_cast<std::size_t>(soloist)];
            out.push_back(plan);
            continue;
        }
        out.push_back(detail::best_plan(
            by, s, soloist, g, hand ? std::vector{skat_cards(s)} : detail::skat_discards(twelve, g),
            o));
    }
    return out;
}

}  // namespace mu
