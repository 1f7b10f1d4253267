// What skat tells the solver: the soloist's card points, or whether he makes a null.
#pragma once

#include <vector>

#include <mu/engine/solver.h>
#include <mu/games/skat.h>

namespace mu {

// Values are the soloist's card points at the end, skat included, twice over: what he wins the
// defenders lose. Taking all tricks, or none, counts a little besides, so that it can be read off
// the value; it never goes against points, because all tricks are all points. A null is worth 2 if
// it is made, else 0.
template <>
struct solving<skat> {
    using state = game_state<skat>;
    using word = word_of<skat>;

    static constexpr int all_points = 120;
    static constexpr int sweep = 46;  // more than twice the points that a skat can have

    struct goal {
        friend constexpr bool operator==(const goal&, const goal&) = default;
    };
    static constexpr goal goal_of(const state&, const skat::options&) { return {}; }

    static constexpr std::string_view unit = "points";
    static constexpr int per_shown = 2;
    static constexpr std::string_view side(const state&) { return "the soloist"; }
    static constexpr bool takes_all(int value) { return value > 2 * all_points; }
    static constexpr bool takes_none(int value) { return value < 0; }
    // Card points, or 1 for a null that is made.
    static constexpr int shown(int value) {
        if (takes_all(value)) return all_points;
        return (takes_none(value) ? value + sweep : value) / 2;
    }
    // No trick leaves the points that he has, a trick no fewer; all tricks are the sweep above all
    // points.
    static constexpr value_range reachable(const state& s, value_range v) {
        if (s.kind == skat_kind::null) return v;
        const int most = 2 * all_points, least = 2 * skat_points(s);
        if (v.low > most)
            v.low = most + sweep;
        else if (v.low > least - sweep)
            v.low = std::max(v.low, least);
        if (v.high < least)
            v.high = least - sweep;
        else if (v.high < most + sweep)
            v.high = std::min(v.high, most);
        return v;
    }

    // What the game is worth if the card play comes to this value. REQUIRES: playing(s), or before.
    static constexpr skat_worth worth_at(const state& s, int value, const skat::options& o) {
        skat_outcome end = outcome_of(s);
        if (s.kind == skat_kind::null) {
            end.tricks = value > 0 ? 0 : 1;
        } else {
            end.points = shown(value);
            end.tricks = takes_all(value) ? 10 : takes_none(value) ? 0 : 5;
        }
        return skat_worth_of(game_of(s), end, o.lost_hand_single);
    }
    static constexpr std::array<int, 3> score_at(const state& s, int value,
                                                 const skat::options& o) {
        return skat_scores(s, worth_at(s, value, o), o);
    }

    // Milliseconds from there on.
    static constexpr int cards_to_solve(const state& s) {
        return s.kind == skat_kind::null ? 10 : 8;
    }
    static constexpr bool playing(const state& s) {
        return s.phase == skat_phase::play && s.tricks_remaining > 0;
    }
    // Hand 0 is the soloist.
    static constexpr solve_seating seating(const state& s) {
        solve_seating out;
        for (int k = 0; k < 3; ++k)
            out.order[static_cast<std::size_t>(k)] = seat_after<skat>(s.soloist, k);
        out.count = 3;
        return out;
    }

    // What an engine is asked. Its value times `factor` and `offset` are the value of the goal.
    struct task {
        solo_way way = solo_way::points;
        point_goal<word> points{};
        trick_goal<word> tricks{};
        play_so_far so_far{};
        int factor = 1, offset = 0;
    };
    // REQUIRES: playing(s).
    static constexpr task task_of(const state& s, const goal&) {
        task t;
        for (int k = 0; k < 3; ++k)
            if (s.tricks_won[seat_after<skat>(s.soloist, k)] > 0) t.so_far.takers |= 1U << k;
        if (s.kind == skat_kind::null) {
            t.way = solo_way::tricks;
            t.factor = 2;
            return t;
        }
        const card_mask hands = s.hands[0] | s.hands[1] | s.hands[2];
        const card_mask live = rules<skat>::leading(s) ? hands : hands | s.trick.mask;
        t.points = {.worth = worth_of<skat>(order_now(s)), .sweep = sweep};
        // The engine counts the soloist's points less those of the others.
        t.offset = 2 * skat_points(s) + card_points<skat>(live, order_now(s));
        return t;
    }

    static std::vector<action> whole_line(const state& s, const std::vector<action>& cards) {
        return line_by_rules(s, cards, [](const state&) { return skat_action::no_contra; });
    }
};

}  // namespace mu
