// Tricks that a side is sure of at the start of a trick.
#pragma once

#include <algorithm>

#include <mu/solve/tricks_board.h>

namespace mu::inline MU_ISA {

template <int Seats, bool NoTrumps = false>
class tricks_bounds {
public:
    using board = tricks_board<Seats>;
    using word = typename board::word;

    explicit tricks_bounds(const board& b) : b_(b) {}

    struct finding {
        bool leaders = false;  // the side on lead wins what it must, or else the other side does
        word relevant = 0;     // the cards that mattered
    };

    // Tricks that the side on lead wins at once, or the other side wins some time. `need` is what
    // the side on lead must win. True if they decide.
    bool decide(int leader, int need, word all, finding& out) const {
        const sides s = seen_from(leader);
        out = {.leaders = true};
        if (quick_tricks(leader, s, need, all, out.relevant)) return true;
        out = {};
        return later_tricks(s, b_.left - need + 1, all, out.relevant);
    }

    // After a lead: the side of `second`, the hand to play, surely wins `need` tricks, this one and
    // then others at once.
    bool second_hand(const typename board::trick& t, int second, int need, word& relevant) const
        requires(Seats == 4)
    {
        const int third = board::after(second, 1), fourth = board::after(second, 2);
        const word led = t.led;
        const word mine = b_.hand[second] & led, partners = b_.hand[fourth] & led;
        const word thirds = b_.hand[third] & led;
        if (thirds == 0 && trumps() != 0 && (b_.hand[third] & trumps()) != 0) return false;
        const word over = board::above_all(t.best | thirds) & led;
        word low = mine != 0 ? board::lowest(mine) : 0;
        word partners_low = partners != 0 ? board::lowest(partners) : 0;
        int winner = second;
        relevant = 0;
        // Whoever cannot follow suit ruffs; a discard could cost something.
        if (mine == 0) {
            low = board::lowest(b_.hand[second] & trumps());
            if (low == 0 || partners == 0) return false;
        } else if (partners == 0) {
            partners_low = board::lowest(b_.hand[fourth] & trumps());
            if (partners_low == 0) return false;
            winner = fourth;
        } else if ((mine & over) != 0) {
            low = relevant = board::lowest(mine & over);
            if (partners_low > low) {  // partner must beat it
                winner = fourth;
                relevant = partners_low;
            }
        } else if ((partners & over) != 0) {
            winner = fourth;
            partners_low = relevant = board::lowest(partners & over);
        } else {
            return false;
        }
        if (need <= 1) return true;
        // What third hand plays does not matter, except that he has one card less.
        board after = b_;
        after.take(second, low);
        after.take(fourth, partners_low);
        if (thirds != 0) after.take(third, board::lowest(thirds));
        --after.left;
        const tricks_bounds next(after);
        return next.quick_tricks(winner, next.seen_from(winner), need - 1, after.live(), relevant);
    }

private:
    struct sides {
        int partner = -1;  // of the leader
        int opponents = 0;
        int opponent[Seats] = {};
        word ours = 0, theirs = 0;  // cards
    };
    sides seen_from(int leader) const {
        sides s;
        s.ours = b_.hand[leader];
        for (int k = 1; k < Seats; ++k) {
            const int h = board::after(leader, k);
            if (b_.friend_after(leader, k)) {
                s.partner = h;
                s.ours |= b_.hand[h];
            } else {
                s.opponent[s.opponents++] = h;
                s.theirs |= b_.hand[h];
            }
        }
        return s;
    }

    // One suit, as the side on lead sees it.
    struct holding {
        word mine, partners;   // the leader's cards and those of his partner
        word tops;             // those of them above all cards of the opponents
        int len, partner_len;  // how many they have
        int longest = 0;       // the opponents' longest holding
        int safe = 16;         // rounds that nobody ruffs
    };
    struct cashing {
        int tricks = 0;
        word relevant = 0;  // the lowest card it takes
        word cards = 0;     // what it has used up
    };

    // What the leader wins in a suit, `most` tricks at most, and is on lead again.
    static cashing leader_cashes(const holding& x, int most) {
        const int limit = std::min(x.safe, most);
        const word tops_mine = x.tops & x.mine, tops_partners = x.tops & x.partners;
        const int out = std::max(x.longest, x.partner_len);
        word cashed = tops_mine;
        if (x.partner_len != 0) {
            const int mine = board::count(tops_mine), theirs = board::count(tops_partners);
            // A low card to partner's highest cards, and a low card back: together they are one
            // row.
            if (mine > 0 && theirs > 0 && x.len - mine >= theirs && x.partner_len > theirs) {
                const int both = mine + theirs;
                if (both <= limit || most <= x.safe) {
                    int tricks = std::min(both, limit);
                    const word row = board::highest_of(x.tops, tricks);
                    if (both <= limit && both >= out) tricks = std::min(x.len, x.safe);
                    return {tricks, board::lowest(row), x.mine | x.partners};
                }
            }
            // Partner has low cards for all of the leader's highest ones, or they are above his.
            if (x.partner_len - theirs < mine) cashed &= board::above_all(x.partners);
        }
        const int own = board::count(cashed);
        const int kept = std::min({own, limit, out});
        if (kept == 0) {
            cashed = 0;
        } else {
            cashed = board::highest_of(cashed, kept);
        }
        // Once nobody else has the suit, length alone counts.
        return {kept == out ? std::min(x.len, x.safe) : kept, board::lowest(cashed), cashed};
    }

