// Two layouts of contrée that nets have been trained with by others: 411 numbers for the play, 108
// for the auction. docs/encoding.md lists every slice.
#pragma once

#include <mu/encode/numbers.h>
#include <mu/games/contree.h>

namespace mu {

namespace detail {

// The last twelve calls, oldest first, six numbers each: the value of a bid in hundreds; the suits
// it names (in tout atout all); 1/3 for a pass, 2/3 for a coinche, 1 for a surcoinche. Where a bid
// is two calls, the first has the value and the second the suit.
template <typename Out>
constexpr void put_contree_calls(Out& out, const deal_trace<contree>& t) {
    using namespace contree_calls;
    for (int k = 0; k < deal_trace<contree>::most_calls; ++k) {
        float value = 0, word = 0;
        unsigned suits = 0;
        if (k < t.call_count) {
            const int said = t.calls[static_cast<std::size_t>(k)].what - rules<contree>::first_call;
            const int call = in_one_step(said);
            const auto of_level = [](int level) {
                return level == level_capot ? 2.5F : static_cast<float>(number_of(level)) / 100;
            };
            if (is_level(said)) {
                value = of_level(said - first_level);
            } else if (is_strain(said)) {
                const int strain = said - first_strain;
                suits = strain < suit_count ? 1U << strain : strain == suit_count ? 0U : 0xFU;
            } else if (call == pass) {
                word = 1.0F / 3;
            } else if (call == coinche || call == surcoinche) {
                word = call == coinche ? 2.0F / 3 : 1.0F;
            } else {
                value = of_level(level_of(call));
                suits = 1U << index(suit_of(call));
            }
        }
        out.number(value);
        out.suits(suits);
        out.number(word);
    }
}

}  // namespace detail

// Trumps first, then the suits by what the observer was dealt in them; suits dealt alike stand as
// the deck has them.
struct contree_play_layout {
    using game = contree;
    static constexpr const char* name = "play411";
    static constexpr int version = 1, size = 411;
    static constexpr bool flags = false;

    static constexpr suit_order<contree> suits(const view<contree>& v,
                                               const deal_trace<contree>& t) {
        const card_mask dealt = v.seen.hands[v.observer] | t.played_by[v.observer];
        std::array<std::uint64_t, suit_count> key{};
        for (int s = 0; s < suit_count; ++s) {
            const std::uint64_t ranks = dealt >> (8 * s) & 0xFF;
            key[static_cast<std::size_t>(s)] =
                index(v.seen.trump) == s
                    ? ~std::uint64_t{0}
                    : static_cast<std::uint64_t>(ops::popcount(ranks)) << 8 | ranks;
        }
        return suit_order<contree>::by_keys(key);
    }

    template <typename Out>
    static constexpr void put(Out& out, const view<contree>& v, const deal_trace<contree>& t) {
        using namespace contree_calls;
        const game_state<contree>& s = v.seen;
        const bool begun = !trick_play<contree>::leading(s);
        const int us = partnership_of(v.observer);
        out.slice("hand");
        out.cards(s.hands[v.observer]);
        out.slice("trick");
        out.each_seat([&](seat k) { out.one_card(begun ? s.trick.cards[k] : no_card); });
        out.slice("played");
        out.each_seat([&](seat k) { out.cards(t.played_by[k]); }, 1);
        const bool bid = is_bid(s.extra.bid);
        out.slice("contract");  // in hundreds; ours; coinche
        out.number(!bid ? 0
                   : is_capot(s.extra.bid)
                       ? 2.5F
                       : static_cast<float>(number_of(level_of(s.extra.bid))) / 100);
        out.flag(bid && partnership_of(s.extra.bidder) == us);
        out.part(s.extra.coinche, 2);
        out.slice("voids");
        out.each_seat([&](seat k) { out.suits(t.void_suits[k]); }, 1);
        out.slice("scores");  // points and tricks, ours first
        for (int side = 0; side < 2; ++side)
            out.part(s.extra.points[static_cast<std::size_t>(us ^ side)], 252);
        for (int side = 0; side < 2; ++side)
            out.part(s.tricks_won[static_cast<std::size_t>(us ^ side)], 8);
        out.slice("calls");
        detail::put_contree_calls(out, t);
        out.slice("card_trick");
        out.each_card([&](card c) { return static_cast<float>((t.place[c] + 3) / 4) / 8; });
        out.slice("card_place");
        out.each_card([&](card c) { return static_cast<float>(t.place[c]) / 32; });
    }
};

// Suits as the deck has them: the order of the bids does not tell them apart, so learn with all 24.
struct contree_bid_layout {
    using game = contree;
    static constexpr const char* name = "bid108";
    static constexpr int version = 1, size = 108;
    static constexpr bool flags = false;

    static constexpr suit_order<contree> suits(const view<contree>&, const deal_trace<contree>&) {
        return {};
    }

    template <typename Out>
    static constexpr void put(Out& out, const view<contree>& v, const deal_trace<contree>& t) {
        out.slice("hand");
        out.cards(v.seen.hands[v.observer] | t.played_by[v.observer]);
        out.slice("calls");
        detail::put_contree_calls(out, t);
        out.slice("position");  // after the dealer: first, second, third, the dealer himself
        out.one_of((index(v.observer) - index(v.seen.dealer) + 3) & 3, 4);
    }
};

template <>
struct number_layouts<contree> {
    using types = std::tuple<contree_play_layout, contree_bid_layout>;
};

}  // namespace mu
