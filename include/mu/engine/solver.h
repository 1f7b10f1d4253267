// Exact solving of a game's card play: what is a position worth with all hands open, and every
// card?
//
//     mu::solver<mu::bridge> solver;
//     mu::value_range tricks = solver.value(state);       // of N+S, in the whole deal
//     for (auto [move, value] : solver.moves(state)) ...  // after each legal card
//     std::vector<mu::action> line = solver.line(state);  // best play by everybody
//
// Values are final: what the deal will come to, with what has been won already. Whose they are and
// what they count is the game's to say, in solving<V> (games/solving.h).
//
// A solver belongs to one thread and keeps what it learns about a deal from call to call.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include <mu/engine/playouts.h>
#include <mu/engine/solving.h>

namespace mu {

struct move_value {
    action move = 0;  // a card, or what else the game lets a player do between cards
    value_range value{};

    friend bool operator==(const move_value&, const move_value&) = default;
};

// The same as plain data: what crosses from code compiled for one instruction set.
struct move_value_list {
    int count = 0;
    std::array<move_value, most_solver_cards> moves{};
};
struct move_line {
    int count = 0;
    std::array<action, 4 * most_solver_cards> moves{};
};

namespace detail {
template <typename S>
struct solver_task {
    using type = typename S::goal;
};
template <typename S>
    requires requires { typename S::task; }
struct solver_task<S> {
    using type = typename S::task;
};
}  // namespace detail

// A solver as compiled for one instruction set. What is asked is the goal, or what the game makes
// of it.
template <variant V>
class solver_kernel {
public:
    using state = game_state<V>;
    using task = typename detail::solver_task<solving<V>>::type;

    solver_kernel() = default;
    solver_kernel(const solver_kernel&) = delete;
    solver_kernel& operator=(const solver_kernel&) = delete;
    virtual ~solver_kernel();

    virtual value_range value(const state& s, const task& t, value_window window) = 0;
    virtual move_value_list moves(const state& s, const task& t) = 0;
    virtual move_line line(const state& s, const task& t) = 0;
    virtual void reset() = 0;
    virtual void set_switches(const solve_switches& use) = 0;
    virtual void set_budget(const solve_budget& budget) = 0;
    virtual void set_tolerance(int tolerance) = 0;
    virtual bool wants_more(const state& s, const task& t) = 0;
    virtual std::uint64_t nodes() const = 0;
    virtual bool stopped() const = 0;
    virtual std::size_t bytes() = 0;
};

template <variant V>
std::unique_ptr<solver_kernel<V>> make_solver_kernel(isa on);

template <variant V>
class solver {
public:
    using state = game_state<V>;
    using goal = typename solving<V>::goal;

    explicit solver(isa on = best_isa()) : kernel_(make_solver_kernel<V>(on)) {}

    // The value, exact inside the window, otherwise a bound outside of it. REQUIRES of this and the
    // next two: the cards are being played, and the deal is not over.
    value_range value(const state& s, const goal& g = {}, value_window window = {}) {
        return count(reachable(s, kernel_->value(s, task_of(s, g), window)));
    }
    // Is the value at least k? Empty if the budget ran out first.
    std::optional<bool> at_least(const state& s, int k, const goal& g = {}) {
        const value_range v = value(s, g, {k - 1, k});
        if (v.low >= k) return true;
        if (v.high < k) return false;
        return std::nullopt;
    }
    // The value after each legal card, in the order of their ids.
    std::vector<move_value> moves(const state& s, const goal& g = {}) {
        move_value_list found = count(kernel_->moves(s, task_of(s, g)));
        for (int i = 0; i < found.count; ++i) {
            value_range& v = found.moves[static_cast<std::size_t>(i)].value;
            v = reachable(s, v);
        }
        std::sort(found.moves.begin(), found.moves.begin() + found.count,
                  [](const move_value& a, const move_value& b) { return a.move < b.move; });
        return {found.moves.begin(), found.moves.begin() + found.count};
    }
    // Best play by everybody to the end, as far as the budget lets it be known.
    std::vector<action> line(const state& s, const goal& g = {}) {
        const move_line found = count(kernel_->line(s, task_of(s, g)));
        std::vector<action> out(found.moves.begin(), found.moves.begin() + found.count);
        if constexpr (requires { solving<V>::whole_line(s, out); })
            if (!stopped()) out = solving<V>::whole_line(s, out);
        return out;
    }

    // Whether the player to act wants the value to be high.
    bool wants_more(const state& s, const goal& g = {}) {
        return kernel_->wants_more(s, task_of(s, g));
    }

    // What may be used, and how long each call may take. A call that runs out returns what it has
    // proved, and stopped() says so.
    void set_switches(const solve_switches& use) { kernel_->set_switches(use); }
    void set_budget(const solve_budget& budget) { kernel_->set_budget(budget); }
    bool stopped() const { return kernel_->stopped(); }

    // Lets value() and moves() answer with ranges up to twice as wide as this, for fewer nodes. The
    // exact value lies inside. Windows, at_least() and lines stay exact.
    void set_tolerance(int tolerance) { kernel_->set_tolerance(tolerance); }

    void reset() { kernel_->reset(); }              // forgets everything
    std::uint64_t nodes() const { return nodes_; }  // cards played in all searches so far
    std::size_t bytes() const { return kernel_->bytes(); }

private:
    static decltype(auto) task_of(const state& s, const goal& g) {
        if constexpr (requires { solving<V>::task_of(s, g); })
            return solving<V>::task_of(s, g);
        else
            return (g);
    }
    // Ends of a range that is not exact. An ending given by its hands alone may come to other
    // values.
    static value_range reachable(const state& s, const value_range& v) {
        if constexpr (requires { solving<V>::reachable(s, v); }) {
            int tricks = s.tricks_remaining;
            for (const int won : s.tricks_won) tricks += won;
            if (v.low < v.high && tricks == V::play.tricks) return solving<V>::reachable(s, v);
        }
        return v;
    }
    template <typename T>
    T count(T result) {
        nodes_ += kernel_->nodes();
        return result;
    }

    std::unique_ptr<solver_kernel<V>> kernel_;
    std::uint64_t nodes_ = 0;
};

}  // namespace mu
