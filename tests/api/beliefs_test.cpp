// Beliefs behind the API, for every game: they say what the typed ones say, worlds can be played on
// and solved, and what is no view to believe anything from is refused.

#include <cmath>
#include <map>
#include <set>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/beliefs.h>
#include <mu/api/solve.h>
#include <mu/api/typed_view.h>
#include <mu/api/with_game.h>
#include <mu/belief/belief_state.h>
#include <mu/games/all.h>

#include "support/counts.h"
#include "support/game_specs.h"
#include "support/refusal.h"

using namespace mu;
using test::has, test::refusal;

namespace {

using chance_rows = std::vector<std::vector<double>>;

// What the rule player does, and now and then anything: deals that are played out.
void step(position& p, rng& r) {
    p.apply(r.below(4) == 0 ? p.legal().draw(r) : p.view(p.to_act()).rule_choice());
}

seat any_seat(const game& g, rng& r) {
    return static_cast<seat>(r.below(static_cast<std::uint64_t>(g.info().seats)));
}

// Random deals of every game, each as one seat sees it: f(position, beliefs, rng) now and then.
template <typename F>
void watch_all_games(int deals, F&& f) {
    for (const std::string& spec : test::game_specs()) {
        CAPTURE(spec);
        const game g(spec);
        int looks = 0;
        for (int i = 0; i < deals; ++i) {
            rng r = rng(61).split(static_cast<std::uint64_t>(i));
            position p = g.deal(r, any_seat(g, r), i);
            beliefs b(p.view(any_seat(g, r)));
            while (true) {
                if (r.below(8) == 0) {
                    CAPTURE(p.record());
                    f(p, b, r);
                    ++looks;
                }
                if (p.is_over()) break;
                step(p, r);
                b.see(p.view(b.view().observer()));
            }
        }
        CHECK(looks > deals);
    }
}

std::vector<double> by_card(const chance_rows& chances) {
    std::vector<double> out(chances[0].size());
    for (const auto& place : chances)
        for (std::size_t c = 0; c < out.size(); ++c) out[c] += place[c];
    return out;
}

// The cards of each place of a world.
std::vector<card_mask> world_in(const position& p) {
    return with_game(p.game(), [&]<typename V>(V, const typename V::options&) {
        const world<V> w = world_of<V>(*typed_state<V>(p));
        std::vector<card_mask> out;
        for (int at = 0; at < place_count; ++at)
            if (world<V>::has(at)) out.push_back(w[at]);
        return out;
    });
}

// Every card lies somewhere, but those that have been played or lie open on the table.
void check_sums(const position& p, const chance_rows& chances) {
    card_mask somewhere = 0;
    for (const card_mask place : world_in(p)) somewhere |= place;
    const auto sums = by_card(chances);
    REQUIRE(sums.size() == static_cast<std::size_t>(p.game().info().deck.card_count()));
    for (std::size_t c = 0; c < sums.size(); ++c)
        CHECK(sums[c] == doctest::Approx(static_cast<double>(somewhere >> c & 1)).epsilon(1e-9));
    const auto played = p.to_json()["played"];
    for (const auto& name : played) CHECK(sums[p.parse_action(name.get<std::string>())] == 0);
}

// The observer could not tell the world from what he saw.
void check_world(const position& world, const beliefs& b) {
    const seat_view seen = world.view(b.view().observer());
    auto now = seen.to_json(), then = b.view().to_json();
    now.erase("history");
    then.erase("history");
    CHECK(now == then);
    CHECK(seen.legal() == b.view().legal());
    CHECK(world.history().empty());
}

}  // namespace

TEST_CASE("beliefs: count and chances are those of the typed beliefs") {
    watch_all_games(test::count(3, 100), [](const position& p, const beliefs& b, rng&) {
        const seat me = b.view().observer();
        with_game(p.game(), [&]<typename V>(V, const typename V::options&) {
            position q = p;
            while (!q.history().empty()) q.undo();
            belief_state<V> typed;
            typed.init(*typed_view<V>(q.view(me)));
            for (const action a : p.history()) {
                q.apply(a);
                typed.see(*typed_view<V>(q.view(me)));
            }
            typed.renormalize();
            CHECK(b.count() == typed.worlds().count());
            CHECK(b.is_exact() == typed.worlds().is_exact());
            const chance_rows chances = b.chances();
            const card_mask own = p.view(me).hand();
            std::size_t row = 0;
            for (int at = 0; at < place_count; ++at) {
                if (!world<V>::has(at)) continue;
                REQUIRE(row < chances.size());
                for (card c = 0; c < deck_traits<V>::cards; ++c)
                    CHECK(chances[row][c] == (at == index(me)
                                                  ? static_cast<double>(own >> c & 1)
                                                  : typed.prob[typed.row_of_place(at)][c]));
                ++row;
            }
            CHECK(row == chances.size());
            CHECK(row == b.places().size());
        });
        check_sums(p, b.chances());
    });
}

