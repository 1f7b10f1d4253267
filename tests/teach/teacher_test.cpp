// The teacher: what decisions cost, that it sees no hidden cards, and that it says so in words.

#include <algorithm>
#include <set>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/agents/player.h>
#include <mu/api/beliefs.h>
#include <mu/api/solve.h>
#include <mu/teach/teacher.h>

#include "support/counts.h"
#include "support/game_specs.h"
#include "support/other_worlds.h"

using namespace mu;

namespace {

// Little work, the same everywhere.
teach_settings quick() { return {.worlds = 4, .solve_cards = 3, .nodes = 2000}; }

position played_deal(const game& g, std::uint64_t number, const char* agent) {
    rng r = rng(5).split(number);
    position p = g.deal(r);
    const auto who = make_player(agent_spec(agent), g);
    while (!p.is_over()) p.apply(ask(*who, p, r));
    return p;
}

// What each legal card loses in every world that fits, at least and at most: by other means than
// the teacher's.
struct loss {
    int least = 100, most = 0;
};
std::vector<loss> losses(const position& p) {
    const beliefs known(p.view(p.to_act()));
    rng r(1);
    open_solver by(p.game());
    std::vector<loss> out;
    for (const position& world : known.draw(known.count(), r)) {
        const solution s = by.solve(world);
        out.resize(s.moves.size());
        for (std::size_t i = 0; i < s.moves.size(); ++i) {
            const int lost = std::abs(s.value.low - s.moves[i].value.low);
            out[i].least = std::min(out[i].least, lost);
            out[i].most = std::max(out[i].most, lost);
        }
    }
    return out;
}

}  // namespace

TEST_CASE("teacher: a card that gives a trick away for certain is found, one that cannot is not") {
    const game g("whist");
    int given = 0, harmless = 0;
    for (std::uint64_t i = 0; i < 60; ++i) {
        rng r = rng(7).split(i);
        position p = g.deal(r);
        const auto who = make_player(agent_spec("blunder(p=0.3)"), g);
        while (!p.is_over()) {
            const int left = ops::popcount(p.view(p.to_act()).hand());
            if (left <= 3 && p.legal().count() > 1 && beliefs(p.view(p.to_act())).count() <= 100) {
                const auto of = losses(p);
                const auto legal = p.legal_actions();
                teacher by(g, {.worlds = 100, .nodes = 0});
                for (std::size_t k = 0; k < legal.size(); ++k) {
                    const bool gives = of[k].least >= 1, cannot = of[k].most == 0;
                    if (!gives && !cannot) continue;
                    if (cannot && harmless > 3 * given + 10) continue;
                    const decision d = by.judge(p, legal[k]);
                    CAPTURE(p.record());
                    CAPTURE(d.reason);
                    if (gives) {
                        CHECK(d.grade == grade::blunder);
                        CHECK(d.cost >= 1 - 1e-9);
                        ++given;
                    } else {
                        CHECK(d.grade == grade::good);
                        CHECK(d.cost == 0);
                        ++harmless;
                    }
                }
            }
            p.apply(ask(*who, p, r));
        }
    }
    CHECK(given >= 3);
    CHECK(harmless >= 10);
}

TEST_CASE("teacher: every decision of every game, the same for any number of threads") {
    for (const std::string& spec : test::game_specs()) {
        CAPTURE(spec);
        const game g(spec);
        const position p = played_deal(g, 1, "blunder(p=0.3)");
        teach_settings how = quick();
        const review one = review_deal(p, how);
        how.threads = 3;
        std::size_t seen = 0;
        const review three =
            review_deal(p, how, [&](const decision& d) { CHECK(d.number == seen++); });
        CHECK(to_json(p, one).dump() == to_json(p, three).dump());
        CHECK(one.complete);
        REQUIRE(one.decisions.size() == p.history().size());

        position before = g.deal(p.deal_text());
        for (const decision& d : one.decisions) {
            CAPTURE(d.number);
            CAPTURE(d.reason);
            CHECK(d.who == before.to_act());
            CHECK(d.played == p.history()[d.number]);
            CHECK(d.seen.actions.size() == before.legal_actions().size());
            CHECK(d.seen.actions.front().what == d.seen.best);
            for (const valued_action& a : d.seen.actions) CHECK(before.legal().contains(a.what));
            CHECK((d.grade == grade::forced) == (before.legal().count() == 1));
            // A mark needs a difference beyond the noise and of some size.
            if (d.cost > 0) CHECK(d.cost > 1.9 * d.error);
            if (d.grade >= grade::inaccuracy) CHECK(d.cost >= g.scale().inaccuracy);
            if (d.played == d.seen.best) CHECK(d.cost == 0);
            if (d.open_cost) CHECK(*d.open_cost >= 0);
            CHECK(d.reason.size() > 10);
            CHECK(d.reason.ends_with('.'));
            CHECK(d.reason.find('\n') == std::string::npos);
            before.apply(d.played);
        }
        double cost = 0;
        for (const seat_sum& s : one.seats) cost += s.cost;
        double sum = 0;
        for (const decision& d : one.decisions) sum += d.cost;
        CHECK(cost == doctest::Approx(sum));
    }
}

