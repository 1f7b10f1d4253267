// What a deal is worth to a seat, whatever the game's points mean.
#pragma once

#include <cstddef>

namespace mu {

// Its points beyond those that the other sides have on average.
template <typename Points, typename SameSide>
constexpr double lead_of(const Points& points, std::size_t me, SameSide&& same_side) {
    double others = 0;
    int count = 0;
    for (std::size_t k = 0; k < points.size(); ++k)
        if (!same_side(k)) others += points[k], ++count;
    return points[me] - (count > 0 ? others / count : 0);
}

}  // namespace mu
