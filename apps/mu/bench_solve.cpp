// mu bench --solve: a signature of node counts, then what solving costs, measured against libdds
// deal by deal in the same process.

#include "bench_solve.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>

#include <mu/games/all.h>
#include <mu/games/bridge/dd_table.h>
#include <mu/games/euchre/open_game.h>

#include "bench_positions.h"
#include "oracles/libdds.h"
#include "progress.h"

namespace mu::cli {

namespace {

// --- The signature -----------------------------------------------------------------------------

constexpr std::uint64_t signature_seed = 20261115;

// Order matters, so that two swapped results change the sum.
constexpr std::uint64_t mix(std::uint64_t sum, std::uint64_t x) {
    return (sum ^ x) * 0x100000001B3U;
}

// The nodes that it takes to find the value of every card, and the values.
template <variant V, typename Deal>
std::uint64_t sign(std::string_view name, int positions, Deal deal) {
    solver<V> by;
    std::uint64_t sum = 0xCBF29CE484222325U;
    for (int i = 0; i < positions; ++i) {
        rng generator = rng(signature_seed).split(static_cast<std::uint64_t>(i));
        const game_state<V> s = deal(generator);
        by.reset();
        for (const auto& [move, value] : by.moves(s))
            sum = mix(mix(sum, move), static_cast<std::uint64_t>(value.low));
        sum = mix(sum, by.nodes());
    }
    fmt::print("{:<10} {:>4} positions {:>9} nodes\n", name, positions, by.nodes());
    return sum;
}

// The same for whole tables of bridge, every denomination and every leader.
std::uint64_t sign_tables(int deals) {
    solver<bridge> by;
    std::uint64_t sum = 0xCBF29CE484222325U;
    for (int i = 0; i < deals; ++i) {
        rng generator = rng(signature_seed).split(static_cast<std::uint64_t>(i));
        per_seat<card_mask> hands{};
        deal_random(layout({13, 13, 13, 13}), generator, hands);
        by.reset();
        for (const auto& of_declarer : dd_table(by, hands))
            for (const std::uint8_t tricks : of_declarer) sum = mix(sum, tricks);
        sum = mix(sum, by.nodes());
    }
    fmt::print("{:<10} {:>4} tables    {:>9} nodes\n", "bridge", deals, by.nodes());
    return sum;
}

// One line per game.
std::uint64_t signature() {
    std::uint64_t all = 0xCBF29CE484222325U;
    const auto add = [&](std::uint64_t sum) { all = mix(all, sum); };
    add(sign<whist>("whist", 20, [](rng& g) { return random_hands<whist>(8, any_strain(g), g); }));
    add(sign<bridge>("bridge", 20,
                     [](rng& g) { return random_hands<bridge>(9, any_strain(g), g); }));
    add(sign<jass>("jass", 20, [](rng& g) { return jass_ending(6, g); }));
    add(sign<contree>("contree", 4, first_lead<contree>));
    add(sign<euchre>("euchre", 200, first_lead<euchre>));
    add(sign<euchre_25>("euchre_25", 200, first_lead<euchre_25>));
    add(sign<snapszer>("snapszer", 4, whole_deal<snapszer>));
    add(sign<snapszer_24>("snapszer_24", 20, first_lead<snapszer_24>));
    add(sign<skat>("skat", 4, first_lead<skat>));
    add(sign_tables(2));
    return all;
}

// --- Workloads ---------------------------------------------------------------------------------

// A kind of work. In every turn it makes new positions and solves them, each a new deal, of which
// a solver knows nothing.
struct workload {
    explicit workload(std::string called, int positions = 1, int share = 0)
        : name(std::move(called)), each(positions), unit(share) {}

