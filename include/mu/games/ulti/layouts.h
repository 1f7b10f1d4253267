// A layout of ulti that nets have been trained with by others: 259 numbers. docs/encoding.md lists
// every slice.
#pragma once

#include <mu/encode/numbers.h>
#include <mu/games/ulti.h>

namespace mu {

// Suits as the deck has them: hearts are not like the others.
struct ulti_layout {
    using game = ulti;
    static constexpr const char* name = "state259";
    static constexpr int version = 1, size = 259;
    static constexpr bool flags = false;

    static constexpr suit_order<ulti> suits(const view<ulti>&, const deal_trace<ulti>&) {
        return {};
    }

    template <typename Out>
    static constexpr void put(Out& out, const view<ulti>& v, const deal_trace<ulti>& t) {
        const game_state<ulti>& s = v.seen;
        const card_mask hand = s.hands[v.observer];
        const bool begun = !trick_play<ulti>::leading(s);
        const bool bid = s.bid < ulti_bid_count;
        const ulti_bid contract = bid ? contract_of(s) : ulti_bid{.trump = false};
        const auto points = [&](seat k) { return bid ? seat_points(s, k) : 0; };
        out.slice("hand");
        out.cards(hand);
        out.slice("taken");
        out.each_seat([&](seat k) { out.cards(t.taken_by[k]); });
        out.slice("trick");  // of the two others
        out.each_seat([&](seat k) { out.one_card(begun ? s.trick.cards[k] : no_card); }, 1);
        out.slice("trump");
        out.one_suit(s.trump);
        out.slice("numbers");  // betli, the observer is soloist, trick, points of each seat
        out.flag(contract.has(ulti_unit::betli));
        out.flag(bid && seat{s.soloist} == v.observer);
        out.part(t.taken, 10);
        out.each_seat([&](seat k) { out.part(points(k), 100); });
        out.slice("voids");
        out.each_seat([&](seat k) { out.suits(t.void_suits[k]); }, 1);
        out.slice("marriages_held");
        out.suits(marriage_suits(hand));
        out.slice("seven_held");
        out.flag(s.trump != suit::none && (hand & bit(ulti_card(s.trump, ulti::seven))) != 0);
        out.slice("contract");  // without four aces, which the standard table does not have
        for (const ulti_unit u :
             {ulti_unit::parti, ulti_unit::forty_hundred, ulti_unit::twenty_hundred,
              ulti_unit::ulti, ulti_unit::durchmars, ulti_unit::betli})
            out.flag(contract.has(u));
        out.flag(contract.red);
        out.flag(contract.open);
        out.slice("tricks");  // leader and winner: 1/3 the observer, 2/3 and 1 the others
        for (int k = 0; k < 10; ++k) {
            out.part(k < t.led ? out.from_here(t.leader(k)) + 1 : 0, 3);
            out.part(k < t.taken ? out.from_here(t.winner(k)) + 1 : 0, 3);
        }
        out.slice("auction");  // rank of the bid, soloist, dealer, kontra of each unit
        out.part(bid ? s.bid + 1 : 0, ulti_bid_count);
        out.one_of(bid ? out.from_here(seat{s.soloist}) : -1, 3);
        out.one_of(out.from_here(s.dealer), 3);
        for (const ulti_stake& stake : s.stakes) out.part(stake.level, 5);
        out.slice("marriages_declared");  // of each seat: the forty, the twenties
        out.each_seat([&](seat k) {
            out.flag(s.tally[k].forty != 0);
            out.part(s.tally[k].twenties, 3);
        });
    }
};

template <>
struct number_layouts<ulti> {
    using types = std::tuple<ulti_layout>;
};

}  // namespace mu
