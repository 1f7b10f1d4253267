// The option gathered_deal: between the deals of a match the cards are not shuffled.
//
// Each team lays its tricks on one pile, in the order they were won, their cards in the order they
// were played. The two piles are stacked, cut once at random, and dealt from the dealer's left in
// packets of three, three and two. Which pile lies on top does not matter: the cut turns the stack
// as a ring. After a deal that was passed out the hands themselves are stacked.
#pragma once

#include <algorithm>

#include <mu/games/contree.h>

namespace mu {

using contree_stack = std::array<card, deck_traits<contree>::cards>;

// The cards of a finished deal as they are stacked, bottom first.
// REQUIRES: `start` has all its cards in the hands, and `history` plays it to the end.
constexpr contree_stack contree_gather(const game_state<contree>& start,
                                       std::span<const action> history) {
    contree_stack stack{};
    auto next = stack.begin();
    for (int team = 0; team < 2; ++team) {
        game_state<contree> s = start;
        std::array<card, 4> trick{};
        for (const action a : history) {
            const bool plays = s.extra.stage == contree::phase::play;
            if (plays) trick[static_cast<std::size_t>(s.trick.num_played & 3)] = a;
            rules<contree>::apply(s, a);
            if (plays && s.trick.num_played == 4 && partnership_of(s.current_player) == team)
                next = std::copy(trick.begin(), trick.end(), next);
        }
    }
    if (next == stack.begin())
        for (int k = 1; k <= 4; ++k)
            ops::for_each(start.hands[seat_after<contree>(start.dealer, k)],
                          [&](card c) { *next++ = c; });
    return stack;
}

// Deals the stack, the first `cut` cards laid under the others, to the places of contree::layout.
// REQUIRES: 0 <= cut < 32, four places.
constexpr void contree_deal_stack(contree_stack stack, int cut, std::span<card_mask> places) {
    assert(places.size() == 4);
    std::rotate(stack.begin(), stack.begin() + cut, stack.end());
    std::ranges::fill(places, 0);
    auto next = stack.begin();
    for (const int packet : {3, 3, 2})
        for (card_mask& hand : places)
            for (int i = 0; i < packet; ++i) hand |= bit(*next++);
}

}  // namespace mu
