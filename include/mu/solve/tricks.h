// The fast solver of games that count tricks and only ask to follow suit: whist, bridge, euchre.
//
// The question is always "can side A win `need` more tricks?", and the answer comes with the cards
// that mattered: those whose owners the proof used. A card matters when it wins a trick over
// another card of its suit, and then all cards above it matter too. The answer therefore holds in
// every position with as many cards of each suit in each hand and the same owners of the cards that
// mattered; that is what the table remembers (pattern_blocks.h). docs/algorithms/solver.md derives
// it.
//
//     tricks_board.h    hands, trumps, the trick in progress
//     pattern_blocks.h  what is known of positions that agree in the cards that mattered
//     killers.h         cards that refuted positions before
//     tricks_bounds.h   tricks that a side is sure of
//     tricks_order.h    which card to try first
#pragma once

#include <algorithm>
#include <cassert>

#include <mu/solve/killers.h>
#include <mu/solve/pattern_blocks.h>
#include <mu/solve/questions.h>
#include <mu/solve/tricks_bounds.h>
#include <mu/solve/tricks_order.h>

namespace mu::inline MU_ISA {

template <typename E, int Seats>
class trick_solver : public solve_questions<trick_solver<E, Seats>, solve_query<E, Seats>, E> {
public:
    using query = solve_query<E, Seats>;
    using questions = solve_questions<trick_solver, query, E>;

    static constexpr int seats = Seats;
    static constexpr std::size_t default_table = std::size_t{48} << 20;  // bytes, at most

    explicit trick_solver(const solve_switches& use = {}, std::size_t table_bytes = default_table)
        : use_(use), early_(table_bytes / 4), late_(table_bytes - table_bytes / 4) {}

    void set_switches(const solve_switches& use) {
        use_ = use;
        reset();
    }

    // Forgets everything, also what only helps the order of moves: the next call takes the same
    // steps as that of a new solver. What is known holds for any deal, so this is never needed;
    // positions of another deal or with other trumps make the solver forget by itself, to keep the
    // table small.
    void reset() {
        forget();
        lead_killers_.clear();
        follow_killers_.clear();
        last_left_ = 0;
        std::fill(std::begin(deal_), std::end(deal_), word{0});
    }

    // The value of every legal card. The position's own value comes first: no card is worth more,
    // and most of what proves it is needed anyway.
    solved_cards<E> card_values(const query& q) {
        if (meter_.limited()) return questions::card_values(q);
        meter_.begin();
        const value_range best = find(q, {}, no_guess, 0);
        const std::uint64_t before = meter_.nodes();
        const solved_cards<E> out = questions::card_values(q, best.exact() ? best.low : no_guess);
        beforehand_ = before;
        return out;
    }
    std::uint64_t nodes() const { return meter_.nodes() + beforehand_; }

    // The last call was cut short by its budget.
    bool stopped() const { return meter_.stopped(); }
    std::size_t bytes() const { return early_.bytes() + late_.bytes() + sizeof(*this); }

    // What the questions are made of (questions.h). Values are the tricks to come for side A, the
    // current one included.
    search_meter& meter() { return meter_; }
    const search_meter& meter() const { return meter_; }
    static constexpr int step() { return 1; }
    value_range find(const query& q, value_window window, int guess, int tolerance) {
        set(q);
        int low = 0, high = board_.left;
        if (guess == no_guess)
            guess = board_.left == last_left_ ? last_value_
                    : use_.order              ? first_guess(q.leader)
                                              : (board_.left + 1) / 2;
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
    void begin(const query& q) {
        meter_.begin();
        beforehand_ = 0;
        // Under a budget the cards are asked about in turn. Each leaves another hand behind, so
        // that without the whole deal every question would seem to be of a new one.
        if (meter_.limited()) set(q);
    }
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
        forget();
        last_left_ = 0;
        std::copy(std::begin(board_.hand), std::end(board_.hand), std::begin(deal_));
    }

    // What the hands look like, a trick off on average. Only the number of questions depends on it.
    // The weights, in eighths of a trick, were fitted to endings.
    int first_guess(int leader) const {
        const word all = board_.live(), ours = board_.cards_of_a();
        const bool trumps = board_.trumps != 0;
        int eighths = 0;
        const auto credit = [&](word card, int weight) {
            eighths += (card & ours) != 0 ? weight : -weight;
        };
        for (int s = 0; s < 4; ++s) {
            const word suit = all & board::field(s);
            if (suit == 0) continue;
            const bool trump_suit = trumps && s == 3;
            const word top = board::highest(suit), rest = suit ^ top;
            credit(top, trump_suit ? 6 : trumps ? 5 : 7);
            if (rest != 0) credit(board::highest(rest), trump_suit ? 3 : trumps ? 1 : 3);
            if (trump_suit) eighths += 4 * (board::count(suit & ours) - board::count(suit & ~ours));
        }
        eighths += board_.in_a(leader) ? (trumps ? 2 : 5) : (trumps ? -2 : -5);
        // A guess that is right takes two questions, and so does one that is a trick too high.
        return (4 * board_.left + eighths + 8) >> 3;
    }

