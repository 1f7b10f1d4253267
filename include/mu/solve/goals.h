// What the two sides of a deal play for.
//
// A goal is plain data that the caller fills in once per contract; the solver asks its logic,
// below, what a finished trick brings, what must be remembered of the tricks so far, and between
// which bounds the rest can lie. Values are those of side A; side B gets their opposite.
//
//   point_goal    card points of A minus those of B, with bonuses for the last trick, for all
//                 tricks, and for the last trick won with one card (ulti)
//   trick_goal    1 if A takes no trick at all, or every trick; else 0
//   payoff_goal   any function of the final result
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include <mu/play/points.h>
#include <mu/solve/query.h>

namespace mu {

// What each card counts, by its bit in play space.
template <typename E>
using card_worth = std::array<std::uint8_t, 8 * sizeof(E)>;

// What the tricks before a position have settled. Hands are numbered as in the solver's query.
struct play_so_far {
    unsigned takers = 0;        // bit k: hand k has won a trick
    int points = 0;             // payoff_goal: points of side A
    bool watched_lost = false;  // payoff_goal: side B has won a watched card
};

// Points of A minus points of B from here on.
template <typename E>
struct point_goal {
    card_worth<E> worth{};
    int last = 0;         // for the last trick
    int sweep = 0;        // besides, for all tricks of the deal
    E seven = 0;          // a card for which A gets
    int seven_bonus = 0;  // this if it wins the last trick with it, and loses as much if not
    friend MU_INLINE constexpr bool operator==(const point_goal&, const point_goal&) = default;
};

// 1 or 0: A takes no trick of the deal, or all of them.
template <typename E>
struct trick_goal {
    bool all = false;
    friend MU_INLINE constexpr bool operator==(const trick_goal&, const trick_goal&) = default;
};

// How a deal has ended, as far as a payoff may depend on it.
struct play_result {
    int points = 0;        // of side A, those before the position included
    unsigned takers = 0;   // bit k: hand k has won a trick
    bool watched = false;  // no watched card has gone to side B
    int seven_by = -1;     // the hand that played the seven to the last trick, if it was
    bool seven_won = false;
};

// Any function of the result: points up to max_points, sets of takers, watched cards, the seven.
// The deal may end with the first trick that B wins; what is left is nobody's then.
template <typename E>
struct payoff_goal {
    static constexpr int max_points = 15;
    static constexpr int hands = 3;
    static constexpr int sevens = 2 * hands + 1;
    static constexpr int max_trick = hands;  // points in a trick, where that trick may be the end

    card_worth<E> worth{};
    int last = 0;
    E watched = 0;
    E seven = 0;
    std::int16_t pays[max_points + 1][1 << hands][2][sevens]{};
    bool ends = false;  // with the first trick of B. If that is not the last, it pays
    std::int16_t falls[max_points + 1][max_trick + 1]
                      [1 << hands]{};  // by points of A, in it, takers
    friend MU_INLINE constexpr bool operator==(const payoff_goal&, const payoff_goal&) = default;

    // The place of a result in the last dimension.
    static constexpr int seven_index(int by, bool won) {
        return by < 0 ? 0 : 1 + 2 * by + (won ? 1 : 0);
    }

    // Fills the table from a function play_result -> int.
    template <typename F>
    constexpr void fill(F&& payoff) {
        for (int p = 0; p <= max_points; ++p)
            for (unsigned t = 0; t < 1U << hands; ++t)
                for (int w = 0; w < 2; ++w)
                    for (int s = 0; s < sevens; ++s)
                        pays[p][t][w][s] = static_cast<std::int16_t>(
                            payoff(play_result{.points = p,
                                               .takers = t,
                                               .watched = w == 0,
                                               .seven_by = s == 0 ? -1 : (s - 1) / 2,
                                               .seven_won = s != 0 && (s - 1) % 2 != 0}));
    }
};

}  // namespace mu

