// solver<V> of games that count points, against minimax over their rules. (points_test.cpp holds
// the engine itself against minimax, for more goals than these games have.)

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
    int cut = 0;
    for (int i = 0; i < count(4, 100); ++i) {
        rng generator = rng(73).split(static_cast<std::uint64_t>(i));
        cut += test::check_budgets(by, random_ending<V>(7, generator));
    }
    CHECK(cut > 0);
}

TEST_CASE_TEMPLATE("solve points: all instruction sets take the same steps", V, contree, jass) {
    std::vector<game_state<V>> list;
    for (int i = 0; i < count(4, 100); ++i) {
        rng generator = rng(74).split(static_cast<std::uint64_t>(i));
        list.push_back(random_ending<V>(6, generator));
    }
    test::check_isas(list);
}
