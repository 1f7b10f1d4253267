// How many points a deal of whist can bring, and how many actions it can take (games/bounds.h).
#pragma once

#include <mu/games/bounds.h>
#include <mu/games/whist.h>

namespace mu {

template <>
struct deal_bounds<whist> {
    static constexpr point_bounds points(const whist::options& o) {
        const bool trumps = o.trump_by != whist::trump_rule::given || o.trump != suit::none;
        return {0, 7 + (o.honours && trumps ? 4 : 0)};
    }
    static constexpr int most_actions(const whist::options&) { return 52; }
};

}  // namespace mu
