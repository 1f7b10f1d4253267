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
    // mu fit-beliefs whist --agents 'isdd(worlds=6, depth=7)' --deals 300 --seed 1
    static constexpr std::array<double, by_thumb.size()> fitted{
        0.616, 0.490, 0.983, 0.677, 0.485, 0.236, 0.455, 2.100, 0.857,
        0.895, 0.568, 0.112, 0.070, 0.098, 0.974, 0.854, 0.139};
};

}  // namespace mu
