// Operations on sets of cards. All are O(1) where the machine has the instruction; the portable
// paths are in arch.h.
#pragma once

#include <mu/arch.h>
#include <mu/cards/deck.h>

namespace mu::ops {

// The lowest card of m as a set of one. The empty set gives the empty set.
constexpr card_mask lsb(card_mask m) { return m & (~m + 1); }

// Index of the lowest, of the highest card. REQUIRES: m != 0.
constexpr card lsb_index(card_mask m) { return static_cast<card>(arch::lowest_index(m)); }
constexpr card msb_index(card_mask m) { return static_cast<card>(arch::highest_index(m)); }

// Removes the lowest card from m and returns it as a set of one.
constexpr card_mask pop_lsb(card_mask& m) {
    const card_mask low = lsb(m);
    m ^= low;
    return low;
}

constexpr int popcount(card_mask m) { return static_cast<int>(arch::popcount(m)); }

// The card with n cards of m below it, as a set of one. REQUIRES: 0 <= n < popcount(m).
constexpr card_mask nth_set_bit(card_mask m, int n) {
    return arch::nth_bit(m, static_cast<card_mask>(n), n + 1);
}

template <variant V>
constexpr card_mask cards_in_suit(card_mask m, suit s) {
    return m & suit_masks<V>[s];
}

// The ranks held in a suit: bit 0 = lowest rank of the deck. REQUIRES: s is one of the four suits.
template <variant V>
constexpr std::uint16_t suit_ranks(card_mask m, suit s) {
    return static_cast<std::uint16_t>((m >> (index(s) * deck_traits<V>::ranks)) &
                                      deck_traits<V>::lowest_suit);
}

// Calls f(card) for every card of m, lowest first.
template <typename F>
constexpr void for_each(card_mask m, F&& f) {
    for (; m != 0; m &= m - 1) f(lsb_index(m));
}

}  // namespace mu::ops
