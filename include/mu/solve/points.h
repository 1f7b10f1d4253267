// The exact solver for games in which it matters what the tricks contain.
//
// All hands lie open; both sides play as well as can be. The search is a fail-soft alpha-beta with
// null windows over single cards; what it has learned is remembered at trick starts, where a
// position is no more than the hands, the leader and what the goal must know of the tricks before.
//
// Everything that makes it fast can be switched off (solve_switches) and changes no value.
#pragma once

#include <cassert>
#include <cstdlib>
#include <cstring>

#include <mu/solve/exact_table.h>
#include <mu/solve/goals.h>

namespace mu {

// A position to be solved, with what the tricks before it have settled.
template <typename E, int Seats>
struct points_query : solve_query<E, Seats> {
    play_so_far so_far{};
};

}  // namespace mu

namespace mu::inline MU_ISA {

template <play_rules R, typename E, template <typename> typename Goal>
class points_solver {
public:
    static constexpr int seats = R.seats;
    using query = points_query<E, seats>;
    using goal = Goal<E>;
    static constexpr std::size_t default_table = std::size_t{1} << 20;  // bytes

    explicit points_solver(const solve_switches& use = {}, std::size_t table_bytes = default_table)
        : use_(use), table_(table_bytes) {}

    // Sets what is played for. Another goal makes it forget what is known.
    void set_goal(const goal& g) {
        if (contract_known_ && g == logic_.goal) return;
        logic_.goal = g;
        contract_known_ = false;
    }
    void set_switches(const solve_switches& use) {
        use_ = use;
        contract_known_ = false;
    }
    void set_budget(const solve_budget& b) { budget_ = b; }

    // Forgets every position, not the goal.
    void reset() { contract_known_ = false; }

    // Cards played in searches since the last call of value(), card_values() or line().
    std::uint64_t nodes() const { return nodes_; }
    // The last call was cut short by its budget.
    bool stopped() const { return stopped_; }
    std::size_t bytes() const { return table_.bytes() + sizeof(*this); }

    // The value for side A: exact inside the window, else a bound that lies outside.
    value_range value(const query& q, value_window window = {}) {
        begin(q);
        return root_value(window);
    }

    // The value of every legal card, in the order of their bits.
    solved_cards<E> card_values(const query& q) {
        begin(q);
        const root at = root_;
        solved_cards<E> out;
        int guess = 0;
        bool guessed = false;
        for (E rest = root_choices(); rest != 0; rest &= rest - 1) {
            auto& here = out.cards[static_cast<std::size_t>(out.count++)];
            here.card = rest & (~rest + 1);
            root_ = at;
            load_root();
            advance(here.card);
            here.value = guessed ? value_near(guess) : root_value({});
            if (here.value.exact()) {
                guess = here.value.low;
                guessed = true;
            }
        }
        return out;
    }

    // A line of best play to the end, as far as the budget lets it be known.
    solved_line<E> line(const query& q) {
        begin(q);
        const value_range v = root_value({});
        solved_line<E> out;
        while (!root_.over && v.exact() && !stopped_) {
            const root at = root_;
            const bool a = in_a(hand_after(at.at.leader, at.played));
            for (E rest = root_choices(); rest != 0; rest &= rest - 1) {
                const E c = rest & (~rest + 1);
                root_ = at;
                load_root();
                advance(c);
                const bool only = (rest & (rest - 1)) == 0;  // some card keeps the value
                const value_range r = only ? v
                                      : a  ? root_value({v.low - 1, v.low})
                                           : root_value({v.low, v.low + 1});
                if (stopped_) return out;
                if (a ? r.low >= v.low : r.high <= v.low) {
                    out.cards[static_cast<std::size_t>(out.count++)] = c;
                    break;
                }
            }
        }
        return out;
    }

private:
    // A trick in progress.
    struct trick {
        E led, beaters, heads;
        E best;      // the card that wins so far
        E best_led;  // the best of the led suit, where heads matter
        E cards;
        int points;
        int winner;
        int seven_by;
    };
    // What does not change during a trick.
    struct stage {
        int leader;
        int tricks;  // to be won, this one included
        int rest;    // points in hands at its start
        std::uint8_t state;
    };
    struct root {
        E hand[seats];
        stage at;
        trick now;
        int played;
        int gain;  // of side A, in tricks completed here
        bool over;
    };
    struct move {
        E bit;
        int score;
        std::int16_t value;
        std::uint16_t rise;  // of neighbours in one hand: how far along in points
        std::uint8_t run;    // and which neighbours
        std::uint8_t worth;
        std::uint8_t at;
    };

