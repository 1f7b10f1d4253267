#include "observe.h"

#include <mu/api/with_game.h>
#include <mu/encode/all.h>
#include <mu/games/contree/layouts.h>
#include <mu/games/ulti/layouts.h>

#include "array.h"
#include "observation.h"

namespace mu::python {
namespace {

// Eight bits to eight bytes of 0 or 1, the lowest bit first.
constexpr std::uint64_t spread(std::uint64_t bits) {
    const std::uint64_t one_each = (bits & 0xFF) * 0x0101010101010101 & 0x8040201008040201;
    return (one_each + 0x7F7F7F7F7F7F7F7F) >> 7 & 0x0101010101010101;
}

template <variant V>
suit_order<V> write_canonical(const knowledge<V>& of, void* out, const suit_order<V>* other) {
    const encoded<V> e =
        other != nullptr ? encode(of.seen, of.memory, *other) : encode(of.seen, of.memory);
    auto* to = static_cast<std::int8_t*>(out);
    constexpr int width = encoding_width<V>;
    for (int k = 0; k < width; k += 8) {
        const std::uint64_t bytes = spread(e.word[static_cast<std::size_t>(k / 64)] >> (k % 64));
        std::memcpy(to + k, &bytes, static_cast<std::size_t>(std::min(8, width - k)));
    }
    return e.suits;
}

template <typename Layout>
suit_order<typename Layout::game> write_numbers(const knowledge<typename Layout::game>& of,
                                                void* out,
                                                const suit_order<typename Layout::game>* other) {
    const auto order = other != nullptr ? *other : Layout::suits(of.seen, of.trace);
    using number = std::conditional_t<Layout::flags, std::int8_t, float>;
    encode_numbers<Layout>(static_cast<number*>(out), of.seen, of.trace, order);
    return order;
}

template <typename Layout>
typed_layout<typename Layout::game> numbers() {
    const auto slices = number_slices<Layout>();
    return {{.name = Layout::name,
             .version = Layout::version,
             .size = Layout::size,
             .flags = Layout::flags,
             .slices = {slices.begin(), slices.end()}},
            &write_numbers<Layout>};
}

template <variant V>
knowledge<V> knowledge_of(const seat_view& v) {
    return {*typed_view<V>(v), *memory_of<V>(v), *memory_of<V, deal_trace<V>>(v)};
}

template <variant V>
suit_order<V> order_by_number(std::int64_t n) {
    if (n < 0 || n >= suit_order_count)
        throw std::invalid_argument("no order of suits " + std::to_string(n) +
                                    ": they are 0 to 23");
    return nth_suit_order<V>(static_cast<int>(n));
}

const seat_view& of_a_seat(const seat_view& v) {
    if (v.is_public()) throw std::invalid_argument("a spectator has no observation");
    return v;
}

// --- Information states --------------------------------------------------------------------------

// Who looks; what the seat knows now; what it was dealt; and for each action who made it from the
// observer's left on, whether it was hidden, which one it was, and the cards that came to the hand.
template <variant V>
struct history_parts {
    static constexpr std::size_t seats = V::seats, cards = deck_traits<V>::cards;
    static constexpr std::size_t observation_at = seats,
                                 dealt_at = observation_at + encoding_width<V>,
                                 history_at = dealt_at + cards;
    std::size_t actions, moments;

