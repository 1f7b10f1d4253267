// Dealing, by number or at random.
//
// A deal puts every card of the deck in a *place*: a hand, a talon, the upcard, the kitty, or,
// where the order of a stock matters, one place for each of its cards. A deal_layout says how many
// cards each place gets:
//
//     whist     13 13 13 13            euchre    5 5 5 5  1 3     (upcard, kitty)
//     ulti      12 10 10               snapszer  5 5  1  1 1 1 1 1 1 1 1 1
//
// The deals of a layout are numbered 0 .. deal_count - 1. Place by place, the cards are a
// combination of those still undealt; a combination's rank is its place in the combinatorial number
// system (D. Knuth, TAOCP 4A, 7.2.1.3: positions c1 < c2 < ... have rank C(c1,1) + C(c2,2) + ...,
// so that ranks follow the numeric order of the masks). These ranks are the digits of the deal's
// number in a mixed radix, the first place the least significant. The numbering is part of the
// public interface: a number written down names the same deal for ever.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include <mu/arch.h>
#include <mu/cards/card.h>
#include <mu/cards/rng.h>

namespace mu {

using deal_number = uint128;  // 52 cards in four hands need 96 bits

inline constexpr int most_places = 16;
inline constexpr int most_cards = 52;

// Made by layout(), which checks it.
struct deal_layout {
    std::array<std::uint8_t, most_places> sizes{};  // cards in each place
    int places = 0;
    int cards = 0;  // sum of the sizes

    friend constexpr bool operator==(const deal_layout&, const deal_layout&) = default;
};

namespace detail {

using binomial_table = std::array<std::array<std::uint64_t, most_cards + 1>, most_cards + 1>;

consteval binomial_table make_binomials() {
    binomial_table table{};
    for (std::size_t n = 0; n < table.size(); ++n) {
        table[n][0] = 1;
        for (std::size_t k = 1; k <= n; ++k) table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
    }
    return table;
}
inline constexpr binomial_table binomials = make_binomials();

// Ways to choose k of n; 0 if k > n. REQUIRES: 0 <= n, k <= most_cards.
constexpr std::uint64_t binomial(int n, int k) {
    return MU_TABLE(binomials)[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

// The combination of k positions that has this rank, as a mask. REQUIRES: rank < binomial(n, k).
constexpr std::uint64_t unrank_combination(int n, int k, std::uint64_t rank) {
    std::uint64_t positions = 0;
    for (; k > 0; --k) {
        do --n;
        while (binomial(n, k) > rank);
        rank -= binomial(n, k);
        positions |= std::uint64_t{1} << n;
    }
    assert(rank == 0);
    return positions;
}

constexpr std::uint64_t rank_combination(std::uint64_t positions) {
    std::uint64_t rank = 0;
    for (int k = 1; positions != 0; positions &= positions - 1, ++k)
        rank += binomial(arch::lowest_index(positions), k);
    return rank;
}

constexpr card_mask first_cards(int n) { return (card_mask{1} << n) - 1; }

}  // namespace detail

// Number of different deals. REQUIRES: a checked layout (the count fits).
constexpr deal_number deal_count(const deal_layout& of) {
    deal_number count = 1;
    int left = of.cards;
    for (int p = 0; p < of.places; ++p) {
        const int size = of.sizes[static_cast<std::size_t>(p)];
        count *= detail::binomial(left, size);
        left -= size;
    }
    return count;
}

// A layout from its sizes. Too many places, cards or deals throw std::invalid_argument; in a
// constant they do not compile.
constexpr deal_layout layout(std::initializer_list<int> sizes) {
    if (sizes.size() == 0 || sizes.size() > most_places)
        throw std::invalid_argument("a deal has 1 to 16 places");
    deal_layout out;
    for (const int size : sizes) {
        if (size < 0 || size > most_cards - out.cards)
            throw std::invalid_argument("a deal has 1 to 52 cards");
        out.sizes[static_cast<std::size_t>(out.places++)] = static_cast<std::uint8_t>(size);
        out.cards += size;
    }
    if (out.cards == 0) throw std::invalid_argument("a deal has 1 to 52 cards");
    // deal_count must not overflow.
    deal_number room = ~deal_number{0};
    int left = out.cards;
    for (const int size : sizes) {
        room /= detail::binomial(left, size);
        left -= size;
    }
    if (room == 0) throw std::invalid_argument("the deals are too many for a 128-bit number");
    return out;
}

// The deal with number n. REQUIRES: n < deal_count(of), places.size() == of.places.
constexpr void unrank_deal(const deal_layout& of, deal_number n, std::span<card_mask> places) {
    assert(n < deal_count(of));
    assert(places.size() == static_cast<std::size_t>(of.places));
    card_mask undealt = detail::first_cards(of.cards);
    int left = of.cards;
    for (std::size_t p = 0; p < places.size(); ++p) {
        const int size = of.sizes[p];
        const std::uint64_t radix = detail::binomial(left, size);
        const auto rank = static_cast<std::uint64_t>(n % radix);
        n /= radix;
        places[p] = arch::deposit(detail::unrank_combination(left, size, rank), undealt);
        undealt ^= places[p];
        left -= size;
    }
}

// The number of a deal. REQUIRES: places has the sizes of the layout and tiles its cards.
constexpr deal_number rank_deal(const deal_layout& of, std::span<const card_mask> places) {
    assert(places.size() == static_cast<std::size_t>(of.places));
    card_mask undealt = detail::first_cards(of.cards);
    int left = of.cards;
    deal_number n = 0;
    deal_number weight = 1;
    for (std::size_t p = 0; p < places.size(); ++p) {
        const int size = of.sizes[p];
        assert(arch::popcount(places[p]) == static_cast<card_mask>(size));
        assert((places[p] & ~undealt) == 0);
        n += weight * detail::rank_combination(arch::extract(places[p], undealt));
        weight *= detail::binomial(left, size);
        undealt ^= places[p];
        left -= size;
    }
    return n;
}

// A deal drawn at random, each with the same probability. The deck in index order is shuffled (see
// shuffle() for the order of the draws); the first cards go to the first place, and so on.
// REQUIRES: places.size() == of.places.
constexpr void deal_random(const deal_layout& of, rng& generator, std::span<card_mask> places) {
    assert(places.size() == static_cast<std::size_t>(of.places));
    std::array<card, most_cards> deck{};
    const std::span<card> cards = std::span(deck).first(static_cast<std::size_t>(of.cards));
    std::iota(cards.begin(), cards.end(), card{0});
    shuffle(cards, generator);
    auto next = cards.begin();
    for (std::size_t p = 0; p < places.size(); ++p) {
        places[p] = 0;
        for (int i = 0; i < of.sizes[p]; ++i) places[p] |= bit(*next++);
    }
}

// For outside callers: as unrank_deal and rank_deal, but a number out of range, a wrong number of
// places, a place of the wrong size, a card dealt twice or not in the deck is a
// std::invalid_argument, thrown before anything is written.
void deal_by_number(const deal_layout& of, deal_number n, std::span<card_mask> places);
deal_number number_of_deal(const deal_layout& of, std::span<const card_mask> places);

std::string to_string(deal_number n);
deal_number parse_deal_number(std::string_view text);  // decimal, or hexadecimal after 0x

}  // namespace mu
