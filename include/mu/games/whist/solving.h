// What whist tells the solver.
#pragma once

#include <mu/engine/solver.h>
#include <mu/games/whist.h>

namespace mu {

template <>
struct solving<whist> : trick_solving<whist> {
    static constexpr bool playing(const game_state<whist>& s) { return s.tricks_remaining > 0; }
    static constexpr void begin(game_state<whist>&) {}
};

}  // namespace mu
