// What contrée tells the solver.
#pragma once

#include <mu/engine/solver.h>
#include <mu/games/contree.h>

namespace mu {

template <>
struct solving<contree> : point_solving<contree> {
    struct goal {
        friend constexpr bool operator==(const goal&, const goal&) = default;
    };
    static constexpr goal goal_of(const game_state<contree>&, const contree::options&) {
        return {};
    }
    static constexpr bool playing(const game_state<contree>& s) {
        return s.extra.stage == contree::phase::play && s.tricks_remaining > 0;
    }
    static constexpr void begin(game_state<contree>& s) { s.extra.stage = contree::phase::play; }
    static constexpr int won(const game_state<contree>& s) {
        return s.extra.points[0] - s.extra.points[1];
    }
    // MU_INLINE: kernels compiled for several instruction sets call it. A copy left over could be
    // one that an older machine cannot run (cmake/lanes.cmake).
    MU_INLINE static constexpr point_goal<word_of<contree>> points(const game_state<contree>& s,
                                                                   const goal&) {
        return {.worth = worth_of<contree>(order_now(s)), .last = 10, .sweep = 90};
    }
    static constexpr std::array<int, 4> score_at(game_state<contree> s, int value,
                                                 const contree::options& o) {
        const int holder = contree_belote_holder(s);
        if (holder >= 0) s.extra.belote = static_cast<std::int8_t>(holder);
        const bool swept = value >= 252 || value <= -252;
        for (std::size_t k = 0; k < 2; ++k) {
            const int lead = k == 0 ? value : -value;
            s.extra.points[k] =
                static_cast<std::uint8_t>(swept ? std::max(lead, 0) : (lead + 162) / 2);
            s.tricks_won[k] = swept ? (lead > 0 ? 8 : 0) : 4;
        }
        s.tricks_remaining = 0;
        return score(s, o);
    }
    // The card points of N+S: 0 to 162, or 252 with all tricks.
    static constexpr int shown(int value) {
        if (value >= 252) return value;
        return (std::clamp(value, -162, 162) + 162) / 2;
    }
    static constexpr value_range reachable(const game_state<contree>&, const value_range& v) {
        return beside_gaps(v, 162, 252);
    }
};

}  // namespace mu
