// The solver of ulti against plain minimax over the rules, to the payments at the end.

#include <algorithm>
#include <optional>

#include <doctest/doctest.h>

#include <mu/cards/rng.h>
#include <mu/engine/solver.h>
#include <mu/games/ulti/best_contract.h>

#include "support/counts.h"
#include "support/sanitized.h"
#include "support/solver_suite.h"

namespace mu {
namespace {

using state = game_state<ulti>;
using play = rules<ulti>;
using aim = solving<ulti>::aim;
using goal = solving<ulti>::goal;

int pick(rng& r, std::uint64_t set) {
    return arch::lowest_index(ops::nth_set_bit(
        set, static_cast<int>(r.below(static_cast<std::uint64_t>(ops::popcount(set))))));
}

// Nobody says anything from here on.
void pass_kontra(state& s) {
    while (s.phase == ulti_phase::kontra) play::apply(s, ulti_action::done);
}

// What a finished deal is worth to the soloist.
int worth(const state& over, const goal& g, const ulti::options& o) {
    const bool last_trick = over.tricks_remaining == 0;
    switch (g.what) {
        case aim::settlement:
            return score(over, o)[static_cast<std::size_t>(index(over.soloist))];
        case aim::parti:
            return seat_points(over, over.soloist);
        case aim::ulti:
            return seat_points(over, over.soloist) +
                   (last_trick && over.trick.current_winner == over.soloist &&
                            over.trick.winning_card == ulti_card(over.trump, ulti::seven)
                        ? 100
                        : -100);
        case aim::betli:
            return over.tricks_won[over.soloist] == 0 ? 10 : 0;
        case aim::durchmars:
            return over.tricks_won[over.soloist] == 10 ? 10 : 0;
    }
    return 0;
}

int minimax(state s, const goal& g, const ulti::options& o) {
    pass_kontra(s);
    if (play::is_over(s)) return worth(s, g, o);
    std::optional<int> best;
    ops::for_each(play::legal_moves(s), [&](card c) {
        state next = s;
        play::apply(next, c);
        const int v = minimax(next, g, o);
        if (!best || (s.current_player == s.soloist ? v > *best : v < *best)) best = v;
    });
    return *best;
}

ulti::options random_options(rng& r, bool repo) {
    ulti::options o = repo ? ulti_repo_profile : ulti::options{};
    const auto flip = [&](int one_in) { return r.below(static_cast<std::uint64_t>(one_in)) == 0; };
    if (flip(2)) return o;  // the profile as it is
    ulti_scoring& x = o.scoring;
    x.marriages = static_cast<marriage_needs>(r.below(3));
    x.lone_parti_double ^= flip(3);
    x.hundred_double ^= flip(3);
    x.ulti_double ^= flip(3);
    x.durchmars_double ^= flip(3);
    x.redurchmars_half ^= flip(3);
    x.silent_hundred_flat ^= flip(3);
    x.silent_durchmars ^= flip(3);
    x.silent_ulti_from_all ^= flip(3);
    if (flip(2)) o.rules.table = x.table = ulti_table::four_aces;
    o.rules.kontra_max = r.below(6) & 7;
    o.rules.own_accounts = flip(2);
    o.rules.marriages = static_cast<ulti_marriages>(r.below(3));
    o.rules.kontra_time = static_cast<ulti_kontra_time>(r.below(3));
    o.rules.march_end = static_cast<ulti_march_end>(r.below(3));
    o.rules.first_bidder_leads = flip(4);
    o.rules.tell_mute = flip(3);
    o.rules.free_betli = flip(3);
    return o;
}

// A deal with the first lead to come, any bid of the table; now and then one its hand cannot keep.
state random_deal(rng& r, const ulti::options& o) {
    std::array<card_mask, 4> places{};
    deal_random(layout({10, 10, 10, 2}), r, places);
    const auto soloist = static_cast<seat>(r.below(3));
    const card_mask hand = places[static_cast<std::size_t>(index(soloist))];
    const ulti_bid_set table = bids_above(bid_passz, o.rules.table, false) | 1;
    const ulti_bid_set honest = table & bids_for(hand);
    const auto bid = static_cast<std::uint8_t>(pick(r, r.below(8) == 0 ? table : honest));
    const ulti_bid& b = ulti_bids[bid];
    const suit trump = !b.trump ? suit::none
                       : b.red  ? ulti::red
                                : static_cast<suit>(pick(r, trumps_for(bid, hand)));
    state s = ulti_first_lead(o.rules, {{places[0], places[1], places[2]}}, places[3], soloist, bid,
                              trump);
    s.dealer = static_cast<seat>(r.below(3));
    if (s.phase == ulti_phase::play) play_next_trick(s);
    return s;
}

// Plays on at random, kontra and marriages too, to `tricks` left and `cards` on the table. Empty if
// the deal is over before.
std::optional<state> random_ending(rng& r, state s, int tricks, int cards) {
    while (s.tricks_remaining > tricks || s.phase == ulti_phase::kontra ||
           (s.tricks_remaining == tricks && cards > 0 && s.trick.num_played % 3 != cards)) {
        const auto all = play::legal_actions(s);
        std::uint64_t set = all.mask;
        if (s.phase == ulti_phase::play) {
            const card_mask moves = play::legal_moves(s);
            const std::uint64_t said = set & ~moves & ~(std::uint64_t{1} << ulti_action::give_up);
            set = said != 0 && r.below(3) == 0 ? said : moves;
            // A durchmars is to last for a while.
            if (set == moves && contract_of(s).has(ulti_unit::durchmars) && r.below(8) != 0) {
                const bool his = s.current_player == s.soloist;
                const card_mask winning = play::leading(s) ? moves : moves & play::beaters(s);
                const card_mask wanted = his ? winning : moves & ~winning;
                if (wanted != 0) set = wanted;
            }
        }
        play::apply(s, static_cast<action>(pick(r, set) + all.first));
        if (play::is_over(s)) return std::nullopt;
    }
    return s;
}

void check_value(solver<ulti>& by, const state& s, const goal& g, const ulti::options& o) {
    const int value = minimax(s, g, o);
    CAPTURE(int{s.bid});
    CAPTURE(static_cast<int>(g.what));
    REQUIRE(by.value(s, g) == value_range{value, value});
    REQUIRE(by.at_least(s, value, g) == true);
    REQUIRE(by.at_least(s, value + 1, g) == false);
    card_mask seen = 0;
    for (const auto& [move, v] : by.moves(s, g)) {
        state next = s;
        seen |= bit(static_cast<card>(move));
        play::apply(next, move);
        const int after = minimax(next, g, o);
        REQUIRE(v == value_range{after, after});
    }
    REQUIRE(seen == play::legal_moves(s));
    state over = s;
    for (const action a : by.line(s, g)) {
        REQUIRE(play::legal_actions(over).contains(a));
        play::apply(over, a);
    }
    REQUIRE(play::is_over(over));
    REQUIRE(worth(over, g, o) == value);
}

state next_ending(rng& r, const ulti::options& o, int tricks) {
    for (;;)
        if (const auto s =
                random_ending(r, random_deal(r, o), tricks, static_cast<int>(r.below(3))))
            return *s;
}

// The deal may be over before all tricks have been played, though with trumps.
bool ends_early(const state& s) {
    return s.rules.march_end == ulti_march_end::always &&
           contract_of(s).units == units_of(ulti_unit::durchmars);
}

TEST_CASE("ulti: what a deal pays with best play is what minimax says") {
    solver<ulti> by;
    rng r(20);
    std::uint64_t bids = 0;
    int raised = 0;
    for (int i = 0; i < (test::sanitized ? 200 : 1500); ++i) {
        const ulti::options o = random_options(r, i % 2 != 0);
        const state s = next_ending(r, o, 2 + static_cast<int>(r.below(3)));
        bids |= std::uint64_t{1} << s.bid;
        for (const auto& stake : s.stakes) raised += stake.level > 0;
        check_value(by, s, solving<ulti>::goal_of(s, o), o);
    }
    CHECK(ops::popcount(bids) > 35);
    CHECK(raised > 50);
}

TEST_CASE("ulti: points, ulti, betli and durchmars as goals of their own") {
    solver<ulti> by;
    rng r(21);
    for (int i = 0; i < (test::sanitized ? 60 : 400);) {
        const ulti::options o = random_options(r, i % 2 != 0);
        const state s = next_ending(r, o, 2 + static_cast<int>(r.below(3)));
        if (s.trump == suit::none || ends_early(s)) continue;
        for (const aim what : {aim::parti, aim::ulti, aim::betli, aim::durchmars})
            check_value(by, s, {.what = what}, o);
        ++i;
    }
}

TEST_CASE("ulti: budgets and tolerances give ranges that hold") {
    rng r(26);
    solver<ulti> by;
    std::vector<state> positions;
    test::budget_findings all;
    while (positions.size() < 8) {
        const state s = next_ending(r, {}, 7);
        if (s.trump == suit::none) continue;  // yes or no: there is nothing to narrow
        positions.push_back(s);
        test::check_budgets(by, s, all);
    }
    test::check_narrowed(all, 0.9);  // many bids pay one of two sums
    test::check_tolerance(by, positions, 4);
}

TEST_CASE("ulti: no switch of the solver changes a value") {
    rng r(22);
    solver<ulti> by;
    for (const solve_switch& off : all_solve_switches) {
        solve_switches use;
        use.*off.is = false;
        by.set_switches(use);
        for (int i = 0; i < (test::sanitized ? 10 : 80); ++i) {
            const ulti::options o = random_options(r, i % 2 != 0);
            const state s = next_ending(r, o, 3);
            check_value(by, s, solving<ulti>::goal_of(s, o), o);
        }
    }
}

TEST_CASE("ulti: a whole deal, with the marriages that come with the first cards") {
    solver<ulti> by;
    rng r(23);
    for (int i = 0; i < (test::sanitized ? 6 : 60);) {
        const ulti::options o = random_options(r, i % 2 != 0);
        const auto start = random_ending(r, random_deal(r, o), 10, static_cast<int>(r.below(3)));
        if (!start) continue;
        ++i;
        const goal g = solving<ulti>::goal_of(*start, o);
        const value_range value = by.value(*start, g);
        REQUIRE(value.exact());
        std::optional<int> best;
        for (const auto& [move, v] : by.moves(*start, g)) {
            state next = *start;
            play::apply(next, move);
            pass_kontra(next);
            if (play::is_over(next))
                REQUIRE(v.low == worth(next, g, o));
            else
                REQUIRE(v == by.value(next, g));
            const bool his = start->current_player == start->soloist;
            if (!best || (his ? v.low > *best : v.low < *best)) best = v.low;
        }
        REQUIRE(value.low == *best);
        state over = *start;
        for (const action a : by.line(*start, g)) {
            REQUIRE(play::legal_actions(over).contains(a));
            play::apply(over, a);
        }
        REQUIRE(play::is_over(over));
        REQUIRE(worth(over, g, o) == value.low);
    }
}

TEST_CASE("ulti: the best way to lay away and to name trumps, for every bid") {
    solver<ulti> by;
    rng r(25);
    for (int i = 0; i < (test::sanitized ? 0 : 2); ++i) {
        const ulti::options o = i % 2 != 0 ? ulti_repo_profile : ulti::options{};
        std::array<card_mask, 3> places{};
        deal_random(ulti::layout(o), r, places);
        const state s = start_deal(ulti{}, o, places, seat::south, 0);
        const auto plans = best_plans(by, s, o);
        std::uint64_t found = 0;
        for (const auto& p : plans) {
            found |= std::uint64_t{1} << p.bid;
            CAPTURE(int{p.bid});
            if (!p.played) {
                CHECK(p.bid == bid_passz);
                CHECK(p.value == value_range{-4, -4});
                continue;
            }
            const state lead = first_lead_of(s, p);
            CHECK(by.value(lead, solving<ulti>::goal_of(lead, o)) == p.value);
            // No other way is better.
            int best = -no_bound;
            for (int low = 0; low < 32; ++low)
                for (int high = low + 1; high < 32; ++high) {
                    const card_mask pair =
                        bit(static_cast<card>(low)) | bit(static_cast<card>(high));
                    const card_mask twelve = s.hands[s.soloist];
                    if ((twelve & pair) != pair) continue;
                    for (int t = 0; t < 5; ++t) {
                        const auto trump = static_cast<suit>(t);
                        const bool can = trump == suit::none
                                             ? !ulti_bids[p.bid].trump
                                             : ((bids_in(trump, twelve & ~pair) >> p.bid) & 1) != 0;
                        if (!can) continue;
                        const state other = first_lead_of(
                            s, {.bid = p.bid,
                                .laid = {static_cast<card>(low), static_cast<card>(high)},
                                .trump = trump});
                        best =
                            std::max(best, by.value(other, solving<ulti>::goal_of(other, o)).low);
                    }
                }
            CHECK(best == p.value.low);
        }
        // Every bid of the table that twelve cards can keep.
        CHECK((found & ~(bids_above(ulti_no_bid, o.rules.table, false))) == 0);
        CHECK((found & 1) != 0);
        CHECK((found >> 4 & 1) != 0);
    }
}

// A deal of one bid, the first lead to come.
state deal_of(rng& r, const ulti::options& o, const auto& wanted) {
    for (;;)
        if (const state s = random_deal(r, o); wanted(s)) return s;
}
// Its endings are worth what minimax says, by one solver with each switch off in turn.
void check_bid(const ulti::options& o, std::uint64_t seed, int count, const auto& wanted) {
    solver<ulti> by;
    rng r(seed);
    for (int i = 0; i < count;) {
        const auto s = random_ending(r, deal_of(r, o, wanted), 3 + static_cast<int>(r.below(3)),
                                     static_cast<int>(r.below(3)));
        if (!s) continue;
        solve_switches use;
        const auto off = static_cast<std::size_t>(i) % (all_solve_switches.size() + 1);
        if (off > 0) use.*all_solve_switches[off - 1].is = false;
        by.set_switches(use);
        check_value(by, *s, solving<ulti>::goal_of(*s, o), o);
        ++i;
    }
}

TEST_CASE("ulti: betli without the duty to beat") {
    ulti::options o;
    o.rules.free_betli = true;
    check_bid(o, 26, test::sanitized ? 20 : test::count(60, 10000),
              [](const state& s) { return contract_of(s).has(ulti_unit::betli); });
    // His points, as if all ten tricks were played.
    solver<ulti> by;
    rng r(27);
    for (int i = 0; i < test::count(50, 2000); ++i) {
        state s =
            deal_of(r, o, [](const state& d) { return contract_of(d).has(ulti_unit::betli); });
        while (s.tricks_remaining > 4 || (s.tricks_remaining > 2 && r.below(3) == 0))
            trick_play<ulti>::play_card(s, static_cast<card>(pick(r, play::legal_moves(s))));
        s.phase = ulti_phase::play;
        test::minimax<ulti, point_count> plain(point_count{one_side{index(s.soloist)}});
        const int value = plain.value(s);
        REQUIRE(by.value(s, {.what = aim::parti}) == value_range{value, value});
    }
}

TEST_CASE("ulti: a durchmars with trumps that ends with the first trick it loses") {
    // Payments as they are by default; then those of the other table, which count more.
    for (const bool repo : {false, true}) {
        ulti::options o;
        if (repo) o.scoring = ulti_repo_profile.scoring;
        o.scoring.table = o.rules.table;
        o.rules.march_end = ulti_march_end::always;
        check_bid(o, repo ? 28 : 29, test::sanitized ? 20 : test::count(40, 5000),
                  [](const state& s) { return s.trump != suit::none && ends_early(s); });
    }
}

TEST_CASE("ulti: where there is nothing to solve") {
    rng r(24);
    ulti::options o;
    state s = random_deal(r, o);
    CHECK(solving<ulti>::playing(s));
    for (const auto phase : {ulti_phase::lay_away, ulti_phase::bid, ulti_phase::answer,
                             ulti_phase::name_trump, ulti_phase::kontra, ulti_phase::over}) {
        s.phase = phase;
        CHECK_FALSE(solving<ulti>::playing(s));
    }
}

}  // namespace
}  // namespace mu
