// How many points a deal of euchre can bring, and how many actions it can take (games/bounds.h).
#pragma once

#include <algorithm>

#include <mu/games/bounds.h>
#include <mu/games/euchre.h>

namespace mu {

template <int Cards>
struct deal_bounds<euchre_game<Cards>> {
    static constexpr point_bounds points(const euchre_terms::options& o) {
        const bool alone = o.house.defend_alone != euchre_terms::lone_defence::off;
        const int most = std::max(4, alone ? int{o.lone_euchre} : 0);
        return {-most, most};
    }
    // Two rounds of calls; going alone leaves three players, or two.
    static constexpr int most_actions(const euchre_terms::options& o) {
        const bool all_asked = o.house.defend_alone == euchre_terms::lone_defence::always;
        return 8 + (o.house.alone_with_call ? 0 : 1) + (all_asked ? 2 : 0) + 20;
    }
};

}  // namespace mu
