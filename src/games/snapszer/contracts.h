// The contracts that a deal of snapszer can be played in.
#pragma once

#include <mu/games/snapszer/solving.h>

#include "api/contracts.h"

namespace mu::detail {

// A deal of snapszer is played in one way only.
template <int Cards>
struct contracts<snapszer_game<Cards>> {
    static constexpr std::string_view side = "seat 0";
    using V = snapszer_game<Cards>;

    static std::vector<contract_question<V>> questions(const game_state<V>& s,
                                                       const typename V::options&) {
        return {{"value", "", s}};
    }
};

}  // namespace mu::detail
