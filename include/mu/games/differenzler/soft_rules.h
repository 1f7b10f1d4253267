// The soft rules of differenzler.
#pragma once

#include <mu/belief/soft_rules.h>
#include <mu/games/differenzler.h>

namespace mu {

// Everybody for himself, and what each is after is hidden.
template <>
struct soft_rule_set<differenzler> {
    static constexpr std::array by_thumb{
        soft::low_on_winnable<differenzler>(0.8),   soft::low_though_last<differenzler>(0.8),
        soft::led_suit<differenzler>(1.1),          soft::led_under<differenzler>(1),
        soft::led_plain<differenzler>(1),           soft::low_ruff<differenzler>(1),
        soft::discard_not_trump<differenzler>(0.6), soft::won_dearly<differenzler>(0.9),
        soft::lost_dearly<differenzler>(1),         soft::discarded_over<differenzler>(1),
    };
    // mu fit-beliefs differenzler --deals 300 --seed 1
    static constexpr std::array<double, by_thumb.size()> fitted{0.278, 0.899, 0.961, 1.183, 1.516,
                                                                0.908, 0.957, 1.030, 0.205, 0.307};
};

}  // namespace mu
