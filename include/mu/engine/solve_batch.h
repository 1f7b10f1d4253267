// Many positions solved over threads.
//
//     const auto found = mu::solve_batch<mu::bridge>(positions, {.moves = true}, {.threads = 8});
//
// Every position is solved as by a new solver, so that nothing depends on the number of threads:
// not the values, not the bounds that a budget of nodes leaves, not the nodes themselves.
#pragma once

#include <chrono>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <mu/engine/solver.h>
#include <mu/parallel.h>

namespace mu {

// What to find out about each position.
struct solve_wishes {
    bool value = true;
    bool moves = false;
    bool line = false;
};

enum class solve_status : std::uint8_t {
    skipped,  // the batch was stopped before its turn came
    stopped,  // a budget ran out: values are bounds, and the line may end early
    done,
};

struct solved_position {
    solve_status status = solve_status::skipped;
    value_range value{-no_bound, no_bound};
    std::vector<move_value> moves;
    std::vector<action> line;
    std::uint64_t nodes = 0;

    friend bool operator==(const solved_position&, const solved_position&) = default;
};

template <variant V>
struct batch_options {
    unsigned threads = 1;              // 0: as many as the machine has
    typename solving<V>::goal goal{};  // of all positions
    solve_budget budget{};             // nodes for each wish; deadline and stop flag for the batch
    solve_switches switches{};
    int tolerance = 0;  // of values (solver.h)
    // Called after each position, by one thread at a time. If it throws the batch ends, and the
    // exception comes out of solve_batch.
    std::function<void(std::size_t done, std::size_t all)> progress{};
    isa on = best_isa();
};

// One result per position. Throws std::invalid_argument if one of them cannot be solved.
template <variant V>
std::vector<solved_position> solve_batch(std::span<const game_state<V>> positions,
                                         const solve_wishes& wishes = {},
                                         const batch_options<V>& how = {}) {
    const std::size_t all = positions.size();
    for (std::size_t i = 0; i < all; ++i) {
        if (!solving<V>::playing(positions[i]))
            throw std::invalid_argument("solve_batch: position " + std::to_string(i) + " of " +
                                        std::to_string(all) + ": no cards are being played");
    }

    std::vector<solved_position> results(all);
    const auto over = [&] {
        const solve_budget& b = how.budget;
        return (b.stop != nullptr && *b.stop) ||
               (b.deadline != std::chrono::steady_clock::time_point::max() &&
                std::chrono::steady_clock::now() >= b.deadline);
    };
    const auto solve = [&](solver<V>& by, const game_state<V>& s, solved_position& out) {
        by.reset();
        const std::uint64_t before = by.nodes();
        bool stopped = false;
        if (wishes.value) {
            out.value = by.value(s, how.goal);
            stopped |= by.stopped();
        }
        if (wishes.moves) {
            out.moves = by.moves(s, how.goal);
            stopped |= by.stopped();
        }
        if (wishes.line) {
            out.line = by.line(s, how.goal);
            stopped |= by.stopped();
        }
        out.nodes = by.nodes() - before;
        out.status = stopped ? solve_status::stopped : solve_status::done;
    };
    const auto make_worker = [&] {
        solver<V> by(how.on);
        by.set_switches(how.switches);
        by.set_budget(how.budget);
        by.set_tolerance(how.tolerance);
        return [&, by = std::move(by)](std::uint64_t i) mutable {
            if (over()) return false;
            solve(by, positions[i], results[i]);
            return true;
        };
    };
    std::size_t done = 0;
    work_in_order(
        {.count = all, .threads = how.threads}, make_worker,
        [&](bool solved) {
            if (solved && how.progress) how.progress(++done, all);
        },
        [](bool solved) { return solved; });
    return results;
}

}  // namespace mu
