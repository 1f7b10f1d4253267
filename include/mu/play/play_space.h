// From card space to play space and back.
//
// Card space is how people and files name cards. Play space is where cards are compared: one field per
// suit, stronger cards on higher bits, trumps in the top field. Which suit is trump, how ranks order
// under it and which suit a card counts to depend on the contract, so a play_space is made once per
// contract; after that every game looks alike to the kernel.
//
// Plain suits keep their cyclic order below the trumps: the fields are the suits rotated.
#pragma once

#include <mu/cards/card_mask.h>
#include <mu/play/trick.h>

#include <type_traits>

namespace mu {

// A variant may say how strong a card is inside its suit and which suit it belongs to:
//     V::strength(card, trump) -> int      V::effective_suit(card, trump) -> suit
// Without that, the index orders the cards of a suit and no card changes suit.
template <typename V>
concept reorders = requires(card c, suit s) {
    { V::strength(c, s) } -> std::convertible_to<int>;
    { V::effective_suit(c, s) } -> std::convertible_to<suit>;
};

template <variant V>
class play_space {
   public:
    static constexpr int ranks = deck_traits<V>::ranks;
    using word = std::conditional_t<(ranks > 8), std::uint64_t, std::uint32_t>;
    static constexpr int field_bits = sizeof(word) * 2;
    static_assert(ranks <= field_bits);

    explicit constexpr play_space(suit trump) : trump_(trump) {
        if constexpr (reorders<V>) {
            for (int c = 0; c < deck_traits<V>::cards; ++c) {
                const card from = static_cast<card>(c);
                const int at = field_of(V::effective_suit(from, trump)) + V::strength(from, trump);
                to_bit_[c] = static_cast<std::uint8_t>(at);
                to_card_[at] = from;
            }
        }
    }

    constexpr suit trump() const { return trump_; }
    constexpr word trumps() const { return trump_ == suit::none ? word{0} : trump_field<word>; }

    constexpr word to_play(card c) const {
        if constexpr (reorders<V>) return word{1} << to_bit_[c];
        else return word{1} << (field_of(suit_of<V>(c)) + rank_of<V>(c));
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
        if constexpr (reorders<V>) return to_card_[at];
        else return make_card<V>(suit_at(at / field_bits), at % field_bits);
    }

    constexpr card_mask to_cards(word w) const {
        card_mask out = 0;
        for (; w != 0; w &= w - 1) out |= bit(to_card(w & (~w + 1)));
        return out;
    }

   private:
    // Trumps on top; without trumps spades lie lowest.
    constexpr int turn() const { return trump_ == suit::none ? 0 : 3 - index(trump_); }
    constexpr int field_of(suit s) const { return ((index(s) + turn()) & 3) * field_bits; }
    constexpr suit suit_at(int field) const { return static_cast<suit>((field - turn()) & 3); }

    static constexpr std::size_t table_size = reorders<V> ? 8 * sizeof(word) : 0;

    suit trump_;
    std::array<std::uint8_t, table_size> to_bit_{};
    std::array<card, table_size> to_card_{};
};

}  // namespace mu
