// Where the cards of a deal lie, and who sees them.
//
// A game says it once, in a hook beside its state; without one there are the hands, each seen by
// its owner:
//
//     visit_places(s, f)    calls f(place_info, slot) for each hand and each other place
//
// `slot` is the member of the state that holds the cards: a set, a single card, a row of cards, or
// a type of the game's own with cards_in() and put_cards(). Cards played are in no place. What a
// view hides, which worlds there are, a check of the deck (find_deck_fault) and the tests that deal
// hidden cards anew follow from this.
#pragma once

#include <concepts>
#include <span>
#include <string_view>

#include <mu/games/state.h>

namespace mu {

// Places are numbered like the seats whose hands they are; these follow. A world (belief/hidden.h)
// has the first six. What lies face up in no hand is in the last: nobody need wonder about it.
inline constexpr int place_aside = 4, place_discard = 5, place_count = 6, place_open = 6;
inline constexpr unsigned all_seats = 0b1111;

// The observer of a spectator's view: sees what everybody may know.
inline constexpr seat nobody = static_cast<seat>(0xFF);

// A literal, measured when compiled: code on a device cannot do it.
struct place_name : std::string_view {
    constexpr place_name() = default;
    consteval place_name(const char* literal)
        : std::string_view(literal) {}  // NOLINT(*-explicit-*)
};

struct place_info {
    static constexpr int counted = -1;

    int number = 0;
    place_name name{};     // for people: hand, kitty, talon, stock, ...
    unsigned seen_by = 0;  // bit k: seat k sees all its cards
    card_mask shown = 0;   // cards that everybody knows to lie here, if they do
    // How many cards there are, where the state says so. Otherwise they are counted; in a view,
    // whose observer may not see them, hands by view::cards_left and another place by what is left
    // of the deck.
    int size = counted;

    constexpr bool is_hand() const { return number < place_aside; }
    // A spectator, who has no seat, sees what everybody does.
    constexpr bool is_seen_by(seat who) const {
        return index(who) < 4 ? (seen_by >> index(who) & 1) != 0 : seen_by == all_seats;
    }
    // Of cards that lie here, those that a seat sees.
    constexpr card_mask seen_of(card_mask cards, seat who) const {
        return is_seen_by(who) ? cards : cards & shown;
    }
};

// --- Slots -------------------------------------------------------------------------------------

constexpr card_mask cards_in(std::uint32_t cards) { return cards; }
constexpr card_mask cards_in(std::uint64_t cards) { return cards; }
constexpr card_mask cards_in(card c) { return c == no_card ? 0 : bit(c); }
constexpr card_mask cards_in(std::span<const card> row) {
    card_mask out = 0;
    for (const card c : row) out |= cards_in(c);
    return out;
}

constexpr void put_cards(std::uint32_t& to, card_mask cards) {
    to = static_cast<std::uint32_t>(cards);
}
constexpr void put_cards(std::uint64_t& to, card_mask cards) { to = cards; }
// REQUIRES: at most one card.
constexpr void put_cards(card& to, card_mask cards) {
    to = cards == 0 ? no_card : ops::lsb_index(cards);
}
// At the end of the row, lowest index first.
constexpr void put_cards(std::span<card> row, card_mask cards) {
    std::size_t empty = row.size() - static_cast<std::size_t>(ops::popcount(cards));
    for (card& c : row) c = empty > 0 ? --empty, no_card : ops::lsb_index(ops::pop_lsb(cards));
}

// A place that the state does not store: its cards are all that lie nowhere else. In a view they
// are not known, and there is nothing to hide.
struct cards_left_over {
    card_mask cards = 0;
};
constexpr card_mask cards_in(cards_left_over slot) { return slot.cards; }
constexpr void put_cards(cards_left_over, card_mask) {}

// --- Visiting ----------------------------------------------------------------------------------

namespace detail {
template <typename State>
struct variant_of_state;
template <variant V>
struct variant_of_state<game_state<V>> {
    using type = V;
};
}  // namespace detail

// The state of V, or of a variant of the family V; const or not. For hooks that take both.
template <typename State, typename V>
concept state_of =
    std::derived_from<typename detail::variant_of_state<std::remove_const_t<State>>::type, V>;

// The hands; bit k of `open`: hand k lies on the table.
template <typename State, typename F>
constexpr void visit_hands(State& s, F&& f, unsigned open = 0, card_mask shown = 0) {
    for (int k = 0; k < static_cast<int>(s.hands.size()); ++k)
        f(place_info{.number = k,
                     .name = "hand",
                     .seen_by = (open >> k & 1) != 0 ? all_seats : 1U << k,
                     .shown = shown},
          s.hands[k]);
}

template <typename State, typename F>
constexpr void for_each_place(State& s, F&& f) {
    if constexpr (requires { visit_places(s, f); })
        visit_places(s, f);
    else
        visit_hands(s, f);
}

// --- What follows for full states --------------------------------------------------------------

// Every place with its cards, for those who would rather have a list.
struct placed_cards {
    struct entry {
        place_info place;
        card_mask cards = 0;
    };
    std::array<entry, 8> list{};
    int count = 0;

    constexpr const entry* begin() const { return list.data(); }
    constexpr const entry* end() const { return list.data() + count; }
};
template <variant V>
constexpr placed_cards places_in(const game_state<V>& s) {
    placed_cards out;
    for_each_place(s, [&](const place_info& p, const auto& slot) {
        out.list[static_cast<std::size_t>(out.count++)] = {p, cards_in(slot)};
    });
    return out;
}

// What is wrong with the deck: every card of it must have been played or lie in one place, and
// every place hold as many as it should.
struct deck_fault {
    card_mask twice = 0, missing = 0;
    std::string_view wrong_size;  // the name of such a place

    constexpr explicit operator bool() const {
        return (twice | missing) != 0 || !wrong_size.empty();
    }
};
template <variant V>
constexpr deck_fault find_deck_fault(const game_state<V>& s) {
    deck_fault out;
    card_mask all = s.played;
    for (const auto& [place, cards] : places_in(s)) {
        out.twice |= all & cards;
        all |= cards;
        if (place.size != place_info::counted && ops::popcount(cards) != place.size)
            out.wrong_size = place.name;
    }
    out.missing = deck_traits<V>::all_cards & ~all;
    return out;
}

}  // namespace mu
