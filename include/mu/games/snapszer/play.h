// Snapszer's rules of play: what the leader may do before he leads, following, drawing.
#pragma once

#include <mu/games/snapszer/table.h>

namespace mu {

namespace detail {

// Winner of the trick first.
constexpr void draw_cards(game_state<snapszer>& s) {
    for (const seat who : {s.current_player, seat_after<snapszer>(s.current_player)}) {
        card& top = s.stock[snapszer::stock_size - s.stock_left--];
        s.hands[who] |= static_cast<hand_mask<snapszer>>(bit(top));
        top = no_card;
    }
}

constexpr void add_points(game_state<snapszer>& s, int who, int points) {
    s.points[who] = static_cast<std::uint8_t>(s.points[who] + points);
    if (!(s.house & snapszer::claim_66) && s.points[who] >= snapszer::goal)
        s.claimer = static_cast<std::int8_t>(who);
}

}  // namespace detail

// --- Hooks of trick_play -------------------------------------------------------------------------

constexpr int follow_choice(const game_state<snapszer>& s) { return s.stock_open() ? 0 : 1; }

// A marriage must be led from.
constexpr card_mask narrow_legal(const game_state<snapszer>& s, card_mask moves) {
    const bool leads = trick_play<snapszer>::leading(s) && s.marriage != suit::none;
    return leads ? moves & snapszer::marriage_pair(s.marriage) : moves;
}

constexpr void trick_done(game_state<snapszer>& s) {
    const int winner = index(s.current_player);
    s.marriage = suit::none;
    int points = card_points<snapszer>(s.trick.mask, s.trump);
    if ((s.house & snapszer::marriages_wait) && s.tricks_won[winner] == 1)
        points += s.declared_points(winner);  // they waited for this trick
    detail::add_points(s, winner, points);
    const bool may_close_first = (s.house & snapszer::close_before_draw) && s.stock_left > 2;
    if (s.stock_open() && !may_close_first) detail::draw_cards(s);
}

template <>
struct rules<snapszer> : trick_play<snapszer> {
    using play = trick_play<snapszer>;

    static constexpr seat to_act(const state& s) { return s.current_player; }
    static constexpr bool is_over(const state& s) {
        return s.tricks_remaining == 0 || s.claimer >= 0;
    }

    // The trick is over, the draw is not: only where the stock may be closed in between.
    static constexpr bool draw_due(const state& s) {
        return play::leading(s) && s.stock_open() &&
               ops::popcount(s.current_hand_mask()) < snapszer::hand_size;
    }
    static constexpr bool may_exchange(const state& s) {
        const bool in_turn = play::leading(s) ? s.marriage == suit::none && !draw_due(s)
                                              : (s.house & snapszer::exchange_by_either) != 0;
        const bool earned = !(s.house & snapszer::exchange_needs_trick) ||
                            s.tricks_won[index(s.current_player)] > 0;
        const int least = s.house & snapszer::exchange_needs_3 ? 3 : 2;
        return in_turn && earned && s.stock_open() && s.stock_left >= least &&
               (s.current_hand_mask() & bit(s.trump_jack())) != 0;
    }
    static constexpr bool may_close(const state& s) {
        return play::leading(s) && s.marriage == suit::none && s.stock_open() && s.stock_left > 2;
    }
    static constexpr bool may_marry(const state& s, suit of) {
        const card_mask pair = snapszer::marriage_pair(of);
        return play::leading(s) && s.marriage == suit::none && !draw_due(s) &&
               (s.current_hand_mask() & pair) == pair;
    }
    static constexpr bool may_claim(const state& s) {
        return play::leading(s) && (s.house & snapszer::claim_66) != 0;
    }

    static constexpr action_set legal_actions(const state& s) {
        if (is_over(s)) return {};
        card_mask legal = draw_due(s) ? bit(snapszer::draw) : play::legal_moves(s);
        if (may_exchange(s)) legal |= bit(snapszer::exchange);
        if (may_close(s)) legal |= bit(snapszer::close);
        for (const suit k : all_suits)
            if (may_marry(s, k)) legal |= bit(snapszer::marry) << index(k);
        if (may_claim(s)) legal |= bit(snapszer::claim);
        return {legal, 0};
    }

    static constexpr void apply(state& s, action a) {
        assert(legal_actions(s).contains(a));
        switch (a) {
            case snapszer::exchange:
                return exchange(s);
            case snapszer::close:
                return close(s);
            case snapszer::claim:
                s.claimer = static_cast<std::int8_t>(me(s));
                return;
            case snapszer::draw:
                return detail::draw_cards(s);
            default:
                if (a >= snapszer::marry) return declare(s, static_cast<suit>(a - snapszer::marry));
                return play::play_card(s, a);
        }
    }

private:
    static constexpr int me(const state& s) { return index(s.current_player); }

    static constexpr void exchange(state& s) {
        const card jack = s.trump_jack();
        s.taken = s.face_up();
        s.stock.back() = jack;
        s.hands[me(s)] ^= static_cast<hand_mask<snapszer>>(bit(jack) | bit(s.taken));
    }
    static constexpr void close(state& s) {
        const int opponent = 1 - me(s);
        s.closer = static_cast<std::int8_t>(me(s));
        s.stake = static_cast<std::uint8_t>(
            snapszer::win_value(s.tricks_won[opponent], s.points[opponent]));
        s.tricks_remaining = static_cast<std::uint8_t>(ops::popcount(s.hands[me(s)]));
    }
    static constexpr void declare(state& s, suit of) {
        s.marriage = of;
        s.marriages[me(s)] |= static_cast<std::uint8_t>(1 << index(of));
        if (s.marriages_count(me(s)))
            detail::add_points(s, me(s), snapszer::marriage_points(of, s.trump));
    }
};

}  // namespace mu
