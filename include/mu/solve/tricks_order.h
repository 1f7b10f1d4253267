// Which card to try first, where tricks are counted.
#pragma once

#include <mu/solve/tricks_board.h>

namespace mu::inline MU_ISA {

// What speaks for leading a suit. Found by trying; only the order of moves depends on it.
struct lead_weights {
    int choice;                          // for every card an opponent may choose from
    int trump, trump_top;                // the trump suit; the leader's side has its highest card
    int trump_alone;                     // no opponent has a trump left
    int left_ruffs, right_ruffs, ruffs;  // who can ruff: opponents, else partner
    int singleton;                       // the leader's only card of the suit, and he has trumps
    int out;                             // no opponent has the suit, nor can he ruff
    int length;                          // for every card the leader holds
    int partner_length;                  // and his partner
    int top, top_second, both;  // leader has the highest card; partner the second; leader has both
    int partner_top, partner_top_second;  // partner has the highest; leader the second
    int finesse;                          // left opponent has the highest, partner the second
    int left_top;                         // left opponent has the highest, not so
    int right_top, right_second,
        right_between;  // right opponent has it; partner, leader the second
    int singleton_top;  // an opponent has the highest alone
};
inline constexpr lead_weights trump_leads{.choice = 8,
                                          .trump = -2,
                                          .trump_top = 5,
                                          .trump_alone = -18,
                                          .left_ruffs = -10,
                                          .right_ruffs = -13,
                                          .ruffs = 28,
                                          .singleton = 2,
                                          .out = -22,
                                          .length = -1,
                                          .partner_length = 0,
                                          .top = 16,
                                          .top_second = 11,
                                          .both = 4,
                                          .partner_top = 28,
                                          .partner_top_second = 13,
                                          .finesse = 26,
                                          .left_top = -1,
                                          .right_top = 0,
                                          .right_second = 7,
                                          .right_between = -1,
                                          .singleton_top = -1};
inline constexpr lead_weights plain_leads{.choice = 7,
                                          .trump = 0,
                                          .trump_top = 0,
                                          .trump_alone = 0,
                                          .left_ruffs = 0,
                                          .right_ruffs = 0,
                                          .ruffs = 0,
                                          .singleton = 0,
                                          .out = -26,
                                          .length = 1,
                                          .partner_length = 3,
                                          .top = 5,
                                          .top_second = 17,
                                          .both = 11,
                                          .partner_top = 30,
                                          .partner_top_second = 19,
                                          .finesse = 32,
                                          .left_top = -11,
                                          .right_top = -11,
                                          .right_second = 14,
                                          .right_between = 9,
                                          .singleton_top = 16};

template <int Seats, bool NoTrumps = false>
class tricks_order {
public:
    using board = tricks_board<Seats>;
    using word = typename board::word;
    using trick = typename board::trick;

    explicit tricks_order(const board& b) : b_(b) {}

    // What speaks for the suits that a hand may lead, and which end of them.
    struct leads {
        int weight[4];
        bool high[4];

