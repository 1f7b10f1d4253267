// What ulti tells the solver: what the play is for, from the payments of the deal down to a bare
// betli.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include <mu/engine/solver.h>
#include <mu/games/ulti.h>

namespace mu {

template <>
struct solving<ulti> {
    using state = game_state<ulti>;
    using word = word_of<ulti>;

    // What the soloist plays for. Of the settlement alone it is a part that a deal may end before
    // its last trick; the others are asked of all ten.
    enum class aim : std::uint8_t {
        settlement,  // what he receives in all, as the deal is settled
        parti,       // his points at the end
        ulti,        // the same, and 100 for the last trick with the seven of trumps, or -100
        betli,       // 10 without a trick, otherwise 0
        durchmars,   // 10 with all tricks, otherwise 0
    };
    struct goal {
        aim what = aim::settlement;
        ulti_scoring scoring{};  // for the settlement
        friend constexpr bool operator==(const goal&, const goal&) = default;
    };
    static constexpr goal goal_of(const state&, const ulti::options& o) {
        return {.scoring = o.scoring};
    }

    static constexpr std::string_view unit = "points";
    static constexpr std::string_view side(const state&) { return "the soloist"; }
    static constexpr int shown(int value) { return value; }

    // The defenders' shares are taken to be equal, though one of them may have doubled alone.
    static constexpr std::array<int, 3> score_at(const state& s, int value, const ulti::options&) {
        std::array<int, 3> out{};
        for (int k = 0; k < 3; ++k)
            out[static_cast<std::size_t>(seat_after<ulti>(s.soloist, k))] =
                k == 0 ? value : -value / 2;
        return out;
    }

    static constexpr bool playing(const state& s) {
        return s.phase == ulti_phase::play && s.tricks_remaining > 0;
    }
    // Hand 0 is the soloist.
    static constexpr solve_seating seating(const state& s) {
        solve_seating out;
        for (int k = 0; k < 3; ++k)
            out.order[static_cast<std::size_t>(k)] = seat_after<ulti>(s.soloist, k);
        out.count = 3;
        return out;
    }

    // What an engine is asked. Its value times `factor` and `offset` are the value of the goal.
    struct task {
        solo_way way = solo_way::payoff;
        payoff_goal<word> payoff{};
        point_goal<word> points{};
        trick_goal<word> tricks{};
        play_so_far so_far{};
        int factor = 1, offset = 0;
    };

    // Nothing more is said: kontra stands as it is, and of marriages only those are told that must
    // be. REQUIRES: playing(s).
    static constexpr task task_of(const state& s, const goal& g) {
        task t;
        for (int k = 0; k < 3; ++k)
            if (s.tricks_won[seat_after<ulti>(s.soloist, k)] > 0) t.so_far.takers |= 1U << k;
        switch (g.what) {
            case aim::settlement:
                settlement_task(t, s, g.scoring);
                break;
            case aim::parti:
            case aim::ulti:
                points_task(t, s, g.what == aim::ulti);
                break;
            case aim::betli:
            case aim::durchmars:
                t.way = solo_way::tricks;
                t.tricks.all = g.what == aim::durchmars;
                t.factor = 10;
                break;
        }
        return t;
    }

    // Nobody doubles.
    static std::vector<action> whole_line(const state& s, const std::vector<action>& cards) {
        return line_by_rules(s, cards, [](const state&) { return ulti_action::done; });
    }

private:
    // The cards that are still to be won.
    static constexpr card_mask live(const state& s) {
        const card_mask hands = s.hands[0] | s.hands[1] | s.hands[2];
        return rules<ulti>::leading(s) ? hands : hands | s.trick.mask;
    }
    static constexpr int live_tens(const state& s) {
        return card_points<ulti>(live(s), order_now(s)) / 10 + 1;
    }
    static constexpr card_mask seven_of(const state& s) {
        return s.trump == suit::none ? 0 : bit(ulti_card(s.trump, ulti::seven));
    }

    // With the marriages told that come with a first card.
    static constexpr state told(state s) {
        if (s.tricks_remaining == 10 && s.rules.marriages == ulti_marriages::first_card)
            for (int k = 0; k < 3; ++k) {
                const auto who = static_cast<seat>(k);
                if (rules<ulti>::leading(s) || s.trick.cards[who] == no_card)
                    rules<ulti>::tell_marriages(s, who);
            }
        return s;
    }

    static constexpr void points_task(task& t, const state& s, bool seven) {
        t.way = solo_way::points;
        t.points = {.worth = worth_of<ulti>(order_now(s), 10), .last = 1};
        // The engine counts tens, those of the soloist less those of the others.
        t.factor = 5;
        t.offset = seat_points(told(s), s.soloist) + 5 * live_tens(s);
        if (!seven) return;
        t.points.seven = space_of<ulti>(order_now(s)).to_play(seven_of(s));
        t.points.seven_bonus = 20;
    }