    std::string name;
    int each = 1;                    // positions in a turn: many where one takes little time
    int unit = 0;                    // share of libdds's time for it in the unit of the ratios
    std::function<void(rng&)> deal;  // the positions of a turn
    std::function<std::uint64_t(int)> solve;  // the k-th of them; nodes
    std::function<void(int)> rival;           // the same by libdds, or what else is named
    std::string rival_name;                   // empty: libdds
    std::function<std::size_t()> bytes;
    std::vector<double> ours, theirs;  // seconds
    std::uint64_t nodes = 0;
};

// A solver with the switches that were asked for, where it has any.
template <variant V>
std::shared_ptr<solver<V>> make_solver(const solve_bench_options& o) {
    auto by = std::make_shared<solver<V>>();
    if constexpr (requires { by->set_switches(o.use); }) by->set_switches(o.use);
    return by;
}

// The values of all contracts that `deal` lists for a deal.
template <variant V, typename Deal>
workload values_of(const solve_bench_options& o, std::string name, int each, Deal deal) {
    using contracts = std::vector<game_state<V>>;
    const auto by = make_solver<V>(o);
    const auto at = std::make_shared<std::vector<contracts>>(static_cast<std::size_t>(each));
    workload w(std::move(name), each);
    w.deal = [=](rng& g) {
        for (auto& list : *at) list = deal(g);
    };
    w.solve = [=](int k) {
        const std::uint64_t before = by->nodes();
        for (const auto& s : (*at)[static_cast<std::size_t>(k)]) by->value(s);
        return by->nodes() - before;
    };
    if constexpr (std::is_same_v<V, bridge>)
        w.rival = [=](int k) {
            for (const auto& s : (*at)[static_cast<std::size_t>(k)]) libdds::value(s);
        };
    w.bytes = [=] { return by->bytes(); };
    return w;
}

// One value.
template <variant V, typename Deal>
workload value_of(const solve_bench_options& o, std::string name, int each, Deal deal,
                  int unit = 0) {
    workload w = values_of<V>(o, std::move(name), each,
                              [=](rng& g) { return std::vector<game_state<V>>{deal(g)}; });
    w.unit = unit;
    return w;
}

// All contracts of a bridge deal.
workload bridge_table(const solve_bench_options& o) {
    const auto by = make_solver<bridge>(o);
    const auto hands = std::make_shared<per_seat<card_mask>>();
    workload w("bridge, table of 20");
    w.deal = [=](rng& g) { deal_random(layout({13, 13, 13, 13}), g, *hands); };
    w.solve = [=](int) {
        const std::uint64_t before = by->nodes();
        dd_table(*by, *hands);
        return by->nodes() - before;
    };
    w.rival = [=](int) { libdds::table(*hands); };
    w.bytes = [=] { return by->bytes(); };
    return w;
}

// All cards of a first lead in bridge, compared with what one value of the position takes.
workload bridge_cards(const solve_bench_options& o) {
    const auto by = make_solver<bridge>(o), one = make_solver<bridge>(o);
    const auto at = std::make_shared<game_state<bridge>>();
    workload w("bridge, all cards of a lead");
    w.rival_name = "mu: bridge, one value of those";
    w.deal = [=](rng& g) { *at = random_hands<bridge>(13, any_strain(g), g); };
    w.solve = [=](int) {
        const std::uint64_t before = by->nodes();
        by->moves(*at);
        return by->nodes() - before;
    };
    w.rival = [=](int) { one->value(*at); };
    w.bytes = [=] { return by->bytes(); };
    return w;
}

// What every first card is worth.
template <variant V, typename Deal>
workload cards_of(const solve_bench_options& o, std::string name, Deal deal) {
    const auto by = make_solver<V>(o);
    const auto at = std::make_shared<game_state<V>>();
    workload w(std::move(name));
    w.deal = [=](rng& g) { *at = deal(g); };
    w.solve = [=](int) {
        const std::uint64_t before = by->nodes();
        by->moves(*at);
        return by->nodes() - before;
    };
    w.bytes = [=] { return by->bytes(); };
    return w;
}

// A bid of one unit in ulti, for the soloist's own sake.
workload ulti_cards(const solve_bench_options& o, std::string name, ulti_unit unit, bool trumps) {
    return cards_of<ulti>(o, std::move(name),
                          [=](rng& g) { return ulti_bid_played(unit, trumps, g); });
}

workload skat_cards(const solve_bench_options& o, std::string name, skat_kind kind) {
    return cards_of<skat>(o, std::move(name), [=](rng& g) { return skat_game_played(kind, g); });
}

// Every declaration of a hand of twelve in skat, with the best two cards to lay away.
workload skat_declarations(const solve_bench_options& o) {
    const auto by = make_solver<skat>(o);
    const auto at = std::make_shared<game_state<skat>>();
    workload w("skat, all declarations of twelve cards");
    w.deal = [=](rng& g) { *at = whole_deal<skat>(g); };
    w.solve = [=](int) {
        const std::uint64_t before = by->nodes();
        best_declarations(*by, *at, seat::north, false, {});
        return by->nodes() - before;
    };
    w.bytes = [=] { return by->bytes(); };
    return w;
}

// What a player before his first bid in euchre would ask: 50 deals that agree with his hand and the
// upcard, in each of them the value of every call, with calls, discard and play all open.
workload euchre_information_state() {
    const auto by = std::make_shared<euchre_open_game<24>>();
    const auto at = std::make_shared<std::vector<game_state<euchre>>>(50);
    workload w("euchre, 50 worlds, calls and all");
    w.deal = [=](rng& g) {
        std::array<card_mask, 6> places{};
        deal_random(euchre::layout({}), g, places);
        card_mask hidden = deck_traits<euchre>::all_cards & ~(places[0] | places[4]);
        for (auto& s : *at) {
            std::vector<card> cards;
            ops::for_each(hidden, [&](card c) { cards.push_back(c); });
            for (std::size_t i = cards.size() - 1; i > 0; --i)
                std::swap(cards[i], cards[g.below(static_cast<std::uint32_t>(i + 1))]);
            std::array<card_mask, 6> world{places[0], 0, 0, 0, places[4], 0};
            for (std::size_t i = 0; i < cards.size(); ++i)
                world[i < 15 ? 1 + i / 5 : 5] |= bit(cards[i]);
            s = start_deal(euchre{}, {}, world, seat::north, 0);
        }
    };
    w.solve = [=](int) {
        const std::uint64_t before = by->nodes();
        for (const auto& s : *at) by->moves(s);
        return by->nodes() - before;
    };
    w.bytes = [] { return std::size_t{0}; };
    return w;
}

// The unit of the ratios is libdds's time for one solve of 13 cards in a strain drawn at random.
std::vector<workload> workloads(const solve_bench_options& o) {
    std::vector<workload> out;
    const auto bridge_hands = [](int cards, auto strain) {
        return [=](rng& g) { return random_hands<bridge>(cards, strain(g), g); };
    };
    out.push_back(value_of<bridge>(o, "bridge, no trump", 1,
                                   bridge_hands(13, [](rng&) { return suit::none; }), 1));
    out.push_back(value_of<bridge>(o, "bridge, trump", 1, bridge_hands(13, any_trump), 4));
    out.push_back(bridge_table(o));
    out.push_back(bridge_cards(o));
    for (const int cards : {8, 6, 4})
        out.push_back(value_of<bridge>(o, fmt::format("bridge, {} cards", cards),
                                       160 / (cards * cards), bridge_hands(cards, any_strain)));
    out.push_back(value_of<whist>(o, "whist", 1, first_lead<whist>));
    out.push_back(value_of<contree>(o, "contree, one trump", 1, first_lead<contree>));
    out.push_back(values_of<contree>(o, "contree, four trumps", 1, [](rng& g) {
        std::vector<game_state<contree>> each(suit_count, first_lead<contree>(g));
        for (const suit trump : all_suits) each[static_cast<std::size_t>(trump)].trump = trump;
        return each;
    }));
    out.push_back(
        value_of<jass>(o, "jass, O or U", 1, [](rng& g) { return jass_ending(9, g, 4, 2); }));
    out.push_back(value_of<jass>(o, "jass, trump, 6 cards", 1,
                                 [](rng& g) { return jass_ending(6, g, 0, 4); }));
    if (o.slow || !o.only.empty())  // seconds each
        out.push_back(
            value_of<jass>(o, "jass, trump", 1, [](rng& g) { return jass_ending(9, g, 0, 4); }));
    out.push_back(ulti_cards(o, "ulti, parti, all cards", ulti_unit::parti, true));
    out.push_back(ulti_cards(o, "ulti, betli, all cards", ulti_unit::betli, false));
    out.push_back(ulti_cards(o, "ulti, durchmars, all cards", ulti_unit::durchmars, false));
    out.push_back(skat_cards(o, "skat, suit game, all cards", skat_kind::suit));
    out.push_back(skat_cards(o, "skat, grand, all cards", skat_kind::grand));
    out.push_back(skat_cards(o, "skat, null, all cards", skat_kind::null));
    out.push_back(skat_declarations(o));
    out.push_back(value_of<euchre>(o, "euchre", 50, first_lead<euchre>));
    out.push_back(euchre_information_state());
    out.push_back(value_of<snapszer>(o, "snapszer, stock known", 1, whole_deal<snapszer>));
    if (o.only.empty()) return out;
    std::string names;
    for (const workload& w : out) names += (names.empty() ? "" : "; ") + w.name;
    std::erase_if(out, [&](const workload& w) { return w.name.find(o.only) == std::string::npos; });
    if (out.empty())
        throw std::invalid_argument(
            fmt::format("no workload has '{}' in its name; there are: {}", o.only, names));
    return out;
}

// --- Measuring ---------------------------------------------------------------------------------

// Of the process, for libdds may start threads.
double cpu_seconds() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// What reading the clock adds to a time: a good part of what an ending of four cards takes.
double clock_seconds() {
    double least = 1;
    for (int i = 0; i < 1000; ++i) {
        const double begin = cpu_seconds();
        least = std::min(least, cpu_seconds() - begin);
    }
    return least;
}

double peak_megabytes() {
    rusage use{};
    getrusage(RUSAGE_SELF, &use);
    return static_cast<double>(use.ru_maxrss) / 1024;
}

double mean(const std::vector<double>& times) {
    double sum = 0;
    for (const double t : times) sum += t;
    return times.empty() ? 0 : sum / static_cast<double>(times.size());
}

double percentile_99(std::vector<double> times) {
    const auto at = static_cast<std::size_t>(std::ceil(0.99 * static_cast<double>(times.size())));
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(at - 1),
                     times.end());
    return times[at - 1];
}

// Our time by the rival's, in the tenth of the positions that took the rival longest.
double hard_ratio(const workload& w) {
    std::vector<std::size_t> order(w.theirs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](auto a, auto b) { return w.theirs[a] > w.theirs[b]; });
    order.resize((order.size() + 9) / 10);
    double ours = 0, theirs = 0;
    for (const std::size_t i : order) {
        ours += w.ours[i];
        theirs += w.theirs[i];
    }
    return ours / theirs;
}

