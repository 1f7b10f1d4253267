// Par: the score if both sides bid perfectly with all cards known.
//
// Backward induction over the ladder of bids. A side plays its better declarer, and a contract that
// goes down is doubled. The dealer matters in the rare case that whoever calls first gets the plus
// score. docs/games/bridge.md defines it in full.
#pragma once

#include <mu/games/bridge/scoring.h>

namespace mu {

// Tricks of each declarer in each denomination, by index(denomination).
using trick_table = per_seat<std::array<std::uint8_t, denomination_count>>;

namespace bridge_detail {

// The better of two scores, seen from north-south, for a side.
constexpr int better(int side, int a, int b) { return side == 0 ? std::max(a, b) : std::min(a, b); }

// The score from north-south's side if `side` plays bid b and the others double when it pays
// them.
constexpr int played_score(const trick_table& tricks, bridge_bid b, int side, vulnerability vul) {
    const auto d = static_cast<std::size_t>(bridge_denomination(b));
    const int won = std::max(tricks[static_cast<std::size_t>(side)][d],
                             tricks[static_cast<std::size_t>(side) + 2][d]);
    const bool made = won >= 6 + bridge_level(b);
    const int score = duplicate_score(b, made ? doubling::none : doubling::doubled,
                                      is_vulnerable(vul, side), won);
    return side == 0 ? score : -score;
}

}  // namespace bridge_detail

// REQUIRES: every entry is at most 13.
constexpr int par_score(const trick_table& tricks, seat dealer, vulnerability vul) {
    // best[side]: what the side gets by making the best of the bids looked at so far, each of them
    // answered as well as the others can; it starts below any score.
    constexpr int never = 100000;
    std::array<int, 2> best{-never, never};
    for (int r = bridge_bid_count - 1; r >= 0; --r) {
        std::array<int, 2> value{};
        for (int side = 0; side < 2; ++side)
            value[static_cast<std::size_t>(side)] = bridge_detail::better(
                1 - side,
                bridge_detail::played_score(tricks, static_cast<bridge_bid>(r), side, vul),
                best[static_cast<std::size_t>(1 - side)]);
        for (int side = 0; side < 2; ++side) {
            int& so_far = best[static_cast<std::size_t>(side)];
            so_far = bridge_detail::better(side, so_far, value[static_cast<std::size_t>(side)]);
        }
    }
    int par = 0;  // passed out
    for (int turn = 3; turn >= 0; --turn) {
        const int side = (index(dealer) + turn) & 1;
        par = bridge_detail::better(side, par, best[static_cast<std::size_t>(side)]);
    }
    return par;
}

// A contract that comes to the par score: the highest, so that nobody would bid on.
struct par_contract {
    bridge_bid bid = no_bridge_bid;  // none if the deal is passed out
    int side = 0;                    // who plays it
    bool doubled = false;            // it goes down: a sacrifice
};
constexpr par_contract contract_at_par(const trick_table& tricks, vulnerability vul, int par) {
    if (par == 0) return {};
    for (int r = bridge_bid_count - 1; r >= 0; --r)
        for (int side = 0; side < 2; ++side) {
            const auto bid = static_cast<bridge_bid>(r);
            const int score = bridge_detail::played_score(tricks, bid, side, vul);
            if (score == par) return {bid, side, (score > 0) != (side == 0)};
        }
    return {};
}

}  // namespace mu
