// What the outputs of a net stand for that says where unseen cards lie: one for each card in each
// place, place after place, the cards of a place in the order in which the bits show them.
//
// Places are counted as the rows of a belief_state: the other hands from the observer's left on,
// then what lies in no hand, if the game has any (kitty, talon, stock; a discard).
#pragma once

#include <mu/games/places.h>

namespace mu {

template <variant V>
inline constexpr int net_places = [] {
    const game_state<V> s{};
    int most = place_aside - 1;
    for_each_place(s, [&](const place_info& place, const auto&) {
        if (!place.is_hand() && place.number < place_count && place.number > most)
            most = place.number;
    });
    return V::seats - 1 + most - (place_aside - 1);
}();

template <variant V>
inline constexpr int place_outputs = net_places<V> * deck_traits<V>::cards;

}  // namespace mu
