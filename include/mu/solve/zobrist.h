// Zobrist keys: the hash of a position is the exclusive-or of one random number for each card in
// each hand, one for the player to move and one for trumps, so that a card played changes it by a
// few operations. A. L. Zobrist, "A new hashing method with application for game playing", 1970.
#pragma once

#include <bit>

#include <mu/solve/game.h>

namespace mu {

// G. Marsaglia, "Xorshift RNGs", 2003. REQUIRES: state != 0.
constexpr std::uint64_t xorshift64(std::uint64_t& state) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

template <variant V>
struct zobrist_keys {
    std::array<std::array<std::uint64_t, deck_traits<V>::cards>, 4> card_keys{};
    std::array<std::uint64_t, 4> player_keys{};
    std::array<std::uint64_t, suit_count + 1> trump_keys{};  // the last one: no trump

    constexpr zobrist_keys() {
        std::uint64_t random = 0x9E3779B97F4A7C15;
        for (auto& hand : card_keys)
            for (auto& key : hand) key = xorshift64(random);
        for (auto& key : player_keys) key = xorshift64(random);
        for (auto& key : trump_keys) key = xorshift64(random);
    }

    // A card on the table is no longer in the hand, but the trick depends on it.
    constexpr std::uint64_t table_key(seat who, card c) const {
        return std::rotl(card_keys[static_cast<std::size_t>(who)][c], 32);
    }
};
template <variant V>
inline constexpr zobrist_keys<V> zobrist{};

namespace detail {

// The cards of a trick that is not complete: a complete one has no more to say.
template <variant V>
constexpr std::uint64_t table_hash(const game_state<V>& s) {
    std::uint64_t hash = 0;
    if (trick_play<V>::leading(s)) return hash;
    for (int k = 0; k < V::seats; ++k) {
        const seat who = static_cast<seat>(k);
        if (s.trick.cards[who] != no_card) hash ^= zobrist<V>.table_key(who, s.trick.cards[who]);
    }
    // Who led is known from who plays next and how many have played.
    return hash;
}

}  // namespace detail

// The hash of a position, from nothing.
template <variant V>
constexpr std::uint64_t zobrist_hash(const game_state<V>& s) {
    const zobrist_keys<V>& keys = zobrist<V>;
    std::uint64_t hash = detail::table_hash(s);
    for (std::size_t who = 0; who < V::seats; ++who)
        ops::for_each(s.hands[who], [&](card c) { hash ^= keys.card_keys[who][c]; });
    hash ^= keys.player_keys[static_cast<std::size_t>(s.current_player)];
    return hash ^ keys.trump_keys[static_cast<std::size_t>(s.trump)];
}

// The hash after `before`, of which `hash` was the hash, has become `after` by playing c.
// REQUIRES: nobody has drawn a card meanwhile.
template <variant V>
constexpr std::uint64_t zobrist_update(std::uint64_t hash, const game_state<V>& before, card c,
                                       const game_state<V>& after) {
    const zobrist_keys<V>& keys = zobrist<V>;
    hash ^= keys.card_keys[static_cast<std::size_t>(before.current_player)][c];
    hash ^= keys.player_keys[static_cast<std::size_t>(before.current_player)] ^
            keys.player_keys[static_cast<std::size_t>(after.current_player)];
    return hash ^ detail::table_hash(before) ^ detail::table_hash(after);
}

}  // namespace mu