    // What the soloist receives for a result. `over` is the state with all that is settled before.
    static constexpr int receives(state over, int all_tens, const play_result& r,
                                  const ulti::options& o) {
        over.phase = ulti_phase::over;
        over.tricks_remaining = 0;
        over.trick = {};
        over.aces = r.watched ? 4 : 0;
        for (int k = 0; k < 3; ++k) {
            const seat who = seat_after<ulti>(over.soloist, k);
            const bool took = (r.takers >> k & 1) != 0;
            over.tricks_won[who] = !took ? 0 : r.takers == 1U << k ? 10 : 1;
            // Which of the defenders has won their points does not matter.
            over.tally[who].tens = (k == 0 ? r.points : k == 1 ? all_tens - r.points : 0) & 0xF;
        }
        if (r.seven_by >= 0) {
            const card seven = ulti_card(over.trump, ulti::seven);
            over.trick.cards[seat_after<ulti>(over.soloist, r.seven_by)] = seven;
            if (r.seven_won) over.trick.winning_card = seven;
        }
        return settlement_of(over, o).pay[0];
    }

    static constexpr void settlement_task(task& t, const state& s, const ulti_scoring& scoring) {
        const ulti::options o{.scoring = scoring};
        const state now = told(s);
        const int left = live_tens(s), mine = now.tally[now.soloist].tens;
        int all = left;
        for (const ulti_tally& tally : now.tally) all += tally.tens;

        // Without trumps there is one unit, and nothing is won besides.
        const ulti_bid& b = contract_of(s);
        if (!b.trump) {
            t.way = solo_way::tricks;
            t.tricks.all = b.has(ulti_unit::durchmars);
            const int lost = receives(now, all, {.takers = 0b111}, o);
            const int made = receives(now, all, {.takers = t.tricks.all ? 0b001U : 0b110U}, o);
            t.factor = made - lost;
            t.offset = lost;
            return;
        }

        const play_space<ulti> space = space_of<ulti>(order_now(s));
        const card_mask cards = live(s), seven = seven_of(s) & cards;
        int holder = -1;
        for (int k = 0; k < 3 && seven != 0; ++k) {
            const seat who = seat_after<ulti>(s.soloist, k);
            if ((s.hands[who] & seven) != 0 ||
                (!rules<ulti>::leading(s) && s.trick.cards[who] != no_card &&
                 bit(s.trick.cards[who]) == seven))
                holder = k;
        }
        const bool aces_matter = b.has(ulti_unit::four_aces);
        t.so_far.points = mine;
        t.so_far.watched_lost = s.aces + ops::popcount(cards & ulti_aces) < 4;
        t.payoff.watched = aces_matter ? space.to_play(ulti_aces & cards) : 0;
        t.payoff.seven = space.to_play(seven);

        // Results that cannot come about any more are taken for others that can.
        constexpr int size = payoff_goal<word>::max_points + 1;
        constexpr int unknown = no_bound;
        std::int16_t known[size][8][2][3]{};
        for (auto& points : known)
            for (auto& takers : points)
                for (auto& watched : takers)
                    for (auto& v : watched) v = unknown;
        bool points_matter = false;
        t.payoff.fill([&](play_result r) {
            r.points = std::clamp(r.points, mine, mine + left);
            r.takers |= t.so_far.takers;
            r.watched = aces_matter && r.watched && !t.so_far.watched_lost;
            if (r.seven_by >= 0) r.seven_by = holder;
            if (r.seven_by < 0) r.seven_won = false;
            const int watched = r.watched ? 1 : 0;
            const int seven_at = r.seven_by < 0 ? 0 : r.seven_won ? 2 : 1;
            std::int16_t& v = known[r.points][r.takers][watched][seven_at];
            if (v == unknown) v = static_cast<std::int16_t>(receives(now, all, r, o));
            points_matter = points_matter || v != known[mine][r.takers][watched][seven_at];
            return v;
        });

        // A lone durchmars may end with the first trick that is lost: the defenders' only one.
        t.payoff.ends = s.rules.march_end == ulti_march_end::always &&
                        b.units == units_of(ulti_unit::durchmars);
        for (int p = 0; t.payoff.ends && p < size; ++p)
            for (int x = 0; x <= payoff_goal<word>::max_trick; ++x)
                for (unsigned takers = 0; takers < 8; ++takers) {
                    const unsigned one = (takers & 4) != 0 ? 4 : 2;
                    const int mine_now = std::clamp(p, mine, mine + left);
                    const auto v = static_cast<std::int16_t>(receives(
                        now, mine_now + x, {.points = mine_now, .takers = (takers & 1) | one}, o));
                    t.payoff.falls[p][x][takers] = v;
                    points_matter = points_matter || v != t.payoff.falls[0][0][takers];
                }
        if (points_matter) {
            t.payoff.worth = worth_of<ulti>(order_now(s), 10);
            t.payoff.last = 1;
        }
    }
};

}  // namespace mu