    void forget() {
        early_.clear();
        late_.clear();
    }

    // What the search knows when it is compiled.
    struct way {
        bool usual;      // no switch is off
        bool no_trumps;  // there are none
    };

    found from_here(const query& q, int need) {
        if (use_ != solve_switches{}) return from_here<way{false, false}>(q, need);
        if (board_.trumps != 0) return from_here<way{true, false}>(q, need);
        return from_here<way{true, true}>(q, need);
    }
    template <way W>
    found from_here(const query& q, int need) {
        const auto& p = q.position;
        if (p.played == 0) return lead<W>(q.leader, need);
        const word cards = board::widen(p.trick), led = board::widen(p.led);
        trick t = board::before(q.leader, board_.live() | cards);
        t.led = led & ~board::guard;
        t.cards = cards;
        t.best = board::highest((cards & board_.trumps) != 0 ? cards & board_.trumps : cards & led);
        t.winner = board::after(q.leader, p.winning);
        if (p.played == 1) return follow<W, 1>(t, need);
        if constexpr (Seats > 2)
            if (p.played == 2) return follow<W, 2>(t, need);
        if constexpr (Seats > 3)
            if (p.played == 3) return follow<W, 3>(t, need);
        return {};
    }

    // ------------------------------------------------------------------ the search

    // The cards a hand can choose from, and what the failures so far have shown.
    struct choice {
        word moves, hand, all;
        bool a;      // the hand is on side A
        int tricks;  // the best bound so far
        word relevant = 0;

        bool forced() const { return (moves & (moves - 1)) == 0; }
    };
    template <way W>
    solve_switches use() const {
        return W.usual ? solve_switches{} : use_;
    }
    template <way W>
    choice choose(int h, word legal, word all) const {
        const bool a = board_.in_a(h);
        const bool several = (legal & (legal - 1)) != 0;
        return {
            .moves = several && use<W>().equals ? board::tops(board_.hand[h], all) & legal : legal,
            .hand = board_.hand[h],
            .all = all,
            .a = a,
            .tricks = a ? 0 : board_.left};
    }

