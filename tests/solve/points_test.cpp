// The points solver against plain minimax: random endings of every rule family, every goal, every
// combination of switches.

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include <mu/cards/rng.h>
#include <mu/games/contree.h>
#include <mu/games/jass.h>
#include <mu/games/ulti.h>
#include <mu/solve/points.h>

#include "support/sanitized.h"

namespace mu {
namespace {

inline constexpr int goal_count = 6;
using values = std::array<int, goal_count>;

// An ending and everything the goals ask about it.
template <play_rules R, typename E>
struct table {
    static constexpr int seats = R.seats;

    E hand[seats]{};  // by number in the deal
    E trumps = 0, top_trump = 0, held_back = 0;
    trick_kernel<R.follow, seats, E> now{};
    E cards = 0;  // on the table
    std::array<E, seats> by{};
    int leader = 0, played = 0, tricks = 0, solo = 0;

    // What has been won, by side: 0 is side A.
    std::array<int, 2> points{};
    play_so_far before{};  // the position's
    unsigned takers = 0;
    bool watched_lost = false;
    int last_side = 0, seven_by = -1;
    bool seven_won = false;

    bool in_a(int p) const { return seats == 3 ? p == solo : p % 2 == 0; }
    int to_play() const { return (leader + played) % seats; }

    template <int k = 0>
    E choices() const {
        if constexpr (k < seats) {
            if (played != k) return choices<k + 1>();
            E set = hand[to_play()];
            if constexpr (k > 0) set = now.template legal_for<k>(set, trumps, top_trump);
            if (R.hold_back && tricks > 1 && (set & ~held_back) != 0) set &= ~held_back;
            return set;
        } else {
            return 0;
        }
    }
    template <int k = 0>
    void put(E c) {
        if constexpr (k < seats) {
            if (played != k) return put<k + 1>(c);
            if constexpr (k == 0)
                now.lead(c, trumps);
            else
                now.template follow<k>(c, trumps);
        }
    }
    int winner() const {
        int w = 0;
        for (int k = 1; k < played; ++k)
            if (now.took[k].bits != 0) w = k;
        return (leader + w) % seats;
    }
};

// The goals of one deal, and what they make of its end.
template <typename E>
struct goals_of {
    point_goal<E> plain, bonus, ulti;
    trick_goal<E> none{.all = false}, all{.all = true};
    payoff_goal<E> payoff;
    card_worth<E> tens{};
};

template <play_rules R, typename E>
void play(table<R, E>& t, const goals_of<E>& g, E c) {
    const int p = t.to_play();
    t.put(c);
    t.hand[p] ^= c;
    t.by[static_cast<std::size_t>(p)] = c;
    t.cards |= c;
    if (++t.played < R.seats) return;
    const int w = t.winner();
    const bool a = t.in_a(w), last = --t.tricks == 0;
    for (E left = t.cards; left != 0; left &= left - 1) {
        const auto at = static_cast<std::size_t>(arch::lowest_index(left));
        t.points[a ? 0 : 1] += g.plain.worth[at];
        if (a) t.before.points += g.tens[at];
    }
    t.takers |= 1U << w;
    if (!a && (t.cards & g.payoff.watched) != 0) t.watched_lost = true;
    if (last) {
        if (a) t.before.points += g.payoff.last;
        t.last_side = a ? 0 : 1;
        for (int k = 0; k < R.seats; ++k)
            if (t.by[static_cast<std::size_t>(k)] == g.ulti.seven) t.seven_by = k;
        t.seven_won = t.by[static_cast<std::size_t>(w)] == g.ulti.seven;
    }
    t.leader = w;
    t.played = 0;
    t.cards = 0;
}

template <play_rules R, typename E>
values result(const table<R, E>& t, const goals_of<E>& g) {
    unsigned a = 0;
    for (int k = 0; k < R.seats; ++k)
        if (t.in_a(k)) a |= 1U << k;
    const unsigned takers = t.takers | t.before.takers;
    const int sign = t.last_side == 0 ? 1 : -1;
    values v{};
    v[0] = t.points[0] - t.points[1];
    v[1] = v[0] + sign * g.bonus.last;
    if ((takers & ~a) == 0) v[1] += g.bonus.sweep;
    if ((takers & a) == 0) v[1] -= g.bonus.sweep;
    v[2] = v[0] + sign * g.ulti.last;
    v[2] += t.seven_won && t.last_side == 0 ? g.ulti.seven_bonus : -g.ulti.seven_bonus;
    v[3] = (takers & a) == 0 ? 1 : 0;
    v[4] = (takers & ~a) == 0 ? 1 : 0;
    if constexpr (R.seats <= 3) {
        const bool lost = t.watched_lost || t.before.watched_lost;
        v[5] = g.payoff.pays[t.before.points][takers][lost ? 1 : 0]
                            [payoff_goal<E>::seven_index(t.seven_by, t.seven_won)];
    }
    return v;
}

template <play_rules R, typename E>
values minimax(const table<R, E>& t, const goals_of<E>& g) {
    if (t.tricks == 0) return result(t, g);
    const bool a = t.in_a(t.to_play());
    values best;
    best.fill(a ? std::numeric_limits<int>::min() : std::numeric_limits<int>::max());
    for (E left = t.choices(); left != 0; left &= left - 1) {
        table<R, E> next = t;
        play(next, g, static_cast<E>(left & (~left + 1)));
        const values v = minimax(next, g);
        for (std::size_t i = 0; i < v.size(); ++i)
            best[i] = a ? std::max(best[i], v[i]) : std::min(best[i], v[i]);
    }
    return best;
}

template <play_rules R, typename E>
points_query<E, R.seats> query_of(const table<R, E>& t) {
    points_query<E, R.seats> q;
    auto& p = q.position;
    for (int k = 0; k < R.seats; ++k) p.hand[k] = t.hand[(t.leader + k) % R.seats];
    p.trumps = t.trumps;
    p.top_trump = t.top_trump;
    p.held_back = t.held_back;
    p.played = static_cast<std::uint8_t>(t.played);
    p.tricks = static_cast<std::uint8_t>(t.tricks);
    p.solo = static_cast<std::uint8_t>((t.solo - t.leader + R.seats) % R.seats);
    if (t.played > 0) {
        p.led = t.now.led;
        p.beaters = t.now.beaters;
        p.trick = t.cards;
        p.winning = static_cast<std::uint8_t>((t.winner() - t.leader + R.seats) % R.seats);
        p.heads = above(static_cast<E>(
                      E{1} << arch::highest_index(static_cast<E>(t.cards & t.now.led)))) &
                  t.now.led;
    }
    q.leader = t.leader;
    q.so_far = t.before;
    return q;
}

// Switches for the i-th ending: all on, each one off, all off, then at random.
solve_switches switches(int i, rng& generator) {
    solve_switches use;
    const int n = static_cast<int>(all_solve_switches.size()), which = i % (n + 5);
    if (which > 0 && which <= n)
        use.*all_solve_switches[static_cast<std::size_t>(which - 1)].is = false;
    if (which > n)
        for (const solve_switch& s : all_solve_switches)
            use.*s.is = which > n + 1 && generator.below(2) == 0;
    return use;
}

template <play_rules R, typename E>
struct solvers {
    points_solver<R, E, point_goal> points{{}, 1 << 14};
    points_solver<R, E, trick_goal> tricks{{}, 1 << 14};
    points_solver<R, E, payoff_goal> payoff{{}, 1 << 14};
};

template <typename Solver, typename Goal, typename Query>
void check_goal(Solver& solver, const Goal& goal, const solve_switches& use, const Query& q,
                std::size_t number, const std::vector<values>& truth, bool a, rng& generator) {
    solver.set_switches(use);
    solver.set_goal(goal);
    CAPTURE(number);
    int best = truth[0][number];
    for (const values& v : truth) best = a ? std::max(best, v[number]) : std::min(best, v[number]);

    // In any order, for the table carries over from one question to the next.
    const auto ask_value = [&] {
        const value_range v = solver.value(q);
        CHECK(v == value_range{best, best});
    };
    const auto ask_window = [&] {
        const int k = best + static_cast<int>(generator.below(21)) - 10;
        const value_range v = solver.value(q, {.low = k - 1, .high = k});
        CHECK(v.low <= best);
        CHECK(best <= v.high);
        const bool answered = v.low >= k || v.high < k;
        CHECK(answered);
    };
    const auto ask_cards = [&] {
        const auto out = solver.card_values(q);
        REQUIRE(out.count == static_cast<int>(truth.size()));
        for (std::size_t i = 0; i < truth.size(); ++i)
            CHECK(out.cards[i].value == value_range{truth[i][number], truth[i][number]});
    };
    const auto first = generator.below(3);
    for (unsigned k = 0; k < 3; ++k) switch ((first + k) % 3) {
            case 0:
                ask_value();
                break;
            case 1:
                ask_window();
                break;
            default:
                ask_cards();
                break;
        }
}

// `deck` are the words' bits that stand for cards.
template <play_rules R, typename E, typename Deal>
void check_endings(int count, E deck, Deal&& deal, int most = 5) {
    const auto all = std::make_unique<solvers<R, E>>();
    for (int i = 0; i < count; ++i) {
        CAPTURE(i);
        rng generator = rng(5).split(static_cast<std::uint64_t>(i));
        table<R, E> t;
        goals_of<E> g;
        deal(t, g, generator);

        // Mostly three cards each; the tree of five is as large as all others together.
        const int size = std::min(most, i % 499 == 0 ? 5 : i % 5 == 0 ? 4 : 3);
        E rest = deck;
        const auto draw = [&] {
            const auto n = generator.below(static_cast<std::uint64_t>(arch::popcount(rest)));
            const E c = arch::nth_bit(rest, static_cast<E>(n), 40);
            rest ^= c;
            return c;
        };
        for (int k = 0; k < R.seats; ++k)
            for (int c = 0; c < size; ++c) t.hand[k] |= draw();
        t.tricks = size;
        t.leader = static_cast<int>(generator.below(R.seats));
        if (R.seats == 3) t.solo = static_cast<int>(generator.below(3));
        if (R.hold_back && generator.below(2) == 0 && t.trumps != 0) {
            // The lowest trump, in some hand or gone.
            t.held_back = t.trumps & (~t.trumps + 1);
            g.ulti.seven = g.payoff.seven = t.held_back;
            g.ulti.seven_bonus = 100;
        }
        t.before.takers = static_cast<unsigned>(generator.below(1U << R.seats));
        t.before.points = static_cast<int>(generator.below(3));
        t.before.watched_lost = generator.below(4) == 0;
        for (auto n = generator.below(R.seats); n > 0; --n) {
            const E legal = t.choices();
            const auto r = generator.below(static_cast<std::uint64_t>(arch::popcount(legal)));
            play(t, g, arch::nth_bit(legal, static_cast<E>(r), 40));
        }

        std::vector<values> truth;
        for (E left = t.choices(); left != 0; left &= left - 1) {
            table<R, E> next = t;
            play(next, g, static_cast<E>(left & (~left + 1)));
            truth.push_back(minimax(next, g));
        }
        const bool a = t.in_a(t.to_play());
        const auto q = query_of(t);
        const solve_switches use = switches(i, generator);
        check_goal(all->points, g.plain, use, q, 0, truth, a, generator);
        check_goal(all->points, g.bonus, use, q, 1, truth, a, generator);
        check_goal(all->points, g.ulti, use, q, 2, truth, a, generator);
        check_goal(all->tricks, g.none, use, q, 3, truth, a, generator);
        check_goal(all->tricks, g.all, use, q, 4, truth, a, generator);
        if constexpr (R.seats <= 3)
            check_goal(all->payoff, g.payoff, use, q, 5, truth, a, generator);
    }
}

// Points as the game counts them, or a few random values.
template <typename E>
void fill_goals(goals_of<E>& g, const card_worth<E>& worth, int last, int sweep, rng& generator) {
    g.plain.worth = worth;
    if (generator.below(3) == 0)
        for (auto& w : g.plain.worth) w = static_cast<std::uint8_t>(generator.below(3));
    g.bonus.worth = g.ulti.worth = g.plain.worth;
    g.bonus.last = g.ulti.last = last;
    g.bonus.sweep = sweep;
    for (auto& w : g.tens) w = generator.below(4) == 0 ? 1 : 0;
    // No more points than a payoff can hold.
    int sum = 0;
    for (auto& w : g.tens)
        if ((sum += w) > 11) w = 0;
    g.payoff.worth = g.tens;
    g.payoff.last = 1;
    g.payoff.watched = static_cast<E>(generator() & generator());
    const int steps = 1 + static_cast<int>(generator.below(4));
    const auto mask = static_cast<unsigned>(generator.below(8));
    const auto looks = static_cast<unsigned>(generator.below(16));
    const auto least = static_cast<int>(generator.below(8));
    g.payoff.fill([&](const play_result& r) {
        int pay = 0;
        if ((looks & 1) != 0) pay += 5 * (r.points / steps);
        if ((looks & 2) != 0) pay += (r.takers & mask) == 0 ? 7 : -1;
        if ((looks & 4) != 0) pay += r.watched ? 3 : 0;
        if ((looks & 8) != 0 && r.seven_by >= 0) pay += r.seven_won ? 4 + r.seven_by : -8;
        if (r.points >= least) pay += 10;
        return pay;
    });
}

constexpr int endings = test::sanitized ? 300 : 5000;

template <play_rules R>
void check_contree(int count, int most = 5) {
    const auto deal = [](auto& t, auto& g, rng& generator) {
        t.trumps = generator.below(5) == 0 ? 0 : trump_field<std::uint32_t>;
        const suit trump = t.trumps == 0 ? suit::none : suit::clubs;
        fill_goals(g, worth_of<contree>(contree::trump_order(trump)), 10, 90, generator);
    };
    check_endings<R, std::uint32_t>(count, ~std::uint32_t{0}, deal, most);
}

// A deal of contrée with `size` cards each, the first hand to lead.
points_query<std::uint32_t, 4> contree_deal(int size, std::uint64_t seed) {
    rng generator(seed);
    points_query<std::uint32_t, 4> q;
    std::uint32_t rest = ~std::uint32_t{0};
    for (int c = 0; c < 4 * size; ++c) {
        const auto n = generator.below(static_cast<std::uint64_t>(arch::popcount(rest)));
        const std::uint32_t drawn = arch::nth_bit(rest, static_cast<std::uint32_t>(n), 32);
        rest ^= drawn;
        q.position.hand[c % 4] |= drawn;
    }
    q.position.trumps = trump_field<std::uint32_t>;
    q.position.tricks = static_cast<std::uint8_t>(size);
    return q;
}

constexpr play_rules with(play_rules r, const follow_rule& f) {
    r.follow = f;
    return r;
}

}  // namespace

TEST_CASE("points solver: contrée endings equal minimax") { check_contree<contree::play>(endings); }

TEST_CASE("points solver: other duties, and two hands") {
    check_contree<with(contree::play, contree::follow_rules[7])>(endings / 10);
    check_contree<with(contree::play, free_play)>(endings / 10, 3);
    check_contree<with(contree::play, must_follow)>(endings / 10);
    check_contree<play_rules{.seats = 2, .tricks = 8, .follow = must_head}>(endings / 4);
    check_contree<play_rules{.seats = 3, .tricks = 8, .follow = must_follow}>(endings / 10);
}

TEST_CASE("points solver: jass endings equal minimax") {
    constexpr std::uint64_t deck = 0x01FF01FF01FF01FF;
    check_endings<jass::play, std::uint64_t>(endings, deck, [](auto& t, auto& g, rng& generator) {
        const auto order = static_cast<jass::order>(generator.below(jass::order_count));
        const play_space<jass> space = space_of<jass>(order);
        t.trumps = space.trumps();
        t.top_trump = space.to_play(jass::top_trump(order));
        fill_goals(g, worth_of<jass>(order), 5, generator.below(2) == 0 ? 0 : 100, generator);
    });
}

TEST_CASE("points solver: ulti endings equal minimax") {
    check_endings<ulti::play, std::uint32_t>(
        endings, ~std::uint32_t{0}, [](auto& t, auto& g, rng& generator) {
            const auto order = static_cast<ulti::order>(generator.below(ulti::order_count));
            t.trumps = space_of<ulti>(order).trumps();
            fill_goals(g, worth_of<ulti>(order), 10, generator.below(2) == 0 ? 0 : 30, generator);
        });
}

TEST_CASE("points solver: a search cut short tells what it has proved, of every card") {
    using solver = points_solver<contree::play, std::uint32_t, point_goal>;
    const point_goal<std::uint32_t> goal{
        .worth = worth_of<contree>(contree::trump_order(suit::clubs)), .last = 10, .sweep = 90};
    const auto s = std::make_unique<solver>();
    s->set_goal(goal);
    const auto width = [](const value_range& r) { return r.high - r.low; };
    int open = 0, known = 0, half = 0, cards_open = 0, cards_half = 0;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        CAPTURE(seed);
        const auto q = contree_deal(6, seed);
        s->set_budget({});
        s->reset();
        const value_range truth = s->value(q);
        REQUIRE(truth.exact());
        const std::uint64_t nodes = s->nodes();
        s->reset();
        const auto cards = s->card_values(q);
        const std::uint64_t card_nodes = s->nodes();
        value_range before{-no_bound, no_bound};
        for (const std::uint64_t budget : {std::uint64_t{1}, nodes / 2, 4 * nodes}) {
            s->set_budget({.nodes = budget});
            s->reset();
            const value_range v = s->value(q);
            CHECK(s->nodes() <= budget + 1);
            CHECK(v.low <= truth.low);
            CHECK(truth.low <= v.high);
            CHECK(s->stopped() != v.exact());
            // More nodes tell more.
            CHECK(before.low <= v.low);
            CHECK(v.high <= before.high);
            before = v;
            if (budget == 1) open += width(v);
            if (budget == nodes / 2) half += width(v);
            known += v.exact() ? 1 : 0;
        }
        for (const std::uint64_t budget : {std::uint64_t{1}, card_nodes / 2}) {
            s->set_budget({.nodes = budget});
            s->reset();
            const auto found = s->card_values(q);
            REQUIRE(found.count == cards.count);
            for (std::size_t i = 0; i < static_cast<std::size_t>(found.count); ++i) {
                CHECK(found.cards[i].value.low <= cards.cards[i].value.low);
                CHECK(cards.cards[i].value.high <= found.cards[i].value.high);
                (budget == 1 ? cards_open : cards_half) += width(found.cards[i].value);
            }
        }
        const std::atomic<bool> stop{true};
        s->set_budget({.stop = &stop});
        s->reset();
        s->value(q);
        CHECK(s->stopped());
        s->set_budget({.deadline = std::chrono::steady_clock::now()});
        s->reset();
        s->value(q);
        CHECK(s->stopped());
    }
    CHECK(known >= 25);
    CHECK(2 * half < open);
    CHECK(2 * cards_half < cards_open);
}

