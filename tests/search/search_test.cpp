// Search for any game by name: the same answer for any number of threads, early exits, values that
// stand for all worlds, and no look at hidden cards.

#include <algorithm>
#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include <mu/agents/player.h>
#include <mu/api/beliefs.h>
#include <mu/api/search.h>
#include <mu/api/solve.h>

#include "support/counts.h"
#include "support/game_specs.h"

using namespace mu;

namespace {

// Positions on the way through a deal in which rule makes errors.
template <typename F>
void for_each_position(const game& g, std::uint64_t seed, F&& f) {
    rng generator(seed);
    position p = g.deal(generator);
    const auto mixed = make_player(agent_spec("blunder(p=0.2)"), g);
    while (!p.is_over()) {
        f(std::as_const(p), generator);
        p.apply(ask(*mixed, p, generator));
    }
}

bool same(const search_report& a, const search_report& b) {
    return a.chosen == b.chosen && a.actions == b.actions && a.rounds == b.rounds && a.why == b.why;
}

}  // namespace

TEST_CASE("search: the same report for any number of threads, every legal action in it") {
    for (const std::string& spec : test::game_specs()) {
        CAPTURE(spec);
        const game g(spec);
        for (const search_method method : {search_method::worlds, search_method::tree}) {
            const search_settings how{.method = method,
                                      .evidence = {.policy = true, .candidates = 3},
                                      .judge = {.solve_cards = 3},
                                      .least = 4};
            int asked = 0;
            for_each_position(g, 41, [&](const position& p, rng& generator) {
                if (++asked % test::count(5, 1) != 0) return;
                const seat_view view = p.view(p.to_act());
                std::vector<search_report> found;
                for (const unsigned threads : {1U, 2U, 7U}) {
                    searcher by(g, how);
                    rng mine = generator.split(1);
                    found.push_back(by.search(view, mine, {.rounds = 8, .threads = threads}));
                }
                CHECK(same(found[0], found[1]));
                CHECK(same(found[0], found[2]));
                const auto legal = view.legal_actions();
                REQUIRE(found[0].actions.size() == legal.size());
                for (std::size_t i = 0; i < legal.size(); ++i)
                    CHECK(found[0].actions[i].what == legal[i]);
                CHECK(view.legal().contains(found[0].chosen));
                CHECK((found[0].why == search_end::forced) == (legal.size() == 1));
                if (legal.size() == 1) CHECK(found[0].rounds == 0);
            });
        }
    }
}

TEST_CASE("search: a searcher that goes on through a deal answers as a new one does") {
    for (const char* spec : {"whist", "contree", "euchre", "ulti", "snapszer"}) {
        CAPTURE(spec);
        const game g(spec);
        const search_settings how{.evidence = {.soft = 1}, .judge = {.solve_cards = 3}};
        std::vector<searcher> kept;
        for (int k = 0; k < g.info().seats; ++k) kept.emplace_back(g, how);
        for (const std::uint64_t seed : {51, 52})
            for_each_position(g, seed, [&](const position& p, rng& generator) {
                if (!(p.view(p.to_act()).phase() == deal_phase::play)) return;
                searcher fresh(g, how);
                rng one = generator.split(1), two = generator.split(1);
                const seat_view view = p.view(p.to_act());
                CHECK(same(fresh.search(view, one, {.rounds = 5}),
                           kept[index(p.to_act())].search(view, two, {.rounds = 5})));
            });
    }
}

// Where few worlds are left every one of them is looked at, so the values are means over all.
TEST_CASE("search: where all worlds can be looked at, values are their mean") {
    int checked = 0, resolved = 0;
    for (const char* spec : {"whist", "bridge", "euchre"}) {
        CAPTURE(spec);
        const game g(spec);
        open_solver solver(g);
        for (int i = 0; i < test::count(6, 100); ++i)
            for_each_position(
                g, 60 + static_cast<std::uint64_t>(i), [&](const position& p, rng& generator) {
                    const seat_view view = p.view(p.to_act());
                    if (view.phase() != deal_phase::play || view.legal().count() == 1) return;
                    const beliefs known(view);
                    if (!known.is_exact() || known.count() > 12) return;
                    ++checked;
                    searcher by(g, {.least = 12, .behind = 1e9});
                    const search_report r = by.search(view, generator, {.rounds = 12});
                    if (known.count() == 1) {
                        CHECK(r.why == search_end::resolved);
                        ++resolved;
                    }
                    std::map<action, double> sum;
                    const auto worlds = known.draw(known.count(), generator);
                    REQUIRE(worlds.size() == known.count());
                    for (const position& w : worlds)
                        for (const action a : w.legal_actions()) {
                            position to = w;
                            to.apply(a);
                            while (!to.is_over())
                                for (const action next : solver.solve(to, {}).line) to.apply(next);
                            const auto points = to.score();
                            const std::size_t me = static_cast<std::size_t>(index(view.observer()));
                            sum[a] += points[me] - points[1 - me % 2];
                        }
                    for (const action_value& x : r.actions)
                        CHECK(x.value ==
                              doctest::Approx(sum[x.what] / static_cast<double>(worlds.size())));
                });
    }
    CHECK(checked > 20);
    CHECK(resolved > 3);
}

