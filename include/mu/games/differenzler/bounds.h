// How many points a deal of differenzler can bring, and how many actions it can take
// (games/bounds.h).
#pragma once

#include <mu/games/bounds.h>
#include <mu/games/differenzler.h>

namespace mu {

template <>
struct deal_bounds<differenzler> {
    static constexpr point_bounds points(const differenzler::options& o) {
        return {-differenzler::total_points, o.bonus ? 10 : 0};
    }
    static constexpr int most_actions(const differenzler::options&) { return 36 + 2 * 4; }
};

}  // namespace mu
