// A net as the policy of a search plays deals on as players that ask the same net.

#include <doctest/doctest.h>

#include <mu/agents/player.h>
#include <mu/api/nets.h>
#include <mu/api/typed_view.h>
#include <mu/api/with_game.h>
#include <mu/encode/all.h>
#include <mu/search/net_policy.h>

#include "support/counts.h"
#include "support/nets.h"
#include "support/other_worlds.h"

using namespace mu;
using test::random_nets, test::tables;

namespace {

// What the seat to act has seen until now.
template <variant V>
remembered_deal<V> past_of(const position& p) {
    position q = p;
    const seat me = p.to_act();
    std::vector<action> done(p.history().begin(), p.history().end());
    while (!q.history().empty()) q.undo();
    remembered_deal<V> out;
    out.begin(*typed_view<V>(q.view(me)));
    for (const action a : done) {
        q.apply(a);
        const seat_view v = q.view(me);
        out.see(*typed_view<V>(v), v.history().back());
    }
    return out;
}

template <variant V>
void check_lines(const game& g, position p, rng& r) {
    const game_net net = game_net::of(g);
    const auto player = make_player(agent_spec("net"), g);
    const remembered_deal<V> past = past_of<V>(p);
    REQUIRE(past.actions() == p.history().size());
    CHECK(past.after(past.actions()) == *memory_of<V>(p.public_view()));
    net_policy<V> by(net.shared_weights(), past);

    const seat_view mine = p.view(p.to_act());
    const std::vector<action> legal = p.legal_actions();
    std::vector<line_of_play<V>> lines;
    for (const action a : legal) {
        lines.push_back({*typed_state<V>(p), {mine.history().begin(), mine.history().end()}});
        lines.back().apply(a);
    }
    policy_playouts<V>().play_on(std::span(lines), by, r,
                                 [](const game_state<V>&) { return false; });
    for (std::size_t k = 0; k < legal.size(); ++k) {
        position q = p;
        q.apply(legal[k]);
        while (!q.is_over()) q.apply(ask(*player, q, r));
        CHECK(lines[k].now == *typed_state<V>(q));
    }

    const policy_question<V> question{*typed_view<V>(mine), mine.history()};
    double sum = 0, most = 0;
    std::vector<double> alone;
    for (const action a : legal) {
        const double c = by.chance(question, a);
        CHECK(c > 0);
        sum += c;
        most = std::max(most, c);
        alone.push_back(c);
    }
    // Many at once.
    const std::vector<policy_question<V>> same(legal.size(), question);
    std::vector<double> together(legal.size());
    by.chances(same, legal, together);
    CHECK(together == alone);
    CHECK(sum == doctest::Approx(1));
    action chosen = 0;
    by.begin(1);
    by.choose(std::span(&question, 1), std::span(&chosen, 1), r);
    CHECK(by.chance(question, chosen) == most);
    CHECK(chosen == ask(*player, p, r));
}

}  // namespace

TEST_CASE("net policy: deals are played on as net players play them") {
    const random_nets nets;
    for (const auto& t : tables()) {
        CAPTURE(t.spec);
        const game g(t.spec);
        for (int i = 0; i < test::count(2, 40); ++i) {
            rng r = rng(41).split(static_cast<std::uint64_t>(i));
            position p = g.deal(r, static_cast<seat>(i % g.info().seats), i);
            while (!p.is_over()) {
                if (r.below(4) == 0)
                    with_game(g, [&]<typename V>(V, const typename V::options&) {
                        check_lines<V>(g, p, r);
                        return 0;
                    });
                p.apply(p.legal().draw(r));
            }
        }
    }
}

