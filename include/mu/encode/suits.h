// Suits in a canonical order, so that positions that differ by the names of suits alone look equal.
//
// An order puts each suit in a slot 0 .. 3. Trumps come first where there are any; the others
// follow by what the observer was dealt in them. Cards, sets of cards and suits are mapped both
// ways; what else names a suit (a bid) a game maps itself (encode/encode.h).
#pragma once

#include <mu/cards/card_mask.h>

namespace mu {

template <variant V>
class suit_order {
public:
    // As the deck has them.
    constexpr suit_order() : suit_order(identity) {}

    // Higher keys come first, and of equal keys the lower suit.
    static constexpr suit_order by_keys(const std::array<std::uint64_t, suit_count>& key) {
        unsigned packed = 0;
        for (int s = 0; s < suit_count; ++s) {
            int slot = 0;
            for (int other = 0; other < suit_count; ++other)
                slot += key[static_cast<std::size_t>(other)] > key[static_cast<std::size_t>(s)] ||
                        (key[static_cast<std::size_t>(other)] == key[static_cast<std::size_t>(s)] &&
                         other < s);
            packed |= static_cast<unsigned>(slot) << (2 * s);
        }
        return suit_order(packed);
    }

    // The order that maps back.
    constexpr suit_order inverse() const {
        unsigned packed = 0;
        for (int s = 0; s < suit_count; ++s) packed |= static_cast<unsigned>(s) << (2 * slot_of(s));
        return suit_order(packed);
    }

    constexpr int slot_of(int s) const { return static_cast<int>(packed_ >> (2 * s)) & 3; }
    // suit::none stays what it is.
    constexpr suit map(suit s) const {
        return s == suit::none ? s : static_cast<suit>(slot_of(index(s)));
    }
    // A joker stays where it is.
    constexpr card map(card c) const {
        constexpr int ranks = deck_traits<V>::ranks;
        if (c >= suit_count * ranks) return c;
        return static_cast<card>(slot_of(c / ranks) * ranks + c % ranks);
    }
    constexpr card_mask map(card_mask m) const {
        constexpr int ranks = deck_traits<V>::ranks;
        card_mask out = m >> (suit_count * ranks) << (suit_count * ranks);
        for (int s = 0; s < suit_count; ++s)
            out |= ((m >> (s * ranks)) & deck_traits<V>::lowest_suit) << (slot_of(s) * ranks);
        return out;
    }
    // A set of suits, bit s for suit s; further bits are dropped.
    constexpr unsigned map_set(unsigned suits) const {
        unsigned out = 0;
        for (int s = 0; s < suit_count; ++s) out |= (suits >> s & 1U) << slot_of(s);
        return out;
    }

    friend constexpr bool operator==(const suit_order&, const suit_order&) = default;

private:
    explicit constexpr suit_order(unsigned packed) : packed_(static_cast<std::uint8_t>(packed)) {}

    static constexpr unsigned identity = 0b11'10'01'00;
    std::uint8_t packed_;  // two bits a suit: its slot
};

}  // namespace mu
