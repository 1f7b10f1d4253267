// Minimax with alpha-beta pruning and a transposition table: short, and right for every game whose
// play is a sequence of tricks and for every objective.
//
// Values in the search and in the table are what is still to come, not what has been: a position
// reached by two ways is worth the same from there on.
#pragma once

#include <algorithm>

#include <mu/solve/objective.h>
#include <mu/solve/table.h>
#include <mu/solve/zobrist.h>

namespace mu {

namespace detail {

// A second hash of a position, from its words and all else the rest of the deal depends on.
template <variant V, objective_of<V> Objective>
constexpr std::uint64_t fingerprint(const game_state<V>& s, const Objective& o) {
    std::uint64_t hash = 0x243F6A8885A308D3;
    const auto mix = [&](std::uint64_t word) {
        hash = (hash ^ word) * 0xD6E8FEB86659FD93;
        hash ^= hash >> 32;
    };
    for (const std::uint64_t hand : s.hands) mix(hand);
    const bool leading = trick_play<V>::leading(s);
    for (int k = 0; k < V::seats; ++k) mix(leading ? 0U : s.trick.cards[k] + 1U);
    mix(static_cast<std::uint64_t>(s.current_player));
    mix(static_cast<std::uint64_t>(trick_play<V>::order(s)));
    mix(static_cast<std::uint64_t>(trick_play<V>::active(s)));
    mix(o.memory(s));
    // Snapszer ends at 66 points, and a marriage must be led from.
    if constexpr (requires { s.points[0] + index(s.marriage); })
        mix(s.points[0] | s.points[1] << 8 | index(s.marriage) << 16);
    for (int k = 0; k < V::seats; ++k) mix(o.maximizes(s, static_cast<seat>(k)) ? 1 : 0);
    return hash;
}

// The best card of the table first, then the strong ones: higher index, by suit.
inline card next_move(card_mask& moves, card first) {
    const bool has = first != no_card && (moves & bit(first)) != 0;
    const card c = has ? first : ops::msb_index(moves);
    moves ^= bit(c);
    return c;
}

}  // namespace detail

// What the maximising side still gains in s under best play. If the result r is not between alpha
// and beta it is a bound: r <= alpha means "at most r", r >= beta "at least r".
// REQUIRES: hash == zobrist_hash(s); nobody draws cards any more.
template <variant V, objective_of<V> Objective, typename Table>
int alpha_beta(const game_state<V>& s, int alpha, int beta, std::uint64_t hash, Table& tt,
               const Objective& o) {
    if (rules<V>::is_over(s)) return 0;

    int depth = 0;
    for (const card_mask hand : s.hands) depth += ops::popcount(hand);
    const std::uint64_t check = detail::fingerprint(s, o);
    card best_move = no_card;
    if (const tt_entry* e = tt.probe(hash, check, depth)) {
        if (e->bound == tt_bound::exact) return e->value;
        if (e->bound == tt_bound::lower && e->value >= beta) return e->value;
        if (e->bound == tt_bound::upper && e->value <= alpha) return e->value;
        best_move = e->best_move;
    }

    const bool maximizing = o.maximizes(s, s.current_player);
    constexpr int infinity = 1 << 14;
    int best = maximizing ? -infinity : infinity;
    int low = alpha, high = beta;
    card_mask moves = rules<V>::legal_moves(s);
    for (card first = best_move; moves != 0;) {
        const card c = detail::next_move(moves, first);
        game_state<V> next = s;
        rules<V>::play_card(next, c);
        const int gain = o.total(next) - o.total(s);
        const int value = gain + alpha_beta(next, low - gain, high - gain,
                                            zobrist_update(hash, s, c, next), tt, o);
        if (maximizing ? value > best : value < best) {
            best = value;
            best_move = c;
        }
        if (maximizing)
            low = std::max(low, best);
        else
            high = std::min(high, best);
        if (low >= high) break;
    }

    const tt_bound bound = best <= alpha  ? tt_bound::upper
                           : best >= beta ? tt_bound::lower
                                          : tt_bound::exact;
    tt.store({hash, check, static_cast<std::int16_t>(best), static_cast<std::uint8_t>(depth), bound,
              best_move});
    return best;
}

// The policy of dds_solve: tricks to come for the side of the player to move.
template <variant V>
struct alpha_beta_policy {
    using TT = default_tt;  // NOLINT(readability-identifier-naming): a public name

    static int search(const game_state<V>& state, int alpha, int beta, std::uint64_t hash, TT& tt) {
        const int home = home_side(state);
        if (trick_play<V>::side(state, state.current_player) == home)
            return alpha_beta(state, alpha, beta, hash, tt, trick_count{{home}});
        const int all = state.tricks_remaining;
        return all - alpha_beta(state, all - beta, all - alpha, hash, tt, trick_count{{home}});
    }
};

}  // namespace mu
