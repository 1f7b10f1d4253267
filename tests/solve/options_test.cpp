// Options of the rules that the usual engines are not made for: other duties to trump, to overtrump
// and to beat. Each is held against minimax over its rules.

#include <functional>
#include <string>
#include <vector>

#include "support/sanitized.h"
#include "support/solver_suite.h"

using namespace mu;
using mu::test::count;
using mu::test::plain_of;

namespace {

// A way to play a game: deals with the first lead to come.
template <variant V>
struct house {
    std::string name;
    std::function<game_state<V>(rng&)> deal;
};

contree_house duties_of(unsigned set) {
    contree_house out;
    out.overtrump_ruffing_partner = (set & 1) != 0;
    out.undertrump_forced = (set & 2) != 0;
    out.overtrump_partner = (set & 4) == 0;
    return out;
}

// The duties of contrée, under a random trump suit, without trumps and in tout atout.
std::vector<house<contree>> houses(contree) {
    std::vector<house<contree>> out;
    for (unsigned duties = 1; duties < 8; ++duties)
        out.push_back({"contrée, duties " + std::to_string(duties), [=](rng& g) {
                           auto s = random_first_lead(contree{}, g);
                           s.extra.house = duties_of(duties);
                           return s;
                       }});
    for (const auto strain : {contree::order::no_trump, contree::order::all_trump})
        for (const unsigned duties : {0U, 4U, 7U})
            out.push_back({"contrée, strain " + std::to_string(static_cast<int>(strain)) +
                               ", duties " + std::to_string(duties),
                           [=](rng& g) {
                               auto s = random_first_lead(contree{}, g);
                               s.extra.house = duties_of(duties);
                               s.extra.house.all_contracts = true;
                               s.extra.bid = static_cast<std::uint8_t>(
                                   contree_calls::bid_in_two_steps(0, strain));
                               s.trump = suit::none;
                               return s;
                           }});
    return out;
}

std::vector<house<jass>> houses(jass) {
    std::vector<house<jass>> out;
    const auto add = [&](std::string name, const jass::options& o, int first, int contracts) {
        out.push_back({std::move(name), [=](rng& g) {
                           auto s = random_first_lead(jass{}, g);
                           s.extra.house = o.house;
                           s.extra.chosen = static_cast<jass::contract>(
                               first +
                               static_cast<int>(g.below(static_cast<std::uint64_t>(contracts))));
                           s.trump = trump_of_contract(s.extra.chosen);
                           return s;
                       }});
    };
    add("jass, undertrump=allowed_if_void", {.house = {.undertrump_if_void = true}}, 0, 6);
    add("jass, the same with trump_order=seed",
        {.house = {.seed_order = true, .undertrump_if_void = true}}, 0, 4);
    for (const bool late : {false, true})
        add(std::string("jass, ranks turn over") + (late ? ", first_block=5" : ""),
            {.house = {.slalom = true, .gusti = true, .mary = true, .long_first_block = late}}, 7,
            4);
    return out;
}

// Random play, or with a side that has lost no trick so far.
template <variant V>
game_state<V> random_ending(const house<V>& at, int cards, rng& generator) {
    const auto from = at.deal(generator);
    const bool sweep = generator.below(4) == 0;
    for (int tries = 0; tries < 50; ++tries) {
        const auto s = test::random_play(from, cards, generator);
        if (!sweep || s.tricks_won[0] == 0 || s.tricks_won[1] == 0) return s;
    }
    return test::random_play(from, cards, generator);
}

// Cards of the i-th ending. Minimax takes as long for five or six as for hundreds of smaller ones.
int ending_size(int i) {
    if (i % 20 == 7) return count(5, 6);
    return i % 4 == 0 ? count(3, 5) : 3 + i % 2;
}

}  // namespace

TEST_CASE_TEMPLATE("solve options: endings are worth what plain minimax says", V, contree, jass) {
    solver<V> by;  // one for all: what it learns by one rule must not mislead it by another
    for (int i = 0; i < count(60, 1000); ++i)
        for (const auto& at : houses(V{})) {
            CAPTURE(at.name);
            rng generator = rng(81).split(static_cast<std::uint64_t>(i));
            const int cards = ending_size(i);
            const auto s = random_ending(at, cards, generator);
            auto plain = plain_of<V>();
            test::check_values(by, s, plain);
            if (cards > 4) continue;
            test::check_line(by, s, plain);
            const int value = plain.value(s);
            test::check_at_least(by, s, value, value - 1, value + 1);
        }
}

TEST_CASE_TEMPLATE("solve options: no switch changes a value", V, contree, jass) {
    solver<V> by;
    for (int i = 0; i < count(12, 1000); ++i)
        for (const auto& at : houses(V{})) {
            CAPTURE(at.name);
            rng generator = rng(82).split(static_cast<std::uint64_t>(i));
            const auto s = random_ending(at, 3 + i % 2, generator);
            auto plain = plain_of<V>();
            for (const unsigned bits : test::sets_of_switches(i)) {
                CAPTURE(bits);
                by.set_switches(test::switches_of(bits));
                test::check_values(by, s, plain);
            }
        }
}

TEST_CASE_TEMPLATE("solve options: a budget gives bounds that hold", V, contree, jass) {
    solver<V> by;
    test::budget_findings all;
    for (const auto& at : houses(V{})) {
        CAPTURE(at.name);
        rng generator = rng(83).split(0);
        test::check_budgets(by, random_ending(at, 6, generator), all);
    }
    test::check_narrowed(all, 0.5);
}

TEST_CASE_TEMPLATE("solve options: all instruction sets take the same steps", V, contree, jass) {
    std::vector<game_state<V>> list;
    for (const auto& at : houses(V{})) {
        rng generator = rng(84).split(0);
        list.push_back(random_ending(at, 5, generator));
    }
    test::check_isas(list);
}
