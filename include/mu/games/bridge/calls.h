// Bids and contracts of contract bridge.
//
// A bid is known by its rank, 0 for 1C to 34 for 7NT: five denominations to a level, in their own
// order clubs < diamonds < hearts < spades < no trump, the reverse of the suits' index order.
#pragma once

#include <mu/cards/card.h>

namespace mu {

enum class denomination : std::uint8_t { clubs, diamonds, hearts, spades, no_trump };
inline constexpr int denomination_count = 5;

constexpr int index(denomination d) { return static_cast<int>(d); }

constexpr suit trump_suit(denomination d) {
    return d == denomination::no_trump ? suit::none : static_cast<suit>(3 - index(d));
}
constexpr denomination denomination_of(suit s) {
    return s == suit::none ? denomination::no_trump : static_cast<denomination>(3 - index(s));
}

using bridge_bid = std::uint8_t;  // the rank of a bid
inline constexpr int bridge_bid_count = 35;
inline constexpr bridge_bid no_bridge_bid = 0xFF;

constexpr bridge_bid make_bridge_bid(int level, denomination d) {
    return static_cast<bridge_bid>(denomination_count * (level - 1) + index(d));
}
constexpr int bridge_level(bridge_bid b) { return b / denomination_count + 1; }
constexpr denomination bridge_denomination(bridge_bid b) {
    return static_cast<denomination>(b % denomination_count);
}

enum class doubling : std::uint8_t { none, doubled, redoubled };
constexpr int index(doubling d) { return static_cast<int>(d); }

// What the auction came to.
struct bridge_contract {
    bridge_bid final_bid = no_bridge_bid;  // no_bridge_bid: passed out, and the rest means nothing
    doubling stake = doubling::none;
    seat declarer = seat::north;

    friend constexpr bool operator==(const bridge_contract&, const bridge_contract&) = default;
};

// Which sides are vulnerable: bit 0 north-south, bit 1 east-west.
using vulnerability = std::uint8_t;
inline constexpr vulnerability vul_none = 0, vul_ns = 1, vul_ew = 2, vul_both = 3;

constexpr bool is_vulnerable(vulnerability v, int side) { return ((v >> side) & 1) != 0; }

}  // namespace mu
