// Random playouts of a game state: the bridge from card space to the playout kernel.
#pragma once

#include <random>

#include <mu/games/rules.h>

namespace mu {

template <variant V>
using word_of = typename play_space<V>::word;
template <variant V>
using position_of = play_position<word_of<V>, V::play.seats>;

// The position in play space, hands counted from the leader of the current trick. A game that uses
// more of play_position fills it in by a hook, complete_position(state, space, position&).
// REQUIRES: all of V::play.seats play, and cards rank the same until the end of the deal.
template <variant V>
constexpr position_of<V> to_position(const game_state<V>& s) {
    using word = word_of<V>;
    using play = trick_play<V>;
    const order_of<V> order = play::order(s);
    const play_space<V> space = space_of<V>(order);
    const bool leading = play::leading(s);
    const seat leader = leading ? s.current_player : s.trick.lead_seat;
    position_of<V> p{};
    for (int k = 0; k < V::play.seats; ++k)
        p.hand[k] = space.to_play(card_mask{s.hands[seat_after<V>(leader, k)]});
    p.trumps = space.trumps();
    if constexpr (V::play.follow.spare_top_trump) p.top_trump = space.to_play(V::top_trump(order));
    p.tricks = s.tricks_remaining;
    if constexpr (requires { complete_position(s, space, p); }) complete_position(s, space, p);
    if (leading) return p;

    const word best = space.to_play(s.trick.winning_card);
    p.led = arch::fill_field(space.to_play(s.trick.cards[leader]));
    p.beaters = above(best) & (p.led | p.trumps);
    p.trick = space.to_play(s.trick.mask);
    const word followed = p.trick & p.led;
    p.heads = above(word{1} << arch::highest_index(followed)) & p.led;
    p.played = s.trick.num_played;
    p.winning = static_cast<std::uint8_t>(
        (index(s.trick.current_winner) - index(leader) + V::seats) % V::seats);
    return p;
}

// One playout by the rules that the position asks for.
template <variant V>
constexpr playout_result<word_of<V>> playout_of(const position_of<V>& from, std::uint64_t seed) {
    if constexpr (requires { V::other_play; })
        if (from.other_play != 0) return playout<V::other_play>(from, seed);
    return playout<V::play>(from, seed);
}

// Plays s to the end at random and returns the tricks of each partnership. Draws once from rng.
template <variant V, std::uniform_random_bit_generator Rng>
constexpr std::array<std::uint8_t, 2> rollout(const game_state<V>& s, Rng& rng) {
    const auto result = playout_of<V>(to_position(s), rng());
    const seat leader = trick_play<V>::leading(s) ? s.current_player : s.trick.lead_seat;
    const auto a = static_cast<std::size_t>(partnership_of(leader));
    std::array<std::uint8_t, 2> won = s.tricks_won;
    won[a] = static_cast<std::uint8_t>(won[a] + result.tricks);
    won[1 - a] = static_cast<std::uint8_t>(won[1 - a] + s.tricks_remaining - result.tricks);
    return won;
}

}  // namespace mu
