// The solver of snapszer against plain minimax, and its compact rules against rules<snapszer>.

#include <atomic>
#include <map>
#include <tuple>

#include <doctest/doctest.h>

#include <mu/games/all.h>
#include <mu/games/snapszer/solver.h>
#include <mu/solve/minimax.h>

#include "support/suite.h"

namespace {

using namespace mu;
using state = game_state<snapszer>;
using options = snapszer::options;

// Every option that play or settlement depends on is on in some of these.
const std::vector<options> houses = {
    {},
    {.closer_wins_at_end = true},
    {.house = {.exchange_needs_3 = true},
     .closer_wins_at_end = true,
     .closer_fails_intended = true},
    {.house = {.exchange_trick = true, .marriages_wait = true}},
    {.house = {.exchange_either = true}},
    {.house = {.close_undrawn = true}},
    {.house = {.exchange_either = true, .close_undrawn = true, .claim = true}},
    {.house = {.marriages_wait = true, .claim = true}, .closer_wins_at_end = true},
};

// A random deal after random actions, until about so many cards are left in the hands and the
// stock that will still be drawn.
int cards_to_come(const state& s) {
    return ops::popcount(s.hands[0] | s.hands[1]) + (s.stock_open() ? s.stock_left : 0);
}
state random_position(const options& o, int most_cards, rng& generator) {
    while (true) {
        state s = test::random_deal<snapszer>(o, generator);
        while (!rules<snapszer>::is_over(s) && cards_to_come(s) > most_cards)
            rules<snapszer>::apply(
                s, test::random_member(rules<snapszer>::legal_actions(s), generator));
        if (!rules<snapszer>::is_over(s)) return s;
    }
}

int plain_value(const state& s, const options& o) {
    return minimax<snapszer, all_actions>(s, deal_score<snapszer>{s.current_player, o});
}

// Minimax with a memory of whole states: slow, but it reaches the middle of a deal.
class remembering_minimax {
public:
    explicit remembering_minimax(const options& o, bool cards_only = false)
        : options_(o), cards_only_(cards_only) {}

    // For seat 0.
    int value(const state& s) {
        if (rules<snapszer>::is_over(s)) return score(s, options_)[0];
        const auto [at, fresh] = known_.try_emplace(key(s), 0);
        if (!fresh) return at->second;
        int best = -4;
        const int sign = s.current_player == seat::north ? 1 : -1;
        card_mask legal = rules<snapszer>::legal_actions(s).mask;
        if (cards_only_) legal &= ~(card_mask{0x3F} << snapszer::exchange);
        ops::for_each(legal, [&](card a) {
            state next = s;
            rules<snapszer>::apply(next, a);
            best = std::max(best, sign * value(next));
        });
        return known_[key(s)] = sign * best;
    }

private:
    using words = std::array<std::uint64_t, 4>;
    static words key(const state& s) {
        words k{};
        k[0] = s.hands[0] | std::uint64_t{s.hands[1]} << 32;
        k[1] = static_cast<std::uint64_t>(s.points[0]) | s.points[1] << 8 |
               std::uint64_t{s.tricks_won[0]} << 16 | std::uint64_t{s.tricks_won[1]} << 24 |
               std::uint64_t{s.stock_left} << 32 | std::uint64_t{s.face_up()} << 40;
        const bool leads = rules<snapszer>::leading(s);
        k[2] = static_cast<std::uint64_t>(s.current_player) |
               static_cast<std::uint64_t>(s.marriage) << 8 |
               std::uint64_t{leads ? no_card : s.trick.winning_card} << 16 |
               static_cast<std::uint64_t>(s.closer + 1) << 24 | std::uint64_t{s.stake} << 32 |
               static_cast<std::uint64_t>(s.claimer + 1) << 40;
        k[3] = s.marriages[0] | std::uint64_t{s.marriages[1]} << 8;
        return k;
    }

