// The soft rules of whist: the five that players are taught, and finer ones that by thumb say
// nothing (factor 1).
#pragma once

#include <mu/belief/soft_rules.h>
#include <mu/games/whist.h>

namespace mu {

template <>
struct soft_rule_set<whist> {
    static constexpr std::array by_thumb{
        soft::low_on_winnable<whist>(0.3),
        soft::led_suit<whist>(1.5),
        soft::low_ruff<whist>(1.8),
        soft::discard_not_trump<whist>(0.4),
        soft::partner_led_high<whist>(0.5),
        // Finer ones.
        soft::low_though_last<whist>(1),
        soft::low_as_third<whist>(1),
        soft::led_under<whist>(1),
        soft::led_no_master<whist>(1),
        soft::led_plain<whist>(1),
        soft::won_dearly<whist>(1),
        soft::won_dearly_last<whist>(1),
        soft::lost_dearly<whist>(1),
        soft::gave_over<whist>(1),
        soft::gave_under<whist>(1),
        soft::discarded_suit<whist>(1),
        soft::discarded_over<whist>(1),
    };
    // mu fit-beliefs whist --deals 300 --seed 1
    static constexpr std::array<double, by_thumb.size()> fitted{
        0.757, 0.570, 0.780, 0.349, 0.150, 0.036, 0.132, 1.264, 0.761,
        0.929, 0.526, 0.049, 0.006, 0.013, 1.100, 0.990, 0.086};
};

}  // namespace mu
