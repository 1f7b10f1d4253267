// Open hands and a contract, for games in which it matters what the tricks contain: who may play
// which card, who wins, and what that brings. The search (points.h), its bounds (sure_points.h) and
// its order (points_order.h) all look at this.
#pragma once

#include <mu/solve/goals.h>

namespace mu {

// A position to be solved, with what the tricks before it have settled.
template <typename E, int Seats>
struct points_query : solve_query<E, Seats> {
    play_so_far so_far{};
};

}  // namespace mu

namespace mu::inline MU_ISA {

// A trick in progress.
template <typename E>
struct open_trick {
    E led, beaters, heads;
    E best;      // the card that wins so far
    E best_led;  // the best of the led suit, where heads matter
    E cards;
    int points;
    int winner;
    int seven_by;

    // The winner beats a card of its own suit.
    MU_INLINE bool by_rank() const { return (cards & arch::fill_field(best)) != best; }
};

// What does not change during a trick.
struct trick_stage {
    int leader;
    int tricks;  // to be won, this one included
    int rest;    // points in hands at its start
    std::uint8_t state;
};

template <play_rules R, typename E, template <typename> typename Goal>
struct points_board {
    static constexpr int seats = R.seats;
    static constexpr int field_bits = sizeof(E) * 2;
    static constexpr int ranks = sizeof(E) == 4 ? 8 : 9;
    using goal = Goal<E>;
    using trick = open_trick<E>;
    using stage = trick_stage;
    using query = points_query<E, seats>;

    E hand[seats]{};
    std::uint64_t shape = 0;  // how many cards of each suit each hand holds, four bits each
    E trumps = 0, top_trump = 0, held_back = 0;
    E marked = 0;  // cards unlike all others
    unsigned a = 0;
    goal_logic<goal> logic{};

    // --- Who and what --------------------------------------------------------------------------

    static constexpr MU_INLINE E field(int f) {
        return static_cast<E>(((E{1} << field_bits) - 1) << (f * field_bits));
    }
    static MU_INLINE int count(E set) { return static_cast<int>(arch::popcount(set)); }
    static MU_INLINE E lowest(E set) { return set & (~set + 1); }
    static MU_INLINE E highest(E set) { return E{1} << arch::highest_index(set); }
    // All bits above the highest card of a set; all bits if it is empty.
    static MU_INLINE E above_all(E set) { return set == 0 ? ~E{0} : above(highest(set)); }

    static constexpr MU_INLINE int after(int p, int k = 1) {
        p += k;
        return p >= seats ? p - seats : p;
    }
    MU_INLINE bool in_a(int p) const { return (a >> p & 1) != 0; }
    MU_INLINE bool friends(int p, int q) const {
        if constexpr (seats == 4)
            return ((p ^ q) & 1) == 0;
        else if constexpr (seats == 2)
            return p == q;
        else
            return ((a >> p ^ a >> q) & 1) == 0;  // in_a(p) == in_a(q) breaks gcc 12 -O1
    }
    MU_INLINE E live() const {
        E all = hand[0];
        for (int k = 1; k < seats; ++k) all |= hand[k];
        return all;
    }
    MU_INLINE E cards_of_a() const {
        E all = 0;
        for (int k = 0; k < seats; ++k)
            if (in_a(k)) all |= hand[k];
        return all;
    }
    MU_INLINE int worth(E card) const { return logic.worth(arch::lowest_index(card)); }
    MU_INLINE int worth_of_set(E set) const {
        int sum = 0;
        for (; set != 0; set &= set - 1) sum += worth(lowest(set));
        return sum;
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
        return std::uint64_t{1} << (16 * (arch::lowest_index(card) / field_bits) + 4 * p);
    }
    void count_shape() {
        shape = 0;
        for (int k = 0; k < seats; ++k)
            for (E h = hand[k]; h != 0; h &= h - 1) shape += one_card(k, lowest(h));
    }

    // --- Rules ---------------------------------------------------------------------------------

