// The worlds of a view against all placements replayed by the rules.

#include <map>

#include <doctest/doctest.h>

#include <mu/belief/worlds.h>

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

// The p-value of draws being uniform over all worlds; nothing drawn may be another.
template <typename V>
double p_of_draws(const world_set<V>& worlds, const std::vector<world<V>>& all, rng& generator) {
    std::map<decltype(key(all[0])), std::size_t> at;
    for (std::size_t i = 0; i < all.size(); ++i) at.emplace(key(all[i]), i);
    std::vector<std::int64_t> counts(all.size());
    const std::size_t draws = 10 * all.size() + 200;
    for (std::size_t i = 0; i < draws; ++i) {
        const auto found = at.find(key(worlds.draw(generator)));
        if (found == at.end()) FAIL("an inconsistent world");
        ++counts[found->second];
    }
    return test::p_uniform(counts);
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
        check_set(worlds, all);
        // The same set without a list, where draws are thrown away.
        world_set<V> unlisted;
        unlisted.prepare(facts, 0);
        joint += unlisted.is_exact() ? 0 : 1;
        placements += static_cast<std::size_t>(test::hidden_now<V>(c.now(), observer).count());
        excluded +=
            static_cast<std::size_t>(test::hidden_now<V>(c.now(), observer).count()) - all.size();
        if (all.size() > 1) p_values.push_back(p_of_draws(unlisted, all, generator));
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
            hard_facts<V> facts(view_of<V>(c.states[first], observer));
            world_set<V> worlds;
            for (std::size_t n = first; n < c.states.size(); ++n) {
                if (n > first) facts.see(view_of<V>(c.states[n], observer));
                if (!worlds.try_prepare(facts, 0) ||
                    !worlds.contains(world_of<V>(c.states[n])))
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

// The oracle tries all auctions that lead to a world, which in ulti takes its time.
#define MU_TEST_BELIEFS(V)                                                                  \
    TEST_CASE("worlds of " #V ": counts, marginals and draws against enumeration") {        \
        const bool slow = std::is_same_v<V, ulti>;                                          \
        check_against_enumeration<V>(#V, test::count(40, 1000),                             \
                                     test::count(2000, slow ? 3000 : 100000));              \
    }                                                                                       \
    TEST_CASE("worlds of " #V ": the true deal is never excluded") {                        \
        check_truth_kept<V>(test::count(100, 20000));                                       \
    }                                                                                       \
    TEST_CASE("worlds of " #V ": every world replays from the deal and plays to the end") { \
        check_replays<V>(test::count(100, 10000), test::count(10, 100));                    \
    }
MU_VARIANTS(MU_TEST_BELIEFS)
