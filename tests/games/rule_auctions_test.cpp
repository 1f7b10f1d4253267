// The bidders in auctions that nobody would bid: always a legal action, and from the rule players a
// reason for it.

#include <map>

#include <doctest/doctest.h>

#include <mu/agents/player.h>
#include <mu/api/reason.h>

#include "support/counts.h"
#include "support/other_worlds.h"
#include "support/sanitized.h"

using namespace mu;
using test::other_world, test::set_up, test::tables;

TEST_CASE("rule: a legal action in every auction, and a reason where a game gives them") {
    // With larger counts a million auctions of each game, spread over its tables.
    std::map<std::string, int> tables_of;
    for (const set_up& t : tables()) ++tables_of[game(t.spec).info().name];
    for (const set_up& t : tables()) {
        CAPTURE(t.spec);
        const game g(t.spec);
        const bool has_calls = g.info().name != "whist" && g.info().name != "snapszer";
        const bool has_reasons = has_calls && g.info().name != "bridge";
        int decisions = 0;
        const int deals = test::count(60, 1'000'000 / tables_of[g.info().name]);
        for (int i = 0; i < deals; ++i) {
            rng r = rng(31).split(static_cast<std::uint64_t>(i));
            auto [number, dealer, p] = test::random_deal(t, g, r);
            for (int steps = 0; !p.is_over() && steps < 100; ++steps) {
                const seat_view v = p.view(p.to_act());
                if (has_calls && v.phase() == deal_phase::play) break;
                const action chosen = v.rule_choice();
                if (!p.legal().contains(chosen)) FAIL("breaks the rules: " << p.record());
                if (has_reasons && rule_reason(v).empty()) FAIL("no reason: " << p.record());
                ++decisions;
                p.apply(r.below(3) == 0 ? chosen : p.legal().draw(r));
            }
        }
        if (has_calls) CHECK(decisions >= deals);
    }
}

TEST_CASE("bidders that search: a legal action in every auction") {
    for (const set_up& t : tables()) {
        CAPTURE(t.spec);
        const game g(t.spec);
        if (g.info().name == "whist") continue;  // nothing is called
        for (const char* agent : {"sim(worlds=2)", "ismcts(iterations=8)", "cheat(nodes=1)"}) {
            CAPTURE(agent);
            const auto who = make_player(agent_spec(agent), g);
            int decisions = 0;
            const int deals = test::sanitized ? 1 : test::count(3, 2000);
            for (int i = 0; i < deals; ++i) {
                rng r = rng(32).split(static_cast<std::uint64_t>(i));
                auto [number, dealer, p] = test::random_deal(t, g, r);
                for (int steps = 0; !p.is_over() && steps < 30; ++steps) {
                    if (p.view(p.to_act()).phase() == deal_phase::play) break;
                    const action chosen = ask(*who, p, r);
                    if (!p.legal().contains(chosen)) FAIL("breaks the rules: " << p.record());
                    ++decisions;
                    p.apply(r.below(3) == 0 ? chosen : p.legal().draw(r));
                }
            }
            if (g.info().name != "snapszer") CHECK(decisions >= deals);
        }
    }
}

TEST_CASE("rule: calls and reasons do not change when hidden cards do") {
    const int wanted = test::count(10, 500);
    for (const set_up& t : tables()) {
        CAPTURE(t.spec);
        const game g(t.spec);
        int compared = 0;
        for (int i = 0; i < 20 * wanted && compared < wanted; ++i) {
            rng r = rng(37).split(static_cast<std::uint64_t>(i));
            auto [number, dealer, p] = test::random_deal(t, g, r);
            for (int steps = 0; !p.is_over() && steps < 12 && compared < wanted; ++steps) {
                const seat_view v = p.view(p.to_act());
                if (r.below(4) == 0) {
                    if (const auto other = other_world(t, p, number, dealer, r)) {
                        const seat_view same = other->view(other->to_act());
                        CHECK(same.rule_choice() == v.rule_choice());
                        CHECK(rule_reason(same) == rule_reason(v));
                        ++compared;
                    }
                }
                p.apply(r.below(3) == 0 ? p.legal().draw(r) : v.rule_choice());
            }
        }
        CHECK(compared > 0);
    }
}
