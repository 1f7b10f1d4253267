// What cards are worth: the sum over a set of cards in a few popcounts.
//
// A card's value is a small number, so each binary digit of it is a set of cards; the points of a
// set are its sizes within those sets, weighted by 1, 2, 4, ...
#pragma once

#include <mu/play/play_space.h>

namespace mu {

// A variant with card points says so: V::points(card, order) -> int, at most 31.
template <typename V>
concept has_points = requires(card c, order_of<V> o) {
    { V::points(c, o) } -> std::convertible_to<int>;
};

namespace detail {

inline constexpr int point_digits = 5;

template <has_points V>
struct point_planes {
    std::array<card_mask, point_digits> plane{};

    explicit constexpr point_planes(order_of<V> o) {
        for (int c = 0; c < deck_traits<V>::cards; ++c) {
            const int points = V::points(static_cast<card>(c), o);
            for (int k = 0; points >> k != 0; ++k)
                if ((points >> k) & 1) plane[k] |= bit(static_cast<card>(c));
        }
    }
};

template <has_points V, std::size_t... I>
constexpr auto make_point_tables(std::index_sequence<I...>) {
    return std::array{point_planes<V>(static_cast<order_of<V>>(I))...};
}
template <has_points V>
constexpr std::size_t order_count() {
    if constexpr (reorders<V>)
        return V::order_count;
    else
        return suit_count + 1;
}
template <has_points V>
inline constexpr auto point_tables =
    make_point_tables<V>(std::make_index_sequence<order_count<V>()>{});

}  // namespace detail

// The points of a set of cards.
template <has_points V>
constexpr int card_points(card_mask m, order_of<V> o) {
    const auto planes = MU_TABLE(detail::point_tables<V>)[static_cast<std::size_t>(o)].plane;
    int sum = 0;
    for (int k = 0; k < detail::point_digits; ++k) sum += ops::popcount(m & planes[k]) << k;
    return sum;
}

}  // namespace mu
