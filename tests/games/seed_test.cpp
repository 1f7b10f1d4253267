// The calls that the library's first description shows, by the names it uses.

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <mu/arch.h>
#include <mu/cards/card_mask.h>
#include <mu/cards/rng.h>
#include <mu/games/rollout.h>
#include <mu/games/rules.h>
#include <mu/games/state.h>
#include <mu/games/whist.h>

#include "support/naive_whist.h"

namespace {

using namespace mu;
using mu::test::random_whist;

static_assert(std::is_same_v<card_mask, std::uint64_t>);
static_assert(std::is_same_v<card, std::uint8_t>);

// Ranks 2 .. A are 0 .. 12.
constexpr int ten = 8, king = 11;
constexpr card of(suit s, int rank) { return static_cast<card>(13 * index(s) + rank); }

// One trick in which east leads: the cards of north, east, south and west.
game_state<whist> one_trick(const std::array<card, 4>& cards, suit trump) {
    game_state<whist> state = whist_start(
        {{{bit(cards[0]), bit(cards[1]), bit(cards[2]), bit(cards[3])}}}, trump, seat::north);
    for (const std::size_t who : {1, 2, 3, 0})
        rules<whist>::play_card(state, state.current_player, cards[who]);
    return state;
}

}  // namespace

TEST_CASE("suit masks are thirteen bits each, spades lowest") {
    CHECK(suit_masks<whist>[0] == 0x0000000000001FFF);
    CHECK(suit_masks<whist>[1] == 0x0000000003FFE000);
    CHECK(suit_masks<whist>[2] == 0x0000007FFC000000);
    CHECK(suit_masks<whist>[3] == 0x000FFF8000000000);
    CHECK(suit_masks<whist>[suit::none] == 0);
    CHECK(deck_traits<whist>::all_cards == 0x000FFFFFFFFFFFFF);
    for (const suit s : all_suits)
        CHECK(suit_masks<whist>[s] == suit_masks<whist>[static_cast<std::size_t>(index(s))]);
}

TEST_CASE("a hand is a set of bits") {
    const card_mask hand = (1ULL << 12)     // ace of spades
                           | (1ULL << 11)   // king of spades
                           | (1ULL << 23)   // queen of hearts
                           | (1ULL << 31)   // seven of diamonds
                           | (1ULL << 39);  // two of clubs
    CHECK((hand & suit_masks<whist>[0]) != 0);
    CHECK(std::popcount(hand) == 5);
    CHECK(ops::popcount(hand) == 5);
    CHECK(suit_of<whist>(23) == suit::hearts);
    CHECK(rank_of<whist>(23) == 10);
    CHECK(suit_of<whist>(31) == suit::diamonds);
    CHECK(suit_of<whist>(39) == suit::clubs);
    CHECK(ops::cards_in_suit<whist>(hand, suit::spades) == 0x1800);
    CHECK(ops::cards_in_suit<whist>(hand, suit::none) == 0);
}

TEST_CASE("partners sit opposite, and seat & 1 is the partnership") {
    for (int s = 0; s < 4; ++s) {
        CHECK(partnership_of(static_cast<seat>(s)) == (s & 1));
        CHECK(index(partner_of(static_cast<seat>(s))) == (s + 2) % 4);
        CHECK(index(next_seat(static_cast<seat>(s))) == (s + 1) % 4);
    }
    CHECK(index(seat::north) == 0);
    CHECK(index(seat::east) == 1);
    CHECK(index(seat::south) == 2);
    CHECK(index(seat::west) == 3);
}

TEST_CASE("the trick 10h Kh 5h 2s with spades trump is north's") {
    const card two_spades = of(suit::spades, 0), ten_hearts = of(suit::hearts, ten);
    const card king_hearts = of(suit::hearts, king), five_hearts = of(suit::hearts, 3);
    const std::array<card, 4> cards{two_spades, ten_hearts, king_hearts, five_hearts};
    const game_state<whist> state = one_trick(cards, suit::spades);

    const trick_state& t = state.trick;
    CHECK(t.mask == (1ULL << 0 | 1ULL << 16 | 1ULL << 21 | 1ULL << 24));
    for (std::size_t s = 0; s < 4; ++s) CHECK(t.cards[s] == cards[s]);  // by seat
    CHECK(t.lead_suit == suit::hearts);
    CHECK(t.lead_seat == seat::east);
    CHECK(t.current_winner == seat::north);
    CHECK(t.winning_card == 0);
    CHECK(t.num_played == 4);
    CHECK(state.tricks_won == std::array<std::uint8_t, 2>{1, 0});
    CHECK(state.played == t.mask);
    CHECK(state.current_player == seat::north);
    CHECK(state.tricks_remaining == 0);
    CHECK(state.current_hand_mask() == 0);

    CHECK(trick_winner<whist>(t.mask, suit::hearts, suit::spades) == bit(two_spades));
    CHECK(trick_winner<whist>(t.mask, suit::hearts, suit::none) == bit(king_hearts));
    CHECK(trick_winner<whist>(t.mask, suit::hearts, suit::clubs) == bit(king_hearts));

    // Without trumps south's king wins; had west ruffed with the nine, it would beat the two.
    CHECK(one_trick(cards, suit::none).trick.current_winner == seat::south);
    const card nine_spades = of(suit::spades, 7);
    const auto ruffed = one_trick({two_spades, ten_hearts, king_hearts, nine_spades}, suit::spades);
    CHECK(ruffed.trick.current_winner == seat::west);
    CHECK(ruffed.trick.winning_card == nine_spades);
}

