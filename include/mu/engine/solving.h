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
//     score_at(s, v, o)  what each seat scores if the card play comes to this value
//     cards_to_solve(s)  cards in hand up to which a solution costs a player little; all if not
//                        said
//     per_shown          how much the value changes when what is shown changes by one; 1 if not
//                        said
//     reachable(s, v)    a range without what the card play cannot come to at its ends; all of it
//                        if not said. shown() and score_at() are for values that it can come to.
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
#include <vector>

#include <mu/engine/seating.h>
#include <mu/games/facets.h>
#include <mu/games/rollout.h>
#include <mu/solve/goals.h>

namespace mu {

// The game can be solved. REQUIRES: its solving.h, if it has one, has been included.
template <typename V>
inline constexpr bool has_solver = requires { solving<V>::unit; };

// One soloist against the others: which of the solver's goals an engine is to play for. A game
// whose solving<V> has a task names it there.
enum class solo_way : std::uint8_t { payoff, points, tricks };

// Games that count tricks: values are the tricks of one side in the whole deal.
template <variant V>
struct trick_solving {
    struct goal {
        friend constexpr bool operator==(const goal&, const goal&) = default;
    };
    static constexpr std::string_view unit = "tricks";
    static constexpr int shown(int value) { return value; }
    // A game of card play alone is in play until its last trick.
    static constexpr bool playing(const game_state<V>& s) { return s.tricks_remaining > 0; }
    static constexpr void begin(game_state<V>&) {}

    static constexpr goal goal_of(const game_state<V>&, const typename V::options&) { return {}; }

    static constexpr solve_seating seating(const game_state<V>&) { return {}; }
    static constexpr std::string_view side(const game_state<V>&) { return "N+S"; }
    // Tricks won so far by the side whose values are reported.
    static constexpr int won(const game_state<V>& s) { return s.tricks_won[0]; }

    static constexpr auto score_at(game_state<V> s, int value, const typename V::options& o) {
        return score(with_tricks(s, 0, value), o);
    }

protected:
    // The end of a deal in which a side has won so many tricks.
    static constexpr game_state<V> with_tricks(game_state<V> s, int side, int tricks) {
        const int all = s.tricks_won[0] + s.tricks_won[1] + s.tricks_remaining;
        s.tricks_won[static_cast<std::size_t>(side)] = static_cast<std::uint8_t>(tricks);
        s.tricks_won[static_cast<std::size_t>(1 - side)] = static_cast<std::uint8_t>(all - tricks);
        s.tricks_remaining = 0;
        return s;
    }
};

// Games of card points: values are the points of N+S less those of E+W in the whole deal, bonuses
// for the last trick and for all tricks included.
template <variant V>
struct point_solving {
    static constexpr std::string_view unit = "points";
    static constexpr int per_shown = 2;  // what one side gains the other loses

    static constexpr solve_seating seating(const game_state<V>&) { return {}; }
    static constexpr std::string_view side(const game_state<V>&) { return "N+S"; }
    // The hands that have won a trick: one for each side that has.
    static constexpr play_so_far so_far(const game_state<V>& s) {
        return {.takers = (s.tricks_won[0] > 0 ? 1U : 0U) | (s.tricks_won[1] > 0 ? 2U : 0U)};
    }

protected:
    // All points bring so many, all tricks far more, and nothing lies between.
    static constexpr value_range beside_gaps(value_range v, int points, int tricks) {
        if (v.low > points)
            v.low = tricks;
        else if (v.low > -tricks)
            v.low = std::max(v.low, -points);
        if (v.high < -points)
            v.high = -tricks;
        else if (v.high < tricks)
            v.high = std::min(v.high, points);
        return v;
    }
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

// The line to where the rules end the deal, from the cards of an engine: one may stop sooner, where
// nothing can be won or lost any more, and later, and it is silent where players may speak.
// `said(s)` is what is said where no card is due.
template <variant V, typename Said>
std::vector<action> line_by_rules(game_state<V> s, const std::vector<action>& cards, Said&& said) {
    std::vector<action> out;
    for (auto next = cards.begin(); !rules<V>::is_over(s);) {
        const action a = phase_of(s) != deal_phase::play ? said(s)
                         : next != cards.end()           ? *next++
                                                         : ops::lsb_index(rules<V>::legal_moves(s));
        rules<V>::apply(s, a);
        out.push_back(a);
    }
    return out;
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
