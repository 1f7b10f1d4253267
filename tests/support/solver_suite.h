// What every solver is held to, whatever its game counts. A game's test says how endings are dealt
// and what is played for (mu/solve/objective.h).
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <memory>
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

// What searches told that were stopped.
struct budget_findings {
    int cut = 0;  // how many were
    // The widths of all ranges, of the position and of its cards: with one node, and with half of
    // the nodes that the exact answers take.
    double without = 0, with_half = 0;
};

// A search that is stopped proves something true, the more the longer it lasts, and leaves the
// solver fit for more. The position should take thousands of nodes.
template <variant V>
void check_budgets(solver<V>& by, const game_state<V>& s, budget_findings& all) {
    using clock = std::chrono::steady_clock;
    by.set_budget({});
    by.reset();
    const std::uint64_t none = by.nodes();
    const value_range value = by.value(s);
    const std::uint64_t for_value = by.nodes() - none;
    by.reset();
    const auto moves = by.moves(s);
    const std::uint64_t for_moves = by.nodes() - none - for_value;
    REQUIRE(value.exact());
    REQUIRE_FALSE(by.stopped());

    // Each from nothing, so that a longer search takes the steps of a shorter one and more.
    struct ranges {
        value_range value;
        std::vector<move_value> moves;
    };
    const auto ask = [&](const solve_budget& budget) {
        ranges out;
        by.set_budget(budget);
        by.reset();
        out.value = by.value(s);
        all.cut += by.stopped() ? 1 : 0;
        if (!by.stopped() && !out.value.exact())
            FAIL_CHECK(text_of(s) << ": a range, but not stopped");
        by.reset();
        out.moves = by.moves(s);
        const auto line = by.line(s);
        if (!by.stopped() && line.empty()) FAIL_CHECK(text_of(s) << ": no line, but not stopped");
        // What it has learnt so far must not mislead it.
        by.set_budget({});
        if (by.value(s) != value || by.moves(s) != moves)
            FAIL_CHECK(text_of(s) << ": other values after a search of " << budget.nodes);
        return out;
    };
    const auto inside = [](const value_range& inner, const value_range& outer) {
        return outer.low <= inner.low && inner.high <= outer.high;
    };
    const auto check_inside = [&](const ranges& inner, const ranges& outer, std::uint64_t nodes) {
        bool holds = inside(inner.value, outer.value);
        REQUIRE(inner.moves.size() == outer.moves.size());
        for (std::size_t i = 0; i < inner.moves.size(); ++i)
            holds = holds && inner.moves[i].move == outer.moves[i].move &&
                    inside(inner.moves[i].value, outer.moves[i].value);
        if (!holds)
            FAIL_CHECK(text_of(s) << ": a range leaves that of a shorter search, or the value is "
                                  << "not inside, at " << nodes << " nodes");
    };
    const auto width = [](const ranges& r) {
        double sum = r.value.high - r.value.low;
        for (const auto& m : r.moves) sum += m.value.high - m.value.low;
        return sum;
    };

    const ranges exact{value, moves};
    const ranges nothing = ask({.nodes = 1});
    ranges before = nothing;
    for (std::uint64_t nodes = 1; nodes < 100000; nodes *= 4) {
        const ranges now = ask({.nodes = nodes});
        check_inside(exact, now, nodes);
        check_inside(now, before, nodes);
        before = now;
    }
    const std::atomic<bool> stop = true;
    check_inside(exact, ask({.deadline = clock::now()}), 0);
    check_inside(exact, ask({.stop = &stop}), 0);

    // What a solver was asked before makes no difference, or players would not be deterministic.
    const std::vector<move_value> half = ask({.nodes = for_moves / 2}).moves;
    const auto fresh = std::make_unique<solver<V>>();
    fresh->set_budget({.nodes = for_moves / 2});
    if (fresh->moves(s) != half) FAIL_CHECK(text_of(s) << ": a new solver finds other ranges");

    all.without += width(nothing);
    all.with_half += width({ask({.nodes = for_value / 2}).value, half});
}

// With half of the nodes less than this part of what was open is still open.
inline void check_narrowed(const budget_findings& all, double part) {
    CHECK(all.cut > 0);
    CHECK(all.with_half < part * all.without);
}

// A tolerance gives ranges that hold the exact values and are no wider than promised, for fewer
// nodes in all. What was learnt so does not spoil exact values.
template <variant V>
void check_tolerance(solver<V>& by, const std::vector<game_state<V>>& positions, int tolerance) {
    std::uint64_t exact_nodes = 0, nodes = 0;
    for (const auto& s : positions) {
        by.set_tolerance(0);
        by.reset();
        std::uint64_t before = by.nodes();
        const value_range value = by.value(s);
        const auto moves = by.moves(s);
        exact_nodes += by.nodes() - before;
        by.set_tolerance(tolerance);
        by.reset();
        before = by.nodes();
        const auto holds = [&](const value_range& found, const value_range& truth) {
            if (found.low > truth.low || truth.low > found.high ||
                found.high - found.low > 2 * tolerance)
                FAIL_CHECK(text_of(s) << ": " << truth.low << " with a tolerance of " << tolerance
                                      << " is " << found.low << ".." << found.high);
        };
        holds(by.value(s), value);
        const auto found = by.moves(s);
        nodes += by.nodes() - before;
        REQUIRE(found.size() == moves.size());
        for (std::size_t i = 0; i < found.size(); ++i) holds(found[i].value, moves[i].value);
        // Questions with two answers are answered.
        CHECK(by.at_least(s, value.low) == true);
        CHECK(by.at_least(s, value.low + 1) == false);
        by.set_tolerance(0);
        if (by.value(s) != value || by.moves(s) != moves)
            FAIL_CHECK(text_of(s) << ": other values after a tolerance of " << tolerance);
    }
    CHECK(nodes < exact_nodes);
}

// Every range that holds one of these values, ascending, becomes the one from the least of them in
// it to the greatest.
template <typename F>
void check_reachable(const std::vector<int>& members, F&& reachable) {
    for (int low = members.front(); low <= members.back(); ++low)
        for (int high = low; high <= members.back(); ++high) {
            const auto first = std::ranges::lower_bound(members, low);
            const auto last = std::ranges::upper_bound(members, high);
            if (first == last) continue;
            if (reachable({low, high}) != value_range{*first, *std::prev(last)})
                FAIL_CHECK(low << ".." << high);
        }
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
