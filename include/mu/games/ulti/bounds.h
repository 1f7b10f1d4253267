// How many points a deal of ulti can bring, and how many actions it can take (games/bounds.h).
#pragma once

#include <algorithm>
#include <cstddef>

#include <mu/games/bounds.h>
#include <mu/games/ulti.h>

namespace mu {

template <>
struct deal_bounds<ulti> {
    // Each defender and the soloist settle unit by unit, then for what was not announced: at most a
    // hundred of either side, an ulti and a durchmars. What one pays for the other counts as well.
    static constexpr point_bounds points(const ulti::options& o) {
        int most = 0;
        for (std::size_t bid = 0; bid < ulti_bids.size(); ++bid) {
            const ulti_bid b = ulti_bids[bid];
            if (ulti_detail::ranks[static_cast<std::size_t>(o.rules.table)][bid] == 0) continue;
            int sum = 0;
            for (int i = 0; i < b.unit_count(); ++i) {
                const auto pays = [&](bool made) {
                    return unit_pays(b, b.unit(i), made, o.rules.kontra_max, o.scoring);
                };
                sum += std::max(pays(true), -pays(false));
            }
            const int red = b.red ? 2 : 1;
            if (b.trump) sum += (4 << o.rules.kontra_max) * red + 4 * red + 3 * red;
            most = std::max(most, sum);
        }
        return {-2 * most, 2 * most};
    }
};

}  // namespace mu