    // Of those who have yet to play to a trick: the cards of the other side.
    struct later {
        E foes;
    };

    static constexpr int field_bits = sizeof(E) * 2;
    static constexpr E first_field = (E{1} << field_bits) - 1;
    static constexpr int limit = no_bound;

    static constexpr MU_INLINE int hand_after(int p, int k = 1) {
        p += k;
        return p >= seats ? p - seats : p;
    }
    MU_INLINE bool in_a(int p) const { return (a_ >> p & 1) != 0; }
    MU_INLINE bool friends(int p, int q) const {
        if constexpr (seats == 4)
            return ((p ^ q) & 1) == 0;
        else if constexpr (seats == 2)
            return p == q;
        else
            return ((a_ >> p ^ a_ >> q) & 1) == 0;  // in_a(p) == in_a(q) breaks gcc 12 -O1
    }
    MU_INLINE E live() const {
        E all = hand_[0];
        for (int k = 1; k < seats; ++k) all |= hand_[k];
        return all;
    }

    MU_INLINE goal_rest<E> left(const stage& s) const {
        E of_a = 0;
        for (int k = 0; k < seats; ++k)
            if (in_a(k)) of_a |= hand_[k];
        return {.points = s.rest, .tricks = s.tricks, .all = live(), .of_a = of_a};
    }

    // --- Setting up ----------------------------------------------------------------------------

    void begin(const query& q) {
        nodes_ = 0;
        stopped_ = false;
        next_look_ = 0;
        look();
        const auto& p = q.position;
        const unsigned a =
            seats == 3 ? 1U << hand_after(q.leader, p.solo) : static_cast<unsigned>(0b0101);
        if (!contract_known_ || a != a_ || p.trumps != trumps_ || p.top_trump != top_trump_ ||
            p.held_back != held_back_) {
            trumps_ = p.trumps;
            top_trump_ = p.top_trump;
            held_back_ = p.held_back;
            a_ = logic_.a = a & ((1U << seats) - 1);
            learn_contract();
        }
        for (int k = 0; k < seats; ++k) hand_[hand_after(q.leader, k)] = p.hand[k];

        root_.at = {.leader = q.leader, .tricks = p.tricks, .rest = 0, .state = 0};
        root_.at.state = logic_.begin(q.so_far);
        for (E w = live() | p.trick; w != 0; w &= w - 1)
            root_.at.rest += logic_.worth(arch::lowest_index(w));
        root_.played = p.played;
        root_.now = {};
        if (p.played > 0) {
            trick& t = root_.now;
            t.led = p.led;
            t.beaters = p.beaters;
            t.heads = p.heads;
            t.cards = p.trick;
            const E ruffs = p.trick & p.trumps, suited = p.trick & p.led;
            t.best_led = E{1} << arch::highest_index(suited);
            t.best = ruffs != 0 ? E{1} << arch::highest_index(ruffs) : t.best_led;
            t.winner = hand_after(q.leader, p.winning);
            for (E w = p.trick; w != 0; w &= w - 1) t.points += logic_.worth(arch::lowest_index(w));
            t.seven_by = -1;
            if ((p.trick & logic_.seven()) != 0) {
                // Of two cards the one that does not win is the other hand's.
                const int other = p.winning == 0 ? 1 : 0;
                t.seven_by = t.best == logic_.seven() ? t.winner : hand_after(q.leader, other);
            }
        }
        root_.gain = 0;
        root_.over = p.tricks == 0;
        for (int k = 0; k < seats; ++k) root_.hand[k] = hand_[k];
    }
    void load_root() {
        for (int k = 0; k < seats; ++k) hand_[k] = root_.hand[k];
    }