TEST_CASE("points solver: a line of best play comes to the value, whoever asks in which order") {
    using R_table = table<contree::play, std::uint32_t>;
    const auto s = std::make_unique<points_solver<contree::play, std::uint32_t, point_goal>>();
    goals_of<std::uint32_t> g;
    g.plain.worth = g.bonus.worth = worth_of<contree>(contree::trump_order(suit::clubs));
    g.bonus.last = 10;
    g.bonus.sweep = 90;
    s->set_goal(g.bonus);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        CAPTURE(seed);
        auto q = contree_deal(5, seed);
        q.so_far.takers = seed % 3 == 0 ? 0 : 3;
        s->reset();
        const auto line = s->line(q);
        REQUIRE(line.count == 20);
        const int value = s->value(q).low;
        R_table t;
        for (int k = 0; k < 4; ++k) t.hand[k] = q.position.hand[k];
        t.trumps = q.position.trumps;
        t.tricks = 5;
        t.before = q.so_far;
        for (int i = 0; i < line.count; ++i) {
            const std::uint32_t c = line.cards[static_cast<std::size_t>(i)];
            REQUIRE((t.choices() & c) == c);
            play(t, g, c);
            if (t.played != 0 || t.tricks == 0) continue;
            // The same deal, asked at its later tricks: hands keep their numbers.
            auto later = query_of(t);
            later.so_far.takers = t.takers | t.before.takers;
            const int so_far = t.points[0] - t.points[1];
            CHECK(so_far + s->value(later).low == value);
        }
        CHECK(result(t, g)[1] == value);
    }
}

}  // namespace mu