    options options_;
    bool cards_only_;
    std::map<words, int> known_;
};

constexpr int switch_count = 8;
solve_switches switches_of(unsigned bits) {
    const auto on = [&](int k) { return ((bits >> k) & 1) != 0; };
    return {.table = on(0),
            .slide = on(1),
            .equals = on(2),
            .relevance = on(3),
            .bounds = on(4),
            .order = on(5),
            .killers = on(6),
            .ending = on(7)};
}

void check_values(snapszer_solver& solver, const state& s, const options& o) {
    const int expected = plain_value(s, o);
    const value_range got = solver.value(s);
    CHECK(got == value_range{expected, expected});
}

}  // namespace

// --- The compact rules. --------------------------------------------------------------------------

namespace {

using board = snapszer_board<snapszer>;

// Takes an action on the board; false if the board does not allow it.
struct board_game {
    board on;
    snapszer_spot at;
    board::set led = 0, pair = 0;
    bool undrawn = false;

    int to_act() const { return led != 0 ? 1 - at.lead : at.lead; }

    bool legal(action a) const {
        if (a < snapszer::exchange) {
            const board::set c = on.from_card(a);
            if (undrawn) return false;
            if (led != 0) return (board::answers(at, led) & c) != 0;
            return ((pair != 0 ? pair : at.hand[at.lead]) & c) != 0;
        }
        const bool fresh = led == 0 && pair == 0;
        if (a == snapszer::exchange) {
            const bool in_turn = led != 0 ? on.answer_may_exchange() : fresh && !undrawn;
            return in_turn && on.may_exchange(at, to_act());
        }
        if (a == snapszer::close) return fresh && board::may_close(at);
        if (a == snapszer::claim) return led == 0 && on.claims();
        if (a == snapszer::draw) return undrawn;
        const card_mask cards = snapszer::marriage_pair(static_cast<suit>(a - snapszer::marry));
        const board::set both = on.from_cards(cards);
        return fresh && !undrawn && (at.hand[at.lead] & both) == both;
    }

    void apply(action a) {
        if (a == snapszer::exchange) {
            on.exchange(at, to_act());
        } else if (a == snapszer::close) {
            board::close(at);
            undrawn = false;
        } else if (a == snapszer::draw) {
            on.draw(at);
            undrawn = false;
        } else if (a >= snapszer::marry) {
            pair = on.from_cards(snapszer::marriage_pair(static_cast<suit>(a - snapszer::marry)));
            board::marry(at, pair);
        } else if (led == 0) {
            led = on.from_card(a);
            pair = 0;
        } else {
            const bool open = board::stock_open(at);
            board::trick(at, led, on.from_card(a));
            led = 0;
            undrawn = on.draw_waits(at);
            if (open && !undrawn) on.draw(at);
        }
    }
};

}  // namespace

TEST_CASE("snapszer solver: the board plays by the rules of the game") {
    const int count = test::count(4000, 100000);
    for (int i = 0; i < count; ++i) {
        rng generator = rng(41).split(static_cast<std::uint64_t>(i));
        const options& o = houses[static_cast<std::size_t>(i) % houses.size()];
        state s = test::random_deal<snapszer>(o, generator);
        board_game b{board(s, o), {}};
        b.at = b.on.at(s);
        while (!rules<snapszer>::is_over(s)) {
            const action_set legal = rules<snapszer>::legal_actions(s);
            REQUIRE(b.to_act() == index(s.current_player));
            for (action a = 0; a <= snapszer::draw; ++a)
                if (b.legal(a) != legal.contains(a)) FAIL("deal " << i << ", action " << int{a});
            const action a = test::random_member(legal, generator);
            rules<snapszer>::apply(s, a);
            if (a == snapszer::claim) break;
            b.apply(a);
            const bool leads = rules<snapszer>::leading(s);
            for (int k = 0; k < 2; ++k) {
                const card_mask on_table = !leads && k == b.at.lead ? s.trick.mask : 0;
                REQUIRE(b.at.hand[k] == b.on.from_cards(s.hands[k] | on_table));
                REQUIRE(b.at.points[k] ==
                        s.points[k] + (s.marriages_count(k) ? 0 : s.declared_points(k)));
                REQUIRE((b.at.tricks[k] != 0) == (s.tricks_won[k] != 0));
            }
            REQUIRE(board::stock_left(b.at) == s.stock_left);
            REQUIRE(board::stock_open(b.at) == s.stock_open());
        }
        const snapszer_result r = snapszer_score(s, o);
        if (r.reason == snapszer_reason::wrong_claim) {
            REQUIRE(b.on.wrong_claim(b.at) == r.game_points);
        } else {
            REQUIRE(b.on.worth(b.at, r.winner) == r.game_points);
        }
    }
}

