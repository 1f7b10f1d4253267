// The soft rules of skat.
#pragma once

#include <mu/belief/soft_rules.h>
#include <mu/games/skat.h>

namespace mu {

namespace soft {

// A game was declared: what the soloist has, and what he laid away.
constexpr bool skat_begins(const play_context<skat>& x) {
    return !is_declared(x.before.seen) && is_declared(x.after.seen);
}
constexpr bool skat_begins_with_jacks(const play_context<skat>& x) {
    return skat_begins(x) && x.after.seen.kind != skat_kind::null;
}
constexpr bool skat_begins_null(const play_context<skat>& x) {
    return skat_begins(x) && x.after.seen.kind == skat_kind::null;
}
constexpr bool skat_was_laid(const play_context<skat>& x) {
    return skat_begins_with_jacks(x) && x.after.seen.hand == 0;
}
// Somebody said a value, or passed before he had said any.
constexpr bool skat_calls(const play_context<skat>& x) {
    return x.before.seen.phase == skat_phase::bidding && x.after.seen.bid != skat_no_bid &&
           x.after.seen.passed == x.before.seen.passed;
}
constexpr bool skat_passes(const play_context<skat>& x) {
    return x.before.seen.phase == skat_phase::bidding &&
           x.after.seen.passed != x.before.seen.passed && skat_value(x.before.seen.bid) <= 20;
}
// Trumps of the game declared; the jacks in grand.
constexpr card_mask skat_trumps(const play_context<skat>& x) {
    const auto o = order_now(x.after.seen);
    return effective_suit_mask<skat>(skat::trump_of(o), o);
}
constexpr soft_effects skat_laid(card_mask cards) {
    soft_effects out;
    out.add(place_aside, cards);
    return out;
}

}  // namespace soft

template <>
struct soft_rule_set<skat> {
    using context = play_context<skat>;
    static constexpr card_mask aces = soft::cards_of_rank<skat>(skat::ace);
    static constexpr card_mask tens = soft::cards_of_rank<skat>(skat::ten);
    static constexpr card_mask high =
        aces | soft::cards_of_rank<skat>(skat::king) | soft::cards_of_rank<skat>(skat::queen);

    static constexpr std::array by_thumb{
        soft_rule<skat>{"called: jacks", 1, 1.1,
                        [](const context& x) { return soft::skat_calls(x); },
                        [](const context& x) { return soft_effects::on(x.who, skat_jacks); }},
        soft_rule<skat>{"called: aces", 1, 1.05,
                        [](const context& x) { return soft::skat_calls(x); },
                        [](const context& x) { return soft_effects::on(x.who, aces); }},
        soft_rule<skat>{"passed early: jacks", 1, 0.8,
                        [](const context& x) { return soft::skat_passes(x); },
                        [](const context& x) { return soft_effects::on(x.who, skat_jacks); }},
        soft_rule<skat>{"passed early: aces", 1, 0.8,
                        [](const context& x) { return soft::skat_passes(x); },
                        [](const context& x) { return soft_effects::on(x.who, aces); }},
        soft_rule<skat>{"declared: his trumps", 1, 2,
                        [](const context& x) { return soft::skat_begins_with_jacks(x); },
                        [](const context& x) {
                            return soft_effects::on(x.after.seen.soloist, soft::skat_trumps(x));
                        }},
        soft_rule<skat>{
            "declared: his aces", 1, 1.5,
            [](const context& x) { return soft::skat_begins_with_jacks(x); },
            [](const context& x) { return soft_effects::on(x.after.seen.soloist, aces); }},
        soft_rule<skat>{
            "null: high cards", 1, 0.4, [](const context& x) { return soft::skat_begins_null(x); },
            [](const context& x) { return soft_effects::on(x.after.seen.soloist, high); }},
        soft_rule<skat>{
            "laid away: trumps", 1, 0.1, [](const context& x) { return soft::skat_was_laid(x); },
            [](const context& x) { return soft::skat_laid(soft::skat_trumps(x) | skat_jacks); }},
        soft_rule<skat>{"laid away: aces", 1, 0.3,
                        [](const context& x) { return soft::skat_was_laid(x); },
                        [](const context&) { return soft::skat_laid(aces); }},
        soft_rule<skat>{"laid away: tens", 1, 1.5,
                        [](const context& x) { return soft::skat_was_laid(x); },
                        [](const context&) { return soft::skat_laid(tens); }},
        soft::led_suit<skat>(1.2),
        soft::led_under<skat>(1),
        soft::led_no_master<skat>(0.8),
        soft::chooser_led_plain<skat>(0.8),
        soft::low_ruff<skat>(1),
        soft::discard_not_trump<skat>(0.5),
        soft::won_dearly<skat>(0.8),
        soft::lost_dearly<skat>(0.6),
        soft::gave_over<skat>(1),
        soft::gave_under<skat>(0.8),
        soft::discarded_over<skat>(0.8),
    };
    // mu fit-beliefs skat --deals 500 --seed 1 --agents 'isdd(worlds=8)' and twice 'bot(play=
    // isdd(worlds=8), bid=sim(worlds=12))': rule alone would hardly ever lay a ten away.
    static constexpr std::array<double, by_thumb.size()> fitted{
        1.307, 1.183, 1.055, 0.844, 5.753, 1.730, 0.444, 0.031, 0.183, 0.331, 0.739,
        1.411, 0.851, 1.088, 0.644, 1.174, 0.872, 0.081, 0.836, 0.760, 0.543};
};

}  // namespace mu
