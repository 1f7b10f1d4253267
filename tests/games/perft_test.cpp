#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include <mu/cards/text.h>
#include <mu/games/perft.h>
#include <mu/games/whist.h>

#include "support/counts.h"
#include "support/naive_whist.h"

namespace {

using namespace mu;
using namespace mu::test;
using counts = std::vector<std::uint64_t>;

// Hands of N E S W; north leads.
game_state<whist> deal(const std::array<std::string_view, 4>& hands, suit trump) {
    per_seat<card_mask> masks{};
    for (std::size_t s = 0; s < 4; ++s) masks[s] = parse_hand(hands[s], whist::deck);
    return whist_start(masks, trump, seat::west);
}

counts counted(const game_state<whist>& s, std::size_t plies) {
    counts out(plies);
    perft_counts(s, std::span(out));
    return out;
}

// With lists of cards.
std::uint64_t plain_perft(const plain_whist& p, int plies) {
    if (plies == 0) return 1;
    std::uint64_t lines = 0;
    for (const plain_card& c : p.legal()) {
        plain_whist next = p;
        next.play(c);
        lines += plain_perft(next, plies - 1);
    }
    return lines;
}

std::uint64_t factorial(int n) {
    return n <= 1 ? 1 : static_cast<std::uint64_t>(n) * factorial(n - 1);
}

constexpr std::array<std::string_view, 4> full{"AT62.K95.Q84.J73", "J73.AT62.K95.Q84",
                                               "Q84.J73.AT62.K95", "K95.Q84.J73.AT62"};
constexpr std::array<std::string_view, 4> small{"Q.K.A.-", "K.A.-.Q", "A.-.Q.K", "-.Q.K.A"};

}  // namespace

TEST_CASE("a full deal has the known number of lines, with spades trump or none") {
    const counts expected{13, 42, 135, 432, 5184, 15696, 48232, 150336};
    for (const suit trump : {suit::spades, suit::none})
        CHECK(counted(deal(full, trump), expected.size()) == expected);
}

TEST_CASE("a deal of three cards has the known number of lines to its end") {
    CHECK(counted(deal(small, suit::spades), 12) ==
          counts{3, 5, 7, 9, 18, 23, 33, 44, 44, 44, 44, 44});
    CHECK(counted(deal(small, suit::none), 12) ==
          counts{3, 5, 7, 9, 18, 24, 36, 48, 48, 48, 48, 48});
}

TEST_CASE("perft gives the entries of perft_counts") {
    for (const suit trump : {suit::spades, suit::hearts, suit::none}) {
        const game_state<whist> s = deal(full, trump);
        const counts all = counted(s, 8);
        for (int plies = 1; plies <= 8; ++plies)
            CHECK(perft(s, plies) == all[static_cast<std::size_t>(plies - 1)]);
    }
    static_assert(perft(whist_start({{{0x1, 0x2, 0x4, 0x8}}}, suit::none, seat::west), 4) == 1);
}

TEST_CASE("perft_counts adds to what is there") {
    counts some{100, 200};
    perft_counts(deal(small, suit::none), std::span(some));
    CHECK(some == counts{103, 205});
}

TEST_CASE("where everyone or no one can follow, all orders are lines") {
    for (int n = 1; n <= 3; ++n) {
        const auto low = (card_mask{1} << n) - 1;
        per_seat<card_mask> one_suit{}, own_suit{};
        for (std::size_t s = 0; s < 4; ++s) {
            one_suit[s] = low << (static_cast<std::size_t>(n) * s);
            own_suit[s] = low << (13 * s);
        }
        const std::uint64_t f = factorial(n);
        for (const suit trump : {suit::spades, suit::clubs, suit::none})
            for (const seat dealer : {seat::north, seat::south}) {
                CHECK(perft(whist_start(one_suit, trump, dealer), 4 * n) == f * f * f * f);
                CHECK(perft(whist_start(own_suit, trump, dealer), 4 * n) == f * f * f * f);
            }
    }
}

TEST_CASE("where all hands hold one card of each suit, only the leads are free") {
    for (int n = 1; n <= 4; ++n) {
        per_seat<card_mask> hands{};
        for (std::size_t s = 0; s < 4; ++s)
            for (int suit_number = 0; suit_number < n; ++suit_number)
                hands[s] |=
                    bit(make_card<whist>(static_cast<suit>(suit_number), 12 - static_cast<int>(s)));
        for (const suit trump : {suit::spades, suit::clubs, suit::none})
            CHECK(perft(whist_start(hands, trump, seat::east), 4 * n) == factorial(n));
    }
}

TEST_CASE("random small deals have as many lines as with lists of cards") {
    rng r(1);
    for (int i = 0; i < count(20, 500); ++i) {
        const game_state<whist> s = random_whist(r, 3);
        const plain_whist p(s);
        const counts all = counted(s, 12);
        for (const int plies : {1, 2, 3, 4, 7, 8, 11, 12})
            CHECK(all[static_cast<std::size_t>(plies - 1)] == plain_perft(p, plies));
    }
}

TEST_CASE("perft from the middle of a trick counts what is left") {
    game_state<whist> s = deal(small, suit::none);
    std::uint64_t lines = 0;
    for (card_mask leads = rules<whist>::legal_moves(s); leads != 0; leads &= leads - 1) {
        game_state<whist> next = s;
        rules<whist>::play_card(next, ops::lsb_index(leads));
        lines += perft(next, 11);
    }
    CHECK(lines == 48);
}
