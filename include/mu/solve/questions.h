// What can be asked about a position, for every engine alike.
//
// An engine answers one question, find(): the value of a position, as far as it lies in a window.
// What its cards are worth and what a best line looks like follows from there.
#pragma once

#include <mu/solve/narrow.h>

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
//     find(q, window, guess, tolerance)
//                               the value for side A: exact inside the window, or a range no wider
//                               than twice the tolerance; else a bound that lies outside. It is
//                               thought to be near `guess`, or no_guess. In an empty window, what
//                               is known without a search.
//     step()                    possible values differ by multiples of it
//     legal(q), after(q, card)  the rules of play
//     equals_next(q, card)      optional, with switches(): of the legal cards the next one up has
//     the same value meter()                   nodes and budget
template <typename Engine, typename Query, typename E>
class solve_questions {
public:
    // Answers may be ranges, at most twice as wide as this. They hold the exact value.
    void set_tolerance(int tolerance) { tolerance_ = tolerance; }

    void set_budget(const solve_budget& b) { engine().meter().set_budget(b); }
    // Cards played in searches since the last call of value(), card_values() or line().
    std::uint64_t nodes() const { return engine().meter().nodes(); }

    value_range value(const Query& q, value_window window = {}) {
        engine().begin(q);
        const bool whole = window.low <= -no_bound && window.high >= no_bound;
        const int tolerance = whole ? tolerance_ : 0;
        if (!engine().meter().limited()) return engine().find(q, window, no_guess, tolerance);
        open_value v = opened({q}, window);
        narrow(
            &v, 1, tolerance,
            [&](int, int t, std::uint64_t nodes) { return ask({q}, v, t, nodes); },
            [&] { return engine().meter().spent(); });
        return v.known;
    }

    // The value of every legal card, in the order of their bits. `best` is that of the best of
    // them, if it is known: then nobody asks whether others are worth more, and cards are asked
    // about from the highest.
    solved_cards<E> card_values(const Query& q, int best = no_guess) {
        engine().begin(q);
        solved_cards<E> out;
        std::array<query_step<Query>, most_solver_cards> steps;
        std::array<std::size_t, most_solver_cards> which;  // card of each step
        std::size_t count = 0;
        for (E rest = engine().legal(q); rest != 0; rest &= rest - 1) {
            const auto i = static_cast<std::size_t>(out.count++);
            out.cards[i].card = rest & (~rest + 1);
            if (as_good_as_next(q, out.cards[i].card)) continue;
            steps[count] = engine().after(q, out.cards[i].card);
            which[count++] = i;
        }
        if (!engine().meter().limited()) {
            const bool known = best != no_guess, a = a_to_play(q);
            int guess = best;
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t k = known ? count - 1 - i : i;
                value_range& v = out.cards[which[k]].value;
                const int gain = steps[k].gain;
                value_window within;
                if (known) (a ? within.high : within.low) = best - gain;
                v = engine().find(steps[k].next, within,
                                  guess == no_guess ? no_guess : guess - gain, tolerance_);
                v.low += gain;
                v.high += gain;
                if (known)
                    v = a ? value_range{v.low, std::min(v.high, best)}
                          : value_range{std::max(v.low, best), v.high};
                else if (v.high - v.low <= 2 * tolerance_)
                    guess = v.low + (v.high - v.low) / 2;
            }
        } else {
            std::array<open_value, most_solver_cards> values;
            for (std::size_t k = 0; k < count; ++k) values[k] = opened(steps[k], {});
            narrow(
                values.data(), static_cast<int>(count), tolerance_,
                [&](int k, int t, std::uint64_t nodes) {
                    const auto at = static_cast<std::size_t>(k);
                    return ask(steps[at], values[at], t, nodes);
                },
                [&] { return engine().meter().spent(); });
            for (std::size_t k = 0; k < count; ++k) out.cards[which[k]].value = values[k].known;
        }
        for (auto i = static_cast<std::size_t>(out.count); i-- > 0;)
            if (as_good_as_next(q, out.cards[i].card)) out.cards[i].value = out.cards[i + 1].value;
        return out;
    }

    // A line of best play to the end, as far as the budget lets it be known.
    solved_line<E> line(Query q) {
        engine().begin(q);
        solved_line<E> out;
        const value_range v = engine().find(q, {}, no_guess, 0);
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
                    const value_range r =
                        a ? engine().find(step.next, {left - 1, left}, left, 0)
                          : engine().find(step.next, {left, left + 1}, left + 1, 0);
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
    const Engine& engine() const { return static_cast<const Engine&>(*this); }

    bool as_good_as_next(const Query& q, E card) const {
        if constexpr (requires { Engine::equals_next(q, card); })
            return engine().switches().equals && Engine::equals_next(q, card);
        return false;
    }

    // What is known at once of the value after a step, what the step has brought included.
    open_value opened(const query_step<Query>& s, value_window window) {
        const value_range r = engine().find(s.next, {no_bound, no_bound}, no_guess, 0);
        return {
            .known = {r.low + s.gain, r.high + s.gain}, .within = window, .step = engine().step()};
    }
    bool ask(const query_step<Query>& s, open_value& v, int t, std::uint64_t nodes) {
        engine().meter().allow(nodes);
        const int left = t - s.gain;
        const value_range r = engine().find(s.next, {left - 1, left}, left, 0);
        v.learn({r.low + s.gain, r.high + s.gain});
        return !engine().stopped();
    }

    int tolerance_ = 0;
};

}  // namespace mu::inline MU_ISA
