// The course of a deal of skat: bidding, skat, declaration, contra, tricks.
#pragma once

#include <mu/games/skat/table.h>

namespace mu {

// Actions besides the cards, 0 to 31.
namespace skat_action {
inline constexpr action pick_up = 32;
inline constexpr action hand = 33;
inline constexpr action declare = 34;  // + 4 * trump suit (grand 4) + what is announced
inline constexpr action null = 54;
inline constexpr action null_ouvert = 55;
inline constexpr action contra = 56;
inline constexpr action re = 57;
inline constexpr action no_contra = 58;
inline constexpr action bid = 64;  // + number of the value; the listener holds by repeating it
inline constexpr action pass = 127;
}  // namespace skat_action

// --- Hooks of the card play --------------------------------------------------------------------

// Before a game is declared, jacks are shown as what they are in most of them.
constexpr skat::order order_now(const game_state<skat>& s) {
    if (s.kind == skat_kind::suit) return static_cast<skat::order>(s.trump);
    return s.kind == skat_kind::null ? skat::order::null : skat::order::grand;
}
constexpr int side_of(const game_state<skat>&, seat who) { return index(who); }
constexpr deal_phase phase_of(const game_state<skat>& s) {
    switch (s.phase) {
        case skat_phase::discard:
            return deal_phase::exchange;
        case skat_phase::play:
            return deal_phase::play;
        case skat_phase::over:
            return deal_phase::over;
        default:
            return deal_phase::auction;
    }
}
// Tricks are counted for each seat, but the defenders play together.
constexpr bool same_side(const game_state<skat>& s, seat a, seat b) {
    return (a == s.soloist) == (b == s.soloist);
}
// Nobody sees what the soloist lays away.
constexpr bool sees_action(const game_state<skat>& before, action, seat observer) {
    return before.phase != skat_phase::discard || before.current_player == observer;
}
constexpr std::optional<seat> chooser_of(const game_state<skat>& s) {
    return is_declared(s) ? std::optional(seat{s.soloist}) : std::nullopt;
}

// Of many calls the lowest says as much as any: a search need not look at the others.
constexpr action_set worth_trying(const game_state<skat>& s, const action_set& legal) {
    if (s.phase != skat_phase::bidding || s.answering) return legal;
    const std::uint64_t pass = std::uint64_t{1} << (skat_action::pass - skat_action::bid);
    return {(legal.mask & (~legal.mask + 1)) | (legal.mask & pass), legal.first};
}

// The deal may end before the tenth trick. REQUIRES: a trick has just been won.
constexpr bool is_decided(const game_state<skat>& s) {
    if (s.tricks_remaining == 0) return true;
    const bool his = s.trick.current_winner == s.soloist;
    if (s.kind == skat_kind::null) return his;
    return s.house.early_end && s.announced >= skat_announced::schwarz && !his;
}

constexpr void trick_done(game_state<skat>& s) {
    s.by_soloist |= static_cast<std::uint32_t>(bit(s.trick.cards[seat{s.soloist}]));
    if (s.trick.current_winner == s.soloist)
        s.points =
            static_cast<std::uint8_t>(s.points + card_points<skat>(s.trick.mask, order_now(s)));
    if (is_decided(s)) s.phase = skat_phase::over;
}

// --- Rules -------------------------------------------------------------------------------------

template <>
struct rules<skat> : trick_play<skat> {
    using state = game_state<skat>;

    static constexpr bool is_over(const state& s) { return s.phase == skat_phase::over; }
    static constexpr seat to_act(const state& s) { return s.current_player; }

