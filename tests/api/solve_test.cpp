// Solving through the API: every game by name.

#include <algorithm>
#include <optional>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/solve.h>

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

namespace {

// The value is that of the best card, stays the same along the line, and lies in every bound.
void check_agreement(const position& p) {
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

}  // namespace

TEST_CASE("solve: values, moves and line of every game agree") {
    for (const char* spec :
         {"whist", "bridge", "jass", "jass(slalom=on,gusti=on,mary=on,first_block=5)", "contree",
          "contree(contracts=all)", "euchre", "euchre(joker=on)", "ulti", "snapszer",
          "snapszer(deck=24)", "skat"}) {
        const game of{spec};
        for (int i = 0; i < test::count(4, 100); ++i) {
            rng generator = rng(97).split(static_cast<std::uint64_t>(i));
            check_agreement(somewhere(of, generator, 10));
        }
    }
}

TEST_CASE("solve: budgets and tolerances leave ranges that agree with each other") {
    for (const std::string name :
         {"whist", "bridge", "jass", "contree", "euchre", "ulti", "snapszer", "skat"}) {
        CAPTURE(name);
        rng generator(10);
        std::uint64_t exact_nodes = 0, nodes = 0;
        for (int i = 0; i < test::count(4, 100); ++i) {
            const position p = somewhere(game(name), generator, 18);
            CAPTURE(p.record());
            const solution exact = p.solve({.line = false});
            const auto holds = [](const value_range& r, const value_range& truth) {
                return r.low <= truth.low && truth.high <= r.high;
            };
            for (const std::uint64_t limit : {1U, 30U, 300U}) {
                const solution some = p.solve({.line = false, .budget = {.nodes = limit}});
                REQUIRE(some.moves.size() == exact.moves.size());
                CHECK(holds(some.value, exact.value));
                // The position is worth what its best move is.
                bool low = false, high = false;
                for (std::size_t k = 0; k < some.moves.size(); ++k) {
                    CHECK(some.moves[k].what == exact.moves[k].what);
                    CHECK(holds(some.moves[k].value, exact.moves[k].value));
                    low = low || some.moves[k].value.low <= some.value.low;
                    high = high || some.moves[k].value.high >= some.value.high;
                }
                CHECK(low);
                CHECK(high);
            }
            const solution about = p.solve({.tolerance = 4});
            CHECK(about.complete);
            CHECK(about.line.empty());
            CHECK(holds(about.value, exact.value));
            for (std::size_t k = 0; k < about.moves.size(); ++k) {
                CHECK(holds(about.moves[k].value, exact.moves[k].value));
                CHECK(about.moves[k].value.high - about.moves[k].value.low <= 8);
            }
            exact_nodes += exact.nodes;
            nodes += about.nodes;
        }
        CHECK(nodes <= exact_nodes);
    }
    rng generator(11);
    CHECK_THROWS_WITH_AS(game("whist").deal(generator).solve({.tolerance = -1}),
                         "the tolerance of a solver is from 0 to 1000, not -1",
                         std::invalid_argument);
}

TEST_CASE("solve: ranges hold where no trick, or all of them, counts besides") {
    const auto check_ranges = [](const position& p, const solve_options& how) {
        CAPTURE(p.record());
        const solution exact = p.solve({.line = false}), some = p.solve(how);
        REQUIRE(some.moves.size() == exact.moves.size());
        for (std::size_t k = 0; k < exact.moves.size(); ++k) {
            const value_range truth = exact.moves[k].value, range = some.moves[k].value;
            CAPTURE(p.action_text(exact.moves[k].what));
            CHECK(range.low <= truth.low);
            CHECK(range.high >= truth.high);
            if (how.tolerance > 0) CHECK(range.high - range.low <= 2 * how.tolerance);
        }
    };
    // All tricks are 257 points, and nothing from 158 to 256 can be had.
    check_ranges(replay("jass/1 | N A6.KQJT.A.QT Q.9.KJT.AJ96 87.86.9876.7 KJT9.A7.Q.K8 | "
                        "U Td 7d Qd Ad 8s Ks As Qs 8h Ah Qh 9h 8d 9s Tc Jd 6d Js"),
                 {.tolerance = 4});
    // Without a trick the soloist has the points of the skat, and with one no fewer.
    const position p = replay(
        "skat/1 | 0 AKQ98.JQ.T97.- J7.-.JKQ.JTK98 T.AT987.A8.Q7 | 130 pass 216 216 pass "
        "pick_up H7 H9 clubs C8 CQ HJ DA D7 DT D8 SJ CA C9 C7 HQ");
    for (const std::uint64_t nodes : {1U, 30U, 300U})
        check_ranges(p, {.line = false, .budget = {.nodes = nodes}});
}

TEST_CASE("solve: no choice of any option is refused") {
    int solved = 0;
    for (const game_info& info : games()) {
        if (info.name == "differenzler") continue;
        for (const option_info& option : info.options)
            for (const std::string& choice : option.choices) {
                const std::string spec = info.name + "(" + option.key + "=" + choice + ")";
                CAPTURE(spec);
                std::optional<game> of;
                try {
                    of.emplace(spec);
                } catch (const std::invalid_argument&) {
                    continue;  // it goes with another option only
                }
                for (int i = 0; i < test::count(1, 20); ++i) {
                    rng generator = rng(98).split(static_cast<std::uint64_t>(i));
                    check_agreement(somewhere(*of, generator, 9));
                    ++solved;
                }
            }
    }
    CHECK(solved > 150);
}

namespace {

// The tricks of the makers where `maker` calls `trump`, alone or not, by way of the auction. North
// deals.
int called_value(position p, const std::string& trump, seat maker, bool alone, bool first_round) {
    const int turn = (index(maker) + 3) % 4 + (first_round ? 0 : 4);
    for (int k = 0; k < turn; ++k) p.apply("pass");
    p.apply(trump);
    const auto play = [&](position q) {
        q.apply(alone ? "alone" : "with");
        return q.solve({.moves = false, .line = false}).value.low;
    };
    if (!first_round) return play(p);
    const bool up = partnership_of(maker) == 0;  // the dealer's side
    int best = up ? -1 : 6;
    for (const action discard : p.legal_actions()) {
        position q = p;
        q.apply(discard);
        best = up ? std::max(best, play(q)) : std::min(best, play(q));
    }
    return best;
}

}  // namespace

TEST_CASE("solve: the contracts of euchre are what the auction leads to") {
    for (const char* spec : {"euchre", "euchre(joker=on)"}) {
        const game of(spec);
        contract_solver by(of);
        REQUIRE(by.columns().size() == 20);
        for (int i = 0; i < test::count(2, 50); ++i) {
            rng generator = rng(41).split(static_cast<std::uint64_t>(i));
            const position p = of.deal(generator);
            CAPTURE(p.record());
            position first = p;
            for (int k = 0; k < 4; ++k) first.apply("pass");
            const contract_table t = by.solve(p);
            REQUIRE(t.entries.size() == 20);
            std::vector<int> values(20);
            by.values(p, values);
            for (std::size_t e = 0; e < 20; ++e) {
                const auto& [contract, who, value] = t.entries[e];
                CAPTURE(contract);
                CAPTURE(who);
                CHECK(values[e] == value.low);
                // What the second round cannot call any more the first could.
                const auto later = first.legal_actions();
                const bool first_round = std::ranges::none_of(
                    later, [&](action a) { return first.action_text(a) == contract; });
                const bool alone = who != "N+S";
                const auto maker = static_cast<seat>(std::string_view("NESW").find(who[0]));
                CHECK(value.low == called_value(p, contract, maker, alone, first_round));
                if (!alone)
                    CHECK(value.low == called_value(p, contract, seat::south, alone, first_round));
            }
            // The same after the auction has begun.
            position q = p;
            q.apply(q.legal_actions().back());
            const contract_table again = q.solve_contracts({});
            for (std::size_t e = 0; e < 20; ++e)
                CHECK(again.entries[e].value == t.entries[e].value);
        }
    }
}

TEST_CASE("solve: jass has the contracts of its options, and a match if it is paid") {
    const auto names = [](const char* spec) {
        std::string out;
        const contract_solver by{game(spec)};
        for (const auto& c : by.columns()) out += c.contract + ' ';
        return out;
    };
    CHECK(names("jass") == "S H D C O U ");
    CHECK(names("jass(slalom=on)") == "S H D C O U slalom_O slalom_U ");
    CHECK(names("jass(gusti=on,mary=on)") == "S H D C O U gusti mary ");

    // Everybody has a suit of his own, and South leads.
    for (const auto& [spec, points] :
         {std::pair("jass", 257), std::pair("jass(match_bonus=off)", 157)})
        for (const char* contract : {"O", "U"}) {
            position p = game(spec).deal(
                "E AKQJT9876.-.-.- -.AKQJT9876.-.- -.-.AKQJT9876.- -.-.-.AKQJT9876");
            p.apply(p.parse_action(contract));
            CHECK(p.solve({.moves = false, .line = false}).value == value_range{points, points});
        }
}

TEST_CASE("solve: a solver that is kept finds what a new one does") {
    for (const char* spec : {"contree", "euchre", "snapszer"}) {
        const game of(spec);
        contract_solver by(of);
        CHECK(!by.unit().empty());
        CHECK(!by.side().empty());
        const int deals = of.info().name == "snapszer" ? 1 : 3;
        for (int i = 0; i < deals; ++i) {
            rng generator = rng(43).split(static_cast<std::uint64_t>(i));
            const position p = of.deal(generator);
            CAPTURE(p.record());
            const auto kept = to_json(by.solve(p)), fresh = to_json(p.solve_contracts({}));
            CHECK(kept["contracts"] == fresh["contracts"]);
        }
        CHECK_THROWS_AS(by.solve(game("whist").deal(deal_number{0})), std::invalid_argument);
        std::vector<int> too_few(by.columns().size() - 1);
        rng generator(1);
        CHECK_THROWS_AS(by.values(of.deal(generator), too_few), std::invalid_argument);
    }
    contract_solver hasty(game("contree"), {.budget = {.nodes = 1}});
    std::vector<int> values(4);
    rng generator(1);
    CHECK_THROWS_AS(hasty.values(game("contree").deal(generator), values), std::runtime_error);
}

TEST_CASE("solve: what cannot be solved is refused") {
    rng generator(5);
    position p = game("whist").deal(generator);
    while (!p.is_over()) p.apply(p.legal_actions().front());
    CHECK_THROWS_AS(p.solve({}), std::invalid_argument);
    CHECK_THROWS_AS(p.solve_contracts({}), std::invalid_argument);
    const position d = game("differenzler").deal(generator);
    CHECK_THROWS_WITH_AS(d.solve({}),
                         "differenzler has no solver: every seat plays for itself, and best play "
                         "has one value between two sides only",
                         std::invalid_argument);
}
