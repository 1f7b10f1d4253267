// From card space to play space and back.
//
// Card space is how people and files name cards. Play space is where cards are compared: one field
// per suit, stronger cards on higher bits, trumps in the top field that is used. Which suit is
// trump, how ranks order under it and which suit a card counts to depend on the contract, so a
// play_space is made once per contract; after that every game looks alike to the kernel.
//
// Plain suits keep their cyclic order below the trumps: the fields are the suits rotated. The width
// of the fields follows from the strongest card of all orders. Decks of more than 64 cards, and
// decks with cards that are twins of each other, have no play space.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <type_traits>
#include <utility>

#include <mu/cards/card_mask.h>
#include <mu/play/trick.h>

namespace mu {

// A variant whose cards do not simply rank by index names its *orders*: one for each way the cards
// can rank, such as a trump suit or "no trump, six high".
//     enum class V::order : std::uint8_t        V::order_count
//     V::trump_of(order) -> suit                suit::none without trumps
//     V::strength(card, order) -> int           inside its suit, from 0
//     V::effective_suit(card, order) -> suit    the suit it counts to (euchre's left bower: trump)
// Without that an order is just the trump suit, the index orders the cards of a suit and no card
// changes suit.
//
// A variant in which some cards make up a fifth suit in some order (the jacks of a grand in skat)
// says so with V::fields = 5, and in V::play. Cards whose effective suit is suit::none are that
// suit; it lies on top, and where there is no other trump suit its cards are the trumps.
template <typename V>
concept reorders = requires(card c, typename V::order o) {
    { V::order_count } -> std::convertible_to<int>;
    { V::trump_of(o) } -> std::convertible_to<suit>;
    { V::strength(c, o) } -> std::convertible_to<int>;
    { V::effective_suit(c, o) } -> std::convertible_to<suit>;
};

namespace detail {
template <typename V>
struct order_type {
    using type = suit;
};
template <reorders V>
struct order_type<V> {
    using type = typename V::order;
};
}  // namespace detail

template <variant V>
using order_of = typename detail::order_type<V>::type;

template <variant V>
constexpr suit trump_of(order_of<V> o) {
    if constexpr (reorders<V>)
        return V::trump_of(o);
    else
        return o;
}

namespace detail {
template <variant V>
constexpr int field_count() {
    if constexpr (requires { V::fields; }) {
        static_assert(V::fields == 4 || V::fields == 5);
        return V::fields;
    } else {
        return 4;
    }
}
// One more than the greatest strength.
template <variant V>
constexpr int most_strengths() {
    int most = deck_traits<V>::ranks;
    if constexpr (reorders<V>)
        for (int o = 0; o < V::order_count; ++o)
            for (int c = 0; c < deck_traits<V>::cards; ++c)
                most = std::max(
                    most, 1 + V::strength(static_cast<card>(c), static_cast<typename V::order>(o)));
    return most;
}
}  // namespace detail

template <variant V>
class play_space {
public:
    static constexpr int ranks = deck_traits<V>::ranks;
    static constexpr int fields = detail::field_count<V>();
    using word = std::conditional_t<(detail::most_strengths<V>() > 32 / fields), std::uint64_t,
                                    std::uint32_t>;
    static constexpr int field_bits = arch::field_bits<word, fields>;
    static_assert(detail::most_strengths<V>() <= field_bits, "a suit has too many strengths");

    explicit constexpr play_space(order_of<V> order) : trump_(trump_of<V>(order)) {
        if (trump_ != suit::none) trumps_ = field_at(field_of(trump_));
        if constexpr (reorders<V>) {
            for (int c = 0; c < deck_traits<V>::cards; ++c) {
                const card from = static_cast<card>(c);
                const int at = field_of(V::effective_suit(from, order)) + V::strength(from, order);
                to_bit_[c] = static_cast<std::uint8_t>(at);
                to_card_[at] = from;
                if (fields == 5 && trump_ == suit::none &&
                    V::effective_suit(from, order) == suit::none)
                    trumps_ = field_at(field_of(suit::none));
            }
        }
    }

    constexpr suit trump() const { return trump_; }
    constexpr word trumps() const { return trumps_; }

    constexpr word to_play(card c) const {
        if constexpr (reorders<V>)
            return word{1} << to_bit_[c];
        else
            return word{1} << (field_of(suit_of<V>(c)) + rank_of<V>(c));
    }

    constexpr word to_play(card_mask m) const {
        word out = 0;
        if constexpr (reorders<V>)
            ops::for_each(m, [&](card c) { out |= to_play(c); });
        else
            for (const suit s : all_suits)
                out |= static_cast<word>(ops::suit_ranks<V>(m, s)) << field_of(s);
        return out;
    }

