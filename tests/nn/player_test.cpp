// Players that ask a net: the best of its values for what they see, under any names of the suits.

#include <doctest/doctest.h>

#include <mu/agents/player.h>
#include <mu/api/nets.h>
#include <mu/api/typed_view.h>
#include <mu/encode/all.h>
#include <mu/encode/numbers.h>

#include "support/counts.h"
#include "support/nets.h"
#include "support/other_worlds.h"

using namespace mu;
using test::random_nets, test::tables;

TEST_CASE("net players: the best of the values, everywhere in every game") {
    const random_nets nets;
    for (const auto& t : tables()) {
        CAPTURE(t.spec);
        const game g(t.spec);
        const game_net by = game_net::of(g);
        const auto plays = make_player(agent_spec("net"), g);
        for (int i = 0; i < test::count(5, 200); ++i) {
            rng r = rng(31).split(static_cast<std::uint64_t>(i));
            position p = g.deal(r, static_cast<seat>(i % g.info().seats), i);
            std::vector<seat_view> views;
            std::vector<action> chosen;
            while (!p.is_over()) {
                const seat_view v = p.view(p.to_act());
                const auto values = by.values(v);
                REQUIRE(values.size() == v.legal_actions().size());
                const action a = ask(*plays, p, r);
                double of_chosen = 0, most = -1e9;
                for (const auto& [what, value] : values) {
                    CHECK(v.legal().contains(what));
                    most = std::max(most, value);
                    if (what == a) of_chosen = value;
                }
                CHECK(of_chosen == most);
                CHECK(a == by.choose(v));
                views.push_back(v);
                chosen.push_back(a);
                // Not the net's own line alone, which may be a short one.
                p.apply(r.below(2) == 0 ? a : p.legal().draw(r));
            }
            // A view stays what it was, and many are answered as each alone.
            const auto all = by.values(views);
            for (std::size_t k = 0; k < all.size(); ++k)
                CHECK(std::ranges::max_element(all[k], {}, &net_value::value)->what == chosen[k]);
        }
    }
}

namespace {

// Decisions in a deal and in the same one under other names of the suits.
template <variant V>
void check_renaming(const char* spec) {
    const game g(spec);
    const auto plays = make_player(agent_spec("net"), g);
    const deal_layout of = g.layout();
    rng r(5);
    int compared = 0, same = 0;
    for (int n = 0; n < test::count(20, 400); ++n) {
        const auto rename = nth_suit_order<V>(static_cast<int>(r.below(suit_order_count)));
        std::vector<card_mask> places(static_cast<std::size_t>(of.places)), renamed;
        deal_random(of, r, places);
        for (const card_mask m : places) renamed.push_back(rename.map(m));
        position a = g.deal(places), b = g.deal(renamed);
        while (!a.is_over()) {
            const action x = ask(*plays, a, r), y = ask(*plays, b, r);
            same += canonical_action<V>(x, rename) == y ? 1 : 0;
            ++compared;
            const action next = a.legal().draw(r);
            a.apply(next);
            b.apply(canonical_action<V>(next, rename));
        }
    }
    CHECK(compared > 0);
    CHECK(same > 0.97 * compared);  // suits that look alike in every way may change places
}

}  // namespace

TEST_CASE("net players: decisions follow when suits are renamed") {
    const random_nets nets;
    check_renaming<contree>("contree");
    check_renaming<jass>("jass");
    check_renaming<snapszer>("snapszer");
}

TEST_CASE("net players: a hybrid leaves the end of the play to another") {
    const random_nets nets;
    const game g("euchre");
    const auto net = make_player(agent_spec("net"), g), rule = make_player(agent_spec("rule"), g),
               both = make_player(agent_spec("hybrid(cards=3, play=rule)"), g),
               never = make_player(agent_spec("hybrid(cards=0, play=rule)"), g);
    int ends = 0;
    for (int i = 0; i < 40; ++i) {
        rng r = rng(3).split(static_cast<std::uint64_t>(i));
        position p = g.deal(r);
        while (!p.is_over()) {
            const seat_view v = p.view(p.to_act());
            const bool end = v.phase() == deal_phase::play && ops::popcount(v.hand()) <= 3;
            CHECK(ask(*both, p, r) == ask(end ? *rule : *net, p, r));
            CHECK(ask(*never, p, r) == ask(*net, p, r));
            ends += end ? 1 : 0;
            p.apply(p.legal().draw(r));
        }
    }
    CHECK(ends > 40);
    CHECK_THROWS_AS(make_player(agent_spec("hybrid(play=cheat)"), g), std::invalid_argument);
    CHECK_NOTHROW(make_player(agent_spec("hybrid"), g));
}

TEST_CASE("net players: made for the game of their net, or not at all") {
    const random_nets nets;
    const game whist_game("whist");
    const std::string of_contree = "net(file=\"" + nets.file("contree") + "\")";
    CHECK_THROWS_WITH(
        make_player(agent_spec(of_contree), whist_game),
        (nets.file("contree") + ": a net for contree, and this is whist: whist").c_str());
    CHECK_NOTHROW(make_player(agent_spec(of_contree), game("contree(contracts=all)")));
    CHECK_THROWS_AS(make_player(agent_spec("net(file=\"no/such.munet\")"), whist_game),
                    std::invalid_argument);
}

TEST_CASE("net players: the hash of a description stands for the net") {
    const agent_spec plain("net"), inside("blunder(inner=hybrid)"), rule("rule");
    std::string before, before_inside, before_rule;
    {
        const random_nets nets(1);
        before = plain.hash("whist"), before_inside = inside.hash("whist");
        before_rule = rule.hash("whist");
        CHECK(before != plain.hash("contree"));
        CHECK(before == plain.hash("whist(trump=h)"));
        const agent_spec named("net(file=\"" + nets.file("whist") + "\")");
        const std::string content = named.hash();
        CHECK(named.files() == std::vector{nets.file("whist")});
        std::ofstream(nets.file("whist"), std::ios::app) << "x";
        CHECK(named.hash() != content);
    }
    const random_nets others(2);
    CHECK(plain.hash("whist") != before);
    CHECK(inside.hash("whist") != before_inside);
    CHECK(rule.hash("whist") == before_rule);
    CHECK(rule.hash("whist") == rule.hash());
}

// What it has not seen must not change what a net is asked.
TEST_CASE("net players: decisions do not change when hidden cards do") {
    const random_nets nets;
    for (const auto& t : tables()) {
        CAPTURE(t.spec);
        const game g(t.spec);
        int worlds = 0;
        const auto net = make_player(agent_spec("net"), g);
        for (int i = 0; i < test::count(6, 200); ++i) {
            rng r = rng(23).split(static_cast<std::uint64_t>(i));
            auto [number, dealer, p] = test::random_deal(t, g, r);
            const auto mixed = make_player(agent_spec("blunder(p=0.3)"), g);
            while (!p.is_over()) {
                for (int k = 0; k < 3; ++k) {
                    const auto other = test::other_world(t, p, number, dealer, r);
                    if (!other) continue;
                    ++worlds;
                    const auto a = observe(p.view(p.to_act())),
                               b = observe(other->view(other->to_act()));
                    REQUIRE(a.bits == b.bits);
                    REQUIRE(a.names == b.names);
                    if (ask(*net, p, r) != ask(*net, *other, r))
                        FAIL("sees hidden cards: " << p.record());
                }
                p.apply(ask(*mixed, p, r));
            }
        }
        CHECK(worlds > 10);
    }
}
