// What a seat may believe about the hidden cards.
#include <algorithm>
#include <mutex>

#include <fmt/format.h>
#include <nanobind/stl/pair.h>

#include <mu/api/beliefs.h>
#include <mu/api/nets.h>

#include "array.h"
#include "bind.h"

namespace mu::python {
namespace {

evidence by(bool soft, bool net) {
    if (soft && net) throw std::invalid_argument("ask by soft rules or by a net, not by both");
    return soft ? evidence::soft : net ? evidence::net : evidence::facts;
}

// Beliefs as Python holds them. They keep what they compute, so one call at a time.
struct held_beliefs {
    beliefs of;
    std::optional<std::string> net_file;  // as it was given
    mutable std::mutex lock;

    held_beliefs(const seat_view& v, const std::optional<std::string>& net)
        : of(v,
             net ? belief_net::of(v.game(), *net == "net" ? "" : *net).shared_weights() : nullptr),
          net_file(net) {}
};

// f(beliefs), alone with them.
template <typename F>
auto locked(const held_beliefs& b, F&& f) {
    return interruptible([&](const std::atomic<bool>&) {
        const std::scoped_lock hold(b.lock);
        return f(b.of);
    });
}

numpy_array<double, 2> array_of(const std::vector<std::vector<double>>& rows) {
    const std::size_t width = rows.empty() ? 0 : rows[0].size();
    auto out = new_array<double, 2>({rows.size(), width});
    for (std::size_t i = 0; i < rows.size(); ++i)
        std::ranges::copy(rows[i], out.data() + i * width);
    return out;
}

}  // namespace

void bind_beliefs(nb::module_& m) {
    nb::class_<held_beliefs>(m, "Beliefs",
                             R"doc(What a seat may believe about the hidden cards of a deal.

>>> state = load_game("whist(trump=h)").new_initial_state(seed=42)
>>> b = Beliefs(state.view(0))
>>> b.places[:4]
['N', 'E', 'S', 'W']
>>> b.chances().sum(axis=0).round(9).tolist() == [1.0] * 52
True
>>> world = b.draw(seed=1)
>>> world.view(0).legal_actions() == state.view(0).legal_actions()
True
)doc")
        .def(
            "__init__",
            [](held_beliefs* p, const seat_view& v, const std::optional<std::string>& net) {
                new (p) held_beliefs(v, net);
            },
            "view"_a, nb::kw_only(), "net"_a = nb::none(),
            "`net`: the file of a belief net, or \"net\" for the one that comes with mu.")
        .def(
            "see",
            [](held_beliefs& b, const seat_view& v) {
                locked(b, [&](const beliefs&) { return b.of.see(v), 0; });
            },
            "view"_a,
            "A later view of the same deal by the same seat. Another one changes nothing.")
        .def_prop_ro(
            "view", [](const held_beliefs& b) { return b.of.view(); },
            "The view that they are formed from.")
        .def_prop_ro(
            "count",
            [](const held_beliefs& b) {
                return locked(b, [](const beliefs& of) { return of.count(); });
            },
            "The number of worlds that fit; an upper bound if it is not exact.")
        .def_prop_ro(
            "is_exact",
            [](const held_beliefs& b) {
                return locked(b, [](const beliefs& of) { return of.is_exact(); });
            },
            "count is exact.")
        .def_prop_ro(
            "places", [](const held_beliefs& b) { return b.of.places(); },
            "Where cards can lie: hands first, then others such as 'kitty'.")
        .def(
            "chances",
            [](const held_beliefs& b, bool soft, bool net) {
                return array_of(
                    locked(b, [&](const beliefs& of) { return of.chances(by(soft, net)); }));
            },
            nb::kw_only(), "soft"_a = false, "net"_a = false,
            R"doc(How likely each card (column) lies in each place (row); played cards lie in none.

With `soft` what others did makes cards more or less likely, by rules; with `net` by the net that was given.
)doc")
        .def(
            "features",
            [](const held_beliefs& b, bool soft, bool net) {
                const auto rows =
                    locked(b, [&](const beliefs& of) { return of.chances(by(soft, net)); });
                const seat_view& v = b.of.view();
                const int seats = v.game().info().seats;
                const std::size_t cards = rows[0].size();
                auto out = new_array<float, 1>({static_cast<std::size_t>(seats - 1) * cards});
                for (int k = 1; k < seats; ++k)
                    std::ranges::transform(
                        rows[static_cast<std::size_t>((index(v.observer()) + k) % seats)],
                        out.data() + static_cast<std::size_t>(k - 1) * cards,
                        [](double x) { return static_cast<float>(x); });
                return out;
            },
            nb::kw_only(), "soft"_a = false, "net"_a = false,
            R"doc(The chances of the other hands for a net, from the observer's left on.

>>> Beliefs(load_game("whist").new_initial_state(seed=1).view()).features().shape
(156,)
)doc")
        .def(
            "draw",
            [](const held_beliefs& b, std::optional<std::uint64_t> seed, bool soft, bool net) {
                rng generator = rng_of(seed);
                return locked(b,
                              [&](const beliefs& of) { return of.draw(generator, by(soft, net)); });
            },
            "seed"_a = nb::none(), nb::kw_only(), "soft"_a = false, "net"_a = false,
            "A world: a state that can be played on and solved. Its history is empty.")
        .def(
            "draw_many",
            [](const held_beliefs& b, std::size_t n, std::optional<std::uint64_t> seed, bool soft,
               bool net) {
                rng generator = rng_of(seed);
                return locked(
                    b, [&](const beliefs& of) { return of.draw(n, generator, by(soft, net)); });
            },
            "n"_a, "seed"_a = nb::none(), nb::kw_only(), "soft"_a = false, "net"_a = false,
            "Many worlds, spread more evenly than single draws; each once if there are no more.")
        .def("__repr__",
             [](const held_beliefs& b) {
                 const auto [count, exact] = locked(
                     b, [](const beliefs& of) { return std::pair(of.count(), of.is_exact()); });
                 return fmt::format("<Beliefs of {}: {}{} worlds>", b.of.view().game().spec(),
                                    exact ? "" : "at most ", count);
             })
        // They follow from the view.
        .def("__getstate__",
             [](const held_beliefs& b) { return std::pair(b.of.view(), b.net_file); })
        .def("__setstate__",
             [](held_beliefs& b, const std::pair<seat_view, std::optional<std::string>>& from) {
                 new (&b) held_beliefs(from.first, from.second);
             });
}

}  // namespace mu::python
