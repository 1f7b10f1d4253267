// Exact solving with all hands open.
#include <fmt/format.h>
#include <nanobind/stl/pair.h>

#include <mu/api/solve.h>
#include <mu/parallel.h>

#include "bind.h"

namespace mu::python {
namespace {

solve_options options_of(bool moves, bool line, std::optional<std::uint64_t> nodes,
                         std::optional<double> seconds, int tolerance) {
    solve_options how{.moves = moves, .line = line, .tolerance = tolerance};
    if (tolerance < 0) throw std::invalid_argument("tolerance must not be negative");
    if (nodes) how.budget.nodes = *nodes;
    how.budget.deadline = deadline_of(seconds);
    return how;
}

std::string text_of(const value_range& v) {
    return v.exact() ? std::to_string(v.low) : fmt::format("{} to {}", v.low, v.high);
}

int exact(const value_range& v) {
    if (!v.exact()) throw std::invalid_argument("the value is not known exactly: " + text_of(v));
    return v.low;
}

// For pickling.
using solution_state = std::tuple<std::string, std::string, bool, value_range,
                                  std::vector<std::pair<action, value_range>>, std::vector<action>,
                                  std::uint64_t, bool>;
solution_state state_of(const solution& s) {
    std::vector<std::pair<action, value_range>> moves;
    for (const auto& move : s.moves) moves.emplace_back(move.what, move.value);
    return {s.unit,           s.side, s.more_is_better, s.value,
            std::move(moves), s.line, s.nodes,          s.complete};
}

void bind_results(nb::module_& m) {
    nb::class_<value_range> ranges(m, "Range", "What is known of a value: low <= value <= high.");
    ranges.def_ro("low", &value_range::low, "The least that it can be.")
        .def_ro("high", &value_range::high, "The most that it can be.")
        .def_prop_ro("exact", &value_range::exact, "low == high")
        .def("__int__", &exact)
        .def("__index__", &exact)
        .def(
            "__float__", [](const value_range& v) { return (v.low + v.high) / 2.0; },
            "The middle of it.")
        .def("__repr__", &text_of)
        .def("__eq__", [](const value_range& a, const value_range& b) { return a == b; })
        .def("__eq__", [](const value_range& a, int b) { return a.exact() && a.low == b; })
        .def("__eq__", [](const value_range&, nb::handle) { return false; })
        .def("__hash__", [](const value_range& v) {
            return v.exact() ? nb::hash(nb::int_(v.low)) : nb::hash(nb::make_tuple(v.low, v.high));
        });
    pickle_members(ranges, &value_range::low, &value_range::high);

    nb::class_<solution>(m, "Solution", R"doc(What a state is worth with all hands open.

Values are final: with what has been won already.
)doc")
        .def_ro("unit", &solution::unit, "What values count: 'tricks'.")
        .def_ro("side", &solution::side, "Whose they are: 'N+S'.")
        .def_ro("more_is_better", &solution::more_is_better,
                "For the seat to act: False if it plays against that side.")
        .def_ro("value", &solution::value, "What the deal comes to with best play.")
        .def_prop_ro(
            "moves",
            [](const solution& s) {
                nb::dict out;
                for (const auto& move : s.moves) out[nb::int_(int{move.what})] = move.value;
                return out;
            },
            nb::sig("def moves(self) -> dict[int, Range]"), "The value after each legal card.")
        .def_prop_ro(
            "line",
            [](const solution& s) {
                nb::list out;
                for (const action a : s.line) out.append(int{a});
                return out;
            },
            nb::sig("def line(self) -> list[int]"), "A line of best play.")
        .def_ro("nodes", &solution::nodes, "Cards played in the searches.")
        .def_ro("complete", &solution::complete, "The budget lasted.")
        .def_prop_ro(
            "best",
            [](const solution& s) {
                nb::list out;
                for (const auto& move : s.moves)
                    if (move.value == s.value) out.append(int{move.what});
                return out;
            },
            nb::sig("def best(self) -> list[int]"), "The cards that keep the value.")
        .def("__repr__",
             [](const solution& s) {
                 return fmt::format("<Solution: {} {} for {}>", text_of(s.value), s.unit, s.side);
             })
        .def("__getstate__", &state_of)
        .def("__setstate__", [](solution& s, const solution_state& from) {
            new (&s) solution;
            std::vector<std::pair<action, value_range>> moves;
            std::tie(s.unit, s.side, s.more_is_better, s.value, moves, s.line, s.nodes,
                     s.complete) = from;
            for (const auto& [what, value] : moves) s.moves.push_back({what, value});
        });

    nb::class_<contract_value> contracts(m, "ContractValue", "A contract, and what it comes to.");
    contracts.def_ro("contract", &contract_value::contract, "Its name, such as \"NT\" or \"h\".")
        .def_ro("who", &contract_value::who, "Who declares, or leads.")
        .def_ro("value", &contract_value::value, "What it comes to with best play.")
        .def("__repr__", [](const contract_value& v) {
            return fmt::format("<ContractValue {} {}: {}>", v.contract, v.who, text_of(v.value));
        });
    pickle_members(contracts, &contract_value::contract, &contract_value::who,
                   &contract_value::value);
    nb::class_<contract_table> tables(m, "ContractTable",
                                      "What every contract of a deal comes to.");
    tables.def_ro("unit", &contract_table::unit, "What values count: 'tricks'.")
        .def_ro("side", &contract_table::side, "Whose values they are.")
        .def_ro("who_is", &contract_table::who_is, "What `who` says: 'declarer', 'leader'.")
        .def_ro("entries", &contract_table::entries, "Every contract by everybody who may play it.")
        .def_ro("summary", &contract_table::summary, "One more line, such as bridge's par.")
        .def_ro("nodes", &contract_table::nodes, "Cards played in the searches.")
        .def_ro("complete", &contract_table::complete, "The budget lasted.")
        .def(
            "__getitem__",
            [](const contract_table& t, const std::pair<std::string, std::string>& key) {
                for (const contract_value& v : t.entries)
                    if (v.contract == key.first && v.who == key.second) return v.value;
                throw nb::key_error(fmt::format("{} {}", key.first, key.second).c_str());
            },
            "contract_and_who"_a)
        .def("__len__", [](const contract_table& t) { return t.entries.size(); })
        .def("__repr__", [](const contract_table& t) {
            return fmt::format("<ContractTable: {} contracts, {} of {}>", t.entries.size(), t.unit,
                               t.side);
        });
    pickle_members(tables, &contract_table::unit, &contract_table::side, &contract_table::who_is,
                   &contract_table::entries, &contract_table::summary, &contract_table::nodes,
                   &contract_table::complete);
}

// Positions of one game, over threads; each thread keeps its solver.
std::vector<solution> solve_many(const std::vector<position>& states, const solve_options& how,
                                 unsigned threads, const std::atomic<bool>& stop,
                                 std::atomic<std::uint64_t>& done) {
    std::vector<solution> out;
    out.reserve(states.size());
    solve_options mine = how;
    mine.budget.stop = &stop;
    work_in_order(
        {.count = states.size(), .threads = threads},
        [&] {
            return [&, by = std::optional<open_solver>()](std::uint64_t i) mutable {
                if (!by) by.emplace(states[i].game());
                return by->solve(states[i], mine);
            };
        },
        [&](const solution&) { ++done; },
        [&](const solution& s) { return out.push_back(s), !stop; });
    return out;
}

}  // namespace

void bind_solve(nb::module_& m) {
    bind_results(m);
    // Methods of State, which is bound already.
    nb::handle state = m.attr("State");
    const auto solve = [](const position& p, bool moves, bool line,
                          std::optional<std::uint64_t> nodes, std::optional<double> seconds,
                          int tolerance) {
        solve_options how = options_of(moves, line, nodes, seconds, tolerance);
        return interruptible([&, copy = p](const std::atomic<bool>& stop) {
            how.budget.stop = &stop;
            return copy.solve(how);
        });
    };
    nb::cpp_function_def(solve, nb::scope(state), nb::name("solve"), nb::is_method(),
                         "moves"_a = true, "line"_a = true, nb::kw_only(), "nodes"_a = nb::none(),
                         "seconds"_a = nb::none(), "tolerance"_a = 0,
                         R"doc(What this state is worth with all hands open.

`nodes` and `seconds` limit each of the three questions (value, moves, line); then values are ranges.

>>> state = load_game("whist(trump=h)").new_initial_state(seed=42)
>>> for _ in range(36):
...     state.apply_action(state.legal_actions()[0])
>>> solution = state.solve()
>>> solution.unit, solution.side, solution.value.exact
('tricks', 'N+S', True)
>>> all(state.child(a).solve(line=False).value == v for a, v in solution.moves.items())
True
)doc");
    const auto contracts = [](const position& p, std::optional<std::uint64_t> nodes,
                              std::optional<double> seconds) {
        solve_options how = options_of(false, false, nodes, seconds, 0);
        return interruptible([&, copy = p](const std::atomic<bool>& stop) {
            how.budget.stop = &stop;
            return copy.solve_contracts(how);
        });
    };
    nb::cpp_function_def(contracts, nb::scope(state), nb::name("solve_contracts"), nb::is_method(),
                         nb::kw_only(), "nodes"_a = nb::none(), "seconds"_a = nb::none(),
                         "What every contract of the deal comes to; before the first card.");

    m.def(
        "solve_many",
        [](std::vector<position> states, unsigned threads, bool moves, bool line,
           std::optional<std::uint64_t> nodes, int tolerance,
           const std::optional<progress_function>& progress) {
            for (const position& p : states)
                if (!(p.game() == states.front().game()))
                    throw std::invalid_argument("solve_many(): states of one game, not of " +
                                                states.front().game().spec() + " and " +
                                                p.game().spec());
            const solve_options how = options_of(moves, line, nodes, std::nullopt, tolerance);
            std::atomic<std::uint64_t> done{0};
            std::function<void()> look;
            if (progress) look = [&] { (*progress)(done.load(), states.size()); };
            return interruptible(
                [&](const std::atomic<bool>& stop) {
                    return solve_many(states, how, threads, stop, done);
                },
                look);
        },
        "states"_a, nb::kw_only(), "threads"_a = 1, "moves"_a = false, "line"_a = false,
        "nodes"_a = nb::none(), "tolerance"_a = 0, "progress"_a = nb::none(),
        "Solves many states of one game, over threads (0: all), each with a solver that is kept.");
}

}  // namespace mu::python