TEST_CASE("teacher: advice and reason do not change when hidden cards do") {
    const int most_views = test::count(2, 60);
    for (const test::set_up& t : test::tables()) {
        CAPTURE(t.spec);
        const game g(t.spec);
        const teacher by(g, quick());
        int views = 0;
        const auto most_deals = static_cast<std::uint64_t>(20 * most_views);
        for (std::uint64_t i = 0; i < most_deals && views < most_views; ++i) {
            rng r = rng(29).split(i);
            auto [number, dealer, p] = test::random_deal(t, g, r);
            const auto mixed = make_player(agent_spec("blunder(p=0.3)"), g);
            while (!p.is_over() && views < most_views) {
                if (p.legal().count() > 1 && r.below(4) == 0)
                    if (const auto other = test::other_world(t, p, number, dealer, r)) {
                        const auto seen = [&](const position& at) {
                            const seat_view v = at.view(at.to_act());
                            return to_json(v, by.advise(v, 3)).dump();
                        };
                        CHECK(seen(p) == seen(*other));
                        ++views;
                    }
                p.apply(ask(*mixed, p, r));
            }
        }
        CHECK(views == most_views);
    }
}

TEST_CASE("teacher: calls that were not tried come last and are not praised") {
    // Of skat's many values the lowest says as much as any.
    const position p = replay("skat/1 | 2 8.TK.ATK97.J8 TK7.AQ8.Q8.K9 JAQ9.J7.J.AQ7 | pass");
    const teacher by(p.game(), {.worlds = 5, .seed = 3});
    const advice a = by.advise(p.view(p.to_act()), 0);
    REQUIRE(a.actions.size() > 60);
    CHECK(a.actions[0].visits > 0);
    CHECK(a.actions[1].visits > 0);
    for (std::size_t i = 2; i < a.actions.size(); ++i) {
        CHECK(a.actions[i].visits == 0);
        CHECK_FALSE(a.actions[i].worse);
    }
    CHECK(a.reason.find("264") == std::string::npos);
    CHECK(a.reason.find("more") == std::string::npos);

    teacher judge(p.game(), {.worlds = 5, .seed = 3, .nodes = 0});
    const decision d = judge.judge(p, p.parse_action("48"));
    CHECK(d.cost == 0);
    CHECK(d.reason.starts_with("'48' was not tried. "));
}

TEST_CASE("teacher: one seat, a deal that goes on, and what it refuses") {
    const game g("euchre");
    position p = played_deal(g, 2, "rule");
    teach_settings how = quick();
    how.only = seat::south;
    for (const decision& d : review_deal(p, how).decisions) CHECK(d.who == seat::south);

    p.undo();
    p.undo();
    const review r = review_deal(p, quick());
    CHECK(r.decisions.size() == p.history().size());
    CHECK(to_json(p, r)["over"] == false);

    CHECK_THROWS_AS(review_deal(g.deal(p.deal_text()), quick()), std::invalid_argument);
    CHECK_THROWS_AS(teacher(g, {.worlds = 0}), std::invalid_argument);
    CHECK_NOTHROW(teacher(g, {.worlds = 0, .ms = 0.5}));
    position start = g.deal(p.deal_text());
    teacher by(g, quick());
    CHECK_THROWS_AS(by.judge(start, 200), illegal_action);

    const std::atomic<bool> stop = true;
    how.stop = &stop;
    const review none = review_deal(p, how);
    CHECK(none.decisions.empty());
    CHECK_FALSE(none.complete);
}

TEST_CASE("teacher: JSON of a review") {
    const game g("snapszer");
    const position p = played_deal(g, 3, "blunder(p=0.3)");
    const auto j = to_json(p, review_deal(p, quick()));
    for (const char* key : {"game", "record", "score", "scale", "seats", "decisions", "complete"})
        CHECK(j.contains(key));
    REQUIRE(j["decisions"].size() == p.history().size());
    const std::set<std::string> grades{"forced", "good", "inaccuracy", "mistake", "blunder"};
    for (const auto& d : j["decisions"]) {
        CHECK(grades.contains(d["grade"].get<std::string>()));
        CHECK(d["played"]["text"] == p.action_text(d["played"]["id"].get<action>()));
        for (const auto& a : d["actions"])
            for (const char* key : {"value", "error", "cost", "cost_error", "worlds"})
                CHECK(a[key].is_number());
    }
}
