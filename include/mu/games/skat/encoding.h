// Skat as a net sees it. Suits are shown as the deck has them: their jacks rank by suit, and so do
// the values of their games. Only in null games are they alike.
#pragma once

#include <mu/encode/encode.h>
#include <mu/games/skat.h>

namespace mu {

template <>
struct encoding<skat> {
    static constexpr int version = 1;
    static constexpr int actions = skat_action::pass + 1;
    static constexpr double scale = 50;

    // The values, then passing. What the soloist has chosen is in the state.
    static constexpr int calls = skat_value_count + 1;
    static constexpr int call_of(const game_state<skat>&, action a) {
        return a < skat_action::bid ? -1 : a - skat_action::bid;
    }
    static constexpr action map_call(action a, const suit_order<skat>& order) {
        constexpr int suits_end = skat_action::declare + 4 * suit_count;
        if (a < skat_action::declare || a >= suits_end) return a;
        const int at = a - skat_action::declare;
        return static_cast<action>(skat_action::declare + 4 * order.slot_of(at / 4) + at % 4);
    }
    static constexpr std::uint64_t map_calls(std::uint64_t said, const suit_order<skat>&) {
        return said;
    }
    static constexpr std::uint64_t calls_in(std::uint64_t, suit) { return 0; }
    static constexpr suit_rule suits_by(const view<skat>& v) {
        return {.as_they_are = v.seen.kind != skat_kind::null};
    }
    static constexpr std::uint64_t suit_facts(const view<skat>& v, suit s) {
        return skat_cards(v.seen) >> (8 * index(s)) & 0xFF;
    }

    template <typename Out>
    static constexpr void put(Out& out, const view<skat>& v, const public_memory<skat>& m) {
        const auto& s = v.seen;
        const bool alone = s.phase != skat_phase::bidding && s.passed != 7;
        out.slice("stage");
        out.one_of(static_cast<int>(s.phase), 7);
        out.slice("bid");
        out.one_of(s.bid == skat_no_bid ? -1 : s.bid, skat_value_count);
        out.flag(s.answering != 0);
        out.slice("passed");
        out.each_seat([&](seat k) { out.flag((s.passed >> index(k) & 1) != 0); });
        out.slice("soloist");
        out.one_seat(alone ? index(s.soloist) : -1);
        out.slice("game");
        out.one_of(static_cast<int>(s.kind) - 1, 3);
        out.one_suit(s.trump);
        out.flag(s.hand != 0);
        out.one_of(static_cast<int>(s.announced) - 1, 3);
        out.count_to(s.contra, 2);
        out.slice("cards_seen");
        out.each_seat([&](seat k) { out.cards(s.hands[k]); }, 1);
        out.slice("skat");
        out.cards(skat_cards(s));
        out.slice("points");
        out.count_to((s.points + 2) / 3, 40);
        out.slice("void_jacks");  // in grand, where they are a suit
        out.each_seat([&](seat k) { out.flag((m.void_suits[k] >> index(suit::none) & 1) != 0); },
                      1);
    }
};

}  // namespace mu
