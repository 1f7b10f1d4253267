// Differenzler: predict what the hand is worth, then play for the prediction.

#include <algorithm>
#include <cmath>

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

int differenzler_guess(const view<differenzler>& v, const differenzler_bidding& by) {
    const game_state<differenzler>& s = v.seen;
    const float points =
        detail::hand_points<differenzler>(s.hands[v.observer], order_now(s), by.hand);
    const float leads = v.observer == next_seat(s.dealer) ? by.leads : 0;
    return std::clamp(static_cast<int>(by.scale * points + by.shift + leads), 0, 157);
}

action differenzler_call(const view<differenzler>& v, public_record,
                         const differenzler_bidding& by) {
    const int guess = differenzler_guess(v, by), tens = v.seen.extra.tens;
    if (tens == differenzler::no_prediction)
        return static_cast<action>(differenzler::first_tens + guess / 10);
    // As near as can be said after these tens, whoever has said them.
    const int most = tens == 150 ? 7 : 9;
    return static_cast<action>(differenzler::first_units + std::clamp(guess - tens, 0, most));
}

action rule_choice(const view<differenzler>& v, public_record record) {
    const game_state<differenzler>& s = v.seen;
    if (is_predicting(s)) return differenzler_call(v, record, differenzler_fitted);
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
