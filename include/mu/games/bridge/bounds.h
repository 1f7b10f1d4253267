// How many points a deal of bridge can bring, and how many actions it can take (games/bounds.h).
#pragma once

#include <algorithm>

#include <mu/games/bounds.h>
#include <mu/games/bridge.h>

namespace mu {

template <>
struct deal_bounds<bridge> {
    // What one side wins the other loses.
    static constexpr point_bounds points(const bridge::options& o) {
        const bool rubber = o.scoring == bridge::scoring_rule::rubber;
        int most = 0;
        for (int b = 0; b < bridge_bid_count; ++b)
            for (int stake = 0; stake < 3; ++stake)
                for (int tricks = 0; tricks <= 13; ++tricks)
                    for (const bool vulnerable : {false, true}) {
                        if (vulnerable && !rubber && o.vul == bridge::vul_rule::none) continue;
                        most = std::max(
                            most, size(static_cast<bridge_bid>(b), static_cast<doubling>(stake),
                                       vulnerable, tricks, rubber));
                    }
        if (rubber && o.honours) most += 150;
        return {-most, most};
    }
    // The longest auction: three passes, every bid doubled and redoubled after two passes each, and
    // two more before the next bid. A claim is four actions, and may fail once in a trick.
    static constexpr int most_actions(const bridge::options& o) {
        return 3 + 34 * 9 + 10 + 52 + (o.claims ? 4 * 13 : 0);
    }

private:
    static constexpr int size(bridge_bid b, doubling stake, bool vulnerable, int tricks,
                              bool rubber) {
        if (rubber) {
            const bridge_points p = bridge_contract_points(b, stake, vulnerable, tricks);
            return p.penalty > 0 ? p.penalty : p.tricks + p.overtricks + p.slam + p.insult;
        }
        const int score = duplicate_score(b, stake, vulnerable, tricks);
        return score < 0 ? -score : score;
    }
};

}  // namespace mu
