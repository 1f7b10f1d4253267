// What each side can be sure of at the start of a trick, where tricks are worth what is in them.
//
// Trumps. A trump is lost only to a higher trump of the other side in the same trick, and a trick
// holds one card of a hand. So against the trumps of one hand each trump of the other side takes at
// most one, a lower one: whatever is played, the hand keeps all trumps but as many as can be
// matched to higher ones. At worst the dearest are lost.
//
//     a hand has   J 9 . 8      the others   . . A .      it keeps two: J and 9, or if worse ...
//
// Cards led. A card of the leader that beats all others of its suit wins the trick it is led to,
// unless somebody ruffs. Let the leader play all such trumps, then all such plain cards, suit by
// suit. Nobody ruffs the i-th round of a suit who has i cards of it and must follow, or whose
// trumps had to be played to the trumps before; that holds for the leader's partner too (who might
// be forced to ruff and would then have the lead). Where a card may be ruffed at any time, only a
// hand without trumps is harmless. The leader keeps the lead all along.
//
// What else falls. Tricks that one hand wins take a card each from every other hand: at least the
// cheapest ones.
#pragma once

#include <mu/solve/points_board.h>

namespace mu::inline MU_ISA {

// Cards by what they count, cheapest first.
template <typename E>
class worth_classes {
public:
    template <typename Worth>
    void sort(E deck, Worth&& worth) {
        count_ = 0;
        for (int value = 0; deck != 0; ++value) {
            E same = 0;
            for (E w = deck; w != 0; w &= w - 1)
                if (worth(arch::lowest_index(w)) == value) same |= w & (~w + 1);
            if (same == 0) continue;
            deck ^= same;
            class_[count_++] = {same, value};
        }
    }
    // What the n cheapest cards of a set count.
    MU_INLINE int cheapest(E set, int n) const {
        int sum = 0;
        for (int i = 0; i < count_ && n > 0; ++i) {
            const int k = std::min(n, static_cast<int>(arch::popcount(set & class_[i].cards)));
            sum += k * class_[i].value;
            n -= k;
        }
        return sum;
    }

private:
    struct entry {
        E cards;
        int value;
    };
    int count_ = 0;
    entry class_[8 * sizeof(E)]{};
};

// What the sides are sure of, and the ranks that it depends on.
template <typename Ranks>
struct sure_finding {
    sure_results sure;
    Ranks used[2] = {{}, {}};
};

struct kept_trumps {
    int tricks = 0, points = 0;
};

// The trumps of one hand that the trumps of the other side cannot take.
template <typename Board, typename E>
MU_INLINE kept_trumps keep_trumps(const Board& b, E own, E others) {
    int lost[most_solver_cards];  // what they count, cheapest first
    int n = 0;
    kept_trumps out;
    for (E w = own; w != 0;) {
        const E card = b.highest(w);
        w ^= card;
        const int value = b.worth(card);
        int at = n++;
        for (; at > 0 && lost[at - 1] > value; --at) lost[at] = lost[at - 1];
        lost[at] = value;
        if (n <= b.count(others & above(card))) continue;
        ++out.tricks;
        out.points += lost[0];
        --n;
        for (int i = 0; i < n; ++i) lost[i] = lost[i + 1];
    }
    return out;
}

template <solve_rules R, typename E, template <typename> typename Goal>
    requires(!R.turns)
MU_INLINE sure_finding<E> sure_points(const points_board<R, E, Goal>& b, const trick_stage& s,
                                      const goal_rest<E>& rest, const worth_classes<E>& classes) {
    using board = points_board<R, E, Goal>;
    constexpr int seats = R.seats;
    sure_finding<E> out;
    sure_results& sure = out.sure;
    const int leader = s.leader, leading = b.in_a(leader) ? 0 : 1;
    const E own = b.hand[leader], others = rest.all & ~own;
    const auto side_of = [&](int p) { return b.in_a(p) ? 0 : 1; };

    int tricks[seats] = {};  // that a hand is sure of
    E draws = 0;             // trumps that the leader can lead
    int drawn = 0;
    if (const E trumps = rest.all & b.trumps; trumps != 0) {
        const E by_side[2] = {trumps & rest.of_a, trumps & ~rest.of_a};
        for (int k = 0; k < seats; ++k) {
            const E held = trumps & b.hand[k];
            if (held == 0) continue;
            const int side = side_of(k);
            const E foes = by_side[1 - side];
            const kept_trumps kept = keep_trumps(b, held, foes);
            tricks[k] = kept.tricks;
            sure.points[side] += kept.points;
            // Trumps below all of theirs are kept by number, not by rank.
            if (foes != 0 && kept.tricks > 0)
                out.used[side] |= board::lowest(held & above(board::lowest(foes)));
        }
        draws = own & trumps & ~b.held_back & board::above_all(others & trumps);
        drawn = board::count(draws);
    }
    for (int k = 0; k < seats; ++k) {
        const int side = side_of(k);
        sure.forced_tricks[side] = std::max(sure.forced_tricks[side], tricks[k]);
        sure.forced_points[side] = sure.points[side];
    }

    for (int f = 0; f < board::fields; ++f) {
        const E held = own & board::field(f) & ~b.trumps, foreign = others & board::field(f);
        if (held == 0 || held < foreign) continue;
        E led = held & board::above_all(foreign);
        int rounds = board::count(led);
        for (int k = 0; k < seats; ++k) {
            if (k == leader ||
                board::count(b.hand[k] & b.trumps) <= (b.follow().follow ? drawn : 0))
                continue;
            const int follows = b.follow().follow && !b.follow().trump_replaces_suit
                                    ? board::count(b.hand[k] & board::field(f))
                                    : 0;
            rounds = std::min(rounds, follows);
        }
        if (rounds == 0) continue;
        tricks[leader] += rounds;
        for (int spare = board::count(led) - rounds; spare > 0; --spare) led &= led - 1;
        sure.points[leading] += b.worth_of_set(led);
        if (foreign != 0) out.used[leading] |= board::lowest(led);
        out.used[leading] |= board::lowest(draws);
    }

    for (int side = 0; side < 2; ++side) {
        int best = -1;
        for (int k = 0; k < seats; ++k)
            if (side_of(k) == side && (best < 0 || tricks[k] > tricks[best])) best = k;
        const int n = sure.tricks[side] = tricks[best];
        if (n >= s.tricks) {
            sure.points[side] = s.rest;
        } else if (n > 0) {
            // Trumps of the same side have been counted.
            for (int k = 0; k < seats; ++k) {
                if (k == best) continue;
                const E counted = side_of(k) == side ? b.hand[k] & b.trumps : E{0};
                sure.points[side] +=
                    classes.cheapest(b.hand[k] & ~counted, n - board::count(counted));
            }
        }
    }
    return out;
}

// The same where ranks turn over between tricks. The leader keeps the lead while he has cards above
// all others of their suit for tricks that the highest card wins, and below all others for those
// that the lowest wins. A card of a suit that nobody else holds will do for both.
template <solve_rules R, typename E, template <typename> typename Goal>
    requires(R.turns)
MU_INLINE sure_finding<two_way_ranks<E>> sure_points(const points_board<R, E, Goal>& b,
                                                     const trick_stage& s, const goal_rest<E>& rest,
                                                     const worth_classes<E>& classes) {
    using board = points_board<R, E, Goal>;
    sure_finding<two_way_ranks<E>> out;
    sure_results& sure = out.sure;
    const int side = b.in_a(s.leader) ? 0 : 1;
    const E own = b.hand[s.leader], others = rest.all & ~own;
    E winners[2] = {0, 0}, alone = 0;  // high, low
    two_way_ranks<E> used;
    for (int f = 0; f < board::fields; ++f) {
        const E held = own & board::field(f), foreign = others & board::field(f);
        if (foreign == 0) {
            alone |= held;
            continue;
        }
        const E high = held & board::above_all(foreign), low = held & (board::lowest(foreign) - 1);
        winners[0] |= high;
        winners[1] |= low;
        used.up |= board::lowest(high);
        if (low != 0) used.down |= board::highest(low);
    }
    int left[2] = {board::count(winners[0]), board::count(winners[1])};
    int spare = board::count(alone), n = 0;
    for (; n < s.tricks; ++n) {
        int& from = left[b.low(s.tricks - n) ? 1 : 0];
        if (from == 0 && spare == 0) break;
        --(from > 0 ? from : spare);
    }
    if (n == 0) return out;
    out.used[side] = used;
    sure.tricks[side] = n;
    if (n == s.tricks) {
        sure.points[side] = s.rest;
        return out;
    }
    // Of cards that would do he leads those that count most.
    const auto led = [&](E cards, int kept) {
        return b.worth_of_set(cards) - classes.cheapest(cards, kept);
    };
    sure.points[side] = led(winners[0], left[0]) + led(winners[1], left[1]) + led(alone, spare);
    for (int k = 0; k < R.seats; ++k)
        if (k != s.leader) sure.points[side] += classes.cheapest(b.hand[k], n);
    return out;
}

}  // namespace mu::inline MU_ISA
