// Beliefs: chances against enumeration, soft weights, determinized states, and views that nothing
// fits.

#include <doctest/doctest.h>

#include <mu/belief/belief_state.h>

#include "support/belief_games.h"

namespace {

using namespace mu;
using test::course;

template <typename V>
belief_state<V> belief_of(const course<V>& c, seat observer) {
    belief_state<V> belief;
    belief.init(view_of<V>(c.start(), observer));
    for (std::size_t i = 1; i < c.states.size(); ++i)
        belief.update_on_play(view_of<V>(c.states[i], observer));
    return belief;
}

// prob against worlds weighted by `weight(world)`.
template <typename V, typename Weight>
void check_chances(const belief_state<V>& belief, const std::vector<world<V>>& all,
                   Weight&& weight) {
    std::array<std::array<double, deck_traits<V>::cards>, belief_state<V>::rows> sums{};
    double total = 0;
    for (const auto& w : all) {
        const double x = weight(w);
        total += x;
        for (int r = 0; r < belief.rows; ++r)
            ops::for_each(w[belief.place(r)], [&](card c) { sums[r][c] += x; });
    }
    for (int r = 0; r < belief.rows; ++r)
        for (int c = 0; c < belief.cards; ++c) {
            REQUIRE(std::abs(belief.prob[r][c] - sums[r][c] / total) < 1e-9);
            const bool possible = (belief.possible[r] >> c & 1) != 0;
            REQUIRE((possible || sums[r][c] == 0));
        }
}

// Draws follow prob, to within six standard errors.
template <typename V>
void check_draws(const belief_state<V>& belief, int draws, rng& generator) {
    std::array<std::array<double, deck_traits<V>::cards>, belief_state<V>::rows> share{};
    for (int i = 0; i < draws; ++i) {
        const world<V> w = belief.draw(generator);
        for (int r = 0; r < belief.rows; ++r)
            ops::for_each(w[belief.place(r)], [&](card c) { share[r][c] += 1.0 / draws; });
    }
    for (int r = 0; r < belief.rows; ++r)
        for (int c = 0; c < belief.cards; ++c) {
            const double p = belief.prob[r][c];
            const double error = std::sqrt(std::max(0.0, p * (1 - p)) / draws);
            REQUIRE(std::abs(share[r][c] - p) <= 6 * error + (p > 1e-12 ? 3.0 / draws : 1e-9));
        }
}

template <typename V>
void check_beliefs(int views) {
    int done = 0;
    for (int i = 0; done < views; ++i) {
        rng generator = rng(21).split(static_cast<std::uint64_t>(i));
        const course<V> whole = test::random_course<V>(i, generator);
        const seat observer = static_cast<seat>(generator.below(V::seats));
        const course<V> c = whole.until(generator.below(whole.states.size()));
        const double count = test::hidden_now<V>(c.now(), observer).count();
        if (count <= 1 || count > 500) continue;
        CAPTURE(i);
        belief_state<V> belief = belief_of(c, observer);
        if (std::is_same_v<V, ulti> && !belief.worlds().is_exact()) continue;  // a long auction
        ++done;
        const auto all = test::all_consistent(c, observer);
        const world_set<V> set = belief.worlds();
        const auto likely = [&](const world<V>& w) { return static_cast<double>(set.ways(w)); };
        check_chances(belief, all, likely);

        // Weights of our own; a copy must not be touched by them.
        const belief_state<V> copy = belief;
        std::array<std::array<double, deck_traits<V>::cards>, belief_state<V>::rows> weight{};
        for (int r = 0; r < belief.rows; ++r)
            for (int k = 0; k < belief.cards; ++k) {
                weight[r][k] = 0.1 + generator.uniform();
                belief.weigh(r, static_cast<card>(k), weight[r][k]);
            }
        belief.renormalize();
        check_chances(belief, all, [&](const world<V>& w) {
            double x = likely(w);
            for (int r = 0; r < belief.rows; ++r)
                ops::for_each(w[belief.place(r)], [&](card k) { x *= weight[r][k]; });
            return x;
        });
        check_chances(copy, all, likely);
        check_draws(belief, test::count(1000, 4000), generator);

        for (int n = 0; n < 5; ++n) {
            const game_state<V> s = determinize(n % 2 == 0 ? belief : copy, generator);
            REQUIRE((view_of<V>(s, observer) == view_of<V>(c.now(), observer)));
            REQUIRE(std::ranges::find(all, world_of<V>(s)) != all.end());
        }
    }
}

}  // namespace

