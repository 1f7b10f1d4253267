// The worlds of a view against all placements replayed by the rules.

#include <map>

#include <doctest/doctest.h>

#include <mu/belief/weighted_worlds.h>

#include "support/belief_games.h"
#include "support/p_values.h"

namespace {

using namespace mu;
using test::course;
using test::facts_of;

// Beliefs are made from views.
template <typename V>
constexpr bool takes_views_only = !std::is_constructible_v<hard_facts<V>, game_state<V>> &&
                                  !std::is_convertible_v<game_state<V>, view<V>>;
#define MU_TEST_TYPE(V) static_assert(takes_views_only<V>);
MU_VARIANTS(MU_TEST_TYPE)

template <typename V>
auto key(const world<V>& w) {
    std::array<card_mask, V::seats + 2> out{};
    for (int k = 0; k < V::seats; ++k) out[k] = w.hands[k];
    out[V::seats] = w.aside;
    out[V::seats + 1] = w.discard;
    return out;
}
template <typename V>
std::string text(const course<V>& c, seat observer) {
    std::string out = "observer " + std::to_string(index(observer)) + ", actions";
    for (const action a : c.actions) out += " " + std::to_string(a);
    return out;
}

// A random moment of a random deal with few enough placements, and who looks at it.
template <typename V>
std::optional<std::pair<course<V>, seat>> random_view(int i, double most, rng& generator) {
    const course<V> whole = test::random_course<V>(i, generator);
    const seat observer = static_cast<seat>(generator.below(V::seats));
    std::vector<std::size_t> moments;
    for (std::size_t n = 0; n < whole.states.size(); ++n) {
        const double count = test::hidden_now<V>(whole.states[n], observer).count();
        if (count > 1 && count <= most) moments.push_back(n);
    }
    if (moments.empty()) return std::nullopt;
    return std::pair(whole.until(moments[generator.below(moments.size())]), observer);
}

// Counts, marginals and the worlds themselves equal those of the enumeration.
template <typename V>
void check_set(const world_set<V>& worlds, const std::vector<world<V>>& all) {
    REQUIRE(worlds.is_exact());
    REQUIRE(worlds.count() == all.size());
    std::vector<decltype(key(all[0]))> expected, found;
    typename world_set<V>::table counts{}, sums{};
    worlds.card_counts(counts);
    for (const auto& w : all) {
        expected.push_back(key(w));
        for (int p = 0; p < place_count; ++p)
            if (world<V>::has(p)) ops::for_each(w[p], [&](card k) { ++sums[p][k]; });
    }
    for (std::uint64_t i = 0; i < worlds.count(); ++i) found.push_back(key(worlds.at(i)));
    std::ranges::sort(expected);
    std::ranges::sort(found);
    REQUIRE(found == expected);
    REQUIRE(counts == sums);
}

// The p-value of draws being those of a listed set, each world in proportion to its weight; nothing
// drawn may be another. `draw(worlds)` gives some.
template <typename V, typename Draw>
double p_of_draws(const world_set<V>& listed, std::size_t draws, Draw&& draw) {
    std::map<decltype(key(listed.at(0))), std::size_t> at;
    std::vector<double> weights;
    for (std::uint64_t i = 0; i < listed.count(); ++i) {
        at.emplace(key(listed.at(i)), i);
        weights.push_back(static_cast<double>(listed.weight(i)));
    }
    std::vector<std::int64_t> counts(weights.size());
    for (std::size_t i = 0; i < draws;) {
        for (const world<V>& w : draw()) {
            const auto found = at.find(key(w));
            if (found == at.end()) FAIL("an inconsistent world");
            ++counts[found->second];
            ++i;
        }
    }
    return test::p_weighted(counts, weights);
}

template <typename V>
void check_against_enumeration(std::string_view name, int views, double most) {
    std::vector<double> p_values;
    int done = 0, joint = 0;
    std::size_t excluded = 0, placements = 0;
    for (int i = 0; done < views; ++i) {
        rng generator = rng(11).split(static_cast<std::uint64_t>(i));
        const auto chosen = random_view<V>(i, most, generator);
        if (!chosen) continue;
        const auto& [c, observer] = *chosen;
        CAPTURE(i);
        CAPTURE(text(c, observer));
        const auto all = test::all_consistent(c, observer);
        const auto facts = facts_of(c, observer);
        world_set<V> worlds;
        worlds.prepare(facts, 1 << 24);
        if (!worlds.is_exact() && hidden_cards<V>::most_ways(facts) > 1 << 18) continue;
        check_set(worlds, all);
        // The same set without a list, where draws are thrown away.
        world_set<V> unlisted;
        unlisted.prepare(facts, 0);
        joint += unlisted.is_exact() ? 0 : 1;
        placements += static_cast<std::size_t>(test::hidden_now<V>(c.now(), observer).count());
        excluded +=
            static_cast<std::size_t>(test::hidden_now<V>(c.now(), observer).count()) - all.size();
        if (all.size() > 1)
            p_values.push_back(p_of_draws(worlds, 10 * all.size() + 200,
                                          [&] { return std::array{unlisted.draw(generator)}; }));
        ++done;
    }
    const double p = test::p_kolmogorov(p_values);
    MESSAGE(std::string(name) << ": " << done << " views, " << joint << " with joint facts, "
                              << placements << " placements, " << excluded << " excluded; "
                              << p_values.size() << " p-values, Kolmogorov p " << p);
    CHECK(p > 1e-5);
    CHECK(excluded > 0);
}

// At every step of every deal, for every seat, the true world is one of the worlds.
template <typename V>
void check_truth_kept(int deals) {
    for (int i = 0; i < deals; ++i) {
        rng generator = rng(12).split(static_cast<std::uint64_t>(i));
        const course<V> c = test::random_course<V>(i, generator);
        for (int k = 0; k < V::seats; ++k) {
            const seat observer = static_cast<seat>(k);
            // Now and then who looks on comes late.
            const std::size_t first = i % 4 == 3 ? generator.below(c.states.size()) : 0;
            hard_facts<V> facts(view_of<V>(c.states[first], observer),
                                first == 0 ? watched::from_start : watched::from_here);
            world_set<V> worlds;
            for (std::size_t n = first; n < c.states.size(); ++n) {
                if (n > first) facts.see(view_of<V>(c.states[n], observer));
                if (!worlds.try_prepare(facts, 0) || !worlds.contains(world_of<V>(c.states[n])))
                    FAIL("deal " << i << ", step " << n << ": the true world is excluded; "
                                 << text(c, observer));
            }
        }
    }
}

// Worlds drawn at random moments replay from the deal, look to the observer as what he saw, and can
// be played to the end.
template <typename V>
void check_replays(int deals, int worlds_each) {
    for (int i = 0; i < deals; ++i) {
        rng generator = rng(13).split(static_cast<std::uint64_t>(i));
        const course<V> whole = test::random_course<V>(i, generator);
        const seat observer = static_cast<seat>(generator.below(V::seats));
        const course<V> c = whole.until(generator.below(whole.states.size()));
        const auto facts = facts_of(c, observer);
        world_set<V> worlds;
        worlds.prepare(facts);
        CAPTURE(i);
        CAPTURE(text(c, observer));
        for (int n = 0; n < worlds_each; ++n) {
            const world<V> w = worlds.draw(generator);
            if (!worlds.contains(w)) FAIL("a world that is not in its set");
            if (!test::is_consistent(c, w, observer)) FAIL("a world that does not replay");
            game_state<V> s = worlds.state(w, generator);
            if (!(view_of<V>(s, observer) == view_of<V>(c.now(), observer)))
                FAIL("a world that looks different");
            while (!rules<V>::is_over(s))
                rules<V>::apply(s, test::random_member(rules<V>::legal_actions(s), generator));
        }
    }
}

}  // namespace

