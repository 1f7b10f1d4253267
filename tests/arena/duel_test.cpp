#include <cmath>
#include <set>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <mu/arena/duel.h>
#include <mu/arena/statistics.h>

#include "support/counts.h"

using namespace mu;

namespace {

duel_plan plan_of(const char* game_spec, const char* a, const char* b, int count) {
    return {.of = game(game_spec),
            .agents = {agent_spec(a), agent_spec(b)},
            .seed = 9,
            .count = static_cast<std::uint64_t>(count)};
}

std::vector<double> margins_of(const std::vector<duel_result>& all) {
    std::vector<double> out;
    for (const auto& r : all) out.push_back(r.margin);
    return out;
}

bool same(const duel_result& a, const duel_result& b) {
    return a.deal == b.deal && a.margin == b.margin && a.share == b.share && a.imps == b.imps &&
           a.sides[0].decisions == b.sides[0].decisions;
}

}  // namespace

TEST_CASE("duel: seatings are fair") {
    using list = std::vector<duel_seating>;
    CHECK(fair_seatings(2, 2) == list{{0, 1}, {1, 0}});
    CHECK(fair_seatings(4, 2) == list{{0, 1, 0, 1}, {1, 0, 1, 0}});
    CHECK(fair_seatings(3, 3).size() == 6);
    CHECK(fair_seatings(4, 4).size() == 6);
    for (const auto& [seats, sides] : {std::pair{2, 2}, {3, 3}, {4, 2}, {4, 4}}) {
        const auto all = fair_seatings(seats, sides);
        CHECK(std::set(all.begin(), all.end()).size() == all.size());
        for (int k = 0; k < seats; ++k) {  // each agent is in each seat as often as the other
            int first = 0;
            for (const auto& who : all) first += who[static_cast<std::size_t>(k)] == 0 ? 1 : 0;
            CHECK(2 * first == static_cast<int>(all.size()));
        }
    }
}

TEST_CASE("duel: swapping agents turns the result, and those without randomness come out even") {
    for (const auto& g : games()) {
        CAPTURE(g.name);
        for (const bool once : {false, true}) {
            duel_plan plan = plan_of(g.name.c_str(), "rule", "random", 5);
            plan.once = once;
            const auto ab = run_duel(plan);
            std::swap(plan.agents[0], plan.agents[1]);
            const auto ba = run_duel(plan);
            for (std::size_t i = 0; i < ab.size(); ++i) {
                CHECK(ab[i].margin == doctest::Approx(-ba[i].margin));
                CHECK(ab[i].share == 1 - ba[i].share);
                CHECK(ab[i].imps.has_value() == (g.name == "bridge"));
            }
        }
        for (const auto& r : run_duel(plan_of(g.name.c_str(), "rule", "rule", 5))) {
            CHECK(std::abs(r.margin) < 1e-9);
            CHECK(r.share == 0.5);
        }
    }
}

TEST_CASE("duel: the interval of an agent against itself covers zero 95 times of 100") {
    const int runs = test::count(100, 1000);
    for (const char* g : {"whist", "ulti"}) {
        CAPTURE(g);
        int covered = 0;
        for (int i = 0; i < runs; ++i) {
            duel_plan plan = plan_of(g, "blunder(p=0.3)", "blunder(p=0.3)", 20);
            plan.seed = static_cast<std::uint64_t>(i);
            const estimate e = mean_of(margins_of(run_duel(plan)));
            CHECK(e.error > 0);
            covered += e.low <= 0 && 0 <= e.high ? 1 : 0;
        }
        CAPTURE(covered);
        CHECK(covered >= 0.95 * runs - 3 * std::sqrt(0.95 * 0.05 * runs));
        CHECK(covered <= 0.95 * runs + 3 * std::sqrt(0.95 * 0.05 * runs));
    }
}

TEST_CASE("duel: one random action in ten is found out, in every game") {
    for (const auto& g : games()) {
        CAPTURE(g.name);
        duel_plan plan = plan_of(g.name.c_str(), "rule", "blunder(p=0.1)", test::count(600, 3000));
        plan.threads = 2;
        const estimate e = mean_of(margins_of(run_duel(plan)));
        CAPTURE(e.mean);
        CAPTURE(e.error);
        CHECK(e.low > 0);
    }
}

