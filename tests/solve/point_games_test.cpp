// solver<V> of games that count points, against minimax over their rules. (points_test.cpp holds
// the engine itself against minimax, for more goals than these games have.)

#include <mu/cards/text.h>
#include <mu/solve/alpha_beta.h>

#include "support/solver_suite.h"

using namespace mu;
using mu::test::count;
using mu::test::plain_of;

namespace {

// Random play, or with a side that has lost no trick so far.
template <variant V>
game_state<V> random_ending(int cards, rng& generator) {
    const auto from = random_first_lead(V{}, generator);
    const bool sweep = generator.below(4) == 0;
    for (int tries = 0; tries < 200; ++tries) {
        const auto s = test::random_play(from, cards, generator);
        if (!sweep || s.tricks_won[0] == 0 || s.tricks_won[1] == 0) return s;
    }
    return test::random_play(from, cards, generator);
}

}  // namespace

TEST_CASE_TEMPLATE("solve points: endings are worth what plain minimax says", V, contree, jass) {
    solver<V> by;
    for (int i = 0; i < count(100, 10000); ++i) {
        rng generator = rng(71).split(static_cast<std::uint64_t>(i));
        const auto s = random_ending<V>(3 + i % 2, generator);
        auto plain = plain_of<V>();
        test::check_values(by, s, plain);
        test::check_line(by, s, plain);
        const int value = plain.value(s);
        test::check_at_least(by, s, value, value - 1, value + 1);
    }
}

TEST_CASE_TEMPLATE("solve points: no switch changes a value", V, contree, jass) {
    solver<V> by;
    for (int i = 0; i < count(64, 10000); ++i) {
        rng generator = rng(72).split(static_cast<std::uint64_t>(i));
        const auto s = random_ending<V>(3 + i % 2, generator);
        auto plain = plain_of<V>();
        for (const unsigned bits : test::sets_of_switches(i)) {
            CAPTURE(bits);
            by.set_switches(test::switches_of(bits));
            test::check_values(by, s, plain);
        }
    }
}

TEST_CASE_TEMPLATE("solve points: a budget gives bounds that hold", V, contree, jass) {
    solver<V> by;
    test::budget_findings all;
    for (int i = 0; i < count(4, 100); ++i) {
        rng generator = rng(73).split(static_cast<std::uint64_t>(i));
        test::check_budgets(by, random_ending<V>(7, generator), all);
    }
    test::check_narrowed(all, 0.4);
}

TEST_CASE_TEMPLATE("solve points: a tolerance gives ranges that hold", V, contree, jass) {
    solver<V> by;
    for (const int tolerance : {1, 8, 30}) {
        std::vector<game_state<V>> positions;
        for (int i = 0; i < count(10, 300); ++i) {
            rng generator = rng(75).split(static_cast<std::uint64_t>(i));
            positions.push_back(random_ending<V>(4 + i % 3, generator));
        }
        test::check_tolerance(by, positions, tolerance);
    }
}

TEST_CASE_TEMPLATE("solve points: a range ends at what the card play can come to", V, contree,
                   jass) {
    const int points = std::is_same_v<V, jass> ? 157 : 162;
    const int tricks = std::is_same_v<V, jass> ? 257 : 252;
    std::vector<int> members{-tricks};
    for (int v = -points; v <= points; ++v) members.push_back(v);
    members.push_back(tricks);
    test::check_reachable(members, [](value_range v) { return solving<V>::reachable({}, v); });
}

TEST_CASE("solve points: an ending given by its hands alone may come to less than all points") {
    // North has all spades that are left, and leads; the others have the aces and tens.
    const auto hand = [](const char* text) { return parse_hand<jass>(text); };
    game_state<jass> s = open_deal<jass>(
        {hand("AKQJT.-.-.-"), hand("-.AT987.-.-"), hand("-.-.AT987.-"), hand("-.-.-.AT987")},
        suit::none, seat::north);
    s.extra.chosen = jass::contract::obenabe;
    const int points = 30 + 3 * (11 + 10 + 8) + 5 + 100;
    REQUIRE(points > 157);
    REQUIRE(points < 257);
    CHECK(solver<jass>().value(s) == value_range{points, points});
    for (const auto& [move, value] : solver<jass>().moves(s))
        CHECK(value == value_range{points, points});
}

TEST_CASE("solve points: longer endings of jass are worth what alpha-beta says") {
    point_count each;
    each.all_tricks_bonus = 100;
    const test::lead_of<point_count> objective(each);
    solver<jass> by;
    for (int i = 0; i < count(12, 400); ++i) {
        rng generator = rng(76).split(static_cast<std::uint64_t>(i));
        const auto s = random_ending<jass>(i % 4 == 0 ? 7 : 6, generator);
        const value_range v = by.value(s);
        REQUIRE(v.exact());
        // At least so much, and no more: two questions take less time than the value.
        const int left = v.low - objective.total(s);
        default_tt tt;
        const std::uint64_t hash = zobrist_hash(s);
        if (alpha_beta(s, left - 1, left, hash, tt, objective) < left ||
            alpha_beta(s, left, left + 1, hash, tt, objective) > left)
            FAIL_CHECK(test::text_of(s) << ": not " << v.low);
    }
}

TEST_CASE("solve points: eight cards of jass are worth the same without the speed-ups") {
    solver<jass> on, off;
    for (int i = 0; i < count(2, 60); ++i) {
        rng generator = rng(77).split(static_cast<std::uint64_t>(i));
        const auto s = random_ending<jass>(8, generator);
        on.reset();
        const value_range v = on.value(s);
        // One after another: without table or order a search of eight cards takes minutes.
        for (const auto& one : all_solve_switches) {
            if (one.name == "table" || one.name == "order") continue;
            solve_switches use;
            use.*one.is = false;
            off.set_switches(use);
            CAPTURE(one.name);
            CHECK(off.value(s) == v);
        }
    }
}

TEST_CASE_TEMPLATE("solve points: all instruction sets take the same steps", V, contree, jass) {
    std::vector<game_state<V>> list;
    for (int i = 0; i < count(4, 100); ++i) {
        rng generator = rng(74).split(static_cast<std::uint64_t>(i));
        list.push_back(random_ending<V>(6, generator));
    }
    test::check_isas(list);
}