TEST_CASE("snapszer solver: cards go to the board and back") {
    for (const suit trump : all_suits) {
        state s;
        s.trump = trump;
        const board b(s, {});
        for (int c = 0; c < 20; ++c) {
            const board::set one = b.from_card(static_cast<card>(c));
            CHECK(b.to_card(one) == c);
            CHECK(board::value_of(one) == snapszer::points(static_cast<card>(c), trump));
            CHECK(((one & board::trumps) != 0) ==
                  (suit_of<snapszer>(static_cast<card>(c)) == trump));
        }
    }
}

// --- Values. -------------------------------------------------------------------------------------

TEST_CASE("snapszer solver: small endings equal plain minimax, under all options") {
    const int count = test::count(10000, 100000);
    std::vector<snapszer_solver> solvers;
    for (const options& o : houses)
        solvers.emplace_back(o, solve_switches{}, snapszer_actions::all, 10);
    for (int i = 0; i < count; ++i) {
        rng generator = rng(42).split(static_cast<std::uint64_t>(i));
        const auto h = static_cast<std::size_t>(i) % houses.size();
        const state s = random_position(houses[h], 9, generator);
        CAPTURE(i);
        check_values(solvers[h], s, houses[h]);
    }
}

TEST_CASE("snapszer solver: every set of switches gives the value of plain minimax") {
    const int count = test::count(3, 40);
    for (unsigned bits = 0; bits < 1U << switch_count; ++bits) {
        CAPTURE(bits);
        snapszer_solver solver({}, switches_of(bits), snapszer_actions::all, 10);
        for (int i = 0; i < count; ++i) {
            rng generator = rng(43).split(bits * 1000 + static_cast<unsigned>(i));
            const options& o = houses[(bits + static_cast<unsigned>(i)) % houses.size()];
            snapszer_solver other(o, switches_of(bits), snapszer_actions::all, 10);
            const state s = random_position(o, 8, generator);
            check_values(other, s, o);
            check_values(solver, random_position({}, 9, generator), {});
        }
    }
}

TEST_CASE("snapszer solver: the middle of a deal equals minimax with a memory") {
    const int count = test::count(24, 400);
    for (int i = 0; i < count; ++i) {
        rng generator = rng(44).split(static_cast<std::uint64_t>(i));
        const options& o = houses[static_cast<std::size_t>(i) % houses.size()];
        const state s = random_position(o, 14, generator);
        CAPTURE(i);
        for (const bool cards_only : {false, true}) {
            remembering_minimax slow(o, cards_only);
            snapszer_solver solver(
                o, {}, cards_only ? snapszer_actions::cards_only : snapszer_actions::all, 12);
            const int sign = s.current_player == seat::north ? 1 : -1;
            const int expected = sign * slow.value(s);
            CHECK(solver.value(s) == value_range{expected, expected});
            for (const auto& [a, value] : solver.values(s)) {
                CAPTURE(int{a});
                state next = s;
                rules<snapszer>::apply(next, a);
                const int after = sign * slow.value(next);
                CHECK(value == value_range{after, after});
            }
        }
    }
}

