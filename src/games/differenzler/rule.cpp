// Differenzler: predict what the hand is worth, then play for the prediction.

#include <algorithm>
#include <cmath>

#include <mu/games/differenzler/rule.h>

#include "games/jass/hand_points.h"

namespace mu {

action rule_choice(const view<differenzler>& v, public_record) {
    const game_state<differenzler>& s = v.seen;
    if (is_predicting(s)) {
        const double x = detail::hand_points<differenzler>(s.hands[v.observer], order_now(s));
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

}  // namespace mu
