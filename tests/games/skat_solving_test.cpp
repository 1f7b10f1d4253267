// The solver of skat against plain minimax over the rules, and the best declarations against trying
// every pair of cards.

#include <algorithm>

#include <doctest/doctest.h>

#include <mu/cards/rng.h>
#include <mu/games/skat/best_contract.h>

#include "support/counts.h"
#include "support/sanitized.h"
#include "support/solver_suite.h"
#include "support/suite.h"

namespace mu {
namespace {

using state = game_state<skat>;
using play = rules<skat>;

// What a finished deal is worth, in the order that the rules put results in: card points, and of
// equal points all tricks or none.
int worth(const state& over) {
    const int tricks = over.tricks_won[seat{over.soloist}];
    if (over.kind == skat_kind::null) return tricks == 0 ? 2 : 0;
    const int all = solving<skat>::sweep;
    return 2 * skat_points(over) + (tricks == 10 ? all : tricks == 0 ? -all : 0);
}

int minimax(const state& s) {
    if (play::is_over(s)) return worth(s);
    const bool up = s.current_player == s.soloist;
    int best = up ? -100000 : 100000;
    ops::for_each(play::legal_moves(s), [&](card c) {
        state next = s;
        play::apply(next, c);
        const int v = minimax(next);
        best = up ? std::max(best, v) : std::min(best, v);
    });
    return best;
}

// Some legal play down to so many tricks, and a few cards more. A null that is lost is dealt anew.
state random_ending(int tricks, rng& generator) {
    for (;;) {
        state s = random_first_lead(skat{}, generator);
        const auto step = [&] {
            play::apply(s, test::random_member({play::legal_moves(s), 0}, generator));
        };
        while (!play::is_over(s) && s.tricks_remaining > tricks) step();
        for (auto n = generator.below(3); n > 0 && !play::is_over(s); --n) step();
        if (!play::is_over(s)) return s;
    }
}

}  // namespace

TEST_CASE("skat: endings equal plain minimax, every card") {
    solver<skat> by;
    int swept = 0;
    for (int i = 0; i < test::count(400, 10000); ++i) {
        CAPTURE(i);
        rng generator = rng(19).split(static_cast<std::uint64_t>(i));
        const state s = random_ending(1 + i % 4, generator);
        const int value = minimax(s);
        swept += solving<skat>::takes_all(value) || solving<skat>::takes_none(value) ? 1 : 0;
        REQUIRE(by.value(s) == value_range{value, value});
        card_mask seen = 0;
        for (const auto& [move, range] : by.moves(s)) {
            state next = s;
            play::apply(next, move);
            const int after = minimax(next);
            REQUIRE(range == value_range{after, after});
            seen |= bit(move);
        }
        REQUIRE(seen == play::legal_moves(s));

        // The line goes to where the rules end, and the score is that of the value.
        state end = s;
        for (const action a : by.line(s)) {
            REQUIRE(play::legal_actions(end).contains(a));
            play::apply(end, a);
        }
        REQUIRE(play::is_over(end));
        for (const auto settlement : {skat_settlement::list, skat_settlement::pay}) {
            const skat::options o{.settlement = settlement};
            CHECK(score(end, o) == solving<skat>::score_at(s, value, o));
        }
    }
    CHECK(swept > 0);
}

TEST_CASE("skat: what is shown of a value are card points") {
    using of = solving<skat>;
    CHECK(of::shown(2 * 61) == 61);
    CHECK(of::shown(2 * 120 + of::sweep) == 120);
    CHECK(of::shown(2 * 22 - of::sweep) == 22);
    CHECK(of::shown(2) == 1);
}

TEST_CASE("skat: a range ends at what the card play can come to") {
    using of = solving<skat>;
    rng generator(5);
    int checked = 0;
    for (int i = 0; i < 20; ++i) {
        const state s = random_ending(9, generator);
        if (s.kind == skat_kind::null || s.tricks_won[seat{s.soloist}] > 0) continue;
        const int has = 2 * skat_points(s);
        std::vector<int> members{has - of::sweep};
        for (int v = has; v <= 2 * of::all_points; ++v) members.push_back(v);
        members.push_back(2 * of::all_points + of::sweep);
        test::check_reachable(members, [&](value_range v) { return of::reachable(s, v); });
        CHECK(std::ranges::is_sorted(members, {}, of::shown));
        ++checked;
    }
    CHECK(checked > 5);
}

TEST_CASE("skat: plain suits may change places") {
    solver<skat> by;
    rng generator(4);
    for (int i = 0; i < test::count(20, 1000); ++i) {
        const state s = random_ending(6, generator);
        // The first two suits that are not trumps, their jacks left where they are.
        const int a = s.trump == static_cast<suit>(0) ? 1 : 0;
        const int b = s.trump == static_cast<suit>(a + 1) ? a + 2 : a + 1;
        const auto swapped = [&](card_mask m) {
            const card_mask moved = s.kind == skat_kind::null ? ~card_mask{0} : ~skat_jacks;
            const card_mask low = m & moved & 0xFFULL << 8 * a, high = m & moved & 0xFFULL << 8 * b;
            return (m & ~(low | high)) | low << 8 * (b - a) | high >> 8 * (b - a);
        };
        if (!play::leading(s)) continue;
        state t = s;
        for (auto& hand : t.hands) hand = static_cast<std::uint32_t>(swapped(hand));
        put_cards(std::span(t.skat), swapped(skat_cards(s)));
        t.played = static_cast<std::uint32_t>(swapped(s.played));
        t.trick = {};
        CHECK(by.value(t) == by.value(s));
    }
}

TEST_CASE("skat: the best declarations are the best of all pairs laid away") {
    solver<skat> by, other;
    for (int i = 0; i < test::count(test::sanitized ? 0 : 1, 20); ++i) {
        rng generator = rng(23).split(static_cast<std::uint64_t>(i));
        state s = test::random_deal<skat>({}, generator);
        const auto who = static_cast<seat>(i % 3);
        const auto plans = best_declarations(by, s, who, false, {});
        REQUIRE(plans.size() == 7);
        for (const skat_plan& p : plans) {
            // Every pair in every game takes seconds.
            const bool dear = p.game.kind != skat_kind::null;
            if (dear && (test::count(0, 1) == 0 || index(p.game.trump) % 4 != i % 4)) continue;
            int best = -100000;
            const card_mask twelve = s.hands[who] | skat_cards(s);
            for (std::uint64_t k = 0; k < 66; ++k) {
                skat_plan one{.game = p.game};
                one.laid = arch::deposit(detail::unrank_combination(12, 2, k), twelve);
                best = std::max(best, other.value(first_lead_of(s, who, one)).low);
            }
            CHECK(p.value == value_range{best, best});
        }
        const auto by_hand = best_declarations(by, s, who, true, {});
        REQUIRE(by_hand.size() == 22);
        for (const skat_plan& p : by_hand) {
            CHECK(p.laid == skat_cards(s));
            const int score = solving<skat>::score_at(first_lead_of(s, who, p), p.value.low,
                                                      {})[static_cast<std::size_t>(who)];
            CHECK(p.score == score);
        }
    }
}

}  // namespace mu