TEST_CASE("search: a tree is not needed where all hands are known") {
    int resolved = 0;
    for (const char* spec : {"whist", "euchre", "snapszer"}) {
        CAPTURE(spec);
        const game g(spec);
        for (std::uint64_t seed = 31; seed < 35; ++seed)
            for_each_position(g, seed, [&](const position& p, rng& generator) {
                const seat_view view = p.view(p.to_act());
                if (view.phase() != deal_phase::play || view.legal().count() == 1) return;
                searcher by(g, {.method = search_method::tree}), worlds(g);
                rng same = generator, again = generator;
                const search_report tree = by.search(view, generator, {.rounds = 8});
                if (tree.why != search_end::resolved) return;
                ++resolved;
                const beliefs known(view);
                CHECK(known.is_exact());
                CHECK(known.count() == 1);
                CHECK(tree == worlds.search(view, same, {.rounds = 8}));
                CHECK(by.search(view, again, {.rounds = 8, .early = false}).rounds == 8);
            });
    }
    CHECK(resolved > 5);
}

TEST_CASE("search: without an early end every action has every world") {
    int clear = 0, resolved = 0;
    for (const char* spec : {"euchre", "snapszer"}) {
        CAPTURE(spec);
        const game g(spec);
        for (std::uint64_t seed = 31; seed < 43; ++seed)
            for_each_position(g, seed, [&](const position& p, rng& generator) {
                const seat_view view = p.view(p.to_act());
                if (view.phase() != deal_phase::play || view.legal().count() == 1) return;
                searcher by(g, {.least = 4});
                rng same = generator;
                const search_report early = by.search(view, generator, {.rounds = 24});
                clear += early.why == search_end::clear ? 1 : 0;
                resolved += early.why == search_end::resolved ? 1 : 0;
                const search_report whole = by.search(view, same, {.rounds = 24, .early = false});
                CHECK(whole.why == search_end::rounds);
                CHECK(whole.rounds == 24);
                for (const action_value& x : whole.actions) CHECK(x.visits == 24);
            });
    }
    CHECK(clear > 2);
    CHECK(resolved > 5);
}

TEST_CASE("search: what cannot be searched is refused") {
    const game g("whist");
    rng generator(1);
    const position p = g.deal(generator);
    searcher by(g);
    const auto refused = [&](const seat_view& v, const search_limits& limits) {
        CHECK_THROWS_AS(by.search(v, generator, limits), std::invalid_argument);
    };
    refused(p.public_view(), {});
    refused(p.view(static_cast<seat>((index(p.to_act()) + 1) % 4)), {});
    refused(p.view(p.to_act()), {.rounds = 0});
    refused(game("euchre").deal(generator).view(p.to_act()), {});
    CHECK_THROWS_AS(searcher(g, {.evidence = {.errors = 0}}), std::invalid_argument);
    CHECK_THROWS_AS(searcher(g, {.evidence = {.soft = -1}}), std::invalid_argument);
    CHECK_THROWS_AS(searcher(g, {.evidence = {.smoothing = 1.5}}), std::invalid_argument);
    CHECK_THROWS_AS(searcher(g, {.evidence = {.decay = -0.1}}), std::invalid_argument);
    CHECK_THROWS_AS(searcher(g, {.evidence = {.spread = 0}}), std::invalid_argument);
    CHECK_THROWS_AS(searcher(g, {.behind = 0}), std::invalid_argument);
    CHECK_THROWS_AS(make_player(agent_spec("isdd(worlds=0)"), g), std::invalid_argument);
    CHECK_THROWS_AS(make_player(agent_spec("bot(play=cheat)"), g), std::invalid_argument);
    // And it still works.
    CHECK(by.search(p.view(p.to_act()), generator, {.rounds = 1}).rounds == 1);
}

