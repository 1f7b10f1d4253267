// Whist with lists of cards, and its words for the states of the library.
#pragma once

#include <array>
#include <string>

#include <mu/cards/deal.h>
#include <mu/games/whist.h>

#include "support/naive.h"

namespace mu::test {

inline plain_card plain(card c) { return {c / 13, c % 13}; }
inline card whist_card(const plain_card& c) { return static_cast<card>(13 * c.suit + c.strength); }

inline plain_cards plain(card_mask m) {
    plain_cards out;
    for (card c = 0; c < 52; ++c)
        if ((m >> c) & 1) out.push_back(plain(c));
    return out;
}
inline card_mask whist_mask(const plain_cards& cards) {
    card_mask out = 0;
    for (const plain_card& c : cards) out |= card_mask{1} << whist_card(c);
    return out;
}
inline int plain_trump(suit s) { return s == suit::none ? no_trump : index(s); }

struct plain_whist {
    std::array<plain_cards, 4> hands;
    plain_cards played;
    plain_cards trick;  // not yet complete
    int trump = no_trump;
    int leader = 0;
    std::array<int, 2> won{};

    explicit plain_whist(const game_state<whist>& start)
        : trump(plain_trump(start.trump)), leader((index(start.dealer) + 1) % 4) {
        for (std::size_t s = 0; s < 4; ++s) hands[s] = plain(start.hands[s]);
    }

    int to_move() const { return (leader + static_cast<int>(trick.size())) % 4; }
    const plain_cards& hand() const { return hands[static_cast<std::size_t>(to_move())]; }
    plain_cards legal() const {
        return trick.empty() ? hand() : whist_law({.hand = hand(), .trick = trick, .trump = trump});
    }
    bool over() const { return hand().empty(); }
    void play(const plain_card& c) {
        std::erase(hands[static_cast<std::size_t>(to_move())], c);
        played.push_back(c);
        trick.push_back(c);
        if (trick.size() < 4) return;
        leader = (leader + winner_of(trick, trump)) % 4;
        ++won[static_cast<std::size_t>(leader % 2)];
        trick.clear();
    }
};

// Where the state and the lists part company; empty where they do not.
inline std::string difference(const game_state<whist>& s, const plain_whist& p) {
    for (std::size_t i = 0; i < 4; ++i)
        if (s.hands[i] != whist_mask(p.hands[i])) return "hand " + std::to_string(i);
    if (s.played != whist_mask(p.played)) return "played";
    if (plain_trump(s.trump) != p.trump) return "trump";
    if (index(s.current_player) != p.to_move()) return "player to move";
    if (rules<whist>::leading(s) != p.trick.empty()) return "leading";
    if (s.tricks_won[0] != p.won[0] || s.tricks_won[1] != p.won[1]) return "tricks won";
    const std::size_t cards = p.hands[0].size() + p.hands[1].size() + p.hands[2].size() +
                              p.hands[3].size() + p.trick.size();
    if (s.tricks_remaining * std::size_t{4} != cards) return "tricks remaining";
    if (rules<whist>::is_over(s) != p.over()) return "over";
    if (p.over()) return {};
    if (rules<whist>::legal_moves(s) != whist_mask(p.legal())) return "legal moves";
    if (p.trick.empty()) return {};

    const auto at = static_cast<std::size_t>(winner_of(p.trick, p.trump));
    const int leader = p.leader, winner = (leader + static_cast<int>(at)) % 4;
    if (s.trick.mask != whist_mask(p.trick)) return "cards of the trick";
    if (s.trick.num_played != p.trick.size()) return "number of cards in the trick";
    if (index(s.trick.lead_seat) != leader) return "leader";
    if (index(s.trick.lead_suit) != p.trick[0].suit) return "suit led";
    if (index(s.trick.current_winner) != winner) return "winner so far";
    if (s.trick.winning_card != whist_card(p.trick[at])) return "winning card";
    if (trick_winner<whist>(s.trick.mask, s.trick.lead_suit, s.trump) != bit(s.trick.winning_card))
        return "trick_winner";
    for (std::size_t k = 0; k < 4; ++k) {
        const card expected = k < p.trick.size() ? whist_card(p.trick[k]) : no_card;
        if (s.trick.cards[(static_cast<std::size_t>(leader) + k) % 4] != expected)
            return "card of a seat in the trick";
    }
    return {};
}

// A random deal of so many cards each; trump (or none) and dealer at random too.
inline game_state<whist> random_whist(rng& r, int cards_each = 13) {
    std::array<card, 52> deck;
    for (card c = 0; c < 52; ++c) deck[c] = c;
    shuffle(deck, r);
    per_seat<card_mask> hands{};
    std::size_t next = 0;
    for (auto& hand : hands)
        for (int i = 0; i < cards_each; ++i) hand |= card_mask{1} << deck[next++];
    const auto trump = static_cast<suit>(r.below(5));  // in this order: arguments have none
    const auto dealer = static_cast<seat>(r.below(4));
    return whist_start(hands, trump, dealer);
}

inline card random_member(card_mask m, rng& r) {
    const plain_cards cards = plain(m);
    return whist_card(cards[r.below(cards.size())]);
}

// Plays n random legal cards.
inline void play_random(game_state<whist>& s, int n, rng& r) {
    for (int i = 0; i < n; ++i)
        rules<whist>::play_card(s, random_member(rules<whist>::legal_moves(s), r));
}

}  // namespace mu::test
