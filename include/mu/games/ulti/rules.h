// The course of a deal of ulti: auction, trumps, kontra, tricks.
#pragma once

#include <mu/games/ulti/state.h>

namespace mu {

// Actions besides the cards, 0 to 31.
namespace ulti_action {
inline constexpr action kontra = 32;     // + unit: doubles it
inline constexpr action kontra_at = 39;  // + 0 or 1: the soloist answers one defender's kontra
inline constexpr action done = 41;       // no (more) kontra
inline constexpr action twenty = 42;     // declares a marriage
inline constexpr action forty = 43;
inline constexpr action give_up = 44;
inline constexpr action bid = 48;  // + number of the bid
inline constexpr action pass = 112;
inline constexpr action pick_up = 113;
inline constexpr action stand = 114;
inline constexpr action trump = 116;  // + suit
}  // namespace ulti_action

// --- Hooks of the card play --------------------------------------------------------------------

constexpr ulti::order order_now(const game_state<ulti>& s) {
    return static_cast<ulti::order>(s.trump);
}
constexpr int side_of(const game_state<ulti>&, seat who) { return index(who); }
constexpr deal_phase phase_of(const game_state<ulti>& s) {
    switch (s.phase) {
        case ulti_phase::lay_away:
            return deal_phase::exchange;
        case ulti_phase::play:
            return deal_phase::play;
        case ulti_phase::over:
            return deal_phase::over;
        default:
            return deal_phase::auction;
    }
}
// Tricks are counted for each seat, but the defenders play together.
constexpr bool same_side(const game_state<ulti>& s, seat a, seat b) {
    return (a == s.soloist) == (b == s.soloist);
}
// Nobody sees what another lays away.
constexpr bool sees_action(const game_state<ulti>& before, action, seat observer) {
    return before.phase != ulti_phase::lay_away || before.current_player == observer;
}
// During the auction nothing is settled yet.
constexpr std::optional<seat> chooser_of(const game_state<ulti>& s) {
    const bool settled = s.phase == ulti_phase::kontra || s.phase == ulti_phase::play ||
                         (s.phase == ulti_phase::over && s.bid != bid_passz);
    return settled ? std::optional(seat{s.soloist}) : std::nullopt;
}
constexpr int follow_choice(const game_state<ulti>& s) {
    return s.rules.free_betli && contract_of(s).has(ulti_unit::betli) ? 1 : 0;
}

// The seven of trumps that an announced ulti must keep for the last trick, while the soloist has
// it.
constexpr card_mask kept_seven(const game_state<ulti>& s) {
    if (s.bid == ulti_no_bid || !contract_of(s).has(ulti_unit::ulti) || s.trump == suit::none)
        return 0;
    return s.hands[s.soloist] & bit(ulti_card(s.trump, ulti::seven));
}
constexpr card_mask narrow_legal(const game_state<ulti>& s, card_mask moves) {
    if (s.current_player != s.soloist || s.tricks_remaining == 1) return moves;
    const card_mask others = moves & ~kept_seven(s);
    return others != 0 ? others : moves;
}

// The deal may end before the tenth trick. REQUIRES: a trick has just been won.
constexpr bool is_decided(const game_state<ulti>& s) {
    if (s.tricks_remaining == 0) return true;
    const ulti_bid& b = contract_of(s);
    const bool his = s.trick.current_winner == s.soloist;
    if (b.has(ulti_unit::betli)) return his;
    if (b.units != units_of(ulti_unit::durchmars) || his) return false;
    return s.rules.march_end == ulti_march_end::always ||
           (s.rules.march_end == ulti_march_end::no_trump && !b.trump);
}

// The leader of the next trick is to play.
constexpr void play_next_trick(game_state<ulti>& s) {
    s.phase = ulti_phase::play;
    s.current_player = s.trick.num_played > 0       ? s.trick.current_winner
                       : s.rules.first_bidder_leads ? seat_after<ulti>(s.dealer)
                                                    : seat{s.soloist};
}

// Opens every stake to the defenders.
constexpr void open_stakes(game_state<ulti>& s) {
    for (int i = 0; i < stake_count(s); ++i)
        s.stakes[static_cast<std::size_t>(i)].answer = answering_seats(s, i) & 7;
}

// Lets the next seat that may raise a stake speak, from `first` on; if there is none, cards are
// played.
constexpr void next_speaker(game_state<ulti>& s, seat first) {
    for (int k = 0; k < 3; ++k)
        if (const seat who = seat_after<ulti>(first, k); may_raise(s, who)) {
            s.phase = ulti_phase::kontra;
            s.current_player = who;
            return;
        }
    play_next_trick(s);
}

// Kontra at one moment, defenders first.
constexpr void begin_kontra(game_state<ulti>& s) {
    open_stakes(s);
    next_speaker(s, seat_after<ulti>(s.soloist));
}

constexpr void trick_done(game_state<ulti>& s) {
    const seat winner = s.trick.current_winner;
    const int tens = card_points<ulti>(s.trick.mask, order_now(s)) / 10;
    const int last = s.tricks_remaining == 0 ? 1 : 0;
    s.tally[winner].tens = (s.tally[winner].tens + tens + last) & 0xF;
    if (winner == s.soloist) s.aces = (s.aces + ops::popcount(s.trick.mask & ulti_aces)) & 7;
    if (is_decided(s))
        s.phase = ulti_phase::over;
    else if (s.tricks_remaining == 9 && s.rules.kontra_time == ulti_kontra_time::after_trick)
        begin_kontra(s);
}

// --- Rules -------------------------------------------------------------------------------------

// The bids that beat the last one.
constexpr ulti_bid_set higher_bids(const game_state<ulti>& s) {
    return bids_above(s.bid, s.rules.table, s.rules.tie_by_value);
}

// Of those, the ones the hand can promise; all of them if it can promise none.
constexpr ulti_bid_set possible_bids(const game_state<ulti>& s) {
    const ulti_bid_set higher = higher_bids(s);
    const ulti_bid_set honest = higher & bids_for(s.hands[s.current_player]);
    return honest != 0 ? honest : higher;
}

// The marriages a seat may tell of, while it has its whole hand: bit s for suit s.
constexpr unsigned marriages_to_tell(const game_state<ulti>& s, seat who) {
    const bool mute = who == s.soloist && !s.rules.tell_mute;
    const unsigned suits = contract_of(s).trump ? marriage_suits(s.hands[who]) : 0;
    return mute ? counted_marriages(suits, s.trump, contract_of(s), true) : suits;
}

template <>
struct rules<ulti> : trick_play<ulti> {
    using state = game_state<ulti>;