void take_turn(workload& w, bool rival, double clock) {
    for (int k = 0; k < w.each; ++k) {
        const double begin = cpu_seconds();
        if (rival)
            w.rival(k);
        else
            w.nodes += w.solve(k);
        (rival ? w.theirs : w.ours).push_back(cpu_seconds() - begin - clock);
    }
}

// Everybody takes a turn in every round, each round begun by another, so that no one always works
// with a cold cache or while the machine is busy.
void measure(std::vector<workload>& work, const solve_bench_options& o, bool with_rival) {
    progress_bar bar("rounds");
    const double clock = clock_seconds();
    const std::size_t players = work.size() * (with_rival ? 2 : 1);
    for (int i = 0; i < o.deals; ++i) {
        bar.show(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(o.deals));
        const rng round = rng(o.seed).split(static_cast<std::uint64_t>(i));
        for (std::size_t w = 0; w < work.size(); ++w) {
            rng generator = round.split(w);
            work[w].deal(generator);
        }
        for (std::size_t k = 0; k < players; ++k) {
            const std::size_t turn = (k + static_cast<std::size_t>(i)) % players;
            workload& w = work[turn % work.size()];
            const bool rival = turn >= work.size();
            if (!rival || w.rival) take_turn(w, rival, clock);
        }
    }
}

