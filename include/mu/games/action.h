// What a player may do, in any phase of any game.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <mu/cards/card_mask.h>
#include <mu/cards/rng.h>

namespace mu {

// An action is one byte. Cards are the first ids, other actions follow; docs/games/ lists them.
using action = std::uint8_t;

// The legal actions of a state: bit i stands for action first + i.
struct action_set {
    std::uint64_t mask = 0;
    action first = 0;

    constexpr bool contains(action a) const {
        return a >= first && a - first < 64 && ((mask >> (a - first)) & 1) != 0;
    }
    constexpr int count() const { return ops::popcount(mask); }
    // Action number n of the set, ascending. REQUIRES: n < count().
    constexpr action nth(int n) const {
        return static_cast<action>(first + ops::lsb_index(ops::nth_set_bit(mask, n)));
    }
    // Each with the same probability. REQUIRES: not empty.
    constexpr action draw(rng& generator) const {
        return nth(static_cast<int>(generator.below(static_cast<std::uint64_t>(count()))));
    }
    friend constexpr bool operator==(const action_set&, const action_set&) = default;
};

// An action as a seat saw it: a card discarded by somebody else is seen, but not which.
struct seen_action {
    seat who = seat::north;
    std::optional<action> what;
    friend bool operator==(const seen_action&, const seen_action&) = default;
};
using public_record = std::span<const seen_action>;

// Which part of a deal it is.
enum class deal_phase : std::uint8_t {
    auction,   // anything said before, or between, the tricks: bids, predictions, contracts, kontra
    exchange,  // cards are taken, passed or discarded
    play,
    over,
};

}  // namespace mu
