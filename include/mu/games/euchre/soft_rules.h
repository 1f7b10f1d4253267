// The soft rules of euchre.
#pragma once

#include <mu/belief/soft_rules.h>
#include <mu/games/euchre.h>

namespace mu {

namespace soft {

// Trump was made just now; the order of the trumps is that of `after`.
template <variant V>
constexpr bool euchre_made(const play_context<V>& x) {
    return !x.is_play() && x.before.seen.trump == suit::none && x.after.seen.trump != suit::none;
}
template <variant V>
constexpr card_mask euchre_trumps(suit s, bool bowers) {
    card_mask top = 0;
    const card_mask all = effective_suit_mask<V>(s, s);
    ops::for_each(all, [&](card c) {
        if (ops::popcount(stronger<V>(c, s)) < (deck_traits<V>::cards == 25 ? 3 : 2)) top |= bit(c);
    });
    return bowers ? top : all & ~top;
}
template <variant V>
constexpr bool euchre_passed_up(const play_context<V>& x) {
    using phase = euchre_terms::phase;
    return !x.is_play() && x.before.seen.extra.phase == phase::order_up &&
           (x.after.seen.extra.phase == phase::order_up ||
            x.after.seen.extra.phase == phase::name_suit);
}

template <variant V>
inline constexpr std::array euchre_rules{
    soft_rule<V>{"made trumps: bowers", 1, 2, euchre_made<V>,
                 [](const play_context<V>& x) {
                     return soft_effects::on(x.who, euchre_trumps<V>(x.after.seen.trump, true));
                 }},
    soft_rule<V>{"made trumps: the others", 1, 2, euchre_made<V>,
                 [](const play_context<V>& x) {
                     return soft_effects::on(x.who, euchre_trumps<V>(x.after.seen.trump, false));
                 }},
    soft_rule<V>{"passed: trumps of the upcard", 1, 0.7, euchre_passed_up<V>,
                 [](const play_context<V>& x) {
                     const suit s = upcard_suit(x.before.seen);
                     return soft_effects::on(x.who, effective_suit_mask<V>(s, s));
                 }},
    // What the dealer laid away is no trump, and no ace.
    soft_rule<V>{"discarded: trumps and aces", 1, 0.2,
                 [](const play_context<V>& x) {
                     using phase = euchre_terms::phase;
                     return !x.is_play() && x.before.seen.extra.phase == phase::discard &&
                            x.after.seen.extra.phase != phase::discard;
                 },
                 [](const play_context<V>& x) {
                     const suit t = x.after.seen.trump;
                     soft_effects out;
                     card_mask kept = effective_suit_mask<V>(t, t);
                     ops::for_each(deck_traits<V>::all_cards, [&](card c) {
                         if (stronger<V>(c, t) == 0) kept |= bit(c);
                     });
                     out.add(place_discard, kept);
                     return out;
                 }},
    low_on_winnable<V>(0.5),
    low_though_last<V>(0.7),
    led_under<V>(1),
    led_no_master<V>(0.8),
    led_plain<V>(1),
    chooser_led_plain<V>(0.7),
    discard_not_trump<V>(0.4),
    won_dearly<V>(0.8),
    lost_dearly<V>(0.7),
    gave_over<V>(0.8),
    discarded_over<V>(0.8),
};

}  // namespace soft

template <int Cards>
struct soft_rule_set<euchre_game<Cards>> {
    static constexpr const auto& by_thumb = soft::euchre_rules<euchre_game<Cards>>;
    // mu fit-beliefs euchre --agents 'isdd(worlds=20)' --deals 2000 --seed 1
    static constexpr std::array<double, by_thumb.size()> fitted{3.981, 3.206, 0.804, 0.023, 0.085,
                                                                0.580, 1.381, 0.823, 1.122, 0.952,
                                                                0.536, 0.285, 0.017, 0.030, 0.019};
};

}  // namespace mu
