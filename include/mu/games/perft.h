// Perft: how many ways there are to go on for n actions. One number checks calls, following suit,
// trick winners, trumps and turn order together.
#pragma once

#include <array>
#include <span>

#include <mu/games/rules.h>

namespace mu {

// Adds to counts[d] the number of legal sequences of d + 1 actions from s, or of cards alone;
// beyond the end of a deal there are none. REQUIRES: counts is not empty.
template <variant V, bool CardsAlone = false>
constexpr void perft_counts(const game_state<V>& s, std::span<std::uint64_t> counts) {
    const action_set legal =
        CardsAlone ? action_set{rules<V>::legal_moves(s), 0} : rules<V>::legal_actions(s);
    counts[0] +=
        static_cast<std::uint64_t>(ops::popcount(legal.mask));  // leaves are counted, not played
    if (counts.size() == 1) return;
    for (std::uint64_t m = legal.mask; m != 0; m &= m - 1) {
        game_state<V> next = s;
        const auto a = static_cast<action>(legal.first + ops::lsb_index(m));
        if constexpr (CardsAlone)
            rules<V>::play_card(next, static_cast<card>(a));
        else
            rules<V>::apply(next, a);
        perft_counts<V, CardsAlone>(next, counts.subspan(1));
    }
}

// The number of ways to play the next `plies` cards. REQUIRES: 1 <= plies <= cards left.
template <variant V>
constexpr std::uint64_t perft(const game_state<V>& s, int plies) {
    std::array<std::uint64_t, deck_traits<V>::cards> counts{};
    perft_counts<V, true>(s, std::span(counts).first(static_cast<std::size_t>(plies)));
    return counts[static_cast<std::size_t>(plies) - 1];
}

}  // namespace mu