    // What follows from the contract: which cards may take each other's place.
    void learn_contract() {
        table_.clear();
        contract_known_ = true;
        logic_.prepare();
        marked_ = logic_.seven() | top_trump_ | held_back_;
        for (int f = 0; f < 4; ++f) {
            // Cards of a class fill its places from below.
            int first[ranks];
            unsigned below[ranks];
            for (int r = 0; r < ranks; ++r) {
                const bool joins = use_.slide && r > 0 && alike(f * field_bits + r - 1);
                first[r] = joins ? first[r - 1] : r;
                below[r] = (1U << r) - (1U << first[r]);
            }
            for (unsigned set = 1; set < slide_size; ++set) {
                const int top = arch::highest_index(set);
                const unsigned others = set ^ 1U << top;
                const auto before = static_cast<int>(arch::popcount(others & below[top]));
                slide_[f][set] =
                    static_cast<std::uint16_t>(slide_[f][others] | 1U << (first[top] + before));
            }
        }
        std::memset(killers_, 0xFF, sizeof killers_);
    }
    // The card at a bit and the next stronger one differ in nothing but strength.
    bool alike(int at) const {
        return ((marked_ >> at | marked_ >> (at + 1)) & 1) == 0 &&
               logic_.kind(at) == logic_.kind(at + 1);
    }

    // --- Rules ---------------------------------------------------------------------------------

    MU_INLINE E allowed(E choice, int tricks) const {
        if constexpr (R.hold_back) {
            const E others = choice & ~held_back_;
            if (tricks > 1 && others != 0) return others;
        }
        return choice;
    }
    template <int k>
    MU_INLINE E choices(const stage& s, const trick& t, int p) const {
        if constexpr (k == 0) return allowed(hand_[p], s.tricks);
        trick_sight<E> sight{.led = t.led,
                             .trumps = trumps_,
                             .beaters = t.beaters,
                             .heads = t.heads,
                             .top_trump = top_trump_,
                             .partner_wins = arch::mask_from_bool<E>(false)};
        if constexpr (seats == 4 && k >= 2)
            sight.partner_wins = arch::mask_from_bool<E>(friends(t.winner, p));
        return allowed(legal<R.follow>(hand_[p], sight), s.tricks);
    }

    // The trick after hand p has played c to it.
    template <int k>
    MU_INLINE trick after(const trick& t, int p, E c, int worth) const {
        trick n;
        if constexpr (k == 0) {
            n.led = arch::fill_field(c);
            n.beaters = above(c) & (n.led | trumps_);
            n.heads = above(c) & n.led;
            n.best = n.best_led = n.cards = c;
            n.points = worth;
            n.winner = p;
            n.seven_by = (c & logic_.seven()) != 0 ? p : -1;
        } else {
            n = t;
            n.cards |= c;
            n.points += worth;
            if ((c & t.beaters) != 0) {
                n.beaters = above(c) & (t.led | trumps_);
                n.best = c;
                n.winner = p;
            }
            if constexpr (R.follow.head)
                if ((c & t.heads) != 0) {
                    n.heads = above(c) & t.led;
                    n.best_led = c;
                }
            if ((c & logic_.seven()) != 0) n.seven_by = p;
        }
        return n;
    }
    MU_INLINE goal_step settle(const stage& s, const trick& t) const {
        return logic_.step(s.state, won_trick<E>{.cards = t.cards,
                                                 .points = t.points,
                                                 .winner = t.winner,
                                                 .a_wins = in_a(t.winner),
                                                 .last = s.tricks == 1,
                                                 .by_seven = (t.best & logic_.seven()) != 0,
                                                 .seven_by = t.seven_by});
    }