    static constexpr bool is_over(const state& s) { return s.phase == ulti_phase::over; }
    static constexpr seat to_act(const state& s) { return s.current_player; }

    static constexpr action_set legal_actions(const state& s) {
        switch (s.phase) {
            case ulti_phase::lay_away:
                return {cards_to_lay_away(s), 0};
            case ulti_phase::bid:
                return {possible_bids(s), ulti_action::bid};
            case ulti_phase::answer:
                return {answers(s), ulti_action::pass};
            case ulti_phase::name_trump:
                return {trumps_for(s.bid, s.hands[s.soloist]), ulti_action::trump};
            case ulti_phase::kontra:
                return {raises(s) | one(ulti_action::done), 0};
            case ulti_phase::play:
                return {legal_moves(s) | raises(s) | announcements(s), 0};
            case ulti_phase::over:
                break;
        }
        return {};
    }

    static constexpr void apply(state& s, action a) {
        assert(legal_actions(s).contains(a));
        if (a < deck_traits<ulti>::cards)
            s.phase == ulti_phase::lay_away ? lay_away(s, a) : play_card(s, a);
        else if (a < ulti_action::bid)
            speak(s, a);
        else if (a < ulti_action::pass)
            make_bid(s, static_cast<std::uint8_t>(a - ulti_action::bid));
        else if (a < ulti_action::trump)
            answer(s, a);
        else
            begin_play(s, static_cast<suit>(a - ulti_action::trump));
    }

