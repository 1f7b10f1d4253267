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
    // mu fit-beliefs differenzler --agents 'isdd(worlds=12)' --deals 500 --seed 1
    static constexpr std::array<double, by_thumb.size()> fitted{0.912, 1.103, 0.876, 1.195, 0.906,
                                                                1.363, 1.220, 0.925, 0.611, 0.797};
};

}  // namespace mu
