// The fast solver of games that count tricks and only ask to follow suit: whist, bridge, euchre.
//
// The question is always "can side A win `need` more tricks?", and the answer comes with the cards
// that mattered: those whose owners the proof used. A card matters when it wins a trick over
// another card of its suit, and then all cards above it matter too. The answer therefore holds in
// every position with as many cards of each suit in each hand and the same owners of the cards that
// mattered; that is what the table remembers (pattern_table.h). docs/algorithms/solver.md derives
// it.
//
//     tricks_board.h    hands, trumps, the trick in progress
//     tricks_bounds.h   tricks that a side is sure of
//     tricks_order.h    which card to try first
#pragma once

#include <algorithm>
#include <array>
#include <cassert>

#include <mu/solve/pattern_table.h>
#include <mu/solve/questions.h>
#include <mu/solve/tricks_bounds.h>
#include <mu/solve/tricks_order.h>

namespace mu::inline MU_ISA {

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
        int low = 0, high = board_.left;
        if (guess == no_guess)
            guess = board_.left == last_left_ ? last_value_ : (board_.left + 1) / 2;
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
            last_left_ = board_.left;
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
    // Its neighbour above is in the same hand.
    static bool equals_next(const query& q, E card) {
        const auto& p = q.position;
        const word hand = board::widen(p.hand[p.played]);
        word all = board::widen(p.trick);
        for (const E h : p.hand) all |= board::widen(h);
        return (board::tops(hand, all) & board::widen(card)) == 0;
    }
    const solve_switches& switches() const { return use_; }

private:
    using board = tricks_board<Seats>;
    using word = typename board::word;
    using trick = typename board::trick;

    // A bound on the tricks of side A: at least `tricks` if that reaches what was asked for, at
    // most `tricks` if it does not. And the cards that mattered.
    struct found {
        word relevant;
        int tricks;
    };

    // ------------------------------------------------------------------ questions

    void set(const query& q) {
        const auto& p = q.position;
        const word trumps = board::widen(p.trumps) & ~board::guard;
        const unsigned a = board::side_a(q.leader, p.solo);
        bool same_deal = trumps == board_.trumps && a == board_.a;
        board_.trumps = trumps;
        board_.a = a;
        board_.left = p.tricks;
        for (int k = 0; k < Seats; ++k) {
            const int h = board::after(q.leader, k);
            board_.hand[h] = board::widen(p.hand[k]);
            assert((board_.hand[h] & board::guard) == 0);
            same_deal &= (board_.hand[h] & ~deal_[h]) == 0;
        }
        board_.count_shape();
        if (same_deal) return;
        table_.clear();
        last_left_ = 0;
        std::copy(std::begin(board_.hand), std::end(board_.hand), std::begin(deal_));
    }

    found from_here(const query& q, int need) {
        const auto& p = q.position;
        if (p.played == 0) return lead(q.leader, need);
        const word cards = board::widen(p.trick), led = board::widen(p.led);
        trick t = board::before(q.leader, board_.live() | cards);
        t.led = led & ~board::guard;
        t.cards = cards;
        t.best = board::highest((cards & board_.trumps) != 0 ? cards & board_.trumps : cards & led);
        t.winner = board::after(q.leader, p.winning);
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
        const bool a = board_.in_a(h);
        return {.moves = use_.equals ? board::tops(board_.hand[h], all) & legal : legal,
                .hand = board_.hand[h],
                .all = all,
                .a = a,
                .tricks = a ? 0 : board_.left};
    }

    // Notes that `card` failed, and drops the cards that must fail as it did.
    void failed(choice& at, word card, found child) const {
        const word suit = board::suit_of(card);
        const word mattered = child.relevant & suit;
        at.relevant |= child.relevant;
        at.tricks = at.a ? std::max(at.tricks, child.tricks) : std::min(at.tricks, child.tricks);
        if (mattered != 0 && board::lowest(mattered) <= card) {
            at.moves &= ~card;
            if (use_.equals) {
                // Its neighbours below were taken to fail as it did. With a lower card of the suit
                // in the hand that one's failure speaks for them; otherwise they matter too.
                const word low = board::bottom(card, at.hand, at.all);
                if ((at.hand & suit & (low - 1)) == 0) at.relevant |= low;
            }
        } else {
            // Nothing depended on its rank: the same goes for all cards below those that mattered.
            at.moves &= ~(mattered != 0 ? suit & (board::lowest(mattered) - 1) : suit);
        }
    }