TEST_CASE("snapszer solver: whole deals do not depend on the switches") {
    const int count = test::count(6, 100);
    for (int i = 0; i < count; ++i) {
        rng generator = rng(45).split(static_cast<std::uint64_t>(i));
        const options& o = houses[static_cast<std::size_t>(i) % houses.size()];
        const state s = test::random_deal<snapszer>(o, generator);
        const value_range all_on = snapszer_solver(o).value(s);
        CHECK(all_on.exact());
        for (int off = 0; off < switch_count; ++off) {
            CAPTURE(off);
            CHECK(snapszer_solver(o, switches_of(0xFFU ^ (1U << off))).value(s) == all_on);
        }
    }
}

// --- Entry points. -------------------------------------------------------------------------------

TEST_CASE("snapszer solver: the best line keeps the value to the end") {
    for (int i = 0; i < 12; ++i) {
        rng generator = rng(46).split(static_cast<std::uint64_t>(i));
        const options& o = houses[static_cast<std::size_t>(i) % houses.size()];
        state s = random_position(o, 16, generator);
        snapszer_solver solver(o);
        const value_range value = solver.value(s);
        const seat me = s.current_player;
        for (const action a : solver.best_line(s)) {
            REQUIRE(rules<snapszer>::legal_actions(s).contains(a));
            rules<snapszer>::apply(s, a);
        }
        REQUIRE(rules<snapszer>::is_over(s));
        CHECK(score(s, o)[static_cast<std::size_t>(me)] == value.low);
    }
}

TEST_CASE("snapszer solver: at least so many game points") {
    rng generator(47);
    snapszer_solver solver;
    for (int i = 0; i < 20; ++i) {
        const state s = random_position({}, 12, generator);
        const int value = solver.value(s).low;
        for (int k = -4; k <= 4; ++k) CHECK(solver.at_least(s, k) == (value >= k));
    }
}

TEST_CASE("snapszer solver: a budget gives bounds that hold") {
    rng generator(48);
    int open = 0;
    for (int i = 0; i < 20; ++i) {
        const state s = test::random_deal<snapszer>({}, generator);
        snapszer_solver solver;
        const value_range exact = solver.value(s);
        const std::uint64_t nodes = solver.nodes();
        for (const std::uint64_t part : {10, 4, 2}) {
            solver.reset();
            CHECK(solver.nodes() == 0);
            solver.budget = {.nodes = nodes / part};
            const value_range found = solver.value(s);
            CHECK(solver.nodes() <= nodes / part + 1);
            CHECK(found.low <= exact.low);
            CHECK(found.high >= exact.high);
            open += found.exact() ? 0 : 1;
        }
        solver.reset();
        solver.budget = {};
        CHECK(solver.value(s) == exact);
        CHECK(solver.nodes() == nodes);  // the same work again
    }
    CHECK(open > 20);

    const std::atomic<bool> stop{true};
    snapszer_solver solver;
    const state s = test::random_deal<snapszer>({}, generator);
    solver.budget.stop = &stop;
    CHECK(solver.value(s).low < solver.value(s).high);
    CHECK(solver.best_line(s).empty());
    solver.budget = {.deadline = std::chrono::steady_clock::now()};
    solver.reset();
    CHECK_FALSE(solver.at_least(s, 1).has_value());
}

TEST_CASE("snapszer solver: ranges of all actions narrow as the budget grows") {
    rng generator(51);
    int open = 0, half = 0;
    for (int i = 0; i < 20; ++i) {
        const state s = random_position({}, 14 + i % 7, generator);
        snapszer_solver solver;
        const auto exact = solver.values(s);
        const std::uint64_t nodes = solver.nodes();
        std::vector<snapszer_solver::action_value> before;
        for (const std::uint64_t budget : {std::uint64_t{1}, nodes / 4, nodes / 2, 8 * nodes}) {
            solver.reset();
            solver.budget = {.nodes = budget};
            const auto found = solver.values(s);
            REQUIRE(found.size() == exact.size());
            for (std::size_t k = 0; k < found.size(); ++k) {
                CHECK(found[k].a == exact[k].a);
                CHECK(found[k].value.low <= exact[k].value.low);
                CHECK(found[k].value.high >= exact[k].value.high);
                if (!before.empty()) {
                    CHECK(before[k].value.low <= found[k].value.low);
                    CHECK(before[k].value.high >= found[k].value.high);
                }
                const int width = found[k].value.high - found[k].value.low;
                if (budget == 1) open += width;
                if (budget == nodes / 2) half += width;
            }
            before = found;
        }
        CHECK(before == exact);
    }
    CHECK(2 * half < open);
}