    // Playing a card ends what may be said before it: marriages with the first card, kontra.
    static constexpr void play_card(state& s, card c) {
        if (s.tricks_remaining == 10 && s.rules.marriages == ulti_marriages::first_card)
            tell_marriages(s, s.current_player);
        be_silent(s, s.current_player);
        trick_play<ulti>::play_card(s, c);
    }

    // Trumps are settled: the first lead comes next. REQUIRES: the soloist has bid.
    static constexpr void begin_play(state& s, suit trump) {
        s.trump = trump;
        if (s.rules.marriages == ulti_marriages::before_lead)
            for (int k = 0; k < 3; ++k) tell_marriages(s, static_cast<seat>(k));
        play_next_trick(s);
        if (s.rules.kontra_time == ulti_kontra_time::first_card) open_stakes(s);
        if (s.rules.kontra_time == ulti_kontra_time::before_lead) begin_kontra(s);
    }

    // Notes the marriages of a seat that has its whole hand.
    static constexpr void tell_marriages(state& s, seat who) {
        const unsigned suits = marriages_to_tell(s, who);
        const unsigned forty = s.trump == suit::none ? 0 : 1U << index(s.trump);
        s.tally[who].forty = (suits & forty) != 0 ? 1 : 0;
        s.tally[who].twenties = ops::popcount(suits & ~forty) & 3;
    }

private:
    // Lower index first, so that two cards can be laid away in one order only. If some way of
    // laying away allows an honest bid, no other is allowed: after a very high bid few are left.
    static constexpr card_mask cards_to_lay_away(const state& s) {
        const card_mask hand = s.hands[s.current_player];
        const card first = s.laid[s.current_player].low;
        const ulti_bid_set higher = higher_bids(s);
        const bool any = (higher & bids_for(0)) != 0 || (higher & bids_for(hand)) == 0;
        if (first != no_card)
            return any ? above(hand, first) : honest_after(hand, above(hand, first), higher);
        const card_mask firsts = hand & ~bit(ops::msb_index(hand));
        if (any) return firsts;
        card_mask out = 0;
        ops::for_each(firsts, [&](card c) {
            if (honest_after(hand & ~bit(c), above(hand, c), higher) != 0) out |= bit(c);
        });
        return out;
    }
    static constexpr card_mask above(card_mask cards, card c) {
        return cards & ~((bit(c) << 1) - 1);
    }
    // Those of `cards` without which the hand can still promise a bid of `wanted`.
    static constexpr card_mask honest_after(card_mask hand, card_mask cards, ulti_bid_set wanted) {
        card_mask out = 0;
        ops::for_each(cards, [&](card c) {
            if (bids_for(hand & ~bit(c)) & wanted) out |= bit(c);
        });
        return out;
    }

    static constexpr void lay_away(state& s, card c) {
        ulti_pair& pair = s.laid[s.current_player];
        s.hands[s.current_player] ^= static_cast<std::uint32_t>(bit(c));
        if (pair.low == no_card) {
            pair.low = c;
        } else {
            pair.high = c;
            s.phase = ulti_phase::bid;
        }
    }

    static constexpr void make_bid(state& s, std::uint8_t bid) {
        s.bid = bid;
        s.phase = ulti_phase::answer;
        s.current_player = seat_after<ulti>(s.current_player);
    }

