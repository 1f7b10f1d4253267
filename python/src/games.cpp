// Games by name, their states, and what a seat may know of them.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>

#include <mu/api/beliefs.h>
#include <mu/api/match.h>
#include <mu/api/reason.h>
#include <mu/api/view_text.h>
#include <mu/api/with_game.h>
#include <mu/cards/text.h>
#include <mu/games/all.h>

#include "array.h"
#include "bind.h"
#include "observation.h"

namespace mu::python {
namespace {

// What OpenSpiel calls the player of a terminal state.
constexpr int terminal_player = -4;

numpy_array<std::int8_t, 1> mask_of(const game& g, const action_set& legal) {
    auto out = new_array<std::int8_t, 1>({static_cast<std::size_t>(g.action_count())});
    for (std::uint64_t m = legal.mask; m != 0; m &= m - 1)
        out.data()[legal.first + ops::lsb_index(m)] = 1;
    return out;
}

int_list list_of(const action_set& legal) {
    int_list out;
    for (std::uint64_t m = legal.mask; m != 0; m &= m - 1)
        out.append(static_cast<int>(legal.first + ops::lsb_index(m)));
    return out;
}

// Python's own, from JSON text.
json_object parsed(const std::string& json) {
    return nb::borrow<json_object>(nb::object(nb::module_::import_("json").attr("loads")(json)));
}

nb::object key_of(const info_key& k) {
    const nb::object shift = nb::int_(64);
    const nb::object high = nb::int_(k.high), low = nb::int_(k.low);
    return (high << shift) | low;
}

// --- Game ----------------------------------------------------------------------------------------

position deal_of(const game& g, std::optional<std::uint64_t> seed, std::uint64_t deal,
                 std::optional<std::int64_t> dealer) {
    return match::deal(g, seed ? *seed : package_rng().next(), deal,
                       dealer ? seat_of(g, *dealer) : seat::north);
}

nb::typed<nb::dict, nb::str, nb::str> options_of(const game& g) {
    nb::typed<nb::dict, nb::str, nb::str> out;
    for (const option_info& o : g.info().options) out[o.key.c_str()] = g.option(o.key);
    return out;
}

// The points that a deal may bring a seat.
point_bounds bounds_of(const game& g) {
    return with_game(g, [&]<typename V>(V, const typename V::options& o) -> point_bounds {
        if constexpr (requires { deal_bounds<V>::points(o); }) return deal_bounds<V>::points(o);
        throw std::invalid_argument("how many points a deal of " + g.info().name +
                                    " can bring is not known");
    });
}

nb::class_<game> bind_game(nb::module_& m) {
    nb::class_<game> bound(m, "Game",
                           R"doc(A game with its options settled: "whist", "contree(profile=seed)".

>>> g = Game("whist(trump=h)")
>>> g.num_players(), g.num_distinct_actions()
(4, 52)
>>> g.option("trump")
'h'
)doc");
    bound.def(nb::init<std::string_view>(), "spec"_a)
        .def_prop_ro(
            "name", [](const game& g) { return g.info().name; }, "\"whist\"")
        .def_prop_ro(
            "title", [](const game& g) { return g.info().title; }, "\"Whist\"")
        .def_prop_ro(
            "version", [](const game& g) { return g.info().version; },
            "Version of the rules and of the action ids.")
        .def_prop_ro("spec", &game::spec, "Name and options that differ from the default.")
        .def_prop_ro(
            "deck", [](const game& g) { return std::string(g.info().deck.name); },
            "Name of its deck, as the card functions take it.")
        .def_prop_ro(
            "num_cards", [](const game& g) { return g.info().deck.card_count(); },
            "Cards of the deck: the first so many actions.")
        .def_prop_ro(
            "num_sides", [](const game& g) { return g.info().sides; },
            "Sides that score apart: seat k belongs to side k % num_sides.")
        .def_prop_ro("options", &options_of, "Every option with its settled value.")
        .def("option", &game::option, "key"_a, "The settled value of an option.")
        .def("get_parameters", &options_of, "The same as options.")
        .def(
            "num_players", [](const game& g) { return g.info().seats; }, "Seats at the table.")
        .def("num_distinct_actions", &game::action_count,
             "Actions are 0 to this less 1, cards first.")
        .def("max_game_length", &longest_deal,
             R"doc(The most actions that a deal can take: no deal is longer, few come near.

It is a ValueError where that is not known, as in ulti, where a bid may be taken up again and again.

>>> Game("bridge").max_game_length()  # 319 calls and 52 cards
371
)doc")
        .def(
            "min_utility", [](const game& g) { return static_cast<double>(bounds_of(g).low); },
            "What no seat's points of a deal are below. A deal that brings so few need not exist.")
        .def(
            "max_utility", [](const game& g) { return static_cast<double>(bounds_of(g).high); },
            R"doc(What no seat's points of a deal are above. A deal that brings so many need not exist.

>>> g = Game("bridge")
>>> g.min_utility(), g.max_utility()  # all tricks lost, redoubled and vulnerable
(-7600.0, 7600.0)
)doc")
        .def(
            "action_to_string",
            [](const game& g, std::int64_t a) { return g.action_text(action_of(g, a)); },
            "action"_a, nb::sig("def action_to_string(self, action: typing.SupportsIndex) -> str"),
            "What an action is called.")
        .def(
            "new_initial_state", &deal_of, "seed"_a = nb::none(), nb::kw_only(), "deal"_a = 0,
            "dealer"_a = nb::none(),
            R"doc(A deal about to be played: deal number `deal` of `seed`, as `mu deal --seed` prints it.

Dealers take turns from deal to deal; `dealer` is who deals number 0. Without a seed the generator of
mu.seed() gives one.

>>> Game("whist").new_initial_state(seed=5).serialize()
'whist/1 | N 7d J832.J964.75.K93 A9.75.AQJ86.AT85 7654.AT8.KT94.J4 KQT.KQ32.32.Q762 |'
)doc")
        .def(
            "deal", [](const game& g, std::string_view text) { return g.deal(text); }, "text"_a,
            "The deal that a text describes, as State.deal_text() writes it.")
        .def(
            "deal_from_places",
            [](const game& g, const std::vector<card_mask>& places, std::int64_t dealer,
               int round) { return g.deal(places, seat_of(g, dealer), round); },
            "places"_a, "dealer"_a = 0, "round"_a = 0,
            "The deal with these sets of cards in the places of place_names().")
        .def("place_names", &game::place_names,
             "What is dealt: whose hand each place is if seat 0 deals, then other places.")
        .def_prop_ro(
            "deal_count",
            [](const game& g) {
                const deal_number n = g.deal_count();
                return (nb::object(nb::int_(static_cast<std::uint64_t>(n >> 64)))
                        << nb::object(nb::int_(64))) |
                       nb::object(nb::int_(static_cast<std::uint64_t>(n)));
            },
            "The number of different deals.")
        .def("duplicate_swing", &game::duplicate_swing, "points"_a,
             "What a difference of points is worth in duplicate play (IMPs); None without a scale.")
        .def(
            "to_json", [](const game& g) { return parsed(json_text(g)); },
            "Name, seats, deck and options as dictionaries and lists.")
        .def("__repr__", [](const game& g) { return "Game(" + quoted(g.spec()) + ")"; })
        .def("__str__", &game::spec)
        .def("__eq__", [](const game& a, const game& b) { return a == b; })
        .def("__eq__", [](const game&, nb::handle) { return false; })
        .def("__hash__", [](const game& g) { return std::hash<std::string>{}(g.spec()); })
        .def("__getstate__", &game::spec)
        .def("__setstate__", [](game& g, const std::string& spec) { new (&g) game(spec); });

    m.def(
        "load_game", [](std::string_view spec) { return game(spec); }, "spec"_a,
        R"doc(A game by name, with options in brackets.

>>> load_game("euchre(joker=on)").num_players()
4
>>> load_game("chess")
Traceback (most recent call last):
    ...
mu._mu_core.ParseError: ...
)doc");
    m.def(
        "registered_games",
        [] {
            std::vector<std::string> out;
            for (const game_info& i : games()) out.push_back(i.name);
            return out;
        },
        "The names of all games.\n\n>>> registered_games()[:3]\n['whist', 'bridge', 'jass']\n");
    return bound;
}

// --- State ---------------------------------------------------------------------------------------

// What may be done now, by this player if one is named.
action_set legal_of(const position& p, std::optional<std::int64_t> player) {
    if (!player) return p.legal();
    const seat who = seat_of(p.game(), *player);
    return p.is_over() || who != p.to_act() ? action_set{} : p.legal();
}

std::string serialized(const position& p) {
    try {
        return p.record();
    } catch (const std::logic_error&) {  // begins with a position that was set up
        return p.state_text();
    }
}

position deserialized(std::string_view text) {
    return text.substr(0, text.find('|')).find(" @ ") == std::string_view::npos
               ? replay(text)
               : parse_position(text);
}

// Where it begins, and what happened since.
std::pair<std::string, std::vector<action>> pickled(const position& p) {
    position start = p;
    while (!start.history().empty()) start.undo();
    return {serialized(start), {p.history().begin(), p.history().end()}};
}

seat_view view_of(const position& p, std::optional<std::int64_t> player) {
    return p.view(player ? seat_of(p.game(), *player) : p.to_act());
}

// Without the history, which a reader wants in fewer words.
std::string text_of(const seat_view& v) {
    std::string out = v.text();
    if (const std::size_t at = out.rfind("\nhistory "); at != std::string::npos) out.erase(at + 1);
    return out;
}

std::string information_state(const seat_view& v) {
    std::string out = text_of(v);
    for (const seen_action& a : v.history())
        out += fmt::format("{}:{} ", seat_str(a.who, v.game().info().seats),
                           a.what ? v.action_text(*a.what) : "?");
    const info_key k = v.key();
    out += fmt::format("\n{} seat {} {:016x}{:016x}", v.game().spec(), index(v.observer()), k.high,
                       k.low);
    return out;
}

std::vector<double> returns(const position& p) {
    const std::vector<int> points = p.score();
    return {points.begin(), points.end()};
}

void bind_state(nb::module_& m) {
    nb::class_<position> state(m, "State", R"doc(One deal of a game, from the deal to the score.

>>> state = load_game("whist(trump=h)").new_initial_state(seed=42)
>>> while not state.is_terminal():
...     state.apply_action(state.legal_actions()[0])
>>> sum(state.returns()) > 0
True
>>> state == deserialize(state.serialize())
True
)doc");
    state.def(
             "get_game", [](const position& p) { return p.game(); }, "The same as game.")
        .def_prop_ro(
            "game", [](const position& p) { return p.game(); }, "The game it is a deal of.")
        .def(
            "num_players", [](const position& p) { return p.game().info().seats; },
            "Seats at the table.")
        .def(
            "num_distinct_actions", [](const position& p) { return p.game().action_count(); },
            "Actions are 0 to this less 1.")
        .def(
            "current_player",
            [](const position& p) { return p.is_over() ? terminal_player : index(p.to_act()); },
            "The seat that decides now, or mu.TERMINAL.")
        .def("is_terminal", &position::is_over, "The deal is over.")
        .def(
            "is_chance_node", [](const position&) { return false; },
            "Never: cards are dealt before the first state.")
        .def(
            "is_simultaneous_node", [](const position&) { return false; },
            "Never: one seat acts at a time.")
        .def(
            "is_player_node", [](const position& p) { return !p.is_over(); },
            "A seat is to act: always, before the end.")
        .def(
            "chance_outcomes", [](const position&) { return int_list(); },
            "Always []: there are no chance nodes.")
        .def(
            "legal_actions",
            [](const position& p, std::optional<std::int64_t> player) {
                return list_of(legal_of(p, player));
            },
            "player"_a = nb::none(),
            "What the seat to act may do, ascending; [] for any other player, and at the end.")
        .def(
            "legal_actions_mask",
            [](const position& p, std::optional<std::int64_t> player) {
                return mask_of(p.game(), legal_of(p, player));
            },
            "player"_a = nb::none(),
            "The same as an array of one flag for each action of the game.")
        .def(
            "apply_action", [](position& p, std::int64_t a) { p.apply(action_of(p.game(), a)); },
            "action"_a, nb::sig("def apply_action(self, action: typing.SupportsIndex) -> None"),
            R"doc(Makes an action, by number or by text. An illegal one changes nothing.

>>> state = load_game("whist(trump=h)").new_initial_state(seed=1)
>>> state.apply_action("2x")
Traceback (most recent call last):
    ...
mu._mu_core.ParseError: ...
>>> state.history()
[]
)doc")
        .def(
            "apply_action", [](position& p, std::string_view text) { p.apply(text); }, "action"_a)
        .def(
            "apply_actions",
            [](position& p, const std::vector<std::int64_t>& actions) {
                position next = p;
                for (const std::int64_t a : actions) next.apply(action_of(p.game(), a));
                p = std::move(next);
            },
            "actions"_a, "Makes several actions, or none of them if one is illegal.")
        .def(
            "undo_action", [](position& p) { p.undo(); }, "Takes the last action back.")
        .def(
            "undo_action",
            [](position& p, std::int64_t player, std::int64_t a) {
                const auto h = p.history();
                if (h.empty() || h.back() != a || index(p.actor(h.size() - 1)) != player)
                    throw std::invalid_argument(
                        "undo_action(player, action): that was not the last action");
                p.undo();
            },
            "player"_a, "action"_a)
        .def(
            "clone", [](const position& p) { return p; }, "A copy that goes its own way.")
        .def("__copy__", [](const position& p) { return p; })
        .def(
            "__deepcopy__", [](const position& p, nb::handle) { return p; }, "memo"_a)
        .def(
            "child",
            [](const position& p, std::int64_t a) {
                position next = p;
                next.apply(action_of(p.game(), a));
                return next;
            },
            "action"_a, nb::sig("def child(self, action: typing.SupportsIndex) -> State"),
            "The state after an action; this one stays as it is.")
        .def("returns", &returns, "Points of each seat; all 0 until the deal is over.")
        .def("rewards", &returns, "The same: points are given at the end.")
        .def(
            "player_return",
            [](const position& p, std::int64_t player) {
                return returns(p)[static_cast<std::size_t>(seat_of(p.game(), player))];
            },
            "player"_a, "Points of one seat; 0 until the deal is over.")
        .def(
            "history",
            [](const position& p) {
                int_list out;
                for (const action a : p.history()) out.append(int{a});
                return out;
            },
            "The actions made so far.")
        .def(
            "full_history",
            [](const position& p) {
                nb::typed<nb::list, nb::typed<nb::tuple, int, int>> out;
                for (std::size_t i = 0; i < p.history().size(); ++i)
                    out.append(nb::make_tuple(index(p.actor(i)), int{p.history()[i]}));
                return out;
            },
            "The same as pairs of seat and action.")
        .def(
            "move_number", [](const position& p) { return p.history().size(); },
            "How many actions have been made.")
        .def(
            "action_to_string",
            [](const position& p, std::int64_t a) { return p.action_text(action_of(p.game(), a)); },
            "action"_a, nb::sig("def action_to_string(self, action: typing.SupportsIndex) -> str"),
            "What an action is called; as in OpenSpiel, a player may stand before it.")
        .def(
            "action_to_string",
            [](const position& p, std::int64_t player, std::int64_t a) {
                seat_of(p.game(), player);
                return p.action_text(action_of(p.game(), a));
            },
            "player"_a, "action"_a)
        .def(
            "string_to_action",
            [](const position& p, std::string_view text) { return int{p.parse_action(text)}; },
            "text"_a, "The action that a text names, in words that players use in this phase.")
        .def(
            "string_to_actions",
            [](const position& p, std::string_view text) {
                int_list out;
                for (const action a : p.parse_actions(text)) out.append(int{a});
                return out;
            },
            "text"_a, "The same for a text that may stand for several actions in a row.")
        .def("view", &view_of, "player"_a = nb::none(),
             "What a seat may know: of the seat to act if none is named.")
        .def("public_view", &position::public_view, "What a spectator may know.")
        .def(
            "information_state_string",
            [](const position& p, std::optional<std::int64_t> player) {
                return information_state(view_of(p, player));
            },
            "player"_a = nb::none(),
            "A text that is equal for states that the seat cannot tell apart, and for no others.")
        .def(
            "information_state_key",
            [](const position& p, std::optional<std::int64_t> player) {
                return key_of(view_of(p, player).key());
            },
            "player"_a = nb::none(), "The same as a number of 128 bits: much faster.")
        .def(
            "observation_string",
            [](const position& p, std::optional<std::int64_t> player) {
                return text_of(view_of(p, player));
            },
            "player"_a = nb::none(), "What the seat sees now, in a few lines.")
        .def(
            "observation_tensor",
            [](const position& p, std::optional<std::int64_t> player, std::string_view layout) {
                return observation(view_of(p, player), layout, std::nullopt);
            },
            "player"_a = nb::none(), "layout"_a = default_layout,
            nb::sig("def observation_tensor(self, player: int | None = None, layout: str = "
                    "'canonical') -> numpy.typing.NDArray[typing.Any]"),
            "What the seat knows as an array: View.observation_tensor().")
        .def(
            "information_state_tensor",
            [](const position& p, std::optional<std::int64_t> player) {
                return information_state_array(view_of(p, player));
            },
            "player"_a = nb::none(),
            nb::sig("def information_state_tensor(self, player: int | None = None) -> "
                    "numpy.typing.NDArray[numpy.int8]"),
            "All that the seat has seen in order as an array: View.information_state_tensor().")
        .def(
            "resample_from_infostate",
            [](const position& p, std::optional<std::int64_t> player,
               std::optional<std::uint64_t> seed, bool soft) {
                const seat_view v = view_of(p, player);
                rng generator = rng_of(seed);
                return interruptible([&](const std::atomic<bool>&) {
                    return beliefs(v).draw(generator, soft ? evidence::soft : evidence::facts);
                });
            },
            "player"_a = nb::none(), "seed"_a = nb::none(), nb::kw_only(), "soft"_a = false,
            R"doc(A world that fits all that the seat has seen, each one equally likely.

With `soft` what others did makes cards more or less likely. The state begins where this one stands:
its history is empty.
)doc")
        .def("perft", &position::perft, "plies"_a, nb::call_guard<nb::gil_scoped_release>(),
             "The number of legal sequences of 1, 2, ... plies actions from here.")
        .def("result_string", &position::result, "How the deal ended, in words; '' before.")
        .def("deal_text", &position::deal_text, "What Game.deal() reads.")
        .def("state_text", &position::state_text,
             "The state alone, without how it came about: what FEN is to chess.")
        .def("serialize", &serialized, "One line that deserialize() reads.")
        .def(
            "to_json", [](const position& p) { return parsed(json_text(p)); },
            "All of it as dictionaries and lists.")
        .def("__str__", &position::text)
        .def("__repr__",
             [](const position& p) { return "deserialize(" + quoted(serialized(p)) + ")"; })
        .def("__eq__", [](const position& a, const position& b) { return a == b; })
        .def("__eq__", [](const position&, nb::handle) { return false; })
        .def("__getstate__", &pickled)
        .def("__setstate__",
             [](position& p, const std::pair<std::string, std::vector<action>>& from) {
                 position made = deserialized(from.first);
                 for (const action a : from.second) made.apply(a);
                 new (&p) position(std::move(made));
             });
    m.attr("TERMINAL") = terminal_player;
    m.def("deserialize", &deserialized, "text"_a,
          "The state that a record or position text leads to; everything is checked.");
}

// --- View ----------------------------------------------------------------------------------------

nb::class_<seat_view> bind_view(nb::module_& m) {
    nb::class_<seat_view> bound(m, "View",
                                R"doc(What one seat may know of a deal. Holds no hidden card.

>>> view = load_game("whist(trump=h)").new_initial_state(seed=42).view()
>>> view.observer, view.to_act, len(view.legal_actions())
(1, True, 13)
)doc");
    bound
        .def_prop_ro(
            "observer",
            [](const seat_view& v) {
                return v.is_public() ? std::nullopt : std::optional(index(v.observer()));
            },
            "Whose view it is; None for a spectator's.")
        .def_prop_ro(
            "game", [](const seat_view& v) { return v.game(); }, "The game it is a deal of.")
        .def_prop_ro("to_act", &seat_view::to_act, "The observer decides now.")
        .def(
            "legal_actions", [](const seat_view& v) { return list_of(v.legal()); },
            "What the observer may do now; [] if it is somebody else's turn.")
        .def(
            "legal_actions_mask", [](const seat_view& v) { return mask_of(v.game(), v.legal()); },
            "The same as an array of one flag for each action of the game.")
        .def(
            "history",
            [](const seat_view& v) {
                nb::typed<nb::list, nb::typed<nb::tuple, int, std::optional<int>>> out;
                for (const seen_action& a : v.history())
                    out.append(nb::make_tuple(
                        index(a.who), a.what ? nb::object(nb::int_(int{*a.what})) : nb::none()));
                return out;
            },
            "What the observer saw happen: pairs of seat and action, None for a hidden one.")
        .def(
            "action_to_string",
            [](const seat_view& v, std::int64_t a) {
                return v.action_text(action_of(v.game(), a));
            },
            "action"_a, nb::sig("def action_to_string(self, action: typing.SupportsIndex) -> str"),
            "What an action is called.")
        .def(
            "string_to_action",
            [](const seat_view& v, std::string_view text) { return int{v.parse_action(text)}; },
            "text"_a, "The action that a text names, in words that players use in this phase.")
        .def("information_state_string", &information_state,
             "A text that is equal for views that know the same, and for no others.")
        .def(
            "information_state_key", [](const seat_view& v) { return key_of(v.key()); },
            "The same as a number of 128 bits: much faster.")
        .def(
            "rule_choice", [](const seat_view& v) { return int{v.rule_choice()}; },
            "What the agent `rule` would do.")
        .def(
            "rule_reason", [](const seat_view& v) { return rule_reason(v); },
            "Why, in a sentence; empty for cards.")
        .def("status", &seat_view::status, "Where the deal stands, in at most two lines.")
        .def("prompt", &seat_view::prompt, "What is asked of the observer now.")
        .def("help", &seat_view::help, "What the observer may do now, in sentences.")
        .def(
            "to_json", [](const seat_view& v) { return parsed(json_text(v)); },
            "All that it knows as dictionaries and lists.")
        .def("__str__", &text_of)
        .def("__repr__",
             [](const seat_view& v) {
                 return fmt::format(
                     "<View of {} by {} after {} actions>", v.game().spec(),
                     v.is_public() ? "a spectator" : fmt::format("seat {}", index(v.observer())),
                     v.history().size());
             })
        .def("__eq__", [](const seat_view& a, const seat_view& b) { return a == b; })
        .def("__eq__", [](const seat_view&, nb::handle) { return false; })
        .def("__hash__", [](const seat_view& v) { return std::hash<info_key>{}(v.key()); })
        .def("__getstate__", &mu::view_text)
        .def("__setstate__",
             [](seat_view& v, std::string_view text) { new (&v) seat_view(parse_view(text)); });
    return bound;
}

}  // namespace

int longest_deal(const game& g) {
    return with_game(g, [&]<typename V>(V, const typename V::options& o) -> int {
        if constexpr (requires { deal_bounds<V>::most_actions(o); })
            return deal_bounds<V>::most_actions(o);
        throw std::invalid_argument("how many actions a deal of " + g.info().name +
                                    " can take is not known");
    });
}

void bind_games(nb::module_& m) {
    nb::class_<game> of_games = bind_game(m);
    bind_state(m);
    nb::class_<seat_view> of_views = bind_view(m);
    bind_observations(m, of_games, of_views);
}

}  // namespace mu::python