    explicit history_parts(const game& g)
        : actions(static_cast<std::size_t>(g.action_count())),
          moments(static_cast<std::size_t>(longest_deal(g))) {}
    std::size_t row() const { return seats + 1 + actions + cards; }
    std::size_t size() const { return history_at + moments * row(); }
};

layout_info information_state_layout(const game& g) {
    return with_game(g, [&]<typename V>(V, const typename V::options&) {
        using parts = history_parts<V>;
        const parts of(g);
        layout_info out{.name = "information_state",
                        .version = encoding<V>::version,
                        .size = of.size(),
                        .flags = true,
                        .slices = {}};
        const auto add = [&](std::string_view name, std::size_t from, std::size_t to) {
            out.slices.push_back({name, static_cast<int>(from), static_cast<int>(to - from)});
        };
        add("observer", 0, parts::observation_at);
        add("observation", parts::observation_at, parts::dealt_at);
        add("dealt", parts::dealt_at, parts::history_at);
        add("history", parts::history_at, of.size());
        return out;
    });
}

int order_in(const seat_view& v, std::string_view layout) {
    return with_game(of_a_seat(v).game(), [&]<typename V>(V, const typename V::options&) {
        const typed_layout<V> how = find_layout<V>(layout);
        std::vector<float> unused(how.info.size);
        return suit_order_number(how.write(knowledge_of<V>(v), unused.data(), nullptr));
    });
}

numpy_array<std::int16_t, 2> action_maps(const game& g) {
    const auto actions = static_cast<std::size_t>(g.action_count());
    auto out = new_array<std::int16_t, 2>({suit_order_count, actions});
    with_game(g, [&]<typename V>(V, const typename V::options&) {
        for (int n = 0; n < suit_order_count; ++n)
            for (std::size_t a = 0; a < actions; ++a)
                out.data()[static_cast<std::size_t>(n) * actions + a] =
                    canonical_action<V>(static_cast<action>(a), nth_suit_order<V>(n));
        return 0;
    });
    return out;
}

std::vector<layout_info> layouts_of(const game& g) {
    return with_game(g, []<typename V>(V, const typename V::options&) {
        std::vector<layout_info> out;
        for (typed_layout<V>& l : typed_layouts<V>()) out.push_back(std::move(l.info));
        return out;
    });
}

}  // namespace

nb::object information_state_array(const seat_view& v) {
    return with_game(of_a_seat(v).game(), [&]<typename V>(V, const typename V::options&) {
        using parts = history_parts<V>;
        const parts of(v.game());
        auto out = new_array<std::int8_t, 1>({of.size()});
        std::int8_t* const to = out.data();
        const int me = index(v.observer());
        to[me] = 1;
        const suit_order<V> as_they_are = nth_suit_order<V>(0);
        write_canonical(knowledge_of<V>(v), to + parts::observation_at, &as_they_are);
        const auto hand_after = [&](std::size_t n) {
            view<V> then;
            std::memcpy(&then, detail::view_access::bytes(v, typeid(V), n), sizeof(then));
            return card_mask{then.seen.hands[v.observer()]};
        };
        const auto put = [&](std::size_t at, card_mask cards) {
            for (card_mask m = cards; m != 0; m &= m - 1) to[at + ops::lsb_index(m)] = 1;
        };
        card_mask hand = hand_after(0);
        put(parts::dealt_at, hand);
        const public_record seen = v.history();
        for (std::size_t i = 0; i < seen.size(); ++i) {
            const std::size_t at = parts::history_at + i * of.row(), what = at + parts::seats + 1;
            to[at + static_cast<std::size_t>((index(seen[i].who) - me + V::seats) % V::seats)] = 1;
            to[seen[i].what ? what + *seen[i].what : what - 1] = 1;
            const card_mask next = hand_after(i + 1);
            put(what + of.actions, next & ~hand);
            hand = next;
        }
        return nb::cast(out);
    });
}

template <variant V>
std::vector<typed_layout<V>> typed_layouts() {
    const auto slices = encoding_slices<V>();
    std::vector<typed_layout<V>> out{{{.name = std::string(default_layout),
                                       .version = encoding<V>::version,
                                       .size = static_cast<std::size_t>(encoding_width<V>),
                                       .flags = true,
                                       .slices = {slices.begin(), slices.end()}},
                                      &write_canonical<V>},
                                     numbers<cards_layout<V>>()};
    [&]<typename... L>(std::type_identity<std::tuple<L...>>) {
        (out.push_back(numbers<L>()), ...);
    }(std::type_identity<typename number_layouts<V>::types>{});
    return out;
}
// NOLINTNEXTLINE(bugprone-macro-parentheses): the argument is a type.
#define MU_INSTANTIATE(V) template std::vector<typed_layout<V>> typed_layouts<V>();
MU_VARIANTS(MU_INSTANTIATE)
#undef MU_INSTANTIATE

nb::object observation(const seat_view& v, std::string_view layout,
                       std::optional<std::int64_t> order) {
    return with_game(of_a_seat(v).game(), [&]<typename V>(V, const typename V::options&) {
        const typed_layout<V> how = find_layout<V>(layout);
        std::optional<suit_order<V>> other;
        if (order) other = order_by_number<V>(*order);
        const knowledge<V> of = knowledge_of<V>(v);
        const auto write = [&](auto out) {
            how.write(of, out.data(), other ? &*other : nullptr);
            return nb::cast(out);
        };
        return how.info.flags ? write(new_array<std::int8_t, 1>({how.info.size}))
                              : write(new_array<float, 1>({how.info.size}));
    });
}

void bind_observations(nb::module_& m, nb::class_<game>& of_games,
                       nb::class_<seat_view>& of_views) {
    nb::class_<layout_info>(m, "Layout",
                            R"doc(How an observation is laid out: its length and its named slices.

>>> layout = load_game("contree").observation_layout("play411")
>>> layout.size, layout.slices["voids"]
(411, slice(259, 271, None))
)doc")
        .def_ro("name", &layout_info::name, "As observation_tensor() takes it.")
        .def_ro("version", &layout_info::version, "Changes whenever a number changes its meaning.")
        .def_ro("size", &layout_info::size, "Of the array.")
        .def_prop_ro(
            "dtype", [](const layout_info& l) { return l.flags ? "int8" : "float32"; },
            "Of numpy: flags are bytes.")
        .def_prop_ro(
            "slices",
            [](const layout_info& l) {
                nb::typed<nb::dict, nb::str, nb::slice> out;
                for (const encoding_slice& s : l.slices)
                    out[nb::str(s.name.data(), s.name.size())] = nb::slice(s.at, s.at + s.size);
                return out;
            },
            "By name.")
        .def("__repr__", [](const layout_info& l) {
            return "<Layout " + l.name + " version " + std::to_string(l.version) + ": " +
                   std::to_string(l.size) + (l.flags ? " flags>" : " numbers>");
        });
    of_games
        .def("observation_layouts", &layouts_of,
             "Every layout of the game, the one for all games first (docs/encoding.md).")
        .def(
            "observation_layout",
            [](const game& g, std::string_view name) {
                return with_game(g, [&]<typename V>(V, const typename V::options&) {
                    return find_layout<V>(name).info;
                });
            },
            "name"_a = default_layout, "One of them by name.")
        .def(
            "observation_tensor_shape",
            [](const game& g) { return std::vector{layouts_of(g)[0].size}; },
            "Of the layout for all games.")
        .def("information_state_layout", &information_state_layout,
             "Of View.information_state_tensor(). A ValueError where max_game_length() is one.")
        .def(
            "information_state_tensor_shape",
            [](const game& g) { return std::vector{information_state_layout(g).size}; },
            "The same as a shape.")
        .def("action_maps", &action_maps,
             R"doc(Actions renamed with the suits: maps[k, a] is what action a is called in order k.

Order k puts suits in other slots, as View.suit_order() tells; order 0 leaves everything as it is.

>>> maps = load_game("whist").action_maps()
>>> maps.shape, bool((maps[0] == range(52)).all())
((24, 52), True)
)doc");
    of_views
        .def("observation_tensor", &observation, "layout"_a = default_layout, nb::kw_only(),
             "suit_order"_a = nb::none(),
             nb::sig("def observation_tensor(self, layout: str = 'canonical', *, suit_order: int | "
                     "None = None) -> numpy.typing.NDArray[typing.Any]"),
             R"doc(What the seat knows as an array; Game.observation_layout() tells what is where.

With `suit_order`, one of 24, the suits stand in that order in place of the layout's own: the same
position under other names, for augmentation (Game.action_maps() renames the actions).

>>> view = load_game("whist(trump=h)").new_initial_state(seed=1).view()
>>> x = view.observation_tensor()
>>> int(x[view.game.observation_layout().slices["hand"]].sum())
13
)doc")
        .def(
            "information_state_tensor", &information_state_array,
            nb::sig("def information_state_tensor(self) -> numpy.typing.NDArray[numpy.int8]"),
            R"doc(All that the seat has seen in order as flags; Game.information_state_layout() tells what is where.

Who looks; what observation_tensor() has, with the suits as they are; the cards that were dealt to the
seat; and for each action that a deal can have, who made it (from the observer's left on, himself first),
whether it was hidden, which one it was, and the cards that came to the hand with it. That is long: what
a net reads is observation_tensor(), and to tell information states apart information_state_key() is exact.

>>> state = load_game("whist(trump=h)").new_initial_state(seed=1)
>>> x = state.view(0).information_state_tensor()
>>> int(x[state.game.information_state_layout().slices["dealt"]].sum())
13
)doc")
        .def("suit_order", &order_in, "layout"_a = default_layout,
             "The number of the order in which a layout shows the suits now.");
}

}  // namespace mu::python