    // REQUIRES: one bit, one that stands for a card.
    constexpr card to_card(word one_bit) const {
        const int at = arch::lowest_index(one_bit);
        if constexpr (reorders<V>)
            return to_card_[at];
        else
            return make_card<V>(suit_at(at / field_bits), at % field_bits);
    }

    constexpr card_mask to_cards(word w) const {
        card_mask out = 0;
        for (; w != 0; w &= w - 1) out |= bit(to_card(w & (~w + 1)));
        return out;
    }

private:
    // Trumps on top; without trumps spades lie lowest.
    constexpr int turn() const { return trump_ == suit::none ? 0 : 3 - index(trump_); }
    constexpr int field_of(suit s) const {
        if (fields == 5 && s == suit::none) return 4 * field_bits;
        return ((index(s) + turn()) & 3) * field_bits;
    }
    static constexpr word field_at(int at) { return ((word{1} << field_bits) - 1) << at; }
    constexpr suit suit_at(int field) const { return static_cast<suit>((field - turn()) & 3); }

    static constexpr std::size_t table_size = reorders<V> ? 8 * sizeof(word) : 0;

    suit trump_;
    word trumps_ = 0;
    std::array<std::uint8_t, table_size> to_bit_{};
    std::array<card, table_size> to_card_{};
};

// Everything that follows from an order, worked out at compile time.
template <variant V>
struct order_table {
    play_space<V> space;
    std::array<card_mask, deck_traits<V>::cards> stronger{};  // of the same suit
    std::array<card_mask, suit_count + 1> suits{};            // by effective suit

    explicit constexpr order_table(order_of<V> o) : space(o) {
        // From the strongest card down: what a suit holds so far is stronger. Every file that knows
        // a game works this out, so it takes each card once.
        typename play_space<V>::word rest = 0;
        for (int c = 0; c < deck_traits<V>::cards; ++c) rest |= space.to_play(static_cast<card>(c));
        while (rest != 0) {
            const auto top = std::bit_floor(rest);
            const card c = space.to_card(top);
            card_mask& suit = suits[index(V::effective_suit(c, o))];
            stronger[c] = suit;
            suit |= bit(c);
            rest ^= top;
        }
    }
};

namespace detail {
template <reorders V, std::size_t... I>
constexpr auto make_order_tables(std::index_sequence<I...>) {
    return std::array{order_table<V>(static_cast<order_of<V>>(I))...};
}
template <reorders V>
inline constexpr auto order_tables =
    make_order_tables<V>(std::make_index_sequence<V::order_count>{});
}  // namespace detail

// The play space of an order, ready made where it takes work.
template <variant V>
constexpr play_space<V> space_of(order_of<V> o) {
    if constexpr (reorders<V>)
        return MU_TABLE(detail::order_tables<V>)[static_cast<std::size_t>(o)].space;
    else
        return play_space<V>(o);
}

// The cards of c's own suit that are stronger than c.
template <variant V>
constexpr card_mask stronger(card c, order_of<V> o) {
    if constexpr (reorders<V>)
        return MU_TABLE(detail::order_tables<V>)[static_cast<std::size_t>(o)].stronger[c];
    else
        return suit_masks<V>[suit_of<V>(c)] & ~((bit(c) << 1) - 1);
}

template <variant V>
constexpr suit effective_suit(card c, order_of<V> o) {
    if constexpr (reorders<V>)
        return V::effective_suit(c, o);
    else
        return suit_of<V>(c);
}

// All cards that count to suit s. For suit::none that is a joker while there are no trumps,
// otherwise nothing.
template <variant V>
constexpr card_mask effective_suit_mask(suit s, order_of<V> o) {
    if constexpr (reorders<V>)
        return MU_TABLE(detail::order_tables<V>)[static_cast<std::size_t>(o)].suits[index(s)];
    else
        return suit_masks<V>[s];
}

// The winning card of a complete or partial trick, as a set of one. REQUIRES: the trick holds a
// card of the led suit.
template <variant V>
constexpr card_mask trick_winner(card_mask trick, suit lead, order_of<V> o) {
    const card_mask trumps = trick & effective_suit_mask<V>(trump_of<V>(o), o);
    card_mask best = trumps != 0 ? trumps : trick & effective_suit_mask<V>(lead, o);
    assert(best != 0);
    for (card_mask m = best; m != 0; m &= m - 1)
        if ((stronger<V>(ops::lsb_index(m), o) & best) == 0) return ops::lsb(m);
    return 0;
}

}  // namespace mu
