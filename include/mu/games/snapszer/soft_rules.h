// The soft rules of snapszer.
#pragma once

#include <mu/belief/soft_rules.h>
#include <mu/games/snapszer.h>

namespace mu {

namespace soft {

template <variant V>
inline constexpr std::array snapszer_rules{
    soft_rule<V>{"closed the stock: trumps", 1, 2,
                 [](const play_context<V>& x) {
                     return x.before.seen.closer < 0 && x.after.seen.closer >= 0;
                 },
                 [](const play_context<V>& x) {
                     return soft_effects::on(x.who, suit_masks<V>[x.after.seen.trump]);
                 }},
    soft_rule<V>{"closed the stock: aces and tens", 1, 1.5,
                 [](const play_context<V>& x) {
                     return x.before.seen.closer < 0 && x.after.seen.closer >= 0;
                 },
                 [](const play_context<V>& x) {
                     return soft_effects::on(x.who,
                                             (cards_of_rank<V>(V::ace) | cards_of_rank<V>(V::ten)) &
                                                 ~suit_masks<V>[x.after.seen.trump]);
                 }},
    low_on_winnable<V>(0.5),
    // Free to trump while the stock is open.
    discard_not_trump<V>(0.7),
    led_suit<V>(1),
    led_under<V>(1),
    led_no_master<V>(1),
    led_plain<V>(1),
    won_dearly<V>(0.8),
    lost_dearly<V>(0.6),
    discarded_suit<V>(1),
    discarded_over<V>(0.6),
};

}  // namespace soft

template <int Cards>
struct soft_rule_set<snapszer_game<Cards>> {
    static constexpr const auto& by_thumb = soft::snapszer_rules<snapszer_game<Cards>>;
    // mu fit-beliefs snapszer --agents 'isdd(worlds=8)' --deals 2000 --seed 1
    static constexpr std::array<double, by_thumb.size()> fitted{
        1.462, 1.547, 0.515, 0.772, 0.833, 1.373, 0.878, 0.818, 0.576, 0.133, 0.947, 0.281};
};

}  // namespace mu
