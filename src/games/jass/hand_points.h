// What a hand of jass is worth in a contract, in points of the 157.
#pragma once

#include <mu/games/jass/bidding.h>
#include <mu/play/play_space.h>

namespace mu::detail {

// Points the hand itself should win with these ranks.
template <typename V>
float hand_points(card_mask hand, jass_cards::order o, const jass_hand_weights& by) {
    const suit trump = jass_cards::trump_of(o);
    const int trumps = trump == suit::none ? 0 : ops::popcount(hand & suit_masks<V>[trump]);
    float sum = 0;
    for (const suit s : all_suits) {
        const card_mask held = hand & suit_masks<V>[s];
        const int count = ops::popcount(held);
        ops::for_each(held, [&](card c) {
            const int above = ops::popcount(stronger<V>(c, o) & ~hand);
            std::size_t k = 0;
            if (s == trump) {
                k = above <= 1 ? static_cast<std::size_t>(above) : count >= 4 ? 2 : 3;
                sum += by.trump[k];
            } else if (trump == suit::none) {
                k = above == 1 && count >= 2 ? 1 : above == 0 ? 0 : above == 2 ? 2 : 3;
                sum += by.plain[k];
            } else {
                sum += by.side[above == 0 ? 0 : above == 1 && count >= 2 ? 1 : 2];
            }
        });
        if (s != trump && trumps >= 3 && count <= 1) sum += by.short_side;
    }
    if (trumps > 3) sum += by.long_trumps * static_cast<float>(trumps - 3);
    if (trump != suit::none && (royal_pair(trump) & ~hand) == 0) sum += by.pair;
    return sum;
}

}  // namespace mu::detail