    MU_INLINE E allowed(E choice, int tricks) const {
        if constexpr (R.hold_back) {
            const E others = choice & ~held_back;
            if (tricks > 1 && others != 0) return others;
        }
        return choice;
    }
    // The cards that hand p may play to a trick that has k cards.
    template <int k>
    MU_INLINE E choices(const stage& s, const trick& t, int p) const {
        if constexpr (k == 0) return allowed(hand[p], s.tricks);
        trick_sight<E> sight{.led = t.led,
                             .trumps = trumps,
                             .beaters = t.beaters,
                             .heads = t.heads,
                             .top_trump = top_trump,
                             .partner_wins = arch::mask_from_bool<E>(false)};
        if constexpr (seats == 4 && k >= 2)
            sight.partner_wins = arch::mask_from_bool<E>(friends(t.winner, p));
        return allowed(legal<R.follow>(hand[p], sight), s.tricks);
    }
    // Of what is on the table, the cards whose rank these choices depend on.
    template <int k>
    MU_INLINE E looked_at(const trick& t, int p) const {
        const E own = hand[p];
        const bool trump_wins = (t.best & trumps) != 0;
        E out = 0;
        if (R.follow.follow && (own & t.led) != 0) {
            if constexpr (R.follow.head)
                out |= t.best_led;
            else if constexpr (R.follow.overtrump)
                if ((t.led & trumps) != 0) out |= t.best;
            if constexpr (R.follow.trump_replaces_suit)
                if (trump_wins && (t.led & trumps) == 0 && (own & trumps) != 0) out |= t.best;
        } else if (R.follow.follow && (own & trumps) != 0) {
            if constexpr (R.follow.overtrump || R.follow.trump_replaces_suit)
                if (trump_wins) out |= t.best;
            if constexpr (R.follow.partner_exempt && k >= 2)
                if (t.by_rank()) out |= t.best;
        }
        return out;
    }

    // The trick after hand p has played a card to it.
    template <int k>
    MU_INLINE trick with(const trick& t, int p, E card, int worth) const {
        trick n;
        if constexpr (k == 0) {
            n.led = arch::fill_field(card);
            n.beaters = above(card) & (n.led | trumps);
            n.heads = above(card) & n.led;
            n.best = n.best_led = n.cards = card;
            n.points = worth;
            n.winner = p;
            n.seven_by = (card & logic.seven()) != 0 ? p : -1;
        } else {
            n = t;
            n.cards |= card;
            n.points += worth;
            if ((card & t.beaters) != 0) {
                n.beaters = above(card) & (t.led | trumps);
                n.best = card;
                n.winner = p;
            }
            if constexpr (R.follow.head)
                if ((card & t.heads) != 0) {
                    n.heads = above(card) & t.led;
                    n.best_led = card;
                }
            if ((card & logic.seven()) != 0) n.seven_by = p;
        }
        return n;
    }
    MU_INLINE won_trick<E> won(const stage& s, const trick& t) const {
        return {.cards = t.cards,
                .points = t.points,
                .winner = t.winner,
                .a_wins = in_a(t.winner),
                .last = s.tricks == 1,
                .by_seven = (t.best & logic.seven()) != 0,
                .seven_by = t.seven_by};
    }
    MU_INLINE goal_rest<E> left(const stage& s) const {
        return {.points = s.rest, .tricks = s.tricks, .all = live(), .of_a = cards_of_a()};
    }

    // --- Questions -----------------------------------------------------------------------------

    // The trick on the table of a query. REQUIRES: a card has been played.
    trick on_table(const query& q) const {
        const auto& p = q.position;
        trick t{};
        t.led = p.led;
        t.beaters = p.beaters;
        t.heads = p.heads;
        t.cards = p.trick;
        const E ruffs = p.trick & p.trumps;
        t.best_led = highest(p.trick & p.led);
        t.best = ruffs != 0 ? highest(ruffs) : t.best_led;
        t.points = worth_of_set(p.trick);
        t.winner = after(q.leader, p.winning);
        t.seven_by = -1;
        if ((p.trick & logic.seven()) != 0) {
            // Of two cards the one that does not win is the other hand's.
            const int other = p.winning == 0 ? 1 : 0;
            t.seven_by = t.best == logic.seven() ? t.winner : after(q.leader, other);
        }
        return t;
    }
    static unsigned side_a(const query& q) {
        return seats == 3 ? 1U << after(q.leader, q.position.solo) : 0b0101U & ((1U << seats) - 1);
    }
};

}  // namespace mu::inline MU_ISA
