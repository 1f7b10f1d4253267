// What a game tells the solver.
//
// solving<V> says, for every game:
//
//     goal               what is played for: plain data, by default what the game itself counts
//     playing(s)         the cards are being played
//     begin(s)           brings a state with hands, trump and leader into play (open_deal)
//     seating(s)         which seat is which hand of the solver; side A is hands 0 and 2, or the
//                        soloist at a table of three
//     goal_of(s, o)      the goal of the game as it is played under these options
//     unit               what values count, in a word
//     side(s)            whose values are reported, in a word
//     shown(value)       the value as players write it
//
// and where the engines cannot be asked about a state and a goal alone:
//
//     task, task_of(s, g)  plain data that takes their place
//     whole_line(s, line)  the line as the rules want it played, from the cards of an engine
//
// and where ranks turn over between tricks:
//
//     order(s)             the order in which an engine sees the cards, all deal long
//     low_wins(s)          bit t: in the trick with t tricks to come the lowest of them wins
#pragma once

#include <algorithm>
#include <string_view>

#include <mu/games/bridge.h>
#include <mu/games/contree.h>
#include <mu/games/euchre.h>
#include <mu/games/jass.h>
#include <mu/games/rollout.h>
#include <mu/games/snapszer.h>
#include <mu/games/solve_seating.h>
#include <mu/games/ulti/solving.h>
#include <mu/games/whist.h>
#include <mu/solve/goals.h>

namespace mu {

// Games that count tricks: values are the tricks of one side in the whole deal.
template <variant V>
struct trick_solving {
    struct goal {
        friend constexpr bool operator==(const goal&, const goal&) = default;
    };
    static constexpr std::string_view unit = "tricks";
    static constexpr int shown(int value) { return value; }

    static constexpr goal goal_of(const game_state<V>&, const typename V::options&) { return {}; }

    static constexpr solve_seating seating(const game_state<V>&) { return {}; }
    static constexpr std::string_view side(const game_state<V>&) { return "N+S"; }
    // Tricks won so far by the side whose values are reported.
    static constexpr int won(const game_state<V>& s) { return s.tricks_won[0]; }
};

template <>
struct solving<whist> : trick_solving<whist> {
    static constexpr bool playing(const game_state<whist>& s) { return s.tricks_remaining > 0; }
    static constexpr void begin(game_state<whist>&) {}
};

template <>
struct solving<bridge> : trick_solving<bridge> {
    static constexpr bool playing(const game_state<bridge>& s) {
        return s.extra.now == bridge::phase::play && s.tricks_remaining > 0;
    }
    static constexpr void begin(game_state<bridge>& s) {
        s.extra.now = bridge::phase::play;
        s.extra.declarer = seat_after<bridge>(s.current_player, 3);
    }
};

template <int Cards>
struct solving<euchre_game<Cards>> : trick_solving<euchre_game<Cards>> {
    using state = euchre_state<Cards>;

    static constexpr bool playing(const state& s) {
        return s.extra.phase == euchre_terms::phase::play && s.tricks_remaining > 0;
    }
    static constexpr void begin(state& s) { s.extra.phase = euchre_terms::phase::play; }
    static constexpr std::string_view side(const state&) { return "the makers"; }
    static constexpr int won(const state& s) {
        return s.tricks_won[static_cast<std::size_t>(partnership_of(s.extra.maker))];
    }
    // With a seat sitting out, the one who plays alone is the soloist.
    MU_INLINE static constexpr solve_seating seating(const state& s) {
        solve_seating out;
        out.count = 0;
        for (int k = 0; k < 4; ++k) {
            const seat who = seat_after<euchre>(s.extra.maker, k);
            if (!sits_out(s, who)) out.order[static_cast<std::size_t>(out.count++)] = who;
        }
        if (out.count == 3 && !maker_alone(s)) {
            out.solo = out.order[1] == partner_of(s.extra.maker) ? 2 : 1;
            out.opposite = true;
        }
        return out;
    }
};

// Games of card points: values are the points of N+S less those of E+W in the whole deal, bonuses
// for the last trick and for all tricks included.
template <variant V>
struct point_solving {
    static constexpr std::string_view unit = "points";

