// Belief nets: what they say of cards becomes the weights of worlds, by the names that the cards
// have at the table, and never breaks what is certain.

#include <doctest/doctest.h>

#include <mu/agents/player.h>
#include <mu/api/beliefs.h>
#include <mu/api/nets.h>
#include <mu/api/search.h>
#include <mu/api/typed_view.h>
#include <mu/api/with_game.h>
#include <mu/encode/all.h>
#include <mu/encode/numbers.h>
#include <mu/games/all.h>
#include <mu/search/net_weigher.h>

#include "support/counts.h"
#include "support/nets.h"
#include "support/other_worlds.h"

using namespace mu;
using test::random_nets, test::tables;

namespace {

using chance_rows = std::vector<std::vector<double>>;

chance_rows chances_by_net(const seat_view& v) {
    return beliefs(v, belief_net::of(v.game()).shared_weights()).chances(evidence::net);
}

double largest_difference(const chance_rows& a, const chance_rows& b) {
    double most = 0;
    for (std::size_t p = 0; p < a.size(); ++p)
        for (std::size_t c = 0; c < a[p].size(); ++c)
            most = std::max(most, std::abs(a[p][c] - b[p][c]));
    return most;
}

// Random deals of a game; f(position, seat) for a seat now and then.
template <typename F>
void watch_some(const game& g, int deals, F&& f) {
    for (int i = 0; i < deals; ++i) {
        rng r = rng(51).split(static_cast<std::uint64_t>(i));
        position p = g.deal(r, static_cast<seat>(i % g.info().seats), i);
        const auto mixed = make_player(agent_spec("blunder(p=0.3)"), g);
        while (!p.is_over()) {
            if (r.below(4) == 0)
                f(p, static_cast<seat>(r.below(static_cast<std::uint64_t>(g.info().seats))), r);
            p.apply(ask(*mixed, p, r));
        }
    }
}

}  // namespace

TEST_CASE("belief nets: chances are those of weights that the net's outputs are logarithms of") {
    const random_nets nets;
    for (const char* spec : {"whist", "contree", "euchre", "euchre(joker=on)", "ulti", "skat",
                             "snapszer", "bridge", "differenzler"}) {
        CAPTURE(spec);
        const game g(spec);
        const belief_net by = belief_net::of(g);
        int told = 0;
        watch_some(g, test::count(2, 30), [&](const position& p, seat me, rng&) {
            const seat_view v = p.view(me);
            const auto is = chances_by_net(v);
            // By the definition, from the view alone.
            with_game(g, [&]<typename V>(V, const typename V::options&) {
                const view<V> seen = *typed_view<V>(v);
                const encoded<V> e = encode(seen, *memory_of<V>(v));
                std::vector<float> out(static_cast<std::size_t>(by.weights().shape().actions));
                by.weights().values(e.word, out);
                position q = p;
                std::vector<action> done(p.history().begin(), p.history().end());
                while (!q.history().empty()) q.undo();
                belief_state<V> b;
                b.init(*typed_view<V>(q.view(me)));
                for (const action a : done) {
                    q.apply(a);
                    b.see(*typed_view<V>(q.view(me)));
                }
                for (card c = 0; c < deck_traits<V>::cards; ++c)
                    for (int row = 0; row < net_places<V>; ++row) {
                        const auto at = row * deck_traits<V>::cards +
                                        canonical_action<V>(static_cast<action>(c), e.suits);
                        b.weigh(row, c, std::exp(std::clamp(out[at], -6.0F, 6.0F)));
                    }
                b.renormalize();
                double worst = 0;
                for (int row = 0; row < V::seats - 1; ++row)
                    for (card c = 0; c < deck_traits<V>::cards; ++c)
                        worst = std::max(worst,
                                         std::abs(b.prob[row][c] -
                                                  is[static_cast<std::size_t>(b.place(row))][c]));
                CHECK(worst < 1e-6);
                return 0;
            });
            told += largest_difference(is, beliefs(v).chances()) > 0.01 ? 1 : 0;
        });
        CHECK(told > 3);
    }
}

TEST_CASE("belief nets: worlds fit what was seen, and no true place loses its chance") {
    const random_nets nets;
    for (const auto& t : tables()) {
        CAPTURE(t.spec);
        const game g(t.spec);
        const auto net = belief_net::of(g).shared_weights();
        int worlds = 0;
        watch_some(g, test::count(2, 40), [&](const position& p, seat me, rng& r) {
            const seat_view v = p.view(me);
            const beliefs b(v, net);
            for (const position& w : b.draw(3, r, evidence::net)) {
                CHECK(w.view(me).hand() == v.hand());
                CHECK(w.view(me).legal() == v.legal());
                ++worlds;
            }
            const auto by_facts = b.chances(), by_net = b.chances(evidence::net);
            if (!b.is_exact()) return;  // where draws stand for chances
            for (std::size_t place = 0; place < by_net.size(); ++place)
                for (std::size_t c = 0; c < by_net[place].size(); ++c)
                    CHECK((by_net[place][c] > 0) == (by_facts[place][c] > 0));
        });
        CHECK(worlds > 5);
    }
}