    static constexpr action_set legal_actions(const state& s) {
        switch (s.phase) {
            case skat_phase::bidding:
                return {calls(s), skat_action::bid};
            case skat_phase::skat:
                return {one(skat_action::pick_up) | one(skat_action::hand), 0};
            case skat_phase::discard:
                return {to_lay_away(s), 0};
            case skat_phase::declare:
                return {declarations(s), 0};
            case skat_phase::contra:
                return {one(s.current_player == s.soloist ? skat_action::re : skat_action::contra) |
                            one(skat_action::no_contra),
                        0};
            case skat_phase::play:
                return {legal_moves(s), 0};
            case skat_phase::over:
                break;
        }
        return {};
    }

    static constexpr void apply(state& s, action a) {
        assert(legal_actions(s).contains(a));
        if (a >= skat_action::bid)
            a == skat_action::pass ? pass(s) : say(s, static_cast<std::uint8_t>(a & 63));
        else if (a >= skat_action::contra)
            answer_contra(s, a);
        else if (a >= skat_action::declare)
            begin_play(s, declared_by(a)), ask_contra(s);
        else if (a >= skat_action::pick_up)
            a == skat_action::pick_up ? pick_up(s) : play_hand(s);
        else
            s.phase == skat_phase::discard ? lay_away(s, a) : play_card(s, a);
    }

    // The game that an action declares, without whether it is a hand game.
    static constexpr skat_game declared_by(action a) {
        if (a >= skat_action::null)
            return {.kind = skat_kind::null,
                    .announced =
                        a == skat_action::null ? skat_announced::nothing : skat_announced::ouvert};
        const int t = (a - skat_action::declare) / 4;
        return {.kind = t == 4 ? skat_kind::grand : skat_kind::suit,
                .trump = static_cast<suit>(t),
                .announced = static_cast<skat_announced>((a - skat_action::declare) % 4)};
    }
    static constexpr action declaring(const skat_game& g) {
        if (g.kind == skat_kind::null)
            return g.announced == skat_announced::nothing ? skat_action::null
                                                          : skat_action::null_ouvert;
        return static_cast<action>(skat_action::declare +
                                   4 * (g.kind == skat_kind::grand ? 4 : index(g.trump)) +
                                   static_cast<int>(g.announced));
    }

    // The game is settled: forehand leads.
    static constexpr void begin_play(state& s, const skat_game& g) {
        s.kind = g.kind;
        s.trump = g.kind == skat_kind::suit ? g.trump : suit::none;
        s.announced = g.announced;
        s.phase = skat_phase::play;
        s.current_player = skat_forehand(s);
    }

private:
    static constexpr std::uint64_t one(int a) { return std::uint64_t{1} << (a & 63); }

    // --- Bidding. Middlehand calls and forehand listens; then rearhand calls and the survivor
    // listens. If nobody has said a value, forehand may.

    static constexpr bool is_out(const state& s, seat who) {
        return (s.passed >> index(who) & 1) != 0;
    }
    static constexpr int still_in(const state& s) { return 3 - ops::popcount(card_mask{s.passed}); }
    // REQUIRES: two or more are in.
    static constexpr seat caller(const state& s) {
        const seat middle = seat_after<skat>(s.dealer, 2);
        return still_in(s) == 3 ? middle : s.dealer;
    }
    static constexpr seat listener(const state& s) {
        const seat fore = skat_forehand(s);
        return is_out(s, fore) ? seat_after<skat>(s.dealer, 2) : fore;
    }