    static constexpr solve_seating seating(const game_state<V>&) { return {}; }
    static constexpr std::string_view side(const game_state<V>&) { return "N+S"; }
    // The hands that have won a trick: one for each side that has.
    static constexpr play_so_far so_far(const game_state<V>& s) {
        return {.takers = (s.tricks_won[0] > 0 ? 1U : 0U) | (s.tricks_won[1] > 0 ? 2U : 0U)};
    }
};

template <>
struct solving<contree> : point_solving<contree> {
    struct goal {
        friend constexpr bool operator==(const goal&, const goal&) = default;
    };
    static constexpr goal goal_of(const game_state<contree>&, const contree::options&) {
        return {};
    }
    static constexpr bool playing(const game_state<contree>& s) {
        return s.extra.stage == contree::phase::play && s.tricks_remaining > 0;
    }
    static constexpr void begin(game_state<contree>& s) { s.extra.stage = contree::phase::play; }
    static constexpr int won(const game_state<contree>& s) {
        return s.extra.points[0] - s.extra.points[1];
    }
    MU_INLINE static constexpr point_goal<word_of<contree>> points(const game_state<contree>& s,
                                                                   const goal&) {
        return {.worth = worth_of<contree>(order_now(s)), .last = 10, .sweep = 90};
    }
    // The card points of N+S: 0 to 162, or 252 with all tricks.
    static constexpr int shown(int value) {
        return value > 162 ? value : value < -162 ? 0 : (value + 162) / 2;
    }
};

template <>
struct solving<jass> : point_solving<jass> {
    struct goal {
        bool match = true;  // all tricks earn 100 more
        friend constexpr bool operator==(const goal&, const goal&) = default;
    };
    static constexpr goal goal_of(const game_state<jass>&, const jass::options& o) {
        return {.match = o.match_bonus};
    }
    static constexpr bool playing(const game_state<jass>& s) {
        return s.extra.chosen != jass::contract::none && s.tricks_remaining > 0;
    }
    // That of the first trick. Slalom, Gusti and Mary turn it over.
    static constexpr jass::order order(const game_state<jass>& s) { return points_order(s); }
    static constexpr std::uint16_t low_wins(const game_state<jass>& s) {
        unsigned out = 0;
        for (int left = 1; left <= jass::play.tricks; ++left)
            if (order_in_trick(s.extra.chosen, jass::play.tricks - left, s.extra.table) != order(s))
                out |= 1U << left;
        return static_cast<std::uint16_t>(out);
    }
    static constexpr void begin(game_state<jass>&) {}
    static constexpr int won(const game_state<jass>& s) {
        const auto points = trick_points(s);
        return points[0] - points[1];
    }
    MU_INLINE static constexpr point_goal<word_of<jass>> points(const game_state<jass>& s,
                                                                const goal& g) {
        return {.worth = worth_of<jass>(order(s)), .last = 5, .sweep = g.match ? 100 : 0};
    }
    // The card points of N+S: 0 to 157, or 257 with all tricks.
    static constexpr int shown(int value) {
        return value > 157 ? value : value < -157 ? 0 : (value + 157) / 2;
    }
};

// Snapszer is solved with the order of the stock known. Values are game points of seat 0 less those
// of seat 1, and moves are all that a player may do, not only cards.
template <int Cards>
struct solving<snapszer_game<Cards>> {
    using state = snapszer_state<Cards>;
    struct goal {
        typename snapszer_game<Cards>::options house{};  // what the deal is scored by
        friend constexpr bool operator==(const goal&, const goal&) = default;
    };
    static constexpr std::string_view unit = "game points";

    static constexpr goal goal_of(const state&, const typename snapszer_game<Cards>::options& o) {
        return {o};
    }
    static constexpr bool playing(const state& s) {
        return !rules<snapszer_game<Cards>>::is_over(s);
    }
    static constexpr std::string_view side(const state&) { return "seat 0"; }
    static constexpr int shown(int value) { return value; }
};

// A deal from the first card on, given by its hands alone: for analysis. What else the game wants
// to know is left at its defaults.
template <variant V>
constexpr game_state<V> open_deal(const std::array<card_mask, V::seats>& hands, suit trump,
                                  seat leader) {
    game_state<V> s;
    for (int k = 0; k < V::seats; ++k) {
        s.hands[static_cast<seat>(k)] =
            static_cast<hand_mask<V>>(hands[static_cast<std::size_t>(k)]);
        s.tricks_remaining =
            std::max(s.tricks_remaining,
                     static_cast<std::uint8_t>(ops::popcount(hands[static_cast<std::size_t>(k)])));
    }
    s.trump = trump;
    s.dealer = seat_after<V>(leader, V::seats - 1);
    s.current_player = leader;
    solving<V>::begin(s);
    return s;
}

}  // namespace mu

namespace mu::inline MU_ISA {

// How an engine sees the cards.
template <variant V>
constexpr order_of<V> solving_order(const game_state<V>& s) {
    if constexpr (requires { solving<V>::order(s); })
        return solving<V>::order(s);
    else
        return trick_play<V>::order(s);
}

// The solver's question for a state. REQUIRES: solving<V>::playing(s), and seating.count is Seats.
template <int Seats, variant V>
solve_query<word_of<V>, Seats> to_query(const game_state<V>& s, const solve_seating& seating) {
    solve_query<word_of<V>, Seats> q;
    while (seating.order[static_cast<std::size_t>(q.leader)] != leader_of(s)) ++q.leader;
    std::array<seat, static_cast<std::size_t>(Seats)> from_leader{};
    for (int k = 0; k < Seats; ++k)
        from_leader[static_cast<std::size_t>(k)] =
            seating.order[static_cast<std::size_t>((q.leader + k) % Seats)];
    q.position = to_position(s, from_leader, solving_order(s));
    q.position.solo = static_cast<std::uint8_t>((seating.solo + Seats - q.leader) % Seats);
    return q;
}

}  // namespace mu::inline MU_ISA
