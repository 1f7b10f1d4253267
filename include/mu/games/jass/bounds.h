// How many points a deal of jass can bring, and how many actions it can take (games/bounds.h).
#pragma once

#include <algorithm>

#include <mu/games/bounds.h>
#include <mu/games/jass.h>

namespace mu {

template <>
struct deal_bounds<jass> {
    // A hand's Weis are worth 370 at most: quartets of jacks and nines with a run of three. (Four
    // jacks with a run of six are 350, nine cards of a suit 300.)
    static constexpr point_bounds points(const jass::options& o) {
        constexpr int all_tricks = 157, match = 100, stoeck = 20, weis_of_a_hand = 370;
        const int most = all_tricks + (o.match_bonus ? match : 0) + (o.stoeck ? stoeck : 0) +
                         (o.house.weis ? 2 * weis_of_a_hand : 0);
        return {0, most * *std::ranges::max_element(o.multipliers)};
    }
    static constexpr int most_actions(const jass::options& o) {
        return 36 + (o.house.push_back ? 3 : 2);
    }
};

}  // namespace mu
