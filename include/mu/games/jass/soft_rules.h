// The soft rules of jass.
#pragma once

#include <mu/belief/soft_rules.h>
#include <mu/games/jass.h>

namespace mu {

namespace soft {

inline constexpr int jass_nine = 3, jass_jack = 5, jass_ace = 8;

constexpr bool jass_chose(const play_context<jass>& x) {
    return !x.is_play() && x.before.seen.extra.chosen == jass::contract::none &&
           x.after.seen.extra.chosen != jass::contract::none;
}
constexpr bool jass_pushed(const play_context<jass>& x) {
    return !x.is_play() && x.before.seen.extra.pushes != x.after.seen.extra.pushes;
}
constexpr suit jass_trump(const play_context<jass>& x) {
    return jass::trump_of(order_now(x.after.seen));
}
constexpr card_mask jass_trumps_but(const play_context<jass>& x, bool tops) {
    const suit s = jass_trump(x);
    if (s == suit::none) return 0;
    const card_mask top = bit(make_card<jass>(s, jass_jack)) | bit(make_card<jass>(s, jass_nine));
    return tops ? top : suit_masks<jass>[s] & ~top;
}

}  // namespace soft

template <>
struct soft_rule_set<jass> {
    using context = play_context<jass>;
    static constexpr std::array by_thumb{
        soft_rule<jass>{"chose trumps: jack and nine", 1, 2.5, soft::jass_chose,
                        [](const context& x) {
                            return soft_effects::on(x.who, soft::jass_trumps_but(x, true));
                        }},
        soft_rule<jass>{"chose trumps: the others", 1, 1.5, soft::jass_chose,
                        [](const context& x) {
                            return soft_effects::on(x.who, soft::jass_trumps_but(x, false));
                        }},
        // Aces, and kings half as much; under Undenufe sixes and sevens.
        soft_rule<jass>{"chose no trumps: top cards", 1, 2,
                        [](const context& x) {
                            return soft::jass_chose(x) && soft::jass_trump(x) == suit::none;
                        },
                        [](const context& x) {
                            const auto o = order_now(x.after.seen);
                            card_mask first = 0, second = 0;
                            ops::for_each(deck_traits<jass>::all_cards, [&](card c) {
                                const int above = ops::popcount(stronger<jass>(c, o));
                                if (above == 0) first |= bit(c);
                                if (above == 1) second |= bit(c);
                            });
                            soft_effects out = soft_effects::on(x.who, first);
                            out.add(index(x.who), second, 0.5);
                            return out;
                        }},
        soft_rule<jass>{"pushed: jacks and nines", 1, 0.7, soft::jass_pushed,
                        [](const context& x) {
                            return soft_effects::on(x.who,
                                                    soft::cards_of_rank<jass>(soft::jass_jack) |
                                                        soft::cards_of_rank<jass>(soft::jass_nine));
                        }},
        soft_rule<jass>{"pushed: aces", 1, 0.8, soft::jass_pushed,
                        [](const context& x) {
                            return soft_effects::on(x.who,
                                                    soft::cards_of_rank<jass>(soft::jass_ace));
                        }},
        soft::low_on_winnable<jass>(0.4),
        soft::low_though_last<jass>(1),
        soft::led_suit<jass>(1.2),
        soft::led_under<jass>(1),
        soft::led_no_master<jass>(0.6),
        soft::led_plain<jass>(0.8),
        soft::chooser_led_plain<jass>(1),
        soft::low_ruff<jass>(1),
        soft::discard_not_trump<jass>(0.5),
        soft::won_dearly<jass>(1),
        soft::won_dearly_last<jass>(1),
        soft::lost_dearly<jass>(0.7),
        soft::gave_over<jass>(1),
        soft::gave_under<jass>(0.6),
        soft::discarded_suit<jass>(1),
        soft::discarded_over<jass>(1),
    };
    // mu fit-beliefs jass --agents 'isdd(worlds=6, depth=5)' --deals 200 --seed 1
    static constexpr std::array<double, by_thumb.size()> fitted{
        5.366, 1.850, 3.864, 0.825, 0.633, 0.553, 0.732, 1.055, 0.843, 0.959, 1.031,
        1.172, 0.773, 0.946, 0.701, 1.353, 0.400, 0.546, 0.922, 0.770, 0.784};
};

}  // namespace mu
