// The exact solver for games in which it matters what the tricks contain.
//
// All hands lie open; both sides play as well as can be. The search is a fail-soft alpha-beta with
// null windows over single cards. With every value it says which cards mattered for it by their
// rank, and at trick starts it remembers both in a table of patterns (pattern_table.h), which then
// answers for all positions that agree in those cards. docs/algorithms/solver.md derives why.
//
// Everything that makes it fast can be switched off (solve_switches) and changes no value.
#pragma once

#include <cassert>

#include <mu/solve/pattern_table.h>
#include <mu/solve/points_moves.h>
#include <mu/solve/questions.h>
#include <mu/solve/sure_points.h>

namespace mu::inline MU_ISA {

template <solve_rules R, typename E, template <typename> typename Goal>
class points_solver
    : public solve_questions<points_solver<R, E, Goal>, points_query<E, R.seats>, E> {
public:
    static constexpr int seats = R.seats;
    using query = points_query<E, seats>;
    using goal = Goal<E>;
    static constexpr std::size_t default_table = std::size_t{64} << 20;  // bytes, at most

    explicit points_solver(const solve_switches& use = {}, std::size_t table_bytes = default_table)
        : use_(use), table_(table_bytes, too_far) {}

    // Sets what is played for. Another goal makes it forget what is known.
    void set_goal(const goal& g) {
        if (contract_known_ && g == board_.logic.goal) return;
        board_.logic.goal = g;
        contract_known_ = false;
    }
    void set_switches(const solve_switches& use) {
        use_ = use;
        contract_known_ = false;
    }
    // The order in which cards are tried, or null for the usual one. It must outlive the solver.
    void set_weights(const points_weights* w) {
        other_weights_ = w;
        contract_known_ = false;
    }

    // Forgets every position, not the goal.
    void reset() { contract_known_ = false; }

    // The last call was cut short by its budget.
    bool stopped() const { return meter_.stopped(); }
    std::size_t bytes() const { return table_.bytes() + sizeof(*this); }

    // What the questions are made of (questions.h). Values are those of what is to come, the
    // current trick included, for side A.
    search_meter& meter() { return meter_; }
    const search_meter& meter() const { return meter_; }
    int step() const { return board_.logic.step(); }
    value_range find(const query& q, value_window window, int guess, int tolerance) {
        if (q.position.tricks == 0) return {0, 0};
        set(q);
        slack_ = 2 * tolerance;
        if (guess == no_guess || window.low != -no_bound || window.high != no_bound)
            return search_root(q, window);
        int step = 4;
        window = {guess - step, guess + step};
        for (;;) {
            const value_range r = search_root(q, window);
            if (r.high - r.low <= slack_ || stopped()) return r;
            step *= 4;
            if (r.low >= window.high)
                window = {r.low - 1, r.low + step};
            else
                window = {r.high - step, r.high + 1};
        }
    }
    E legal(const query& q) const {
        return board_.allowed(legal_cards(R.varied ? q.follow : R.follow, q), q.position.tricks);
    }
    query_step<query> after(const query& q, E card) const {
        query_step<query> out{q};
        const bool low = R.turns && (q.low_wins >> q.position.tricks & 1) != 0;
        static_cast<solve_query<E, seats>&>(out.next) =
            after_card<R.fields>(static_cast<const solve_query<E, seats>&>(q), card, low);
        if (q.position.played + 1 < seats) return out;
        const trick before = board_.on_table(q);
        const int p = board::after(q.leader, seats - 1);
        const won_trick<E> t =
            board_.won({.leader = q.leader, .tricks = q.position.tricks, .rest = 0, .state = 0},
                       board_.template with<1>(before, p, card, board_.worth(card), low));
        out.next.so_far = board_.logic.after(q.so_far, t);
        out.gain = board_.logic.step(board_.logic.begin(q.so_far), t).gain;
        return out;
    }
    void begin(const query& q) {
        meter_.begin();
        set(q);
    }

private:
    using board = points_board<R, E, Goal>;
    using trick = open_trick<E, R.fields>;
    using stage = trick_stage;
    using ranks_set = typename board::ranks_set;
    using moves = points_moves<R, E, Goal>;
    using found = typename moves::found;

    static constexpr bool additive = goal_logic<goal>::additive;
    static constexpr int prizes = sizeof(E) == 4 ? 32 : 40;
    // Values change by no more than the prizes only where they are sums of prizes.
    static constexpr int too_far = additive ? card_prizes<E>::special / 2 : 1;

    using table = pattern_table<E, prizes>;

    // --- Setting up ----------------------------------------------------------------------------

    void set(const query& q) {
        const auto& p = q.position;
        const unsigned a = board::side_a(q.leader, p.solo);
        if (!contract_known_ || a != board_.a || p.trumps != board_.trumps ||
            p.top_trump != board_.top_trump || p.held_back != board_.held_back ||
            (R.varied && q.follow != board_.varied_follow) ||
            (R.turns && q.low_wins != board_.low_wins)) {
            board_.trumps = p.trumps;
            board_.top_trump = p.top_trump;
            board_.held_back = p.held_back;
            board_.varied_follow = q.follow;
            board_.low_wins = q.low_wins;
            board_.a = board_.logic.a = a;
            learn_contract();
        }
        bool same_deal = true;
        for (int k = 0; k < seats; ++k) {
            const int h = board::after(q.leader, k);
            board_.hand[h] = p.hand[k];
            same_deal &= (p.hand[k] & ~deal_[h]) == 0;
        }
        board_.count_shape();
        if (same_deal) return;
        // What is known holds for any deal, but is seldom of use for another.
        if (table_.room_used() > patterns_kept) table_.clear();
        std::copy(std::begin(board_.hand), std::end(board_.hand), std::begin(deal_));
    }

    // What follows from the contract.
    void learn_contract() {
        table_.clear();
        contract_known_ = true;
        board_.logic.prepare();
        board_.marked = board_.logic.seven() | board_.top_trump | board_.held_back;
        E deck = 0;
        for (int f = 0; f < board::fields; ++f) deck |= board::field(f);
        classes_.sort(deck, [&](int at) { return board_.logic.worth(at); });
        for (E w = deck; w != 0; w &= w - 1) {
            const int at = arch::lowest_index(w);
            const int kind = additive ? board_.logic.worth(at) : board_.logic.kind(at);
            prizes_.at[at] = static_cast<std::uint8_t>(
                kind + ((board_.marked >> at & 1) != 0 ? prizes_.special : 0));
        }
        weights_ = other_weights_ != nullptr ? other_weights_
                                             : &weights_for(board_.follow(), board_.trumps != 0);
        std::fill(&killers_[0][0], &killers_[0][0] + sizeof killers_, no_card_at);
    }

    // The value for side A of a query that has been set.
    value_range search_root(const query& q, value_window w) {
        const auto& p = q.position;
        stage s{.leader = q.leader,
                .tricks = p.tricks,
                .rest = board_.worth_of_set(board_.live() | p.trick),
                .state = board_.logic.begin(q.so_far)};
        trick t{};
        goal_rest<E> rest = board_.left(s);
        if (p.played > 0) {
            t = board_.on_table(q);
            rest.all |= t.cards;  // what lies on the table is not won yet
            if (t.seven_by >= 0 && board_.in_a(t.seven_by)) rest.of_a |= board_.logic.seven();
        }
        value_range r = board_.logic.range(s.state, rest, {});
        const int low = std::max(w.low, r.low - 1), high = std::min(w.high, r.high + 1);
        if (low >= high) return r;
        const bool a = board_.in_a(board::after(q.leader, p.played));
        const int got = search_from<0>(s, t, p.played, a ? low : -high, a ? high : -low);
        if (stopped()) return r;
        const int v = a ? got : -got;
        if (v > low) r.low = std::max(r.low, v);
        if (v < high) r.high = std::min(r.high, v > low ? v + slack_ : v);
        return r;
    }
    template <int k>
    int search_from(const stage& s, const trick& t, int played, int alpha, int beta) {
        if constexpr (k < seats) {
            if (played != k) return search_from<k + 1>(s, t, played, alpha, beta);
            if constexpr (k == 0) return start(s, alpha, beta).value;
            if constexpr (k > 0)
                return search<k>(s, t, board::after(s.leader, k), alpha, beta).value;
        }
        return 0;
    }

    // --- Trick starts --------------------------------------------------------------------------

    MU_INLINE table_key key(const stage& s, E all) const {
        table_key out{board_.shape_led_by(s.leader), s.state};
        if (!use_.slide) add_cards(out, all);
        return out;
    }
    // Where gaps between ranks are told apart.
    static void add_cards(table_key& to, E all) {
        if constexpr (sizeof(E) == 8 && board::fields == 4) {
            constexpr std::uint64_t low = 0x3FFF3FFF3FFF3FFF;  // no suit has more cards
            assert((all & ~low) == 0);
            to.more |= arch::extract(all, low) << 8;
        } else {
            to.more |= static_cast<std::uint64_t>(all) << 8;
            // What does not fit: with five fields a shape has 60 bits.
            if constexpr (sizeof(E) == 8) to.shape |= all >> 56 << 60;
        }
    }
    // What the cards count, hand by hand.
    void list_prizes(typename table::counts& out) const {
        std::size_t n = 0;
        for (const E h : board_.hand)
            for (E w = h; w != 0; w &= w - 1) out[n++] = prizes_.at[arch::lowest_index(w)];
        while (n < out.size()) out[n++] = 0;
    }

    // Values are those of the leader's side.
    found start(stage s, int alpha, int beta) {
        if (use_.ending && s.tricks == 1) return last_trick(s);
        if (meter_.tick()) return {};
        s.state = board_.logic.canonical(s.state, s.rest);
        const goal_rest<E> rest = board_.left(s);
        found out{};
        if (use_.bounds && bounded(s, rest, {}, alpha, beta, out)) return out;

        const E all = rest.all;
        const bool remembered = use_.table && s.tricks > 1;
        owner_words<E> who;
        table_key where;
        typename table::counts counts;
        bool counted = false;
        const auto count_prizes = [&]() -> const typename table::counts& {
            if (!counted) list_prizes(counts);
            counted = true;
            return counts;
        };
        if (remembered) {
            who = board_.owners(all);
            where = key(s, all);
            const auto known = table_.find(where, who, alpha, beta, count_prizes);
            if (known.by != nullptr)
                return {known.value, 0,
                        board::ranks_of(static_cast<E>(arch::deposit(known.by->mask, all)), all)};
        }
        if (use_.bounds &&
            bounded(s, rest, sure_points(board_, s, rest, classes_), alpha, beta, out))
            return out;

        out = try_cards<0>(s, trick{}, s.leader, board_.template choices<0>(s, {}, s.leader), alpha,
                           beta);
        if (stopped()) return {};
        const E mattered = use_.relevance ? board::cards_of(out.relevant) & all : all;
        out.relevant = board::ranks_of(mattered, all);
        if (remembered) {
            const E mask = static_cast<E>(arch::extract(mattered, all));
            const bool a = board_.in_a(s.leader);
            table_.add(
                where,
                {.low = who.low & mask,
                 .high = who.high & mask,
                 .mask = mask,
                 .least = static_cast<std::int16_t>(out.value <= alpha       ? -table::unknown
                                                    : out.value >= beta || a ? out.value
                                                                             : out.value - slack_),
                 .most = static_cast<std::int16_t>(out.value >= beta          ? table::unknown
                                                   : out.value <= alpha || !a ? out.value
                                                                              : out.value + slack_),
                 .prizes = count_prizes()});
        }
        return out;
    }

    // What the sides are sure of decides.
    MU_INLINE bool bounded(const stage& s, const goal_rest<E>& rest,
                           const sure_finding<ranks_set>& known, int alpha, int beta,
                           found& out) const {
        const value_range r = board_.logic.range(s.state, rest, known.sure);
        const bool a = board_.in_a(s.leader);
        const int low = a ? r.low : -r.high, high = a ? r.high : -r.low;
        const ranks_set both = known.used[0] | known.used[1];
        const ranks_set mine = goal_logic<goal>::sides_apart ? known.used[a ? 0 : 1] : both;
        const ranks_set others = goal_logic<goal>::sides_apart ? known.used[a ? 1 : 0] : both;
        if (low == high)
            out = {low, 0, both};
        else if (low >= beta)
            out = {low, 0, mine};
        else if (high <= alpha)
            out = {high, 0, others};
        else
            return false;
        return true;
    }

    // Everybody has one card left.
    found last_trick(const stage& s) {
        meter_.tick();
        int p = s.leader;
        E c = board_.hand[p];
        const bool low = board_.low(1);
        trick t = board_.template with<0>(trick{}, p, c, board_.worth(c), low);
        for (int k = 1; k < seats; ++k) {
            p = board::after(p);
            c = board_.hand[p];
            t = board_.template with<1>(t, p, c, board_.worth(c), low);
        }
        const int gain = board_.logic.step(s.state, board_.won(s, t)).gain;
        return {board_.in_a(s.leader) ? gain : -gain, 0, won_by(t, low)};
    }

    // --- Cards ---------------------------------------------------------------------------------

    template <int k>
    found search(const stage& s, const trick& t, int p, int alpha, int beta) {
        if (meter_.tick()) return {};
        found out = try_cards<k>(s, t, p, board_.template choices<k>(s, t, p), alpha, beta);
        if constexpr (!R.turns) out.relevant |= board_.template looked_at<k>(t, p);
        return out;
    }

    // Plays a card for hand p, whose side the value is for.
    template <int k>
    MU_INLINE found descend(const stage& s, const trick& t, int p, E card, int worth, int alpha,
                            int beta) {
        const trick n = board_.template with<k>(t, p, card, worth, board_.low(s.tricks));
        board_.take(p, card);
        found out{};
        if constexpr (k + 1 == seats) {
            out = finish(s, n, p, alpha, beta);
        } else {
            const int q = board::after(p);
            if (board_.friends(p, q)) {
                out = search<k + 1>(s, n, q, alpha, beta);
            } else {
                out = search<k + 1>(s, n, q, -beta, -alpha);
                out.value = -out.value;
            }
        }
        board_.put_back(p, card);
        return out;
    }

    // What a complete trick was won by.
    static MU_INLINE ranks_set won_by(const trick& t, bool low) {
        return t.by_rank() ? board::rank_of(t.best, low) : ranks_set{};
    }

    // The trick is complete. The value is for the side of hand p.
    MU_INLINE found finish(const stage& s, const trick& t, int p, int alpha, int beta) {
        const goal_step g = board_.logic.step(s.state, board_.won(s, t));
        const int gain = board_.in_a(p) ? g.gain : -g.gain;
        const ranks_set relevant = won_by(t, board_.low(s.tricks));
        const unsigned taken = board_.in_a(t.winner) ? 1 : 2;
        if (g.over || s.tricks == 1) return {gain, taken, relevant};
        const stage n{
            .leader = t.winner, .tricks = s.tricks - 1, .rest = s.rest - t.points, .state = g.next};
        if (board_.friends(p, t.winner)) {
            const found f = start(n, alpha - gain, beta - gain);
            return {gain + f.value, taken, f.relevant | relevant};
        }
        const found f = start(n, gain - beta, gain - alpha);
        return {gain - f.value, taken, f.relevant | relevant};
    }

    template <int k>
    found try_cards(const stage& s, const trick& t, int p, E choice, int alpha, int beta) {
        if ((choice & (choice - 1)) == 0)
            return descend<k>(s, t, p, choice, board_.worth(choice), alpha, beta);
        std::uint8_t* const kill = killers<k>(t, p, choice);
        found out{.value = -no_bound}, v{};

        // Before anything is weighed: what refuted a position like this one.
        const E hint = use_.killers && kill[0] != no_card_at ? choice & E{1} << kill[0] : E{0};
        if (hint != 0) {
            v = descend<k>(s, t, p, hint, board_.worth(hint), alpha, beta);
            if (v.value >= beta || stopped()) return v;
        }

        moves list(board_, prizes_, use_);
        list.template list<k>(s, t, p, choice, *weights_, kill[1]);
        // A value inside the window is a lower bound of A's, and no more than the slack below it:
        // what does not beat it by more than that need not be told apart.
        const int slack = board_.in_a(p) ? slack_ : 0;
        int inside = -no_bound;
        const auto failed = [&](int i, E card) {
            if (v.value > alpha) {
                inside = v.value;
                v.value += slack;
            }
            list.failed(i, card, v, alpha, out);
        };
        int i = 0;
        if (hint != 0) {
            list.bring(hint);
            failed(i++, hint);
        }
        for (; i < list.size(); ++i) {
            if (use_.order) list.bring_best(i);
            if (use_.equals && list.answered(i, p, alpha, out)) continue;
            const E card = list[i].bit;
            const int worth = list[i].worth;
            if (i == 0) {
                v = descend<k>(s, t, p, card, worth, alpha, beta);
            } else {
                v = descend<k>(s, t, p, card, worth, alpha, alpha + 1);
                if (v.value > alpha && v.value < beta && beta - alpha > 1)
                    v = descend<k>(s, t, p, card, worth, v.value - 1, beta);
            }
            if (stopped()) return {};
            if (v.value >= beta && v.value > alpha) {
                if (use_.killers) reward(kill, card);
                return v;
            }
            failed(i, card);
        }
        if (inside != -no_bound) out.value = inside;
        return out;
    }

    // Cards that refuted a position like this one: same hand, same choice, same card to beat.
    template <int k>
    MU_INLINE std::uint8_t* killers(const trick& t, int p, E choice) {
        std::uint64_t mark =
            static_cast<std::uint64_t>(choice) * 35 + static_cast<std::uint64_t>(p);
        if constexpr (k > 0)
            mark += static_cast<std::uint64_t>(t.best) * 5 + 0x9E3779B9U * k +
                    (board_.friends(t.winner, p) ? 385 : 0);
        mark ^= mark >> 31;
        mark *= 0x9E3779B97F4A7C15U;
        return killers_[mark >> (64 - killer_bits)];
    }
    static MU_INLINE void reward(std::uint8_t* kill, E card) {
        kill[1] = kill[0];
        kill[0] = static_cast<std::uint8_t>(arch::lowest_index(card));
    }

    // --- Data ----------------------------------------------------------------------------------

    static constexpr int killer_bits = 13;
    static constexpr std::uint8_t no_card_at = 0xFF;
    static constexpr std::size_t patterns_kept = std::size_t{1} << 12;

    board board_;
    solve_switches use_;
    search_meter meter_;
    table table_;
    worth_classes<E> classes_;
    const points_weights *weights_ = nullptr, *other_weights_ = nullptr;
    E deal_[seats] = {};  // the hands of the deal that was asked about last
    bool contract_known_ = false;
    int slack_ = 0;  // values inside a window may be so much higher, for side A
    card_prizes<E> prizes_;
    std::uint8_t killers_[std::size_t{1} << killer_bits][2];
};

}  // namespace mu::inline MU_ISA