TEST_CASE("duel: what open hands bring has the mean zero and is taken out") {
    duel_plan plan = plan_of("euchre", "rule", "blunder(p=0.5)", 300);
    plan.once = plan.open_hands = true;
    std::vector<double> open;
    const auto all = run_duel(plan);
    for (const auto& r : all) open.push_back(r.open_hands.value());
    const estimate mean = mean_of(open);
    CHECK(mean.error > 0);
    CHECK(std::abs(mean.mean) < 3 * mean.error);
    const auto margins = margins_of(all);
    const auto taken_out = mean_with_control(margins, open, 0);
    CHECK(taken_out.explained > 0.05);
    CHECK(taken_out.result.error < mean_of(margins).error);
    CHECK(taken_out.result.low < mean_of(margins).high);
    // From all seatings nothing remains of it.
    plan.once = false;
    plan.count = 5;
    for (const auto& r : run_duel(plan)) CHECK(std::abs(r.open_hands.value()) < 1e-9);
    // A known result gets it too.
    plan.once = true;
    duel_result known = all[0];
    known.open_hands.reset();
    plan.count = 1;
    run_duel(plan, {.known = [&](std::uint64_t) { return std::optional(known); },
                    .done = [&](const duel_result& r) { CHECK(r.open_hands == all[0].open_hands); },
                    .in_order = {}});
}

TEST_CASE("duel: results do not depend on threads or on where a run begins") {
    for (const char* g : {"euchre", "ulti"}) {
        duel_plan plan = plan_of(g, "rule", "blunder(p=0.5)", 24);
        const auto one = run_duel(plan);
        plan.threads = 3;
        const auto three = run_duel(plan);
        plan.first = 10;
        plan.count = 3;
        const auto part = run_duel(plan);
        REQUIRE(one.size() == 24);
        REQUIRE(three.size() == 24);
        REQUIRE(part.size() == 3);
        for (std::size_t i = 0; i < 24; ++i) CHECK(same(one[i], three[i]));
        for (std::size_t i = 0; i < 3; ++i) CHECK(same(one[10 + i], part[i]));
    }
}

TEST_CASE("duel: deals go on from the positions given") {
    duel_plan plan = plan_of("contree", "rule", "blunder(p=0.5)", 6);
    const auto dealt = run_duel(plan);
    for (std::uint64_t i = 0; i < plan.count; ++i)
        plan.from.push_back(duel_deal(plan.of, plan.seed, i));
    const auto given = run_duel(plan);
    for (std::size_t i = 0; i < dealt.size(); ++i) CHECK(same(dealt[i], given[i]));

    // From the end of an auction on, all decisions are cards, and nobody is asked for a call.
    for (position& p : plan.from)
        p = replay(
            "contree/1 | N A7.A7.A7.A7 T8.T8.T8.T8 KQ.KQ.KQ.KQ J9.J9.J9.J9 | 80s pass pass pass");
    for (const auto& r : run_duel(plan)) CHECK(r.sides[0].decisions + r.sides[1].decisions == 64);
    plan.first = 4;
    plan.count = 2;
    CHECK(run_duel(plan).at(1).deal == 5);

    const auto refused = [&](const char* why) {
        CHECK_THROWS_WITH_AS(check_plan(plan), why, std::invalid_argument);
    };
    plan.count = 3;
    refused("3 deals from number 4 on go beyond the 6 positions given");
    plan.count = 1;
    plan.matches = true;
    refused("positions to play on from are for single deals, not for matches");
    plan.matches = false;
    plan.from[2] = duel_deal(game("whist"), 1, 0);
    refused("position 2 is of whist, not of contree");
    rng generator(1);
    while (!plan.from[1].is_over()) plan.from[1].apply(plan.from[1].legal().draw(generator));
    refused("position 1: the deal is over");
}

