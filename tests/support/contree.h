// Bids of contrée, by what a player calls them: 80 to 180, and 250 for capot.
#pragma once

#include <mu/games/contree.h>

namespace mu::test {

inline int bid(int value, suit in) {
    return contree_calls::bid(
        value == 250 ? contree_calls::level_capot : contree_calls::level_at(value), in);
}
// A bid of an auction in two steps.
inline int long_bid(int value, contree_calls::strain in) {
    return contree_calls::bid_in_two_steps(
        value == 250 ? contree_calls::level_capot : contree_calls::level_at(value), in);
}

}  // namespace mu::test
