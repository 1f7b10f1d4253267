// Open hands: who holds which card, how long every suit is in every hand, and who plays with whom.
// The board of both engines.
//
// Hands keep their numbers all deal long. Side A is hands 0 and 2, or the soloist at a table of
// three.
#pragma once

#include <mu/play/trick.h>
#include <mu/solve/pattern_table.h>

namespace mu::inline MU_ISA {

template <typename E, int Seats, int Fields = 4>
struct open_hands {
    static constexpr int fields = Fields;
    static constexpr int field_bits = arch::field_bits<E, Fields>;
    static constexpr int shape_bits = Fields == 4 ? 16 : 4 * Seats;  // of a suit
    static_assert(4 * Fields * Seats <= 64, "the shape of the hands must fit 64 bits");

    E hand[Seats]{};
    std::uint64_t shape = 0;  // how many cards of each suit each hand holds, four bits each
    unsigned a = 0;           // the hands of side A, bit by bit

    // --- Sets of cards -------------------------------------------------------------------------

    static constexpr MU_INLINE E field(int f) {
        return static_cast<E>(((E{1} << field_bits) - 1) << (f * field_bits));
    }
    // The field of a card.
    static constexpr MU_INLINE E suit_of(E card) { return arch::fill_field<Fields>(card); }
    static constexpr MU_INLINE int count(E set) { return static_cast<int>(arch::popcount(set)); }
    static constexpr MU_INLINE E lowest(E set) { return set & (~set + 1); }
    static constexpr MU_INLINE E highest(E set) { return E{1} << arch::highest_index(set); }
    // All bits above the highest card of a set; all bits if it is empty.
    static constexpr MU_INLINE E above_all(E set) { return set == 0 ? ~E{0} : above(highest(set)); }

    // --- Hands ---------------------------------------------------------------------------------

    static constexpr MU_INLINE int after(int p, int k = 1) {
        if constexpr (Seats == 4) return (p + k) & 3;
        p += k;
        return p >= Seats ? p - Seats : p;
    }
    // Side A of a position whose hand `solo`, counted from the leader, plays alone.
    static constexpr unsigned side_a(int leader, int solo) {
        return Seats == 3 ? 1U << after(leader, solo) : 0b0101U & ((1U << Seats) - 1);
    }
    MU_INLINE bool in_a(int p) const {
        if constexpr (Seats == 3)
            return (a >> p & 1) != 0;
        else
            return (p & 1) == 0;
    }
    MU_INLINE bool friends(int p, int q) const {
        if constexpr (Seats == 4)
            return ((p ^ q) & 1) == 0;
        else if constexpr (Seats == 2)
            return p == q;
        else
            return ((a >> p ^ a >> q) & 1) == 0;  // in_a(p) == in_a(q) breaks gcc 12 -O1
    }
    // The k-th hand after p is of p's side.
    MU_INLINE bool friend_after(int p, int k) const {
        if constexpr (Seats == 4) return k % 2 == 0;
        return friends(p, after(p, k));
    }
    MU_INLINE E live() const {
        E all = hand[0];
        for (int k = 1; k < Seats; ++k) all |= hand[k];
        return all;
    }
    MU_INLINE E cards_of_a() const {
        E all = 0;
        for (int k = 0; k < Seats; ++k)
            if (in_a(k)) all |= hand[k];
        return all;
    }

    MU_INLINE void take(int p, E card) {
        hand[p] ^= card;
        shape -= one_card(p, card);
    }
    MU_INLINE void put_back(int p, E card) {
        hand[p] ^= card;
        shape += one_card(p, card);
    }
    static MU_INLINE std::uint64_t one_card(int p, E card) {
        return std::uint64_t{1} << (shape_bits * (arch::lowest_index(card) / field_bits) + 4 * p);
    }
    MU_INLINE int length(int p, int f) const {
        return static_cast<int>(shape >> (shape_bits * f + 4 * p)) & 15;
    }
    void count_shape() {
        shape = 0;
        for (int k = 0; k < Seats; ++k)
            for (int f = 0; f < Fields; ++f)
                shape += static_cast<std::uint64_t>(count(hand[k] & field(f)))
                         << (shape_bits * f + 4 * k);
    }

    // --- What the table of patterns asks -------------------------------------------------------

    MU_INLINE owner_words<E> owners(E all) const {
        E low = hand[1], high = 0;
        if constexpr (Seats > 2) high = hand[2];
        if constexpr (Seats > 3) {
            low |= hand[3];
            high |= hand[3];
        }
        return {static_cast<E>(arch::extract(low, all)), static_cast<E>(arch::extract(high, all))};
    }
    // Every hand holds as many cards as any other at the start of a trick, so one length says
    // nothing new: its place names the leader.
    MU_INLINE std::uint64_t shape_led_by(int leader) const {
        return (shape & ~(std::uint64_t{15} << 48)) | static_cast<std::uint64_t>(leader) << 48;
    }
};

}  // namespace mu::inline MU_ISA
