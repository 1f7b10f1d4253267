// The solver of a game, for a file that is compiled once for each instruction set
// (src/games/<game>/kernels.cpp); dispatch.h chooses.
//
// A solver works on single words. It gains from AVX2 machines' bit instructions (whist: a third of
// the time) and nothing from wider vectors, so there is no copy for AVX-512.
#pragma once

#if defined(__AVX512VPOPCNTDQ__)

#define MU_SOLVER_KERNEL(V)

#else

#include <mu/engine/solver.h>
#include <mu/solve/points.h>
#include <mu/solve/tricks.h>

namespace mu::kernels::MU_ISA {

namespace {

// From what an engine counts, for side A and from here on, to what is reported: factor and offset.
struct frame {
    int factor = 1, offset = 0;

    value_range out(value_range v) const {
        return factor > 0 ? value_range{offset + factor * v.low, offset + factor * v.high}
                          : value_range{offset + factor * v.high, offset + factor * v.low};
    }
    value_window in(value_window w) const {
        if (w.low <= -no_bound && w.high >= no_bound) return w;
        return factor > 0 ? value_window{down(w.low), up(w.high)}
                          : value_window{down(w.high), up(w.low)};
    }

private:
    // What the engine counts for a reported value, rounded to a whole number.
    int down(int value) const {
        const int n = value - offset, q = n / factor;
        return q * factor != n && (n < 0) != (factor < 0) ? q - 1 : q;
    }
    int up(int value) const {
        const int q = down(value);
        return q * factor == value - offset ? q : q + 1;
    }
};

// A game's solver: `Engines` finds the engine for a state, and its frame.
template <variant V, typename Engines>
class game_kernel final : public solver_kernel<V> {
    using state = game_state<V>;
    using task = typename solver_kernel<V>::task;

public:
    value_range value(const state& s, const task& t, value_window window) override {
        return ask(s, t, [&](auto& engine, const auto& q, const frame& f) {
            return f.out(engine.value(q, f.in(window)));
        });
    }

    move_value_list moves(const state& s, const task& t) override {
        return ask(s, t, [&](auto& engine, const auto& q, const frame& f) {
            const play_space<V> space = space_of<V>(solving_order(s));
            const auto found = engine.card_values(q);
            move_value_list out;
            for (std::size_t i = 0; out.count < found.count; ++i, ++out.count)
                out.moves[i] = {space.to_card(found.cards[i].card), f.out(found.cards[i].value)};
            return out;
        });
    }

