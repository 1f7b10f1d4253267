// Search under hidden information.
#include <mutex>

#include <nanobind/stl/pair.h>

#include <mu/api/match_table.h>
#include <mu/api/nets.h>
#include <mu/api/search.h>
#include <mu/search/ismcts.h>

#include "whist.h"

namespace mu::python {
namespace {

search_method method_of(const std::string& name) {
    if (name == "worlds") return search_method::worlds;
    if (name == "tree") return search_method::tree;
    if (name == "alpha_mu") return search_method::alpha_mu;
    throw std::invalid_argument("no method \"" + name + "\": worlds, tree or alpha_mu");
}

// "net": the one that comes with mu; otherwise a file.
std::shared_ptr<const net> net_of(const game& g, const std::string& name) {
    return game_net::of(g, name == "net" ? "" : name).shared_weights();
}

// Who plays deals on: by worlds rule or a net, in a tree chance as well.
void set_policy(search_settings& how, const game& g, const std::string& policy) {
    const bool tree = how.method == search_method::tree;
    if (policy == "rule") {
        how.tree.by_rule = tree;
    } else if (policy == "random") {
        if (!tree)
            throw std::invalid_argument("policy=\"random\" is for trees: rule, net or a file");
    } else {
        (tree ? how.tree.by_net : how.judge.by_net) = net_of(g, policy);
    }
}

void set_match(search_settings& how, const game& g, std::pair<int, int> totals) {
    how.judge.match = match_table(g);
    if (!how.judge.match)
        throw std::invalid_argument("match: no two sides play " + g.spec() + " to a target");
    how.judge.totals = {totals.first, totals.second};
}

// A searcher as Python holds it. It keeps what it learns of a deal, so one call at a time.
struct held_searcher {
    game of;
    search_settings how;
    nb::dict given;  // the same as Python gave them
    searcher by;
    std::mutex lock;

    held_searcher(const game& g, const search_settings& settings, nb::dict as_given)
        : of(g), how(settings), given(std::move(as_given)), by(g, settings) {}

