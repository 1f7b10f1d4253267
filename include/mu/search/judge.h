// What each action is worth in one world, all hands seen: by the solver at once, or by playing on
// with a policy, every seat from its own view, until the solver can afford the rest or the deal is
// over.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include <mu/engine/solver.h>
#include <mu/search/judge_settings.h>
#include <mu/search/match_chances.h>
#include <mu/search/policy.h>
#include <mu/search/report.h>

namespace mu {

template <variant V>
class world_judge {
public:
    // `by` plays deals on; nothing: the rule player.
    world_judge(const typename V::options& o, const judge_settings& how,
                std::unique_ptr<policy<V>> by = nullptr)
        : options_(o),
          how_(how),
          policy_(by ? std::move(by) : std::make_unique<rule_policy<V>>(how.errors)) {}

    // Cards in hand from which on this game is solved, if nothing else is said.
    static int usual_depth([[maybe_unused]] const game_state<V>& s) {
        if constexpr (!has_solver<V>)
            return 0;
        else if constexpr (requires { solving<V>::cards_to_solve(s); })
            return solving<V>::cards_to_solve(s);
        else
            return deck_traits<V>::cards;
    }
    // Of the hand that plays next.
    static int cards_in_hand(const game_state<V>& s) {
        return ops::popcount(card_mask{s.hands[s.current_player]});
    }

    // out[i]: what `me` gets if candidates[i] is done in world w. False if time ran out first; then
    // `out` is of no use. REQUIRES: `me` is to act in w, and the candidates are legal.
    bool judge(const game_state<V>& w, public_record record, std::span<const action> candidates,
               seat me, int depth, std::chrono::steady_clock::time_point deadline, rng& generator,
               std::span<double> out) {
        exact_ = true;
        std::fill(out.begin(), out.end(), std::numeric_limits<double>::quiet_NaN());
        if constexpr (has_solver<V>) {
            // All cards at once, unless most of them are of no interest.
            const auto legal = static_cast<std::size_t>(rules<V>::legal_actions(w).count());
            if (can_solve(w, depth) && 2 * candidates.size() > legal &&
                !judge_solved(w, candidates, me, deadline, out))
                return false;
        }
        lines_.clear();
        which_.clear();
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            if (!std::isnan(out[i])) continue;
            lines_.push_back({w, {record.begin(), record.end()}});
            lines_.back().apply(candidates[i]);
            which_.push_back(i);
        }
        playouts_.play_on(std::span(lines_), *policy_, generator,
                          [&](const game_state<V>& s) { return can_solve(s, depth); });
        for (std::size_t i = 0; i < lines_.size(); ++i)
            if (!judge_line(lines_[i].now, me, deadline, out[which_[i]])) return false;
        return true;
    }

    // Whether every solution of the last judge() was exact, not the middle of a range.
    bool exact() const { return exact_; }

private:
    static bool can_solve(const game_state<V>& s, int depth) {
        if constexpr (has_solver<V>)
            return solving<V>::playing(s) && !rules<V>::is_over(s) && cards_in_hand(s) <= depth;
        return false;
    }
    template <typename Points>
    double worth(const Points& points, seat me) const {
        constexpr auto sides = static_cast<std::size_t>(sides_of<V>());
        const auto mine = static_cast<std::size_t>(index(me));
        const double lead =
            lead_of(points, mine, [&](std::size_t k) { return k % sides == mine % sides; });
        if constexpr (sides == 2) {
            if (how_.match) {
                const std::size_t side = mine % 2;
                return how_.match->chance(how_.totals[side] + points[side],
                                          how_.totals[1 - side] + points[1 - side]) +
                       1e-6 * lead;
            }
        }
        if (how_.aim == objective::points) return lead;
        return (lead > 0 ? 1 : lead < 0 ? 0 : 0.5) + 1e-6 * lead;
    }

    bool judge_solved(const game_state<V>& w, std::span<const action> candidates, seat me,
                      std::chrono::steady_clock::time_point deadline, std::span<double> out)
        requires has_solver<V>
    {
        prepare(deadline);
        const std::vector<move_value> found = solver_->moves(w, solving<V>::goal_of(w, options_));
        if (out_of_time(deadline)) return false;
        for (const move_value& m : found) {
            const auto at = std::ranges::find(candidates, m.move);
            if (at != candidates.end())
                out[static_cast<std::size_t>(at - candidates.begin())] = worth_at(w, m.value, me);
        }
        return true;
    }
    bool judge_line(const game_state<V>& s, seat me,
                    [[maybe_unused]] std::chrono::steady_clock::time_point deadline, double& out) {
        if (rules<V>::is_over(s)) {
            out = worth(score(s, options_), me);
            return true;
        }
        if constexpr (has_solver<V>) {
            prepare(deadline);
            const value_range v = solver_->value(s, solving<V>::goal_of(s, options_));
            if (out_of_time(deadline)) return false;
            out = worth_at(s, v, me);
        }
        return true;
    }
    double worth_at(const game_state<V>& s, const value_range& v, seat me)
        requires has_solver<V>
    {
        const double low = worth(solving<V>::score_at(s, v.low, options_), me);
        if (v.exact()) return low;
        exact_ = false;
        return (low + worth(solving<V>::score_at(s, v.high, options_), me)) / 2;
    }
    void prepare(std::chrono::steady_clock::time_point deadline)
        requires has_solver<V>
    {
        if (!solver_) {
            solver_.emplace();
            int tolerance = how_.tolerance;
            if constexpr (requires { solving<V>::per_shown; }) tolerance *= solving<V>::per_shown;
            solver_->set_tolerance(tolerance);
        }
        // What a budget of nodes proves depends on what the table has from earlier worlds.
        if (how_.nodes != ~std::uint64_t{0}) solver_->reset();
        solver_->set_budget({.nodes = how_.nodes, .deadline = deadline});
    }
    bool out_of_time(std::chrono::steady_clock::time_point deadline) const
        requires has_solver<V>
    {
        return solver_->stopped() && deadline != std::chrono::steady_clock::time_point::max() &&
               std::chrono::steady_clock::now() >= deadline;
    }

    struct no_solver {};
    template <typename T, bool Has>
    struct solver_or_none {
        using type = no_solver;
    };
    template <typename T>
    struct solver_or_none<T, true> {
        using type = std::optional<solver<T>>;
    };

    typename V::options options_;
    judge_settings how_;
    std::unique_ptr<policy<V>> policy_;
    policy_playouts<V> playouts_;
    std::vector<line_of_play<V>> lines_;
    std::vector<std::size_t> which_;  // candidate of each line
    bool exact_ = true;
    [[no_unique_address]] typename solver_or_none<V, has_solver<V>>::type solver_;
};

}  // namespace mu
