// mu bench --beliefs: microseconds to take in an action, to prepare the worlds of a view, to draw
// one and to draw one of a batch of 64, at the first lead and in the middle of the deal. A
// signature before the table, made of counts and draws, changes when behaviour does.

#include "bench_beliefs.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include <fmt/format.h>

#include <mu/belief/worlds.h>
#include <mu/games/all.h>

namespace mu::cli {

namespace {

constexpr std::uint64_t seed = 20261115;
constexpr std::size_t deals = 256;

// The views of one seat, from the first lead on.
template <typename V>
std::vector<view<V>> views_of(std::uint64_t deal, bool to_middle) {
    rng generator = rng(seed).split(deal);
    game_state<V> s = random_first_lead(V{}, generator);
    const auto me = static_cast<seat>(generator.below(V::seats));
    std::vector<view<V>> out{view_of<V>(s, me)};
    const int cards = to_middle ? V::seats * V::play.tricks / 2 - 1 : 0;
    for (int n = 0; n < cards && !rules<V>::is_over(s); ++n) {
        const card_mask legal = rules<V>::legal_moves(s);
        const auto pick = generator.below(static_cast<std::uint64_t>(ops::popcount(legal)));
        rules<V>::apply(s, ops::lsb_index(ops::nth_set_bit(legal, static_cast<int>(pick))));
        if (!rules<V>::is_over(s)) out.push_back(view_of<V>(s, me));
    }
    return out;
}

template <typename V>
hard_facts<V> facts_of(const std::vector<view<V>>& views) {
    hard_facts<V> facts(views.front(), watched::from_here);
    for (std::size_t i = 1; i < views.size(); ++i) facts.see(views[i]);
    return facts;
}

// Microseconds for each call of work(i), i = 0 .. count - 1: the best of several rounds.
template <typename F>
double microseconds(double seconds, std::size_t count, F&& work) {
    using clock = std::chrono::steady_clock;
    double best = 1e9;
    const auto stop = clock::now() + std::chrono::duration<double>(seconds);
    do {
        const auto begin = clock::now();
        for (std::size_t i = 0; i < count; ++i) work(i);
        const double took = std::chrono::duration<double>(clock::now() - begin).count();
        best = std::min(best, 1e6 * took / static_cast<double>(count));
    } while (clock::now() < stop);
    return best;
}

template <typename V>
void time_beliefs(std::string_view name, bool middle, double seconds) {
    std::vector<std::vector<view<V>>> views;
    std::vector<hard_facts<V>> facts;
    std::size_t seen = 0;
    for (std::uint64_t i = 0; i < deals; ++i) {
        views.push_back(views_of<V>(i, middle));
        facts.push_back(facts_of<V>(views.back()));
        seen += views.back().size();
    }
    card_mask sum = 0;  // keeps the work from being removed
    const double see =
        microseconds(seconds, deals,
                     [&](std::size_t i) { sum += facts_of<V>(views[i]).excluded(seat::north); }) *
        deals / static_cast<double>(seen);
    world_set<V> worlds;
    const double prepare = microseconds(seconds, deals, [&](std::size_t i) {
        worlds.prepare(facts[i]);
        sum += worlds.count();
    });
    std::vector<world_set<V>> sets(deals);
    for (std::size_t i = 0; i < deals; ++i) sets[i].prepare(facts[i]);
    rng generator(seed);
    const double draw = microseconds(
        seconds, 16 * deals, [&](std::size_t i) { sum += sets[i / 16].draw(generator).hands[0]; });
    std::array<world<V>, 64> batch;
    const double batched = microseconds(seconds, deals / 16,
                                        [&](std::size_t i) {
                                            const std::size_t n = sets[i].draw(batch, generator);
                                            sum += batch[n - 1].hands[0];
                                        }) /
                           batch.size();
    std::vector<double> counts;
    for (const auto& set : sets) counts.push_back(static_cast<double>(set.count()));
    std::ranges::nth_element(counts, counts.begin() + deals / 2);
    fmt::print("{:<12} {:<6} {:8.3f} {:8.3f} {:8.3f} {:8.3f}  {:.3g}{}\n", name,
               middle ? "middle" : "first", see, prepare, draw, batched, counts[deals / 2],
               sum == 0 ? " " : "");
}

template <typename V>
std::uint64_t signature_of() {
    std::uint64_t sum = 0xCBF29CE484222325U;
    const auto mix = [&](std::uint64_t x) { sum = (sum ^ x) * 0x100000001B3U; };
    rng generator(seed);
    for (std::uint64_t i = 0; i < 64; ++i) {
        const auto facts = facts_of<V>(views_of<V>(i, i % 2 == 1));
        world_set<V> worlds;
        worlds.prepare(facts);
        mix(worlds.count());
        for (int n = 0; n < 4; ++n) {
            const world<V> w = worlds.draw(generator);
            for (int p = 0; p < place_count; ++p)
                if (world<V>::has(p)) mix(w[p]);
        }
    }
    return sum;
}

}  // namespace

void run_belief_bench(const belief_bench_options& o) {
    std::uint64_t all = 0;
#define MU_SIGN(V) all = all * 0x100000001B3U ^ signature_of<V>();
    MU_VARIANTS(MU_SIGN)
#undef MU_SIGN
    fmt::print("signature {}\n", all);
    if (o.signature_only) return;
    fmt::print("\n{:<12} {:<6} {:>8} {:>8} {:>8} {:>8}  {}\n", "beliefs, us", "", "see", "prepare",
               "draw", "of 64", "worlds (median)");
#define MU_TIME(V)                             \
    time_beliefs<V>(#V, false, o.seconds / 4); \
    time_beliefs<V>(#V, true, o.seconds / 4);
    MU_VARIANTS(MU_TIME)
#undef MU_TIME
}

}  // namespace mu::cli
