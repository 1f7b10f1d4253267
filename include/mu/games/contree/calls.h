// The calls of the contrée auction and their numbers.
//
//     0          pass
//     1 .. 36    80 in spades, hearts, diamonds, clubs, then 90 ... 160 likewise
//     37 .. 40   capot in spades, hearts, diamonds, clubs
//     41, 42     coinche, surcoinche
//     43 .. 50   170 and 180, which only the option `cap` allows
//
// A bid has a *level*: 0 for 80 up to 8 for 160, 9 and 10 for 170 and 180, 11 for capot. Suits do
// not rank among themselves, so one bid beats another if and only if its level is higher.
#pragma once

#include <cassert>

#include <mu/cards/card.h>

namespace mu::contree_calls {

inline constexpr int pass = 0;
inline constexpr int coinche = 41;
inline constexpr int surcoinche = 42;
inline constexpr int count = 51;

inline constexpr int level_160 = 8;
inline constexpr int level_capot = 11;
inline constexpr int level_count = 12;

using call_mask = std::uint64_t;  // a set of calls, bit c for call c
constexpr call_mask bit(int call) { return call_mask{1} << call; }

// The bid of a level in spades; those in the other suits follow it.
constexpr int first_bid(int level) {
    return level == level_capot ? 37 : level > level_160 ? 7 + 4 * level : 1 + 4 * level;
}
constexpr int bid(int level, suit in) { return first_bid(level) + index(in); }

constexpr bool is_bid(int call) {
    return call > pass && call < count && call != coinche && call != surcoinche;
}

// REQUIRES: a bid, as do the next two.
constexpr int level_of(int call) {
    assert(is_bid(call));
    return call > surcoinche ? (call - 7) / 4 : call >= 37 ? level_capot : (call - 1) / 4;
}
constexpr suit suit_of(int call) { return static_cast<suit>(call - first_bid(level_of(call))); }
constexpr bool is_capot(int call) { return level_of(call) == level_capot; }

// All bids above a level, the highest of them below capot being `cap`. Level -1 gives every bid.
constexpr call_mask bids_above(int level, int cap) {
    call_mask out = 0;
    for (int l = level + 1; l < level_count; ++l)
        if (l <= cap || l == level_capot) out |= call_mask{0xF} << first_bid(l);
    return out;
}

}  // namespace mu::contree_calls
