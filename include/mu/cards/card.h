// The names of the table: a card, a suit, a seat.
//
// A card is an index into its deck, suit by suit (spades, hearts, diamonds, clubs), lowest rank of
// the deck's own order first; deck.h derives everything else from that. Seats are numbered in
// playing order, so that the engine never needs to know which way round the table play goes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace mu {

using card = std::uint8_t;        // index into the deck, 0 .. cards - 1
using card_mask = std::uint64_t;  // a set of cards, bit c for card c
inline constexpr card no_card = 0xFF;

constexpr card_mask bit(card c) { return card_mask{1} << c; }

enum class suit : std::uint8_t { spades, hearts, diamonds, clubs, none };  // none: no trump
inline constexpr int suit_count = 4;
// The four suits, to go through; computed, because code on a device has no tables of the host.
struct suit_list {
    struct iterator {
        using iterator_category = std::forward_iterator_tag;
        using value_type = suit;
        using difference_type = std::ptrdiff_t;
        using pointer = const suit*;
        using reference = suit;

        constexpr suit operator*() const { return static_cast<suit>(at); }
        constexpr iterator& operator++() { return ++at, *this; }
        constexpr iterator operator++(int) { return {at++}; }
        friend constexpr bool operator==(const iterator&, const iterator&) = default;

        int at = 0;
    };
    static constexpr iterator begin() { return {0}; }
    static constexpr iterator end() { return {suit_count}; }
    static constexpr std::size_t size() { return suit_count; }
};
inline constexpr suit_list all_suits{};

enum class seat : std::uint8_t { north, east, south, west };

constexpr int index(suit s) { return static_cast<int>(s); }
constexpr int index(seat s) { return static_cast<int>(s); }

// Geometry of the four-seat table.
constexpr seat next_seat(seat s) { return static_cast<seat>((index(s) + 1) & 3); }
constexpr seat partner_of(seat s) { return static_cast<seat>(index(s) ^ 2); }
constexpr int partnership_of(seat s) { return index(s) & 1; }  // 0: north-south, 1: east-west

// The other seats as seen by an observer: 0 sits to his left, 2 to his right.
// REQUIRES: s != observer, opp in 0..2.
constexpr int seat_to_opp(seat observer, seat s) { return ((index(s) - index(observer)) & 3) - 1; }
constexpr seat opp_to_seat(seat observer, int opp) {
    return static_cast<seat>((index(observer) + 1 + opp) & 3);
}

// An array with one entry per seat, indexed by seat or by number.
template <typename T, std::size_t Seats = 4>
struct per_seat : std::array<T, Seats> {
    using std::array<T, Seats>::operator[];
    constexpr T& operator[](seat s) { return (*this)[static_cast<std::size_t>(s)]; }
    constexpr const T& operator[](seat s) const { return (*this)[static_cast<std::size_t>(s)]; }
};

}  // namespace mu
