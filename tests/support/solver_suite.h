// What every solver is held to, whatever its game counts. A game's test says how endings are dealt
// and what is played for (mu/solve/objective.h).
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <mu/cards/text.h>
#include <mu/games/all.h>

#include "support/counts.h"
#include "support/minimax.h"

namespace mu::test {

// Bit k: the k-th switch is on.
inline solve_switches switches_of(unsigned bits) {
    solve_switches out;
    for (std::size_t k = 0; k < all_solve_switches.size(); ++k)
        out.*all_solve_switches[k].is = ((bits >> k) & 1) != 0;
    return out;
}
inline constexpr unsigned all_on = (1U << all_solve_switches.size()) - 1;

// Every switch off alone, all of them off, and with growing i one combination after another.
inline std::vector<unsigned> sets_of_switches(int i) {
    std::vector<unsigned> sets{0};
    for (unsigned k = 0; k < all_solve_switches.size(); ++k) sets.push_back(all_on & ~(1U << k));
    for (int k = 0; k < 4; ++k) sets.push_back(static_cast<unsigned>(4 * i + k) & all_on);
    return sets;
}

template <variant V>
std::string text_of(const game_state<V>& s) {
    std::string out = "trump " + suit_name<V>(s.trump) + ", " + seat_str<V>(s.current_player) +
                      " to play, on the table " + mask_str<V>(s.trick.mask) + ", hands";
    for (const card_mask hand : s.hands) out += ' ' + hand_str<V>(hand);
    return out;
}

template <variant V>
card random_legal(const game_state<V>& s, rng& generator) {
    const card_mask legal = trick_play<V>::legal_moves(s);
    const auto n = generator.below(static_cast<std::uint64_t>(ops::popcount(legal)));
    return ops::lsb_index(ops::nth_set_bit(legal, static_cast<int>(n)));
}

// Plays at random until `cards` tricks are left, then up to a trick less one card.
template <variant V>
game_state<V> random_play(game_state<V> s, int cards, rng& generator) {
    while (s.tricks_remaining > cards) trick_play<V>::play_card(s, random_legal(s, generator));
    const auto trick = static_cast<std::uint64_t>(trick_play<V>::trick_size(s));
    for (auto n = generator.below(trick); n > 0; --n)
        trick_play<V>::play_card(s, random_legal(s, generator));
    return s;
}

// Value and every card.
template <variant V, typename Objective>
void check_values(solver<V>& by, const game_state<V>& s, minimax<V, Objective>& plain) {
    const int value = plain.value(s);
    if (by.value(s) != value_range{value, value})
        FAIL_CHECK(text_of(s) << ": value " << by.value(s).low << ".." << by.value(s).high
                              << ", minimax " << value);
    card_mask seen = 0;
    for (const auto& [move, range] : by.moves(s)) {
        const int after = plain.value_after(s, move);
        seen |= bit(move);
        if (range != value_range{after, after})
            FAIL_CHECK(text_of(s) << ": " << card_str<V>(move) << " is worth " << range.low << ".."
                                  << range.high << ", minimax " << after);
    }
    if (seen != trick_play<V>::legal_moves(s)) FAIL_CHECK(text_of(s) << ": moves left out");
}

// The line is legal, goes to the end, and nobody gives anything away.
template <variant V, typename Objective>
void check_line(solver<V>& by, const game_state<V>& from, minimax<V, Objective>& plain) {
    const int value = plain.value(from);
    game_state<V> s = from;
    for (const action a : by.line(from)) {
        if (trick_play<V>::is_over(s) || (trick_play<V>::legal_moves(s) & bit(a)) == 0) {
            FAIL_CHECK(text_of(from) << ": " << card_str<V>(a) << " in the line is not legal");
            return;
        }
        trick_play<V>::play_card(s, a);
        if (plain.value(s) != value)
            FAIL_CHECK(text_of(from) << ": " << card_str<V>(a) << " is not best");
    }
    if (!trick_play<V>::is_over(s)) FAIL_CHECK(text_of(from) << ": the line stops early");
}

// "At least k?" for all k from `low` to one more than `high`.
template <variant V>
void check_at_least(solver<V>& by, const game_state<V>& s, int value, int low, int high) {
    for (int k = low; k <= high + 1; ++k)
        if (by.at_least(s, k) != (value >= k))
            FAIL_CHECK(text_of(s) << ": worth " << value << ", at least " << k << " is wrong");
}

// Windows of every kind around a value that lies from `low` to `high`. A window of one question is
// answered by that question: the other bound stays what it was.
template <variant V>
void check_windows(solver<V>& by, const game_state<V>& s, int value, int low, int high) {
    for (int from = low - 1; from <= high; ++from)
        for (int to = from; to <= high + 1; ++to) {
            by.reset();
            const value_range v = by.value(s, {}, {from, to});
            const bool holds = v.low <= value && value <= v.high;
            const bool enough = v.exact() || v.high <= from || v.low >= to;
            const bool one = to != from + 1 || v.low == low || v.high == high;
            if (!holds || !enough || !one)
                FAIL_CHECK(text_of(s) << ": worth " << value << ", window " << from << " to " << to
                                      << " finds " << v.low << ".." << v.high);
        }
}

// A search that is stopped proves something true, and leaves the solver fit for more. Returns how
// many were stopped: the position should take thousands of nodes.
template <variant V>
int check_budgets(solver<V>& by, const game_state<V>& s) {
    using clock = std::chrono::steady_clock;
    by.set_budget({});
    by.reset();
    const value_range value = by.value(s);
    const auto moves = by.moves(s);
    REQUIRE(value.exact());
    REQUIRE_FALSE(by.stopped());

    std::atomic<bool> stop = true;
    std::vector<solve_budget> budgets;
    for (std::uint64_t nodes = 1; nodes < 100000; nodes *= 4) budgets.push_back({.nodes = nodes});
    budgets.push_back({.deadline = clock::now()});
    budgets.push_back({.stop = &stop});
    int cut = 0;
    for (const solve_budget& budget : budgets) {
        by.reset();
        by.set_budget(budget);
        const value_range found = by.value(s);
        cut += by.stopped() ? 1 : 0;
        if (found.low > value.low || found.high < value.low)
            FAIL_CHECK(text_of(s) << ": " << value.low << " is not in " << found.low << ".."
                                  << found.high << " after " << budget.nodes << " nodes");
        if (!by.stopped() && !found.exact()) FAIL_CHECK(text_of(s) << ": a range, but not stopped");
        const auto some = by.moves(s);
        REQUIRE(some.size() == moves.size());
        for (std::size_t i = 0; i < some.size(); ++i)
            if (some[i].move != moves[i].move || some[i].value.low > moves[i].value.low ||
                some[i].value.high < moves[i].value.low)
                FAIL_CHECK(text_of(s) << ": a wrong bound for " << card_str<V>(moves[i].move));
        const auto line = by.line(s);
        if (!by.stopped() && line.empty()) FAIL_CHECK(text_of(s) << ": no line, but not stopped");
        // What it has learnt so far must not mislead it.
        by.set_budget({});
        if (by.value(s) != value || by.moves(s) != moves)
            FAIL_CHECK(text_of(s) << ": other values after a search of " << budget.nodes);
    }
    return cut;
}

// All instruction sets take the same steps.
template <variant V>
void check_isas(const std::vector<game_state<V>>& positions) {
    std::vector<std::uint64_t> nodes;
    std::vector<std::vector<move_value>> moves;
    for (const isa on : available_isas()) {
        solver<V> by(on);
        std::size_t i = 0;
        for (const auto& s : positions) {
            by.reset();
            auto found = by.moves(s);
            if (on == available_isas().front()) {
                nodes.push_back(by.nodes());
                moves.push_back(found);
            } else if (nodes[i] != by.nodes() || moves[i] != found) {
                FAIL_CHECK(text_of(s) << ": " << isa_name(on) << " took " << by.nodes()
                                      << " nodes in all, not " << nodes[i]);
            }
            ++i;
        }
    }
}

// The points of North and South less those of East and West; contrée counts its own bonus.
template <variant V>
using points_lead = minimax<V, lead_of<point_count>>;
template <variant V>
points_lead<V> plain_of() {
    point_count each;
    each.all_tricks_bonus = std::is_same_v<V, jass> ? 100 : 0;
    return points_lead<V>(lead_of<point_count>(each));
}

}  // namespace mu::test
