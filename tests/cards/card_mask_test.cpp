// Cards, decks and sets of cards, against loops over single cards.
#include <vector>

#include <doctest/doctest.h>

#include <mu/cards/card_mask.h>
#include <mu/cards/rng.h>

#include "support/counts.h"

namespace {

using namespace mu;

template <const deck_info& Deck, int Seats = 4>
struct table {
    static constexpr deck_info deck = Deck;
    static constexpr int seats = Seats;
};
using any52 = table<decks::french_52>;
using any36 = table<decks::french_36>;
using any32 = table<decks::french_32>;
using any24 = table<decks::french_24>;
using any25 = table<decks::french_25>;
using any32h = table<decks::hungarian_32, 3>;
using any24h = table<decks::hungarian_24, 2>;
using any20h = table<decks::hungarian_20, 2>;
#define MU_ALL_TABLES any52, any36, any32, any24, any25, any32h, any24h, any20h

static_assert(variant<any52>);

// The cards of a set, lowest first, found one by one.
std::vector<card> members(card_mask m) {
    std::vector<card> out;
    for (card c = 0; c < 64; ++c)
        if ((m >> c) & 1) out.push_back(c);
    return out;
}

// Sets of every density, the empty and the full one among them.
std::vector<card_mask> random_masks(int n, std::uint64_t seed) {
    rng r(seed);
    std::vector<card_mask> out{0, ~card_mask{0}, 1, card_mask{1} << 63};
    for (int i = 0; i < n; ++i) {
        const card_mask a = r.next(), b = r.next(), c = r.next();
        for (const card_mask m : {a, a & b, a | b, a & b & c, a | b | c}) out.push_back(m);
    }
    return out;
}

}  // namespace

TEST_CASE("cards: the suit masks of 52 cards") {
    CHECK(suit_masks<any52>[suit::spades] == 0x1FFF);
    CHECK(suit_masks<any52>[suit::hearts] == 0x3FFE000);
    CHECK(suit_masks<any52>[suit::diamonds] == 0x7FFC000000);
    CHECK(suit_masks<any52>[suit::clubs] == 0xFFF8000000000);
    CHECK(suit_masks<any52>[suit::none] == 0);
    CHECK(deck_traits<any52>::all_cards == 0xFFFFFFFFFFFFF);
    // Queen and seven of hearts.
    CHECK(make_card<any52>(suit::hearts, 10) == 23);
    CHECK(make_card<any52>(suit::hearts, 5) == 18);
}

TEST_CASE("cards: the nine decks have their sizes") {
    const std::vector<int> sizes{52, 36, 32, 24, 25, 32, 24, 20, 32};
    REQUIRE(decks::all.size() == sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const deck_info& deck = decks::all[i];
        CHECK(deck.card_count() == sizes[i]);
        CHECK(deck.suits.size() == suit_count);
        for (std::size_t r = 0; r < deck.ranks.size(); ++r)
            CHECK(deck.ranks.find(deck.ranks[r]) == r);
        for (std::size_t s = 0; s < deck.suits.size(); ++s)
            CHECK(deck.suits.find(deck.suits[s]) == s);
    }
}

TEST_CASE_TEMPLATE("cards: the suits tile the deck, but for a joker", V, MU_ALL_TABLES) {
    using traits = deck_traits<V>;
    card_mask seen = 0;
    for (const suit s : all_suits) {
        CHECK((seen & suit_masks<V>[s]) == 0);
        CHECK(suit_masks<V>[s] == suit_masks<V>[static_cast<std::size_t>(s)]);
        CHECK(ops::popcount(suit_masks<V>[s]) == traits::ranks);
        seen |= suit_masks<V>[s];
    }
    const card_mask joker = V::deck.joker ? bit(traits::cards - 1) : 0;
    CHECK((seen & joker) == 0);
    CHECK((seen | joker) == traits::all_cards);
    CHECK(ops::popcount(traits::all_cards) == traits::cards);
    CHECK(suit_masks<V>[suit::none] == 0);
    for (card c = 0; c < traits::cards; ++c) {
        CHECK(V::deck.is_joker(c) == ((bit(c) & joker) != 0));
        CHECK((suit_of<V>(c) == suit::none) == V::deck.is_joker(c));
        if (V::deck.is_joker(c)) continue;
        CHECK(make_card<V>(suit_of<V>(c), rank_of<V>(c)) == c);
        CHECK((suit_masks<V>[suit_of<V>(c)] & bit(c)) != 0);
        CHECK(rank_of<V>(c) < traits::ranks);
    }
    for (const suit trump : {suit::spades, suit::clubs, suit::none})
        CHECK(traits::remap(traits::all_cards, trump) == traits::all_cards);
}

