// Compiled once for each instruction set; src/games/solver.cpp chooses.

#include <mu/games/solver.h>
#include <mu/solve/points.h>
#include <mu/solve/tricks.h>

namespace mu::kernels::MU_ISA {

namespace {

// From what an engine counts, for side A and from here on, to what is reported: factor and offset.
struct frame {
    int sign = 1, offset = 0;

    value_range out(value_range v) const {
        return sign > 0 ? value_range{offset + v.low, offset + v.high}
                        : value_range{offset - v.high, offset - v.low};
    }
    value_window in(value_window w) const {
        if (w.low <= -no_bound && w.high >= no_bound) return w;
        return sign > 0 ? value_window{w.low - offset, w.high - offset}
                        : value_window{offset - w.high, offset - w.low};
    }
};

// A game's solver: `Engines` finds the engine for a state, and its frame.
template <variant V, typename Engines>
class game_kernel final : public solver_kernel<V> {
    using state = game_state<V>;
    using goal = typename solving<V>::goal;

public:
    value_range value(const state& s, const goal& g, value_window window) override {
        return ask(s, g, [&](auto& engine, const auto& q, const frame& f) {
            return f.out(engine.value(q, f.in(window)));
        });
    }

    move_value_list moves(const state& s, const goal& g) override {
        return ask(s, g, [&](auto& engine, const auto& q, const frame& f) {
            const play_space<V> space = space_of<V>(trick_play<V>::order(s));
            const auto found = engine.card_values(q);
            move_value_list out;
            for (std::size_t i = 0; out.count < found.count; ++i, ++out.count)
                out.moves[i] = {space.to_card(found.cards[i].card), f.out(found.cards[i].value)};
            return out;
        });
    }

    move_line line(const state& s, const goal& g) override {
        return ask(s, g, [&](auto& engine, const auto& q, const frame&) {
            const play_space<V> space = space_of<V>(trick_play<V>::order(s));
            const auto found = engine.line(q);
            move_line out;
            for (std::size_t i = 0; out.count < found.count; ++i, ++out.count)
                out.moves[i] = space.to_card(found.cards[i]);
            return out;
        });
    }

    void reset() override {
        engines_.each([](auto& engine) { engine.reset(); });
    }
    void set_switches(const solve_switches& use) override {
        engines_.use = use;
        engines_.each([&](auto& engine) { engine.set_switches(use); });
    }
    void set_budget(const solve_budget& budget) override { budget_ = budget; }
    std::uint64_t nodes() const override { return nodes_; }
    bool stopped() const override { return stopped_; }
    std::size_t bytes() override {
        std::size_t sum = 0;
        engines_.each([&](auto& engine) { sum += engine.bytes(); });
        return sum;
    }

private:
    template <typename F>
    auto ask(const state& s, const goal& g, F&& work) {
        return engines_.pick(s, g, [&](auto& engine, const auto& q, const frame& f) {
            engine.set_budget(budget_);
            auto result = work(engine, q, f);
            nodes_ = engine.nodes();
            stopped_ = engine.stopped();
            return result;
        });
    }

    Engines engines_;
    solve_budget budget_;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
};

// An engine that is made when it is first needed: its memory is not small.
template <typename Engine>
class on_demand {
public:
    on_demand() = default;
    on_demand(const on_demand&) = delete;
    on_demand& operator=(const on_demand&) = delete;
    ~on_demand() { delete engine_; }

    Engine& get(const solve_switches& use) {
        if (engine_ == nullptr) engine_ = new Engine(use);
        return *engine_;
    }
    Engine* if_made() { return engine_; }

private:
    Engine* engine_ = nullptr;
};

// Games that count tricks, at tables of any size.
template <variant V>
struct trick_engines {
    solve_switches use;

    template <typename F>
    auto pick(const game_state<V>& s, const typename solving<V>::goal&, F&& work) {
        const solve_seating seating = solving<V>::seating(s);
        const int won = solving<V>::won(s);
        const frame f = seating.opposite ? frame{-1, won + s.tricks_remaining} : frame{1, won};
        if constexpr (requires { active_seats(s); }) {
            if (seating.count == 3) return work(three.get(use), to_query<3>(s, seating), f);
            if (seating.count == 2) return work(two.get(use), to_query<2>(s, seating), f);
        }
        return work(four.get(use), to_query<4>(s, seating), f);
    }
    template <typename F>
    void each(F&& work) {
        if (auto* e = four.if_made()) work(*e);
        if (auto* e = three.if_made()) work(*e);
        if (auto* e = two.if_made()) work(*e);
    }

    on_demand<trick_solver<word_of<V>, 4>> four;
    on_demand<trick_solver<word_of<V>, 3>> three;
    on_demand<trick_solver<word_of<V>, 2>> two;
};

// What else a game is played by, or the same once more.
template <variant V>
constexpr play_rules other_rules() {
    if constexpr (requires { V::other_play; })
        return V::other_play;
    else
        return V::play;
}

// Games of card points for two sides.
template <variant V>
struct point_engines {
    solve_switches use;

    template <typename F>
    auto pick(const game_state<V>& s, const typename solving<V>::goal& g, F&& work) {
        points_query<word_of<V>, 4> q;
        static_cast<solve_query<word_of<V>, 4>&>(q) = to_query<4>(s, solving<V>::seating(s));
        q.so_far = solving<V>::so_far(s);
        const frame f{1, solving<V>::won(s)};
        const auto go = [&](auto& by) {
            by.set_goal(solving<V>::points(s, g));
            return work(by, q, f);
        };
        if constexpr (requires { V::other_play; })
            if (q.position.other_play != 0) return go(second.get(use));
        return go(first.get(use));
    }
    template <typename F>
    void each(F&& work) {
        if (auto* e = first.if_made()) work(*e);
        if (auto* e = second.if_made()) work(*e);
    }

    on_demand<points_solver<V::play, word_of<V>, point_goal>> first;
    on_demand<points_solver<other_rules<V>(), word_of<V>, point_goal>> second;
};

template <variant V>
struct engines_of {
    using type = trick_engines<V>;
};
template <variant V>
    requires has_points<V>
struct engines_of<V> {
    using type = point_engines<V>;
};

}  // namespace

template <typename V>
solver_kernel<V>* make_solver() {
    return new game_kernel<V, typename engines_of<V>::type>;
}

#define MU_INSTANTIATE(V) template solver_kernel<V>* make_solver<V>();
MU_SOLVED_GAMES(MU_INSTANTIATE)
#undef MU_INSTANTIATE

}  // namespace mu::kernels::MU_ISA
