// Players answer with legal actions in every phase of every game, from what their seat sees and
// nothing else.

#include <map>

#include <doctest/doctest.h>

#include <mu/agents/cheat.h>
#include <mu/agents/player.h>
#include <mu/arena/duel.h>
#include <mu/arena/statistics.h>
#include <mu/games/registry.h>

#include "support/counts.h"
#include "support/other_worlds.h"

using namespace mu;
using test::other_world, test::set_up, test::tables;

TEST_CASE("players: all act legally in every game, to the end") {
    for (const set_up& t : tables()) {
        CAPTURE(t.spec);
        const game g(t.spec);
        for (const char* agent : {"random", "rule", "blunder(p=0.3)"}) {
            CAPTURE(agent);
            for (int i = 0; i < test::count(20, 1000); ++i) {
                CAPTURE(i);
                rng r = rng(21).split(static_cast<std::uint64_t>(i));
                const auto who = make_player(agent_spec(agent), g);
                position p = g.deal(r, static_cast<seat>(i % g.info().seats), i);
                while (!p.is_over()) p.apply(ask(*who, p, r));  // throws if it is not legal
                CHECK(p.score().size() == static_cast<std::size_t>(g.info().seats));
            }
        }
    }
}

TEST_CASE("players: rule copes with whatever others have done") {
    for (const set_up& t : tables()) {
        CAPTURE(t.spec);
        const game g(t.spec);
        const auto rule = make_player(agent_spec("rule"), g),
                   random = make_player(agent_spec("random"), g);
        for (int i = 0; i < test::count(40, 2000); ++i) {
            CAPTURE(i);
            rng r = rng(22).split(static_cast<std::uint64_t>(i));
            position p = g.deal(r, static_cast<seat>(i % g.info().seats), i);
            while (!p.is_over()) p.apply(ask(r.below(3) == 0 ? *rule : *random, p, r));
        }
    }
}

TEST_CASE("players: decisions do not change when hidden cards do") {
    for (const set_up& t : tables()) {
        CAPTURE(t.spec);
        const game g(t.spec);
        int worlds = 0, early = 0;
        for (int i = 0; i < test::count(12, 400); ++i) {
            rng r = rng(23).split(static_cast<std::uint64_t>(i));
            const auto seats = static_cast<std::uint64_t>(g.info().seats);
            auto [number, dealer, p] = test::random_deal(t, g, r);
            const auto mixed = make_player(agent_spec("blunder(p=0.3)"), g);
            while (!p.is_over()) {
                for (int k = 0; k < 3; ++k) {
                    const auto other = other_world(t, p, number, dealer, r);
                    if (!other) continue;
                    ++worlds;
                    early += p.history().size() < seats ? 1 : 0;
                    for (const char* agent : {"random", "rule", "blunder(p=0.5)"}) {
                        CAPTURE(agent);
                        const auto a = make_player(agent_spec(agent), g),
                                   b = make_player(agent_spec(agent), g);
                        a->begin_deal(g, p.to_act());
                        b->begin_deal(g, p.to_act());
                        rng of_a = r.split(1), of_b = r.split(1);
                        if (ask(*a, p, of_a) != ask(*b, *other, of_b))
                            FAIL("sees hidden cards: " << p.record());
                    }
                }
                p.apply(ask(*mixed, p, r));
            }
        }
        CHECK(worlds > 20);  // or nothing was tested
        CHECK(early > 5);
    }
}

TEST_CASE("players: only a cheat is shown a position, and it uses it") {
    const game g("whist");
    CHECK(dynamic_cast<cheating_player*>(make_player(agent_spec("cheat"), g).get()) != nullptr);
    const auto hidden = make_player(agent_spec("blunder(inner=cheat)"), g);
    CHECK(dynamic_cast<cheating_player*>(hidden.get()) != nullptr);
    for (const char* agent : {"random", "rule", "blunder"})
        CHECK(dynamic_cast<cheating_player*>(make_player(agent_spec(agent), g).get()) == nullptr);
    rng r(1);
    const position p = g.deal(r);
    const seat_view view = p.view(p.to_act());
    CHECK_THROWS_AS(make_player(agent_spec("cheat"), g)->choose({view, r}), std::logic_error);
}

TEST_CASE("players: rule beats random in every game, and the cheat beats rule") {
    struct contest {
        const char* game;
        const char *better, *worse;
        int deals;
    };
    std::vector<contest> all;
    for (const auto& g : games()) all.push_back({g.name.c_str(), "rule", "random", 60});
    for (const char* g : {"euchre", "snapszer"})
        all.push_back({g, "cheat(nodes=20000)", "rule", 120});
    for (const auto& [name, better, worse, deals] : all) {
        CAPTURE(name);
        duel_plan plan{
            .of = game(name), .agents = {agent_spec(better), agent_spec(worse)}, .seed = 5};
        plan.count = static_cast<std::uint64_t>(test::count(deals, 40 * deals));
        std::vector<double> margins;
        for (const auto& r : run_duel(plan)) margins.push_back(r.margin);
        const estimate e = mean_of(margins);
        CAPTURE(e.mean);
        CHECK(e.low > 0);
    }
}
