// mu bench: a signature that changes when behaviour changes, and playouts per second as a multiple
// of the floor, measured in the same run.

#include <algorithm>
#include <chrono>
#include <thread>

#include <fmt/format.h>

#include <mu/engine/playouts.h>
#include <mu/games/perft.h>
#include <mu/games/registry.h>

#include "bench_beliefs.h"
#include "bench_solve.h"
#include "commands.h"
#include "floor.h"

namespace mu::cli {

namespace {

struct bench_options {
    unsigned threads = 1;
    double seconds = 0.4;  // per measurement
    bool signature_only = false;
    bool solve = false;
    bool beliefs = false;
    solve_bench_options solving{};
    std::vector<std::string> without;  // switches of the solvers
};

constexpr std::uint64_t seed = 20261115;

// Positions to play out from: fixed random deals at the first lead.
template <typename V>
std::vector<position_of<V>> positions(std::size_t count) {
    std::vector<position_of<V>> out;
    for (std::size_t i = 0; i < count; ++i) {
        rng generator = rng(seed).split(i);
        out.push_back(to_position(random_first_lead(V{}, generator)));
    }
    return out;
}

// Playouts 0 .. count - 1, cut between the threads.
template <typename V>
std::vector<playout_result<word_of<V>>> run_playouts(const std::vector<position_of<V>>& from,
                                                     std::size_t count, unsigned threads,
                                                     playout_width width, isa on) {
    std::vector<playout_result<word_of<V>>> results(count);
    std::vector<std::jthread> workers;
    for (unsigned t = 0; t < threads; ++t) {
        const std::size_t begin = count * t / threads, end = count * (t + 1) / threads;
        workers.emplace_back([&, begin, end] {
            playouts<V>({from, seed, begin, std::span(results).subspan(begin, end - begin)}, width,
                        on);
        });
    }
    workers.clear();  // waits for all
    return results;
}

// Order matters, so that two swapped results change the sum.
constexpr std::uint64_t mix(std::uint64_t sum, std::uint64_t x) {
    return (sum ^ x) * 0x100000001B3U;
}

template <typename V>
std::uint64_t signature_of(unsigned threads) {
    std::uint64_t sum = 0xCBF29CE484222325U;
    for (std::uint64_t i = 0; i < 8; ++i) {
        rng generator = rng(seed).split(i);
        sum = mix(sum, perft(random_first_lead(V{}, generator), 5));
    }
    const auto results =
        run_playouts<V>(positions<V>(64), 1 << 14, threads, playout_width::lanes, best_isa());
    for (const auto& r : results) sum = mix(mix(mix(sum, r.tricks), r.cards), r.last & 1);
    return sum;
}

// Million calls of `work(n)` per second, the best of several rounds: what the machine can do when
// nothing else runs.
template <typename F>
double rate(double seconds, F&& work) {
    using clock = std::chrono::steady_clock;
    double best = 0;
    std::uint64_t n = 1 << 14;
    const auto stop = clock::now() + std::chrono::duration<double>(seconds);
    do {
        const auto begin = clock::now();
        work(n);
        const double took = std::chrono::duration<double>(clock::now() - begin).count();
        best = std::max(best, static_cast<double>(n) / took / 1e6);
        if (took < seconds / 8) n *= 2;
    } while (clock::now() < stop);
    return best;
}

template <typename V>
void time_playouts(std::string_view name, const bench_options& o, double floor_rate) {
    const auto from = positions<V>(1024);
    for (const playout_width width : {playout_width::one, playout_width::lanes}) {
        for (const isa on : available_isas()) {
            const double r = rate(o.seconds, [&](std::uint64_t n) {
                run_playouts<V>(from, n, o.threads, width, on);
            });
            fmt::print("{:<10} {:<6} {:<9} {:8.2f}", name,
                       width == playout_width::one ? "single" : "lanes", isa_name(on), r);
            if (floor_rate > 0) fmt::print(" {:7.2f}", r / floor_rate);
            fmt::print("\n");
        }
    }
}

void run(const bench_options& o) {
    std::uint64_t all = 0xCBF29CE484222325U;
#define MU_SIGN(V) all = mix(all, signature_of<V>(o.threads));
    MU_GAMES(MU_SIGN)
#undef MU_SIGN
    fmt::print("signature {}\n", all);
    if (o.signature_only) return;

    double floor_rate = 0;
    fmt::print("\n{:<10} {:<6} {:<9} {:>8} {:>7}\n", "playouts", "", "", "M/s", "floor");
    if (floor::available()) {
        std::uint64_t tricks = 0;
        floor_rate = rate(2 * o.seconds, [&](std::uint64_t n) { tricks += floor::playouts(n); });
        fmt::print("{:<10} {:<6} {:<9} {:8.2f} {:7.2f}\n", "floor", "single", "bmi2", floor_rate,
                   1.0);
        if (tricks == 0)
            fmt::print("the floor won no trick\n");  // keeps the work from being removed
    }
#define MU_TIME(V) time_playouts<V>(#V, o, floor_rate);
    MU_GAMES(MU_TIME)
#undef MU_TIME
}

}  // namespace

void add_bench(command_spec& app) {
    command_spec command =
        app.add_subcommand("bench", "print the signature and time random playouts");
    auto options = std::make_shared<bench_options>();
    command
        .add_option("--threads", options->threads, "threads; the signature does not depend on it")
        .between(1U, 256U)
        .show_default();
    command.add_option("--seconds", options->seconds, "time for each measurement")
        .between(0.01, 60.0)
        .show_default();
    command.add_flag("--signature", options->signature_only, "only print the signature");
    const option_spec solve =
        command.add_flag("--solve", options->solve, "time the solvers instead, against libdds");
    command.add_flag("--beliefs", options->beliefs, "time hidden worlds instead: views and draws")
        .excludes(solve);
    command.add_option("--deals", options->solving.deals, "rounds of --solve")
        .between(1, 1000000)
        .needs(solve)
        .show_default();
    command.add_flag("--slow", options->solving.slow,
                     "with --solve: also what takes seconds a deal (jass with trumps)");
    command.add_option("--seed", options->solving.seed, "seed of the deals of --solve")
        .whole_number()
        .needs(solve)
        .show_default();
    command
        .add_flag("--budgets", options->solving.budgets,
                  "with --solve: how narrow ranges are that a node limit leaves, instead of times")
        .needs(solve);
    command.add_flag("--alone", options->solving.alone, "with --solve: leave libdds out")
        .needs(solve);
    command
        .add_option("--only", options->solving.only,
                    "with --solve: workloads with this in their name")
        .needs(solve);
    command
        .add_option("--times", options->solving.times,
                    "with --solve: CSV file for the time of every position, ours and the rival's")
        .needs(solve);
    std::vector<std::string> switches;
    for (const solve_switch& s : all_solve_switches) switches.emplace_back(s.name);
    command.add_option("--without", options->without, "with --solve: speed-ups to turn off")
        .needs(solve)
        .one_of(switches);
    command.callback([options] {
        if (options->beliefs)
            return run_belief_bench(
                {.seconds = options->seconds, .signature_only = options->signature_only});
        if (!options->solve) return run(*options);
        options->solving.signature_only = options->signature_only;
        for (const solve_switch& s : all_solve_switches)
            if (std::ranges::find(options->without, s.name) != options->without.end())
                options->solving.use.*s.is = false;
        if (options->solving.budgets) return run_budget_bench(options->solving);
        run_solve_bench(options->solving);
    });
}

}  // namespace mu::cli
