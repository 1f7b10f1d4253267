// The board of the trick solver: open hands, trumps, and the trick in progress.
//
// Words have four fields of 16 bits, one per suit, with the highest bit of a field unused.
#pragma once

#include <bit>

#include <mu/solve/open_hands.h>

namespace mu::inline MU_ISA {

template <int Seats>
struct tricks_board : open_hands<std::uint64_t, Seats> {
    using word = std::uint64_t;
    using base = open_hands<word, Seats>;
    using base::hand, base::lowest, base::suit_of;

    word trumps = 0;
    int left = 0;  // tricks to come

    // --- Fields and sequences ------------------------------------------------------------------

    static constexpr word lanes(word each) { return each * 0x0001000100010001U; }
    static constexpr word guard = lanes(0x8000);

    // From the words of a game.
    template <typename E>
    static constexpr word widen(E x) {
        if constexpr (sizeof(E) == 8)
            return x;
        else
            return arch::deposit(x, lanes(0x00FF));
    }
    // The lowest card of each suit.
    static constexpr word lowest_each(word x) { return x & (guard - x); }
    // Everything from the lowest card of each suit up.
    static constexpr word upwards(word x) { return (x | (guard - x)) & ~guard; }
    // Everything from the highest card of each suit down.
    static constexpr word downwards(word x) {
        x |= x >> 1 & lanes(0x3FFF);
        x |= x >> 2 & lanes(0x1FFF);
        x |= x >> 4 & lanes(0x07FF);
        return x | (x >> 8 & lanes(0x007F));
    }
    // The highest `n` cards of a set. REQUIRES: 0 < n <= count(set).
    static word highest_of(word set, int n) {
        const word last = arch::nth_bit(set, static_cast<word>(base::count(set) - n), 16);
        return set & ~(last - 1);
    }

    // The highest card of every row of neighbours in a hand.
    static word tops(word hand, word all) {
        const word mine = arch::extract(hand, all), starts = arch::extract(lowest_each(all), all);
        return arch::deposit(mine & ~((mine & ~starts) >> 1), all);
    }
    // The lowest card of the row of neighbours that ends with `top`.
    static word bottom(word top, word hand, word all) {
        const word below = suit_of(top) & (top - 1);
        return lowest((below & above_all(all & ~hand & below) & hand) | top);
    }

    // Who holds which card, the cards squeezed together. REQUIRES: Owners has a bit for each.
    template <typename Owners>
    owner_words<Owners> owners_in(word all) const {
        const owner_words<word> at = base::owners(all);
        return {static_cast<Owners>(at.low), static_cast<Owners>(at.high)};
    }

    // All bits above the highest card of a set; all bits if it is empty.
    static MU_INLINE word above_all(word set) { return ~word{0} << std::bit_width(set); }

    // --- The trick -----------------------------------------------------------------------------

    struct trick {
        word all;    // cards in play when it began
        word led;    // the led suit
        word best;   // the card that wins so far
        word cards;  // on the table
        int leader, winner;
    };
    static trick before(int leader, word all) {
        return {.all = all, .led = 0, .best = 0, .cards = 0, .leader = leader, .winner = leader};
    }
    static trick led_by(trick t, int h, word card) {
        t.led = suit_of(card);
        t.best = t.cards = card;
        t.winner = h;
        return t;
    }
    template <bool NoTrumps>
    trick with(trick t, int h, word card) const {
        const word over = suit_of(t.best) | (NoTrumps ? 0 : trumps);
        if (card > t.best && (card & over) != 0) {
            t.best = card;
            t.winner = h;
        }
        t.cards |= card;
        return t;
    }
    // The winner beat a card of its own suit.
    static bool by_rank(const trick& t) { return (t.cards & suit_of(t.best)) != t.best; }
};

}  // namespace mu::inline MU_ISA
