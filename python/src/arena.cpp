// Duels on the same deals, and the statistics of paired comparisons.
#include <fmt/format.h>
#include <nanobind/stl/tuple.h>

#include <mu/arena/duel.h>
#include <mu/arena/statistics.h>
#include <mu/arena/store.h>

#include "agents.h"

namespace mu::python {
namespace {

struct duel_answer {
    std::vector<duel_result> results;
    std::string first, second;  // who they were
};

duel_answer play(const game& g, const nb::object& first, const nb::object& second,
                 std::uint64_t deals, std::uint64_t seed, std::uint64_t from, int threads,
                 bool matches, bool once, bool open_hands, std::optional<double> seconds,
                 bool forfeit, const std::optional<progress_function>& progress) {
    const std::array sources{seat_source::of(first), seat_source::of(second)};
    const auto errors = std::make_shared<first_error>();
    const agent_spec stand_in("random");  // for a bot that no description describes
    duel_plan plan{
        .of = g,
        .agents = {sources[0].spec.value_or(stand_in), sources[1].spec.value_or(stand_in)},
        .seed = seed,
        .first = from,
        .count = deals,
        .matches = matches,
        .once = once,
        .open_hands = open_hands,
        .threads = threads};
    if (seconds) plan.seconds = *seconds;
    for (std::size_t k = 0; k < 2; ++k)
        if (sources[k].is_python())
            plan.makers[k] = [&g, &source = sources[k], errors, forfeit] {
                try {
                    return source.make(g, forfeit ? nullptr : errors);
                } catch (const std::exception&) {
                    errors->keep(std::current_exception());
                    throw;
                }
            };
    std::atomic<std::uint64_t> done{0};
    std::function<void()> look;
    if (progress) look = [&] { (*progress)(done.load(), deals); };
    duel_answer out{.results = {}, .first = sources[0].text(), .second = sources[1].text()};
    try {
        interruptible(
            [&](const std::atomic<bool>& stop) {
                run_duel(plan, {.known = nullptr,
                                .done = [&](const duel_result&) { ++done; },
                                .in_order =
                                    [&](const duel_result& r) {
                                        out.results.push_back(r);
                                        return !stop;
                                    }});
                return 0;
            },
            look);
    } catch (const nb::python_error&) {
        throw;
    } catch (const std::exception&) {
        if (errors->what) std::rethrow_exception(errors->what);
        throw;
    }
    if (progress) look();
    return out;
}

void bind_statistics(nb::module_& m) {
    nb::class_<estimate> estimates(m, "Estimate",
                                   R"doc(A mean with its standard error and 95 % interval.

>>> mean_of([1.0, 2.0, 3.0, 4.0])
2.500 [0.446, 4.554] (n = 4)
)doc");
    estimates.def_ro("count", &estimate::count, "How many values it is made of.")
        .def_ro("mean", &estimate::mean, "Their mean.")
        .def_ro("error", &estimate::error, "Standard error of the mean.")
        .def_ro("low", &estimate::low, "Where the interval begins.")
        .def_ro("high", &estimate::high, "Where the interval ends.")
        .def("__float__", [](const estimate& e) { return e.mean; })
        .def("__repr__", [](const estimate& e) {
            return fmt::format("{:.3f} [{:.3f}, {:.3f}] (n = {})", e.mean, e.low, e.high, e.count);
        });
    pickle_members(estimates, &estimate::count, &estimate::mean, &estimate::error, &estimate::low,
                   &estimate::high);
    m.def(
        "mean_of", [](const std::vector<double>& values) { return mean_of(values); }, "values"_a,
        "The mean of values, with an interval by Student's t.");
    m.def(
        "share_of", [](const std::vector<double>& values) { return share_of(values); }, "values"_a,
        "The mean of values between 0 and 1 (a tie is 0.5), with Wilson's interval.");
    m.def(
        "at_any_time",
        [](const estimate& fixed, double tuned_for) { return at_any_time(fixed, tuned_for); },
        "estimate"_a, "tuned_for"_a = 500.0,
        "The same estimate with an interval that may be looked at as often as one likes.");
    m.def(
        "bradley_terry",
        [](std::size_t players,
           const std::vector<std::tuple<std::size_t, std::size_t, double, std::uint64_t>>&
               results) {
            std::vector<paired_score> scores;
            for (const auto& [first, second, share, deal] : results)
                scores.push_back({first, second, share, deal});
            std::vector<std::tuple<double, double, double>> out;
            for (const rating& r : bradley_terry(players, scores))
                out.emplace_back(r.value, r.low, r.high);
            return out;
        },
        "players"_a, "results"_a,
        R"doc(Ratings that fit paired results best: (value, low, high) for each player.

A result is (first, second, share of the first, deal): players by number, share 1, 0.5 or 0.
)doc");
}

// What is stored in a file, one entry for each of those that may not be mixed.
nb::typed<nb::list, json_object> stored(const std::string& file, const std::string& game,
                                        const std::string& engine) {
    nb::typed<nb::list, json_object> out;
    const result_store from(file, result_store::access::read);
    for (const standings& s : rank_agents(from.meetings(game, engine))) {
        nb::list agents;
        for (const standing& a : s.agents)
            agents.append(nb::make_tuple(a.agent, a.rating.value, a.rating.low, a.rating.high,
                                         a.count, a.spent.ms_per_decision()));
        json_object panel;
        panel["game"] = s.game;
        panel["title"] = s.title;
        panel["version"] = s.version;
        panel["matches"] = s.matches;
        panel["standings"] = agents;
        out.append(panel);
    }
    return out;
}

}  // namespace

void bind_arena(nb::module_& m) {
    bind_statistics(m);
    m.def("_read_results", &stored, "file"_a, "game"_a, "engine"_a);
    m.def(
        "_run_duel",
        [](const game& g, const nb::object& first, const nb::object& second, std::uint64_t deals,
           std::uint64_t seed, std::uint64_t from, int threads, bool matches, bool once,
           bool open_hands, std::optional<double> seconds, bool forfeit,
           const std::optional<progress_function>& progress) {
            const duel_answer a = play(g, first, second, deals, seed, from, threads, matches, once,
                                       open_hands, seconds, forfeit, progress);
            nb::list numbers, margins, shares, imps, open, notes;
            std::array<duel_side, 2> sides{};
            for (const duel_result& r : a.results) {
                numbers.append(r.deal);
                margins.append(r.margin);
                shares.append(r.share);
                if (r.imps) imps.append(*r.imps);
                if (r.open_hands) open.append(*r.open_hands);
                for (const std::string& n : r.notes) notes.append(n);
                for (std::size_t k = 0; k < 2; ++k) {
                    sides[k].decisions += r.sides[k].decisions;
                    sides[k].seconds += r.sides[k].seconds;
                    sides[k].forfeits += r.sides[k].forfeits;
                }
            }
            json_object out;
            out["agents"] = nb::make_tuple(a.first, a.second);
            out["deals"] = numbers;
            out["margins"] = margins;
            out["shares"] = shares;
            out["imps"] = imps;
            out["open_hands"] = open;
            out["notes"] = notes;
            out["decisions"] = nb::make_tuple(sides[0].decisions, sides[1].decisions);
            out["seconds"] = nb::make_tuple(sides[0].seconds, sides[1].seconds);
            out["forfeits"] = nb::make_tuple(sides[0].forfeits, sides[1].forfeits);
            return out;
        },
        "game"_a, "first"_a, "second"_a, "deals"_a, "seed"_a, "start"_a, "threads"_a, "matches"_a,
        "once"_a, "open_hands"_a, "seconds"_a, "forfeit"_a, "progress"_a);
}

}  // namespace mu::python
