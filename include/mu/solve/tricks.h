// The fast solver of games that count tricks and only ask to follow suit: whist, bridge, euchre.
//
// The question is always "can side A win `need` more tricks?", and the answer comes with the cards
// that mattered: those whose owners the proof used. A card matters when it wins a trick over
// another card of its suit, and then all cards above it matter too. The answer therefore holds in
// every position with as many cards of each suit in each hand and the same owners of the cards that
// mattered; that is what the table remembers (pattern_table.h). docs/algorithms/solver.md derives
// it.
//
// Inside, words have four fields of 16 bits, one per suit, with the highest bit of a field unused.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>

#include <mu/play/trick.h>
#include <mu/solve/pattern_table.h>
#include <mu/solve/query.h>
#include <mu/solve/questions.h>

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

template <typename E, int Seats>
class trick_solver : public solve_questions<trick_solver<E, Seats>, solve_query<E, Seats>, E> {
public:
    using query = solve_query<E, Seats>;

    static constexpr int seats = Seats;
    static constexpr std::size_t default_table = std::size_t{48} << 20;  // bytes, at most

    explicit trick_solver(const solve_switches& use = {}, std::size_t table_bytes = default_table)
        : use_(use), table_(table_bytes) {}

    void set_switches(const solve_switches& use) {
        use_ = use;
        reset();
    }

    // Forgets everything, also what only helps the order of moves: the next call takes the same
    // steps as that of a new solver. What is known holds for any deal, so this is never needed;
    // positions of another deal or with other trumps make the solver forget by itself, to keep the
    // table small.
    void reset() {
        table_.clear();
        killers_.fill(0);
        last_left_ = 0;
    }

    // The last call was cut short by its budget.
    bool stopped() const { return meter_.stopped(); }
    std::size_t bytes() const { return table_.bytes() + sizeof(*this); }

    // What the questions are made of (questions.h). Values are the tricks to come for side A, the
    // current one included.
    search_meter& meter() { return meter_; }
    const search_meter& meter() const { return meter_; }
    static constexpr int step() { return 1; }
    value_range find(const query& q, value_window window, int guess, int tolerance) {
        set(q);
        int low = 0, high = left_;
        if (guess == no_guess) guess = left_ == last_left_ ? last_value_ : (left_ + 1) / 2;
        int ask = guess;
        while (high - low > 2 * tolerance && high > window.low && low < window.high && !stopped()) {
            // Answers outside of the window, which may be empty, are of no use.
            const int least = std::max(low, std::min(window.low, window.high - 1)) + 1;
            ask = std::clamp(ask, least, std::min(high, window.high));
            const int got = from_here(q, ask).tricks;
            if (stopped()) break;
            if (got >= ask)
                low = got, ask = got + 1;
            else
                high = ask = got;
        }
        if (low == high) {
            last_left_ = left_;
            last_value_ = low;
        }
        return {low, high};
    }
    static E legal(const query& q) { return legal_cards(must_follow, q); }
    static query_step<query> after(const query& q, E card) {
        const query next = after_card(q, card);
        return {next, trick_for_a(q, next)};
    }
    void begin(const query&) { meter_.begin(); }

private:
    using word = std::uint64_t;

    // A bound on the tricks of side A: at least `tricks` if that reaches what was asked for, at
    // most `tricks` if it does not. And the cards that mattered.
    struct found {
        word relevant;
        int tricks;
    };

    // ------------------------------------------------------------------ fields and sequences

    static constexpr word lanes(word each) { return each * 0x0001000100010001U; }
    static constexpr word guard = lanes(0x8000);

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
    static constexpr word lowest(word x) { return x & (~x + 1); }
    static constexpr word highest(word x) { return word{1} << arch::highest_index(x); }
    // All bits above the highest one of x; all bits if x is empty.
    static constexpr word above_all(word x) { return x == 0 ? ~word{0} : ~((highest(x) << 1) - 1); }
    static constexpr word suit_field(word card) { return arch::fill_field(card); }
    static constexpr word field(int suit) { return word{0xFFFF} << (16 * suit); }
    static constexpr int count(word x) { return static_cast<int>(arch::popcount(x)); }

    // The highest card of every row of neighbours in a hand.
    static word tops(word hand, word all) {
        const word mine = arch::extract(hand, all), starts = arch::extract(lowest_each(all), all);
        return arch::deposit(mine & ~((mine & ~starts) >> 1), all);
    }
    // The lowest card of the row of neighbours that ends with `top`.
    static word bottom(word top, word hand, word all) {
        const word below = suit_field(top) & (top - 1);
        return lowest((below & above_all(all & ~hand & below) & hand) | top);
    }

