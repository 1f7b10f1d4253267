// What a hand of jass is worth in a contract, in points of the 157.
#pragma once

#include <mu/games/jass/cards.h>
#include <mu/play/play_space.h>

namespace mu::detail {

// Points the hand itself should win with these ranks.
template <typename V>
double hand_points(card_mask hand, jass_cards::order o) {
    const suit trump = jass_cards::trump_of(o);
    double sum = 0;
    for (const suit s : all_suits) {
        const card_mask suited = suit_masks<V>[s], held = hand & suited;
        const int count = ops::popcount(held);
        ops::for_each(held, [&](card c) {
            const int above = ops::popcount(stronger<V>(c, o) & ~hand);
            if (s == trump)
                sum += above == 0 ? 19 : above == 1 ? 13 : count >= 4 ? 10 : 6;
            else if (trump == suit::none)
                sum += above == 0 ? 17 : above == 1 && count >= 2 ? 8 : above == 2 ? 4 : 1;
            else
                sum += above == 0 ? 13 : above == 1 && count >= 2 ? 5 : 1.5;
        });
    }
    return sum;
}

}  // namespace mu::detail