TEST_CASE("the winner so far is kept card by card") {
    const card two_spades = of(suit::spades, 0), ten_hearts = of(suit::hearts, ten);
    const card king_hearts = of(suit::hearts, king), five_hearts = of(suit::hearts, 3);
    game_state<whist> state =
        whist_start({{{bit(two_spades), bit(ten_hearts), bit(king_hearts), bit(five_hearts)}}},
                    suit::spades, seat::north);
    CHECK(rules<whist>::leading(state));
    CHECK(state.trick.winning_card == no_card);
    const auto winner_after = [&](card c) {
        rules<whist>::play_card(state, state.current_player, c);
        return state.trick.current_winner;
    };
    CHECK(winner_after(ten_hearts) == seat::east);
    CHECK(!rules<whist>::leading(state));
    CHECK(winner_after(king_hearts) == seat::south);
    CHECK(winner_after(five_hearts) == seat::south);
    CHECK(state.trick.num_played == 3);
    CHECK(winner_after(two_spades) == seat::north);
    CHECK(rules<whist>::leading(state));
}

TEST_CASE("the bits of a hand are visited lowest first") {
    card_mask hand = (1ULL << 3) | (1ULL << 12) | (1ULL << 51) | 1ULL;
    CHECK(ops::lsb(hand) == 1);
    CHECK(ops::lsb_index(hand) == 0);
    CHECK(ops::msb_index(hand) == 51);
    CHECK(ops::nth_set_bit(hand, 0) == 1ULL);
    CHECK(ops::nth_set_bit(hand, 2) == 1ULL << 12);
    CHECK(ops::nth_set_bit(hand, 3) == 1ULL << 51);

    std::vector<int> visited;
    for (card_mask left = hand; left != 0; left &= left - 1)
        visited.push_back(ops::lsb_index(left));
    CHECK(visited == std::vector{0, 3, 12, 51});

    CHECK(ops::pop_lsb(hand) == 1);
    CHECK(ops::pop_lsb(hand) == 8);
    CHECK(hand == ((1ULL << 12) | (1ULL << 51)));
}

TEST_CASE("ranks of a suit are gathered and scattered") {
    rng r(1);
    for (int i = 0; i < 1000; ++i) {
        const card_mask hand = r.next() & deck_traits<whist>::all_cards;
        for (const suit s : all_suits) {
            const std::uint16_t ranks = ops::suit_ranks<whist>(hand, s);
            REQUIRE(ranks == arch::extract(hand, suit_masks<whist>[s]));
            REQUIRE(arch::deposit(ranks, suit_masks<whist>[s]) ==
                    ops::cards_in_suit<whist>(hand, s));
            for (int rank = 0; rank < 13; ++rank)
                REQUIRE(((ranks >> rank) & 1) == ((hand >> of(s, rank)) & 1));
        }
    }
    CHECK(ops::suit_ranks<whist>(1ULL << 12 | 1ULL, suit::spades) == 0x1001);
}

TEST_CASE("whist orders the cards as they are numbered, so remap changes nothing") {
    for (const suit trump : {suit::spades, suit::hearts, suit::diamonds, suit::clubs, suit::none})
        CHECK(deck_traits<whist>::remap(0x000123456789ABCD, trump) == 0x000123456789ABCD);
}

TEST_CASE("a player must follow suit, and a void hand may play anything") {
    // Ace and king of spades, seven of hearts, three of diamonds.
    const card_mask hand = (1ULL << 12) | (1ULL << 11) | (1ULL << 18) | (1ULL << 27);
    CHECK((hand & suit_masks<whist>[1]) == 1ULL << 18);

    game_state<whist> state;
    state.tricks_remaining = 1;
    state.trump = suit::clubs;
    state.hands[seat::north] = (1ULL << 13) | (1ULL << 40);  // two of hearts, three of clubs
    state.hands[seat::east] = hand;
    CHECK(rules<whist>::legal_moves(state) == state.hands[seat::north]);  // leading: any card

    game_state<whist> hearts_led = state;
    rules<whist>::play_card(hearts_led, hearts_led.current_player, 13);
    CHECK(hearts_led.current_hand_mask() == hand);
    CHECK(rules<whist>::legal_moves(hearts_led) == 1ULL << 18);

    rules<whist>::play_card(state, state.current_player, 40);
    CHECK(rules<whist>::legal_moves(state) == hand);
}

TEST_CASE("a rollout written by hand plays a deal to its end") {
    rng r(2);
    std::array<int, 2> sum{};
    for (int i = 0; i < 200; ++i) {
        game_state<whist> state = random_whist(r);
        while (state.tricks_remaining > 0) {
            const card_mask moves = rules<whist>::legal_moves(state);
            const int count = ops::popcount(moves);
            const int index = static_cast<int>(r.below(static_cast<std::uint64_t>(count)));
            const card c = ops::lsb_index(ops::nth_set_bit(moves, index));
            REQUIRE((moves & bit(c)) != 0);
            rules<whist>::play_card(state, state.current_player, c);
        }
        REQUIRE(state.tricks_won[0] + state.tricks_won[1] == 13);
        for (std::size_t side = 0; side < 2; ++side) sum[side] += state.tricks_won[side];
    }
    CHECK(sum[0] > 1000);  // neither side wins everything
    CHECK(sum[1] > 1000);
}

TEST_CASE("rollout takes a state and a generator and gives the tricks of both partnerships") {
    rng r(3);
    const game_state<whist> state = random_whist(r);
    const game_state<whist> before = state;
    const std::array<std::uint8_t, 2> tricks = rollout(state, r);
    CHECK(tricks[0] + tricks[1] == 13);
    CHECK(state == before);
}