    // ------------------------------------------------------------------ the table of hands

    static constexpr int after(int h, int k) {
        if constexpr (Seats == 4)
            return (h + k) & 3;
        else
            return h + k >= Seats ? h + k - Seats : h + k;
    }
    bool in_a(int h) const {
        if constexpr (Seats == 3)
            return h == solo_;
        else
            return (h & 1) == 0;
    }
    static int shape_shift(int h, word card) { return (arch::lowest_index(card) & ~15) + 4 * h; }
    void take(int h, word card) {
        hand_[h] ^= card;
        shape_ -= word{1} << shape_shift(h, card);
    }
    void put_back(int h, word card) {
        hand_[h] ^= card;
        shape_ += word{1} << shape_shift(h, card);
    }
    int length(int h, int suit) const {
        return static_cast<int>(shape_ >> (16 * suit + 4 * h)) & 15;
    }
    word all_cards() const {
        word all = 0;
        for (const word h : hand_) all |= h;
        return all;
    }
    owner_words<word> owners(word all) const {
        word low = hand_[1], high = 0;
        if constexpr (Seats > 2) high = hand_[2];
        if constexpr (Seats > 3) low |= hand_[3], high |= hand_[3];
        return {arch::extract(low, all), arch::extract(high, all)};
    }
    // Every hand holds as many cards as any other, so one length says nothing new: its place names
    // the leader.
    table_key key(int leader, word all) const {
        return {(shape_ & ~(std::uint64_t{15} << 60)) | static_cast<std::uint64_t>(leader) << 60,
                use_.slide ? 0 : all};
    }

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
        t.led = suit_field(card);
        t.best = t.cards = card;
        t.winner = h;
        return t;
    }
    trick with(trick t, int h, word card) const {
        if (card > t.best && (card & (suit_field(t.best) | trumps_)) != 0) {
            t.best = card;
            t.winner = h;
        }
        t.cards |= card;
        return t;
    }
    // The winner beat a card of its own suit.
    static bool by_rank(const trick& t) { return (t.cards & suit_field(t.best)) != t.best; }

    // ------------------------------------------------------------------ questions

    void set(const query& q) {
        const auto& p = q.position;
        const word trumps = widen(p.trumps) & ~guard;
        const int solo = Seats == 3 ? after(q.leader, p.solo) : 0;
        bool same_deal = trumps == trumps_ && solo == solo_;
        trumps_ = trumps;
        solo_ = solo;
        shape_ = 0;
        left_ = p.tricks;
        for (int k = 0; k < Seats; ++k) {
            const int h = after(q.leader, k);
            hand_[h] = widen(p.hand[k]);
            assert((hand_[h] & guard) == 0);
            same_deal &= (hand_[h] & ~deal_[h]) == 0;
            for (int s = 0; s < 4; ++s)
                shape_ += static_cast<word>(count(hand_[h] & field(s))) << (16 * s + 4 * h);
        }
        if (same_deal) return;
        table_.clear();
        last_left_ = 0;
        std::copy(std::begin(hand_), std::end(hand_), std::begin(deal_));
    }

    found from_here(const query& q, int need) {
        const auto& p = q.position;
        if (p.played == 0) return lead(q.leader, need);
        const word cards = widen(p.trick), led = widen(p.led);
        trick t = before(q.leader, all_cards() | cards);
        t.led = led & ~guard;
        t.cards = cards;
        t.best = highest((cards & trumps_) != 0 ? cards & trumps_ : cards & led);
        t.winner = after(q.leader, p.winning);
        if (p.played == 1) return follow<1>(t, need);
        if constexpr (Seats > 2)
            if (p.played == 2) return follow<2>(t, need);
        if constexpr (Seats > 3)
            if (p.played == 3) return follow<3>(t, need);
        return {};
    }

    // ------------------------------------------------------------------ the search

    // The cards a hand can choose from, and what the failures so far have shown.
    struct choice {
        word moves, hand, all;
        bool a;      // the hand is on side A
        int tricks;  // the best bound so far
        word relevant = 0;
    };
    choice choose(int h, word legal, word all) const {
        const bool a = in_a(h);
        return {.moves = use_.equals ? tops(hand_[h], all) & legal : legal,
                .hand = hand_[h],
                .all = all,
                .a = a,
                .tricks = a ? 0 : left_};
    }

    // Notes that `card` failed, and drops the cards that must fail as it did.
    void failed(choice& at, word card, found child) const {
        const word suit = suit_field(card);
        const word mattered = child.relevant & suit;
        at.relevant |= child.relevant;
        at.tricks = at.a ? std::max(at.tricks, child.tricks) : std::min(at.tricks, child.tricks);
        if (mattered != 0 && lowest(mattered) <= card) {
            at.moves &= ~card;
            if (use_.equals) {
                // Its neighbours below were taken to fail as it did. With a lower card of the suit
                // in the hand that one's failure speaks for them; otherwise they matter too.
                const word low = bottom(card, at.hand, at.all);
                if ((at.hand & suit & (low - 1)) == 0) at.relevant |= low;
            }
        } else {
            // Nothing depended on its rank: the same goes for all cards below those that mattered.
            at.moves &= ~(mattered != 0 ? suit & (lowest(mattered) - 1) : suit);
        }
    }

    // Tries the hint, then card after card as `pick` wants them. `play` plays one and answers.
    template <typename Play, typename Pick>
    found best_of(choice& at, int need, std::uint8_t* hint, Play play, Pick pick) {
        word card = 0;
        if (use_.killers && hint != nullptr) card = at.moves & (word{1} << (*hint & 63));
        while (at.moves != 0) {
            if (card == 0) card = use_.order ? pick(at.moves) : lowest(at.moves);
            const found child = play(card);
            if (stopped()) return child;
            if ((child.tricks >= need) == at.a) {
                if (hint != nullptr) *hint = static_cast<std::uint8_t>(arch::lowest_index(card));
                return child;
            }
            failed(at, card, child);
            card = 0;
        }
        return {at.relevant, at.tricks};
    }

    found lead(int leader, int need) {
        if (need <= 0) return {0, 0};
        if (need > left_) return {0, left_};
        if (meter_.tick()) return {};
        if (left_ == 1 && use_.ending) return last_trick(leader);

        const word all = all_cards();
        const table_key where = key(leader, all);
        const owner_words<word> who = owners(all);
        if (use_.table)
            if (const auto known = table_.find(where, who, need - 1, need); known.by != nullptr)
                return {arch::deposit(known.by->mask, all), known.value};
        if (found f; use_.bounds && bound(leader, need, all, f)) return f;

        choice at = choose(leader, hand_[leader], all);
        found out = best_of(
            at, need, killer(hand_[leader] * 5 + static_cast<word>(leader)),
            [&](word card) {
                take(leader, card);
                const found f = follow<1>(led_by(before(leader, all), leader, card), need);
                put_back(leader, card);
                return f;
            },
            [&](word moves) { return pick_lead(leader, moves, all); });
        if (stopped()) return out;
        if (!use_.relevance) out.relevant = all;
        if (use_.table) {
            const word mask = arch::extract(upwards(out.relevant), all);
            const bool made = out.tricks >= need;
            table_.add(where, {.low = who.low & mask,
                               .high = who.high & mask,
                               .mask = mask,
                               .least = static_cast<std::int16_t>(made ? out.tricks : 0),
                               .most = static_cast<std::int16_t>(made ? left_ : out.tricks),
                               .prizes = {}});
        }
        return out;
    }

    template <int k>
    found follow(const trick& t, int need) {
        if (meter_.tick()) return {};
        const int h = after(t.leader, k);
        const word suited = hand_[h] & t.led;
        choice at = choose(h, suited != 0 ? suited : hand_[h], t.all);
        std::uint8_t* hint = nullptr;
        if constexpr (k < 3) {
            const word mark = suited != 0 ? (t.all & t.led) * 7 + t.best : hand_[h];
            hint = killer(mark * 5 + static_cast<word>(h) + 0x9E3779B9U * k);
        }
        return best_of(
            at, need, hint,
            [&](word card) {
                found f;
                take(h, card);
                if constexpr (k + 1 == Seats)
                    f = complete(with(t, h, card), need);
                else
                    f = follow<k + 1>(with(t, h, card), need);
                put_back(h, card);
                return f;
            },
            [&](word moves) { return pick_follow<k>(t, h, suited != 0, moves); });
    }

    found complete(const trick& t, int need) {
        const int won = in_a(t.winner) ? 1 : 0;
        --left_;
        found f = lead(t.winner, need - won);
        ++left_;
        f.tricks += won;
        if (by_rank(t)) f.relevant |= t.best;
        return f;
    }

    // REQUIRES: one trick left.
    found last_trick(int leader) const {
        trick t = led_by(before(leader, 0), leader, hand_[leader]);
        for (int k = 1; k < Seats; ++k) t = with(t, after(leader, k), hand_[after(leader, k)]);
        return {by_rank(t) ? t.best : 0, in_a(t.winner) ? 1 : 0};
    }

    // ------------------------------------------------------------------ bounds

    struct sides {
        int partner = -1;  // of the leader
        int opponents = 0;
        int opponent[Seats] = {};
        word ours = 0, theirs = 0;  // cards
    };
    sides seen_from(int leader) const {
        sides s;
        s.ours = hand_[leader];
        for (int k = 1; k < Seats; ++k) {
            const int h = after(leader, k);
            if (in_a(h) == in_a(leader)) {
                s.partner = h;
                s.ours |= hand_[h];
            } else {
                s.opponent[s.opponents++] = h;
                s.theirs |= hand_[h];
            }
        }
        return s;
    }

    // Tricks that the side on lead wins at once, or the other side wins some time. True if they
    // decide.
    bool bound(int leader, int need, word all, found& out) const {
        const bool a = in_a(leader);
        const int ours = a ? need : left_ - need + 1;  // what the side on lead must win
        const sides s = seen_from(leader);
        word relevant = 0;
        if (quick_tricks(leader, s, ours, all, relevant)) {
            out = {relevant, a ? need : need - 1};
            return true;
        }
        relevant = 0;
        if (later_tricks(s, left_ - ours + 1, all, relevant)) {
            out = {relevant, a ? need - 1 : need};
            return true;
        }
        return false;
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
        if (trumps_ != 0)
            for (int i = 0; i < side.opponents; ++i) can_ruff[i] = length(side.opponent[i], 3) > 0;

        for (int s = 3; s >= 0; --s) {
            const word suit = all & field(s);
            if ((suit & side.ours) == 0) continue;
            const bool trump_suit = trumps_ != 0 && s == 3;
            int safe = 16, longest = 0;  // rounds that nobody ruffs; the opponents' longest holding
            for (int i = 0; i < side.opponents; ++i) {
                const int len = length(side.opponent[i], s);
                longest = std::max(longest, len);
                if (can_ruff[i] && !trump_suit) safe = std::min(safe, len);
            }
            const int len = length(leader, s), partner_len = partner < 0 ? 0 : length(partner, s);
            const word mine = suit & hand_[leader];
            word cashed = mine & above_all(suit & ~mine);
            int own = count(cashed);
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
            if (cashed != 0) relevant |= lowest(cashed);
            if (got >= need) return true;
            if (trump_suit) {
                trumps_got = own;
                if (own >= longest)
                    for (bool& r : can_ruff) r = false;
            }
            if (partner < 0 || own >= partner_len) continue;
            const word rest = suit & ~cashed & hand_[partner];
            word more = rest & above_all(suit & ~cashed & ~rest);
            int n = std::min({count(more), safe - own, partner_len - own});
            if (n <= 0) continue;
            if (len > own) entry = true;
            while (count(more) > n) more &= more - 1;
            crossed += n;
            crossed_relevant |= lowest(more);
            if (trump_suit) {
                crossed_trumps = n;
                trumps_relevant = lowest(more);
            }
        }
        if (trumps_ != 0) {
            // Trumps win some time, also those that cannot be cashed now.
            const int plain = got - trumps_got;
            word more = 0;
            if (keeps_trumps(leader, side.theirs, need - plain, more)) {
                relevant |= more;
                return true;
            }
            // Partner's too, if he need not ruff our winners.
            if (partner >= 0 && left_ - length(partner, 3) >= plain &&
                keeps_trumps(partner, side.theirs, need - plain, more)) {
                relevant |= more;
                return true;
            }
            if (crossed_trumps != 0 && got + crossed_trumps >= need &&
                left_ - length(partner, 3) >= plain) {
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
        const word mine = hand_[h] & trumps_, foes = others & trumps_;
        if (need <= 0) return true;
        if (count(mine) < need) return false;
        int lost = 0, kept = 0;
        for (word rest = mine; rest != 0;) {
            const word card = highest(rest);
            rest ^= card;
            if (lost < count(foes & above_all(card))) {
                ++lost;
                continue;
            }
            if (++kept < need) continue;
            // Trumps below all of theirs are kept by number, not by rank.
            if (foes != 0) relevant |= lowest(mine & ~(card - 1) & above_all(lowest(foes)));
            return true;
        }
        return false;
    }

    // The side that does not lead surely wins `need` tricks some time.
    bool later_tricks(const sides& side, int need, word all, word& relevant) const {
        if (trumps_ != 0) {
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
            const word suit = all & field(s);
            if ((suit & side.ours) == 0) continue;
            const word top = highest(suit);
            if (top & side.theirs) {
                used |= top;
            } else {
                int longest = 0;
                for (int h = 0; h < Seats; ++h)
                    if ((hand_[h] & side.ours) != 0) longest = std::max(longest, length(h, s));
                run += longest;
            }
        }
        if (run >= left_) return false;
        relevant |= used;
        return true;
    }

    // ------------------------------------------------------------------ ordering

    word pick_lead(int leader, word moves, word all) const {
        const lead_weights& w = trumps_ != 0 ? trump_leads : plain_leads;
        const int left = after(leader, 1), right = after(leader, Seats - 1);
        const int partner = Seats == 4 ? after(leader, 2) : leader;
        const word mine = hand_[leader];
        int best_weight = -1000000;
        word best = 0;
        for (int s = 0; s < 4; ++s) {
            const word open = moves & field(s);
            if (open == 0) continue;
            const word suit = all & field(s);
            const word top = highest(suit), second = suit != top ? highest(suit ^ top) : 0;
            const int len_left = length(left, s), len_right = length(right, s);
            const int len = length(leader, s), len_partner = length(partner, s);
            // A void opponent may choose from all his cards.
            int weight = -w.choice * ((len_left != 0 ? len_left : left_) +
                                      (len_right != 0 ? len_right : left_));
            weight += w.length * len + w.partner_length * len_partner;
            if (trumps_ != 0) {
                if (s == 3)
                    weight += w.trump;
                else if ((len_left == 0 && length(left, 3) > 0) ||
                         (len_right == 0 && length(right, 3) > 0))
                    weight += w.ruffed;
                else if (len_partner == 0 && length(partner, 3) > 0)
                    weight += w.ruffs;
            }
            word card = lowest(open);
            if (mine & top) {
                weight += w.top;
                if (mine & second)
                    weight += w.both;
                else if (hand_[partner] & second)
                    weight += w.top_second;
                card = highest(open);
            } else if (hand_[partner] & top) {
                weight += w.partner_top;
                if (mine & second) {
                    weight += w.partner_top_second;
                    card = highest(open);
                }
            } else if (hand_[left] & top) {
                if (len_left == 1) weight += w.singleton_top;
                if (hand_[partner] & second)
                    weight += w.finesse;
                else if (!(mine & second))
                    weight += w.left_top;
            } else {
                if (len_right == 1) weight += w.singleton_top;
                weight += w.right_top;
                if (hand_[partner] & second) {
                    weight += w.right_second;
                } else if (mine & second) {
                    weight += w.right_between;
                    card = highest(open);
                }
            }
            if (weight > best_weight) {
                best_weight = weight;
                best = card;
            }
        }
        return best;
    }

    // The cards with which a hand can still win a trick of suit `led`, among `over`.
    word threats(int h, word led, word over) const {
        const word suited = hand_[h] & led;
        return (suited != 0 ? suited : hand_[h] & trumps_) & over;
    }

    // Wins as cheaply as it can against those who play after it, if the side does not have the
    // trick anyway; otherwise plays low.
    template <int k>
    word pick_follow(const trick& t, int h, bool follows, word moves) const {
        const word over = above_all(t.best) & (suit_field(t.best) | trumps_);
        bool ours = in_a(t.winner) == in_a(h);
        word winners = moves & over;
        word foes = 0, friends = 0;
        for (int i = k + 1; i < Seats; ++i) {
            const int other = after(t.leader, i);
            (in_a(other) == in_a(h) ? friends : foes) |= threats(other, t.led, over);
        }
        if (foes != 0) {
            winners &= above_all(foes);
            friends &= above_all(foes);
            ours = false;
        }
        if (!ours && friends == 0 && winners != 0) return lowest(winners);
        if (follows) return lowest(moves);
        const word plain = moves & ~trumps_;
        if (plain == 0) return lowest(moves);
        int longest = 0;
        word card = 0;
        for (int s = 0; s < 4; ++s)
            if ((plain & field(s)) != 0 && length(h, s) > longest) {
                longest = length(h, s);
                card = lowest(plain & field(s));
            }
        return card;
    }

    // Where the card is kept that refuted a position like this one the last time.
    std::uint8_t* killer(word mark) {
        mark ^= mark >> 31;
        mark *= 0x9E3779B97F4A7C15U;
        return &killers_[mark >> (64 - killer_bits)];
    }

    static constexpr int killer_bits = 17;

    word hand_[Seats] = {};
    word deal_[Seats] = {};  // the hands of the deal that the table knows
    word trumps_ = 0;
    std::uint64_t shape_ = 0;
    int left_ = 0;
    int last_left_ = 0, last_value_ = 0;  // what the same deal was found to be worth
    int solo_ = 0;
    solve_switches use_;
    search_meter meter_;
    pattern_table<word> table_;
    std::array<std::uint8_t, std::size_t{1} << killer_bits> killers_{};
};

}  // namespace mu::inline MU_ISA
