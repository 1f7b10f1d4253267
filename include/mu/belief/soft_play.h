// Soft rules of the card play, each written once for any game that it makes sense in.
//
// soft::name<V>(factor) is a rule of game V with that factor; belief/soft_rules.h lists those that
// a game uses.
#pragma once

#include <mu/belief/soft.h>

namespace mu {

namespace soft {

// Followed suit below the winning card, though there were cards that could win: he has them less
// likely.
template <variant V>
constexpr soft_rule<V> low_on_winnable(double factor) {
    return {"played low on winnable", 1, factor,
            [](const play_context<V>& x) {
                return x.follows && !x.wins && !x.for_side && x.winnable();
            },
            [](const play_context<V>& x) { return soft_effects::on(x.who, x.beaters & x.led); }};
}
// The same by the last to play, who had no reason to wait.
template <variant V>
constexpr soft_rule<V> low_though_last(double factor) {
    return {"played low, last to play", 1, factor,
            [](const play_context<V>& x) {
                return x.follows && x.last && !x.wins && !x.for_side && x.winnable();
            },
            [](const play_context<V>& x) { return soft_effects::on(x.who, x.beaters & x.led); }};
}
// The same by the third of four, who plays for his partner.
template <variant V>
constexpr soft_rule<V> low_as_third(double factor) {
    return {"played low, third to play", 1, factor,
            [](const play_context<V>& x) {
                return x.follows && x.position == 2 && !x.last && !x.wins && x.winnable();
            },
            [](const play_context<V>& x) { return soft_effects::on(x.who, x.beaters & x.led); }};
}
// Chose to lead a suit: he has more of it.
template <variant V>
constexpr soft_rule<V> led_suit(double factor) {
    return {"led a suit", 1, factor, [](const play_context<V>& x) { return x.leads(); },
            [](const play_context<V>& x) { return soft_effects::on(x.who, x.led); }};
}
// Led a card: those above it.
template <variant V>
constexpr soft_rule<V> led_under(double factor) {
    return {"led: cards above it", 1, factor, [](const play_context<V>& x) { return x.leads(); },
            [](const play_context<V>& x) { return soft_effects::on(x.who, x.over()); }};
}
// Led a card that can be beaten: the best cards of the suits but trumps.
template <variant V>
constexpr soft_rule<V> led_no_master(double factor) {
    return {
        "led no winner: winners", 1, factor,
        [](const play_context<V>& x) { return x.leads() && (x.over() & x.alive) != 0; },
        [](const play_context<V>& x) { return soft_effects::on(x.who, x.masters() & ~x.trumps); }};
}
// Led another suit than trumps: his trumps.
template <variant V>
constexpr soft_rule<V> led_plain(double factor) {
    return {"led no trump: trumps", 1, factor,
            [](const play_context<V>& x) { return x.leads() && x.trumps != 0 && !x.is_trump(); },
            [](const play_context<V>& x) { return soft_effects::on(x.who, x.trumps); }};
}
// The same by the side that chose them.
template <variant V>
constexpr soft_rule<V> chooser_led_plain(double factor) {
    return {"takers led no trump: trumps", 1, factor,
            [](const play_context<V>& x) {
                return x.leads() && x.on_chooser && x.trumps != 0 && !x.is_trump();
            },
            [](const play_context<V>& x) { return soft_effects::on(x.who, x.trumps); }};
}
// Trumped low: he has higher ones.
template <variant V>
constexpr soft_rule<V> low_ruff(double factor) {
    return {"ruffed: higher trumps", 1, factor,
            [](const play_context<V>& x) {
                return x.is_play() && !x.leads() && !x.follows && x.is_trump();
            },
            [](const play_context<V>& x) { return soft_effects::on(x.who, x.over()); }};
}
// Could neither follow nor did he trump the opponents' trick: he has fewer trumps.
template <variant V>
constexpr soft_rule<V> discard_not_trump(double factor) {
    return {"discarded, no ruff: trumps", 1, factor,
            [](const play_context<V>& x) {
                return x.is_play() && !x.leads() && !x.follows && !x.for_side && x.trumps != 0 &&
                       !x.is_trump();
            },
            [](const play_context<V>& x) { return soft_effects::on(x.who, x.trumps); }};
}
// Discarded: the rest of that suit, and what is below the card.
template <variant V>
constexpr soft_rule<V> discarded_suit(double factor) {
    return {"discarded: the suit", 1, factor,
            [](const play_context<V>& x) {
                return x.is_play() && !x.leads() && !x.follows && !x.is_trump();
            },
            [](const play_context<V>& x) { return soft_effects::on(x.who, x.suited()); }};
}
template <variant V>
constexpr soft_rule<V> discarded_over(double factor) {
    return {"discarded: cards below it", 1, factor,
            [](const play_context<V>& x) {
                return x.is_play() && !x.leads() && !x.follows && !x.is_trump();
            },
            [](const play_context<V>& x) { return soft_effects::on(x.who, x.under()); }};
}
// The observer's partner led one of the top third of a suit: the opponents' cards above it.
template <variant V>
constexpr soft_rule<V> partner_led_high(double factor) {
    return {"partner led high", 1, factor,
            [](const play_context<V>& x) {
                return x.leads() && x.plays_with_observer() &&
                       ops::popcount(x.over()) < deck_traits<V>::ranks / 3;
            },
            [](const play_context<V>& x) {
                soft_effects out;
                for (int k = 0; k < V::seats; ++k)
                    if (!same_side<V>(x.before.seen, static_cast<seat>(k), x.observer))
                        out.add(k, x.over());
                return out;
            }};
}
// Won the trick so far: cheaper cards would have won it too.
template <variant V>
constexpr soft_rule<V> won_dearly(double factor) {
    return {
        "won: cheaper winners", 1, factor,
        [](const play_context<V>& x) { return x.is_play() && !x.leads() && x.wins; },
        [](const play_context<V>& x) { return soft_effects::on(x.who, x.beaters & x.under()); }};
}
// The same by the last to play, who could count.
template <variant V>
constexpr soft_rule<V> won_dearly_last(double factor) {
    return {
        "won, last: cheaper winners", 1, factor,
        [](const play_context<V>& x) { return x.is_play() && x.last && x.wins; },
        [](const play_context<V>& x) { return soft_effects::on(x.who, x.beaters & x.under()); }};
}
// Followed to a trick of the others without winning it: cards below.
template <variant V>
constexpr soft_rule<V> lost_dearly(double factor) {
    return {"lost: cards below it", 1, factor,
            [](const play_context<V>& x) { return x.follows && !x.wins && !x.for_side; },
            [](const play_context<V>& x) { return soft_effects::on(x.who, x.under()); }};
}
// Followed to the partner's trick and left it to him: cards below, and cards above.
template <variant V>
constexpr soft_rule<V> gave_over(double factor) {
    return {"partner's trick: cards below", 1, factor,
            [](const play_context<V>& x) { return x.follows && !x.wins && x.for_side; },
            [](const play_context<V>& x) { return soft_effects::on(x.who, x.under()); }};
}
template <variant V>
constexpr soft_rule<V> gave_under(double factor) {
    return {"partner's trick: cards above", 1, factor,
            [](const play_context<V>& x) { return x.follows && !x.wins && x.for_side; },
            [](const play_context<V>& x) { return soft_effects::on(x.who, x.over()); }};
}

}  // namespace soft

}  // namespace mu