namespace mu::inline MU_ISA {

// The points of a game's cards, in units of `unit`.
template <has_points V>
constexpr card_worth<typename play_space<V>::word> worth_of(order_of<V> o, int unit = 1) {
    const play_space<V> space = space_of<V>(o);
    card_worth<typename play_space<V>::word> out{};
    for (int c = 0; c < deck_traits<V>::cards; ++c) {
        const card from = static_cast<card>(c);
        out[static_cast<std::size_t>(arch::lowest_index(space.to_play(from)))] =
            static_cast<std::uint8_t>(V::points(from, o) / unit);
    }
    return out;
}

// Least results of A and of B.
struct sure_results {
    int points[2] = {0, 0};  // if the side wants them
    int tricks[2] = {0, 0};
    int forced_points[2] = {0, 0};  // even if it does not
    int forced_tricks[2] = {0, 0};
};

// A trick that has just been won.
template <typename E>
struct won_trick {
    E cards;
    int points;
    int winner;  // a hand
    bool a_wins;
    bool last;
    bool by_seven;  // the winning card is the goal's seven
    int seven_by;   // who played it, or -1
};

// What is left to be won: the points in hands, the tricks, the cards of all and those of side A.
template <typename E>
struct goal_rest {
    int points, tricks;
    E all, of_a;
};

struct goal_step {
    int gain;  // of side A
    std::uint8_t next;
    bool over = false;
};

// What the solver asks of a goal. `state` is what it must remember of the tricks so far, at most 8
// bits.
//     additive          values are sums over tricks of what the cards in them count
//     prepare()         called when the goal or side A has changed
//     worth(at)         points of the card at a bit
//     kind(at)          cards of different kinds are never alike
//     seven()           the card that is told from all others, or 0
//     after(so_far, trick) -> what the tricks up to this one have settled
//     begin(so_far)     -> state
//     step(state, trick) -> what the trick brings, the state after it, and whether all is decided
//     range(state, left, sure) -> bounds of what is still to come
//     step()            possible values of a position differ by multiples of it
//     sides_apart       the lower of these depends on what A is sure of, the upper on B
//     canonical(state, points left) -> one state for all from which the rest is worth the same
template <typename Goal>
struct goal_logic;

template <typename E>
struct goal_logic<point_goal<E>> {
    static constexpr bool additive = true, sides_apart = true;

    point_goal<E> goal;
    unsigned a = 0;  // the hands of side A

    void prepare() {}
    // One side's points are the other's loss.
    int step() const { return goal.sweep % 2 == 0 ? 2 : 1; }
    MU_INLINE int worth(int at) const { return goal.worth[static_cast<std::size_t>(at)]; }
    MU_INLINE int kind(int at) const { return worth(at); }
    MU_INLINE E seven() const { return goal.seven; }

    static play_so_far after(play_so_far so_far, const won_trick<E>& t) {
        so_far.takers |= 1U << t.winner;
        return so_far;
    }
    // Bit 0: A may still win all tricks of the deal; bit 1: B may.
    std::uint8_t begin(const play_so_far& so_far) const {
        if (goal.sweep == 0) return 0;
        return static_cast<std::uint8_t>(((so_far.takers & ~a) == 0 ? 1 : 0) |
                                         ((so_far.takers & a) == 0 ? 2 : 0));
    }
    MU_INLINE goal_step step(std::uint8_t state, const won_trick<E>& t) const {
        int points = t.points;
        const auto next = static_cast<std::uint8_t>(state & (t.a_wins ? 1 : 2));
        if (t.last) {
            points += goal.last;
            if (next != 0) points += goal.sweep;
        }
        int gain = t.a_wins ? points : -points;
        if (t.last && goal.seven_bonus != 0)
            gain += t.a_wins && t.by_seven ? goal.seven_bonus : -goal.seven_bonus;
        return {.gain = gain, .next = next};
    }
    MU_INLINE value_range range(std::uint8_t state, const goal_rest<E>& left,
                                const sure_results& sure) const {
        const int all = left.points + goal.last;
        value_range r{2 * sure.points[0] - all, all - 2 * sure.points[1]};
        if (sure.tricks[0] >= left.tricks) {
            r.low = r.high = all + ((state & 1) != 0 ? goal.sweep : 0);
        } else if (sure.tricks[1] >= left.tricks) {
            r.low = r.high = -all - ((state & 2) != 0 ? goal.sweep : 0);
        } else {
            if ((state & 1) != 0 && sure.tricks[1] == 0) r.high += goal.sweep;
            if ((state & 2) != 0 && sure.tricks[0] == 0) r.low -= goal.sweep;
        }
        r.low -= goal.seven_bonus;
        r.high += (left.of_a & goal.seven) != 0 ? goal.seven_bonus : -goal.seven_bonus;
        return r;
    }
    MU_INLINE std::uint8_t canonical(std::uint8_t state, int) const { return state; }
};

template <typename E>
struct goal_logic<trick_goal<E>> {
    static constexpr bool additive = true, sides_apart = false;

    trick_goal<E> goal;
    unsigned a = 0;

    void prepare() {}
    static constexpr int step() { return 1; }
    MU_INLINE int worth(int) const { return 0; }
    MU_INLINE int kind(int) const { return 0; }
    MU_INLINE E seven() const { return 0; }

