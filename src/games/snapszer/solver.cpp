// Snapszer's solver behind solver<V>: the search has its own state, for the stock.

#include <algorithm>

#include <mu/games/snapszer/solver.h>
#include <mu/games/snapszer/solving.h>

#include "engine/dispatch.h"

namespace mu {

namespace {

template <typename V>
class snapszer_kernel final : public solver_kernel<V> {
    using state = game_state<V>;
    using goal = typename solving<V>::goal;

public:
    value_range value(const state& s, const goal& g, value_window) override {
        return ask(g, [&](auto& by) { return turned(s, by.value(s)); });
    }
    move_value_list moves(const state& s, const goal& g) override {
        return ask(g, [&](auto& by) {
            move_value_list out;
            for (const auto& v : by.values(s))
                out.moves[static_cast<std::size_t>(out.count++)] = {v.a, turned(s, v.value)};
            return out;
        });
    }
    move_line line(const state& s, const goal& g) override {
        return ask(g, [&](auto& by) {
            const auto found = by.best_line(s);
            move_line out;
            out.count = static_cast<int>(std::min(found.size(), out.moves.size()));
            std::copy_n(found.begin(), out.count, out.moves.begin());
            return out;
        });
    }
    void reset() override { by_.reset(); }
    void set_switches(const solve_switches& use) override {
        use_ = use;
        by_.switches = use;
        by_.reset();
    }
    void set_budget(const solve_budget& budget) override { by_.budget = budget; }
    void set_tolerance(int tolerance) override { by_.tolerance = tolerance; }
    bool wants_more(const state& s, const goal&) override {
        return rules<V>::to_act(s) == seat::north;
    }
    std::uint64_t nodes() const override { return nodes_; }
    bool stopped() const override { return by_.stopped(); }
    std::size_t bytes() override { return by_.bytes(); }

private:
    // From the player to act to seat 0.
    static value_range turned(const state& s, value_range v) {
        return rules<V>::to_act(s) == seat::north ? v : value_range{-v.high, -v.low};
    }
    template <typename F>
    auto ask(const goal& g, F&& work) {
        if (!(g == goal_)) {
            const solve_budget budget = by_.budget;
            const int tolerance = by_.tolerance;
            by_ = basic_snapszer_solver<V>(g.house, use_);
            by_.budget = budget;
            by_.tolerance = tolerance;
            goal_ = g;
        }
        const std::uint64_t before = by_.nodes();
        auto result = work(by_);
        nodes_ = by_.nodes() - before;
        return result;
    }

    goal goal_{};
    solve_switches use_{};
    basic_snapszer_solver<V> by_{};
    std::uint64_t nodes_ = 0;
};

}  // namespace

template <>
std::unique_ptr<solver_kernel<snapszer>> make_solver_kernel<snapszer>(isa) {
    return std::make_unique<snapszer_kernel<snapszer>>();
}
template <>
std::unique_ptr<solver_kernel<snapszer_24>> make_solver_kernel<snapszer_24>(isa) {
    return std::make_unique<snapszer_kernel<snapszer_24>>();
}

template class solver_kernel<snapszer>;
template class solver_kernel<snapszer_24>;

}  // namespace mu
