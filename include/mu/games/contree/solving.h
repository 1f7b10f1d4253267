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
    // The card points of N+S: 0 to 162, or 252 with all tricks.
    static constexpr int shown(int value) {
        if (value >= 252) return value;
        return (std::clamp(value, -162, 162) + 162) / 2;
    }
};

}  // namespace mu
