// Why searching worlds works in a game, or does not: the three properties of J. Long and others
// 2010, measured on deals that the rule player plays with a tenth of random actions.
//
//     bench_properties [deals = 200] [game ...]
//
//     correlation      share of last real choices after which every action is worth the same
//     bias             of those, the share that the side of the chooser wins
//     disambiguation   by what share the worlds that fit shrink from one own decision to the next,
//                      mean over decisions with more than one world

#include <cmath>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

#include <mu/agents/player.h>
#include <mu/api/beliefs.h>
#include <mu/api/game.h>
#include <mu/search/report.h>

using namespace mu;

namespace {

struct properties {
    double choices = 0, equal = 0, won = 0;
    double steps = 0, shrunk = 0;
};

double lead(const position& over, seat of) {
    const auto points = over.score();
    const auto sides = static_cast<std::size_t>(over.game().info().sides);
    const auto mine = static_cast<std::size_t>(index(of));
    return lead_of(points, mine, [&](std::size_t k) { return k % sides == mine % sides; });
}

// Rules of thumb from here; after the last real choice there is nothing to decide.
double value_after(position p, action a, seat of) {
    p.apply(a);
    while (!p.is_over()) p.apply(p.view(p.to_act()).rule_choice());
    return lead(p, of);
}

void add_deal(const game& g, rng& generator, properties& sum) {
    position p = g.deal(generator);
    const auto player = make_player(agent_spec("blunder(p=0.1)"), g);
    std::vector<std::optional<double>> worlds(static_cast<std::size_t>(g.info().seats));
    std::optional<position> last;
    while (!p.is_over()) {
        const seat_view v = p.view(p.to_act());
        if (p.legal().count() > 1) {
            last = p;
            const auto now = static_cast<double>(beliefs(v).count());
            auto& before = worlds[static_cast<std::size_t>(index(p.to_act()))];
            if (before && *before > 1) {
                ++sum.steps;
                sum.shrunk += 1 - std::min(1.0, now / *before);
            }
            before = now;
        }
        p.apply(ask(*player, p, generator));
    }
    if (!last) return;
    const seat who = last->to_act();
    std::vector<double> values;
    for (const action a : last->legal_actions()) values.push_back(value_after(*last, a, who));
    ++sum.choices;
    if (std::ranges::any_of(values, [&](double x) { return x != values.front(); })) return;
    ++sum.equal;
    sum.won += values.front() > 0 ? 1 : values.front() < 0 ? 0 : 0.5;
}

}  // namespace

int main(int argc, char** argv) {
    const int deals = argc > 1 ? std::atoi(argv[1]) : 200;
    std::vector<std::string> names(argv + std::min(argc, 2), argv + argc);
    if (names.empty())
        for (const auto& g : games()) names.push_back(g.name);
    fmt::print("{:<14} {:>12} {:>6} {:>15}\n", "", "correlation", "bias", "disambiguation");
    for (const std::string& name : names) {
        const game g(name);
        properties sum;
        for (int i = 0; i < deals; ++i) {
            rng generator = rng(1).split(static_cast<std::uint64_t>(i));
            add_deal(g, generator, sum);
        }
        fmt::print("{:<14} {:>12.2f} {:>6.2f} {:>15.2f}\n", name, sum.equal / sum.choices,
                   sum.won / std::max(1.0, sum.equal), sum.shrunk / sum.steps);
    }
}