// The oracle tries all courses that lead to a world, which in ulti and skat takes its time.
#define MU_TEST_BELIEFS(V)                                                                  \
    TEST_CASE("worlds of " #V ": counts, marginals and draws against enumeration") {        \
        const bool slow = std::is_same_v<V, ulti> || std::is_same_v<V, skat>;               \
        check_against_enumeration<V>(#V, test::count(40, 400),                              \
                                     test::count(2000, slow ? 3000 : 20000));               \
    }                                                                                       \
    TEST_CASE("worlds of " #V ": the true deal is never excluded") {                        \
        check_truth_kept<V>(test::count(100, 20000));                                       \
    }                                                                                       \
    TEST_CASE("worlds of " #V ": every world replays from the deal and plays to the end") { \
        check_replays<V>(test::count(100, 10000), test::count(10, 100));                    \
    }
MU_VARIANTS(MU_TEST_BELIEFS)

// --- Hidden discards ---------------------------------------------------------------------------

namespace {

// A random deal of ulti in which the talon goes round twice, if bids leave room for it.
course<ulti> ulti_course(rng& generator) {
    course<ulti> c;
    game_state<ulti> s = test::random_deal<ulti>({}, generator);
    c.states.push_back(s);
    for (int picked_up = 0; !rules<ulti>::is_over(s);) {
        const action_set legal = rules<ulti>::legal_actions(s);
        action a = test::random_member(legal, generator);
        if (s.phase == ulti_phase::answer) {
            const bool again = picked_up < 2 && legal.contains(ulti_action::pick_up) &&
                               (s.current_player == s.soloist || generator.below(2) == 0);
            const bool own = s.current_player == s.soloist;
            a = again ? ulti_action::pick_up : own ? ulti_action::stand : ulti_action::pass;
            picked_up += again ? 1 : 0;
        }
        rules<ulti>::apply(s, a);
        c.actions.push_back(a);
        c.states.push_back(s);
    }
    return c;
}

}  // namespace

