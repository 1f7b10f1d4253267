// What can be asked about a position, for every engine alike.
//
// An engine answers one question, find(): the value of a position, as far as it lies in a window.
// What its cards are worth and what a best line looks like follows from there.
#pragma once

#include <mu/solve/query.h>

namespace mu::inline MU_ISA {

inline constexpr int no_guess = -no_bound;

// The position after a card, and what side A has won by it.
template <typename Query>
struct query_step {
    Query next;
    int gain = 0;
};

// Engine derives from it and has
//
//     begin(q)                  a new question: nodes and budget are counted from here
//     find(q, window, guess)    the value for side A: exact inside the window, else a bound that
//                               lies outside. It is thought to be near `guess`, or no_guess.
//     legal(q), after(q, card)  the rules of play
//     stopped()                 the budget is used up
template <typename Engine, typename Query, typename E>
class solve_questions {
public:
    value_range value(const Query& q, value_window window = {}) {
        engine().begin(q);
        return engine().find(q, window, no_guess);
    }

    // The value of every legal card, in the order of their bits.
    solved_cards<E> card_values(const Query& q) {
        engine().begin(q);
        solved_cards<E> out;
        int guess = no_guess;
        for (E rest = engine().legal(q); rest != 0; rest &= rest - 1) {
            auto& here = out.cards[static_cast<std::size_t>(out.count++)];
            here.card = rest & (~rest + 1);
            const auto step = engine().after(q, here.card);
            here.value =
                engine().find(step.next, {}, guess == no_guess ? no_guess : guess - step.gain);
            here.value.low += step.gain;
            here.value.high += step.gain;
            if (here.value.exact()) guess = here.value.low;
        }
        return out;
    }

    // A line of best play to the end, as far as the budget lets it be known.
    solved_line<E> line(Query q) {
        engine().begin(q);
        solved_line<E> out;
        const value_range v = engine().find(q, {}, no_guess);
        if (!v.exact()) return out;
        int value = v.low;
        while (q.position.tricks > 0) {
            const bool a = a_to_play(q);
            for (E rest = engine().legal(q); rest != 0; rest &= rest - 1) {
                const E card = rest & (~rest + 1);
                const auto step = engine().after(q, card);
                const int left = value - step.gain;
                const bool only = (rest & (rest - 1)) == 0;  // some card keeps the value
                if (!only) {
                    const value_range r = a ? engine().find(step.next, {left - 1, left}, left)
                                            : engine().find(step.next, {left, left + 1}, left + 1);
                    if (engine().stopped()) return out;
                    if (a ? r.low < left : r.high > left) continue;
                }
                out.cards[static_cast<std::size_t>(out.count++)] = card;
                value = left;
                q = step.next;
                break;
            }
        }
        return out;
    }

private:
    Engine& engine() { return static_cast<Engine&>(*this); }
};

}  // namespace mu::inline MU_ISA
