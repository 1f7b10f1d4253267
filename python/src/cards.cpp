// Cards, suits and seats; random numbers.
#include <random>

#include <nanobind/stl/array.h>

#include <mu/cards/card_mask.h>
#include <mu/cards/text.h>

#include "bind.h"
#include "seats.h"

namespace mu::python {

rng& package_rng() {
    static rng generator = [] {
        std::random_device source;
        return rng((std::uint64_t{source()} << 32) | source());
    }();
    return generator;
}

namespace {

const deck_info& deck_of(const std::string& name) {
    std::string names;
    for (const deck_info& d : decks::all) {
        if (d.name == name) return d;
        names += " " + std::string(d.name);
    }
    throw std::invalid_argument("no deck \"" + name + "\"; there are:" + names);
}

card card_of(std::int64_t number, const deck_info& deck) {
    if (number < 0 || number >= deck.card_count())
        throw std::invalid_argument("no card " + std::to_string(number) + ": a deck of " +
                                    std::to_string(deck.card_count()) + " has cards 0 to " +
                                    std::to_string(deck.card_count() - 1));
    return static_cast<card>(number);
}

void bind_names(nb::module_& m) {
    nb::enum_<seat>(m, "Seat", nb::is_arithmetic(), "A seat of a table of four, in playing order.")
        .value("NORTH", seat::north)
        .value("EAST", seat::east)
        .value("SOUTH", seat::south)
        .value("WEST", seat::west);
    nb::enum_<suit>(m, "Suit", nb::is_arithmetic(), "A suit; NONE stands for no trump.")
        .value("SPADES", suit::spades)
        .value("HEARTS", suit::hearts)
        .value("DIAMONDS", suit::diamonds)
        .value("CLUBS", suit::clubs)
        .value("NONE", suit::none);

    m.def(
        "next_seat", [](std::int64_t s) { return next_seat(seat_of_four(s)); }, "seat"_a,
        "The next seat clockwise.");
    m.def(
        "partner_of", [](std::int64_t s) { return partner_of(seat_of_four(s)); }, "seat"_a,
        "The seat opposite.");
    m.def(
        "partnership_of", [](std::int64_t s) { return partnership_of(seat_of_four(s)); }, "seat"_a,
        "0 for north and south, 1 for east and west.");
    m.def(
        "seat_to_opp",
        [](std::int64_t observer, std::int64_t s) {
            if (observer == s)
                throw std::invalid_argument("the observer is no opponent of his own");
            return seat_to_opp(seat_of_four(observer), seat_of_four(s));
        },
        "observer"_a, "seat"_a,
        "The other seats as the observer counts them: 0 sits to the left, 2 to the right.");
    m.def(
        "opp_to_seat",
        [](std::int64_t observer, std::int64_t opp) {
            if (opp < 0 || opp > 2)
                throw std::invalid_argument("no opponent " + std::to_string(opp) +
                                            ": they are 0 to 2");
            return opp_to_seat(seat_of_four(observer), static_cast<int>(opp));
        },
        "observer"_a, "opp"_a, "The seat of opponent 0, 1 or 2 of the observer.");
}

void bind_masks(nb::module_& m) {
    m.def(
        "mask_to_cards",
        [](card_mask mask) {
            std::vector<int> out;
            ops::for_each(mask, [&](card c) { out.push_back(c); });
            return out;
        },
        "mask"_a, "The cards of a set, ascending.\n\n>>> mask_to_cards(0b1011)\n[0, 1, 3]\n");
    m.def(
        "cards_to_mask",
        [](const std::vector<std::int64_t>& cards) {
            card_mask out = 0;
            for (const std::int64_t c : cards) {
                if (c < 0 || c > 63)
                    throw std::invalid_argument("no card " + std::to_string(c) +
                                                ": a set has cards 0 to 63");
                out |= bit(static_cast<card>(c));
            }
            return out;
        },
        "cards"_a, "The set of these cards.\n\n>>> cards_to_mask([0, 1, 3])\n11\n");
    m.def(
        "popcount", [](card_mask mask) { return ops::popcount(mask); }, "mask"_a,
        "The number of cards in a set.");
    m.def(
        "card_str",
        [](std::int64_t c, const std::string& deck) {
            const deck_info& d = deck_of(deck);
            return card_str(card_of(c, d), d);
        },
        "card"_a, "deck"_a = "52", "A card as text.\n\n>>> card_str(12)\n'As'\n");
    m.def(
        "mask_str",
        [](card_mask mask, const std::string& deck) { return mask_str(mask, deck_of(deck)); },
        "mask"_a, "deck"_a = "52",
        "A set of cards as text.\n\n>>> mask_str(parse_cards('Ah Ks'))\n'Ks Ah'\n");
    m.def(
        "hand_str",
        [](card_mask mask, const std::string& deck) { return hand_str(mask, deck_of(deck)); },
        "mask"_a, "deck"_a = "52",
        "A hand as text, suit by suit.\n\n>>> hand_str(parse_cards('Ah Ks'))\n'K.A.-.-'\n");
    m.def(
        "parse_card",
        [](const std::string& text, const std::string& deck) {
            return int{parse_card(text, deck_of(deck))};
        },
        "text"_a, "deck"_a = "52",
        "The card that a text names: 'As', '10h', 'Q♥'.\n\n>>> parse_card('As')\n12\n");
    m.def(
        "parse_cards",
        [](const std::string& text, const std::string& deck) {
            return parse_cards(text, deck_of(deck));
        },
        "text"_a, "deck"_a = "52", "The set of cards that a text names: 'As Td 7c'.");
    m.def(
        "parse_hand",
        [](const std::string& text, const std::string& deck) {
            return parse_hand(text, deck_of(deck));
        },
        "text"_a, "deck"_a = "52",
        "The hand that a text describes, suit by suit: 'AT62.K95.Q84.J73'.");
    m.def(
        "suit_of",
        [](std::int64_t c, const std::string& deck) {
            const deck_info& d = deck_of(deck);
            return static_cast<suit>(card_of(c, d) / d.rank_count());
        },
        "card"_a, "deck"_a = "52", "The suit of a card; Suit.NONE for a joker.");
    m.def(
        "rank_of",
        [](std::int64_t c, const std::string& deck) {
            const deck_info& d = deck_of(deck);
            return card_of(c, d) % d.rank_count();
        },
        "card"_a, "deck"_a = "52",
        "The rank of a card in the order of its deck, from 0: of 52 cards, 0 is a two and 12 an "
        "ace.");
    m.def(
        "suit_symbol",
        [](std::int64_t s, const std::string& deck) {
            if (s < 0 || s > suit_count)
                throw std::invalid_argument("no suit " + std::to_string(s) + ": suits are 0 to 4");
            return suit_symbol(static_cast<suit>(s), deck_of(deck));
        },
        "suit"_a, "deck"_a = "52", "A suit as players draw it.\n\n>>> suit_symbol(0)\n'♠'\n");
    m.def(
        "deck_names",
        [] {
            std::vector<std::string> out;
            for (const deck_info& d : decks::all) out.emplace_back(d.name);
            return out;
        },
        "The decks that there are.");
}

void bind_random(nb::module_& m) {
    m.def(
        "seed", [](std::uint64_t n) { package_rng() = rng(n); }, "n"_a,
        "Seeds the generator behind every call that is given no seed of its own.");
    nb::class_<rng>(m, "Random",
                    R"doc(Random numbers that are the same on every machine (xoshiro256**).

>>> r = Random(7)
>>> r.next() == Random(7).next()
True
>>> 0 <= r.below(6) < 6
True
)doc")
        .def(nb::init<std::uint64_t>(), "seed"_a)
        .def("next", &rng::next, "The next 64 random bits.")
        .def(
            "below",
            [](rng& r, std::uint64_t n) {
                if (n == 0) throw std::invalid_argument("below(0): there is no such number");
                return r.below(n);
            },
            "n"_a, "A whole number from 0 to n - 1.")
        .def("uniform", &rng::uniform, "A number from 0 up to, but not including, 1.")
        .def(
            "choice",
            [](rng& r, const nb::sequence& items) {
                const std::size_t n = nb::len(items);
                if (n == 0) throw std::invalid_argument("choice(): nothing to choose from");
                return nb::object(items[r.below(n)]);
            },
            "items"_a, nb::sig("def choice(self, items: collections.abc.Sequence[T]) -> T"),
            "One of the items.")
        .def("split", &rng::split, "n"_a, "The generator of stream n; this one is left as it is.")
        .def("__eq__", [](const rng& a, const rng& b) { return a == b; })
        .def("__eq__", [](const rng&, nb::handle) { return false; })
        .def("__getstate__", &rng::state)
        .def("__setstate__", [](rng& r, const rng::state_type& s) {
            if (s == rng::state_type{}) throw std::invalid_argument("not the state of a generator");
            new (&r) rng(s);
        });
}

}  // namespace

void bind_cards(nb::module_& m) {
    bind_names(m);
    bind_masks(m);
    bind_random(m);
}

}  // namespace mu::python