void print(const std::vector<workload>& work, bool with_rival) {
    double unit = 0, shares = 0;
    for (const workload& w : work) {
        unit += w.unit * mean(w.theirs);
        shares += w.unit;
    }
    unit = shares > 0 ? unit / shares : 0;
    const auto ratio = [&](double a, double b) {
        return with_rival && b > 0 ? fmt::format("{:9.5f}", a / b) : fmt::format("{:>9}", "-");
    };
    fmt::print("\n{:<33} {:>7} {:>10} {:>10} {:>10} {:>6} {:>9} {:>9}\n", "one thread", "solves",
               "mean ms", "p99 ms", "nodes", "MB", "ratio", "same");
    for (const workload& w : work)
        fmt::print("{:<33} {:>7} {:10.4f} {:10.4f} {:>10.0f} {:6.1f} {} {}\n", w.name,
                   w.ours.size(), 1e3 * mean(w.ours), 1e3 * percentile_99(w.ours),
                   static_cast<double>(w.nodes) / static_cast<double>(w.ours.size()),
                   static_cast<double>(w.bytes()) / (1 << 20), ratio(mean(w.ours), unit),
                   ratio(mean(w.ours), mean(w.theirs)));
    if (with_rival) {
        for (const workload& w : work)
            if (w.rival)
                fmt::print("{:<33} {:>7} {:10.4f} {:10.4f} {:>10} {:>6} {} {}\n",
                           w.rival_name.empty() ? "libdds: " + w.name.substr(8) : w.rival_name,
                           w.theirs.size(), 1e3 * mean(w.theirs), 1e3 * percentile_99(w.theirs), "",
                           "", ratio(mean(w.theirs), unit), ratio(1, 1));
        for (const workload& w : work)
            if (w.rival && w.theirs.size() >= 10)
                fmt::print("{:<33} {:>7} {:>58.5f}\n", "slowest tenth: " + w.name.substr(8),
                           (w.theirs.size() + 9) / 10, hard_ratio(w));
        fmt::print(
            "\nratio: to libdds's mean for one solve of 13 cards in any strain, {:.2f} ms.\n"
            "same: to libdds's mean for the same positions, or to that of the line named mu.\n",
            1e3 * unit);
    }
    fmt::print("Times are CPU times. Peak memory {:.0f} MB{}.\n", peak_megabytes(),
               with_rival ? ", most of it libdds's (--alone leaves it out)" : "");
}

// Milliseconds of every position that was compared.
void write_times(const std::vector<workload>& work, const std::string& file) {
    std::ofstream out(file);
    out << "workload,ours,theirs\n";
    for (const workload& w : work)
        for (std::size_t i = 0; i < std::min(w.ours.size(), w.theirs.size()); ++i)
            out << fmt::format("\"{}\",{:.4f},{:.4f}\n", w.name, 1e3 * w.ours[i],
                               1e3 * w.theirs[i]);
    if (!out) throw std::runtime_error(fmt::format("cannot write '{}'", file));
}

}  // namespace

void run_solve_bench(const solve_bench_options& o) {
    std::vector<workload> work = workloads(o);
    if (o.only.empty()) fmt::print("solve signature {}\n", signature());
    if (o.signature_only) return;
    if (!o.alone && !libdds::available()) fmt::print("{}: no ratios\n", libdds::missing);
    const bool with_rival = !o.alone && libdds::available();
    measure(work, o, with_rival);
    print(work, with_rival);
    if (!o.times.empty()) write_times(work, o.times);
}

}  // namespace mu::cli
