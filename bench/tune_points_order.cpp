// Finds weights for the order in which the solver of point games tries cards (points_order.h):
// small random changes, kept if they save nodes on a handful of deals that changes now and then.
//
//     bench_tune_points_order contree|jass|jass_plain|ulti [seconds] [seed]
//
// Prints the mean number of nodes before and after on deals that were not used, then the weights.

#include <cmath>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include <mu/games/all.h>
#include <mu/solve/points.h>

namespace {

using namespace mu;

// The nodes of one deal, by its number.
using workload = std::function<std::uint64_t(std::uint64_t deal, const points_weights&)>;

template <variant V>
std::uint64_t nodes_of(const game_state<V>& s, const points_weights& w) {
    static points_solver<V::play, word_of<V>, point_goal> solver;
    points_query<word_of<V>, 4> q;
    static_cast<solve_query<word_of<V>, 4>&>(q) = to_query<4>(s, solving<V>::seating(s));
    q.so_far = solving<V>::so_far(s);
    solver.set_goal(solving<V>::points(s, {}));
    solver.set_weights(&w);
    solver.value(q);
    return solver.nodes();
}

std::uint64_t contree_nodes(std::uint64_t deal, const points_weights& w) {
    rng generator = rng(1).split(deal);
    return nodes_of(random_first_lead(contree{}, generator), w);
}

// Hands of eight cards: those of nine take a hundred times as long as all others.
template <jass::contract First, unsigned Count>
std::uint64_t jass_nodes(std::uint64_t deal, const points_weights& w) {
    rng generator = rng(1).split(deal);
    const auto contract =
        static_cast<jass::contract>(static_cast<unsigned>(First) + generator.below(Count));
    std::array<card_mask, 5> places{};
    deal_random(layout({8, 8, 8, 8, 4}), generator, places);
    auto s = open_deal<jass>({places[0], places[1], places[2], places[3]},
                             trump_of_contract(contract), static_cast<seat>(generator.below(4)));
    s.extra.chosen = contract;
    return nodes_of(s, w);
}

std::uint64_t ulti_nodes(std::uint64_t deal, const points_weights& w) {
    static points_solver<ulti::play, word_of<ulti>, point_goal> solver;
    rng generator = rng(1).split(deal);
    std::array<card_mask, 4> places{};
    deal_random(layout({10, 10, 10, 2}), generator, places);
    const auto s = ulti_first_lead(ulti_rules{}, {{places[0], places[1], places[2]}}, places[3],
                                   static_cast<seat>(generator.below(3)), 0, ulti::red);
    const auto task = solving<ulti>::task_of(s, {.what = solving<ulti>::aim::parti});
    points_query<word_of<ulti>, 3> q;
    static_cast<solve_query<word_of<ulti>, 3>&>(q) = to_query<3>(s, solving<ulti>::seating(s));
    q.so_far = task.so_far;
    solver.set_goal(task.points);
    solver.set_weights(&w);
    solver.card_values(q);
    return solver.nodes();
}

// All weights, one after the other.
std::vector<int*> knobs(points_weights& w) {
    std::vector<int*> out;
    for (auto& suit : w.leads)
        for (auto& of : suit) out.insert(out.end(), {&of.base, &of.worth});
    out.insert(out.end(), {&w.own, &w.foes, &w.partner, &w.own_trump, &w.foe_trump, &w.next_void,
                           &w.before_void});
    for (auto& hand : w.follows)
        for (auto& of : hand) out.insert(out.end(), {&of.base, &of.worth, &of.trick});
    out.insert(out.end(), {&w.discard, &w.discard_top, &w.discard_length, &w.killer});
    return out;
}

constexpr int deals = 40;
constexpr std::uint64_t unused = 1000000;  // the number of the first deal that is not tuned on

double mean_nodes(const workload& work, const points_weights& w) {
    double sum = 0;
    for (std::uint64_t i = 0; i < 3 * deals; ++i) sum += static_cast<double>(work(unused + i, w));
    return sum / (3 * deals);
}

// Square roots, lest a few hard deals decide alone. Gives up once it is clearly behind `best`.
std::vector<double> costs(const workload& work, std::uint64_t first, const points_weights& w,
                          const std::vector<double>& best) {
    std::vector<double> out;
    double sum = 0, sum_best = 0;
    for (std::uint64_t i = 0; i < deals; ++i) {
        out.push_back(std::sqrt(static_cast<double>(work(first + i, w))));
        sum += out.back();
        if (best.empty()) continue;
        sum_best += best[i];
        if (i >= 3 && sum > 1.03 * sum_best) return {};
    }
    return best.empty() || sum < 0.9995 * sum_best ? out : std::vector<double>{};
}

void print(const points_weights& w) {
    fmt::print("{{.leads = {{");
    for (const auto& suit : w.leads) {
        fmt::print("{{");
        for (const auto& of : suit) fmt::print("{{{}, {}}}, ", of.base, of.worth);
        fmt::print("}},\n");
    }
    fmt::print("}},\n .own = {}, .foes = {}, .partner = {}, .own_trump = {}, .foe_trump = {},\n",
               w.own, w.foes, w.partner, w.own_trump, w.foe_trump);
    fmt::print(" .next_void = {}, .before_void = {},\n .follows = {{", w.next_void, w.before_void);
    for (const auto& hand : w.follows) {
        fmt::print("{{");
        for (const auto& of : hand) fmt::print("{{{}, {}, {}}}, ", of.base, of.worth, of.trick);
        fmt::print("}},\n");
    }
    fmt::print("}},\n .discard = {}, .discard_top = {}, .discard_length = {}, .killer = {}}}\n",
               w.discard, w.discard_top, w.discard_length, w.killer);
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view game = argc > 1 ? argv[1] : "";
    const double seconds = argc > 2 ? std::atof(argv[2]) : 300;
    rng generator(argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1);

    workload work;
    points_weights w{};
    if (game == "contree") {
        work = contree_nodes;
        w = forced_ruff_order;
    } else if (game == "jass") {
        work = jass_nodes<jass::contract::spades, 4>;
        w = free_ruff_order;
    } else if (game == "jass_plain") {
        work = jass_nodes<jass::contract::obenabe, 2>;
        w = plain_order;
    } else if (game == "ulti") {
        work = ulti_nodes;
        w = heading_order;
    } else {
        fmt::print(stderr, "no game '{}' to tune: contree, jass, jass_plain or ulti\n", game);
        return 2;
    }

    fmt::print("before: {:.0f} nodes\n", mean_nodes(work, w));
    const std::vector<int*> all = knobs(w);
    std::uint64_t first = generator.below(1000);
    std::vector<double> best = costs(work, first, w, {});
    const std::clock_t begin = std::clock();
    int tries = 0, kept = 0;
    while (static_cast<double>(std::clock() - begin) < seconds * CLOCKS_PER_SEC) {
        if (++tries % 80 == 0) best = costs(work, first += deals, w, {});
        const points_weights before = w;
        for (auto changes = 1 + generator.below(3); changes > 0; --changes) {
            int& knob = *all[generator.below(all.size())];
            const int reach = std::max(8, std::abs(knob) / 3);
            knob += static_cast<int>(generator.below(static_cast<std::uint64_t>(2 * reach + 1))) -
                    reach;
        }
        if (auto now = costs(work, first, w, best); now.empty()) {
            w = before;
        } else {
            best = std::move(now);
            ++kept;
        }
    }
    fmt::print("after:  {:.0f} nodes ({} changes tried, {} kept)\n", mean_nodes(work, w), tries,
               kept);
    print(w);
}
