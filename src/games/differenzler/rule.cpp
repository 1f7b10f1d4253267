// Differenzler: predict what the hand is worth, then play for the prediction.

#include <algorithm>
#include <cmath>

#include <mu/games/differenzler.h>
#include <mu/policy/rule.h>

#include "games/jass/hand_points.h"

namespace mu {

namespace {

constexpr play_weights own_sense{.keep = 0.54F,
                                 .later = {{{0.65F, 0.65F, 0.65F},
                                            {0.4F, 0.47F, 0.3F},
                                            {0.2F, 0.18F, 0.15F},
                                            {0.08F, 0.06F, 0.05F}}},
                                 .ruffed = 0.4F,
                                 .lead_theirs = -0.04F};

}  // namespace

action rule_choice(const view<differenzler>& v, public_record record) {
    const game_state<differenzler>& s = v.seen;
    if (is_predicting(s)) {
        const double x = detail::hand_points<differenzler>(s.hands[v.observer], order_now(s));
        const int guess = std::clamp(static_cast<int>(1.0 * x - 6), 0, 150);
        return static_cast<action>(s.extra.tens == differenzler::no_prediction
                                       ? differenzler::first_tens + guess / 10
                                       : differenzler::first_units + std::min(guess % 10, 7));
    }
    // A trick is welcome as far as it brings the points nearer to the prediction.
    const int wanted = s.extra.predicted[v.observer] - s.extra.points[v.observer];
    return play_by_sense(
        v,
        {.point = 1,
         .others_win = false,
         .by_points = [](float points,
                         float want) { return std::abs(want) - std::abs(want - points); },
         .wanted = static_cast<float>(wanted)},
        own_sense, record);
}

}  // namespace mu