TEST_CASE("net policy: a line that it is shown is as one that it is asked about") {
    const random_nets nets;
    for (const auto& t : tables()) {
        CAPTURE(t.spec);
        const game g(t.spec);
        const auto player = make_player(agent_spec("net"), g);
        rng r(47);
        position p = g.deal(r);
        for (int i = 0; i < 3; ++i) p.apply(p.legal().draw(r));
        with_game(g, [&]<typename V>(V, const typename V::options&) {
            const remembered_deal<V> past = past_of<V>(p);
            const game_net net = game_net::of(g);
            net_policy<V> by(net.shared_weights(), past);
            by.begin(1);
            line_of_play<V> line{*typed_state<V>(p), {}};
            for (const auto& a : p.view(p.to_act()).history()) line.record.push_back(a);
            position q = p;
            while (!q.is_over()) {
                const policy_question<V> question{view_of(line.now, q.to_act()), line.record};
                by.watch(question);
                const double value = by.value(question).value();
                double most = -1e9;
                for (const net_value& x : net.values(q.view(q.to_act())))
                    most = std::max(most, x.value);
                CHECK(value == doctest::Approx(most));
                action chosen = 0;
                by.choose({&question, 1}, {&chosen, 1}, r);
                CHECK(chosen == ask(*player, q, r));
                const action next = q.legal().draw(r);
                line.apply(next);
                q.apply(next);
            }
            return 0;
        });
    }
}

TEST_CASE("net policy: trees that go on by a policy") {
    const random_nets nets;
    for (const char* spec : {"whist", "contree", "ulti", "snapszer"}) {
        CAPTURE(spec);
        const game g(spec);
        std::vector<std::unique_ptr<player>> by;
        for (const char* agent :
             {"ismcts(iterations=12, policy=net)", "ismcts(iterations=12, policy=rule, resample=1)",
              "ismcts(iterations=12, policy=net, all_seats=0)"})
            by.push_back(make_player(agent_spec(agent), g));
        if (g.info().sides == 2)
            by.push_back(make_player(agent_spec("ismcts(iterations=12, policy=net, value=1)"), g));
        rng r(11);
        position p = g.deal(r);
        while (!p.is_over()) {
            for (const auto& who : by) {
                rng one = r, two = r;
                const action a = ask(*who, p, one);
                CHECK(p.legal().contains(a));
                CHECK(ask(*who, p, two) == a);
            }
            p.apply(p.legal().draw(r));
        }
    }
    CHECK_THROWS_WITH(make_player(agent_spec("ismcts(value=1, policy=rule)"), game("whist")),
                      "ismcts(policy=\"rule\", value=1): value wants a net as policy");
    CHECK_THROWS_WITH(make_player(agent_spec("ismcts(value=1, policy=net)"), game("ulti")),
                      "search: leaves by value want a net, and a game of two sides");
    CHECK(agent_spec("ismcts(policy=random)") == agent_spec("ismcts"));
    CHECK(agent_spec("ismcts(policy=random)").files().empty());
}

TEST_CASE("net policy: searches that play deals on by a net") {
    const random_nets nets;
    for (const char* spec : {"whist", "contree", "euchre(joker=on)", "skat", "snapszer", "ulti"}) {
        CAPTURE(spec);
        const game g(spec);
        const auto by_net = make_player(agent_spec("sim(worlds=2, policy=net)"), g),
                   threads = make_player(agent_spec("sim(worlds=2, policy=net, threads=2)"), g),
                   cards = make_player(agent_spec("isdd(worlds=2, depth=2, policy=net)"), g);
        rng r(9);
        position p = g.deal(r);
        while (!p.is_over()) {
            rng same = r;
            const action a = ask(*by_net, p, r);
            CHECK(ask(*threads, p, same) == a);
            CHECK(p.legal().contains(ask(*cards, p, r)));
            p.apply(a);
        }
    }
    CHECK_THROWS_AS(
        make_player(agent_spec("sim(policy=\"" + nets.file("whist") + "\")"), game("contree")),
        std::invalid_argument);
    CHECK_THROWS_AS(
        make_player(agent_spec("sim(infer_by=\"" + nets.file("whist") + "\")"), game("contree")),
        std::invalid_argument);
    const agent_spec reads("sim(infer_by=net)");
    CHECK(reads.hash("whist") != reads.hash("contree"));
    const agent_spec rule("sim(policy=rule)"), net("sim(policy=net)");
    CHECK(rule.hash("whist") == agent_spec("sim").hash());
    CHECK(net.hash("whist") != net.hash("contree"));
    CHECK(net.text() == "sim(policy=\"net\")");
    CHECK(agent_spec(net.text()) == net);
    CHECK(net.files().empty());
}
