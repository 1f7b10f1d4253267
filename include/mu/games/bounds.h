// How many points a deal can bring a seat, at the least and at the most, and how many actions it
// can take: for learners that scale by it, and to size arrays. A game says so in a file of its own.
//
// No deal goes beyond these bounds. They are as tight as an argument in a few lines makes them: a
// bound need not be reached by any deal.
#pragma once

#include <mu/games/facets.h>

namespace mu {

struct point_bounds {
    int low = 0, high = 0;
    friend constexpr bool operator==(const point_bounds&, const point_bounds&) = default;
};

}  // namespace mu
