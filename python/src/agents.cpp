// Agents: descriptions, players made from them, and bots written in Python.
#include "agents.h"

#include <fmt/format.h>
#include <nanobind/stl/unique_ptr.h>

#include <mu/agents/cheat.h>
#include <mu/agents/levels.h>
#include <mu/agents/table.h>

namespace mu::python {
namespace {

// A bot written in Python. It is called with the interpreter lock, whichever thread asks.
class python_player final : public player {
public:
    // REQUIRES: the interpreter lock is held.
    python_player(nb::object bot, std::shared_ptr<first_error> errors)
        : bot_(std::move(bot)), errors_(std::move(errors)) {
        wants_generator_ = takes_two(nb::getattr(bot_, "choose"));
        begins_ = nb::hasattr(bot_, "begin_deal");
        sees_ = nb::hasattr(bot_, "see");
        ends_ = nb::hasattr(bot_, "end_deal");
    }
    ~python_player() override {
        const nb::gil_scoped_acquire held;
        bot_.reset();
    }
    python_player(const python_player&) = delete;
    python_player& operator=(const python_player&) = delete;

    void begin_deal(const game& g, seat me) override {
        if (begins_) guarded([&] { bot_.attr("begin_deal")(g, index(me)); });
    }
    void see(const seat_view& v) override {
        if (sees_) guarded([&] { bot_.attr("see")(v); });
    }
    action choose(const request& r) override {
        return guarded([&] {
            const nb::object answer =
                wants_generator_ ? bot_.attr("choose")(r.view, nb::cast(r.generator.split(0)))
                                 : bot_.attr("choose")(r.view);
            return read(answer, r.view);
        });
    }
    void end_deal(const seat_view& last, std::span<const int> score) override {
        if (!ends_) return;
        guarded([&] {
            nb::list points;
            for (const int x : score) points.append(x);
            bot_.attr("end_deal")(last, points);
        });
    }

private:
    template <typename F>
    std::invoke_result_t<F&> guarded(F&& f) {
        const nb::gil_scoped_acquire held;
        try {
            return f();
        } catch (const std::exception& e) {
            if (!errors_) throw;
            errors_->keep(std::current_exception());
            throw start_failure(e.what());
        }
    }

    // The bot wants random numbers besides the view: choose(self, view, random).
    static bool takes_two(const nb::object& choose) {
        try {
            const nb::object signature = nb::module_::import_("inspect").attr("signature")(choose);
            int places = 0;
            for (const nb::handle p : signature.attr("parameters").attr("values")()) {
                const nb::object kind = p.attr("kind");
                if (kind.equal(p.attr("VAR_POSITIONAL"))) return false;
                if (kind.equal(p.attr("KEYWORD_ONLY")) || kind.equal(p.attr("VAR_KEYWORD")))
                    continue;
                ++places;
            }
            return places >= 2;
        } catch (const nb::python_error&) {  // a function that does not tell
            return false;
        }
    }

    static action read(const nb::object& answer, const seat_view& v) {
        action a = 0;
        if (nb::isinstance<nb::str>(answer)) {
            a = v.parse_action(nb::cast<std::string>(answer));
        } else {
            std::int64_t number = 0;
            if (answer.is_none() || !nb::try_cast(answer, number))
                throw nb::type_error(
                    fmt::format("choose() must return an action, as a number or as text, not {}",
                                nb::repr(answer).c_str())
                        .c_str());
            a = action_of(v.game(), number);
        }
        if (!v.legal().contains(a)) {
            std::string choices;
            for (const action b : v.legal_actions()) choices += " " + v.action_text(b);
            throw illegal_action(v.action_text(a) + " is not legal; legal:" + choices);
        }
        return a;
    }

    nb::object bot_;
    std::shared_ptr<first_error> errors_;
    bool wants_generator_ = false, begins_ = false, sees_ = false, ends_ = false;
};

// A player as Python holds it. Players remember, so one call at a time.
struct held_player {
    game of;
    std::string text;
    std::unique_ptr<player> who;
    std::mutex lock;

