// The hands of a deal as text: " <hand> <hand> ...", seat by seat.
#pragma once

#include <concepts>
#include <string>

#include <fmt/format.h>

#include <mu/cards/text.h>
#include <mu/games/state.h>

#include "api/fields.h"

namespace mu::detail {

template <typename V>
std::string hands_text(const game_state<V>& s) {
    std::string out;
    for (const card_mask hand : s.hands) out += " " + hand_str<V>(hand);
    return out;
}

// The hands of all seats, none of them with a card of `seen`; `check(k, n)` looks at the number of
// cards of seat k.
template <typename V, std::invocable<int, int> Check>
per_seat<card_mask, V::seats> read_hands(field_reader& in, card_mask seen, Check&& check) {
    per_seat<card_mask, V::seats> hands{};
    for (int k = 0; k < V::seats; ++k) {
        hands[k] = in.read("a hand", [](auto t) { return parse_hand<V>(t); });
        if (hands[k] & seen) in.fail("dealt twice: " + mask_str<V>(hands[k] & seen));
        check(k, ops::popcount(hands[k]));
        seen |= hands[k];
    }
    return hands;
}
// The same where all hands have `size` cards.
template <typename V>
per_seat<card_mask, V::seats> read_hands(field_reader& in, int size, card_mask seen = 0) {
    return read_hands<V>(in, seen, [&](int, int n) {
        if (n != size) in.fail(fmt::format("a hand has {} cards, this one {}", size, n));
    });
}

}  // namespace mu::detail
