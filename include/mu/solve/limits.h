// What a solver may use, how long it may work, and what it says if it must stop early.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace mu {

// The speed-ups of a search, each of which can be turned off. None changes a value; the tests turn
// every one of them off and on and compare with plain minimax.
struct solve_switches {
    bool table = true;   // remember positions at trick starts
    bool slide = true;   // keys in which rank gaps and equal worthless cards coincide
    bool equals = true;  // of cards that are as good as each other try one
    bool relevance =
        true;             // trick games: results hold wherever the cards that mattered lie the same
    bool bounds = true;   // sure tricks and points at trick starts
    bool order = true;    // try promising cards first
    bool killers = true;  // cards that refuted similar positions first of all
    bool ending = true;   // the last trick is counted, not searched

    friend constexpr bool operator==(const solve_switches&, const solve_switches&) = default;
};

// When to give up. A search that stops early returns the bounds it has proved.
struct solve_budget {
    std::uint64_t nodes = ~std::uint64_t{0};
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    const std::atomic<bool>* stop = nullptr;  // set from another thread
};

// What is known of a value: low <= value <= high.
struct value_range {
    int low = 0;
    int high = 0;

    constexpr bool exact() const { return low == high; }
    friend constexpr bool operator==(const value_range&, const value_range&) = default;
};

}  // namespace mu
