// What happened in a deal in its order: calls, cards, who led and took the tricks.
//
// Layouts of numbers (encode/numbers.h) that want more than public_memory keeps read it. Like that
// it is made of public actions only, and is noted action by action.
#pragma once

#include <mu/games/view.h>

namespace mu {

template <variant V>
struct deal_trace {
    static constexpr int cards = deck_traits<V>::cards;
    static constexpr int most_tricks = cards / V::seats;
    static constexpr int most_calls = 12;

    struct call {
        action what = 0;
        seat who = seat::north;
        friend constexpr bool operator==(const call&, const call&) = default;
    };

    std::array<call, most_calls> calls{};  // the last ones, oldest first
    std::uint8_t call_count = 0;           // of those kept
    per_seat<hand_mask<V>, V::seats> played_by{};
    per_seat<hand_mask<V>, V::seats> taken_by{};        // in tricks that a seat has won
    per_seat<std::uint8_t, V::seats> void_suits{};      // bit s: did not follow to suit s
    std::array<std::uint8_t, cards> place{};            // of a card in the play, from 1; 0: to come
    std::array<std::uint8_t, most_tricks> tricks_by{};  // a trick's leader, and its winner << 4
    std::uint8_t card_count = 0, led = 0, taken = 0;    // cards, tricks begun, tricks complete

    constexpr hand_mask<V> played() const {
        hand_mask<V> out = 0;
        for (const hand_mask<V> m : played_by) out |= m;
        return out;
    }
    // REQUIRES: trick < led; trick < taken.
    constexpr seat leader(int trick) const { return static_cast<seat>(tricks_by[trick] & 3); }
    constexpr seat winner(int trick) const { return static_cast<seat>(tricks_by[trick] >> 4); }

    // An action is about to be made; `before` may be a view's state. What not everybody sees is not
    // kept.
    constexpr void note(const game_state<V>& before, action a) {
        for (int k = 0; k < V::seats; ++k)
            if (!sees_action(before, a, static_cast<seat>(k))) return;
        if (a >= cards)
            note_call({a, rules<V>::to_act(before)});
        else if (phase_of(before) == deal_phase::play)
            note_card(before, a);
    }

    friend constexpr bool operator==(const deal_trace&, const deal_trace&) = default;

private:
    constexpr void note_call(call c) {
        if (call_count == most_calls) {
            for (std::size_t k = 1; k < calls.size(); ++k) calls[k - 1] = calls[k];
            --call_count;
        }
        calls[call_count++] = c;
    }

    constexpr void note_card(const game_state<V>& before, card c) {
        using play = trick_play<V>;
        const seat who = before.current_player;
        const bool leads = play::leading(before);
        const bool wins = leads || (play::beaters(before) & bit(c)) != 0;
        played_by[who] |= static_cast<hand_mask<V>>(bit(c));
        place[c] = ++card_count;
        if (leads) tricks_by[led++] = static_cast<std::uint8_t>(who);
        if (!leads && effective_suit<V>(c, play::order(before)) != before.trick.lead_suit)
            void_suits[who] =
                static_cast<std::uint8_t>(void_suits[who] | 1U << index(before.trick.lead_suit));
        const int in_trick = (leads ? 0 : before.trick.num_played) + 1;
        if (in_trick < play::trick_size(before)) return;
        const seat winner = wins ? who : before.trick.current_winner;
        taken_by[winner] |= static_cast<hand_mask<V>>((leads ? 0 : before.trick.mask) | bit(c));
        tricks_by[taken] = static_cast<std::uint8_t>(tricks_by[taken] | index(winner) << 4);
        ++taken;
    }
};

}  // namespace mu
