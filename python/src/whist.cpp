// Whist by its own types: states as plain data, card sets as integers.
#include "whist.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>
#include <nanobind/stl/array.h>

#include <mu/cards/text.h>
#include <mu/games/rollout.h>

#include "array.h"

namespace mu::python {
namespace {

using rules_of = rules<whist>;

suit trump_suit(std::int64_t number) {
    if (number < 0 || number > 4)
        throw std::invalid_argument("no suit " + std::to_string(number) + ": suits are 0 to 4");
    return static_cast<suit>(number);
}

void play(whist_state& s, std::int64_t who, std::int64_t c) {
    const seat player = seat_of_four(who);
    if (rules_of::is_over(s)) throw illegal_action("the deal is over: no card can be played");
    if (player != s.current_player)
        throw illegal_action(seat_str(player) + " is not to play: it is the turn of " +
                             seat_str(s.current_player));
    const card_mask legal = rules_of::legal_moves(s);
    if (c < 0 || c >= deck_traits<whist>::cards)
        throw illegal_action("no card " + std::to_string(c) +
                             ": cards are 0 to 51; legal: " + mask_str<whist>(legal));
    if ((legal & bit(static_cast<card>(c))) == 0)
        throw illegal_action("cannot play " + card_str<whist>(static_cast<card>(c)) +
                             "; legal: " + mask_str<whist>(legal));
    rules_of::play_card(s, player, static_cast<card>(c));
}

void bind_state(nb::module_& m) {
    nb::class_<trick_state>(m, "TrickState", "The trick on the table.")
        .def_ro("mask", &trick_state::mask, "All cards in this trick, as a set.")
        .def_prop_ro(
            "cards",
            [](const trick_state& t) {
                nb::typed<nb::list, std::optional<int>> out;
                for (const card c : t.cards)
                    out.append(c == no_card ? nb::object(nb::none())
                                            : nb::object(nb::int_(int{c})));
                return out;
            },
            "The card of each seat, None where there is none yet.")
        .def_ro("lead_suit", &trick_state::lead_suit, "The suit led; Suit.NONE before the lead.")
        .def_ro("lead_seat", &trick_state::lead_seat, "Who leads.")
        .def_ro("current_winner", &trick_state::current_winner, "Who wins it as it lies.")
        .def_prop_ro(
            "winner", [](const trick_state& t) { return t.current_winner; }, "The same.")
        .def_prop_ro(
            "winning_card",
            [](const trick_state& t) {
                return t.winning_card == no_card ? nb::object(nb::none())
                                                 : nb::object(nb::int_(int{t.winning_card}));
            },
            "The card that wins it as it lies; None before the lead.")
        .def_prop_ro(
            "num_played", [](const trick_state& t) { return int{t.num_played}; },
            "Cards that lie in it.")
        .def("__eq__", [](const trick_state& a, const trick_state& b) { return a == b; })
        .def("__eq__", [](const trick_state&, nb::handle) { return false; })
        .def("__repr__", [](const trick_state& t) {
            return fmt::format("<TrickState: {}>", t.mask == 0 ? "empty" : mask_str<whist>(t.mask));
        });

    nb::class_<whist_state>(m, "WhistState", R"doc(A deal of whist with all hands seen.

>>> state = whist_new_game(trump=Suit.SPADES, dealer=Seat.NORTH)
>>> state.current_player == Seat.EAST, [popcount(h) for h in state.hands]
(True, [13, 13, 13, 13])
)doc")
        .def_prop_ro(
            "hands",
            [](const whist_state& s) {
                return std::array<card_mask, 4>{s.hands[0], s.hands[1], s.hands[2], s.hands[3]};
            },
            "The hand of each seat, as a set of cards.")
        .def_prop_ro(
            "played", [](const whist_state& s) { return card_mask{s.played}; },
            "All cards played so far.")
        .def_ro("trick", &whist_state::trick, "The trick on the table.")
        .def_prop_ro(
            "tricks_won",
            [](const whist_state& s) {
                return std::array<int, 2>{s.tricks_won[0], s.tricks_won[1]};
            },
            "Of north and south, of east and west.")
        .def_ro("trump", &whist_state::trump, "The suit that is trumps, or Suit.NONE.")
        .def_ro("dealer", &whist_state::dealer, "Who dealt.")
        .def_ro("current_player", &whist_state::current_player, "Whose turn it is.")
        .def_prop_ro(
            "tricks_remaining", [](const whist_state& s) { return int{s.tricks_remaining}; },
            "Tricks that have not been played to their end.")
        .def(
            "is_over", [](const whist_state& s) { return rules_of::is_over(s); },
            "All cards have been played.")
        .def(
            "clone", [](const whist_state& s) { return s; }, "A copy that goes its own way.")
        .def("__copy__", [](const whist_state& s) { return s; })
        .def(
            "__deepcopy__", [](const whist_state& s, nb::handle) { return s; }, "memo"_a)
        .def("__eq__", [](const whist_state& a, const whist_state& b) { return a == b; })
        .def("__eq__", [](const whist_state&, nb::handle) { return false; })
        .def("__getstate__",
             [](const whist_state& s) {
                 return nb::bytes(reinterpret_cast<const char*>(&s), sizeof(s));
             })
        .def("__setstate__",
             [](whist_state& s, const nb::bytes& from) {
                 if (from.size() != sizeof(s))
                     throw std::invalid_argument("not a pickled WhistState of this version");
                 new (&s) whist_state;
                 std::memcpy(&s, from.c_str(), sizeof(s));
             })
        .def("__repr__", [](const whist_state& s) {
            return fmt::format("<WhistState: trump {}, {} to play, {} tricks to come>",
                               suit_str<whist>(s.trump), seat_str(s.current_player),
                               s.tricks_remaining);
        });

    m.def(
        "whist_new_game",
        [](std::int64_t trump, std::int64_t dealer, std::optional<std::uint64_t> seed) {
            const suit t = trump_suit(trump);
            const seat d = seat_of_four(dealer);
            rng own = rng_of(seed);
            per_seat<card_mask> hands{};
            deal_random(layout({13, 13, 13, 13}), seed ? own : package_rng(), hands);
            return whist_start(hands, t, d);
        },
        "trump"_a = suit::none, "dealer"_a = seat::north, "seed"_a = nb::none(),
        "A new shuffled deal; the seat after the dealer leads.");
    m.def(
        "legal_moves",
        [](const whist_state& s) { return rules_of::is_over(s) ? 0 : rules_of::legal_moves(s); },
        "state"_a, "The cards that may be played now, as a set.");
    m.def("play_card", &play, "state"_a, "seat"_a, "card"_a,
          "Plays a card. One that the rules forbid is a ValueError, and changes nothing.");
    m.def(
        "whist_rollout",
        [](const whist_state& s, std::optional<std::uint64_t> seed) {
            if (seed) {
                rng own(*seed);
                const auto won = rollout<whist>(s, own);
                return std::array<int, 2>{won[0], won[1]};
            }
            const auto won = rollout<whist>(s, package_rng());
            return std::array<int, 2>{won[0], won[1]};
        },
        "state"_a, "seed"_a = nb::none(),
        "Plays to the end at random: the tricks of north and south, of east and west.");
}

constexpr std::size_t others = 3;

void bind_belief(nb::module_& m) {
    nb::class_<whist_belief>(m, "WhistBelief",
                             R"doc(Where the hidden cards may lie, for one observer.

`prob[i][c]` is the chance that opponent i (seat_to_opp) holds card c, `possible[i]` the cards that he
may hold. With `soft` what others play makes cards more or less likely.

>>> state = whist_new_game(trump=Suit.HEARTS, dealer=Seat.SOUTH, seed=1)
>>> belief = WhistBelief()
>>> belief.init(state, state.current_player)
>>> unseen = parse_cards(mask_str(2**52 - 1)) & ~state.hands[state.current_player]
>>> round(float(belief.prob[0][mask_to_cards(unseen)[0]]), 4)
0.3333
)doc")
        .def(nb::init<bool>(), nb::kw_only(), "soft"_a = false)
        .def("init", &whist_belief::init, "state"_a, "observer"_a,
             "What the observer may know of this state. Of a deal under way, what came before does "
             "not count.")
        .def("update", &whist_belief::update, "state"_a, "The state after the next card.")
        .def_prop_ro(
            "observer", [](const whist_belief& b) { return b.get().observer; },
            "Whose belief it is.")
        .def_prop_ro(
            "prob",
            [](const whist_belief& b) {
                auto out = new_array<double, 2>({others, 52});
                for (std::size_t i = 0; i < others; ++i)
                    std::ranges::copy(b.get().prob[i], out.data() + i * 52);
                return out;
            },
            nb::rv_policy::automatic, "An array of 3 x 52 chances.")
        .def_prop_ro(
            "possible",
            [](const whist_belief& b) {
                const auto& p = b.get().possible;
                return std::array<card_mask, others>{p[0], p[1], p[2]};
            },
            "The cards that each opponent may hold, as sets.")
        .def_prop_ro(
            "count", [](const whist_belief& b) { return b.get().worlds().count(); },
            "The number of worlds that fit.")
        .def("__repr__",
             [](const whist_belief& b) {
                 return fmt::format("<WhistBelief of {}: {} worlds>", seat_str(b.get().observer),
                                    b.get().worlds().count());
             })
        .def(
            "__reduce__",
            [](const whist_belief&) -> nb::object {
                throw nb::type_error(
                    "cannot pickle a WhistBelief: pickle the states that it has seen, then init() "
                    "and update() one with them");
            },
            nb::sig("def __reduce__(self) -> typing.NoReturn"));
    m.def(
        "whist_determinize",
        [](const whist_state& s, const whist_belief& b, std::optional<std::uint64_t> seed) {
            const belief_state<whist>& belief = b.of(s);
            if (!seed) return determinize(belief, package_rng());
            rng own(*seed);
            return determinize(belief, own);
        },
        "state"_a, "belief"_a, "seed"_a = nb::none(),
        "A full state that fits the belief: where only facts are known, each one equally likely.");
}

}  // namespace

void bind_whist(nb::module_& m) {
    bind_state(m);
    bind_belief(m);
}

}  // namespace mu::python
