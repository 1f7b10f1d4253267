// Which card to try first, where tricks are counted.
#pragma once

#include <mu/solve/tricks_board.h>

namespace mu::inline MU_ISA {

// What speaks for leading a suit. Found by trying; only the order of moves depends on it.
struct lead_weights {
    int choice;                 // for every card an opponent may choose from
    int trump, ruffed, ruffs;   // the trump suit; opponents can ruff; partner can
    int length;                 // for every card the leader holds
    int partner_length;         // and his partner
    int top, top_second, both;  // leader has the highest card; partner the second; leader has both
    int partner_top, partner_top_second;  // partner has the highest; leader the second
    int finesse;                          // left opponent has the highest, partner the second
    int left_top;                         // left opponent has the highest, not so
    int right_top, right_second,
        right_between;  // right opponent has it; partner, leader the second
    int singleton_top;  // an opponent has the highest alone
};
inline constexpr lead_weights trump_leads{.choice = 10,
                                          .trump = 0,
                                          .ruffed = -12,
                                          .ruffs = 17,
                                          .length = -1,
                                          .partner_length = 0,
                                          .top = 16,
                                          .top_second = 17,
                                          .both = 0,
                                          .partner_top = 28,
                                          .partner_top_second = 14,
                                          .finesse = 27,
                                          .left_top = 0,
                                          .right_top = 0,
                                          .right_second = 12,
                                          .right_between = 0,
                                          .singleton_top = 0};
inline constexpr lead_weights plain_leads{.choice = 9,
                                          .trump = 0,
                                          .ruffed = 0,
                                          .ruffs = 0,
                                          .length = 0,
                                          .partner_length = 3,
                                          .top = 6,
                                          .top_second = 17,
                                          .both = 9,
                                          .partner_top = 32,
                                          .partner_top_second = 27,
                                          .finesse = 31,
                                          .left_top = -2,
                                          .right_top = -12,
                                          .right_second = 11,
                                          .right_between = 10,
                                          .singleton_top = 15};

template <int Seats>
class tricks_order {
public:
    using board = tricks_board<Seats>;
    using word = typename board::word;
    using trick = typename board::trick;

    explicit tricks_order(const board& b) : b_(b) {}

    // The card to lead first.
    word lead(int leader, word moves, word all) const {
        const lead_weights& w = b_.trumps != 0 ? trump_leads : plain_leads;
        const int left = board::after(leader, 1), right = board::after(leader, Seats - 1);
        const int partner = Seats == 4 ? board::after(leader, 2) : leader;
        const word mine = b_.hand[leader];
        int best_weight = -1000000;
        word best = 0;
        for (int s = 0; s < 4; ++s) {
            const word open = moves & board::field(s);
            if (open == 0) continue;
            const word suit = all & board::field(s);
            const word top = board::highest(suit),
                       second = suit != top ? board::highest(suit ^ top) : 0;
            const int len_left = b_.length(left, s), len_right = b_.length(right, s);
            const int len = b_.length(leader, s), len_partner = b_.length(partner, s);
            // A void opponent may choose from all his cards.
            int weight = -w.choice * ((len_left != 0 ? len_left : b_.left) +
                                      (len_right != 0 ? len_right : b_.left));
            weight += w.length * len + w.partner_length * len_partner;
            if (b_.trumps != 0) {
                if (s == 3)
                    weight += w.trump;
                else if ((len_left == 0 && b_.length(left, 3) > 0) ||
                         (len_right == 0 && b_.length(right, 3) > 0))
                    weight += w.ruffed;
                else if (len_partner == 0 && b_.length(partner, 3) > 0)
                    weight += w.ruffs;
            }
            word card = board::lowest(open);
            if (mine & top) {
                weight += w.top;
                if (mine & second)
                    weight += w.both;
                else if (b_.hand[partner] & second)
                    weight += w.top_second;
                card = board::highest(open);
            } else if (b_.hand[partner] & top) {
                weight += w.partner_top;
                if (mine & second) {
                    weight += w.partner_top_second;
                    card = board::highest(open);
                }
            } else if (b_.hand[left] & top) {
                if (len_left == 1) weight += w.singleton_top;
                if (b_.hand[partner] & second)
                    weight += w.finesse;
                else if (!(mine & second))
                    weight += w.left_top;
            } else {
                if (len_right == 1) weight += w.singleton_top;
                weight += w.right_top;
                if (b_.hand[partner] & second) {
                    weight += w.right_second;
                } else if (mine & second) {
                    weight += w.right_between;
                    card = board::highest(open);
                }
            }
            if (weight > best_weight) {
                best_weight = weight;
                best = card;
            }
        }
        return best;
    }

    // Wins as cheaply as it can against those who play after it, if the side does not have the
    // trick anyway; otherwise plays low.
    template <int k>
    word follow(const trick& t, int h, bool follows, word moves) const {
        const word over = board::above_all(t.best) & (board::suit_of(t.best) | b_.trumps);
        bool ours = b_.in_a(t.winner) == b_.in_a(h);
        word winners = moves & over;
        word foes = 0, friends = 0;
        for (int i = k + 1; i < Seats; ++i) {
            const int other = board::after(t.leader, i);
            (b_.in_a(other) == b_.in_a(h) ? friends : foes) |= threats(other, t.led, over);
        }
        if (foes != 0) {
            winners &= board::above_all(foes);
            friends &= board::above_all(foes);
            ours = false;
        }
        if (!ours && friends == 0 && winners != 0) return board::lowest(winners);
        if (follows) return board::lowest(moves);
        const word plain = moves & ~b_.trumps;
        if (plain == 0) return board::lowest(moves);
        int longest = 0;
        word card = 0;
        for (int s = 0; s < 4; ++s)
            if ((plain & board::field(s)) != 0 && b_.length(h, s) > longest) {
                longest = b_.length(h, s);
                card = board::lowest(plain & board::field(s));
            }
        return card;
    }

private:
    // The cards with which a hand can still win a trick of suit `led`, among `over`.
    word threats(int h, word led, word over) const {
        const word suited = b_.hand[h] & led;
        return (suited != 0 ? suited : b_.hand[h] & b_.trumps) & over;
    }

    const board& b_;
};

}  // namespace mu::inline MU_ISA
