// What can be said of a spot in snapszer at sight, when nobody draws any more.
#pragma once

#include <mu/games/snapszer/search/board.h>

namespace mu::inline MU_ISA {

template <variant V>
struct snapszer_sight {
    using board = snapszer_board<V>;
    using set = typename board::set;

    // What the marriages in a hand are worth.
    static int marriages(set hand) {
        const set pairs = board::pairs_in(hand);
        return 20 * board::count(pairs) + (pairs >= board::jacks ? 20 : 0);
    }

    // What the trumps of `own` above all of `others` take, with the cheapest cards they can take.
    static int sure_of_trumps(set own, set others) {
        const set top = own & board::trumps & above(others & board::trumps);
        if (top == 0) return 0;
        return board::value_of_all(top) + cheapest(others, board::count(top));
    }
    static int cheapest(set cards, int count) {
        int sum = 0;
        for (int k = 0; k < board::ranks && count > 0; ++k) {
            const int some = std::min(count, board::count(cards & (board::lowest_ranks << k)));
            sum += some * board::value_of(set{1} << k);
            count -= some;
        }
        return sum;
    }

    // Points that the player on lead makes for sure under the strict rule, by leading winners.
    static int cash(set mine, set his, bool may_marry) {
        const set my_trumps = mine & board::trumps, his_trumps = his & board::trumps;
        set winners = my_trumps & above(his_trumps);
        const bool drawn = board::count(winners) >= board::count(his_trumps);
        if (drawn) winners = my_trumps;
        for (int k = 0; k < 3; ++k) {
            const set suit = board::side_suit << (k * board::ranks);
            const set held = mine & suit, against = his & suit;
            if (held == 0) continue;
            set top = held & above(against);
            const int length = board::count(against);
            if (drawn) {
                if (board::count(top) >= length) top = held;
            } else {
                // He ruffs as soon as he cannot follow.
                while (board::count(top) > length) top &= top - 1;
            }
            winners |= top;
        }
        int sum = board::value_of_all(winners) + cheapest(his, board::count(winners));
        // A marriage is declared with the first of its winners; of those without one the last lead
        // can declare one.
        const set pairs = may_marry ? board::pairs_in(mine) : 0;
        for (set m = pairs; m != 0; m &= m - 1) {
            const set one = m & (~m + 1);
            if (board::pair_around(one) & winners) sum += board::marriage_value(one);
        }
        return sum + last_marriage(pairs, winners);
    }
    static int last_marriage(set pairs, set winners) {
        int best = 0;
        for (; pairs != 0; pairs &= pairs - 1) {
            const set one = pairs & (~pairs + 1);
            if (!(board::pair_around(one) & winners)) best = board::marriage_value(one);
        }
        return best;
    }
    // Everything above the highest of some cards.
    static constexpr set above(set some) {
        return some == 0 ? ~set{0} : ~((set{2} << arch::highest_index(some)) - 1);
    }
};

}  // namespace mu::inline MU_ISA
