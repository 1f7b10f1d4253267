// What a seat may know, as a type.
//
// A view is the state with everything taken out that its observer may not know, so whatever reads a
// view cannot leak. Which cards that are follows from where the game says that they lie
// (games/places.h); what is derived from secrets besides (honours dealt, predictions) a game takes
// out in a hook, hide_derived(state&, observer). A property test deals the hidden cards anew and
// demands equal views.
#pragma once

#include <mu/games/places.h>
#include <mu/games/rules.h>

namespace mu {

template <variant V>
struct view {
    seat observer = seat::north;  // or nobody
    action_set legal{};           // what the observer may do now; empty when it is not his turn
    per_seat<std::uint8_t, V::seats> cards_left{};  // in each hand: everybody can count
    game_state<V> seen{};                           // without what is hidden

    friend constexpr bool operator==(const view&, const view&) = default;
};

// Takes out of a state what the observer may not know.
template <variant V>
constexpr void hide(game_state<V>& s, seat observer) {
    for_each_place(s, [&](const place_info& place, auto&& slot) {
        if (!place.is_seen_by(observer)) put_cards(slot, cards_in(slot) & place.shown);
    });
    if constexpr (requires { hide_derived(s, observer); }) hide_derived(s, observer);
}

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

}  // namespace mu