    static play_so_far after(play_so_far so_far, const won_trick<E>& t) {
        so_far.takers |= 1U << t.winner;
        return so_far;
    }
    // 1 once the goal is out of reach.
    std::uint8_t begin(const play_so_far& so_far) const {
        return (so_far.takers & (goal.all ? ~a : a)) != 0 ? 1 : 0;
    }
    MU_INLINE goal_step step(std::uint8_t state, const won_trick<E>& t) const {
        const bool lost = state != 0 || t.a_wins != goal.all;
        return {.gain = t.last && !lost ? 1 : 0, .next = lost, .over = lost};
    }
    MU_INLINE value_range range(std::uint8_t state, const goal_rest<E>& left,
                                const sure_results& sure) const {
        if (state != 0) return {0, 0};
        if (goal.all) return {sure.tricks[0] >= left.tricks ? 1 : 0, sure.tricks[1] > 0 ? 0 : 1};
        return {sure.forced_tricks[1] >= left.tricks ? 1 : 0, sure.forced_tricks[0] > 0 ? 0 : 1};
    }
    MU_INLINE std::uint8_t canonical(std::uint8_t state, int) const { return state; }
};

template <typename E>
struct goal_logic<payoff_goal<E>> {
    static constexpr bool additive = false, sides_apart = false;
    using table = payoff_goal<E>;
    static constexpr int points_size = table::max_points + 1;
    static constexpr unsigned takers_size = 1U << table::hands;

    table goal;
    unsigned a = 0;

    static constexpr int step() { return 1; }
    // What of the result the payoff does not look at is not told apart.
    void prepare() {
        sevens_matter_ = watched_matters_ = false;
        for (int p = 0; p < points_size; ++p)
            for (unsigned t = 0; t < takers_size; ++t)
                for (int w = 0; w < 2; ++w)
                    for (int s = 0; s < table::sevens; ++s) {
                        sevens_matter_ |= goal.pays[p][t][w][s] != goal.pays[p][t][w][0];
                        watched_matters_ |= goal.pays[p][t][w][s] != goal.pays[p][t][0][s];
                    }
        // Numbers of points from which the payoff is the same function of everything else.
        int same_points[points_size], same_takers[takers_size];
        for (int p = 0; p < points_size; ++p) {
            same_points[p] = p;
            for (int q = 0; q < p && same_points[p] == p; ++q)
                if (equal_points(p, q)) same_points[p] = q;
        }
        for (int p = 0; p < points_size; ++p)
            for (int left = 0; left < points_size; ++left) {
                int q = 0;
                const auto differ = [&](int from) {
                    for (int x = 0; x <= left; ++x)
                        if (same_points[cap(from + x)] != same_points[cap(p + x)]) return true;
                    return false;
                };
                while (q < p && differ(q)) ++q;
                canonical_points_[p][left] = static_cast<std::uint8_t>(q);
            }
        for (unsigned t = 0; t < takers_size; ++t) {
            same_takers[t] = static_cast<int>(t);
            for (unsigned u = 0; u < t && same_takers[t] == static_cast<int>(t); ++u)
                if (equal_takers(t, u)) same_takers[t] = static_cast<int>(u);
        }
        for (unsigned t = 0; t < takers_size; ++t) {
            unsigned u = 0;
            const auto differ = [&](unsigned from) {
                for (unsigned more = 0; more < takers_size; ++more)
                    if (same_takers[from | more] != same_takers[t | more]) return true;
                return false;
            };
            while (u < t && differ(u)) ++u;
            // Whether the deal has ended must stay known.
            canonical_takers_[t] = static_cast<std::uint8_t>(goal.ends ? t : u);
        }
        for (int p = 0; p < points_size; ++p)
            for (unsigned t = 0; t < takers_size; ++t)
                for (int w = 0; w < 2; ++w)
                    for (int live = 0; live < 2; ++live)
                        extremes_[p][t][w][live] = extremes(p, t, w, live != 0);
    }
    MU_INLINE int worth(int at) const { return goal.worth[static_cast<std::size_t>(at)]; }
    MU_INLINE int kind(int at) const {
        return 2 * worth(at) + (watched_matters_ && (goal.watched >> at & 1) != 0 ? 1 : 0);
    }
    MU_INLINE E seven() const { return sevens_matter_ ? goal.seven : 0; }