    // Notes that `card` failed, and drops the cards that must fail as it did.
    template <way W>
    void failed(choice& at, word card, found child) const {
        const word suit = board::suit_of(card);
        const word mattered = child.relevant & suit;
        at.relevant |= child.relevant;
        at.tricks = at.a ? std::max(at.tricks, child.tricks) : std::min(at.tricks, child.tricks);
        if (mattered != 0 && board::lowest(mattered) <= card) {
            at.moves &= ~card;
            if (use<W>().equals) {
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
    template <way W, typename Play, typename Pick>
    found best_of(choice& at, int need, killer_table::place hint, Play play, Pick pick) {
        word card = 0;
        if (use<W>().killers) card = at.moves & hint.card();
        while (at.moves != 0) {
            if (at.forced())
                card = at.moves;
            else if (card == 0)
                card = use<W>().order ? pick(at.moves) : board::lowest(at.moves);
            const found child = play(card);
            if (stopped()) return child;
            if ((child.tricks >= need) == at.a) {
                hint.keep(card);
                return child;
            }
            failed<W>(at, card, child);
            card = 0;
        }
        return {at.relevant, at.tricks};
    }

    template <way W>
    found lead(int leader, int need) {
        if (need <= 0) return {0, 0};
        if (need > board_.left) return {0, board_.left};
        if (meter_.tick()) return {};
        if (board_.left == 1 && use<W>().ending) return last_trick<W>(leader);
        // Without sliding only the same cards coincide, by more than an owner word of 32 bits.
        return board_.left * Seats <= 32 && use<W>().slide ? lead<W>(late_, leader, need)
                                                           : lead<W>(early_, leader, need);
    }

    template <way W, typename Owners>
    found lead(pattern_blocks<Owners>& table, int leader, int need) {
        const word all = board_.live();
        const bool bound_first = bounds_first();
        if (found f; bound_first && use<W>().bounds && bound<W>(leader, need, all, f)) return f;
        const table_key where = key<W>(leader, all);
        const auto who = board_.template owners_in<Owners>(all);
        if (use<W>().table)
            if (const auto known = table.find(where, who, need); known.known)
                return {arch::deposit(known.mask, all), known.tricks};
        if (found f; !bound_first && use<W>().bounds && bound<W>(leader, need, all, f)) return f;

        choice at = choose<W>(leader, board_.hand[leader], all);
        const tricks_order<Seats, W.no_trumps> by(board_);
        typename tricks_order<Seats, W.no_trumps>::leads order{};
        bool weighed = false;
        killer_table::place hint;
        if (!at.forced()) hint = lead_killers_[lead_mark(leader)];
        found out = best_of<W>(
            at, need, hint,
            [&](word card) {
                board_.take(leader, card);
                const found f =
                    follow<W, 1>(board::led_by(board::before(leader, all), leader, card), need);
                board_.put_back(leader, card);
                return f;
            },
            [&](word moves) {
                if (!weighed) order = by.weigh(leader, moves, all);
                weighed = true;
                return order.pick(moves);
            });
        if (stopped()) return out;
        if (!use<W>().relevance) out.relevant = all;
        if (use<W>().table) {
            const bool made = out.tricks >= need;
            table.add(where, who,
                      static_cast<Owners>(arch::extract(board::upwards(out.relevant), all)),
                      {made ? out.tricks : 0, made ? board_.left : out.tricks});
        }
        return out;
    }

    template <way W, int k>
    found follow(const trick& t, int need) {
        if (meter_.tick()) return {};
        const int h = board::after(t.leader, k);
        const word suited = board_.hand[h] & t.led;
        if constexpr (k == 1 && Seats == 4)
            if (found f; use<W>().bounds && second_hand<W>(t, h, need, f)) return f;
        choice at = choose<W>(h, suited != 0 ? suited : board_.hand[h], t.all);
        // Fourth hand knows best by itself, unless it can only follow or discard.
        killer_table::place hint;
        if constexpr (k < 3 || W.no_trumps)
            if (!at.forced())
                hint = follow_killers_[follow_mark<W>(t, h, suited) + 0x9E3779B9U * k];
        return best_of<W>(
            at, need, hint,
            [&](word card) {
                found f;
                board_.take(h, card);
                const trick next = board_.template with<W.no_trumps>(t, h, card);
                if constexpr (k + 1 == Seats)
                    f = complete<W>(next, need);
                else
                    f = follow<W, k + 1>(next, need);
                board_.put_back(h, card);
                return f;
            },
            [&](word moves) {
                return tricks_order<Seats, W.no_trumps>(board_).template follow<k>(
                    t, h, suited != 0, moves);
            });
    }

    // Hands alike lead alike: those of the leader and his partner.
    word lead_mark(int leader) const {
        word mark = board_.hand[leader] * 5 + static_cast<word>(leader);
        if constexpr (Seats == 4) mark += board_.hand[board::after(leader, 2)] * 17;
        return mark;
    }
    // So do hands that follow suit to the same cards, or that discard; those that may ruff look at
    // what there is to be beaten.
    template <way W>
    word follow_mark(const trick& t, int h, word suited) const {
        word mark = board_.hand[h];
        if (suited != 0)
            mark = (t.all & t.led) * 7 + suited * 11 + t.best;
        else if (!W.no_trumps)
            mark += t.best * 29;
        return mark * 5 + static_cast<word>(h);
    }
    // What the table knows a position by, at the start of a trick.
    template <way W>
    table_key key(int leader, word all) const {
        return {board_.shape_led_by(leader), use<W>().slide ? 0 : all};
    }

    // Near the end sure tricks decide more often than what is known.
    bool bounds_first() const { return board_.left <= 4; }

    template <way W>
    found complete(const trick& t, int need) {
        const int won = board_.in_a(t.winner) ? 1 : 0;
        --board_.left;
        if constexpr (W.usual)
            if (board_.left * Seats <= 32 && !bounds_first())
                late_.fetch({board_.shape_led_by(t.winner), 0});
        found f = lead<W>(t.winner, need - won);
        ++board_.left;
        f.tricks += won;
        if (board::by_rank(t)) f.relevant |= t.best;
        return f;
    }

    // What a side is sure of decides.
    template <way W>
    bool bound(int leader, int need, word all, found& out) const {
        const bool a = board_.in_a(leader);
        using bounds = tricks_bounds<Seats, W.no_trumps>;
        typename bounds::finding sure;
        if (!bounds(board_).decide(leader, a ? need : board_.left - need + 1, all, sure))
            return false;
        out = {sure.relevant, sure.leaders == a ? need : need - 1};
        return true;
    }

    // The same once a card has been led.
    template <way W>
    bool second_hand(const trick& t, int h, int need, found& out) const {
        const bool a = board_.in_a(h);
        out = {0, a ? need : need - 1};
        return tricks_bounds<Seats, W.no_trumps>(board_).second_hand(
            t, h, a ? need : board_.left - need + 1, out.relevant);
    }

    // REQUIRES: one trick left.
    template <way W>
    found last_trick(int leader) const {
        trick t = board::led_by(board::before(leader, 0), leader, board_.hand[leader]);
        for (int k = 1; k < Seats; ++k)
            t = board_.template with<W.no_trumps>(t, board::after(leader, k),
                                                  board_.hand[board::after(leader, k)]);
        return {board::by_rank(t) ? t.best : 0, board_.in_a(t.winner) ? 1 : 0};
    }

    board board_;
    word deal_[Seats] = {};               // the hands of the deal that the table knows
    int last_left_ = 0, last_value_ = 0;  // what the same deal was found to be worth
    solve_switches use_;
    search_meter meter_;
    std::uint64_t beforehand_ = 0;  // nodes of the last call before it began to value cards
    pattern_blocks<word> early_;
    pattern_blocks<std::uint32_t> late_;  // the last 32 cards
    // Leads are fewer than the cards that follow, and a good one is worth more.
    killer_table lead_killers_, follow_killers_;
};

}  // namespace mu::inline MU_ISA