    // --- Search --------------------------------------------------------------------------------

    void look() {
        if (nodes_ >= budget_.nodes ||
            (budget_.stop != nullptr && budget_.stop->load(std::memory_order_relaxed)) ||
            (budget_.deadline != std::chrono::steady_clock::time_point::max() &&
             std::chrono::steady_clock::now() >= budget_.deadline))
            stopped_ = true;
        next_look_ = std::min(nodes_ + 1024, std::max(budget_.nodes, nodes_ + 1));
    }
    MU_INLINE bool tick() {
        if (++nodes_ >= next_look_) look();
        return stopped_;
    }

    // A position at the start of a trick. Values are those of the leader's side.
    int start(stage s, int alpha, int beta) {
        if (use_.ending && s.tricks == 1) return last_trick(s);
        if (tick()) return 0;
        s.state = logic_.canonical(s.state, s.rest);
        const bool a = in_a(s.leader);
        if (use_.bounds) {
            const goal_rest<E> rest = left(s);
            for (const bool closer : {false, true}) {
                const value_range r =
                    logic_.range(s.state, rest, closer ? sure(s, rest) : sure_results{});
                const int low = a ? r.low : -r.high, high = a ? r.high : -r.low;
                if (low >= beta || low == high) return low;
                if (high <= alpha) return high;
            }
        }
        const E all = live();
        typename exact_table::place place;
        typename exact_table::facts known{-limit, limit, exact_table::no_move};
        E first = 0;
        const bool remembered = use_.table && s.tricks > 1 && arch::popcount(all) <= 32;
        if (remembered) {
            place = table_.locate(key_of(s, all));
            if (table_.find(place, known)) {
                if (known.low >= beta || known.low == known.high) return known.low;
                if (known.high <= alpha) return known.high;
                if (known.move != exact_table::no_move)
                    first = static_cast<E>(arch::deposit(std::uint64_t{1} << known.move, all));
                alpha = std::max<int>(alpha, known.low);
                beta = std::min<int>(beta, known.high);
            }
        }
        E best_card = 0;
        int v = try_cards<0>(s, trick{}, s.leader, choices<0>(s, {}, s.leader), first, alpha, beta,
                             &best_card);
        if (stopped_) return 0;
        if (remembered) {
            v = std::clamp<int>(v, known.low, known.high);  // the window may have been narrowed
            if (v > alpha) known.low = static_cast<std::int16_t>(std::max<int>(known.low, v));
            if (v < beta) known.high = static_cast<std::int16_t>(std::min<int>(known.high, v));
            if (best_card != 0)
                known.move = static_cast<std::uint8_t>(arch::popcount(all & (best_card - 1)));
            table_.store(place, known);
        }
        return v;
    }

    MU_INLINE int worth_of_set(E set) const {
        int sum = 0;
        for (; set != 0; set &= set - 1) sum += logic_.worth(arch::lowest_index(set));
        return sum;
    }

