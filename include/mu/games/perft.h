// Perft: how many ways there are to play the next n cards. One number checks following suit, trick
// winners, trumps and turn order together.
#pragma once

#include <span>

#include <mu/games/rules.h>

namespace mu {

// Adds to counts[d] the number of legal sequences of d + 1 cards from s. REQUIRES: counts is not
// empty and no longer than the cards left.
template <variant V>
constexpr void perft_counts(const game_state<V>& s, std::span<std::uint64_t> counts) {
    card_mask moves = rules<V>::legal_moves(s);
    counts[0] +=
        static_cast<std::uint64_t>(ops::popcount(moves));  // leaves are counted, not played
    if (counts.size() == 1) return;
    for (; moves != 0; moves &= moves - 1) {
        game_state<V> next = s;
        rules<V>::play_card(next, ops::lsb_index(moves));
        perft_counts(next, counts.subspan(1));
    }
}

// Number of ways to play the next `plies` cards. REQUIRES: 1 <= plies <= cards left.
template <variant V>
constexpr std::uint64_t perft(const game_state<V>& s, int plies) {
    card_mask moves = rules<V>::legal_moves(s);
    if (plies == 1) return static_cast<std::uint64_t>(ops::popcount(moves));
    std::uint64_t lines = 0;
    for (; moves != 0; moves &= moves - 1) {
        game_state<V> next = s;
        rules<V>::play_card(next, ops::lsb_index(moves));
        lines += perft(next, plies - 1);
    }
    return lines;
}

}  // namespace mu
