#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include <doctest/doctest.h>

#include <mu/cards/rng.h>
#include <mu/games/rules.h>
#include <mu/games/whist.h>

#include "support/counts.h"
#include "support/naive_whist.h"

namespace {

using namespace mu;
using namespace mu::test;
using play = rules<whist>;

static_assert(std::is_trivially_copyable_v<game_state<whist>>);
static_assert(std::is_trivially_copyable_v<trick_state>);
static_assert(std::is_standard_layout_v<trick_state>);

// The suits of a set renamed: suit s becomes to[s].
card_mask relabel(card_mask m, const std::array<int, 4>& to) {
    plain_cards out;
    for (const plain_card& c : plain(m))
        out.push_back({to[static_cast<std::size_t>(c.suit)], c.strength});
    return whist_mask(out);
}
suit relabel(suit s, const std::array<int, 4>& to) {
    return s == suit::none ? s : static_cast<suit>(to[static_cast<std::size_t>(index(s))]);
}

bool whole_deck(const game_state<whist>& s) {
    int cards = ops::popcount(s.played);
    card_mask all = s.played;
    for (const card_mask hand : s.hands) {
        cards += ops::popcount(hand);
        all |= hand;
    }
    return cards == 52 && all == deck_traits<whist>::all_cards;  // so no card is in two places
}

}  // namespace

TEST_CASE("random deals play card by card as whist with lists of cards does") {
    rng r(1);
    for (int deal = 0; deal < count(5000, 100000); ++deal) {
        game_state<whist> s = random_whist(r);
        plain_whist p(s);
        for (int ply = 0; ply < 52; ++ply) {
            CAPTURE(deal);
            CAPTURE(ply);
            REQUIRE(difference(s, p) == "");
            REQUIRE(whole_deck(s));
            const card c = random_member(whist_mask(p.legal()), r);
            p.play(plain(c));
            if (ply % 2 == 0)
                play::play_card(s, c);
            else
                play::play_card(s, s.current_player, c);
        }
        REQUIRE(difference(s, p) == "");
        REQUIRE(play::is_over(s));
        REQUIRE(s.played == deck_traits<whist>::all_cards);
        REQUIRE(s.tricks_won[0] + s.tricks_won[1] == 13);
    }
}

TEST_CASE("short deals end when the hands are empty") {
    rng r(2);
    for (int deal = 0; deal < count(500, 20000); ++deal) {
        const int cards = 1 + static_cast<int>(r.below(13));
        game_state<whist> s = random_whist(r, cards);
        plain_whist p(s);
        while (!p.over()) {
            REQUIRE(difference(s, p) == "");
            const card c = random_member(whist_mask(p.legal()), r);
            p.play(plain(c));
            play::play_card(s, c);
        }
        REQUIRE(difference(s, p) == "");
        REQUIRE(s.tricks_won[0] + s.tricks_won[1] == cards);
    }
}

TEST_CASE("renaming the suits, trump too, renames the play and changes nothing else") {
    rng r(3);
    for (int deal = 0; deal < count(500, 20000); ++deal) {
        std::array<int, 4> to{0, 1, 2, 3};
        shuffle(to, r);
        game_state<whist> s = random_whist(r);
        game_state<whist> renamed = s;
        for (auto& hand : renamed.hands) hand = relabel(hand, to);
        renamed.trump = relabel(s.trump, to);
        while (!play::is_over(s)) {
            const card_mask legal = play::legal_moves(s);
            REQUIRE(play::legal_moves(renamed) == relabel(legal, to));
            const card c = random_member(legal, r);
            play::play_card(s, c);
            play::play_card(renamed, ops::lsb_index(relabel(bit(c), to)));
            REQUIRE(renamed.current_player == s.current_player);
            REQUIRE(renamed.tricks_won == s.tricks_won);
            REQUIRE(renamed.trick.current_winner == s.trick.current_winner);
            REQUIRE(bit(renamed.trick.winning_card) == relabel(bit(s.trick.winning_card), to));
            REQUIRE(renamed.trick.lead_suit == relabel(s.trick.lead_suit, to));
        }
    }
}

TEST_CASE("turning the table turns the play and changes nothing else") {
    rng r(4);
    for (int deal = 0; deal < count(500, 20000); ++deal) {
        const int by = 1 + deal % 3;
        const auto turned_seat = [&](seat s) { return static_cast<seat>((index(s) + by) % 4); };
        game_state<whist> s = random_whist(r);
        per_seat<card_mask> hands{};
        for (std::size_t i = 0; i < 4; ++i) hands[turned_seat(static_cast<seat>(i))] = s.hands[i];
        game_state<whist> turned = whist_start(hands, s.trump, turned_seat(s.dealer));
        while (!play::is_over(s)) {
            const card_mask legal = play::legal_moves(s);
            REQUIRE(turned.current_player == turned_seat(s.current_player));
            REQUIRE(play::legal_moves(turned) == legal);
            const card c = random_member(legal, r);
            play::play_card(s, c);
            play::play_card(turned, c);
            REQUIRE(turned.trick.current_winner == turned_seat(s.trick.current_winner));
            auto won = s.tricks_won;
            if (by % 2 == 1) std::swap(won[0], won[1]);
            REQUIRE(turned.tricks_won == won);
        }
    }
}

TEST_CASE("a copy of the state is an undo: playing on it leaves the original alone") {
    rng r(5);
    for (int deal = 0; deal < count(100, 5000); ++deal) {
        game_state<whist> s = random_whist(r);
        plain_whist p(s);
        while (!p.over()) {
            const game_state<whist> before = s;
            for (const plain_card& c : p.legal()) {
                play::play_card(s, whist_card(c));
                REQUIRE(difference(before, p) == "");
                REQUIRE(s != before);
                s = before;
                REQUIRE(difference(s, p) == "");
            }
            const card c = random_member(whist_mask(p.legal()), r);
            p.play(plain(c));
            play::play_card(s, c);
        }
    }
}

TEST_CASE("trick_winner agrees with a look at the cards for every lead and trump") {
    rng r(6);
    for (int i = 0; i < count(5000, 500000); ++i) {
        plain_cards trick = shuffled_pack(13, r);
        trick.resize(1 + r.below(4));
        const suit trump = static_cast<suit>(r.below(5));
        const auto at = static_cast<std::size_t>(winner_of(trick, plain_trump(trump)));
        REQUIRE(trick_winner<whist>(whist_mask(trick), static_cast<suit>(trick[0].suit), trump) ==
                bit(whist_card(trick[at])));
    }
}