TEST_CASE("beliefs: those that were kept are those of a new look at the same view") {
    watch_all_games(test::count(1, 30), [](const position&, const beliefs& b, rng&) {
        const beliefs fresh(b.view());
        CHECK(fresh.count() == b.count());
        CHECK(fresh.chances() == b.chances());
        CHECK(fresh.chances(evidence::soft) == b.chances(evidence::soft));
    });
}

TEST_CASE("beliefs: drawn worlds keep the view and can be played on to the end") {
    watch_all_games(test::count(2, 60), [](const position& p, const beliefs& b, rng& r) {
        for (const evidence by : {evidence::facts, evidence::soft}) {
            std::vector<position> worlds = b.draw(3, r, by);
            worlds.push_back(b.draw(r, by));
            for (position& w : worlds) {
                check_world(w, b);
                CHECK(w.is_over() == p.is_over());
                while (!w.is_over()) w.apply(w.legal().draw(r));
                CHECK(w.score().size() == static_cast<std::size_t>(p.game().info().seats));
            }
            // The same numbers, the same worlds.
            rng one(7), two(7);
            CHECK(b.draw(4, one, by) == b.draw(4, two, by));
            CHECK(b.draw(one, by) == b.draw(two, by));
        }
        if (b.is_exact() && b.count() == 1)
            CHECK(b.draw(r).to_json()["hands"] == p.to_json()["hands"]);
    });
}

TEST_CASE("beliefs: drawn worlds can be solved, and the true deal is worth what it is") {
    int solved = 0, as_dealt = 0;
    watch_all_games(test::count(2, 60), [&](const position& p, const beliefs& b, rng& r) {
        if (p.is_over() || p.game().info().name == "differenzler") return;  // it has no solver
        const auto hands = p.to_json()["hands"];
        std::size_t cards = 0;
        for (const auto& hand : hands) cards += hand.size();
        if (cards > 12) return;
        solution truth;
        try {
            truth = p.solve({.line = false});
        } catch (const not_in_play&) {
            return;
        }
        for (const position& w : b.draw(20, r)) {
            const solution s = w.solve({.line = false});
            CHECK(s.complete);
            CHECK(s.side == truth.side);
            if (p.to_act() == b.view().observer()) CHECK(s.moves.size() == truth.moves.size());
            ++solved;
            // In snapszer the order of the stock counts too.
            if (world_in(w) != world_in(p) || w.state_text() != p.state_text()) continue;
            CHECK(s.value == truth.value);
            ++as_dealt;
        }
    });
    CHECK(solved > 100);
    CHECK(as_dealt > 10);
}

TEST_CASE("beliefs: many worlds at once, and every one of them where few are left") {
    int listed = 0;
    watch_all_games(test::count(4, 100), [&](const position& p, const beliefs& b, rng& r) {
        CHECK(b.draw(0, r).empty());
        const std::vector<position> some = b.draw(5, r);
        // Where not all are equally likely (in ulti a world comes as often as courses of the
        // auction lead to it) they are drawn.
        if (!b.is_exact() || p.game().info().name == "ulti") {
            CHECK(some.size() <= 5);
            return;
        }
        CHECK(some.size() == std::min<std::uint64_t>(5, b.count()));
        if (b.count() > 60) return;
        const std::vector<position> worlds = b.draw(60, r);
        std::set<std::vector<card_mask>> all;
        for (const position& w : worlds) all.insert(world_in(w));
        CHECK(all.size() == b.count());
        CHECK(b.draw(static_cast<std::size_t>(b.count()), r).size() == b.count());
        CHECK(worlds.size() == b.count());
        CHECK(all.contains(world_in(p)));
        // One draw at a time finds no others, and chances count them.
        for (int i = 0; i < 5; ++i) CHECK(all.contains(world_in(b.draw(r))));
        const chance_rows chances = b.chances();
        const auto places = b.places();
        for (std::size_t k = 0; k < static_cast<std::size_t>(p.game().info().seats); ++k)
            for (std::size_t c = 0; c < chances[k].size(); ++c) {
                int here = 0;
                for (const position& w : worlds)
                    here += static_cast<int>(w.view(static_cast<seat>(k)).hand() >> c & 1);
                CHECK(chances[k][c] ==
                      doctest::Approx(here / static_cast<double>(b.count())).epsilon(1e-9));
            }
        ++listed;
    });
    CHECK(listed > 20);
}