    held_player(const game& g, const seat_source& from)
        : of(g), text(from.text()), who(from.make(g, nullptr)) {}
};

void bind_spec(nb::module_& m) {
    nb::class_<agent_spec>(m, "Agent", nb::is_weak_referenceable(),
                           R"doc(The description of an agent: a kind and its parameters.

>>> Agent("blunder(p=0.2)").parameters["p"]
0.2
>>> print(Agent("rule").toml())
kind = "rule"
<BLANKLINE>
)doc")
        .def(nb::init<std::string_view>(), "spec"_a)
        .def_static(
            "from_toml",
            [](std::string_view text, std::string_view source) {
                return agent_spec::from_toml(text, source);
            },
            "text"_a, "source"_a = "TOML", "From TOML text; `source` is named in errors.")
        .def_static(
            "from_file",
            [](const nb::object& path) {
                const nb::object text =
                    nb::module_::import_("pathlib").attr("Path")(path).attr("read_text")();
                return agent_spec::from_toml(nb::cast<std::string>(text),
                                             nb::cast<std::string>(nb::str(path)));
            },
            "path"_a, "From a TOML file.")
        .def_static(
            "of_level",
            [](std::string_view level, const game& g) { return agent_of_level(level, g); },
            "level"_a, "game"_a,
            "That of a level ('beginner', 'casual', 'club', 'expert', 'champion') in a game.")
        .def_prop_ro(
            "kind", [](const agent_spec& s) { return s.kind().name; },
            "Its kind: 'isdd', one of agent_kinds().")
        .def_prop_ro(
            "help", [](const agent_spec& s) { return s.kind().help; },
            "What that kind does, in a sentence.")
        .def_prop_ro("cheats", &agent_spec::cheats, "It, or an agent inside it, sees all hands.")
        .def_prop_ro(
            "parameters",
            [](const agent_spec& s) {
                using type = agent_parameter::type;
                json_object out;
                for (const agent_parameter& p : s.kind().parameters) {
                    const nb::object key = nb::cast(p.key);
                    if (p.of == type::evidence) continue;  // the agents inside have it
                    if (p.of == type::agent)
                        out[key] = s.inner(p.key);
                    else if (p.of == type::command)
                        out[key] = s.command(p.key);
                    else if (p.of == type::file || p.of == type::net || p.of == type::belief_net)
                        out[key] = s.file(p.key);
                    else if (p.of == type::whole)
                        out[key] = static_cast<std::int64_t>(s.number(p.key));
                    else
                        out[key] = s.number(p.key);
                }
                return out;
            },
            "Every parameter with its value.")
        .def("toml", &agent_spec::toml, "The same as TOML, every parameter.")
        .def_prop_ro(
            "hash", [](const agent_spec& s) { return s.hash(); },
            "16 digits that stand for all parameters and the files that commands name.")
        .def("__str__", &agent_spec::text)
        .def("__repr__", [](const agent_spec& s) { return "Agent(" + quoted(s.text()) + ")"; })
        .def("__eq__", [](const agent_spec& a, const agent_spec& b) { return a == b; })
        .def("__eq__", [](const agent_spec&, nb::handle) { return false; })
        .def("__hash__", [](const agent_spec& s) { return std::hash<std::string>{}(s.text()); })
        .def("__getstate__", &agent_spec::toml)
        .def("__setstate__", [](agent_spec& s, const std::string& toml) {
            new (&s) agent_spec(agent_spec::from_toml(toml));
        });
    m.def(
        "agent_kinds",
        [] {
            nb::typed<nb::dict, nb::str, nb::str> out;
            for (const agent_kind& k : agent_kinds()) out[k.name.c_str()] = k.help;
            return out;
        },
        "The kinds of agents, and what each does.");
    m.def(
        "agent_parameters",
        [](const std::string& kind) {
            std::string names;
            for (const agent_kind& k : agent_kinds()) {
                if (k.name == kind) {
                    nb::dict out;
                    for (const agent_parameter& p : k.parameters)
                        out[p.key.c_str()] = nb::make_tuple(p.preset, p.help);
                    return out;
                }
                names += " " + k.name;
            }
            throw std::invalid_argument("no kind of agent \"" + kind + "\"; there are:" + names);
        },
        "kind"_a, nb::sig("def agent_parameters(kind: str) -> dict[str, tuple[str, str]]"),
        "The parameters of a kind of agent: default and meaning of each.");
}

// Plays a deal to its end, on a copy that takes the place of the state when all went well.
void play_out(position& p, const std::vector<nb::object>& players,
              std::optional<std::uint64_t> seed, double seconds) {
    if (players.size() != static_cast<std::size_t>(p.game().info().seats))
        throw std::invalid_argument(fmt::format("{} players for the {} seats of {}", players.size(),
                                                p.game().info().seats, p.game().info().name));
    std::vector<std::unique_ptr<player>> made;
    std::vector<held_player*> lent;
    std::vector<player*> who;
    for (const nb::object& from : players) {
        if (nb::isinstance<held_player>(from)) {
            auto* held = nb::cast<held_player*>(from);
            if (!(held->of == p.game()))
                throw std::invalid_argument("a player of " + held->of.spec() + " does not play " +
                                            p.game().spec());
            who.push_back(held->who.get());
            if (std::ranges::find(lent, held) == lent.end()) lent.push_back(held);
        } else {
            made.push_back(seat_source::of(from).make(p.game(), nullptr));
            who.push_back(made.back().get());
        }
    }
    card_table table(p, who, {.stream = rng_of(seed), .seconds = seconds});
    interruptible([&](const std::atomic<bool>& stop) {
        std::vector<std::unique_lock<std::mutex>> locks;
        std::ranges::sort(lent);
        for (held_player* held : lent) locks.emplace_back(held->lock);
        while (!table.is_over() && !stop) table.step();
        return 0;
    });
    p = table.now();
}

}  // namespace

seat_source seat_source::of(const nb::object& from) {
    seat_source out;
    if (nb::isinstance<nb::str>(from))
        out.spec = agent_spec::from_argument(nb::cast<std::string>(from));
    else if (nb::isinstance<agent_spec>(from))
        out.spec = nb::cast<agent_spec>(from);
    else if (nb::isinstance<nb::type_object>(from) ||
             (nb::hasattr(from, "__call__") && !nb::hasattr(from, "choose")))
        out.bot = from;
    else if (nb::hasattr(from, "choose"))
        out.bot = from;
    else
        throw nb::type_error(("a player is a description such as 'rule', an Agent, an object with "
                              "choose(view), or a class of such objects, not " +
                              std::string(nb::repr(from).c_str()))
                                 .c_str());
    return out;
}

std::string seat_source::text() const {
    if (spec) return spec->text();
    const nb::gil_scoped_acquire held;
    const nb::handle named =
        nb::hasattr(bot, "__name__") ? nb::handle(bot) : nb::handle(bot.type());
    return nb::cast<std::string>(named.attr("__name__"));
}

std::unique_ptr<player> seat_source::make(const game& g,
                                          std::shared_ptr<first_error> errors) const {
    if (spec) return make_player(*spec, g);
    const nb::gil_scoped_acquire held;
    nb::object made = bot;
    const bool makes = nb::isinstance<nb::type_object>(bot) || !nb::hasattr(bot, "choose");
    if (makes) made = bot();
    // What a maker makes may be a description too.
    if (nb::isinstance<nb::str>(made) || nb::isinstance<agent_spec>(made))
        return make_player(*of(made).spec, g);
    if (!nb::hasattr(made, "choose"))
        throw nb::type_error(("a bot needs a method choose(view); this one has none: " +
                              std::string(nb::repr(made).c_str()))
                                 .c_str());
    return std::make_unique<python_player>(std::move(made), std::move(errors));
}

void bind_agents(nb::module_& m) {
    bind_spec(m);
    nb::class_<held_player>(m, "Player",
                            R"doc(A player for one game, made from a description or a bot.

>>> game = load_game("whist(trump=h)")
>>> state = game.new_initial_state(seed=3)
>>> Player("rule", game).choose(state) in state.legal_actions()
True
)doc")
        .def(
            "__init__",
            [](held_player* p, const nb::object& agent, const game& g) {
                new (p) held_player(g, seat_source::of(agent));
            },
            "agent"_a, "game"_a)
        .def_prop_ro(
            "game", [](const held_player& p) { return p.of; }, "The game that it plays.")
        .def(
            "choose",
            [](held_player& p, const position& state, std::optional<std::uint64_t> seed,
               double seconds) {
                if (state.is_over())
                    throw std::invalid_argument("the deal is over: nobody is to act");
                if (!(state.game() == p.of))
                    throw std::invalid_argument("a player of " + p.of.spec() + ", asked about " +
                                                state.game().spec());
                rng generator = rng_of(seed);
                return int{interruptible([&, copy = state](const std::atomic<bool>&) {
                    const std::scoped_lock hold(p.lock);
                    return ask(*p.who, copy, generator, seconds);
                })};
            },
            "state"_a, "seed"_a = nb::none(), nb::kw_only(),
            "seconds"_a = std::numeric_limits<double>::infinity(),
            "The action for the seat to act. Only an agent that cheats looks at other hands.")
        .def(
            "choose",
            [](held_player& p, const seat_view& view, std::optional<std::uint64_t> seed,
               double seconds) {
                if (!view.to_act())
                    throw std::invalid_argument("the observer of this view is not to act");
                if (!(view.game() == p.of))
                    throw std::invalid_argument("a player of " + p.of.spec() + ", asked about " +
                                                view.game().spec());
                rng generator = rng_of(seed);
                return int{interruptible([&, copy = view](const std::atomic<bool>&) {
                    const std::scoped_lock hold(p.lock);
                    return p.who->choose({copy, generator, seconds});
                })};
            },
            "view"_a, "seed"_a = nb::none(), nb::kw_only(),
            "seconds"_a = std::numeric_limits<double>::infinity())
        .def("__repr__",
             [](const held_player& p) {
                 return "Player(" + quoted(p.text) + ", " + quoted(p.of.spec()) + ")";
             })
        .def(
            "__reduce__",
            [](const held_player&) -> nb::object {
                throw nb::type_error(
                    "cannot pickle a Player, which remembers its deal: pickle the Agent and the "
                    "Game that it is made of");
            },
            nb::sig("def __reduce__(self) -> typing.NoReturn"));
    m.def("play_out", &play_out, "state"_a, "players"_a, "seed"_a = nb::none(), nb::kw_only(),
          "seconds"_a = std::numeric_limits<double>::infinity(),
          R"doc(Plays a deal to its end, players[k] in seat k; the state is then the last one.

A player is a description, an Agent, a Player, or a bot of your own: an object with choose(view), and
if it likes choose(view, random), begin_deal(game, seat), see(view) and end_deal(view, points). A class
makes one for each seat. What a bot raises comes out of here, and the state stays as it was.

>>> class Lowest:
...     def choose(self, view):
...         return view.legal_actions()[0]
>>> state = load_game("euchre").new_initial_state(seed=3)
>>> play_out(state, ["rule", Lowest, "rule", Lowest], seed=1)
>>> state.is_terminal()
True
)doc");
}

}  // namespace mu::python