TEST_CASE_TEMPLATE("cards: suits and ranks of a set, card by card", V, MU_ALL_TABLES) {
    for (const card_mask any : random_masks(test::count(200, 20000), 1)) {
        const card_mask m = any & deck_traits<V>::all_cards;
        for (const suit s : all_suits) {
            card_mask cards = 0;
            unsigned ranks = 0;
            for (const card c : members(m)) {
                if (suit_of<V>(c) != s) continue;
                cards |= bit(c);
                ranks |= 1U << rank_of<V>(c);
            }
            REQUIRE(ops::cards_in_suit<V>(m, s) == cards);
            REQUIRE(ops::suit_ranks<V>(m, s) == ranks);
        }
        REQUIRE(ops::cards_in_suit<V>(m, suit::none) == 0);
    }
}

TEST_CASE("cards: operations on sets, card by card") {
    for (const card_mask m : random_masks(test::count(1000, 100000), 2)) {
        const std::vector<card> cards = members(m);
        REQUIRE(ops::popcount(m) == static_cast<int>(cards.size()));

        std::vector<card> visited;
        ops::for_each(m, [&](card c) { visited.push_back(c); });
        REQUIRE(visited == cards);

        if (m == 0) {
            REQUIRE(ops::lsb(m) == 0);
            continue;
        }
        REQUIRE(ops::lsb_index(m) == cards.front());
        REQUIRE(ops::msb_index(m) == cards.back());
        REQUIRE(ops::lsb(m) == bit(cards.front()));
        for (std::size_t n = 0; n < cards.size(); ++n)
            REQUIRE(ops::nth_set_bit(m, static_cast<int>(n)) == bit(cards[n]));

        card_mask left = m;
        for (const card c : cards) REQUIRE(ops::pop_lsb(left) == bit(c));
        REQUIRE(left == 0);
        REQUIRE(ops::pop_lsb(left) == 0);
    }
}

TEST_CASE("cards: operations on sets are constant expressions") {
    static_assert(ops::popcount(0b1011) == 3);
    static_assert(ops::lsb_index(0b1100) == 2);
    static_assert(ops::msb_index(0b1100) == 3);
    static_assert(ops::nth_set_bit(0b101100, 2) == 0b100000);
    static_assert(ops::suit_ranks<any52>(suit_masks<any52>[suit::clubs], suit::clubs) == 0x1FFF);
}

TEST_CASE("cards: bits gathered and scattered, one by one") {
    const auto masks = random_masks(test::count(100, 10000), 3);
    rng r(4);
    for (const card_mask m : masks) {
        const card_mask x = r.next();
        card_mask scattered = 0, gathered = 0;
        int i = 0;
        for (const card c : members(m)) {
            if ((x >> i) & 1) scattered |= bit(c);
            if ((x >> c) & 1) gathered |= card_mask{1} << i;
            ++i;
        }
        REQUIRE(arch::deposit(x, m) == scattered);
        REQUIRE(arch::extract(x, m) == gathered);
    }
}

TEST_CASE("seats: geometry of the table of four") {
    for (int i = 0; i < 4; ++i) {
        const auto s = static_cast<seat>(i);
        CHECK(index(next_seat(s)) == (i + 1) % 4);
        CHECK(partner_of(s) == next_seat(next_seat(s)));
        CHECK(partner_of(partner_of(s)) == s);
        CHECK(partnership_of(s) == partnership_of(partner_of(s)));
        CHECK(partnership_of(s) != partnership_of(next_seat(s)));
        CHECK(opp_to_seat(s, 0) == next_seat(s));
        CHECK(opp_to_seat(s, 1) == partner_of(s));
        CHECK(next_seat(opp_to_seat(s, 2)) == s);
        for (int opp = 0; opp < 3; ++opp) {
            CHECK(opp_to_seat(s, opp) != s);
            CHECK(seat_to_opp(s, opp_to_seat(s, opp)) == opp);
        }
    }
    CHECK(partnership_of(seat::north) == 0);
    CHECK(partnership_of(seat::east) == 1);
}

TEST_CASE_TEMPLATE("seats: play goes round the table", V, MU_ALL_TABLES) {
    for (int i = 0; i < V::seats; ++i) {
        const auto s = static_cast<seat>(i);
        CHECK(seat_after<V>(s, 0) == s);
        CHECK(seat_after<V>(s, V::seats) == s);
        CHECK(index(seat_after<V>(s)) == (i + 1) % V::seats);
        if (V::seats == 4) CHECK(seat_after<V>(s) == next_seat(s));
    }
}

TEST_CASE("seats: an array per seat") {
    per_seat<int> tricks{};
    tricks[seat::west] = 7;
    CHECK(tricks[3] == 7);
    CHECK(tricks.size() == 4);
    const per_seat<int, 3> three{{{1, 2, 3}}};
    CHECK(three[seat::south] == 3);
}
