// A position of bridge as the state behind it.
#pragma once

#include <mu/api/position.h>
#include <mu/games/bridge.h>

namespace mu::detail {

// REQUIRES: a position of bridge that began with a deal (std::logic_error).
game_state<bridge> replay_bridge(const position& p);

}  // namespace mu::detail
