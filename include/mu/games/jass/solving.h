// What jass tells the solver.
#pragma once

#include <mu/engine/solver.h>
#include <mu/games/jass.h>

namespace mu {

template <>
struct solving<jass> : point_solving<jass> {
    struct goal {
        bool match = true;  // all tricks earn 100 more
        friend constexpr bool operator==(const goal&, const goal&) = default;
    };
    static constexpr goal goal_of(const game_state<jass>&, const jass::options& o) {
        return {.match = o.match_bonus};
    }
    static constexpr bool playing(const game_state<jass>& s) {
        return s.extra.chosen != jass::contract::none && s.tricks_remaining > 0;
    }
    // That of the first trick. Slalom, Gusti and Mary turn it over.
    static constexpr jass::order order(const game_state<jass>& s) { return points_order(s); }
    static constexpr std::uint16_t low_wins(const game_state<jass>& s) {
        unsigned out = 0;
        for (int left = 1; left <= jass::play.tricks; ++left)
            if (order_in_trick(s.extra.chosen, jass::play.tricks - left, s.extra.house) != order(s))
                out |= 1U << left;
        return static_cast<std::uint16_t>(out);
    }
    static constexpr void begin(game_state<jass>&) {}
    static constexpr int won(const game_state<jass>& s) {
        const auto points = trick_points(s);
        return points[0] - points[1];
    }
    // MU_INLINE: kernels compiled for several instruction sets call it. A copy left over could be
    // one that an older machine cannot run (cmake/lanes.cmake).
    MU_INLINE static constexpr point_goal<word_of<jass>> points(const game_state<jass>& s,
                                                                const goal& g) {
        return {.worth = worth_of<jass>(order(s)), .last = 5, .sweep = g.match ? 100 : 0};
    }
    // A deal with trumps takes a second, its last six tricks a millisecond.
    static constexpr int cards_to_solve(const game_state<jass>& s) {
        return is_trump_contract(s.extra.chosen) ? 6 : 9;
    }
    static constexpr std::array<int, 4> score_at(game_state<jass> s, int value,
                                                 const jass::options& o) {
        const card_mask royal = royal_pair(s.trump);
        for (int k = 0; royal != 0 && k < 4; ++k) {
            const bool one_played = s.extra.royal == k && (s.hands[k] & royal) != 0;
            if (one_played || (royal & ~card_mask{s.hands[k]}) == 0)
                s.extra.stoeck = static_cast<std::uint8_t>(k);
        }
        const bool swept = value >= 257 || value <= -257;
        s.extra.log = {};
        std::size_t entry = 0;
        for (unsigned side = 0; side < 2; ++side) {
            const int lead = side == 0 ? value : -value;
            int points = swept ? (lead > 0 ? 157 : 0) : (lead + 157) / 2;
            s.tricks_won[side] = swept ? (lead > 0 ? 9 : 0) : side == 0 ? 5 : 4;
            for (; points > 0; points -= 100)
                s.extra.log[entry++] = static_cast<std::uint8_t>(
                    side << 7 | static_cast<unsigned>(std::min(points, 100)));
        }
        s.tricks_remaining = 0;
        return score(s, o);
    }
    // The card points of N+S: 0 to 157, or 257 with all tricks.
    static constexpr int shown(int value) {
        if (value >= 257) return value;
        return (std::clamp(value, -157, 157) + 157) / 2;
    }
    static constexpr value_range reachable(const game_state<jass>&, const value_range& v) {
        return beside_gaps(v, 157, 257);
    }
};

}  // namespace mu