TEST_CASE("belief nets: chances do not change when hidden cards do") {
    const random_nets nets;
    for (const auto& t : tables()) {
        CAPTURE(t.spec);
        const game g(t.spec);
        int others = 0;
        for (int i = 0; i < test::count(3, 100); ++i) {
            rng r = rng(24).split(static_cast<std::uint64_t>(i));
            auto [number, dealer, p] = test::random_deal(t, g, r);
            const auto mixed = make_player(agent_spec("blunder(p=0.3)"), g);
            while (!p.is_over()) {
                if (const auto other = test::other_world(t, p, number, dealer, r)) {
                    ++others;
                    if (chances_by_net(p.view(p.to_act())) !=
                        chances_by_net(other->view(p.to_act())))
                        FAIL("sees hidden cards: " << p.record());
                }
                p.apply(ask(*mixed, p, r));
            }
        }
        CHECK(others > 1);
    }
}

namespace {

// The chances of a deal and of the same one under other names of the suits.
template <variant V>
void check_places_renamed(const char* spec) {
    const game g(spec);
    const deal_layout of = g.layout();
    rng r(6);
    int compared = 0, same = 0;
    for (int n = 0; n < test::count(10, 200); ++n) {
        const auto rename = nth_suit_order<V>(static_cast<int>(r.below(suit_order_count)));
        std::vector<card_mask> places(static_cast<std::size_t>(of.places)), renamed;
        deal_random(of, r, places);
        for (const card_mask m : places) renamed.push_back(rename.map(m));
        position a = g.deal(places), b = g.deal(renamed);
        while (!a.is_over()) {
            const auto x = chances_by_net(a.view(a.to_act())),
                       y = chances_by_net(b.view(b.to_act()));
            chance_rows named = x;
            for (std::size_t p = 0; p < x.size(); ++p)
                for (card c = 0; c < deck_traits<V>::cards; ++c) named[p][rename.map(c)] = x[p][c];
            same += largest_difference(named, y) < 1e-9 ? 1 : 0;
            ++compared;
            const action next = a.legal().draw(r);
            a.apply(next);
            b.apply(canonical_action<V>(next, rename));
        }
    }
    CHECK(same > 0.97 * compared);  // suits that look alike in every way may change places
}

}  // namespace

TEST_CASE("belief nets: chances follow when suits are renamed") {
    const random_nets nets;
    check_places_renamed<contree>("contree");
    check_places_renamed<snapszer>("snapszer");
}

TEST_CASE("belief nets: what cannot be is refused with a reason") {
    const random_nets nets;
    const game contree_game("contree"), whist_game("whist");
    rng r(1);
    const position p = contree_game.deal(r);
    const seat_view v = p.view(p.to_act());
    CHECK_THROWS_WITH(beliefs(v).chances(evidence::net), "beliefs: no net was given to ask");
    CHECK_THROWS_WITH(beliefs(v, belief_net::of(whist_game).shared_weights()),
                      "beliefs: the net is of another game, or of another kind");
    CHECK_THROWS_WITH(beliefs(v, game_net::of(contree_game).shared_weights()),
                      "beliefs: the net is of another game, or of another kind");
    const auto by = belief_net::of(contree_game).shared_weights();
    CHECK_THROWS_WITH(searcher(contree_game, {.evidence = {.soft = 1, .by_net = by}}),
                      "search: worlds are weighed by soft rules or by a net, not by both");
    CHECK_THROWS_WITH(make_player(agent_spec("isdd(soft=1, belief=net)"), contree_game),
                      "isdd(soft=1, belief=\"net\"): soft and belief are two ways to weigh worlds; "
                      "use one");
    CHECK_THROWS_AS(
        make_player(agent_spec("isdd(belief=\"" + nets.file("contree") + "\")"), contree_game),
        std::invalid_argument);
    CHECK_THROWS_AS(make_player(agent_spec("isdd(belief=\"" + nets.file("beliefs/whist") + "\")"),
                                contree_game),
                    std::invalid_argument);
    CHECK_NOTHROW(make_player(agent_spec("ismcts(belief=net)"), contree_game));
}

TEST_CASE("belief nets: the hash of a description stands for the net") {
    const agent_spec net("isdd(belief=net)"), none("isdd(belief=none)");
    CHECK(none == agent_spec("isdd"));
    CHECK(net.text() == "isdd(belief=\"net\")");
    CHECK(agent_spec(net.text()) == net);
    CHECK(net.files().empty());
    std::string before;
    {
        const random_nets nets(1);
        before = net.hash("whist");
        CHECK(before != net.hash("contree"));
        CHECK(none.hash("whist") == none.hash());
        const agent_spec named("isdd(belief=\"" + nets.file("beliefs/whist") + "\")");
        CHECK(named.files() == std::vector{nets.file("beliefs/whist")});
    }
    const random_nets others(2);
    CHECK(net.hash("whist") != before);
}
