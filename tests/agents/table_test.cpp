// The table: everybody is asked in turn and shown every action, and nobody sees more than his view.

#include <doctest/doctest.h>

#include <mu/agents/table.h>

#include "support/counts.h"
#include "support/game_specs.h"

using namespace mu;

namespace {

// Notes what it is shown; plays at random.
class witness : public player {
public:
    std::vector<seat_view> seen;
    int begun = 0, asked = 0, ended = 0;
    seat me = seat::north;
    std::vector<int> score;

    void begin_deal(const game&, seat where) override {
        ++begun;
        me = where;
        seen.clear();
    }
    void see(const seat_view& v) override { seen.push_back(v); }
    action choose(const request& r) override {
        ++asked;
        CHECK(seen.back() == r.view);  // what it is asked with is what it was shown last
        return r.view.legal().draw(r.generator);
    }
    void end_deal(const seat_view& last, std::span<const int> points) override {
        ++ended;
        CHECK(seen.back() == last);
        score.assign(points.begin(), points.end());
    }
};

struct onlooker : spectator {
    std::vector<seat_view> seen;
    int begun = 0, ended = 0;
    void begin_deal(const seat_view& first) override {
        ++begun;
        seen.assign(1, first);
    }
    void see(const seat_view& v) override { seen.push_back(v); }
    void end_deal(const seat_view&, std::span<const int>) override { ++ended; }
};

struct party {
    std::vector<std::unique_ptr<witness>> owned;
    std::vector<player*> who;
    explicit party(int seats) {
        for (int k = 0; k < seats; ++k) {
            owned.push_back(std::make_unique<witness>());
            who.push_back(owned.back().get());
        }
    }
};

class stubborn : public player {
public:
    int asked = 0, shown = 0;
    bool broken = false;
    void see(const seat_view&) override {
        ++shown;
        CHECK_FALSE(broken);  // nothing more after the fault
    }
    action choose(const request&) override {
        CHECK_FALSE(broken);
        ++asked;
        broken = true;
        return 255;  // never legal
    }
    void end_deal(const seat_view&, std::span<const int>) override { CHECK_FALSE(broken); }
};

}  // namespace

TEST_CASE("table: every seat and spectator is shown its own view after every action") {
    for (const std::string& spec : test::game_specs()) {
        CAPTURE(spec);
        const game g(spec);
        for (int i = 0; i < test::count(4, 200); ++i) {
            rng r = rng(41).split(static_cast<std::uint64_t>(i));
            party p(g.info().seats);
            position start = g.deal(r, seat::north, i);
            const int before = i % 2 == 0 ? 0 : 5;  // from the middle as well
            for (int k = 0; k < before && !start.is_over(); ++k) start.apply(start.legal().draw(r));
            if (start.is_over()) continue;
            const std::size_t first = start.history().size();
            card_table t(start, p.who, {.stream = r});
            onlooker looks;
            t.add(looks);
            t.play();
            REQUIRE(t.is_over());

            const auto actions = t.now().history();
            int asked = 0;
            for (int k = 0; k < g.info().seats; ++k) {
                const witness& w = *p.owned[static_cast<std::size_t>(k)];
                REQUIRE(w.seen.size() == actions.size() - first + 1);
                CHECK((w.begun == 1 && w.ended == 1 && index(w.me) == k));
                CHECK(w.score == t.now().score());
                asked += w.asked;
            }
            CHECK(asked == static_cast<int>(actions.size() - first));
            REQUIRE(looks.seen.size() == actions.size() - first + 1);
            CHECK((looks.begun == 1 && looks.ended == 1));
            // The views are those of the position at that time.
            position again = start;
            for (std::size_t n = first;; ++n) {
                for (int k = 0; k < g.info().seats; ++k)
                    REQUIRE(p.owned[static_cast<std::size_t>(k)]->seen[n - first] ==
                            again.view(static_cast<seat>(k)));
                REQUIRE(looks.seen[n - first] == again.public_view());
                if (n == actions.size()) break;
                again.apply(actions[n]);
            }
        }
    }
}

TEST_CASE("table: a spectator sees no card that only one seat may see") {
    for (const std::string& spec : test::game_specs()) {
        CAPTURE(spec);
        const game g(spec);
        rng r(42);
        position p = g.deal(r);
        CHECK(p.public_view().is_public());
        CHECK_FALSE(p.public_view().to_act());
        for (int i = 0; i < 6 && !p.is_over(); ++i) p.apply(p.legal().draw(r));
        // Whatever a spectator is told of actions, every seat is told, too.
        const auto seen = p.public_view().history();
        for (int k = 0; k < g.info().seats; ++k) {
            const seat_view own = p.view(static_cast<seat>(k));
            const auto theirs = own.history();
            REQUIRE(theirs.size() == seen.size());
            for (std::size_t i = 0; i < seen.size(); ++i)
                if (seen[i].what) CHECK(theirs[i] == seen[i]);
        }
    }
}

