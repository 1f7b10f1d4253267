// Nets: what every legal action is worth.
#include <algorithm>
#include <span>
#include <utility>

#include <nanobind/stl/pair.h>

#include <mu/api/nets.h>

#include "bind.h"

namespace mu::python {
namespace {

using worth = nb::typed<nb::dict, int, double>;

// A net as Python holds it.
struct held_net {
    game of;
    std::string given;  // the file that was named; "" is the net that comes with mu
    game_net by;

    held_net(const game& g, const std::string& file)
        : of(g), given(file), by(game_net::of(g, file)) {}
};

std::string path_of(const nb::object& file) {
    if (file.is_none()) return "";
    return nb::cast<std::string>(nb::module_::import_("os").attr("fspath")(file));
}

worth as_dict(const std::vector<net_value>& values) {
    worth out;
    for (const net_value& v : values) out[nb::int_(int{v.what})] = v.value;
    return out;
}

nb::typed<nb::list, worth> values_many(const held_net& n, const std::vector<seat_view>& views) {
    constexpr std::size_t at_once = 256;
    const auto values = interruptible([&](const std::atomic<bool>& stop) {
        std::vector<std::vector<net_value>> out;
        const std::span all(views);
        for (std::size_t k = 0; k < all.size() && !stop; k += at_once) {
            auto some = n.by.values(all.subspan(k, std::min(at_once, all.size() - k)));
            std::ranges::move(some, std::back_inserter(out));
        }
        return out;
    });
    nb::typed<nb::list, worth> out;
    for (const auto& v : values) out.append(as_dict(v));
    return out;
}

int choose(const held_net& n, const seat_view& v) {
    if (!v.to_act()) throw std::invalid_argument("the observer of this view is not to act");
    return n.by.choose(v);
}

seat_view view_of(const position& p) {
    if (p.is_over()) throw std::invalid_argument("the deal is over: nobody is to act");
    return p.view(p.to_act());
}

}  // namespace

void bind_nets(nb::module_& m) {
    nb::class_<held_net>(m, "Net",
                         R"doc(A net of a game: the one that comes with mu, or that of a file.

It says what every legal action is worth: points of the deal for the side to act, less those of the
others. The agent `net` does what is worth most.

>>> game = load_game("contree")
>>> net = Net(game)
>>> state = game.new_initial_state(seed=1)
>>> values = net.values(state)
>>> list(values) == state.legal_actions()
True
>>> values[net.choose(state)] == max(values.values())
True
>>> net.header["layout"]
'canonical'
)doc")
        .def(
            "__init__",
            [](held_net* n, const game& g, const nb::object& file) {
                new (n) held_net(g, path_of(file));
            },
            "game"_a, "file"_a = nb::none(),
            nb::sig("def __init__(self, game: Game, file: str | os.PathLike[str] | None = None) -> "
                    "None"))
        .def(
            "__init__",
            [](held_net* n, std::string_view spec, const nb::object& file) {
                new (n) held_net(game(spec), path_of(file));
            },
            "game"_a, "file"_a = nb::none(),
            nb::sig("def __init__(self, game: str, file: str | os.PathLike[str] | None = None) -> "
                    "None"))
        .def_prop_ro(
            "game", [](const held_net& n) { return n.of; }, "The game that it values actions of.")
        .def_prop_ro(
            "file", [](const held_net& n) { return n.by.file(); },
            "Where it was read; mu.nets.read_net() has its weights.")
        .def_prop_ro(
            "header",
            [](const held_net& n) {
                return nb::cast<json_object>(
                    nb::module_::import_("json").attr("loads")(n.by.header()));
            },
            "What its file says of it: layout, size, how it was trained.")
        .def(
            "values", [](const held_net& n, const seat_view& v) { return as_dict(n.by.values(v)); },
            "view"_a,
            "Points by legal action, ascending actions; {} if the observer is not to act.")
        .def(
            "values",
            [](const held_net& n, const position& p) { return as_dict(n.by.values(view_of(p))); },
            "state"_a, "The same for the seat to act.")
        .def("values_many", &values_many, "views"_a, "The same for many views, which is faster.")
        .def("choose", &choose, "view"_a, "The action that is worth most.")
        .def(
            "choose", [](const held_net& n, const position& p) { return choose(n, view_of(p)); },
            "state"_a)
        .def("__repr__",
             [](const held_net& n) {
                 return "Net(" + quoted(n.of.spec()) +
                        (n.given.empty() ? "" : ", " + quoted(n.given)) + ")";
             })
        .def("__getstate__", [](const held_net& n) { return std::pair(n.of.spec(), n.given); })
        .def("__setstate__", [](held_net& n, const std::pair<std::string, std::string>& from) {
            new (&n) held_net(game(from.first), from.second);
        });
    m.def("_add_net_folder", &add_net_folder, "folder"_a);
}

}  // namespace mu::python
