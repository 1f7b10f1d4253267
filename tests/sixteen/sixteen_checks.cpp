// The toy game of sixteen.cpp, through everything that games by name can do.

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/mu.h>

#include "support/counts.h"
#include "support/refusal.h"
#include "support/suite.h"

using namespace mu;

namespace {

// Tricks of N+S if everybody plays as well as can be, by trying everything.
int best_tricks(const position& p) {
    if (p.is_over()) return p.score()[0];
    const bool ours = index(p.to_act()) % 2 == 0;
    int best = ours ? -1 : 99;
    for (const action a : p.legal_actions()) {
        position next = p;
        next.apply(a);
        const int value = best_tricks(next);
        best = ours ? std::max(best, value) : std::min(best, value);
    }
    return best;
}

}  // namespace

TEST_CASE("sixteen: is among the games") {
    const game g("sixteen");
    CHECK(g.info().title == "Sixteen");
    CHECK(g.deal_count() == 63'063'000);  // 16! / (4!)^4
    CHECK(g.action_count() == 16);
    CHECK_THROWS_WITH_AS(game("sixteen(trump=h)"), doctest::Contains("has no option"), parse_error);
}

TEST_CASE("sixteen: records, position text, JSON, matches") {
    test::check_texts({"sixteen"}, test::count(60, 5000));
    test::check_matches({"sixteen"}, test::count(20, 500));
    CHECK(match(game("sixteen")).target() == 11);
    const position p = game("sixteen").deal("N JQKA... .JQKA.. ..JQKA. ...JQKA");
    CHECK(p.to_act() == seat::east);
    CHECK_THROWS_WITH_AS(position(p).apply("Js"), doctest::Contains("not in the hand"),
                         illegal_action);
    CHECK_THROWS_AS(game("sixteen").deal("N JQKA... JQKA... ..JQKA. ...JQKA"), parse_error);
}

TEST_CASE("sixteen: views hide hands, and worlds fit them") {
    for (int i = 0; i < test::count(30, 1000); ++i) {
        rng r = rng(61).split(static_cast<std::uint64_t>(i));
        position p = game("sixteen").deal(r);
        for (auto n = r.below(12); n > 0; --n) p.apply(p.legal().draw(r));
        if (p.is_over()) continue;
        const seat_view v = p.view(p.to_act());
        const beliefs b(v);
        CHECK(b.is_exact());
        CHECK(b.count() >= 1);
        for (const position& world : b.draw(10, r)) {
            CHECK(world.legal_actions() == p.legal_actions());
            CHECK(world.view(v.observer()).to_json()["hand"] == v.to_json()["hand"]);
        }
    }
    rng r(1);
    CHECK(beliefs(game("sixteen").deal(r).view(seat::north)).count() == 34'650);  // 12! / (4!)^3
}

TEST_CASE("sixteen: solved as by trying everything") {
    open_solver by(game("sixteen"));
    for (int i = 0; i < test::count(25, 500); ++i) {
        rng r = rng(62).split(static_cast<std::uint64_t>(i));
        position p = game("sixteen").deal(r);
        for (auto n = 4 + r.below(8); n > 0; --n) p.apply(p.legal().draw(r));
        const solution s = by.solve(p);
        CHECK(s.value.exact());
        CHECK(s.value.low == best_tricks(p));
        CHECK(s.unit == "tricks");
        for (const auto& m : s.moves) {
            position next = p;
            next.apply(m.what);
            CHECK(m.value.low == best_tricks(next));
        }
    }
}

TEST_CASE("sixteen: players meet in the arena") {
    duel_plan plan{.of = game("sixteen"), .agents = {agent_spec("cheat"), agent_spec("random")}};
    plan.count = static_cast<std::uint64_t>(test::count(150, 2000));
    std::vector<double> margins;
    for (const auto& r : run_duel(plan)) margins.push_back(r.margin);
    CHECK(mean_of(margins).low > 0);  // who sees all hands beats who looks at none
    plan.agents = {agent_spec("rule"), agent_spec("random")};
    margins.clear();
    for (const auto& r : run_duel(plan)) margins.push_back(r.margin);
    CHECK(mean_of(margins).low > 0);
}
