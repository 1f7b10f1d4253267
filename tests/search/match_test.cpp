// Playing for the match: the table of chances, and decisions that follow from it.

#include <doctest/doctest.h>

#include <mu/agents/match_player.h>
#include <mu/agents/table.h>
#include <mu/api/match_table.h>
#include <mu/api/search.h>

using namespace mu;

TEST_CASE("match: chances of a game that brings one point to either side") {
    const std::vector<std::array<int, 2>> deals{{1, 0}};
    const match_chances c(2, deals);
    CHECK(c.chance(0, 0) == doctest::Approx(0.5));
    CHECK(c.chance(1, 0) == doctest::Approx(0.75));
    CHECK(c.chance(0, 1) == doctest::Approx(0.25));
    CHECK(c.chance(2, 1) == 1);
    CHECK(c.chance(1, 3) == 0);
    CHECK(c.chance(2, 2) == 0.5);
    CHECK(c.chance(2, 3) == 0);
}

TEST_CASE("match: refuses what no table can be made of") {
    const std::vector<std::array<int, 2>> none{{0, 0}}, some{{1, 0}};
    CHECK_THROWS_AS(match_chances(10, none), std::invalid_argument);
    CHECK_THROWS_AS(match_chances(0, some), std::invalid_argument);
}

TEST_CASE("match: in every game with a target, chances are fair and rise with the lead") {
    for (const char* spec : {"contree", "jass", "euchre", "snapszer"}) {
        CAPTURE(spec);
        const game g(spec);
        const auto c = match_table(g);
        REQUIRE(c);
        CHECK(c == match_table(g));  // made once
        const int target = c->target();
        for (int a = 0; a < target; a += std::max(1, target / 7))
            for (int b = 0; b < target; b += std::max(1, target / 7)) {
                CHECK(c->chance(a, b) + c->chance(b, a) == doctest::Approx(1).epsilon(1e-3));
                CHECK(c->chance(a + target / 5, b) >= c->chance(a, b) - 1e-3);
            }
        CHECK(c->chance(target - 1, 0) > 0.8);
    }
    CHECK(match_table(game("ulti")) == nullptr);
    CHECK(match_table(game("differenzler")) == nullptr);
}

TEST_CASE("match: one point wins, so nobody plays alone for four") {
    const game g("euchre");
    const position p = replay("euchre/1 | N 9h KQ.-.A9.A A.AKJ.J.- JT.Q.T.K 9.T.Q.QJ | h 9d");
    const seat_view v = p.view(p.to_act());
    const auto values = [&](const judge_settings& judge) {
        searcher by(g, {.judge = judge, .behind = 100});
        rng r(3);
        const search_report found = by.search(v, r, {.rounds = 60});
        REQUIRE(found.actions.size() == 2);  // alone, with
        return std::pair(found.actions[0].value, found.actions[1].value);
    };
    const auto [alone, with] = values({.solve_cards = 0});
    CHECK(alone > with);
    const auto [alone_at_9, with_at_9] =
        values({.solve_cards = 0, .match = match_table(g), .totals = {9, 9}});
    CHECK(alone_at_9 <= with_at_9 + 1e-4);
    CHECK(with_at_9 > 0.5);
    CHECK(with_at_9 < 1.01);
}

namespace {

struct listener : player, match_player {
    std::vector<std::vector<int>> heard;
    void stands(const game&, std::span<const int> totals) override {
        heard.emplace_back(totals.begin(), totals.end());
    }
    action choose(const request& r) override { return r.view.rule_choice(); }
};

}  // namespace

TEST_CASE("match: players that ask are told the totals of every deal") {
    const game g("euchre");
    match m(g);
    listener one, two;
    std::vector<player*> who{&one, &two, &one, &two};
    play_match(m, who,
               {.cards = [](int deal) { return rng(5).split(static_cast<std::uint64_t>(deal)); },
                .how = [](int, const std::vector<int>&) { return table_options{}; }});
    REQUIRE(one.heard.size() == 2 * static_cast<std::size_t>(m.deals_played()));
    CHECK(one.heard.front() == std::vector<int>{0, 0, 0, 0});
    CHECK(one.heard.back() != one.heard.front());
    CHECK(one.heard.back() != m.totals());

    listener alone;
    rng r(1);
    std::vector<player*> four{&alone, &alone, &alone, &alone};
    card_table t(g.deal(r), four);
    t.play();
    REQUIRE(alone.heard.size() == 4);
    CHECK(alone.heard.front().empty());
}

TEST_CASE("match: sim plays a match to its end, the same for the same seed") {
    const game g("snapszer");
    const auto play = [&] {
        match m(g);
        const auto a = make_player(agent_spec("sim(worlds=4)"), g);
        const auto b = make_player(agent_spec("sim(worlds=4, match=0)"), g);
        std::vector<player*> who{a.get(), b.get()};
        play_match(
            m, who,
            {.cards = [](int d) { return rng(6).split(static_cast<std::uint64_t>(d)); },
             .how =
                 [](int d, const std::vector<int>&) {
                     return table_options{.stream = rng(7).split(static_cast<std::uint64_t>(d))};
                 }});
        return m.text();
    };
    CHECK(play() == play());
}
