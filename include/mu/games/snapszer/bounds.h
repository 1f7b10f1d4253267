// How many points a deal of snapszer can bring, and how many actions it can take (games/bounds.h).
#pragma once

#include <mu/games/bounds.h>
#include <mu/games/snapszer.h>

namespace mu {

template <int Cards>
struct deal_bounds<snapszer_game<Cards>> {
    static constexpr point_bounds points(const snapszer_terms::options&) { return {-3, 3}; }
    // The exchange, the close and each marriage once; a draw for two cards of the stock.
    static constexpr int most_actions(const snapszer_terms::options& o) {
        const int draws = o.house.close_undrawn ? snapszer_game<Cards>::stock_size / 2 : 0;
        return Cards + 1 + 1 + 4 + draws;
    }
};

}  // namespace mu
