// What a side plays for, as one number that only grows or shrinks card by card.
//
// An objective O of a variant V answers three questions about a state:
//
//     o.total(s)           what the deal is worth so far to the side that maximises
//     o.maximizes(s, who)  whether seat `who` plays for that side
//     o.memory(s)          what of the past the rest of the deal still depends on, as a number
//                          (0 if nothing): two states with the same cards to come and the same
//                          memory gain alike from here on
//
// The value of a position is the total at the end of the deal under best play by both.
#pragma once

#include <concepts>

#include <mu/play/points.h>
#include <mu/solve/game.h>

namespace mu {

template <typename O, typename V>
concept objective_of = variant<V> && requires(const O& o, const game_state<V>& s, seat who) {
    { o.total(s) } -> std::convertible_to<int>;
    { o.maximizes(s, who) } -> std::convertible_to<bool>;
    { o.memory(s) } -> std::convertible_to<std::uint64_t>;
};

// What the objectives below have in common: one side against the rest. Side 0 is north-south; in a
// game of three a side is a seat, such as the soloist.
struct one_side {
    int side = 0;

    template <variant V>
    constexpr bool maximizes(const game_state<V>& s, seat who) const {
        return trick_play<V>::side(s, who) == side;
    }
    // Tricks that the other sides have won.
    template <variant V>
    constexpr int lost(const game_state<V>& s) const {
        int sum = 0;
        for (std::size_t k = 0; k < s.tricks_won.size(); ++k)
            if (static_cast<int>(k) != side) sum += s.tricks_won[k];
        return sum;
    }
    template <variant V>
    constexpr int won(const game_state<V>& s) const {
        return s.tricks_won[static_cast<std::size_t>(side)];
    }
};

// The side that a solver speaks of where nobody says: north-south, or the soloist.
template <variant V>
constexpr int home_side(const game_state<V>& s) {
    if constexpr (requires { s.soloist; })
        return index(s.soloist);
    else
        return 0;
}

// The tricks of a side.
struct trick_count : one_side {
    template <variant V>
    constexpr int total(const game_state<V>& s) const {
        return won(s);
    }
    template <variant V>
    constexpr std::uint64_t memory(const game_state<V>&) const {
        return 0;
    }
};

// 1 if a side wins no trick at all, else 0: betli.
struct no_trick : one_side {
    template <variant V>
    constexpr int total(const game_state<V>& s) const {
        return won(s) == 0 ? 1 : 0;
    }
    template <variant V>
    constexpr std::uint64_t memory(const game_state<V>& s) const {
        return won(s) == 0 ? 0 : 1;
    }
};

// 1 if a side wins every trick, else 0: durchmars, march, match, capot.
struct every_trick : one_side {
    template <variant V>
    constexpr int total(const game_state<V>& s) const {
        return lost(s) == 0 ? 1 : 0;
    }
    template <variant V>
    constexpr std::uint64_t memory(const game_state<V>& s) const {
        return lost(s) == 0 ? 0 : 1;
    }
};

// Whether a state keeps the card points of every side.
template <typename V>
concept keeps_points = requires(const game_state<V>& s) { s.tally[0].tens; } ||
                       requires(const game_state<V>& s) { s.extra.log; } ||
                       requires(const game_state<V>& s) { s.extra.points[0]; } ||
                       requires(const game_state<V>& s) { s.points[0]; };

// Card points in the tricks of a side, what the game gives for the last trick included.
template <variant V>
    requires keeps_points<V>
constexpr int points_won(const game_state<V>& s, int side) {
    const auto k = static_cast<std::size_t>(side);
    if constexpr (requires { s.tally[k].tens; }) {
        return 10 * s.tally[k].tens;  // ulti
    } else if constexpr (requires { s.extra.log; }) {
        int sum = 0;  // jass: 128 * side + points, trick by trick
        for (const int trick : s.extra.log)
            if (trick / 128 == side) sum += trick % 128;
        return sum;
    } else if constexpr (requires { s.extra.points[k]; }) {
        return s.extra.points[k];  // contrée
    } else {
        return s.points[k];  // snapszer, marriages included
    }
}

// The card points of a side, and a bonus for winning every trick of the deal. (Contrée counts its
// own bonus in the last trick; leave it at 0 there.)
struct point_count : one_side {
    int all_tricks_bonus = 0;

    template <variant V>
    constexpr int total(const game_state<V>& s) const {
        return points_won(s, side) + (won(s) == V::play.tricks ? all_tricks_bonus : 0);
    }
    // A bonus depends on who has won all tricks so far.
    template <variant V>
    constexpr std::uint64_t memory(const game_state<V>& s) const {
        return (won(s) == 0 ? 1U : 0U) | (lost(s) == 0 ? 2U : 0U);
    }
};

// What a deal pays to a seat: score(s, options) of the game, here for a game of two such as
// snapszer, whose end depends on all that was scored before.
template <variant V>
struct deal_score {
    seat who = seat::north;
    typename V::options options{};

    constexpr int total(const game_state<V>& s) const {
        return rules<V>::is_over(s) ? score(s, options)[static_cast<std::size_t>(who)] : 0;
    }
    constexpr bool maximizes(const game_state<V>&, seat mover) const { return mover == who; }
    constexpr std::uint64_t memory(const game_state<V>& s) const {
        std::uint64_t m = s.points[0];
        for (const int more : {int{s.points[1]}, int{s.tricks_won[0]}, int{s.tricks_won[1]},
                               s.closer + 1, int{s.stake}, index(s.marriage)})
            m = m * 251 + static_cast<std::uint64_t>(more);
        return m;
    }
};

}  // namespace mu