    move_line line(const state& s, const task& t) override {
        return ask(s, t, [&](auto& engine, const auto& q, const frame&) {
            const play_space<V> space = space_of<V>(solving_order(s));
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
    void set_tolerance(int tolerance) override { tolerance_ = tolerance; }
    bool wants_more(const state& s, const task& t) override {
        return engines_.pick(s, t, [](auto&, const auto& q, const frame& f) {
            return a_to_play(q) == (f.factor > 0);
        });
    }
    std::uint64_t nodes() const override { return nodes_; }
    bool stopped() const override { return stopped_; }
    std::size_t bytes() override {
        std::size_t sum = 0;
        engines_.each([&](auto& engine) { sum += engine.bytes(); });
        return sum;
    }

private:
    template <typename F>
    auto ask(const state& s, const task& t, F&& work) {
        return engines_.pick(s, t, [&](auto& engine, const auto& q, const frame& f) {
            engine.set_budget(budget_);
            engine.set_tolerance(tolerance_ / std::max(1, std::abs(f.factor)));
            auto result = work(engine, q, f);
            nodes_ = engine.nodes();
            stopped_ = engine.stopped();
            return result;
        });
    }

    Engines engines_;
    solve_budget budget_;
    int tolerance_ = 0;
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

template <variant V>
inline constexpr bool has_turns = requires(const game_state<V>& s) { solving<V>::low_wins(s); };
template <variant V>
constexpr solve_rules turning_rules() {
    if constexpr (has_turns<V>)
        return with_turns(V::play);
    else
        return V::play;
}

// Games of card points for two sides. The rules that are usual have engines of their own.
template <variant V>
struct point_engines {
    solve_switches use;

    template <typename F>
    auto pick(const game_state<V>& s, const typename solving<V>::goal& g, F&& work) {
        points_query<word_of<V>, 4> q;
        static_cast<solve_query<word_of<V>, 4>&>(q) = to_query<4>(s, solving<V>::seating(s));
        q.so_far = solving<V>::so_far(s);
        q.follow = trick_play<V>::follow(s);
        const frame f{1, solving<V>::won(s)};
        const auto go = [&](auto& by) {
            by.set_goal(solving<V>::points(s, g));
            return work(by, q, f);
        };
        if constexpr (has_turns<V>) {
            q.low_wins = solving<V>::low_wins(s);
            if (q.low_wins != 0) {
                turn_table(q);
                return go(turning.get(use));
            }
        }
        // Without trumps all duties to trump come to following suit.
        const bool plain = q.position.trumps == 0 && !q.follow.head;
        if (plain || q.follow == V::play.follow) return go(first.get(use));
        if constexpr (requires { V::other_play; })
            if (q.follow == V::other_play.follow) return go(second.get(use));
        return go(any.get(use));
    }
    template <typename F>
    void each(F&& work) {
        if (auto* e = first.if_made()) work(*e);
        if (auto* e = second.if_made()) work(*e);
        if (auto* e = any.if_made()) work(*e);
        if (auto* e = turning.if_made()) work(*e);
    }
    // The cards on the table were taken for a trick that the highest wins.
    template <typename Query>
    static void turn_table(Query& q) {
        auto& p = q.position;
        if (p.played == 0 || (q.low_wins >> p.tricks & 1) == 0) return;
        const auto suit = p.trick & p.led;
        p.beaters = ((suit & (~suit + 1)) - 1) & p.led;
    }

    on_demand<points_solver<V::play, word_of<V>, point_goal>> first;
    on_demand<points_solver<other_rules<V>(), word_of<V>, point_goal>> second;
    on_demand<points_solver<with_any_follow(V::play), word_of<V>, point_goal>> any;
    on_demand<points_solver<turning_rules<V>(), word_of<V>, point_goal>> turning;
};

// Games of one soloist against two, for whom solving<V> has worked out what is asked.
template <variant V>
struct solo_engines {
    solve_switches use;

    template <typename F>
    auto pick(const game_state<V>& s, const typename solving<V>::task& t, F&& work) {
        points_query<word_of<V>, 3> q;
        static_cast<solve_query<word_of<V>, 3>&>(q) = to_query<3>(s, solving<V>::seating(s));
        q.so_far = t.so_far;
        q.follow = trick_play<V>::follow(s);
        const frame f{t.factor, t.offset};
        const auto go = [&](auto& by, const auto& goal) {
            by.set_goal(goal);
            return work(by, q, f);
        };
        if constexpr (varies) {
            if (q.follow != V::play.follow && t.way != solo_way::payoff)
                return t.way == solo_way::tricks ? go(tricks_any.get(use), t.tricks)
                                                 : go(points_any.get(use), t.points);
        }
        if (t.way == solo_way::tricks) return go(tricks.get(use), t.tricks);
        if constexpr (pays)
            if (t.way == solo_way::payoff) return go(payoff.get(use), t.payoff);
        return go(points.get(use), t.points);
    }
    template <typename F>
    void each(F&& work) {
        if (auto* e = tricks.if_made()) work(*e);
        if (auto* e = points.if_made()) work(*e);
        if constexpr (pays)
            if (auto* e = payoff.if_made()) work(*e);
        if constexpr (varies) {
            if (auto* e = tricks_any.if_made()) work(*e);
            if (auto* e = points_any.if_made()) work(*e);
        }
    }

    // A game that is paid by more than points or tricks has the payoff in its task.
    static constexpr bool pays = requires(const typename solving<V>::task& t) { t.payoff; };
    static constexpr bool varies = requires { V::follow_rules; };

    on_demand<points_solver<V::play, word_of<V>, trick_goal>> tricks;
    on_demand<points_solver<V::play, word_of<V>, point_goal>> points;
    on_demand<points_solver<V::play, word_of<V>, payoff_goal>> payoff;
    // What is paid for more than tricks has trumps, and with trumps the rule is the usual one.
    on_demand<points_solver<with_any_follow(V::play), word_of<V>, trick_goal>> tricks_any;
    on_demand<points_solver<with_any_follow(V::play), word_of<V>, point_goal>> points_any;
};

template <variant V>
struct engines_of {
    using type = trick_engines<V>;
};
template <variant V>
    requires(has_points<V> && !requires { typename solving<V>::task; })
struct engines_of<V> {
    using type = point_engines<V>;
};
template <variant V>
    requires requires { typename solving<V>::task; }
struct engines_of<V> {
    using type = solo_engines<V>;
};

}  // namespace

template <typename V>
solver_kernel<V>* make_solver() {
    return new game_kernel<V, typename engines_of<V>::type>;
}

}  // namespace mu::kernels::MU_ISA

#define MU_SOLVER_KERNEL(V) \
    template mu::solver_kernel<mu::V>* mu::kernels::MU_ISA::make_solver<mu::V>();

#endif