    // Tries the hint, then card after card as `pick` wants them. `play` plays one and answers.
    template <typename Play, typename Pick>
    found best_of(choice& at, int need, std::uint8_t* hint, Play play, Pick pick) {
        word card = 0;
        if (use_.killers && hint != nullptr) card = at.moves & (word{1} << (*hint & 63));
        while (at.moves != 0) {
            if (card == 0) card = use_.order ? pick(at.moves) : board::lowest(at.moves);
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
        if (need > board_.left) return {0, board_.left};
        if (meter_.tick()) return {};
        if (board_.left == 1 && use_.ending) return last_trick(leader);

        const word all = board_.live();
        const table_key where{board_.shape_led_by(leader), use_.slide ? 0 : all};
        const owner_words<word> who = board_.owners(all);
        if (use_.table)
            if (const auto known = table_.find(where, who, need - 1, need); known.by != nullptr)
                return {arch::deposit(known.by->mask, all), known.value};
        if (found f; use_.bounds && bound(leader, need, all, f)) return f;

        choice at = choose(leader, board_.hand[leader], all);
        found out = best_of(
            at, need, killer(board_.hand[leader] * 5 + static_cast<word>(leader)),
            [&](word card) {
                board_.take(leader, card);
                const found f =
                    follow<1>(board::led_by(board::before(leader, all), leader, card), need);
                board_.put_back(leader, card);
                return f;
            },
            [&](word moves) { return tricks_order<Seats>(board_).lead(leader, moves, all); });
        if (stopped()) return out;
        if (!use_.relevance) out.relevant = all;
        if (use_.table) {
            const word mask = arch::extract(board::upwards(out.relevant), all);
            const bool made = out.tricks >= need;
            table_.add(where, {.low = who.low & mask,
                               .high = who.high & mask,
                               .mask = mask,
                               .least = static_cast<std::int16_t>(made ? out.tricks : 0),
                               .most = static_cast<std::int16_t>(made ? board_.left : out.tricks),
                               .prizes = {}});
        }
        return out;
    }

    template <int k>
    found follow(const trick& t, int need) {
        if (meter_.tick()) return {};
        const int h = board::after(t.leader, k);
        const word suited = board_.hand[h] & t.led;
        choice at = choose(h, suited != 0 ? suited : board_.hand[h], t.all);
        std::uint8_t* hint = nullptr;
        if constexpr (k < 3) {
            const word mark = suited != 0 ? (t.all & t.led) * 7 + t.best : board_.hand[h];
            hint = killer(mark * 5 + static_cast<word>(h) + 0x9E3779B9U * k);
        }
        return best_of(
            at, need, hint,
            [&](word card) {
                found f;
                board_.take(h, card);
                if constexpr (k + 1 == Seats)
                    f = complete(board_.with(t, h, card), need);
                else
                    f = follow<k + 1>(board_.with(t, h, card), need);
                board_.put_back(h, card);
                return f;
            },
            [&](word moves) {
                return tricks_order<Seats>(board_).template follow<k>(t, h, suited != 0, moves);
            });
    }

    found complete(const trick& t, int need) {
        const int won = board_.in_a(t.winner) ? 1 : 0;
        --board_.left;
        found f = lead(t.winner, need - won);
        ++board_.left;
        f.tricks += won;
        if (board::by_rank(t)) f.relevant |= t.best;
        return f;
    }

    // What a side is sure of decides.
    bool bound(int leader, int need, word all, found& out) const {
        const bool a = board_.in_a(leader);
        typename tricks_bounds<Seats>::finding sure;
        if (!tricks_bounds<Seats>(board_).decide(leader, a ? need : board_.left - need + 1, all,
                                                 sure))
            return false;
        out = {sure.relevant, sure.leaders == a ? need : need - 1};
        return true;
    }

    // REQUIRES: one trick left.
    found last_trick(int leader) const {
        trick t = board::led_by(board::before(leader, 0), leader, board_.hand[leader]);
        for (int k = 1; k < Seats; ++k)
            t = board_.with(t, board::after(leader, k), board_.hand[board::after(leader, k)]);
        return {board::by_rank(t) ? t.best : 0, board_.in_a(t.winner) ? 1 : 0};
    }

    // Where the card is kept that refuted a position like this one the last time.
    std::uint8_t* killer(word mark) {
        mark ^= mark >> 31;
        mark *= 0x9E3779B97F4A7C15U;
        return &killers_[mark >> (64 - killer_bits)];
    }

    static constexpr int killer_bits = 17;

    board board_;
    word deal_[Seats] = {};               // the hands of the deal that the table knows
    int last_left_ = 0, last_value_ = 0;  // what the same deal was found to be worth
    solve_switches use_;
    search_meter meter_;
    pattern_table<word> table_;
    std::array<std::uint8_t, std::size_t{1} << killer_bits> killers_{};
};

}  // namespace mu::inline MU_ISA
