// Card play in card space: legal moves, playing a card, who wins.
//
// trick_play<V> looks up which cards beat the winning card and leaves the rest to the same follow
// rule that the playout kernel uses in play space. What a game does differently it says in a hook,
// a free function found beside its state, and only if it needs one:
//
//     order_now(s)          -> order_of<V>  how cards rank now             (s.trump)
//     order_on_table(s)     -> order_of<V>  the same for the trick on the table, complete or not,
//                                           where ranks change between tricks (order_now(s))
//     active_seats(s)       -> int          bit k: seat k plays this deal  (all)
//     side_of(s, seat)      -> int          who wins tricks together       (seat & 1)
//     follow_choice(s)      -> int          which of V::follow_rules       (V::play.follow)
//     narrow_legal(s, mask) -> card_mask    duties besides following       (none)
//     trick_done(s)                         after the last card of a trick (nothing)
//
// What shared code asks about a deal besides the cards is a function here with a default, which a
// game overloads for its own state:
//
//     phase_of(s)           -> deal_phase   which part of the deal it is   (play, until it is over)
//     same_side(s, a, b)    -> bool         two seats play together        (they share tricks)
//     chooser_of(s)         -> optional     whose choice is played         (nobody's)
//     sees_action(s, a, who) -> bool        a seat sees which action it is (it does)
//
// Where cards lie and who sees them: games/places.h, hiding: games/view.h.
#pragma once

#include <cassert>
#include <optional>

#include <mu/games/action.h>
#include <mu/games/state.h>
#include <mu/play/play_space.h>
#include <mu/play/playout.h>

namespace mu {

template <variant V>
struct trick_play {
    using state = game_state<V>;

    static constexpr order_of<V> order(const state& s) {
        if constexpr (requires { order_now(s); })
            return order_now(s);
        else
            return s.trump;
    }
    static constexpr order_of<V> table_order(const state& s) {
        if constexpr (requires { order_on_table(s); })
            return order_on_table(s);
        else
            return order(s);
    }
    static constexpr int side(const state& s, seat who) {
        if constexpr (requires { side_of(s, who); })
            return side_of(s, who);
        else
            return partnership_of(who);
    }
    static constexpr int active(const state& s) {
        if constexpr (requires { active_seats(s); })
            return active_seats(s);
        else
            return (1 << V::seats) - 1;
    }
    static constexpr int trick_size(const state& s) {
        if constexpr (requires { active_seats(s); })
            return static_cast<int>(arch::popcount(static_cast<std::uint32_t>(active(s))));
        else
            return V::seats;
    }
    static constexpr seat next_active(const state& s, seat who) {
        do who = seat_after<V>(who);
        while (!((active(s) >> index(who)) & 1));
        return who;
    }

    // The follow rule of the deal.
    static constexpr follow_rule follow(const state& s) {
        if constexpr (requires { follow_choice(s); })
            return MU_TABLE(V::follow_rules)[static_cast<std::size_t>(follow_choice(s))];
        else
            return V::play.follow;
    }

    // The player to move begins a trick.
    static constexpr bool leading(const state& s) {
        return s.trick.num_played == 0 || s.trick.num_played == trick_size(s);
    }

    // Cards that would win the trick if played now. REQUIRES: the trick has begun.
    static constexpr card_mask beaters(const state& s) {
        const order_of<V> o = order(s);
        const card best = s.trick.winning_card;
        const card_mask over = stronger<V>(best, o);
        const suit trump = trump_of<V>(o);
        return effective_suit<V>(best, o) == trump ? over : over | effective_suit_mask<V>(trump, o);
    }

    // The cards the player to move may play. Never empty before the end.
    static constexpr card_mask legal_moves(const state& s) {
        card_mask moves = s.hands[s.current_player];
        if (!leading(s)) moves = following(s, moves);
        if constexpr (requires { narrow_legal(s, moves); }) moves = narrow_legal(s, moves);
        return moves;
    }

    // Plays a card for the player to move. REQUIRES: the card is legal.
    static constexpr void play_card(state& s, card c) {
        assert(legal_moves(s) & bit(c));
        trick_state& t = s.trick;
        const seat who = s.current_player;
        if (leading(s)) {
            t = trick_state{};
            t.lead_suit = effective_suit<V>(c, order(s));
            t.lead_seat = t.current_winner = who;
            t.winning_card = c;
        } else if (beaters(s) & bit(c)) {
            t.current_winner = who;
            t.winning_card = c;
        }
        t.mask |= bit(c);
        t.cards[who] = c;
        s.hands[who] ^= static_cast<hand_mask<V>>(bit(c));
        s.played |= static_cast<hand_mask<V>>(bit(c));
        if (++t.num_played < trick_size(s)) {
            s.current_player = next_active(s, who);
        } else {
            ++s.tricks_won[side(s, t.current_winner)];
            --s.tricks_remaining;
            s.current_player = t.current_winner;
            if constexpr (requires { trick_done(s); }) trick_done(s);
        }
    }
    static constexpr void play_card(state& s, [[maybe_unused]] seat who, card c) {
        assert(who == s.current_player);
        play_card(s, c);
    }