    static constexpr std::uint64_t answers(const state& s) {
        const action no = s.current_player == s.soloist ? ulti_action::stand : ulti_action::pass;
        const std::uint64_t yes =
            higher_bids(s) != 0 ? one(ulti_action::pick_up, ulti_action::pass) : 0;
        return yes | one(no, ulti_action::pass);
    }
    static constexpr void answer(state& s, action a) {
        if (a == ulti_action::pass) {
            s.current_player = seat_after<ulti>(s.current_player);
        } else if (a == ulti_action::stand) {
            end_auction(s);
        } else {
            const seat who = s.current_player;
            s.hands[who] |= static_cast<std::uint32_t>(s.laid[s.soloist].mask());
            s.laid[who] = {};
            s.soloist = who;
            s.phase = ulti_phase::lay_away;
        }
    }
    static constexpr void end_auction(state& s) {
        const ulti_bid& b = contract_of(s);
        if (s.bid == bid_passz && !s.rules.passz_play)
            s.phase = ulti_phase::over;
        else if (b.trump && !b.red)
            s.phase = ulti_phase::name_trump;
        else
            begin_play(s, b.trump ? ulti::red : suit::none);
    }

    // One action, in a set that begins with `first`.
    static constexpr std::uint64_t one(int a, int first = 0) {
        return std::uint64_t{1} << (a - first);
    }

    // What the player to move may double, as actions.
    static constexpr std::uint64_t raises(const state& s) {
        std::uint64_t out = 0;
        const bool both = has_own_accounts(s);
        for (int i = 0; i < stake_count(s); ++i) {
            if (!((s.stakes[static_cast<std::size_t>(i)].answer >> index(s.current_player)) & 1))
                continue;
            out |= both && s.current_player == s.soloist
                       ? one(ulti_action::kontra_at + i)
                       : one(ulti_action::kontra +
                             static_cast<int>(contract_of(s).unit(both ? 0 : i)));
        }
        return out;
    }
    static constexpr int stake_of(const state& s, action a) {
        if (a >= ulti_action::kontra_at) return a - ulti_action::kontra_at;
        if (has_own_accounts(s)) return from_soloist(s, s.current_player) - 1;
        return contract_of(s).place(static_cast<ulti_unit>(a - ulti_action::kontra));
    }

    // Marriages told at will, and giving up.
    static constexpr std::uint64_t announcements(const state& s) {
        if (s.tricks_remaining < 10) return 0;
        const seat who = s.current_player;
        std::uint64_t out = 0;
        if (s.rules.marriages == ulti_marriages::voluntary) {
            const unsigned suits = marriages_to_tell(s, who);
            const unsigned forty = 1U << (index(s.trump) & 3);
            if ((suits & forty) && !s.tally[who].forty) out |= one(ulti_action::forty);
            if (s.tally[who].twenties < ops::popcount(suits & ~forty))
                out |= one(ulti_action::twenty);
        }
        if (s.rules.give_up && who == s.soloist && s.trick.num_played == 0)
            out |= one(ulti_action::give_up);
        return out;
    }

    static constexpr void speak(state& s, action a) {
        const seat who = s.current_player;
        if (a == ulti_action::give_up) {
            s.phase = ulti_phase::over;
        } else if (a == ulti_action::forty) {
            s.tally[who].forty = 1;
        } else if (a == ulti_action::twenty) {
            s.tally[who].twenties = (s.tally[who].twenties + 1) & 3;
        } else {
            if (a == ulti_action::done)
                be_silent(s, who);
            else
                raise(s, stake_of(s, a));
            if (s.phase == ulti_phase::kontra && !may_raise(s, who))
                next_speaker(s, seat_after<ulti>(who));
        }
    }
    static constexpr void raise(state& s, int stake) {
        ulti_stake& t = s.stakes[static_cast<std::size_t>(stake)];
        t.level = (t.level + 1) & 7;
        t.answer = answering_seats(s, stake) & 7;
    }
    // Who lets his turn go by may not raise what lies there now.
    static constexpr void be_silent(state& s, seat who) {
        for (ulti_stake& t : s.stakes) t.answer = t.answer & ~(1 << index(who)) & 7;
    }
};

}  // namespace mu
