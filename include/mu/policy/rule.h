// The rule player: one function from what a seat sees to an action, for every game.
//
// A game's own rules stand in src/games/<game>/rule.cpp, as rule_choice(view, record), declared
// beside the game's rules; docs/bidding/ says what they are. A game without any plays its cards by
// the common sense of card_play.h, and of its other actions takes the first.
#pragma once

#include <mu/policy/card_play.h>

namespace mu {

// For games without rules of their own.
inline constexpr play_weights general_sense{};

// REQUIRES: the observer is to act.
template <variant V>
action choose_by_rule(const view<V>& v, [[maybe_unused]] public_record record) {
    if constexpr (requires { rule_choice(v, record); })
        return rule_choice(v, record);
    else if (v.legal.first == 0 && (v.legal.mask & deck_traits<V>::all_cards) != 0)
        return play_by_sense(v, {}, general_sense, record);
    else
        return static_cast<action>(v.legal.first + ops::lsb_index(v.legal.mask));
}

// Why, in a sentence; empty where the game gives no reasons.
// REQUIRES: as above.
template <variant V>
std::string reason_by_rule([[maybe_unused]] const view<V>& v,
                           [[maybe_unused]] public_record record) {
    if constexpr (requires { rule_reason(v, record); })
        return rule_reason(v, record);
    else
        return {};
}

// Whether an action is legal.
constexpr bool may(const action_set& legal, int a) {
    return legal.contains(static_cast<action>(a));
}

}  // namespace mu