// The weight of a world is the number of courses that the oracle finds, up to a factor common to
// all worlds.
TEST_CASE("worlds of ulti: a world counts as often as courses of the auction lead to it") {
    int done = 0, uneven = 0;
    for (int i = 0; done < test::count(8, 100); ++i) {
        rng generator = rng(14).split(static_cast<std::uint64_t>(i));
        const course<ulti> whole = ulti_course(generator);
        const seat observer = static_cast<seat>(generator.below(3));
        const course<ulti> c = whole.until(generator.below(whole.states.size()));
        if (std::ranges::count(c.actions, ulti_action::pick_up) != 2) continue;
        ++done;
        CAPTURE(i);
        CAPTURE(text(c, observer));
        const auto facts = facts_of(c, observer);
        world_set<ulti> worlds;
        worlds.prepare(facts);
        std::uint64_t first = 0, first_found = 0;
        for (int k = 0; k < 6; ++k) {
            const world<ulti> w = worlds.draw(generator);
            const std::uint64_t ways = worlds.ways(w);
            const std::uint64_t found = test::count_courses(c, w, observer, ~std::uint64_t{0});
            REQUIRE(found > 0);
            if (k == 0) first = ways, first_found = found;
            REQUIRE(found * first == first_found * ways);
            if (ways != first) ++uneven;
        }
    }
    CHECK(uneven > 0);
}

TEST_CASE("worlds of ulti: draws mind the courses, counted or drawn at random") {
    int done = 0;
    for (int i = 0; done < test::count(3, 30); ++i) {
        REQUIRE(i < 100000);
        rng generator = rng(18).split(static_cast<std::uint64_t>(i));
        const course<ulti> whole = ulti_course(generator);
        const seat observer = static_cast<seat>(generator.below(3));
        const course<ulti> c = whole.until(whole.actions.size() * 3 / 4);
        const double count = test::hidden_now<ulti>(c.now(), observer).count();
        if (count < 2 || count > 1000) continue;
        const auto facts = facts_of(c, observer);
        world_set<ulti> listed, unlisted;
        listed.prepare(facts, 1 << 20);
        unlisted.prepare(facts, 0);
        if (!listed.is_exact() || listed.total_weight() == listed.count() * listed.weight(0))
            continue;
        ++done;
        CAPTURE(i);
        CAPTURE(text(c, observer));
        const auto p_of = [&](const world_set<ulti>& set) {
            return p_of_draws(listed, 20000, [&] { return std::array{set.draw(generator)}; });
        };
        CHECK(p_of(listed) > 1e-6);
        CHECK(p_of(unlisted) > 1e-6);
    }
}

// --- Limits and batches ------------------------------------------------------------------------

TEST_CASE("worlds: draws that are thrown away give up in the end") {
    int tries = 0;
    const auto never = [&]() -> std::optional<int> {
        ++tries;
        return std::nullopt;
    };
    CHECK_THROWS_AS(detail::draw_within({.tries = 100}, never), no_world_found);
    CHECK(tries == 100);
    tries = 0;
    const auto past = std::chrono::steady_clock::time_point::min();
    CHECK_THROWS_AS(detail::draw_within({.deadline = past}, never), no_world_found);
    CHECK(tries < 100);

    // With Weis announced not every placement fits: one try is now and then too few.
    int found = 0, failed = 0;
    for (int i = 0; found == 0 || failed == 0; ++i) {
        REQUIRE(i < 1000);
        rng generator = rng(15).split(static_cast<std::uint64_t>(i));
        game_state<jass> s = random_first_lead(jass{}, generator);
        const seat me = s.current_player;
        hard_facts<jass> facts(view_of<jass>(s, me));
        for (int k = 0; k < 4; ++k) {
            rules<jass>::apply(s, test::random_member(rules<jass>::legal_actions(s), generator));
            facts.see(view_of<jass>(s, me));
        }
        world_set<jass> worlds;
        worlds.prepare(facts, 0);
        try {
            (void)worlds.draw(generator, {.tries = 1});
            ++found;
        } catch (const no_world_found&) {
            ++failed;
        }
    }
}

