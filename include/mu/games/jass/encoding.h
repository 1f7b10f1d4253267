// Schieber as a net sees it.
#pragma once

#include <mu/encode/encode.h>
#include <mu/games/jass.h>

namespace mu {

template <>
struct encoding<jass> {
    static constexpr int version = 1;
    static constexpr int actions = jass::first_contract + jass::contract_count;
    static constexpr double scale = 100;

    static constexpr int calls = 0;  // the state keeps what was said
    static constexpr int call_of(const game_state<jass>&, action) { return -1; }
    static constexpr std::uint64_t calls_in(std::uint64_t, suit) { return 0; }
    static constexpr action map_call(action a, const suit_order<jass>& order) {
        const int contract = a - jass::first_contract;
        return contract < suit_count
                   ? static_cast<action>(jass::first_contract + order.slot_of(contract))
                   : a;
    }
    static constexpr suit_rule suits_by(const view<jass>& v) { return {.first = v.seen.trump}; }

    template <typename Out>
    static constexpr void put(Out& out, const view<jass>& v, const public_memory<jass>&) {
        const auto& s = v.seen;
        const auto& x = s.extra;
        const int us = partnership_of(v.observer);
        out.slice("cards_shown");
        out.each_seat([&](seat k) { out.cards(s.hands[k]); }, 1);
        out.slice("contract");
        const int contract = static_cast<int>(x.chosen);
        out.one_of(contract < suit_count ? 0 : contract - suit_count + 1,
                   jass::contract_count - suit_count + 1);
        out.slice("six_high");
        out.flag(trick_play<jass>::order(s) == jass::order::undenufe);
        out.slice("pushes");
        out.count_to(x.pushes, 2);
        out.slice("points");
        const auto points = trick_points(s);
        for (int side = 0; side < 2; ++side)
            out.count_to((points[static_cast<std::size_t>(us ^ side)] + 7) / 8, 20);
        out.slice("weis_announced");
        out.each_seat([&](seat k) {
            const int call = x.announced[k];
            out.one_of(call == 0 ? -1 : call >> 4, 10);
            out.one_of(call == 0 ? -1 : call & 15, 9);
        });
        out.slice("weis_won");
        out.one_seat(x.weis_winner);
        out.count_to(x.weis_tens / 2, 15);
        out.slice("king_or_queen_of_trumps");
        out.one_seat(x.royal);
        out.slice("stoeck");
        out.one_seat(x.stoeck);
    }
};

}  // namespace mu
