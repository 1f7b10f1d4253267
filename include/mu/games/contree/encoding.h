// Contrée as a net sees it.
//
// Calls are remembered as those of an auction in one step. Of the bids that only an auction in two
// steps has, those in a suit are remembered as the nearest below that the other has too, and sans
// atout and tout atout not at all; the standing bid is always exact.
#pragma once

#include <mu/encode/encode.h>
#include <mu/games/contree.h>

namespace mu {

template <>
struct encoding<contree> {
    static constexpr int version = 1;
    static constexpr int first_call = rules<contree>::first_call;
    static constexpr int actions = first_call + contree_calls::count_of_all;
    static constexpr double scale = 200;

    static constexpr int calls = contree_calls::count;
    static constexpr int call_of(const game_state<contree>& before, action a) {
        using namespace contree_calls;
        const int call = a - first_call;
        if (call < count) return call;
        if (is_level(call)) return -1;  // its strain follows
        if (!is_strain(call)) return in_one_step(call);
        const int level = level_of(before.extra.bid), in = call - first_strain;
        if (in >= suit_count) return -1;
        const int nearest = level == level_capot ? level
                            : level > level_180  ? level_180
                                                 : level & ~1;
        return first_bid(nearest) + in;
    }
    static constexpr bool names_suit(int call) {
        using namespace contree_calls;
        return (call > pass && call < coinche) || (call > surcoinche && call < count);
    }
    static constexpr int map_one(int call, const suit_order<contree>& order) {
        using namespace contree_calls;
        if (is_strain(call)) {
            const int in = call - first_strain;
            return in < suit_count ? first_strain + order.slot_of(in) : call;
        }
        if (!names_suit(call)) return call;
        const int first = first_bid(level_of(call));
        return first + order.slot_of(call - first);
    }
    static constexpr action map_call(action a, const suit_order<contree>& order) {
        return static_cast<action>(first_call + map_one(a - first_call, order));
    }
    static constexpr std::uint64_t map_calls(std::uint64_t said, const suit_order<contree>& order) {
        std::uint64_t out = 0;
        for (; said != 0; said &= said - 1)
            out |= std::uint64_t{1} << map_one(arch::lowest_index(said), order);
        return out;
    }
    // 80 .. 160 and capot from call 1 on, 170 and 180 from call 43 on, four suits each.
    static constexpr std::uint64_t calls_in(std::uint64_t said, suit s) {
        constexpr std::uint64_t first_of_each = 0x1111111111U << 1 | std::uint64_t{0x11} << 43;
        return said >> index(s) & first_of_each;
    }
    static constexpr suit_rule suits_by(const view<contree>& v) { return {.first = v.seen.trump}; }
    // The suit of the standing bid, and whether its strain is still to be named.
    static constexpr int strain_of_bid(const game_state<contree>& s) {
        using namespace contree_calls;
        if (s.extra.bid == pass || s.extra.stage == contree::phase::strain) return -1;
        return static_cast<int>(strain_of(int{s.extra.bid}));
    }
    static constexpr std::uint64_t suit_facts(const view<contree>& v, suit s) {
        return strain_of_bid(v.seen) == index(s) ? 1 : 0;
    }

    template <typename Out>
    static constexpr void put(Out& out, const view<contree>& v, const public_memory<contree>&) {
        using namespace contree_calls;
        const auto& s = v.seen;
        const auto& x = s.extra;
        const bool bid = x.bid != pass;
        const int us = partnership_of(v.observer);
        const int strain = strain_of_bid(s);
        out.slice("stage");
        out.flag(x.stage == contree::phase::strain);
        out.flag(x.stage == contree::phase::interjection);
        out.slice("level");
        out.one_of(bid ? level_of(x.bid) : -1, level_count);
        out.slice("strain");
        out.one_of(strain >= 0 && strain < suit_count ? out.order.slot_of(strain) : strain,
                   strain_count);
        out.slice("bidder");
        out.one_seat(bid ? index(x.bidder) : -1);
        out.slice("coinche");
        out.count_to(x.coinche, 2);
        out.slice("passes");
        out.count_to(x.passes, 3);
        out.slice("points");
        for (int side = 0; side < 2; ++side)
            out.count_to((x.points[static_cast<std::size_t>(us ^ side)] + 9) / 10, 17);
        out.slice("belote");
        out.one_seat(x.belote);
    }
};

}  // namespace mu