namespace {

// Sets of random views: a batch is one world of each stratum, or every world once; over many
// batches every world comes as often as its weight says.
template <typename V>
void check_batches(int views) {
    std::vector<double> p_values;
    int listed_all = 0;
    for (int i = 0, done = 0; done < views; ++i) {
        rng generator = rng(16).split(static_cast<std::uint64_t>(i));
        const auto chosen = random_view<V>(i, 2000, generator);
        if (!chosen) continue;
        ++done;
        const auto facts = facts_of(chosen->first, chosen->second);
        world_set<V> worlds;
        worlds.prepare(facts, 1 << 16);
        if (!worlds.is_exact() || worlds.count() < 2) continue;
        const std::uint64_t all = worlds.total_weight();
        std::vector<world<V>> batch(7 + generator.below(12));
        const std::size_t n = worlds.draw(batch, generator);
        if (n < batch.size() || (n == worlds.count() && all == n)) {
            REQUIRE(n == worlds.count());
            for (std::size_t k = 0; k < n; ++k) REQUIRE(batch[k] == worlds.at(k));
            ++listed_all;
            continue;
        }
        // Where the weight of each world lies.
        std::vector<std::uint64_t> end;
        for (std::uint64_t k = 0; k < worlds.count(); ++k)
            end.push_back(worlds.weight(k) + (k == 0 ? 0 : end.back()));
        REQUIRE(end.back() == all);
        for (std::size_t k = 0; k < n; ++k) {
            std::uint64_t at = 0;
            while (at < worlds.count() && !(worlds.at(at) == batch[k])) ++at;
            REQUIRE(at < worlds.count());
            const std::uint64_t begin = at == 0 ? 0 : end[at - 1];
            REQUIRE(end[at] * n > k * all);      // it ends after the stratum begins
            REQUIRE(begin * n < (k + 1) * all);  // and begins before it ends
        }
        // One of each batch, at a random place: draws of a batch are not independent.
        p_values.push_back(p_of_draws(worlds, 10 * worlds.count() + 200, [&] {
            worlds.draw(batch, generator);
            return std::array{batch[generator.below(n)]};
        }));
    }
    if (p_values.size() > 4) CHECK(test::p_kolmogorov(p_values) > 1e-5);
    CHECK(p_values.size() + static_cast<std::size_t>(listed_all) > 0);
}

}  // namespace

#define MU_TEST_BATCHES(V)                                            \
    TEST_CASE("worlds of " #V ": batches are stratified, and fair") { \
        check_batches<V>(test::count(12, 300));                       \
    }
MU_VARIANTS(MU_TEST_BATCHES)

TEST_CASE("worlds: averages over a stratified batch vary less") {
    rng generator(17);
    const auto s = random_first_lead(whist{}, generator);
    const seat me = s.current_player;
    hard_facts<whist> facts(view_of<whist>(s, me));
    world_set<whist> worlds;
    worlds.prepare(facts);
    weighted_world_set<whist> weighted;
    weighted_world_set<whist>::weights even;
    for (auto& row : even) row.fill(1);
    REQUIRE(weighted.prepare(worlds, even));
    // How many of the batch have a certain card in one hand: for single draws the variance is
    // n / 3 * 2 / 3. Indices begin with the highest cards of a hand, weights with the lowest.
    const card_mask hidden = deck_traits<whist>::all_cards & ~s.hands[me];
    const seat other = static_cast<seat>(worlds.places().place[0]);
    constexpr int n = 30, batches = 400;
    const auto variance = [&](const auto& set, card c) {
        double sum = 0, squares = 0;
        std::vector<world<whist>> batch(n);
        for (int i = 0; i < batches; ++i) {
            REQUIRE(set.draw(batch, generator) == n);
            double hits = 0;
            for (const auto& w : batch) hits += (w.hands[other] >> c & 1) != 0 ? 1 : 0;
            sum += hits;
            squares += hits * hits;
        }
        const double mean = sum / batches;
        CHECK(std::abs(mean - n / 3.0) < 6 * std::sqrt(n * 2 / 9.0 / batches));
        return squares / batches - mean * mean;
    };
    const double single = n * 2 / 9.0, by_index = variance(worlds, ops::msb_index(hidden)),
                 by_weight = variance(weighted, ops::lsb_index(hidden));
    CHECK(by_index < single / 2);
    CHECK(by_weight < single / 2);
    MESSAGE("variance of " << n << " draws " << single << ", in strata " << by_index
                           << ", by weight " << by_weight);
}