    // What partner wins after that, once he is on lead.
    static cashing partner_cashes(const holding& x, const cashing& own) {
        if (own.tricks >= x.partner_len) return {};
        const word more = x.tops & x.partners & ~own.cards & board::above_all(x.mine & ~own.cards);
        const int n =
            std::min({board::count(more), x.safe - own.tricks, x.partner_len - own.tricks});
        if (n <= 0) return {};
        const word cashed = board::highest_of(more, n);
        return {n, board::lowest(cashed), cashed};
    }

    // The side on lead surely wins `need` tricks: the leader cashes his highest cards, trumps
    // first, as long as no opponent can ruff; then, if he can reach him, his partner does the same.
    bool quick_tricks(int leader, const sides& side, int need, word all, word& relevant) const {
        int got = 0;
        const int partner = side.partner;
        int trumps_got = 0;
        int crossed = 0, crossed_trumps = 0;  // more tricks by partner
        word crossed_relevant = 0, trumps_relevant = 0;
        bool entry = false;
        constexpr int never = 16;
        int no_ruff[Seats];  // rounds before an opponent can ruff are his length or this
        const int opponents = Seats == 4 ? 2 : side.opponents;
        for (int i = 0; i < opponents; ++i)
            no_ruff[i] = trumps() == 0 || b_.length(side.opponent[i], 3) == 0 ? never : 0;

        // The cards above all those of the opponents, suit by suit.
        const word tops = side.ours & ~board::downwards(side.theirs);
        for (word rest = tops; rest != 0;) {
            const int s = arch::highest_index(rest) / 16;
            const word suit = all & board::field(s);
            rest &= ~board::field(s);
            const bool trump_suit = !NoTrumps && trumps() != 0 && s == 3;
            holding x{.mine = suit & b_.hand[leader],
                      .partners = suit & side.ours & ~b_.hand[leader],
                      .tops = suit & tops,
                      .len = b_.length(leader, s),
                      .partner_len = partner < 0 ? 0 : b_.length(partner, s)};
            for (int i = 0; i < opponents; ++i) {
                const int len = b_.length(side.opponent[i], s);
                x.longest = std::max(x.longest, len);
                if (!trump_suit) x.safe = std::min(x.safe, len | no_ruff[i]);
            }
            if (x.safe == 0) continue;  // the first round is ruffed
            const cashing own = leader_cashes(x, need - got);
            got += own.tricks;
            relevant |= own.relevant;
            if (got >= need) return true;
            if (trump_suit) {
                trumps_got = own.tricks;
                if (own.tricks >= x.longest)
                    for (int& r : no_ruff) r = never;
            }
            const cashing more = partner_cashes(x, own);
            if (more.tricks == 0) continue;
            entry |= x.len > own.tricks;
            crossed += more.tricks;
            crossed_relevant |= more.relevant;
            if (trump_suit) {
                crossed_trumps = more.tricks;
                trumps_relevant = more.relevant;
            }
        }
        if (trumps() != 0) {
            // Trumps win some time, also those that cannot be cashed now.
            const int plain = got - trumps_got;
            word more = 0;
            if (keeps_trumps(leader, side.theirs, need - plain, more)) {
                relevant |= more;
                return true;
            }
            // Partner's too, if he need not ruff our winners.
            if (partner >= 0 && b_.left - b_.length(partner, 3) >= plain &&
                keeps_trumps(partner, side.theirs, need - plain, more)) {
                relevant |= more;
                return true;
            }
            if (crossed_trumps != 0 && got + crossed_trumps >= need &&
                b_.left - b_.length(partner, 3) >= plain) {
                relevant |= trumps_relevant;
                return true;
            }
        }
        if (entry && got + crossed >= need) {
            relevant |= crossed_relevant;
            return true;
        }
        return false;
    }

    // A hand surely wins `need` tricks with its trumps some time: a trump is lost only to a higher
    // one of the other side, and each of those takes at most one.
    bool keeps_trumps(int h, word others, int need, word& relevant) const {
        const word mine = b_.hand[h] & trumps(), foes = others & trumps();
        if (need <= 0) return true;
        if (board::count(mine) < need) return false;
        int lost = 0, kept = 0;
        for (word rest = mine; rest != 0;) {
            const word card = board::highest(rest);
            rest ^= card;
            if (lost < board::count(foes & board::above_all(card))) {
                ++lost;
                continue;
            }
            if (++kept < need) continue;
            // Trumps below all of theirs are kept by number, not by rank.
            if (foes != 0)
                relevant |=
                    board::lowest(mine & ~(card - 1) & board::above_all(board::lowest(foes)));
            return true;
        }
        return false;
    }

    // The side that does not lead surely wins `need` tricks some time.
    bool later_tricks(const sides& side, int need, word all, word& relevant) const {
        if (trumps() != 0) {
            for (int i = 0; i < side.opponents; ++i)
                if (keeps_trumps(side.opponent[i], side.ours, need, relevant)) return true;
            return false;
        }
        // Without trumps a side can win trick after trick only in suits whose highest card it
        // holds. When those are used up it must lead another.
        if (need != 1) return false;
        int run = 0;
        word used = 0;
        for (int s = 0; s < 4; ++s) {
            const word suit = all & board::field(s);
            if ((suit & side.ours) == 0) continue;
            const word top = board::highest(suit);
            if (top & side.theirs) {
                used |= top;
            } else {
                int longest = 0;
                for (int h = 0; h < Seats; ++h)
                    if ((b_.hand[h] & side.ours) != 0) longest = std::max(longest, b_.length(h, s));
                run += longest;
            }
        }
        if (run >= b_.left) return false;
        relevant |= used;
        return true;
    }

    word trumps() const { return NoTrumps ? 0 : b_.trumps; }

    const board& b_;
};

}  // namespace mu::inline MU_ISA
