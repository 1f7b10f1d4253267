// A position to be solved, and what every solver can tell of it.
#pragma once

#include <array>

#include <mu/play/playout.h>
#include <mu/solve/limits.h>

namespace mu {

// A position to be solved. Hands are numbered for the whole deal: hand k of the position is hand
// (leader + k) % seats, so that positions of one deal with different leaders share what the solver
// knows. Side A is hands 0 and 2, or at a table of three the soloist.
template <typename E, int Seats>
struct solve_query {
    play_position<E, Seats> position{};
    int leader = 0;
};

inline constexpr int no_bound = 30000;  // beyond every value

// Values outside of it need only be known to be outside.
struct value_window {
    int low = -no_bound, high = no_bound;
};

inline constexpr int most_solver_cards = 16;  // of one hand

// Legal cards and their values.
template <typename E>
struct solved_cards {
    struct entry {
        E card = 0;
        value_range value{};
    };
    int count = 0;
    std::array<entry, most_solver_cards> cards{};
};

// Cards in the order in which they are played.
template <typename E>
struct solved_line {
    int count = 0;
    std::array<E, 4 * most_solver_cards> cards{};
};

}  // namespace mu

namespace mu::inline MU_ISA {

// The cards of the hand to play that the follow rule allows.
template <typename E, int Seats>
MU_INLINE constexpr E legal_cards(const follow_rule& rule, const solve_query<E, Seats>& q) {
    const auto& p = q.position;
    const E hand = p.hand[p.played];
    if (p.played == 0) return hand;
    const bool partner_wins = Seats == 4 && p.winning + 2 == p.played;
    return legal(rule, hand,
                 trick_sight<E>{.led = p.led,
                                .trumps = p.trumps,
                                .beaters = p.beaters,
                                .heads = p.heads,
                                .top_trump = p.top_trump,
                                .partner_wins = arch::mask_from_bool<E>(partner_wins)});
}

// The position after a card. `low`: the lowest card wins the trick, not the highest; REQUIRES: no
// trumps then.
template <int Fields = 4, typename E, int Seats>
constexpr solve_query<E, Seats> after_card(solve_query<E, Seats> q, E card, bool low = false) {
    auto& p = q.position;
    const E over = low ? card - 1 : above(card);
    p.hand[p.played] ^= card;
    if (p.played == 0) {
        p.led = arch::fill_field<Fields>(card);
        p.beaters = over & (p.led | p.trumps);
        p.heads = above(card) & p.led;
        p.trick = card;
        p.winning = 0;
    } else {
        if ((card & p.beaters) != 0) {
            p.beaters = over & (p.led | p.trumps);
            p.winning = p.played;
        }
        if ((card & p.heads) != 0) p.heads = above(card) & p.led;
        p.trick |= card;
    }
    if (++p.played < Seats) return q;
    // The trick is complete: its winner becomes hand 0.
    const int turn = p.winning;
    const auto from = p;
    for (int k = 0; k < Seats; ++k) p.hand[k] = from.hand[(k + turn) % Seats];
    p.solo = static_cast<std::uint8_t>((p.solo + Seats - turn) % Seats);
    p.led = p.beaters = p.heads = p.trick = 0;
    p.played = p.winning = 0;
    --p.tricks;
    q.leader = (q.leader + turn) % Seats;
    return q;
}

// The hand to play is on side A.
template <typename E, int Seats>
constexpr bool a_to_play(const solve_query<E, Seats>& q) {
    const auto& p = q.position;
    return Seats == 3 ? p.played == p.solo : ((q.leader + p.played) & 1) == 0;
}

// 1 if a trick was completed between the two positions and side A has won it.
template <typename E, int Seats>
constexpr int trick_for_a(const solve_query<E, Seats>& before, const solve_query<E, Seats>& now) {
    if (now.position.tricks == before.position.tricks) return 0;
    return Seats == 3 ? now.position.solo == 0 : (now.leader & 1) == 0;
}

}  // namespace mu::inline MU_ISA
