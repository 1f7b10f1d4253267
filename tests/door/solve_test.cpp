// Solving at the door: every game by name.

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/door/solve.h>

#include "support/counts.h"

using namespace mu;

namespace {

// A random position in which cards are being played, with at most `left` cards to go.
position somewhere(const game& of, rng& generator, std::size_t left) {
    for (;;) {
        position p = of.deal(generator);
        std::vector<action> history;
        while (!p.is_over()) {
            const auto legal = p.legal_actions();
            p.apply(legal[generator.below(static_cast<std::uint32_t>(legal.size()))]);
        }
        // Back from the end, which may have come early.
        for (std::size_t k = 0; k < left && !p.history().empty(); ++k) p.undo();
        try {
            p.solve({.moves = false, .line = false});
            return p;
        } catch (const not_in_play&) {
        }
    }
}

}  // namespace

TEST_CASE("solve: a table of contracts and par") {
    // The first deal of tests/data/bridge/dd_tables_500.txt.
    const position p = game("bridge").deal(
        "N none Q96.A7.J72.AQ963 AK52.JT4.K864.54 T43.82.AT93.KT82 J87.KQ9653.Q5.J7");
    const contract_table t = p.solve_contracts({});
    REQUIRE(t.entries.size() == 20);
    CHECK(t.complete);
    for (const auto& e : t.entries) {
        const int ns = e.contract == "S" || e.contract == "H" ? 5
                       : e.contract == "D"                    ? 8
                       : e.contract == "C"                    ? 9
                                                              : 7;
        const int ew = e.contract == "S"   ? 7
                       : e.contract == "H" ? 8
                       : e.contract == "D" ? 4
                       : e.contract == "C" ? 3
                                           : 4;
        CAPTURE(e.contract);
        CAPTURE(e.who);
        CHECK(e.value == value_range{e.who == "N" || e.who == "S" ? ns : ew,
                                     e.who == "N" || e.who == "S" ? ns : ew});
    }
    CHECK(t.summary.starts_with("par "));
    const auto json = to_json(t);
    CHECK(json["contracts"].size() == 20);
    CHECK(json["unit"] == "tricks");
    CHECK_THROWS_AS(p.solve({}), not_in_play);
}

TEST_CASE("solve: values, moves and line of every game agree") {
    for (const char* spec :
         {"whist", "bridge", "jass", "contree", "contree(contracts=all)", "euchre",
          "euchre(joker=on)", "ulti", "snapszer", "snapszer(deck=24)"}) {
        const game of{spec};
        for (int i = 0; i < test::count(4, 100); ++i) {
            rng generator = rng(97).split(static_cast<std::uint64_t>(i));
            const position p = somewhere(of, generator, 10);
            CAPTURE(p.record());
            const solution s = p.solve({});
            CHECK(s.complete);
            REQUIRE(s.value.exact());
            bool reached = false;
            const auto legal = p.legal_actions();
            for (const auto& m : s.moves) {
                CHECK(std::ranges::find(legal, m.what) != legal.end());
                reached |= m.value == s.value;
            }
            CHECK(reached);
            // The line is legal, and the value stays the same along it.
            position q = p;
            for (const action a : s.line) {
                REQUIRE_NOTHROW(q.apply(a));
                if (q.is_over()) break;
                solution next;
                try {
                    next = q.solve({.moves = false, .line = false});
                } catch (const not_in_play&) {
                    break;
                }
                CHECK(next.value == s.value);
            }
            const auto json = to_json(p, s);
            CHECK(json["value"] == s.value.low);
            CHECK(json["line"].size() == s.line.size());
            // A budget of nothing leaves honest bounds.
            const solution tight = p.solve({.moves = false, .line = false, .budget = {.nodes = 1}});
            CHECK(tight.value.low <= s.value.low);
            CHECK(tight.value.high >= s.value.high);
        }
    }
}

TEST_CASE("solve: what cannot be solved is refused") {
    rng generator(5);
    position p = game("whist").deal(generator);
    while (!p.is_over()) p.apply(p.legal_actions().front());
    CHECK_THROWS_AS(p.solve({}), std::invalid_argument);
    CHECK_THROWS_AS(p.solve_contracts({}), std::invalid_argument);
    const position d = game("differenzler").deal(generator);
    CHECK_THROWS_WITH_AS(d.solve({}), "differenzler has no solver", std::invalid_argument);
}
