// The soft rules of ulti.
#pragma once

#include <mu/belief/soft_rules.h>
#include <mu/games/ulti.h>

namespace mu {

namespace soft {

// The contract stands: what the soloist has, and what he laid away.
constexpr bool ulti_begins(const play_context<ulti>& x) {
    const auto play = [](const view<ulti>& v) {
        return v.seen.phase == ulti_phase::play || v.seen.phase == ulti_phase::kontra;
    };
    return !play(x.before) && play(x.after);
}
constexpr bool ulti_betli(const play_context<ulti>& x) {
    return contract_of(x.after.seen).has(ulti_unit::betli);
}
inline constexpr card_mask ulti_tens_and_aces = 0xC0C0C0C0;

}  // namespace soft

template <>
struct soft_rule_set<ulti> {
    using context = play_context<ulti>;
    static constexpr std::array by_thumb{
        soft_rule<ulti>{"named trumps: his trumps", 1, 2,
                        [](const context& x) {
                            return soft::ulti_begins(x) && x.after.seen.trump != suit::none;
                        },
                        [](const context& x) {
                            return soft_effects::on(x.after.seen.soloist,
                                                    suit_masks<ulti>[x.after.seen.trump]);
                        }},
        soft_rule<ulti>{
            "soloist: aces and tens", 1, 1.3,
            [](const context& x) { return soft::ulti_begins(x) && !soft::ulti_betli(x); },
            [](const context& x) {
                return soft_effects::on(x.after.seen.soloist, soft::ulti_tens_and_aces);
            }},
        soft_rule<ulti>{
            "betli: high cards", 1, 0.4,
            [](const context& x) { return soft::ulti_begins(x) && soft::ulti_betli(x); },
            [](const context& x) {
                card_mask high = soft::cards_of_rank<ulti>(ulti::king) | ulti_aces |
                                 soft::cards_of_rank<ulti>(ulti::over);
                return soft_effects::on(x.after.seen.soloist, high);
            }},
        soft_rule<ulti>{"laid away: trumps", 1, 0.2,
                        [](const context& x) {
                            return soft::ulti_begins(x) && x.after.seen.trump != suit::none;
                        },
                        [](const context& x) {
                            soft_effects out;
                            out.add(place_aside, suit_masks<ulti>[x.after.seen.trump]);
                            return out;
                        }},
        soft_rule<ulti>{
            "laid away: aces and tens", 1, 0.3,
            [](const context& x) { return soft::ulti_begins(x) && !soft::ulti_betli(x); },
            [](const context&) {
                soft_effects out;
                out.add(place_aside, soft::ulti_tens_and_aces);
                return out;
            }},
        soft::led_suit<ulti>(1.2),
        soft::led_under<ulti>(1),
        soft::led_no_master<ulti>(0.8),
        soft::chooser_led_plain<ulti>(0.8),
        soft::won_dearly<ulti>(0.8),
        soft::lost_dearly<ulti>(0.8),
        soft::gave_over<ulti>(1),
        soft::gave_under<ulti>(0.8),
        soft::discarded_over<ulti>(0.8),
    };
    // mu fit-beliefs ulti --agents 'isdd(worlds=8)' --deals 1000 --seed 1
    static constexpr std::array<double, by_thumb.size()> fitted{1.262, 1.008, 0.472, 0.008, 0.018,
                                                                0.595, 3.131, 0.855, 1.055, 0.504,
                                                                0.061, 0.214, 0.864, 0.271};
};

}  // namespace mu