        // The card to lead first.
        word pick(word moves) const {
            int best_weight = -1000000;
            word best = 0;
            for (int s = 0; s < 4; ++s) {
                const word open = moves & board::field(s);
                if (open == 0 || weight[s] <= best_weight) continue;
                best_weight = weight[s];
                best = high[s] ? board::highest(open) : board::lowest(open);
            }
            return best;
        }
    };
    leads weigh(int leader, word moves, word all) const {
        leads out;
        const lead_weights& w = trumps() != 0 ? trump_leads : plain_leads;
        const int left = board::after(leader, 1), right = board::after(leader, Seats - 1);
        const int partner = Seats == 4 ? board::after(leader, 2) : leader;
        const word mine = b_.hand[leader];
        for (int s = 0; s < 4; ++s) {
            if ((moves & board::field(s)) == 0) continue;
            const word suit = all & board::field(s);
            const word top = board::highest(suit), second = next_below(suit ^ top),
                       third = next_below(suit ^ top ^ second);
            const int len_left = b_.length(left, s), len_right = b_.length(right, s);
            const int len = b_.length(leader, s), len_partner = b_.length(partner, s);
            // A void opponent may choose from all his cards.
            int weight = -w.choice * ((len_left != 0 ? len_left : b_.left) +
                                      (len_right != 0 ? len_right : b_.left));
            weight += w.length * len + w.partner_length * len_partner;
            bool ruffed = false;
            if (trumps() != 0) {
                const int left_trumps = b_.length(left, 3), right_trumps = b_.length(right, 3);
                if (s == 3) {
                    weight += w.trump;
                    if (top & (mine | b_.hand[partner])) weight += w.trump_top;
                    if (left_trumps + right_trumps == 0) weight += w.trump_alone;
                } else {
                    const bool left_ruffs = len_left == 0 && left_trumps > 0;
                    const bool right_ruffs = len_right == 0 && right_trumps > 0;
                    ruffed = left_ruffs || right_ruffs;
                    if (left_ruffs)
                        weight += w.left_ruffs;
                    else if (right_ruffs)
                        weight += w.right_ruffs;
                    else if (len_partner == 0 && b_.length(partner, 3) > 0)
                        weight += w.ruffs;
                    if (len == 1 && b_.length(leader, 3) > 0) weight += w.singleton;
                }
            }
            if (!ruffed && len_left + len_right == 0) weight += w.out;
            bool high = false;
            if (mine & top) {
                weight += w.top;
                if (mine & second)
                    weight += w.both;
                else if (b_.hand[partner] & second)
                    weight += w.top_second;
                // The highest two in two hands: the shorter one plays his first.
                high = !(b_.hand[partner] & second) || len < len_partner;
            } else if (b_.hand[partner] & top) {
                weight += w.partner_top;
                if (mine & second) {
                    weight += w.partner_top_second;
                    high = len < len_partner;
                }
            } else if (b_.hand[left] & top) {
                if (len_left == 1) weight += w.singleton_top;
                if (b_.hand[partner] & second)
                    weight += w.finesse;
                else if (!(mine & second))
                    weight += w.left_top;
                else
                    high = (mine & third) != 0;
            } else {
                if (len_right == 1) weight += w.singleton_top;
                weight += w.right_top;
                if (b_.hand[partner] & second) {
                    weight += w.right_second;
                } else if (mine & second) {
                    weight += w.right_between;
                    high = true;
                }
            }
            out.weight[s] = weight;
            out.high[s] = high || len_partner == 0;
        }
        return out;
    }

    // Wins as cheaply as it can against those who play after it, if the side does not have the
    // trick anyway; otherwise plays low.
    template <int k>
    word follow(const trick& t, int h, bool follows, word moves) const {
        const word over = board::above_all(t.best) & (board::suit_of(t.best) | trumps());
        bool ours = b_.friends(t.winner, h);
        word winners = moves & over;
        word foes = 0, friends = 0;
        for (int i = k + 1; i < Seats; ++i) {
            const int other = board::after(t.leader, i);
            (b_.friend_after(h, i - k) ? friends : foes) |= threats(other, t.led, over);
        }
        if (foes != 0) {
            winners &= board::above_all(foes);
            friends &= board::above_all(foes);
            ours = false;
        }
        if (!ours && friends == 0 && winners != 0) return board::lowest(winners);
        // A trick that may be lost all the same costs the opponents a high card; but partner's card
        // need not be beaten by one that takes no more.
        word beating = moves & over;
        if (k == 2 && follows && foes != 0 && b_.friends(t.winner, h))
            beating &= ~(board::lowest(foes) - 1);
        if (k + 1 < Seats && !ours && friends == 0 && beating != 0)
            return k == 2 && follows ? board::highest(beating) : board::lowest(beating);
        if (follows) return board::lowest(moves);
        const word plain = moves & ~trumps();
        if (plain == 0) return board::lowest(moves);
        // From a long suit, and rather not from one that partner is long in too.
        int best_weight = -1000000;
        word card = 0;
        for (int s = 0; s < 4; ++s) {
            if ((plain & board::field(s)) == 0) continue;
            int weight = 5 * b_.length(h, s);
            if constexpr (Seats == 4) weight -= 4 * b_.length(board::after(h, 2), s);
            if (weight <= best_weight) continue;
            best_weight = weight;
            card = board::lowest(plain & board::field(s));
        }
        return card;
    }

private:
    // The highest card of a set, if there is one.
    static word next_below(word set) { return set != 0 ? board::highest(set) : 0; }

    // The cards with which a hand can still win a trick of suit `led`, among `over`.
    word threats(int h, word led, word over) const {
        const word suited = b_.hand[h] & led;
        return (suited != 0 ? suited : b_.hand[h] & trumps()) & over;
    }

    word trumps() const { return NoTrumps ? 0 : b_.trumps; }

    const board& b_;
};

}  // namespace mu::inline MU_ISA
