// Random playouts of a game state: the bridge from card space to the playout kernel.
#pragma once

#include <random>

#include <mu/games/rules.h>

namespace mu {

template <variant V>
using word_of = typename play_space<V>::word;
template <variant V>
using position_of = play_position<word_of<V>, V::play.seats>;

// The position in play space as the given seats play it, the leader of the current trick first, and
// as an order ranks the cards. A game that uses more of play_position fills it in by a hook,
// complete_position(state, space, position&).
// REQUIRES: no other seats play, and cards rank so until the end of the deal.
template <variant V, std::size_t Seats>
MU_INLINE constexpr auto to_position(const game_state<V>& s,
                                     const std::array<seat, Seats>& from_leader,
                                     order_of<V> order) {
    using word = word_of<V>;
    using play = trick_play<V>;
    const play_space<V> space = space_of<V>(order);
    play_position<word, static_cast<int>(Seats)> p{};
    for (std::size_t k = 0; k < Seats; ++k)
        p.hand[k] = space.to_play(card_mask{s.hands[from_leader[k]]});
    p.trumps = space.trumps();
    if constexpr (V::play.follow.spare_top_trump) p.top_trump = space.to_play(V::top_trump(order));
    p.tricks = s.tricks_remaining;
    if constexpr (requires { complete_position(s, space, p); }) complete_position(s, space, p);
    if (play::leading(s)) return p;

    const word best = space.to_play(s.trick.winning_card);
    p.led = arch::fill_field<play_space<V>::fields>(space.to_play(s.trick.cards[from_leader[0]]));
    p.beaters = above(best) & (p.led | p.trumps);
    p.trick = space.to_play(s.trick.mask);
    const word followed = p.trick & p.led;
    p.heads = above(word{1} << arch::highest_index(followed)) & p.led;
    p.played = s.trick.num_played;
    while (from_leader[p.winning] != s.trick.current_winner) ++p.winning;
    return p;
}

// The seat that leads the current trick, or is about to.
template <variant V>
constexpr seat leader_of(const game_state<V>& s) {
    return trick_play<V>::leading(s) ? s.current_player : s.trick.lead_seat;
}

// The position in play space, hands counted from the leader of the current trick.
// REQUIRES: all of V::play.seats play, and cards rank the same until the end of the deal.
template <variant V>
constexpr position_of<V> to_position(const game_state<V>& s) {
    std::array<seat, static_cast<std::size_t>(V::play.seats)> from_leader{};
    for (int k = 0; k < V::play.seats; ++k)
        from_leader[static_cast<std::size_t>(k)] = seat_after<V>(leader_of(s), k);
    return to_position(s, from_leader, trick_play<V>::order(s));
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
    const auto a = static_cast<std::size_t>(partnership_of(leader_of(s)));
    std::array<std::uint8_t, 2> won = s.tricks_won;
    won[a] = static_cast<std::uint8_t>(won[a] + result.tricks);
    won[1 - a] = static_cast<std::uint8_t>(won[1 - a] + s.tricks_remaining - result.tricks);
    return won;
}

}  // namespace mu