    static constexpr std::uint64_t calls(const state& s) {
        const std::uint64_t passing = one(skat_action::pass);
        if (s.answering) return one(s.bid) | passing;
        const int least = s.bid == skat_no_bid ? 0 : s.bid + 1;
        if (still_in(s) == 1) return one(0) | passing;  // forehand, after two who said nothing
        if (least == skat_value_count) return passing;
        const std::uint64_t all = one(skat_value_count) - one(least);
        return (s.house.next_value ? one(least) : all) | passing;
    }
    static constexpr void say(state& s, std::uint8_t value) {
        s.bid = value;
        if (still_in(s) == 1) return begin_skat(s, s.current_player);
        s.answering = s.answering ^ 1;
        s.current_player = s.answering ? listener(s) : caller(s);
    }
    static constexpr void pass(state& s) {
        s.passed = (s.passed | 1U << index(s.current_player)) & 7;
        s.answering = 0;
        if (s.passed == 7) {
            s.phase = skat_phase::over;  // passed in
        } else if (still_in(s) == 2) {
            s.current_player = s.dealer;  // rearhand has not spoken yet
        } else {
            seat left = seat::north;
            while (is_out(s, left)) left = seat_after<skat>(left);
            s.current_player = left;
            if (s.bid != skat_no_bid) begin_skat(s, left);
        }
    }
    static constexpr void begin_skat(state& s, seat soloist) {
        s.soloist = s.current_player = soloist;
        s.phase = skat_phase::skat;
    }

    // --- Skat and declaration

    static constexpr void pick_up(state& s) {
        s.hands[s.current_player] |= static_cast<std::uint32_t>(skat_cards(s));
        s.skat = {no_card, no_card};
        s.phase = skat_phase::discard;
    }
    static constexpr void play_hand(state& s) {
        s.hand = 1;
        s.phase = skat_phase::declare;
    }
    // Lower index first, so that two cards can be laid away in one order only.
    static constexpr card_mask to_lay_away(const state& s) {
        const card_mask hand = s.hands[s.current_player];
        const card_mask first = skat_cards(s);
        return first != 0 ? hand & ~((first << 1) - 1) : hand & ~bit(ops::msb_index(hand));
    }
    static constexpr void lay_away(state& s, card c) {
        s.hands[s.current_player] ^= static_cast<std::uint32_t>(bit(c));
        put_cards(std::span(s.skat), skat_cards(s) | bit(c));
        if (ops::popcount(skat_cards(s)) == 2) s.phase = skat_phase::declare;
    }

    static constexpr std::uint64_t declarations(const state& s) {
        const int bid = skat_value(s.bid);
        std::uint64_t out = 0, reaching = 0;
        for (action a = skat_action::declare; a <= skat_action::null_ouvert; ++a) {
            skat_game g = declared_by(a);
            g.hand = s.hand != 0;
            const bool null = g.kind == skat_kind::null;
            if (!g.hand && !null && g.announced != skat_announced::nothing) continue;
            const bool reaches = most_value(s, g) >= bid;
            if (null && !reaches && !s.house.null_below_bid) continue;
            out |= one(a);
            if (reaches) reaching |= one(a);
        }
        return s.house.must_reach && s.hand == 0 && reaching != 0 ? reaching : out;
    }
    // What a game counts if everything goes well.
    static constexpr int most_value(const state& s, const skat_game& g) {
        if (g.kind == skat_kind::null) return g.null_value();
        return g.base() * skat_level(g, {.matadors = skat_matadors(g, skat_soloist_cards(s)),
                                         .points = 120,
                                         .tricks = 10});
    }

    // --- Contra

    // Each defender from forehand on is asked, until one says contra; then the soloist.
    static constexpr void ask_contra(state& s) {
        if (!s.house.contra) return;
        s.phase = skat_phase::contra;
        s.current_player = first_defender(s);
    }
    static constexpr void answer_contra(state& s, action a) {
        if (a == skat_action::contra) {
            s.contra = 1;
            s.current_player = s.soloist;
            return;
        }
        if (a == skat_action::re) s.contra = 2;
        seat next = s.current_player;
        do next = seat_after<skat>(next);
        while (next == s.soloist);
        if (s.contra == 0 && next != first_defender(s)) {
            s.current_player = next;
        } else {
            s.phase = skat_phase::play;
            s.current_player = skat_forehand(s);
        }
    }
    static constexpr seat first_defender(const state& s) {
        const seat first = skat_forehand(s);
        return first == s.soloist ? seat_after<skat>(first) : first;
    }
};

}  // namespace mu