    search_report search(const seat_view& v, std::optional<std::uint64_t> rounds,
                         std::optional<double> seconds, std::optional<std::uint64_t> seed,
                         unsigned threads, bool early) {
        constexpr std::uint64_t tree_rounds = 2000;  // as the agent ismcts
        search_limits limits{.deadline = deadline_of(seconds), .threads = threads, .early = early};
        if (rounds == 0 && !seconds)
            throw std::invalid_argument("a search without end: rounds=0 wants seconds");
        if (rounds)
            limits.rounds = *rounds;
        else if (seconds)
            limits.rounds = 0;
        else if (how.method == search_method::tree)
            limits.rounds = tree_rounds;
        rng generator = rng_of(seed);
        return interruptible([&, copy = v](const std::atomic<bool>& stop) {
            const std::scoped_lock hold(lock);
            limits.stop = &stop;
            return by.search(copy, generator, limits);
        });
    }
};

// For pickling.
using report_state = std::tuple<action, std::vector<action_value>, std::uint64_t, double, int>;

void bind_reports(nb::module_& m) {
    nb::class_<action_value> values(m, "ActionValue", "What is known of a legal action.");
    values.def_prop_ro(
              "action", [](const action_value& v) { return int{v.what}; }, "Its number.")
        .def_ro("value", &action_value::value, "Mean, in points of the game beyond the others'.")
        .def_ro("error", &action_value::error, "Standard error of the mean.")
        .def_ro("visits", &action_value::visits, "Worlds or iterations that tried it.")
        .def("__repr__", [](const action_value& v) {
            return fmt::format("<ActionValue {}: {:.3f} ± {:.3f}, {} visits>", v.what, v.value,
                               v.error, v.visits);
        });
    pickle_members(values, &action_value::what, &action_value::value, &action_value::error,
                   &action_value::visits);
    nb::class_<search_report>(m, "SearchReport", "What a search answers.")
        .def_prop_ro(
            "chosen", [](const search_report& r) { return int{r.chosen}; }, "The action to make.")
        .def_ro("actions", &search_report::actions, "Every legal action, ascending.")
        .def_ro("rounds", &search_report::rounds, "Worlds or iterations that were made.")
        .def_ro("effective", &search_report::effective,
                "Worlds of equal weight that would say as much.")
        .def_prop_ro(
            "why", [](const search_report& r) { return std::string(name_of(r.why)); },
            "Why it ended: forced, resolved, clear, rounds or time.")
        .def("__repr__",
             [](const search_report& r) {
                 return fmt::format("<SearchReport: action {} after {} rounds>", r.chosen,
                                    r.rounds);
             })
        .def("__eq__", [](const search_report& a, const search_report& b) { return a == b; })
        .def("__eq__", [](const search_report&, nb::handle) { return false; })
        .def("__getstate__",
             [](const search_report& r) {
                 return report_state(r.chosen, r.actions, r.rounds, r.effective,
                                     static_cast<int>(r.why));
             })
        .def("__setstate__", [](search_report& r, const report_state& from) {
            new (&r) search_report;
            int why = 0;
            std::tie(r.chosen, r.actions, r.rounds, r.effective, why) = from;
            r.why = static_cast<search_end>(why);
        });
}

}  // namespace

void bind_search(nb::module_& m) {
    bind_reports(m);
    nb::class_<held_searcher>(m, "Searcher",
                              R"doc(Searches for what a seat should do, from its view alone.

`method` is "worlds" (each world that fits is solved with open hands, or played on by rules of thumb),
"tree" (information-set tree search) or "alpha_mu". What it learns of a deal it keeps from call to call.
The rest is as for agents (`mu.agent_parameters("sim")`, `mu.agent_parameters("ismcts")`): `infer` is 0, 1 or
2, `policy` is "rule", in a tree "random" too, "net" or a file of a net. `match`: the totals of both sides of a
match; then the chance to win it is maximised.

>>> state = load_game("euchre").new_initial_state(seed=3)
>>> report = Searcher(state.game, "tree").search(state, rounds=200, seed=1)
>>> report.chosen in state.legal_actions(), len(report.actions) == len(state.legal_actions())
(True, True)
)doc")
        .def(
            "__init__",
            [](held_searcher* p, const game& g, const std::string& method, double soft,
               const std::optional<std::string>& belief, int infer, double errors, int candidates,
               int memory, std::optional<int> solve_cards, std::optional<std::uint64_t> nodes,
               int tolerance, bool wins, double exploration, bool all_seats, bool resample_own,
               bool reuse, int depth, int cards, const std::string& infer_by, double spread,
               double smoothing, double decay, const std::optional<std::string>& policy, bool value,
               double caution, std::optional<std::pair<int, int>> match, bool alone) {
                if (infer < 0 || infer > 2) throw std::invalid_argument("infer is 0, 1 or 2");
                search_settings how{.method = method_of(method)};
                how.evidence.soft = soft;
                if (belief)
                    how.evidence.by_net =
                        belief_net::of(g, *belief == "net" ? "" : *belief).shared_weights();
                how.evidence.policy = infer != 0;
                how.evidence.calls_only = infer == 2;
                if (infer_by != "rule") how.evidence.policy_net = net_of(g, infer_by);
                how.evidence.spread = spread;
                how.evidence.smoothing = smoothing;
                how.evidence.decay = decay;
                how.evidence.errors = errors;
                how.evidence.candidates = candidates;
                how.evidence.memory = memory;
                if (solve_cards) how.judge.solve_cards = *solve_cards;
                if (nodes) how.judge.nodes = *nodes;
                how.judge.tolerance = tolerance;
                if (wins) how.judge.aim = objective::wins;
                how.tree.exploration = exploration;
                how.tree.all_seats = all_seats;
                how.tree.resample_own = resample_own;
                how.tree.reuse = reuse;
                how.alpha_mu.depth = depth;
                how.alpha_mu.most_cards = cards;
                how.alpha_mu.alone = alone;
                if (policy) set_policy(how, g, *policy);
                how.tree.by_value = value;
                how.caution = caution;
                if (match) set_match(how, g, *match);
                nb::dict given;
                given["method"] = method;
                given["soft"] = soft;
                given["belief"] = belief;
                given["infer"] = infer;
                given["errors"] = errors;
                given["candidates"] = candidates;
                given["memory"] = memory;
                given["solve_cards"] = solve_cards;
                given["nodes"] = nodes;
                given["tolerance"] = tolerance;
                given["wins"] = wins;
                given["exploration"] = exploration;
                given["all_seats"] = all_seats;
                given["resample_own"] = resample_own;
                given["reuse"] = reuse;
                given["depth"] = depth;
                given["cards"] = cards;
                given["infer_by"] = infer_by;
                given["spread"] = spread;
                given["smoothing"] = smoothing;
                given["decay"] = decay;
                given["policy"] = policy;
                given["value"] = value;
                given["caution"] = caution;
                given["match"] = match;
                given["alone"] = alone;
                new (p) held_searcher(g, how, std::move(given));
            },
            "game"_a, "method"_a = "worlds", nb::kw_only(), "soft"_a = 0.0, "belief"_a = nb::none(),
            "infer"_a = 0, "errors"_a = 0.25, "candidates"_a = 8, "memory"_a = 0,
            "solve_cards"_a = nb::none(), "nodes"_a = nb::none(), "tolerance"_a = 0,
            "wins"_a = false, "exploration"_a = 0.7, "all_seats"_a = true, "resample_own"_a = false,
            "reuse"_a = false, "depth"_a = 2, "cards"_a = 9, "infer_by"_a = "rule",
            "spread"_a = 0.05, "smoothing"_a = 0.05, "decay"_a = 1.0, "policy"_a = nb::none(),
            "value"_a = false, "caution"_a = 0.0, "match"_a = nb::none(), "alone"_a = true)
        .def_prop_ro(
            "game", [](const held_searcher& s) { return s.of; }, "The game it searches in.")
        .def_prop_ro(
            "settings",
            [](const held_searcher& s) { return nb::borrow<json_object>(s.given.attr("copy")()); },
            "What it was made with: Searcher(game, **settings) makes another one.")
        .def(
            "__reduce__",
            [](const nb::handle& self) {
                const auto& s = nb::cast<const held_searcher&>(self);
                const nb::object make =
                    nb::module_::import_("functools").attr("partial")(self.type(), **s.given);
                return nb::make_tuple(make, nb::make_tuple(s.of));
            },
            nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"))
        .def("search", &held_searcher::search, "view"_a, "rounds"_a = nb::none(), nb::kw_only(),
             "seconds"_a = nb::none(), "seed"_a = nb::none(), "threads"_a = 1, "early"_a = true,
             R"doc(What the observer of a view, who is to act, should do.

It ends after `rounds` worlds or iterations (0: as many as there is time for) or `seconds`, whichever comes
first. With rounds alone the answer depends on view, settings and seed, not on the clock or threads.
`early=False`: it goes on when the answer is clear, and leaves no action out.
)doc")
        .def(
            "search",
            [](held_searcher& s, const position& p, std::optional<std::uint64_t> rounds,
               std::optional<double> seconds, std::optional<std::uint64_t> seed, unsigned threads,
               bool early) {
                if (p.is_over()) throw std::invalid_argument("the deal is over: nobody is to act");
                return s.search(p.view(p.to_act()), rounds, seconds, seed, threads, early);
            },
            "state"_a, "rounds"_a = nb::none(), nb::kw_only(), "seconds"_a = nb::none(),
            "seed"_a = nb::none(), "threads"_a = 1, "early"_a = true);

    m.def(
        "whist_search",
        [](const whist_state& s, const whist_belief& b, std::uint64_t iterations,
           double exploration, std::optional<std::uint64_t> seed) {
            const belief_state<whist> belief = b.of(s);  // a copy: others may go on with theirs
            if (rules<whist>::is_over(s) || s.current_player != belief.observer)
                throw std::invalid_argument("the observer of the belief is not to play");
            if (iterations == 0) throw std::invalid_argument("iterations must be at least 1");
            if (!(exploration >= 0))
                throw std::invalid_argument("exploration must not be negative");
            rng generator = rng_of(seed);
            return int{interruptible([&, copy = s](const std::atomic<bool>& stop) {
                return ismcts_search(
                    copy, belief,
                    {.iterations = iterations, .exploration = exploration, .stop = &stop},
                    generator);
            })};
        },
        "state"_a, "belief"_a, "iterations"_a = 1000, "exploration"_a = 1.414,
        "seed"_a = nb::none(),
        "The card that an information-set tree search visits most, for the observer of the "
        "belief.");
}

}  // namespace mu::python
