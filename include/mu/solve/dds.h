// The double dummy solver by its plain interface: all hands seen, tricks counted.
//
//     auto result = dds_solve<whist>(state);
//     auto same = dds_solve<whist, partition_search_policy<whist>>(state);
//
// A policy names its table, Policy::TT, and answers Policy::search(state, alpha, beta, hash,
// table): how many of the tricks to come the side of the player to move wins. All tricks here are
// tricks to come; those already won are not counted.
#pragma once

#include <stdexcept>

#include <mu/solve/alpha_beta.h>
#include <mu/solve/partition_search.h>

namespace mu {

struct dds_result {
    // Tricks for north-south if the seat were on lead; -1 for a seat that sits out. While a trick
    // lies on the table there is one position to solve, and all entries are its value. In ulti the
    // soloist stands for north-south.
    std::array<std::int8_t, 4> tricks_ns{-1, -1, -1, -1};
    card best_move = no_card;  // of the player to move; of several the lowest
};

namespace detail {

template <variant V>
void refuse_unplayable(const game_state<V>& s) {
    if (rules<V>::is_over(s)) throw std::invalid_argument("dds: the deal is over");
    if constexpr (requires { s.stock_open(); })
        if (s.stock_open())
            throw std::invalid_argument("dds: cards are still drawn; close or use up the stock");
    if ((rules<V>::legal_actions(s).mask & rules<V>::legal_moves(s)) == 0 ||
        rules<V>::legal_actions(s).first != 0 ||
        ops::popcount(s.current_hand_mask()) != s.tricks_remaining)
        throw std::invalid_argument("dds: the next action is not a card; solve the play phase");
}

// Tricks to come for north-south.
template <variant V, typename Policy>
int tricks_of_ns(const game_state<V>& s, typename Policy::TT& tt) {
    if (rules<V>::is_over(s)) return 0;
    const bool own = trick_play<V>::side(s, s.current_player) == home_side(s);
    const int all = s.tricks_remaining;
    const int tricks = Policy::search(s, 0, all, zobrist_hash(s), tt);
    return own ? tricks : all - tricks;
}

}  // namespace detail

template <variant V, typename Policy = alpha_beta_policy<V>>
dds_result dds_solve(const game_state<V>& state) {
    detail::refuse_unplayable(state);
    using play = trick_play<V>;
    typename Policy::TT tt;
    dds_result result;
    for (int k = 0; k < V::seats; ++k) {
        if (!((play::active(state) >> k) & 1)) continue;
        game_state<V> s = state;
        if (play::leading(state)) s.current_player = static_cast<seat>(k);
        result.tricks_ns[static_cast<std::size_t>(k)] =
            static_cast<std::int8_t>(detail::tricks_of_ns<V, Policy>(s, tt));
    }

    const auto home = static_cast<std::size_t>(home_side(state));
    const int value = result.tricks_ns[static_cast<std::size_t>(state.current_player)];
    ops::for_each(rules<V>::legal_moves(state), [&](card c) {
        if (result.best_move != no_card) return;
        game_state<V> next = state;
        rules<V>::play_card(next, c);
        const int won = next.tricks_won[home] - state.tricks_won[home];
        if (won + detail::tricks_of_ns<V, Policy>(next, tt) == value) result.best_move = c;
    });
    return result;
}

// Tricks to come for north-south with the player to move on lead, or the trick as it lies.
template <variant V, typename Policy = alpha_beta_policy<V>>
int dds_tricks(const game_state<V>& state, typename Policy::TT& tt) {
    detail::refuse_unplayable(state);
    return detail::tricks_of_ns<V, Policy>(state, tt);
}
template <variant V, typename Policy = alpha_beta_policy<V>>
int dds_tricks(const game_state<V>& state) {
    typename Policy::TT tt;
    return dds_tricks<V, Policy>(state, tt);
}

template <variant V, typename Policy = alpha_beta_policy<V>>
card dds_best_move(const game_state<V>& state) {
    return dds_solve<V, Policy>(state).best_move;
}

// The same search for any objective: its total at the end of the deal, what was scored before
// included.
template <variant V, objective_of<V> Objective, typename Table>
int dds_value(const game_state<V>& state, const Objective& o, Table& tt) {
    detail::refuse_unplayable(state);
    constexpr int infinity = 1 << 14;
    return o.total(state) + alpha_beta(state, -infinity, infinity, zobrist_hash(state), tt, o);
}
template <variant V, objective_of<V> Objective>
int dds_value(const game_state<V>& state, const Objective& o) {
    default_tt tt;
    return dds_value<V>(state, o, tt);
}

}  // namespace mu
