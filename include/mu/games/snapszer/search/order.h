// Which cards the search of snapszer tries first.
#pragma once

#include <mu/games/snapszer/search/board.h>
#include <mu/solve/limits.h>

namespace mu::inline MU_ISA {

template <variant V>
class snapszer_order {
public:
    using board = snapszer_board<V>;
    using set = typename board::set;
    using spot = snapszer_spot;

    // Cards to try, the most promising first.
    struct move_list {
        std::array<set, V::hand_size> cards;
        std::array<int, V::hand_size> scores;
        int size = 0;

        void add(set c, int score) {
            int at = size++;
            for (; at > 0 && scores[at - 1] < score; --at) {
                cards[at] = cards[at - 1];
                scores[at] = scores[at - 1];
            }
            cards[at] = c;
            scores[at] = score;
        }
    };

    void forget() { *this = {}; }

    // A lead that did what it should; an answer that refuted a lead.
    void lead_won(const spot& p, set c) { lead_[depth(p)] = c; }
    void answer_won(const spot& p, set led, set c) { answer(p, led) = c; }

    // `hint`: the card that was best in this position before, as an index, or -1.
    move_list leads(const spot& p, int hint, bool may_marry, const solve_switches& use) const {
        move_list list;
        const set mine = p.hand[p.lead], his = p.hand[1 - p.lead];
        if (!use.order) return as_they_lie(mine);
        const set killer = use.killers ? lead_[depth(p)] : 0;
        const set hinted = hint < 0 ? 0 : set{1} << hint;
        const set couples = may_marry ? board::couples_in(mine) : 0;
        const bool strict = !board::stock_open(p);
        for (set m = mine; m != 0; m &= m - 1) {
            const set c = m & (~m + 1);
            const int value = board::value_of(c);
            int score = c & couples ? 2 * board::marriage_value(c) : 0;
            if (strict) {
                const set same = his & board::suit_around(c);
                const bool ruffed = same == 0 && c < board::jacks && (his & board::trumps) != 0;
                score += same > c || ruffed ? -value : value + 20;
            } else {
                score -= value + (c >= board::jacks ? 5 : 0);
            }
            if (c == killer) score += 15;
            if (c == hinted) score += 1000;
            list.add(c, score);
        }
        return list;
    }

    move_list answers(const spot& p, set led, const solve_switches& use) const {
        const set moves = board::answers(p, led);
        if (!use.order || (moves & (moves - 1)) == 0) return as_they_lie(moves);
        move_list list;
        const set killer = use.killers ? answer(p, led) : 0;
        for (set m = moves; m != 0; m &= m - 1) {
            const set c = m & (~m + 1);
            const int value = board::value_of(c);
            const bool ruffs = c >= board::jacks && led < board::jacks;
            int score = board::takes(c, led) ? 2 * board::value_of(led) + (ruffs ? -value : value)
                                             : -value - (c >= board::jacks ? 4 : 0);
            if (c == killer) score += 15;
            list.add(c, score);
        }
        return list;
    }

private:
    static move_list as_they_lie(set moves) {
        move_list list;
        for (; moves != 0; moves &= moves - 1) list.add(moves & (~moves + 1), 0);
        return list;
    }
    static std::size_t depth(const spot& p) {
        const int cards = board::stock_left(p) + board::count(p.hand[p.lead]);
        return static_cast<std::size_t>(cards);
    }
    static std::size_t turn(const spot& p) {
        return p.lead * 2U + (board::stock_open(p) ? 1U : 0U);
    }
    set& answer(const spot& p, set led) { return answer_[turn(p)][arch::lowest_index(led)]; }
    set answer(const spot& p, set led) const { return answer_[turn(p)][arch::lowest_index(led)]; }

    std::array<set, V::stock_size + V::hand_size + 1> lead_{};  // by cards to come
    std::array<std::array<set, board::cards>, 4> answer_{};     // by turn and card led
};

}  // namespace mu::inline MU_ISA