TEST_CASE("duel: a run stops when it is told to, and skips what is known") {
    duel_plan plan = plan_of("snapszer", "rule", "random", 1000);
    plan.threads = 2;
    int seen = 0, played = 0;
    run_duel(plan, {.known = [](std::uint64_t deal) -> std::optional<duel_result> {
                        if (deal % 2 == 0) return std::nullopt;
                        duel_result r;
                        r.deal = deal;
                        r.margin = 77;
                        return r;
                    },
                    .done = [&](const duel_result& r) { played += r.deal % 2 == 0 ? 1 : -1000; },
                    .in_order =
                        [&](const duel_result& r) {
                            CHECK(r.deal == static_cast<std::uint64_t>(seen));
                            CHECK((r.margin == 77) == (seen % 2 == 1));
                            return ++seen < 20;
                        }});
    CHECK(seen == 20);
    CHECK(played >= 10);
    CHECK(played <= 20);  // not far ahead of the deal that stopped it
    CHECK_THROWS_WITH(
        run_duel(plan, {.known = {},
                        .done = [](const duel_result&) { throw std::runtime_error("full"); },
                        .in_order = {}}),
        "full");
}

TEST_CASE("duel: a player that breaks a rule or down forfeits the deal, and the run goes on") {
    // Sound until the fifth decision of every other deal; then it throws, or plays what is not
    // legal.
    class unsound final : public player {
    public:
        explicit unsound(bool throws) : throws_(throws) {}
        void begin_deal(const game&, seat) override { asked_ = 0, ++deals_; }
        action choose(const request& r) override {
            if (++asked_ < 5 || deals_ % 4 < 2) return r.view.legal_actions().front();
            if (throws_) throw std::runtime_error("out of ideas");
            return 250;
        }

    private:
        bool throws_;
        int asked_ = 0, deals_ = -1;
    };
    for (const bool throws : {false, true}) {
        duel_plan plan = plan_of("whist", "random", "rule", 8);
        plan.makers[0] = [&] { return std::make_unique<unsound>(throws); };
        int forfeits = 0;
        const auto all = run_duel(plan);
        CHECK(all.size() == 8);
        for (const auto& r : all) {
            forfeits += r.sides[0].forfeits;
            CHECK(r.sides[1].forfeits == 0);
            if (r.sides[0].forfeits == 0) {
                CHECK(r.notes.empty());
                continue;
            }
            CHECK(r.share == 0);
            REQUIRE(!r.notes.empty());
            CHECK(r.notes[0].find(throws ? "out of ideas" : "no action 250") != std::string::npos);
            CHECK(r.notes[0].find(fmt::format("random: deal {}", r.deal)) != std::string::npos);
        }
        CHECK(forfeits >= 4);
    }
    duel_plan hurried = plan_of("whist", "rule", "random", 1);
    hurried.seconds = 0;  // nobody can be that quick
    const auto r = run_duel(hurried).at(0);
    CHECK(r.sides[0].forfeits == 2);
    CHECK(r.sides[1].forfeits == 2);
    CHECK(r.share == 0.5);
    CHECK(r.notes.at(0).find("took") != std::string::npos);
}

TEST_CASE("duel: whole matches") {
    for (const char* g : {"whist", "snapszer", "ulti(deals=3)", "ulti(players=4, deals=12)"}) {
        CAPTURE(g);
        duel_plan plan = plan_of(g, "rule", "random", 4);
        plan.matches = true;
        double share = 0;
        for (const auto& r : run_duel(plan)) share += r.share;
        CHECK(share >= 2);
        plan.agents[1] = plan.agents[0];
        for (const auto& r : run_duel(plan)) CHECK(std::abs(r.margin) < 1e-9);
    }
}

TEST_CASE("duel: deals beyond the last one and other nonsense are refused") {
    const auto says = [](duel_plan plan, const char* part) {
        try {
            run_duel(plan);
            FAIL_CHECK("played");
        } catch (const std::invalid_argument& e) {
            CAPTURE(e.what());
            CHECK(std::string(e.what()).find(part) != std::string::npos);
        }
    };
    duel_plan plan = plan_of("snapszer", "rule", "random", 5);
    plan.first = ~std::uint64_t{0};
    says(plan, "5 deals from number 18446744073709551615 on go beyond the last one");
    plan.first = most_deals - 4;
    says(plan, "number 9223372036854775807");
    plan.first = most_deals - 5;
    CHECK(run_duel(plan).back().deal == most_deals - 1);
    plan.seconds = std::nan("");
    says(plan, "a time limit of nan s");
    plan.seconds = -1;
    says(plan, "a time limit of -1 s");
}