TEST_CASE("search: a deadline ends it") {
    const game g("bridge");
    rng generator(2);
    position p = g.deal(generator);
    while (p.view(p.to_act()).phase() != deal_phase::play || p.is_over())
        p.apply(p.view(p.to_act()).rule_choice());
    searcher by(g);
    const auto now = std::chrono::steady_clock::now();
    const search_report past =
        by.search(p.view(p.to_act()), generator, {.rounds = 0, .deadline = now});
    CHECK(past.why == search_end::time);
    CHECK(p.view(p.to_act()).legal().contains(past.chosen));
}

// Where cards are drawn, worlds differ in our own hand before the search is at its end.
TEST_CASE("search: alpha-mu decides wherever there is a solver") {
    int decisions = 0;
    for (const std::string& spec : test::game_specs()) {
        if (spec.starts_with("differenzler")) continue;
        CAPTURE(spec);
        const game g(spec);
        const search_settings how{.method = search_method::alpha_mu,
                                  .judge = {.solve_cards = 5},
                                  .alpha_mu = {.depth = 3, .most_cards = 5, .alone = false}};
        searcher by(g, how);
        for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(test::count(2, 60)); ++seed)
            for_each_position(g, seed, [&](const position& p, rng& generator) {
                const seat_view view = p.view(p.to_act());
                const search_report r = by.search(view, generator, {.rounds = 4});
                CHECK(view.legal().contains(r.chosen));
                ++decisions;
            });
    }
    CHECK(decisions > 100);
}

TEST_CASE("search: beside a partner who decides alpha-mu is the search by worlds") {
    int decisions = 0;
    for (const char* spec : {"whist", "contree"}) {
        CAPTURE(spec);
        const game g(spec);
        searcher by(g, {.method = search_method::alpha_mu, .judge = {.solve_cards = 4}});
        searcher worlds(g, {.judge = {.solve_cards = 4}});
        for_each_position(g, 3, [&](const position& p, rng& generator) {
            rng same = generator;
            const seat_view view = p.view(p.to_act());
            const search_report a = by.search(view, generator, {.rounds = 4});
            const search_report b = worlds.search(view, same, {.rounds = 4});
            CHECK(a.chosen == b.chosen);
            CHECK(a.rounds == b.rounds);
            ++decisions;
        });
    }
    CHECK(decisions > 20);
}

// The best of many guesses looks better than it is: a cautious search does what rules of thumb say
// unless it has reason not to.
TEST_CASE("search: a cautious choice is the usual one or surely better") {
    int usual = 0, better = 0, bold = 0;
    for (const char* spec : {"contree", "bridge", "ulti"}) {
        CAPTURE(spec);
        const game g(spec);
        for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(test::count(6, 200)); ++seed)
            for_each_position(g, seed, [&](const position& p, rng& generator) {
                const seat_view view = p.view(p.to_act());
                if (view.phase() == deal_phase::play || view.legal().count() == 1) return;
                const action rule = view.rule_choice();
                const rng start = generator;
                const auto searcher_with = [&](double caution) {
                    return searcher(
                        g, {.judge = {.solve_cards = 0}, .caution = caution, .keep = true});
                };
                searcher plainly = searcher_with(0), carefully = searcher_with(2);
                rng same = start, again = start;
                const search_report plain = plainly.search(view, same, {.rounds = 24});
                const search_report careful = carefully.search(view, again, {.rounds = 24});
                if (plain.chosen != rule) ++bold;
                if (careful.chosen == rule) {
                    ++usual;
                    return;
                }
                ++better;
                // In the worlds that both were judged in: the usual action may have been left out
                // early, and then its mean is over the first of them alone.
                const auto legal = view.legal_actions();
                const auto number_of = [&](action a) {
                    return static_cast<std::size_t>(std::ranges::find(legal, a) - legal.begin());
                };
                std::vector<double> leads;
                for (const judged_world& w : carefully.judged()) {
                    const double lead =
                        w.values[number_of(careful.chosen)] - w.values[number_of(rule)];
                    if (!std::isnan(lead)) leads.push_back(lead);
                }
                REQUIRE(leads.size() >= 12);
                const auto n = static_cast<double>(leads.size());
                const double mean = std::accumulate(leads.begin(), leads.end(), 0.0) / n;
                double squares = 0;
                for (const double lead : leads) squares += (lead - mean) * (lead - mean);
                CHECK(mean > 0);
                if (careful.why != search_end::resolved)
                    CHECK(mean > 1.999 * std::sqrt(squares / (n * (n - 1))));
            });
    }
    CHECK(usual > 10);
    CHECK(better > 0);
    CHECK(bold > better);
}
