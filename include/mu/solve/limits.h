// What a solver may use, how long it may work, and what it says if it must stop early.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string_view>

#include <mu/arch.h>

namespace mu {

// The speed-ups of a search, each of which can be turned off. None changes a value; the tests turn
// every one of them off and on and compare with plain minimax.
struct solve_switches {
    bool table = true;      // remember positions at trick starts
    bool slide = true;      // keys in which rank gaps and equal worthless cards coincide
    bool equals = true;     // of cards that are as good as each other try one
    bool relevance = true;  // results hold wherever the cards that mattered lie the same
    bool bounds = true;     // sure tricks and points at trick starts
    bool order = true;      // try promising cards first
    bool killers = true;    // cards that refuted similar positions first of all
    bool ending = true;     // the last trick is counted, not searched

    friend constexpr bool operator==(const solve_switches&, const solve_switches&) = default;
};

struct solve_switch {
    std::string_view name;
    bool solve_switches::* is;
};
inline constexpr std::array<solve_switch, 8> all_solve_switches{{
    {"table", &solve_switches::table},
    {"slide", &solve_switches::slide},
    {"equals", &solve_switches::equals},
    {"relevance", &solve_switches::relevance},
    {"bounds", &solve_switches::bounds},
    {"order", &solve_switches::order},
    {"killers", &solve_switches::killers},
    {"ending", &solve_switches::ending},
}};
static_assert(sizeof(solve_switches) == all_solve_switches.size());

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

namespace mu::inline MU_ISA {

// Counts what a search does, and sees when its budget is used up.
class search_meter {
public:
    void set_budget(const solve_budget& b) { budget_ = b; }
    std::uint64_t nodes() const { return nodes_; }
    // The search must stop: its budget or its allowance is used up.
    bool stopped() const { return stopped_; }
    bool spent() const { return spent_; }
    // The budget may well run out: nodes or time. A flag to stop is for giving up altogether.
    bool limited() const {
        return budget_.nodes != solve_budget{}.nodes ||
               budget_.deadline != std::chrono::steady_clock::time_point::max();
    }

    void begin() {
        nodes_ = 0;
        spent_ = false;
        allow(~std::uint64_t{0});
    }
    // Lets the search go on for so many nodes, as far as the budget lasts.
    void allow(std::uint64_t nodes) {
        pause_ = nodes < ~std::uint64_t{0} - nodes_ ? nodes_ + nodes : ~std::uint64_t{0};
        stopped_ = spent_;
        look();
    }
    // One more node. True if the search must stop.
    MU_INLINE bool tick() {
        if (++nodes_ >= next_look_) look();
        return stopped_;
    }

private:
    static constexpr std::uint64_t between_looks = 1024;

    void look() {
        if (nodes_ >= budget_.nodes ||
            (budget_.stop != nullptr && budget_.stop->load(std::memory_order_relaxed)) ||
            (budget_.deadline != std::chrono::steady_clock::time_point::max() &&
             std::chrono::steady_clock::now() >= budget_.deadline))
            spent_ = true;
        if (spent_ || nodes_ >= pause_) stopped_ = true;
        next_look_ =
            std::min(nodes_ + between_looks, std::max(std::min(budget_.nodes, pause_), nodes_ + 1));
    }

    solve_budget budget_;
    std::uint64_t nodes_ = 0, next_look_ = 0, pause_ = 0;
    bool stopped_ = false, spent_ = false;
};

}  // namespace mu::inline MU_ISA