    static constexpr bool is_over(const state& s) { return s.tricks_remaining == 0; }

private:
    static constexpr card_mask following(const state& s, card_mask hand) {
        const order_of<V> o = order(s);
        const card_mask led = effective_suit_mask<V>(s.trick.lead_suit, o);
        trick_sight<card_mask> sight{.led = led,
                                     .trumps = effective_suit_mask<V>(trump_of<V>(o), o),
                                     .beaters = beaters(s),
                                     .heads = 0,
                                     .top_trump = 0,
                                     .partner_wins = arch::mask_from_bool<card_mask>(false)};
        if constexpr (requires { follow_choice(s); })
            return by_choice(s, hand, sight, follow_choice(s),
                             std::make_index_sequence<V::follow_rules.size()>{});
        else
            return by_rule<V::play.follow>(s, hand, sight);
    }

    // Completes the sight by what this rule looks at.
    template <follow_rule Rule>
    static constexpr card_mask by_rule(const state& s, card_mask hand,
                                       trick_sight<card_mask> sight) {
        const order_of<V> o = order(s);
        if constexpr (Rule.partner_exempt || !Rule.overtrump_partner)
            sight.partner_wins = arch::mask_from_bool<card_mask>(s.trick.current_winner ==
                                                                 partner_of(s.current_player));
        if constexpr (Rule.head)
            sight.heads = stronger<V>(ops::lsb_index(best_of(s.trick.mask & sight.led, o)), o);
        if constexpr (Rule.spare_top_trump) sight.top_trump = V::top_trump(o);
        return legal<Rule>(hand, sight);
    }

    template <std::size_t... I>
    static constexpr card_mask by_choice(const state& s, card_mask hand,
                                         const trick_sight<card_mask>& sight, int choice,
                                         std::index_sequence<I...>) {
        card_mask moves = hand;
        ((choice == int{I} ? static_cast<void>(moves = by_rule<V::follow_rules[I]>(s, hand, sight))
                           : static_cast<void>(0)),
         ...);
        return moves;
    }

    // The strongest of some cards of one suit.
    static constexpr card_mask best_of(card_mask cards, order_of<V> o) {
        return trick_winner<V>(cards, effective_suit<V>(ops::lsb_index(cards), o), o);
    }
};

// The rules of a game, all phases. A game of card play alone needs no more than this; a game with
// an auction specialises it.
template <variant V>
struct rules : trick_play<V> {
    using state = game_state<V>;

    static constexpr seat to_act(const state& s) { return s.current_player; }
    // Empty if and only if the deal is over.
    static constexpr action_set legal_actions(const state& s) {
        return {trick_play<V>::is_over(s) ? 0 : trick_play<V>::legal_moves(s), 0};
    }
    // REQUIRES: the action is legal.
    static constexpr void apply(state& s, action a) { trick_play<V>::play_card(s, a); }
};

// --- Hooks with a default ------------------------------------------------------------------------

template <variant V>
constexpr deal_phase phase_of(const game_state<V>& s) {
    return rules<V>::is_over(s) ? deal_phase::over : deal_phase::play;
}

// Partners, or both against a soloist.
template <variant V>
constexpr bool same_side(const game_state<V>& s, seat a, seat b) {
    return trick_play<V>::side(s, a) == trick_play<V>::side(s, b);
}

// Whether a seat sees which action was made, or only that one was (a discard).
template <variant V>
constexpr bool sees_action(const game_state<V>& /*before*/, action, seat /*observer*/) {
    return true;
}

// Who chose trumps or contract, once that is settled; with partners, one of the side that did.
template <variant V>
constexpr std::optional<seat> chooser_of(const game_state<V>&) {
    return std::nullopt;
}

// The deal of a game of card play alone: places[0] is the hand of the seat after the dealer, who
// leads, and so on round the table.
template <variant V>
constexpr game_state<V> plain_deal(std::span<const card_mask> places, seat dealer,
                                   suit trump = suit::none) {
    game_state<V> s;
    for (int k = 0; k < V::seats; ++k)
        s.hands[seat_after<V>(dealer, k + 1)] =
            static_cast<hand_mask<V>>(places[static_cast<std::size_t>(k)]);
    s.trump = trump;
    s.dealer = dealer;
    s.current_player = seat_after<V>(dealer);
    s.tricks_remaining = V::play.tricks;
    return s;
}

}  // namespace mu
