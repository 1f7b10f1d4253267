// mu bench --solve --budgets: how wide the ranges are that a search proves which must stop early.

#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "bench_positions.h"
#include "bench_solve.h"

namespace mu::cli {
namespace {

constexpr std::array shares{0.1, 0.5, 0.9};  // of the nodes that the exact answer takes

struct widths {
    std::array<double, shares.size()> sum{};
    std::array<double, shares.size()> exact{};
    double count = 0;

    void add(std::size_t share, const value_range& found, const value_range& truth) {
        if (found.low > truth.low || found.high < truth.high)
            throw std::logic_error(
                fmt::format("{} is not in {}..{}", truth.low, found.low, found.high));
        sum[share] += found.high - found.low;
        exact[share] += found.exact() ? 1 : 0;
        if (share == 0) ++count;
    }
    std::string text() const {
        std::string out;
        for (std::size_t i = 0; i < shares.size(); ++i)
            out += fmt::format(" {:>8.2f} {:>3.0f}%", sum[i] / count, 100 * exact[i] / count);
        return out;
    }
};

template <variant V, typename Deal>
void measure(std::string_view name, const solve_bench_options& o, Deal deal) {
    solver<V> by;
    widths value, cards;
    for (int i = 0; i < o.deals; ++i) {
        rng generator = rng(o.seed).split(static_cast<std::uint64_t>(i));
        const game_state<V> s = deal(generator);
        const auto nodes_of = [&](auto&& ask) {
            by.reset();
            const std::uint64_t before = by.nodes();
            ask();
            return static_cast<double>(by.nodes() - before);
        };
        value_range truth;
        std::vector<move_value> moves;
        by.set_budget({});
        const double for_value = nodes_of([&] { truth = by.value(s); });
        const double for_moves = nodes_of([&] { moves = by.moves(s); });
        for (std::size_t share = 0; share < shares.size(); ++share) {
            const auto part = [&](double nodes) {
                by.reset();
                by.set_budget({.nodes = static_cast<std::uint64_t>(shares[share] * nodes)});
            };
            part(for_value);
            value.add(share, by.value(s), truth);
            part(for_moves);
            const auto found = by.moves(s);
            for (std::size_t k = 0; k < moves.size(); ++k)
                cards.add(share, found[k].value, moves[k].value);
        }
    }
    fmt::print("{:<18}{}   {}\n", name, value.text(), cards.text());
}

}  // namespace

void run_budget_bench(const solve_bench_options& o) {
    fmt::print(
        "Mean width of the range proved with 10, 50 and 90 % of the nodes that the exact answer\n"
        "takes, and how many are exact; {} positions a game.\n\n{:<18}{:^42}   {:^42}\n",
        o.deals, "", "value", "all cards");
    const auto hands_of = [](auto game, int cards) {
        return [=](rng& g) { return random_hands<decltype(game)>(cards, any_strain(g), g); };
    };
    measure<whist>("whist, 9 cards", o, hands_of(whist{}, 9));
    measure<bridge>("bridge, 10 cards", o, hands_of(bridge{}, 10));
    measure<euchre>("euchre", o, first_lead<euchre>);
    measure<contree>("contree", o, first_lead<contree>);
    measure<jass>("jass, 6 cards", o, [](rng& g) { return jass_ending(6, g); });
    measure<ulti>("ulti, parti", o,
                  [](rng& g) { return ulti_bid_played(ulti_unit::parti, true, g); });
    measure<ulti>("ulti, betli", o,
                  [](rng& g) { return ulti_bid_played(ulti_unit::betli, false, g); });
    measure<snapszer>("snapszer", o, whole_deal<snapszer>);
    const auto skat_of = [](skat_kind kind) {
        return [=](rng& g) { return skat_game_played(kind, g); };
    };
    measure<skat>("skat, suit game", o, skat_of(skat_kind::suit));
    measure<skat>("skat, grand", o, skat_of(skat_kind::grand));
    measure<skat>("skat, null", o, skat_of(skat_kind::null));
}

}  // namespace mu::cli