TEST_CASE("table: seats without a player are played from outside, and actions can be taken back") {
    const game g("whist");
    rng r(43);
    party p(4);
    p.who[2] = nullptr;
    card_table t(g.deal(r), p.who, {.stream = rng(1)});
    t.play();
    REQUIRE(t.waits());
    CHECK_THROWS_AS(t.step(), std::logic_error);
    const position before = t.now();
    CHECK_THROWS_AS(t.apply(255), illegal_action);
    CHECK(t.now() == before);
    t.apply(t.now().legal().nth(0));
    t.play();
    const auto made = t.now().history().size();
    t.take_back(made - before.history().size());
    CHECK(t.now() == before);
    CHECK(p.owned[0]->begun == 2);
    REQUIRE(p.owned[0]->seen.size() == 1);
    CHECK(p.owned[0]->seen[0] == before.view(seat::north));
    CHECK_THROWS_AS(t.take_back(100), std::logic_error);
    while (!t.is_over()) {
        t.apply(t.now().legal().nth(0));
        t.play();
    }
    CHECK(t.now().history().size() == 52);
    CHECK_THROWS_AS(t.step(), std::logic_error);
    CHECK_THROWS_AS(card_table(g.deal(r), std::span(p.who).first(3)), std::invalid_argument);
}

TEST_CASE("table: what a player does wrong is told once, and random actions are made for it") {
    const game g("euchre");
    rng r(44);
    party p(4);
    stubborn bad;
    p.who[1] = &bad;
    int faults = 0;
    table_options how{.stream = rng(2)};
    how.on_fault = [&](seat who, const std::exception& e) {
        ++faults;
        CHECK(who == seat::east);
        CHECK(std::string(e.what()).find("no action 255") != std::string::npos);
    };
    card_table t(g.deal(r), p.who, how);
    t.play();
    CHECK(t.is_over());
    CHECK(faults == 1);
    CHECK(bad.asked == 1);

    stubborn again;  // without anybody to tell, it comes out, and nothing has changed
    p.who[1] = &again;
    card_table strict(g.deal(r), p.who, {.stream = rng(2)});
    CHECK_THROWS_AS(strict.play(), illegal_action);
    CHECK(strict.now().history().empty() ==
          (strict.now().to_act() == seat::east && strict.now().history().empty()));
}

TEST_CASE("table: matches, with somebody sitting out where the game has it") {
    for (const char* spec : {"euchre", "ulti(players=4, deals=12)", "snapszer"}) {
        CAPTURE(spec);
        match m{game(spec)};
        party p(m.players());
        int deals = 0;
        onlooker first, second;
        play_match(
            m, p.who,
            {.cards = [](int deal) { return rng(7).split(static_cast<unsigned>(deal)); },
             .how =
                 [](int deal, const std::vector<int>&) {
                     return table_options{.stream = rng(8).split(static_cast<unsigned>(deal))};
                 },
             .deal_done =
                 [&](const position& end) {
                     CHECK(end.is_over());
                     for (const onlooker* who : {&first, &second}) {
                         CHECK(who->begun == deals + 1);
                         CHECK(who->seen.size() == end.history().size() + 1);
                         CHECK(who->seen.back() == end.public_view());
                     }
                     return ++deals, true;
                 },
             .spectators = {&first, &second}});
        CHECK(m.is_over());
        CHECK(m.deals_played() == deals);
        int begun = 0;
        for (const auto& w : p.owned) begun += w->begun;
        CHECK(begun == deals * m.game().info().seats);
        CHECK(first.ended == deals);
        CHECK(second.ended == deals);
        CHECK_THROWS_AS(play_match(m, std::span(p.who).first(1), {}), std::invalid_argument);

        match other{game(spec)};
        const match_options nobody_looks{
            .cards = [](int) { return rng(1); },
            .how = [](int, const std::vector<int>&) { return table_options{}; },
            .spectators = {&first, nullptr}};
        CHECK_THROWS_WITH_AS(play_match(other, p.who, nobody_looks),
                             "a spectator of a match is nullptr", std::invalid_argument);
        p.who[1] = nullptr;
        CHECK_THROWS_WITH_AS(play_match(other, p.who, nobody_looks),
                             "a match needs its players: one of them is nullptr",
                             std::invalid_argument);
        CHECK(other.deals_played() == 0);
        CHECK(first.ended == deals);
    }
}
