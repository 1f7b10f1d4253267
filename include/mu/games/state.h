// The state of a deal: plain data, small, trivially copyable.
#pragma once

#include <type_traits>

#include <mu/cards/card_mask.h>

namespace mu {

// The trick on the table. The winner so far is kept up to date card by card, so it is never
// searched.
struct trick_state {
    card_mask mask = 0;  // all cards in this trick
    per_seat<card> cards{no_card, no_card, no_card, no_card};
    suit lead_suit = suit::none;
    seat lead_seat = seat::north;
    seat current_winner = seat::north;
    card winning_card = no_card;
    std::uint8_t num_played = 0;

    friend constexpr bool operator==(const trick_state&, const trick_state&) = default;
};

// The smallest mask that holds the deck.
template <variant V>
using hand_mask = std::conditional_t<(deck_traits<V>::cards > 32), std::uint64_t, std::uint32_t>;

// How many sides count tricks apart: two, or as many as the variant says.
template <variant V>
constexpr int sides_of() {
    if constexpr (requires { V::sides; })
        return V::sides;
    else
        return 2;
}

// Cards not yet played lie in `hands`; played ones in `played`; together they are the deck (less
// what the game lays aside). `trick` holds the cards of the current trick, which count as played. A
// complete trick stays on the table until the next lead.
template <variant V>
struct game_state {
    per_seat<hand_mask<V>, V::seats> hands{};
    hand_mask<V> played = 0;
    trick_state trick{};
    std::array<std::uint8_t, sides_of<V>()> tricks_won{};  // per partnership
    suit trump = suit::none;
    seat dealer = seat::north;
    seat current_player = seat::north;
    std::uint8_t tricks_remaining = 0;
    [[no_unique_address]] typename V::extra extra{};  // what only this game needs

    constexpr card_mask current_hand_mask() const { return hands[current_player]; }

    friend constexpr bool operator==(const game_state&, const game_state&) = default;
};

}  // namespace mu
