// What a decision costs: the first lead after an auction by rules of thumb, every card valued.
// Rounds are by processor time, which other work on the machine disturbs less than the clock.
//
//     bench_search [deals = 20] [text that the names of tasks have]

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <string_view>

#include <fmt/format.h>

#include <mu/api/search.h>

using namespace mu;

namespace {

struct task {
    const char* label;
    const char* game;
    search_settings how;
    std::uint64_t rounds;
};

// The first view of a deal in which a card is to be led, or nothing.
std::optional<seat_view> first_lead(const game& g, rng& generator) {
    position p = g.deal(generator);
    while (!p.is_over()) {
        const seat_view v = p.view(p.to_act());
        if (v.phase() == deal_phase::play && v.legal().count() > 1) return v;
        p.apply(v.rule_choice());
    }
    return std::nullopt;
}

// Mean milliseconds of a search, by the clock and of processor time, and rounds a second of that.
struct timing {
    double clock, processor, rate;
};
timing time_of(const task& t, int deals, unsigned threads) {
    const game g(t.game);
    double seconds = 0, processor = 0;
    std::uint64_t rounds = 0;
    int made = 0;
    for (std::uint64_t i = 0; made < deals; ++i) {
        rng generator = rng(11).split(i);
        const auto v = first_lead(g, generator);
        if (!v) continue;
        searcher by(g, t.how);
        const auto start = std::chrono::steady_clock::now();
        const std::clock_t used = std::clock();
        rounds += by.search(*v, generator, {.rounds = t.rounds, .threads = threads}).rounds;
        seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        processor += static_cast<double>(std::clock() - used) / CLOCKS_PER_SEC;
        ++made;
    }
    return {1000 * seconds / made, 1000 * processor / made,
            static_cast<double>(rounds) / processor};
}

}  // namespace

int main(int argc, char** argv) {
    const int deals = argc > 1 ? std::atoi(argv[1]) : 20;
    const std::string_view only = argc > 2 ? argv[2] : "";
    const search_settings all{.behind = 1e9};  // no card is left out
    const search_settings tree{.method = search_method::tree};
    search_settings seed = tree;
    seed.tree.all_seats = false;
    fmt::print("{:<34} {:>10} {:>12} {:>10} {:>14}\n", "", "ms", "processor ms", "2 threads",
               "rounds/s");
    for (const task& t : {task{"contree, 20 worlds", "contree", all, 20},
                          {"contree, 20 worlds, racing", "contree", {}, 20},
                          {"bridge, 20 worlds", "bridge", all, 20},
                          {"bridge, 20 worlds, racing", "bridge", {}, 20},
                          {"whist, 20 worlds", "whist", all, 20},
                          {"jass, 20 worlds", "jass", all, 20},
                          {"euchre, 50 worlds", "euchre", all, 50},
                          {"ulti, 20 worlds", "ulti", all, 20},
                          {"snapszer, 20 worlds", "snapszer", all, 20},
                          {"euchre, tree of all seats", "euchre", tree, 20000},
                          {"euchre, tree of one seat", "euchre", seed, 20000},
                          {"bridge, tree of all seats", "bridge", tree, 20000},
                          {"bridge, tree of one seat", "bridge", seed, 20000}}) {
        if (std::string_view(t.label).find(only) == std::string_view::npos) continue;
        const timing one = time_of(t, deals, 1);
        const double two =
            t.how.method == search_method::worlds ? time_of(t, deals, 2).clock : one.clock;
        fmt::print("{:<34} {:>10.2f} {:>12.2f} {:>10.2f} {:>14.0f}\n", t.label, one.clock,
                   one.processor, two, one.rate);
    }
}
