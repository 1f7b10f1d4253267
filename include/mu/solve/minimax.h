// Plain minimax: every line of play to the end of the deal, nothing left out, nothing remembered.
// It is what all other searches are held against, so it must be right at sight.
#pragma once

#include <algorithm>

#include <mu/solve/objective.h>

namespace mu {

// Bit i stands for action first + i.
struct move_set {
    std::uint64_t mask = 0;
    int first = 0;
};

// What is tried at every turn: cards alone, or whatever the rules allow.
struct cards_alone {
    template <variant V>
    static constexpr move_set legal(const game_state<V>& s) {
        return {rules<V>::is_over(s) ? 0 : rules<V>::legal_moves(s), 0};
    }
    template <variant V>
    static constexpr void apply(game_state<V>& s, std::uint8_t a) {
        rules<V>::play_card(s, a);
    }
};
struct all_actions {
    template <variant V>
    static constexpr move_set legal(const game_state<V>& s) {
        const auto legal = rules<V>::legal_actions(s);
        return {legal.mask, legal.first};
    }
    template <variant V>
    static constexpr void apply(game_state<V>& s, std::uint8_t a) {
        rules<V>::apply(s, a);
    }
};

// The objective's total at the end of the deal if everybody plays as well as possible.
template <variant V, typename Moves = cards_alone, objective_of<V> Objective>
constexpr int minimax(const game_state<V>& s, const Objective& o) {
    const move_set legal = Moves::legal(s);
    if (legal.mask == 0) return o.total(s);
    const bool maximizing = o.maximizes(s, rules<V>::to_act(s));
    bool first = true;
    int best = 0;
    ops::for_each(legal.mask, [&](card k) {
        game_state<V> next = s;
        Moves::apply(next, static_cast<std::uint8_t>(legal.first + k));
        const int value = minimax<V, Moves>(next, o);
        best = first ? value : maximizing ? std::max(best, value) : std::min(best, value);
        first = false;
    });
    return best;
}

}  // namespace mu