    // What each side can be sure of at the start of a trick.
    //
    // High trumps. Let one side hold the n highest trumps. A trick in which one of them falls is
    // won by a trump at least as high, so by one of them: that side gets the points of all n, and
    // as many tricks as one hand holds of them, since a hand plays one card to a trick.
    //
    // Cards led. A card of the leader that beats all others of its suit wins the trick it is led
    // to, unless somebody ruffs. Let the leader play all such trumps, then all such plain cards,
    // suit by suit. Nobody ruffs the i-th round of a suit who has i cards of it and must follow, or
    // whose trumps had to be played to the trumps before; that holds for the leader's partner too
    // (who might be forced to ruff and would then have the lead). Where a card may be ruffed at any
    // time, only a hand without trumps is harmless. The leader keeps the lead all along, and at the
    // end has at least the points of the cards he has led. High trumps are kept by any play, so
    // they count besides.
    MU_INLINE sure_results sure(const stage& s, const goal_rest<E>& rest) const {
        sure_results out;
        const int p = s.leader, mine = in_a(p) ? 0 : 1;
        const E own = hand_[p], others = rest.all & ~own;
        E safe[2] = {0, 0};

        int drawn = 0;  // rounds of trumps
        if (const E trumps = rest.all & trumps_; trumps != 0) {
            const E a = trumps & rest.of_a, b = trumps ^ a;
            const int side = a > b ? 0 : 1;
            const E low = side == 0 ? b : a;
            const E high = (a ^ b ^ low) & (low == 0 ? ~E{0} : above(top_of(low)));
            safe[side] = high;
            for (int k = 0; k < seats; ++k)
                out.tricks[side] = std::max(out.tricks[side], count(high & hand_[k]));
            out.forced_tricks[side] = out.tricks[side];
            out.forced_points[side] = worth_of_set(high);
            const E foreign = others & trumps_;
            const E led =
                own & trumps_ & ~held_back_ & (foreign == 0 ? ~E{0} : above(top_of(foreign)));
            drawn = count(led);
        }

        int tricks = drawn;
        for (int f = 0; f < 4; ++f) {
            const E field = first_field << (f * field_bits);
            const E held = own & field & ~trumps_, foreign = others & field;
            if (held == 0 || held < foreign) continue;
            E led = held & (foreign == 0 ? ~E{0} : above(top_of(foreign)));
            int rounds = count(led);
            for (int k = 0; k < seats; ++k) {
                if (k == p || count(hand_[k] & trumps_) <= (R.follow.follow ? drawn : 0)) continue;
                const int follows =
                    R.follow.follow && !R.follow.trump_replaces_suit ? count(hand_[k] & field) : 0;
                rounds = std::min(rounds, follows);
            }
            if (rounds == 0) continue;
            tricks += rounds;
            for (int spare = count(led) - rounds; spare > 0; --spare) led &= led - 1;
            safe[mine] |= led;
        }
        out.tricks[mine] = std::max(out.tricks[mine], tricks);
        for (int side = 0; side < 2; ++side) out.points[side] = worth_of_set(safe[side]);
        if (out.tricks[mine] >= s.tricks) out.points[mine] = s.rest;
        return out;
    }
    static MU_INLINE E top_of(E set) { return E{1} << arch::highest_index(set); }
    static MU_INLINE int count(E set) { return static_cast<int>(arch::popcount(set)); }

    MU_INLINE exact_table::key key_of(const stage& s, E all) const {
        E low = 0, high = 0;
        if constexpr (seats == 2) {
            low = hand_[1];
        } else {
            low = hand_[1];
            high = hand_[2];
            if constexpr (seats == 4) {
                low |= hand_[3];
                high |= hand_[3];
            }
        }
        std::uint64_t set = 0;
        for (int f = 0; f < 4; ++f)
            set |= static_cast<std::uint64_t>(slide_[f][all >> (f * field_bits) & (slide_size - 1)])
                   << (f * ranks);
        return {arch::extract(low, all) | arch::extract(high, all) << 32,
                set | static_cast<std::uint64_t>(s.leader) << 36 |
                    static_cast<std::uint64_t>(s.state) << 38};
    }

    template <int k>
    int search(const stage& s, const trick& t, int p, int alpha, int beta) {
        if (tick()) return 0;
        return try_cards<k>(s, t, p, choices<k>(s, t, p), E{0}, alpha, beta, nullptr);
    }

