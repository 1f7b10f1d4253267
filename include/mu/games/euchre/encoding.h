// Euchre as a net sees it. The first suit is trumps or, before, that of the upcard; the other suit
// of its colour, whose jack is a trump too, comes last.
#pragma once

#include <mu/encode/encode.h>
#include <mu/games/euchre.h>

namespace mu {

template <int Cards>
struct encoding<euchre_game<Cards>> {
    using V = euchre_game<Cards>;
    static constexpr int version = 1;
    static constexpr int actions = V::action_count;
    static constexpr double scale = 2;

    static constexpr int calls = V::action_count - V::pass;
    static constexpr int call_of(const game_state<V>&, action a) { return a - V::pass; }
    static constexpr action map_call(action a, const suit_order<V>& order) {
        constexpr action call = V::call(suit::spades), lone = V::lone_call(suit::spades);
        if (a >= call && a < call + suit_count)
            return static_cast<action>(call + order.slot_of(a - call));
        if (a >= lone && a < lone + suit_count)
            return static_cast<action>(lone + order.slot_of(a - lone));
        return a;
    }
    static constexpr std::uint64_t map_calls(std::uint64_t said, const suit_order<V>& order) {
        std::uint64_t out = 0;
        for (; said != 0; said &= said - 1) {
            const auto a = static_cast<action>(V::pass + arch::lowest_index(said));
            out |= std::uint64_t{1} << (map_call(a, order) - V::pass);
        }
        return out;
    }
    static constexpr std::uint64_t calls_in(std::uint64_t said, suit s) {
        return (said >> (V::call(s) - V::pass) & 1) | (said >> (V::lone_call(s) - V::pass) & 1)
                                                          << 1;
    }
    static constexpr suit_rule suits_by(const view<V>& v) {
        const auto& s = v.seen;
        const suit first = s.trump != suit::none       ? s.trump
                           : s.extra.upcard == no_card ? suit::none
                                                       : upcard_suit(s);
        return {.first = first, .last = first == suit::none ? first : V::same_colour(first)};
    }
    static constexpr std::uint64_t suit_facts(const view<V>& v, suit s) {
        const auto rank_in = [&](card c) {
            return c != no_card && suit_of<V>(c) == s ? 1U + static_cast<unsigned>(rank_of<V>(c))
                                                      : 0;
        };
        return rank_in(v.seen.extra.discard) | rank_in(v.seen.extra.upcard) << 4;
    }

    template <typename Out>
    static constexpr void put(Out& out, const view<V>& v, const public_memory<V>&) {
        const auto& s = v.seen;
        const auto& x = s.extra;
        out.slice("stage");
        out.one_of(static_cast<int>(x.phase), 6);
        out.slice("upcard");
        out.one_card(x.upcard);
        out.slice("ordered_up");
        out.flag(x.upcard != no_card && ordered_up(s));
        out.slice("discard");
        out.one_card(x.discard);
        out.slice("maker");
        out.one_seat(has_maker(s) ? index(x.maker) : -1);
        out.slice("sits_out");
        out.each_seat([&](seat k) { out.flag(sits_out(s, k)); });
    }
};

}  // namespace mu
