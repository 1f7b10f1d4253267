// Snapszer's rules of play: what the leader may do before he leads, following, drawing.
#pragma once

#include <mu/games/snapszer/table.h>

namespace mu {

namespace detail {

// Winner of the trick first.
template <int Cards>
constexpr void draw_cards(snapszer_state<Cards>& s) {
    using V = snapszer_game<Cards>;
    // Not a list in braces: nvcc takes it apart and then misses std::begin.
    const seat order[] = {s.current_player, seat_after<V>(s.current_player)};
    for (const seat who : order) {
        card& top = s.stock[V::stock_size - s.stock_left--];
        s.hands[who] |= static_cast<hand_mask<V>>(bit(top));
        top = no_card;
    }
}

template <int Cards>
constexpr void add_points(snapszer_state<Cards>& s, int who, int points) {
    s.points[who] = static_cast<std::uint8_t>(s.points[who] + points);
    if (!s.house.claim && s.points[who] >= snapszer_terms::goal)
        s.claimer = static_cast<std::int8_t>(who);
}

}  // namespace detail

// --- Hooks of trick_play -------------------------------------------------------------------------

template <int Cards>
constexpr int follow_choice(const snapszer_state<Cards>& s) {
    return s.stock_open() ? 0 : 1;
}

// A marriage must be led from.
template <int Cards>
constexpr card_mask narrow_legal(const snapszer_state<Cards>& s, card_mask moves) {
    const bool leads = trick_play<snapszer_game<Cards>>::leading(s) && s.marriage != suit::none;
    return leads ? moves & snapszer_game<Cards>::marriage_pair(s.marriage) : moves;
}

template <int Cards>
constexpr void trick_done(snapszer_state<Cards>& s) {
    const int winner = index(s.current_player);
    s.marriage = suit::none;
    int points = card_points<snapszer_game<Cards>>(s.trick.mask, s.trump);
    if (s.house.marriages_wait && s.tricks_won[winner] == 1)
        points += s.declared_points(winner);  // they waited for this trick
    detail::add_points(s, winner, points);
    const bool may_close_first = s.house.close_undrawn && s.stock_left > 2;
    if (s.stock_open() && !may_close_first) detail::draw_cards(s);
}

template <int Cards>
struct rules<snapszer_game<Cards>> : trick_play<snapszer_game<Cards>> {
    using V = snapszer_game<Cards>;
    using play = trick_play<V>;
    using state = typename play::state;

    static constexpr seat to_act(const state& s) { return s.current_player; }
    static constexpr bool is_over(const state& s) {
        return s.tricks_remaining == 0 || s.claimer >= 0;
    }

    // The trick is over, the draw is not: only where the stock may be closed in between.
    static constexpr bool draw_due(const state& s) {
        return play::leading(s) && s.stock_open() &&
               ops::popcount(s.current_hand_mask()) < V::hand_size;
    }
    static constexpr bool may_exchange(const state& s) {
        const bool in_turn =
            play::leading(s) ? s.marriage == suit::none && !draw_due(s) : s.house.exchange_either;
        const bool earned = !s.house.exchange_trick || s.tricks_won[index(s.current_player)] > 0;
        const int least = s.house.exchange_needs_3 ? 3 : 2;
        return in_turn && earned && s.stock_open() && s.stock_left >= least &&
               (s.current_hand_mask() & bit(s.lowest_trump())) != 0;
    }
    static constexpr bool may_close(const state& s) {
        return play::leading(s) && s.marriage == suit::none && s.stock_open() && s.stock_left > 2;
    }
    static constexpr bool may_marry(const state& s, suit of) {
        const card_mask pair = V::marriage_pair(of);
        return play::leading(s) && s.marriage == suit::none && !draw_due(s) &&
               (s.current_hand_mask() & pair) == pair;
    }
    static constexpr bool may_claim(const state& s) { return play::leading(s) && s.house.claim; }

    static constexpr action_set legal_actions(const state& s) {
        if (is_over(s)) return {};
        card_mask legal = draw_due(s) ? bit(V::draw) : play::legal_moves(s);
        if (may_exchange(s)) legal |= bit(V::exchange);
        if (may_close(s)) legal |= bit(V::close);
        for (const suit k : all_suits)
            if (may_marry(s, k)) legal |= bit(V::marry) << index(k);
        if (may_claim(s)) legal |= bit(V::claim);
        return {legal, 0};
    }

    static constexpr void apply(state& s, action a) {
        assert(legal_actions(s).contains(a));
        switch (a) {
            case V::exchange:
                return exchange(s);
            case V::close:
                return close(s);
            case V::claim:
                s.claimer = static_cast<std::int8_t>(me(s));
                return;
            case V::draw:
                return detail::draw_cards(s);
            default:
                if (a >= V::marry) return declare(s, static_cast<suit>(a - V::marry));
                return play::play_card(s, a);
        }
    }

private:
    static constexpr int me(const state& s) { return index(s.current_player); }

    static constexpr void exchange(state& s) {
        const card lowest = s.lowest_trump();
        s.taken = s.face_up();
        s.stock.back() = lowest;
        s.hands[me(s)] ^= static_cast<hand_mask<V>>(bit(lowest) | bit(s.taken));
    }
    static constexpr void close(state& s) {
        const int opponent = 1 - me(s);
        s.closer = static_cast<std::int8_t>(me(s));
        s.stake =
            static_cast<std::uint8_t>(V::win_value(s.tricks_won[opponent], s.points[opponent]));
        s.tricks_remaining = static_cast<std::uint8_t>(ops::popcount(s.hands[me(s)]));
    }
    static constexpr void declare(state& s, suit of) {
        s.marriage = of;
        s.marriages[me(s)] |= static_cast<std::uint8_t>(1 << index(of));
        if (s.marriages_count(me(s))) detail::add_points(s, me(s), V::marriage_points(of, s.trump));
    }
};

}  // namespace mu
