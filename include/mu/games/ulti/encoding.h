// Ulti as a net sees it. Hearts are first while a bid may still make them trumps; once trumps are
// known they are a suit like the others.
#pragma once

#include <mu/encode/encode.h>
#include <mu/games/ulti.h>

namespace mu {

template <>
struct encoding<ulti> {
    static constexpr int version = 1;
    static constexpr int actions = ulti_action::trump + suit_count;
    static constexpr double scale = 10;

    // The bids, then passing, picking up, standing. Kontra and marriages are in the state.
    static constexpr int calls = ulti_bid_count + 3;
    static constexpr int call_of(const game_state<ulti>&, action a) {
        if (a >= ulti_action::trump || a < ulti_action::bid) return -1;
        return a < ulti_action::pass ? a - ulti_action::bid
                                     : ulti_bid_count + a - ulti_action::pass;
    }
    static constexpr action map_call(action a, const suit_order<ulti>& order) {
        if (a < ulti_action::trump) return a;
        return static_cast<action>(ulti_action::trump + order.slot_of(a - ulti_action::trump));
    }
    static constexpr std::uint64_t map_calls(std::uint64_t said, const suit_order<ulti>&) {
        return said;
    }
    static constexpr std::uint64_t calls_in(std::uint64_t, suit) { return 0; }
    static constexpr suit_rule suits_by(const view<ulti>& v) {
        const auto& s = v.seen;
        const bool settled = s.phase >= ulti_phase::kontra;
        return {.first = settled ? s.trump : ulti::red};
    }
    static constexpr std::uint64_t suit_facts(const view<ulti>& v, suit s) {
        return v.seen.laid[v.observer].mask() >> (8 * index(s)) & 0xFF;
    }

    template <typename Out>
    static constexpr void put(Out& out, const view<ulti>& v, const public_memory<ulti>&) {
        const auto& s = v.seen;
        const bool bid = s.bid != ulti_no_bid;
        const ulti_bid b = bid ? contract_of(s) : ulti_bid{.trump = false};
        out.slice("stage");
        out.one_of(static_cast<int>(s.phase), 7);
        out.slice("cards_seen");
        out.each_seat([&](seat k) { out.cards(s.hands[k]); }, 1);
        out.slice("laid_away");
        out.cards(s.laid[v.observer].mask());
        out.slice("soloist");
        out.one_seat(seat{s.soloist});
        out.slice("bid");
        out.bits(b.units, ulti_unit_count);
        out.flag(b.red);
        out.flag(b.open);
        out.flag(b.trump);
        out.slice("bid_number");
        out.one_of(bid ? s.bid : -1, ulti_bid_count);
        out.slice("kontra");
        for (const ulti_stake& t : s.stakes) {
            out.count_to(t.level, 5);
            out.flag((t.answer >> index(v.observer) & 1) != 0);
        }
        // With own accounts the stakes are the defenders', elsewhere those of the bid's units.
        out.flag(bid && has_own_accounts(s));
        out.slice("points");
        out.each_seat([&](seat k) { out.count_to(s.tally[k].tens, 9); });
        out.slice("marriages");
        out.each_seat([&](seat k) {
            out.flag(s.tally[k].forty != 0);
            out.count_to(s.tally[k].twenties, 3);
        });
        out.slice("aces");
        out.count_to(s.aces, 4);
        out.slice("hearts");  // where they are now
        out.one_suit(ulti::red);
    }
};

}  // namespace mu