    // Plays c for hand p, whose side the value is for.
    template <int k>
    MU_INLINE int descend(const stage& s, const trick& t, int p, E c, int worth, int alpha,
                          int beta) {
        const trick n = after<k>(t, p, c, worth);
        hand_[p] ^= c;
        int v;
        if constexpr (k + 1 < seats) {
            const int q = hand_after(p);
            if (friends(p, q))
                v = search<k + 1>(s, n, q, alpha, beta);
            else
                v = -search<k + 1>(s, n, q, -beta, -alpha);
        } else {
            v = finish(s, n, p, alpha, beta);
        }
        hand_[p] ^= c;
        return v;
    }

    // The trick is complete. The value is for the side of hand p.
    MU_INLINE int finish(const stage& s, const trick& t, int p, int alpha, int beta) {
        const goal_step g = settle(s, t);
        const int gain = in_a(p) ? g.gain : -g.gain;
        if (g.over || s.tricks == 1) return gain;
        const stage n{
            .leader = t.winner, .tricks = s.tricks - 1, .rest = s.rest - t.points, .state = g.next};
        if (friends(p, t.winner)) return gain + start(n, alpha - gain, beta - gain);
        return gain - start(n, gain - beta, gain - alpha);
    }

    // Everybody has one card left.
    int last_trick(const stage& s) {
        ++nodes_;
        int p = s.leader;
        E c = hand_[p];
        trick t = after<0>(trick{}, p, c, logic_.worth(arch::lowest_index(c)));
        for (int k = 1; k < seats; ++k) {
            p = hand_after(p);
            c = hand_[p];
            t = after<1>(t, p, c, logic_.worth(arch::lowest_index(c)));
        }
        const int gain = settle(s, t).gain;
        return in_a(s.leader) ? gain : -gain;
    }

    template <int k>
    int try_cards(const stage& s, const trick& t, int p, E choice, E first, int alpha, int beta,
                  E* best_card) {
        if ((choice & (choice - 1)) == 0) {
            if (best_card != nullptr) *best_card = choice;
            return descend<k>(s, t, p, choice, logic_.worth(arch::lowest_index(choice)), alpha,
                              beta);
        }
        move moves[most_solver_cards];
        const int total = list<k>(s, t, p, choice, first, moves);
        int best = -limit;
        for (int i = 0; i < total; ++i) {
            if (use_.order || use_.killers) {
                int top = i, high = moves[i].score;
                for (int j = i + 1; j < total; ++j)
                    if (moves[j].score > high) {
                        high = moves[j].score;
                        top = j;
                    }
                std::swap(moves[i], moves[top]);
            }
            move& m = moves[i];
            // Neighbours: no other hand's card lies between c and d. Playing d instead of c leaves
            // the same game up to names, where each card of the run between them counts as its
            // neighbour did, and the card played as d instead of c. Every trick goes the same way,
            // so the value changes by no more than the sum of these changes. What was tried before
            // is worth at most its `value`.
            if (use_.equals) {
                int most = limit;
                for (int j = 0; j < i; ++j)
                    if (moves[j].run == m.run)
                        most = std::min(most, moves[j].value + std::abs(moves[j].worth - m.worth) +
                                                  std::abs(moves[j].rise - m.rise));
                if (most <= alpha) {
                    m.value = static_cast<std::int16_t>(most);
                    best = std::max(best, most);
                    continue;
                }
            }
            int v;
            if (i == 0) {
                v = descend<k>(s, t, p, m.bit, m.worth, alpha, beta);
            } else {
                v = descend<k>(s, t, p, m.bit, m.worth, alpha, alpha + 1);
                if (v > alpha && v < beta && beta - alpha > 1)
                    v = descend<k>(s, t, p, m.bit, m.worth, v - 1, beta);
            }
            if (stopped_) return 0;
            m.value = static_cast<std::int16_t>(v);
            if (v > best) {
                best = v;
                if (v > alpha) {
                    alpha = v;
                    if (best_card != nullptr) *best_card = m.bit;
                    if (v >= beta) {
                        if (use_.killers) reward<k>(s, t, p, m.at);
                        break;
                    }
                }
            }
        }
        return best;
    }

