// What a seat may know, as a type.
//
// A view is the state with everything taken out that its observer may not know, so whatever reads a
// view cannot leak. Each game says what that is in one place, hide(state&, observer); a property
// test deals the hidden cards anew and demands equal views.
#pragma once

#include <mu/games/rules.h>

namespace mu {

// The observer of a spectator's view: sees what everybody may know.
inline constexpr seat nobody = static_cast<seat>(0xFF);

template <variant V>
struct view {
    seat observer = seat::north;  // or nobody
    action_set legal{};           // what the observer may do now; empty when it is not his turn
    per_seat<std::uint8_t, V::seats> cards_left{};  // in each hand: everybody can count
    game_state<V> seen{};                           // without what is hidden

    friend constexpr bool operator==(const view&, const view&) = default;
};

template <variant V>
constexpr view<V> view_of(const game_state<V>& s, seat observer) {
    view<V> v{.observer = observer, .seen = s};
    for (int k = 0; k < V::seats; ++k)
        v.cards_left[k] = static_cast<std::uint8_t>(ops::popcount(s.hands[k]));
    hide(v.seen, observer);
    if (!rules<V>::is_over(s) && rules<V>::to_act(s) == observer)
        v.legal = rules<V>::legal_actions(s);
    return v;
}

// Takes all hands but the observer's out: the first step of most games' hide().
template <variant V>
constexpr void hide_other_hands(game_state<V>& s, seat observer) {
    for (int k = 0; k < V::seats; ++k)
        if (k != index(observer)) s.hands[k] = 0;
}

}  // namespace mu
