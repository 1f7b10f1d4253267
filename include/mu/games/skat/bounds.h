// How many points a deal of skat can bring, and how many actions it can take (games/bounds.h).
#pragma once

#include <algorithm>

#include <mu/games/bounds.h>
#include <mu/games/skat.h>

namespace mu {

template <>
struct deal_bounds<skat> {
    static constexpr point_bounds points(const skat::options& o) {
        const int times = o.house.contra ? 4 : 1;  // contra and re
        const skat_payment best = skat_settle(o.settlement, true, times * skat_values.back());
        const skat_payment worst = skat_settle(o.settlement, false, times * -2 * most_charged());
        return {std::min({0, worst.soloist, best.defender}),
                std::max({0, best.soloist, worst.defender})};
    }
    // Every value said and held, three passes; the skat taken up and two cards laid away, or not;
    // the declaration; contra after one who keeps silent, and re.
    static constexpr int most_actions(const skat::options& o) {
        return 2 * skat_value_count + 3 + 3 + 1 + (o.house.contra ? 3 : 0) + 30;
    }

private:
    // For a lost game: its value, or what the highest bid could have meant.
    static constexpr int most_charged() {
        const int top = skat_values.back();
        int most = top;
        for (int k = 0; k < 4; ++k)
            most = std::max(
                most,
                skat_least_for({.kind = skat_kind::suit, .trump = static_cast<suit>(k)}, top));
        for (const skat_kind kind : {skat_kind::grand, skat_kind::null})
            most = std::max(most, skat_least_for({.kind = kind}, top));
        return most;
    }
};

}  // namespace mu
