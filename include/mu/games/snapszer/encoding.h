// Snapszer as a net sees it.
#pragma once

#include <mu/encode/encode.h>
#include <mu/games/snapszer.h>

namespace mu {

template <int Cards>
struct encoding<snapszer_game<Cards>> {
    using V = snapszer_game<Cards>;
    static constexpr int version = 1;
    static constexpr int actions = V::draw + 1;
    static constexpr double scale = 2;

    static constexpr int calls = 0;  // the state keeps what was said
    static constexpr int call_of(const game_state<V>&, action) { return -1; }
    static constexpr std::uint64_t calls_in(std::uint64_t, suit) { return 0; }
    static constexpr action map_call(action a, const suit_order<V>& order) {
        return a >= V::marry && a < V::marry + suit_count
                   ? static_cast<action>(V::marry + order.slot_of(a - V::marry))
                   : a;
    }
    static constexpr bool must_follow(const game_state<V>& s) { return !s.stock_open(); }
    static constexpr suit_rule suits_by(const view<V>& v) { return {.first = v.seen.trump}; }
    static constexpr std::uint64_t suit_facts(const view<V>& v, suit s) {
        const auto& m = v.seen.marriages;
        const int k = index(v.observer);
        return (m[static_cast<std::size_t>(k)] >> index(s) & 1U) |
               (m[static_cast<std::size_t>(1 - k)] >> index(s) & 1U) << 1 |
               (v.seen.marriage == s ? 4U : 0U);
    }

    template <typename Out>
    static constexpr void put(Out& out, const view<V>& v, const public_memory<V>&) {
        const auto& s = v.seen;
        const auto seen_suits = [&](seat k) {
            return out.order.map_set(s.marriages[static_cast<std::size_t>(index(k))]);
        };
        out.slice("cards_known");
        out.each_seat([&](seat k) { out.cards(s.hands[k]); }, 1);
        out.slice("face_up");
        out.one_card(s.stock_left > 0 ? s.face_up() : no_card);
        out.slice("stock");
        out.count_to(s.stock_left, V::stock_size);
        out.flag(s.stock_open());
        out.slice("hand_size");
        out.each_seat([&](seat k) { out.count_to(v.cards_left[k], V::hand_size); });
        out.slice("points");
        out.each_seat([&](seat k) {
            const int points = s.points[static_cast<std::size_t>(index(k))];
            out.count_to((points + 1) / 2, 40);
            out.flag((points & 1) != 0);
        });
        out.slice("marriages");
        out.each_seat([&](seat k) { out.bits(seen_suits(k), suit_count); });
        out.slice("marriage_to_lead");
        out.one_suit(s.marriage);
        out.slice("closed_by");
        out.one_seat(s.closer);
        out.slice("stake");
        out.count_to(s.stake, 3);
    }
};

}  // namespace mu