#define MU_TEST_BELIEF_STATE(V) \
    TEST_CASE("belief_state of " #V) { check_beliefs<V>(test::count(15, 500)); }
MU_VARIANTS(MU_TEST_BELIEF_STATE)

TEST_CASE("belief_state: the rows of the seed, before the first card") {
    rng generator(3);
    const auto s = random_first_lead(whist{}, generator);
    belief_state<whist> belief;
    belief.init(view_of<whist>(s, seat::south));
    CHECK(belief.row(seat::west) == seat_to_opp(seat::south, seat::west));
    for (int r = 0; r < 3; ++r)
        ops::for_each(deck_traits<whist>::all_cards & ~s.hands[seat::south],
                      [&](card c) { CHECK(belief.prob[r][c] == doctest::Approx(1.0 / 3)); });
    CHECK(belief.worlds().count() == 84478098072866400ULL);
}

TEST_CASE("beliefs: a view that contradicts itself is refused, and so is a gap") {
    rng generator(5);
    game_state<whist> s = random_first_lead(whist{}, generator);
    const seat me = s.current_player, next = next_seat(me);
    // The next seat shows a void that it has not.
    const auto lead = ops::lsb_index(s.hands[me]);
    rules<whist>::apply(s, lead);
    const card_mask led = suit_masks<whist>[suit_of<whist>(lead)];
    REQUIRE((s.hands[next] & led) != 0);
    const view<whist> start = view_of<whist>(s, me);
    hard_facts<whist> facts(start, watched::from_here);
    view<whist> v = start;
    const auto lies = [&](card c) {
        v = view_after<whist>(v, c);
        facts.see(v);
    };
    lies(ops::lsb_index(s.hands[next] & ~led));
    world_set<whist> worlds;
    CHECK(worlds.try_prepare(facts));
    const int at = worlds.places().find(index(next));
    CHECK((worlds.places().problem.allowed[at] & led) == 0);
    CHECK(!worlds.contains(world_of<whist>(s)));

    hard_facts<whist> gap(start, watched::from_here);
    game_state<whist> later = s;
    for (int k = 0; k < 2; ++k)
        rules<whist>::apply(later, ops::lsb_index(rules<whist>::legal_moves(later)));
    CHECK_THROWS_AS(gap.see(view_of<whist>(later, me)), std::invalid_argument);

    // A suit that nobody can hold.
    hard_facts<whist> none(view_of<whist>(s, me), watched::from_here);
    for (int k = 0; k < 4; ++k) none.exclude(static_cast<seat>(k), led);
    CHECK_THROWS_AS(worlds.prepare(none), std::invalid_argument);
}

TEST_CASE("beliefs: a view from the middle of a deal is refused unless that is asked for") {
    // The next seat cannot follow to the first lead.
    rng generator(8);
    const auto shows_void = [](const game_state<whist>& s) {
        const card_mask led =
            suit_masks<whist>[suit_of<whist>(ops::lsb_index(s.hands[s.current_player]))];
        return (s.hands[next_seat(s.current_player)] & led) == 0;
    };
    game_state<whist> s = random_first_lead(whist{}, generator);
    while (!shows_void(s)) s = random_first_lead(whist{}, generator);
    const seat me = partner_of(s.current_player);
    belief_state<whist> whole;
    whole.init(view_of<whist>(s, me));
    for (int k = 0; k < 2; ++k) {
        rules<whist>::apply(s, ops::lsb_index(rules<whist>::legal_moves(s)));
        whole.update_on_play(view_of<whist>(s, me));
    }
    const view<whist> late = view_of<whist>(s, me);
    belief_state<whist> belief;
    CHECK_THROWS_AS(belief.init(late), std::invalid_argument);
    CHECK_THROWS_AS(hard_facts<whist>{late}, std::invalid_argument);
    belief.init(late, watched::from_here);
    // All placements by size: what came before the view is no evidence.
    CHECK(belief.worlds().count() == test::hidden_now<whist>(s, me).count());
    CHECK(belief.worlds().count() > whole.worlds().count());
    CHECK(whole.worlds().contains(world_of<whist>(s)));
    CHECK(belief.worlds().contains(world_of<whist>(s)));

    // In ulti the auction comes first.
    CHECK_THROWS_AS(hard_facts<ulti>{view_of<ulti>(random_first_lead(ulti{}, generator), me)},
                    std::invalid_argument);
    const auto start = test::random_deal<ulti>({}, generator);
    CHECK_NOTHROW(hard_facts<ulti>{view_of<ulti>(start, seat::north)});
    CHECK_THROWS_AS(hard_facts<ulti>{view_of<ulti>(start, nobody)}, std::invalid_argument);
    // A refused view leaves the belief as it was.
    const auto before = belief.worlds().count();
    CHECK_THROWS(belief.init(late));
    CHECK(belief.worlds().count() == before);
    CHECK(belief.facts().now() == late);
}

TEST_CASE("belief_state: chances are computed when they are read") {
    rng generator(9);
    game_state<whist> s = random_first_lead(whist{}, generator);
    belief_state<whist> belief;
    belief.init(view_of<whist>(s, seat::north));
    CHECK(!belief.prob.is_known());
    (void)determinize(belief, generator);
    CHECK(!belief.prob.is_known());
    const belief_state<whist> copy = belief;
    const card c = ops::lsb_index(s.hands[seat::east]);
    CHECK(belief.prob[0][c] == doctest::Approx(1.0 / 3));
    CHECK(belief.prob.is_known());
    CHECK(!copy.prob.is_known());
    belief.weigh(0, c, 2);
    belief.renormalize();
    CHECK(!belief.prob.is_known());
    CHECK(belief.prob[0][c] == doctest::Approx(0.5));
    CHECK(copy.prob[0][c] == doctest::Approx(1.0 / 3));  // of its own facts and weights
}

TEST_CASE("worlds: conditions of the caller's, by rejection and by weight") {
    rng generator(6);
    const auto s = random_first_lead(bridge{}, generator);
    const seat me = s.current_player, other = next_seat(me);
    hard_facts<bridge> facts(view_of<bridge>(s, me));
    world_set<bridge> worlds;
    worlds.prepare(facts);
    const card c = ops::lsb_index(s.hands[other]), own = ops::lsb_index(s.hands[me]);
    const auto holds = [&](card k) {
        return [other, k](const world<bridge>& w) { return (w.hands[other] >> k & 1) != 0; };
    };
    for (int i = 0; i < 20; ++i) {
        const auto w = worlds.draw_if(generator, holds(c), 1000);
        REQUIRE(w.has_value());
        CHECK((w->hands[other] >> c & 1) != 0);
    }
    CHECK(!worlds.draw_if(generator, holds(own), 100).has_value());

    // One world in three has the card there.
    const int n = test::count(3000, 300000);
    const auto drawn = weighted_draws(
        worlds, n, generator, [&](const world<bridge>& w) { return holds(c)(w) ? 2.0 : 0; });
    double sum = 0;
    for (const double x : drawn.weights) sum += x;
    CHECK(sum == doctest::Approx(1));
    CHECK(std::abs(drawn.effective() - n / 3.0) < 5 * std::sqrt(n * 2 / 9.0));
}
