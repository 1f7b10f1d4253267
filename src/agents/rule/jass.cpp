// Schieber and Differenzler: what a hand is worth in each contract, in points of the 157.

#include "agents/rule/card_play.h"
#include "agents/rule/rule.h"

namespace mu::detail {

namespace {

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

}  // namespace

action rule_choice(const view<jass>& v, public_record) {
    const game_state<jass>& s = v.seen;
    if (!is_choosing(s)) return play_by_sense(v, {.trick = 3, .point = 1, .trump_lead = 4});
    const card_mask hand = s.hands[v.observer];
    double most = -1;
    action best = jass::call(jass::contract::obenabe);
    for (int k = 0; k < 6; ++k) {  // the six that every table has
        const auto c = static_cast<jass::contract>(k);
        const double x = hand_points<jass>(hand, order_in_trick(c, 0, s.extra.table));
        if (x > most) most = x, best = jass::call(c);
    }
    return most < 62 && may(v.legal, jass::push) ? jass::push : best;
}

action rule_choice(const view<differenzler>& v, public_record) {
    const game_state<differenzler>& s = v.seen;
    if (is_predicting(s)) {
        const double x = hand_points<differenzler>(s.hands[v.observer], order_now(s));
        const int guess = std::clamp(static_cast<int>(1.0 * x - 6), 0, 150);
        return static_cast<action>(s.extra.tens == differenzler::no_prediction
                                       ? differenzler::first_tens + guess / 10
                                       : differenzler::first_units + std::min(guess % 10, 7));
    }
    // A trick is welcome as far as it brings the points nearer to the prediction.
    const double wanted = 1.0 * s.extra.predicted[v.observer] - s.extra.points[v.observer];
    return play_by_sense(
        v, {.point = 1,
            .keep = 0.4,
            .others_win = false,
            .by_points = [](double points,
                            double want) { return std::abs(want) - std::abs(want - points); },
            .wanted = wanted});
}

}  // namespace mu::detail
