// Schieber: the contract in which the hand is worth most, or a push.

#include <mu/games/jass/rule.h>

#include "games/jass/hand_points.h"

namespace mu {

action rule_choice(const view<jass>& v, public_record) {
    const game_state<jass>& s = v.seen;
    if (!is_choosing(s)) return play_by_sense(v, {.trick = 3, .point = 1, .trump_lead = 4});
    const card_mask hand = s.hands[v.observer];
    double most = -1;
    action best = jass::call(jass::contract::obenabe);
    for (int k = 0; k < 6; ++k) {  // the six that every table has
        const auto c = static_cast<jass::contract>(k);
        const double x = detail::hand_points<jass>(hand, order_in_trick(c, 0, s.extra.house));
        if (x > most) most = x, best = jass::call(c);
    }
    return most < 62 && may(v.legal, jass::push) ? jass::push : best;
}

}  // namespace mu