    // The cards worth trying.
    template <int k>
    MU_INLINE int list(const stage& s, const trick& t, int p, E choice, E first, move* moves) {
        E apart = (live() & ~hand_[p]) | marked_;  // what lies between two cards keeps them apart
        if constexpr (k > 0) {
            apart |= t.best;
            if constexpr (R.follow.head) apart |= t.best_led;
        }
        later after{0};
        for (int j = k + 1, q = p; j < seats; ++j) {
            q = hand_after(q);
            if (!friends(p, q)) after.foes |= hand_[q];
        }
        const std::uint8_t* const kill = killers<k>(s, t, p);
        int count = 0, run = 0, rise = 0, worth_before = 0, kind_before = 0;
        E before = 0;
        for (E rest = choice; rest != 0; rest &= rest - 1) {
            const E bit = rest & (~rest + 1);
            const int at = arch::lowest_index(bit), worth = logic_.worth(at),
                      kind = logic_.kind(at);
            const E between = (bit - 1) & ~(before | (before - 1));
            const bool neighbour = before != 0 && (between & apart) == 0 &&
                                   (arch::fill_field(before) & bit) != 0 &&
                                   ((before | bit) & marked_) == 0;
            before = bit;
            if (neighbour) {
                if (use_.equals && kind == kind_before && bit != first) continue;
                if constexpr (goal_logic<goal>::additive)
                    rise += std::abs(worth - worth_before);
                else if (kind != kind_before)
                    ++run;
            } else {
                ++run;
                rise = 0;
            }
            worth_before = worth;
            kind_before = kind;
            int points = 0;
            if (use_.order) points = score<k>(t, p, bit, worth, after);
            if (use_.killers) points += at == kill[0] ? 2000 : at == kill[1] ? 1000 : 0;
            if (bit == first) points = 1 << 20;
            moves[count++] = {.bit = bit,
                              .score = points,
                              .value = 0,
                              .rise = static_cast<std::uint16_t>(rise),
                              .run = static_cast<std::uint8_t>(run),
                              .worth = static_cast<std::uint8_t>(worth),
                              .at = static_cast<std::uint8_t>(at)};
        }
        return count;
    }

    // How promising a card is, from what it does to the trick.
    template <int k>
    MU_INLINE int score(const trick& t, int p, E bit, int worth, const later& after) const {
        if constexpr (k == 0) {
            // Cards that nobody can beat in their suit, the cheapest first; then low cards, trumps
            // before others.
            const bool master = (above(bit) & arch::fill_field(bit) & after.foes) == 0;
            return (master ? 64 : (bit & trumps_) != 0 ? 20 : 0) - worth;
        } else {
            // Wins for good first: with a trump the cheapest, else the dearest. Then what partner
            // may win, then what the others may still beat, last what is lost anyway.
            const bool wins = (bit & t.beaters) != 0, trump = (bit & trumps_) != 0;
            const E over = wins ? above(bit) & (t.led | trumps_) : t.beaters;
            if (!wins && !friends(t.winner, p)) return (trump ? -20 : 0) - worth;
            if ((over & after.foes) != 0) return (wins && trump ? 20 : 40) - worth;
            if (!trump) return 64 + worth;
            return wins ? 64 - worth : 30 + worth;
        }
    }

    // Cards that refuted a position like this one: same hand, same trick of the deal, and the same
    // card to beat.
    template <int k>
    MU_INLINE std::uint8_t* killers(const stage& s, const trick& t, int p) {
        const int best = k == 0 ? 0 : arch::lowest_index(t.best);
        return killers_[k == 0 ? 0 : 1][p][s.tricks][best];
    }
    template <int k>
    MU_INLINE void reward(const stage& s, const trick& t, int p, std::uint8_t at) {
        std::uint8_t* const kill = killers<k>(s, t, p);
        if (kill[0] == at) return;
        kill[1] = kill[0];
        kill[0] = at;
    }

    // --- The root ------------------------------------------------------------------------------

