// Solving behind the door, for every game that has solving<V>.
//
// contracts<V> says which contracts a deal can be played in (contracts.h).
#pragma once

#include <mu/door/solve.h>
#include <mu/games/solver.h>

#include "door/contracts.h"

namespace mu::detail {

template <typename V>
value_range shown(const value_range& v) {
    return {solving<V>::shown(v.low), solving<V>::shown(v.high)};
}

template <typename V>
solution solve_state(const game_state<V>& s, const typename V::options& o,
                     const solve_options& how) {
    if (!solving<V>::playing(s))
        throw not_in_play("the cards are not being played: nothing to solve here but contracts");
    if (const auto why = solving<V>::trouble(s); !why.empty())
        throw std::invalid_argument(std::string(why));
    solver<V> by;
    by.set_switches(how.use);
    by.set_budget(how.budget);
    const auto goal = solving<V>::goal_of(s, o);
    solution out;
    out.unit = solving<V>::unit;
    out.side = solving<V>::side(s);
    out.value = shown<V>(by.value(s, goal));
    out.complete = !by.stopped();
    if (how.moves) {
        for (const move_value& m : by.moves(s, goal))
            out.moves.push_back({m.move, shown<V>(m.value)});
        out.complete = out.complete && !by.stopped();
    }
    if (how.line) {
        out.line = by.line(s, goal);
        out.complete = out.complete && !by.stopped();
    }
    out.nodes = by.nodes();
    return out;
}

template <typename V>
contract_table solve_state_contracts(const game_state<V>& s, const typename V::options& o,
                                     const solve_options& how) {
    if (s.played != 0)
        throw std::invalid_argument("contracts are for deals of which no card has been played");
    solver<V> by;
    by.set_switches(how.use);
    by.set_budget(how.budget);
    contract_table out;
    out.unit = solving<V>::unit;
    out.side = contracts<V>::side;
    if constexpr (requires { contracts<V>::solve(by, s, o); }) {
        out.entries = contracts<V>::solve(by, s, o);
        for (const auto& e : out.entries) out.complete = out.complete && e.value.exact();
    } else {
        for (const auto& q : contracts<V>::questions(s, o)) {
            const value_range v = by.value(q.state, solving<V>::goal_of(q.state, o));
            out.entries.push_back({q.contract, q.who, q.report(shown<V>(v))});
            out.complete = out.complete && !by.stopped();
        }
    }
    if constexpr (requires { contracts<V>::summary(s, out.entries); })
        if (out.complete) out.summary = contracts<V>::summary(s, out.entries);
    out.nodes = by.nodes();
    return out;
}

}  // namespace mu::detail
