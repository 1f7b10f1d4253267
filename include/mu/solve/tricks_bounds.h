// Tricks that a side is sure of at the start of a trick.
#pragma once

#include <algorithm>

#include <mu/solve/tricks_board.h>

namespace mu::inline MU_ISA {

template <int Seats>
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
            if (b_.in_a(h) == b_.in_a(leader)) {
                s.partner = h;
                s.ours |= b_.hand[h];
            } else {
                s.opponent[s.opponents++] = h;
                s.theirs |= b_.hand[h];
            }
        }
        return s;
    }

    // The side on lead surely wins `need` tricks: the leader cashes his highest cards, trumps
    // first, as long as no opponent can ruff; then, if he can reach him, his partner does the same.
    bool quick_tricks(int leader, const sides& side, int need, word all, word& relevant) const {
        const int partner = side.partner;
        int got = 0, trumps_got = 0;
        int crossed = 0, crossed_trumps = 0;  // more tricks by partner
        word crossed_relevant = 0, trumps_relevant = 0;
        bool entry = false;
        bool can_ruff[Seats] = {};
        if (b_.trumps != 0)
            for (int i = 0; i < side.opponents; ++i)
                can_ruff[i] = b_.length(side.opponent[i], 3) > 0;

        for (int s = 3; s >= 0; --s) {
            const word suit = all & board::field(s);
            if ((suit & side.ours) == 0) continue;
            const bool trump_suit = b_.trumps != 0 && s == 3;
            int safe = 16, longest = 0;  // rounds that nobody ruffs; the opponents' longest holding
            for (int i = 0; i < side.opponents; ++i) {
                const int len = b_.length(side.opponent[i], s);
                longest = std::max(longest, len);
                if (can_ruff[i] && !trump_suit) safe = std::min(safe, len);
            }
            const int len = b_.length(leader, s),
                      partner_len = partner < 0 ? 0 : b_.length(partner, s);
            const word mine = suit & b_.hand[leader];
            word cashed = mine & board::above_all(suit & ~mine);
            int own = board::count(cashed);
            // Once nobody else has the suit, length alone counts.
            const int out = std::max(longest, partner_len);
            int limit = std::min(safe, need - got);
            if (own >= out) {
                limit = std::min(limit, out);
                while (own > limit) cashed &= cashed - 1, --own;
                if (own == out) own = std::min(len, safe);
            } else {
                while (own > limit) cashed &= cashed - 1, --own;
            }
            got += own;
            if (cashed != 0) relevant |= board::lowest(cashed);
            if (got >= need) return true;
            if (trump_suit) {
                trumps_got = own;
                if (own >= longest)
                    for (bool& r : can_ruff) r = false;
            }
            if (partner < 0 || own >= partner_len) continue;
            const word rest = suit & ~cashed & b_.hand[partner];
            word more = rest & board::above_all(suit & ~cashed & ~rest);
            int n = std::min({board::count(more), safe - own, partner_len - own});
            if (n <= 0) continue;
            if (len > own) entry = true;
            while (board::count(more) > n) more &= more - 1;
            crossed += n;
            crossed_relevant |= board::lowest(more);
            if (trump_suit) {
                crossed_trumps = n;
                trumps_relevant = board::lowest(more);
            }
        }
        if (b_.trumps != 0) {
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
        const word mine = b_.hand[h] & b_.trumps, foes = others & b_.trumps;
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
        if (b_.trumps != 0) {
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

    const board& b_;
};

}  // namespace mu::inline MU_ISA
