// What bridge tells the solver.
#pragma once

#include <mu/engine/solver.h>
#include <mu/games/bridge.h>

namespace mu {

template <>
struct solving<bridge> : trick_solving<bridge> {
    static constexpr bool playing(const game_state<bridge>& s) {
        return s.extra.now == bridge::phase::play && s.tricks_remaining > 0;
    }
    static constexpr void begin(game_state<bridge>& s) {
        s.extra.now = bridge::phase::play;
        s.extra.declarer = seat_after<bridge>(s.current_player, 3);
    }
};

}  // namespace mu
