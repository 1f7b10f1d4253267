// Games in which one player must not take a trick (betli, null): what his cards expose him to.
#pragma once

#include <algorithm>

#include <mu/games/view.h>

namespace mu {

// Cards of one suit that a player may be made to take a trick with: one is safe if no more cards
// are missing below it than he has below it to play first. `out`: cards of the suit that others
// may have.
template <variant V>
int exposed(card_mask held, card_mask out, order_of<V> o) {
    int sum = 0;
    ops::for_each(held, [&](card c) {
        const card_mask lower =
            effective_suit_mask<V>(effective_suit<V>(c, o), o) & ~bit(c) & ~stronger<V>(c, o);
        sum += std::max(0, ops::popcount(lower & out) - ops::popcount(lower & held));
    });
    return sum;
}

// What he gains by being rid of a card. `gone`: cards that he knows to be out of play.
template <variant V>
float relief(const view<V>& v, card c, card_mask gone) {
    const game_state<V>& s = v.seen;
    const order_of<V> o = trick_play<V>::order(s);
    const card_mask hand = s.hands[v.observer];
    const card_mask suited = effective_suit_mask<V>(effective_suit<V>(c, o), o);
    const card_mask held = hand & suited;
    const card_mask out = suited & ~hand & ~card_mask{s.played} & ~gone;
    return static_cast<float>(exposed<V>(held, out, o) - exposed<V>(held & ~bit(c), out, o));
}

}  // namespace mu
