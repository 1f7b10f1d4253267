// Euchre's rules: bidding, the dealer's discard, going alone. The tricks are trick_play's.
#pragma once

#include <mu/games/euchre/table.h>

namespace mu {

template <int Cards>
constexpr deal_phase phase_of(const euchre_state<Cards>& s) {
    using phase = euchre_terms::phase;
    if (s.extra.phase == phase::discard) return deal_phase::exchange;
    if (s.extra.phase == phase::passed_out || s.tricks_remaining == 0) return deal_phase::over;
    return s.extra.phase == phase::play ? deal_phase::play : deal_phase::auction;
}
// The discard is seen by the dealer alone.
template <int Cards>
constexpr bool sees_action(const euchre_state<Cards>& before, action, seat observer) {
    return before.extra.phase != euchre_terms::phase::discard || observer == before.dealer;
}
template <int Cards>
constexpr std::optional<seat> chooser_of(const euchre_state<Cards>& s) {
    return has_maker(s) ? std::optional(s.extra.maker) : std::nullopt;
}

template <int Cards>
struct rules<euchre_game<Cards>> : trick_play<euchre_game<Cards>> {
    using V = euchre_game<Cards>;
    using play = trick_play<V>;
    using state = typename play::state;
    using phase = euchre_terms::phase;

    static constexpr seat to_act(const state& s) { return s.current_player; }

    static constexpr action_set legal_actions(const state& s) {
        switch (s.extra.phase) {
            case phase::order_up:
            case phase::name_suit:
                return {calls(s), 0};
            case phase::discard:
                return {discards(s), 0};
            case phase::go_alone:
            case phase::defend_alone:
                return {bit(V::alone) | bit(V::with_partner), 0};
            case phase::play:
                return {play::is_over(s) ? 0 : play::legal_moves(s), 0};
            case phase::passed_out:
                break;
        }
        return {};
    }

    static constexpr void apply(state& s, action a) {
        assert(legal_actions(s).contains(a));
        switch (s.extra.phase) {
            case phase::order_up:
            case phase::name_suit:
                return a == V::pass ? pass(s) : make_trump(s, a);
            case phase::discard:
                s.hands[s.dealer] ^= static_cast<hand_mask<V>>(bit(a));
                s.extra.discard = a;
                return ask_maker(s);
            case phase::go_alone:
                if (a == V::alone) sit_out(s, partner_of(s.extra.maker));
                return ask_defenders(s);
            case phase::defend_alone:
                if (a == V::alone)
                    sit_out(s, partner_of(s.current_player));
                else if (s.current_player == first_defender(s)) {
                    s.current_player = partner_of(s.current_player);
                    return;
                }
                return begin_play(s);
            case phase::play:
                return play::play_card(s, a);
            case phase::passed_out:
                return;
        }
    }

    // The dealer, last to speak, may not pass.
    static constexpr bool dealer_stuck(const state& s) {
        return s.extra.phase == phase::name_suit && s.extra.house.stick_dealer &&
               s.current_player == s.dealer;
    }
    // A call by this player is a call alone.
    static constexpr bool must_go_alone(const state& s) {
        return s.extra.phase == phase::order_up && s.extra.house.canadian_loner &&
               s.current_player == partner_of(s.dealer);
    }
    // Of the defenders, the first from the dealer's left. REQUIRES: has_maker(s).
    static constexpr seat first_defender(const state& s) {
        const seat left = next_seat(s.dealer);
        return partnership_of(left) != partnership_of(s.extra.maker) ? left : next_seat(left);
    }
    static constexpr bool defenders_are_asked(const state& s) {
        const auto asked = s.extra.house.defend_alone;
        return asked == V::lone_defence::always ||
               (asked == V::lone_defence::against_loner && maker_alone(s));
    }
    // Who leads to the first trick. REQUIRES: has_maker(s).
    static constexpr seat first_leader(const state& s) {
        const bool from_maker =
            maker_alone(s) && s.extra.house.lead == V::loner_lead::left_of_maker;
        return play::next_active(s, from_maker ? s.extra.maker : s.dealer);
    }

private:
    static constexpr std::uint64_t calls(const state& s) {
        const auto& house = s.extra.house;
        const suit up = upcard_suit(s);
        std::uint64_t legal = dealer_stuck(s) ? 0 : bit(V::pass);
        const auto add = [&](suit trump) {
            if (!house.alone_with_call || !must_go_alone(s)) legal |= bit(V::call(trump));
            if (house.alone_with_call) legal |= bit(V::lone_call(trump));
        };
        if (s.extra.phase == phase::order_up) {
            add(up);
        } else {
            for (const suit trump : all_suits)
                if (trump != up) add(trump);
            if (house.no_trump) add(suit::none);
        }
        return legal;
    }

    static constexpr card_mask discards(const state& s) {
        const card_mask kept = s.extra.house.discard_upcard ? 0 : bit(s.extra.upcard);
        return s.hands[s.dealer] & ~kept;
    }

    static constexpr void pass(state& s) {
        if (s.current_player != s.dealer) {
            s.current_player = next_seat(s.current_player);
        } else if (s.extra.phase == phase::order_up) {
            s.extra.phase = phase::name_suit;
            s.current_player = next_seat(s.dealer);
        } else {
            s.extra.phase = phase::passed_out;
            s.tricks_remaining = 0;
        }
    }

    static constexpr void make_trump(state& s, action a) {
        const bool says_alone = a >= V::lone_call(suit::spades);
        const bool goes_alone = says_alone || must_go_alone(s);
        const action first = says_alone ? V::lone_call(suit::spades)  //
                                        : V::call(suit::spades);
        s.trump = static_cast<suit>(a - first);
        s.extra.maker = s.current_player;
        if (goes_alone) sit_out(s, partner_of(s.extra.maker));
        if (s.extra.phase == phase::name_suit) return ask_maker(s);
        s.hands[s.dealer] |= static_cast<hand_mask<V>>(bit(s.extra.upcard));
        s.extra.phase = phase::discard;
        s.current_player = s.dealer;
    }

    static constexpr void ask_maker(state& s) {
        if (s.extra.house.alone_with_call || maker_alone(s)) return ask_defenders(s);
        s.extra.phase = phase::go_alone;
        s.current_player = s.extra.maker;
    }

    static constexpr void ask_defenders(state& s) {
        if (!defenders_are_asked(s)) return begin_play(s);
        s.extra.phase = phase::defend_alone;
        s.current_player = first_defender(s);
    }

    static constexpr void begin_play(state& s) {
        s.extra.phase = phase::play;
        s.current_player = first_leader(s);
    }

    static constexpr void sit_out(state& s, seat who) {
        s.extra.active = static_cast<std::uint8_t>(s.extra.active & ~(1 << index(who)));
    }
};

}  // namespace mu
