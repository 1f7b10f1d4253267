// Solving behind the API, for every game that has solving<V>.
//
// contracts<V> says which contracts a deal can be played in (contracts.h).
#pragma once

#include <algorithm>

#include <mu/api/solve.h>
#include <mu/engine/solver.h>

#include "api/contracts.h"
#include "api/game_model.h"
#include "api/plain.h"

namespace mu::detail {

template <typename V>
value_range shown(const value_range& v) {
    return {solving<V>::shown(v.low), solving<V>::shown(v.high)};
}

inline void check_tolerance(int tolerance) {
    if (tolerance < 0 || tolerance > 1000)
        throw std::invalid_argument("the tolerance of a solver is from 0 to 1000, not " +
                                    std::to_string(tolerance));
}
// In the values of the solver.
template <typename V>
constexpr int tolerance_for(int shown_tolerance) {
    if constexpr (requires { solving<V>::per_shown; })
        return solving<V>::per_shown * shown_tolerance;
    else
        return shown_tolerance;
}

// The position is worth what its best move is: what is known of the one narrows the other.
inline void reconcile(value_range& value, std::vector<move_value>& moves, bool wants_more) {
    if (moves.empty()) return;
    value_range best = moves.front().value;
    for (const auto& m : moves) {
        best.low = wants_more ? std::max(best.low, m.value.low) : std::min(best.low, m.value.low);
        best.high =
            wants_more ? std::max(best.high, m.value.high) : std::min(best.high, m.value.high);
    }
    value.low = std::max(value.low, best.low);
    value.high = std::min(value.high, best.high);
    for (auto& m : moves) {
        if (wants_more)
            m.value.high = std::min(m.value.high, value.high);
        else
            m.value.low = std::max(m.value.low, value.low);
    }
}

template <typename V>
solution solve_state(solver<V>& by, const game_state<V>& s, const typename V::options& o,
                     const solve_options& how) {
    check_tolerance(how.tolerance);
    if (!solving<V>::playing(s))
        throw not_in_play("the cards are not being played: nothing to solve here but contracts");
    by.set_budget(how.budget);
    by.set_tolerance(tolerance_for<V>(how.tolerance));
    const auto goal = solving<V>::goal_of(s, o);
    solution out;
    out.unit = solving<V>::unit;
    out.side = solving<V>::side(s);
    out.more_is_better = by.wants_more(s, goal);
    value_range value = by.value(s, goal);
    out.complete = !by.stopped();
    if (how.moves) {
        std::vector<move_value> moves = by.moves(s, goal);
        out.complete = out.complete && !by.stopped();
        reconcile(value, moves, out.more_is_better);
        for (const move_value& m : moves) out.moves.push_back({m.move, shown<V>(m.value)});
    }
    out.value = shown<V>(value);
    if (how.line && how.tolerance == 0) {
        out.line = by.line(s, goal);
        out.complete = out.complete && !by.stopped();
    }
    out.nodes = by.nodes();
    return out;
}

template <typename V>
class open_model_of final : public open_model {
public:
    open_model_of(const typename V::options& o, const solve_switches& use) : options_(o) {
        by_.set_switches(use);
    }
    solution solve(const plain_bytes& state, const solve_options& how) override {
        return solve_state<V>(by_, as<game_state<V>>(state), options_, how);
    }

private:
    typename V::options options_;
    solver<V> by_;
};

template <typename V>
class contract_model_of final : public contract_model {
    using options_t = typename V::options;

public:
    // `some`: any deal, to ask which contracts there are.
    contract_model_of(const game_state<V>& some, const options_t& o, const solve_options& how)
        : options_(o), exact_(how.tolerance == 0) {
        check_tolerance(how.tolerance);
        by_.set_switches(how.use);
        by_.set_budget(how.budget);
        by_.set_tolerance(tolerance_for<V>(how.tolerance));
        if constexpr (requires { contracts<V>::bids(); }) bids_ = contracts<V>::bids();
        if constexpr (requires { contracts<V>::columns(o); }) {
            columns_ = contracts<V>::columns(o);
        } else {
            for (const auto& q : contracts<V>::questions(some, o))
                columns_.push_back({q.contract, q.who});
            // Who declares is part of a name only where there is a choice.
            for (auto& c : columns_)
                if (std::ranges::count(columns_, c.contract, &contract_column::contract) == 1)
                    c.who.clear();
        }
    }

    std::string_view unit() const override { return solving<V>::unit; }
    std::string_view side() const override { return contracts<V>::side; }

    contract_table solve(const plain_bytes& state) override {
        const auto s = unpack<game_state<V>>(state);
        if (s.played != 0)
            throw std::invalid_argument("contracts are for deals of which no card has been played");
        const std::uint64_t before = by_.nodes();
        contract_table out;
        out.unit = unit();
        out.side = side();
        if constexpr (requires { contracts<V>::who_is; }) out.who_is = contracts<V>::who_is;
        if constexpr (requires { contracts<V>::solve(by_, s, options_); }) {
            out.entries = contracts<V>::solve(by_, s, options_);
            for (const auto& e : out.entries) out.complete = out.complete && e.value.exact();
        } else {
            for (const auto& q : contracts<V>::questions(s, options_)) {
                const value_range v = by_.value(q.state, solving<V>::goal_of(q.state, options_));
                out.entries.push_back({q.contract, q.who, q.report(shown<V>(v))});
                out.complete = out.complete && !by_.stopped();
            }
        }
        if constexpr (requires { contracts<V>::summary(s, out.entries); })
            if (out.complete && exact_) out.summary = contracts<V>::summary(s, out.entries);
        out.nodes = by_.nodes() - before;
        return out;
    }

private:
    options_t options_;
    bool exact_;  // no tolerance
    solver<V> by_;
};

}  // namespace mu::detail