    MU_INLINE play_so_far after(play_so_far so_far, const won_trick<E>& t) const {
        so_far.takers |= 1U << t.winner;
        if (t.a_wins)
            so_far.points += t.points + (t.last ? goal.last : 0);
        else
            so_far.watched_lost |= (t.cards & goal.watched) != 0;
        return so_far;
    }
    // Bits 0 to 3: points of A; 4 to 6: takers; 7: a watched card has gone to B.
    static MU_INLINE std::uint8_t pack(int points, unsigned takers, bool lost) {
        return static_cast<std::uint8_t>(static_cast<unsigned>(points) | takers << 4 |
                                         (lost ? 128U : 0U));
    }
    static MU_INLINE play_so_far unpack(std::uint8_t state) {
        return {.takers = state >> 4 & 7U, .points = state & 15, .watched_lost = state >> 7 != 0};
    }
    static MU_INLINE std::uint8_t begin(const play_so_far& so_far) {
        return pack(so_far.points, so_far.takers, so_far.watched_lost);
    }
    // Not inline: g++ 12 at -O1 would take its argument apart wrongly (-ftree-sra).
    __attribute__((noinline)) goal_step step(std::uint8_t state, const won_trick<E>& t) const {
        const play_so_far now = after(unpack(state), t);
        if (goal.ends && fallen(state)) return {.gain = 0, .next = state, .over = true};
        if (goal.ends && !t.a_wins && !t.last)
            return {.gain = goal.falls[now.points][t.points][now.takers],
                    .next = begin(now),
                    .over = true};
        if (!t.last) return {.gain = 0, .next = begin(now)};
        const int s = table::seven_index(t.seven_by, t.by_seven);
        return {.gain = goal.pays[now.points][now.takers][now.watched_lost ? 1 : 0][s],
                .next = begin(now)};
    }
    MU_INLINE value_range range(std::uint8_t state, const goal_rest<E>& left,
                                const sure_results& sure) const {
        if (goal.ends && fallen(state)) return {0, 0};
        // What is sure to be won some time may come too late.
        const int low = (state & 15) + (goal.ends ? 0 : sure.forced_points[0]);
        const int high = (state & 15) + left.points + goal.last - sure.forced_points[1];
        const int live = (left.all & goal.seven) != 0 ? 1 : 0;
        value_range out{no_bound, -no_bound};
        for (int p = low; p <= high; ++p) {
            const value_range& r = extremes_[p][state >> 4 & 7][state >> 7][live];
            out.low = std::min(out.low, r.low);
            out.high = std::max(out.high, r.high);
        }
        return out;
    }
    MU_INLINE std::uint8_t canonical(std::uint8_t state, int points_left) const {
        return pack(canonical_points_[state & 15][points_left + goal.last],
                    canonical_takers_[state >> 4 & 7], watched_matters_ && state >> 7 != 0);
    }

private:
    static constexpr int cap(int p) { return std::min(p, table::max_points); }
    MU_INLINE bool fallen(std::uint8_t state) const { return (state >> 4 & 7U & ~a) != 0; }
    bool equal_falls(int p, int q) const {
        for (int x = 0; x <= table::max_trick; ++x)
            for (unsigned t = 0; t < takers_size; ++t)
                if (goal.falls[p][x][t] != goal.falls[q][x][t]) return false;
        return true;
    }
    bool equal_points(int p, int q) const {
        if (goal.ends && !equal_falls(p, q)) return false;
        for (unsigned t = 0; t < takers_size; ++t)
            for (int w = 0; w < 2; ++w)
                for (int s = 0; s < table::sevens; ++s)
                    if (goal.pays[p][t][w][s] != goal.pays[q][t][w][s]) return false;
        return true;
    }
    bool equal_takers(unsigned t, unsigned u) const {
        for (int p = 0; p < points_size; ++p)
            for (int w = 0; w < 2; ++w)
                for (int s = 0; s < table::sevens; ++s)
                    if (goal.pays[p][t][w][s] != goal.pays[p][u][w][s]) return false;
        return true;
    }
    // Least and greatest payoff with p points, if more hands may take tricks and watched cards may
    // be lost.
    value_range extremes(int p, unsigned takers, int lost, bool seven_live) const {
        value_range out{no_bound, -no_bound};
        for (unsigned t = 0; t < takers_size; ++t) {
            if ((t & takers) != takers) continue;
            for (int w = lost; w < 2; ++w)
                for (int s = 0; s < (seven_live ? table::sevens : 1); ++s) {
                    out.low = std::min<int>(out.low, goal.pays[p][t][w][s]);
                    out.high = std::max<int>(out.high, goal.pays[p][t][w][s]);
                }
            for (int x = 0; goal.ends && x <= table::max_trick; ++x) {
                out.low = std::min<int>(out.low, goal.falls[p][x][t]);
                out.high = std::max<int>(out.high, goal.falls[p][x][t]);
            }
        }
        return out;
    }

    bool sevens_matter_ = false, watched_matters_ = false;
    std::uint8_t canonical_points_[points_size][points_size]{};
    std::uint8_t canonical_takers_[takers_size]{};
    value_range extremes_[points_size][takers_size][2][2]{};
};

}  // namespace mu::inline MU_ISA
