// Bridge as a net sees it. Bids rank by their suits, so suits keep their names until play begins.
#pragma once

#include <mu/encode/encode.h>
#include <mu/games/bridge.h>

namespace mu {

template <>
struct encoding<bridge> {
    static constexpr int version = 1;
    static constexpr int actions = 106;
    static constexpr double scale = 400;

    // pass, double, redouble, the bids
    static constexpr int calls = 3 + bridge_bid_count;
    static constexpr int call_of(const game_state<bridge>&, action a) {
        return a < bridge::first_claim ? a - bridge::pass : -1;
    }
    static constexpr int map_bid(int b, const suit_order<bridge>& order) {
        const auto bid = static_cast<bridge_bid>(b);
        const suit in = order.map(trump_suit(bridge_denomination(bid)));
        return make_bridge_bid(bridge_level(bid), denomination_of(in));
    }
    static constexpr action map_call(action a, const suit_order<bridge>& order) {
        if (a < bridge::first_bid || a >= bridge::first_claim) return a;
        return static_cast<action>(bridge::first_bid + map_bid(a - bridge::first_bid, order));
    }
    static constexpr std::uint64_t map_calls(std::uint64_t said, const suit_order<bridge>& order) {
        std::uint64_t out = said & 7;
        for (std::uint64_t rest = said >> 3; rest != 0; rest &= rest - 1)
            out |= std::uint64_t{8} << map_bid(arch::lowest_index(rest), order);
        return out;
    }
    static constexpr std::uint64_t calls_in(std::uint64_t said, suit s) {
        std::uint64_t every_level = 0;
        for (int level = 0; level < 7; ++level)
            every_level |= std::uint64_t{1} << (denomination_count * level);
        return said >> 3 >> index(denomination_of(s)) & every_level;
    }
    static constexpr suit_rule suits_by(const view<bridge>& v) {
        return {.first = v.seen.trump, .as_they_are = v.seen.extra.now == bridge::phase::auction};
    }

    template <typename Out>
    static constexpr void put(Out& out, const view<bridge>& v, const public_memory<bridge>&) {
        const auto& s = v.seen;
        const auto& x = s.extra;
        const int us = partnership_of(v.observer);
        const bool bid = x.last_bid != no_bridge_bid;
        out.slice("hands_on_the_table");
        out.each_seat([&](seat k) { out.cards(s.hands[k]); }, 1);
        out.slice("hand_to_play_from");
        out.one_seat(s.current_player);
        out.slice("stage");
        out.one_of(static_cast<int>(x.now), 6);
        out.slice("vulnerable");
        out.flag(is_vulnerable(x.vul, us));
        out.flag(is_vulnerable(x.vul, 1 - us));
        out.slice("level");
        out.one_of(bid ? bridge_level(x.last_bid) - 1 : -1, 7);
        out.slice("denomination");
        out.one_of(
            bid ? index(denomination_of(out.order.map(trump_suit(bridge_denomination(x.last_bid)))))
                : -1,
            denomination_count);
        out.slice("doubled");
        out.count_to(index(x.stake), 2);
        out.slice("bidder");
        out.one_seat(bid ? index(x.bidder) : -1);
        out.slice("passes");
        out.count_to(x.passes, 3);
        out.slice("declarer");
        const bool settled = x.now != bridge::phase::auction && x.now != bridge::phase::passed_out;
        out.one_seat(settled ? index(x.declarer) : -1);
        out.slice("claim");
        out.count_to(x.claimed, 13);
        out.count_to(x.accepted, 2);
    }
};

}  // namespace mu