TEST_CASE("beliefs: soft evidence moves chances among what is possible, and draws follow it") {
    std::map<std::string, int> moved;
    watch_all_games(test::count(2, 40), [&](const position& p, const beliefs& b, rng& r) {
        const chance_rows certain = b.chances(), soft = b.chances(evidence::soft);
        check_sums(p, soft);
        if (!b.is_exact()) return;  // where draws stand for chances
        double most = 0;
        for (std::size_t at = 0; at < soft.size(); ++at)
            for (std::size_t c = 0; c < soft[at].size(); ++c) {
                CHECK((soft[at][c] > 0) == (certain[at][c] > 0));
                most = std::max(most, std::abs(soft[at][c] - certain[at][c]));
            }
        if (most < 0.05) return;
        ++moved[p.game().info().name];
        // Shares of draws to within six standard errors.
        const int draws = test::count(150, 1500);
        std::vector<std::vector<int>> held(static_cast<std::size_t>(p.game().info().seats),
                                           std::vector<int>(certain[0].size()));
        for (int i = 0; i < draws; ++i) {
            const position w = b.draw(r, evidence::soft);
            for (std::size_t k = 0; k < held.size(); ++k)
                for (std::size_t c = 0; c < held[k].size(); ++c)
                    held[k][c] += static_cast<int>(w.view(static_cast<seat>(k)).hand() >> c & 1);
        }
        for (std::size_t k = 0; k < held.size(); ++k)
            for (std::size_t c = 0; c < held[k].size(); ++c) {
                const double share = static_cast<double>(held[k][c]) / draws, is = soft[k][c];
                CHECK(std::abs(share - is) <=
                      6 * std::sqrt(std::max(0.0, is * (1 - is)) / draws) + 3.0 / draws);
            }
    });
    CHECK(moved.size() == games().size());
}

TEST_CASE("beliefs: what is no later view of the same deal by the same seat changes nothing") {
    for (const std::string& spec : test::game_specs()) {
        CAPTURE(spec);
        const game g(spec);
        rng r(62);
        position p = g.deal(r), other = g.deal(r);
        const seat me = seat::north, next = static_cast<seat>(1);
        beliefs b(p.view(me));
        for (int i = 0; i < 4 && !p.is_over(); ++i) {
            p.apply(p.legal().nth(0));
            b.see(p.view(me));
        }
        const seat_view seen = b.view();
        const auto chances = b.chances();
        position before = p;
        before.undo();
        const auto refused = [&](const seat_view& v) {
            CHECK(has(refusal<std::invalid_argument>([&] { b.see(v); }),
                      "not a later view of the same deal by the same seat"));
            CHECK(b.view() == seen);
            CHECK(b.chances() == chances);
        };
        refused(before.view(me));
        refused(p.view(next));
        refused(p.public_view());
        refused(other.view(me));
        refused(game(g.info().name == "whist" ? "bridge" : "whist").deal(r).view(me));
        // Another way from the same deal.
        for (int i = 0; i < 4 && !other.is_over(); ++i) other.apply(other.legal().nth(0));
        refused(other.view(me));
        // The same view again is no news, and the deal goes on.
        b.see(p.view(me));
        CHECK(b.chances() == chances);
        while (!p.is_over()) p.apply(p.legal().nth(0));
        b.see(p.view(me));
        CHECK(b.count() >= 1);

        CHECK(has(refusal<std::invalid_argument>([&] { beliefs(p.public_view()); }),
                  "beliefs are a seat's"));
        CHECK(has(
            refusal<std::invalid_argument>([&] { static_cast<void>(b.chances(evidence::net)); }),
            "no net was given"));
    }
}

TEST_CASE("beliefs: a view from the middle of a deal is refused") {
    for (const std::string& spec : test::game_specs()) {
        CAPTURE(spec);
        const game g(spec);
        int refused = 0;
        for (std::uint64_t i = 0; refused == 0; ++i) {
            REQUIRE(i < 50);
            rng r = rng(63).split(i);
            position p = g.deal(r);
            while (!p.is_over() && p.to_json()["played"].empty())
                p.apply(p.view(p.to_act()).rule_choice());
            if (p.is_over()) continue;  // passed out
            CHECK_NOTHROW(beliefs(p.view(seat::north)));
            const position set_up = parse_position(p.state_text());
            CHECK(has(refusal<std::invalid_argument>([&] { beliefs(set_up.view(seat::north)); }),
                      "from the middle of a deal"));
            ++refused;
        }
    }
}

TEST_CASE("beliefs: as JSON") {
    watch_all_games(test::count(1, 20), [](const position& p, const beliefs& b, rng&) {
        for (const evidence by : {evidence::facts, evidence::soft}) {
            const auto told = b.to_json(by);
            const auto chances = b.chances(by);
            const auto sums = by_card(chances);
            CHECK(told["worlds"] == b.count());
            CHECK(told["exact"] == b.is_exact());
            CHECK(told["places"] == b.places());
            std::size_t lie_somewhere = 0;
            for (std::size_t c = 0; c < sums.size(); ++c) {
                const std::string name = p.game().action_text(static_cast<action>(c));
                if (sums[c] == 0) {
                    CHECK(!told["cards"].contains(name));
                    continue;
                }
                ++lie_somewhere;
                std::vector<double> in;
                for (const auto& place : chances) in.push_back(place[c]);
                REQUIRE(told["cards"].contains(name));
                CHECK(told["cards"].at(name) == in);
            }
            CHECK(told["cards"].size() == lie_somewhere);
        }
    });
}
