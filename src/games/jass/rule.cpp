// Schieber: the contract in which the hand is worth most, or a push.

#include <mu/games/jass.h>
#include <mu/policy/rule.h>

#include "games/jass/hand_points.h"

namespace mu {

namespace {

// For the side that chose the contract, and for the others.
constexpr play_weights chooser_sense{.keep = 1,
                                     .trump_floor = 0.54F,
                                     .partner_over = 0.54F,
                                     .points_kept = 0.33F,
                                     .points_base = 0.1F,
                                     .lead_trump = 0.2F};
constexpr play_weights other_sense{
    .keep = 1.35F, .trump_floor = 0.54F, .length = 0.4F, .lead_trump = 0.2F, .lead_partner = 0.1F};

}  // namespace

action rule_choice(const view<jass>& v, public_record record) {
    const game_state<jass>& s = v.seen;
    if (!is_choosing(s)) {
        const bool chose = partnership_of(v.observer) == partnership_of(forehand_of(s));
        return play_by_sense(v, {.trick = 3, .point = 1}, chose ? chooser_sense : other_sense,
                             record);
    }
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