    template <int k = 0>
    E root_choices() const {
        if constexpr (k < seats) {
            if (root_.played != k) return root_choices<k + 1>();
            return choices<k>(root_.at, root_.now, hand_after(root_.at.leader, k));
        }
        return 0;
    }
    template <int k = 1>
    int root_search(int alpha, int beta) {
        if constexpr (k < seats) {
            if (root_.played != k) return root_search<k + 1>(alpha, beta);
            return search<k>(root_.at, root_.now, hand_after(root_.at.leader, k), alpha, beta);
        }
        return 0;
    }
    // Plays a card at the root. False if nothing is left to be searched.
    template <int k = 0>
    bool advance(E c) {
        if constexpr (k < seats) {
            if (root_.played != k) return advance<k + 1>(c);
            const int p = hand_after(root_.at.leader, k);
            root_.now = after<k>(root_.now, p, c, logic_.worth(arch::lowest_index(c)));
            hand_[p] ^= c;
            root_.hand[p] ^= c;
            if (++root_.played == seats) {
                const goal_step g = settle(root_.at, root_.now);
                root_.gain += g.gain;
                root_.over = g.over || root_.at.tricks == 1;
                const stage next{.leader = root_.now.winner,
                                 .tricks = root_.at.tricks - 1,
                                 .rest = root_.at.rest - root_.now.points,
                                 .state = g.next};
                root_.at = next;
                root_.played = 0;
                root_.now = {};
            }
        }
        return !root_.over;
    }
    // Of side A, with what the root has gained.
    value_range root_value(value_window w) {
        if (root_.over) return {root_.gain, root_.gain};
        const bool a = in_a(hand_after(root_.at.leader, root_.played));
        goal_rest<E> rest = left(root_.at);
        rest.all |= root_.now.cards;  // what lies on the table is not won yet
        if (root_.played > 0 && root_.now.seven_by >= 0 && in_a(root_.now.seven_by))
            rest.of_a |= logic_.seven();
        const value_range all = logic_.range(root_.at.state, rest, {});
        const int low = std::max(w.low - root_.gain, all.low - 1);
        const int high = std::min(w.high - root_.gain, all.high + 1);
        value_range r = all;
        if (low < high) {
            const int alpha = a ? low : -high, beta = a ? high : -low;
            const int found =
                root_.played == 0 ? start(root_.at, alpha, beta) : root_search(alpha, beta);
            if (!stopped_) {
                const int v = a ? found : -found;
                if (v > low) r.low = std::max(r.low, v);
                if (v < high) r.high = std::min(r.high, v);
            }
        }
        return {r.low + root_.gain, r.high + root_.gain};
    }
    // The exact value, which is thought to be near a guess.
    value_range value_near(int guess) {
        int step = 4;
        value_window w{guess - step, guess + step};
        for (;;) {
            const value_range r = root_value(w);
            if (r.exact() || stopped_) return r;
            step *= 4;
            if (r.low >= w.high)
                w = {r.low - 1, r.low + step};
            else
                w = {r.high - step, r.high + 1};
        }
    }

    // --- Data ----------------------------------------------------------------------------------

    static constexpr int ranks = sizeof(E) == 4 ? 8 : 9;
    static constexpr unsigned slide_size = 1U << ranks;

    E hand_[seats];
    E trumps_ = 0, top_trump_ = 0, held_back_ = 0, marked_ = 0;
    unsigned a_ = 0;
    goal_logic<goal> logic_{};
    solve_switches use_;
    std::uint64_t nodes_ = 0, next_look_ = 0;
    bool stopped_ = false;
    bool contract_known_ = false;
    exact_table table_;
    std::uint8_t killers_[2][seats][most_solver_cards + 1][8 * sizeof(E)][2];
    std::uint16_t slide_[4][slide_size]{};
    solve_budget budget_{};
    root root_{};
};

}  // namespace mu::inline MU_ISA