TEST_CASE("snapszer solver: a tolerance gives ranges that hold") {
    rng generator(52);
    std::uint64_t exact_nodes = 0, nodes = 0;
    for (int i = 0; i < 20; ++i) {
        const state s = random_position({}, 14 + i % 7, generator);
        for (const bool limited : {false, true}) {
            snapszer_solver exact, about;
            about.tolerance = 1;
            if (limited) about.budget.nodes = std::uint64_t{1} << 40;
            const auto truth = exact.values(s), found = about.values(s);
            exact_nodes += exact.nodes();
            nodes += about.nodes();
            REQUIRE(found.size() == truth.size());
            for (std::size_t k = 0; k < found.size(); ++k) {
                CHECK(found[k].value.low <= truth[k].value.low);
                CHECK(found[k].value.high >= truth[k].value.high);
                CHECK(found[k].value.high - found[k].value.low <= 2);
            }
        }
    }
    CHECK(nodes < exact_nodes);
}

// What is known of a deal under one way to score it must not answer for another.
TEST_CASE("snapszer solver: goals may change from call to call") {
    rng generator(53);
    using play_goal = solving<snapszer>::goal;
    const play_goal strict{},
        lenient{.house = {.closer_wins_at_end = true, .closer_fails_intended = true}};
    solver<snapszer> kept;
    int differ = 0;
    std::uint64_t repeated = 0, new_ones = 0;
    for (int i = 0; i < 60; ++i) {
        const state s = random_position({}, 8 + i % 10, generator);
        std::array<std::vector<move_value>, 2> fresh;
        for (const bool second : {false, true})
            fresh[second ? 1 : 0] = solver<snapszer>().moves(s, second ? lenient : strict);
        differ += fresh[0] != fresh[1] ? 1 : 0;
        for (const bool second : {false, true, true, false})
            CHECK(kept.moves(s, second ? lenient : strict) == fresh[second ? 1 : 0]);
        // The same question again needs no new search: the table is kept while the goal is.
        static_cast<void>(kept.value(s, strict));
        const std::uint64_t before = kept.nodes();
        static_cast<void>(kept.value(s, strict));
        repeated += kept.nodes() - before;
        solver<snapszer> other;
        static_cast<void>(other.value(s, strict));
        new_ones += other.nodes();
    }
    CHECK(differ > 0);
    CHECK(2 * repeated < new_ones);
}

TEST_CASE("snapszer solver: one object solves deal after deal") {
    rng generator(49);
    snapszer_solver kept;
    for (int i = 0; i < 30; ++i) {
        state s = random_position({}, 18, generator);
        while (!rules<snapszer>::is_over(s)) {
            CHECK(kept.value(s) == snapszer_solver({}, {}, snapszer_actions::all, 12).value(s));
            rules<snapszer>::apply(
                s, test::random_member(rules<snapszer>::legal_actions(s), generator));
        }
        CHECK_THROWS_AS(static_cast<void>(kept.value(s)), std::invalid_argument);
    }
}

TEST_CASE("snapszer solver: what a seat may know is not enough") {
    rng generator(50);
    const state s = test::random_deal<snapszer>({}, generator);
    snapszer_solver solver;
    const auto refusal = [&](const state& bad) -> std::string {
        try {
            static_cast<void>(solver.values(bad));
        } catch (const std::invalid_argument& e) {
            return e.what();
        }
        return "accepted";
    };
    CHECK(refusal(s) == "accepted");
    state seen = s;
    hide(seen, seat::north);
    CHECK(refusal(seen) == "snapszer solver: a hand is not known in full");
    seen.hands = s.hands;
    CHECK(refusal(seen) == "snapszer solver: the order of the stock is not known");
}
