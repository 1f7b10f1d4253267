// Whist as a net sees it.
#pragma once

#include <mu/encode/encode.h>
#include <mu/games/whist.h>

namespace mu {

template <>
struct encoding<whist> {
    static constexpr int version = 1;
    static constexpr int actions = 52;
    static constexpr double scale = 4;
    static constexpr int calls = 0;
    static constexpr int call_of(const game_state<whist>&, action) { return -1; }
    static constexpr action map_call(action a, const suit_order<whist>&) { return a; }
    static constexpr std::uint64_t calls_in(std::uint64_t, suit) { return 0; }
    static constexpr suit_rule suits_by(const view<whist>& v) { return {.first = v.seen.trump}; }

    template <typename Out>
    static constexpr void put(Out& out, const view<whist>& v, const public_memory<whist>&) {
        out.slice("card_turned_up");
        out.one_card(v.seen.extra.turn_up);
    }
};

}  // namespace mu
