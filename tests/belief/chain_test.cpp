// Worlds by weights that are no products: chains, policies and particles against enumeration.

#include <doctest/doctest.h>

#include <mu/belief/particles.h>
#include <mu/belief/policy.h>

#include "support/belief_games.h"
#include "support/counts.h"

namespace {

using namespace mu;
using test::course;
using test::facts_of;

// A view of a random deal with few worlds, but not too few.
template <typename V>
struct small_view {
    course<V> c;
    seat observer{};
    std::vector<world<V>> all;
};
template <typename V>
small_view<V> find_small_view(rng& generator) {
    for (int i = 0;; ++i) {
        const course<V> whole = test::random_course<V>(i, generator);
        small_view<V> out;
        out.observer = static_cast<seat>(generator.below(V::seats));
        out.c = whole.until(generator.below(whole.states.size()));
        const double count = test::hidden_now<V>(out.c.now(), out.observer).count();
        if (count < 6 || count > 300) continue;
        out.all = test::all_consistent(out.c, out.observer);
        if (out.all.size() >= 4 && out.all.size() <= 40) return out;
    }
}

// Ties cards together: hands with two cards of a suit next to each other.
template <typename V>
double neighbours(const world<V>& w) {
    int n = 0;
    for (int k = 0; k < V::seats; ++k) n += ops::popcount(w.hands[k] & w.hands[k] >> 1) * (k + 1);
    return 0.2 * n;
}

// Draws are so often each of `all` as their weights say.
template <typename V, typename Draw, typename LogWeight>
void check_shares(const std::vector<world<V>>& all, LogWeight&& log_weight, int draws,
                  double allowed, Draw&& draw) {
    std::vector<double> share;
    double sum = 0;
    for (const auto& w : all) sum += share.emplace_back(std::exp(log_weight(w)));
    std::vector<int> seen(all.size());
    for (int i = 0; i < draws; ++i) {
        const auto at = std::ranges::find(all, draw());
        REQUIRE(at != all.end());
        ++seen[static_cast<std::size_t>(at - all.begin())];
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double p = share[i] / sum, error = std::sqrt(p * (1 - p) / draws);
        CAPTURE(p);
        CAPTURE(seen[i]);
        CHECK(std::abs(static_cast<double>(seen[i]) / draws - p) < allowed * error + 1e-12);
    }
}

template <typename V>
void check_chain(int views) {
    for (int i = 0; i < views; ++i) {
        CAPTURE(i);
        rng generator = rng(31).split(static_cast<std::uint64_t>(i));
        const auto v = find_small_view<V>(generator);
        const hard_facts<V> facts = facts_of(v.c, v.observer);
        world_set<V> worlds;
        worlds.prepare(facts);
        world_chain chain(worlds, neighbours<V>, generator);
        const auto target = [&](const world<V>& w) {
            return neighbours<V>(w) + std::log(static_cast<double>(worlds.ways(w)));
        };
        check_shares(v.all, target, 4000, 5.5, [&] { return chain.next(generator); });
        CHECK(chain.accepted() > 0.02);
        CHECK(chain.log_weight() == neighbours<V>(chain.now()));
    }
}

// Prefers low cards, and passes: a policy in closed form.
template <typename V>
double low_cards(const view<V>& v, action a) {
    double sum = 0, mine = 0, weight = 1;
    for (int k = 0; k < 64; ++k) {
        if ((v.legal.mask >> k & 1) == 0) continue;
        sum += weight;
        if (v.legal.first + k == a) mine = weight;
        weight *= 0.6;
    }
    return mine / sum;
}

template <typename V>
seen_play<V> play_of(const course<V>& c, seat observer) {
    seen_play<V> out(view_of<V>(c.start(), observer));
    for (std::size_t i = 0; i < c.actions.size(); ++i)
        out.see(view_of<V>(c.states[i + 1], observer), c.actions[i]);
    return out;
}

}  // namespace

TEST_CASE("chain: worlds come in proportion to their weights") {
    const int views = test::count(3, 40);
    check_chain<whist>(views);
    check_chain<jass>(views);
    check_chain<contree>(views);
    check_chain<euchre>(views);
    check_chain<ulti>(views);
    check_chain<skat>(views);
    check_chain<snapszer>(views);
}

TEST_CASE("chain: where nothing has a weight it says so") {
    rng generator(5);
    const auto v = find_small_view<whist>(generator);
    const hard_facts<whist> facts = facts_of(v.c, v.observer);
    world_set<whist> worlds;
    worlds.prepare(facts);
    const double nothing = -std::numeric_limits<double>::infinity();
    world_chain none(worlds, [&](const world<whist>&) { return nothing; }, generator);
    CHECK(none.log_weight() == nothing);
    // One world alone has any.
    world_chain one(worlds, [&](const world<whist>& w) { return w == v.all[1] ? 0 : nothing; },
                    generator, {.burn_in = 4000});
    CHECK(one.now() == v.all[1]);
    CHECK(one.next(generator) == v.all[1]);
}

TEST_CASE("policy: a world weighs what its players would have done in it") {
    // By hand: the chances of all actions of the others, replayed from the deal.
    const auto by_hand = [](const course<contree>& c, const world<contree>& w, seat observer) {
        game_state<contree> s = c.start();
        for (int k = 0; k < 4; ++k)
            s.hands[k] =
                static_cast<hand_mask<contree>>(w.hands[k] | c.played_by(static_cast<seat>(k)));
        double out = 0;
        for (const action a : c.actions) {
            const seat who = rules<contree>::to_act(s);
            if (who != observer) out += std::log(low_cards(view_of<contree>(s, who), a));
            rules<contree>::apply(s, a);
        }
        return out;
    };
    for (int i = 0; i < test::count(20, 500); ++i) {
        CAPTURE(i);
        rng generator = rng(32).split(static_cast<std::uint64_t>(i));
        const auto v = find_small_view<contree>(generator);
        const hard_facts<contree> facts = facts_of(v.c, v.observer);
        world_set<contree> worlds;
        worlds.prepare(facts);
        const auto play = play_of(v.c, v.observer);
        CHECK(play.length() == static_cast<int>(v.c.actions.size()));
        for (const auto& w : v.all)
            CHECK(play.log_likelihood(worlds, w, low_cards<contree>) ==
                  doctest::Approx(by_hand(v.c, w, v.observer)));
    }
}

// Players who follow a policy are found out by it: on average their true hands are likelier than
// others, in games where hidden cards move during the deal as well.
template <typename V>
void check_policy_helps(int deals) {
    double gain = 0;
    int views = 0;
    for (int i = 0; i < deals; ++i) {
        rng generator = rng(33).split(static_cast<std::uint64_t>(i));
        game_state<V> s = test::random_course<V>(0, generator).start();
        course<V> c;
        c.states.push_back(s);
        const seat observer = static_cast<seat>(generator.below(V::seats));
        while (!rules<V>::is_over(s)) {
            const view<V> seen = view_of<V>(s, rules<V>::to_act(s));
            double at = generator.uniform();
            action chosen = seen.legal.first;
            for (int k = 0; k < 64; ++k)
                if ((seen.legal.mask >> k & 1) != 0) {
                    chosen = static_cast<action>(seen.legal.first + k);
                    if ((at -= low_cards(seen, chosen)) < 0) break;
                }
            rules<V>::apply(s, chosen);
            c.actions.push_back(chosen);
            c.states.push_back(s);
            if (rules<V>::is_over(s)) break;
            const double count = test::hidden_now<V>(s, observer).count();
            if (count < 2 || count > 1000) continue;
            const hard_facts<V> facts = facts_of(c, observer);
            world_set<V> worlds;
            worlds.prepare(facts);
            const auto play = play_of(c, observer);
            const world<V> truth = world_of<V>(s);
            double sum = 0, mine = 0, n = 0;
            for (const auto& w : test::all_consistent(c, observer)) {
                const double x = std::exp(play.log_likelihood(worlds, w, low_cards<V>));
                sum += x, ++n;
                if (w == truth) mine = x;
            }
            REQUIRE(mine > 0);
            gain += std::log(mine / sum * n);
            ++views;
            break;
        }
    }
    CAPTURE(gain);
    CHECK(views > deals / 2);
    CHECK(gain / views > 0.02);
}

TEST_CASE("policy: true worlds gain by a policy that was followed") {
    const int deals = test::count(150, 1500);
    check_policy_helps<whist>(deals);
    check_policy_helps<contree>(deals);
    check_policy_helps<jass>(deals);
    check_policy_helps<euchre>(deals);
    check_policy_helps<snapszer>(deals);
}

TEST_CASE("policy: errors are left room for") {
    rng generator(6);
    const auto v = find_small_view<whist>(generator);
    const seat who = rules<whist>::to_act(v.c.now());
    const view<whist> seen = view_of<whist>(v.c.now(), who);
    const action first = static_cast<action>(seen.legal.first + std::countr_zero(seen.legal.mask));
    const auto policy = with_errors([&](const view<whist>&) { return first; }, 0.2);
    double sum = 0;
    for (int k = 0; k < 64; ++k)
        if ((seen.legal.mask >> k & 1) != 0)
            sum += policy(seen, static_cast<action>(seen.legal.first + k));
    CHECK(sum == doctest::Approx(1));
    CHECK(policy(seen, first) == doctest::Approx(0.8 + 0.2 / std::popcount(seen.legal.mask)));
}

TEST_CASE("particles: carried through a deal they stand for the weights, and never starve") {
    // The chances of cards by the particles of many memories against enumeration.
    const int deals = test::count(6, 60);
    double error = 0;
    int compared = 0;
    for (int i = 0; i < deals; ++i) {
        rng generator = rng(34).split(static_cast<std::uint64_t>(i));
        const course<contree> c = test::random_course<contree>(0, generator);
        const seat observer = static_cast<seat>(generator.below(4));
        hard_facts<contree> facts(view_of<contree>(c.start(), observer));
        seen_play<contree> play(view_of<contree>(c.start(), observer));
        world_set<contree> worlds;
        worlds.prepare(facts);
        particle_memory<contree> memory({.particles = 400});
        const auto weight = [&](const world<contree>& w) {
            return play.log_likelihood(worlds, w, low_cards<contree>);
        };
        memory.begin(worlds, weight, generator);
        CHECK(memory.size() == 400);
        for (std::size_t k = 0; k + 1 < c.actions.size(); ++k) {
            const auto after = view_of<contree>(c.states[k + 1], observer);
            facts.see(after);
            play.see(after, c.actions[k]);
            worlds.prepare(facts);
            memory.see(worlds, weight, generator);
            CHECK(memory.size() == 400);
            CHECK(memory.effective() > 100);
            CHECK(worlds.contains(memory.draw(worlds, generator)));
            const auto so_far = c.until(k + 1);
            const double count = test::hidden_now<contree>(so_far.now(), observer).count();
            if (count < 10 || count > 300) continue;
            particle_memory<contree>::table found{}, should{};
            memory.card_chances(found);
            double sum = 0;
            for (const auto& w : test::all_consistent(so_far, observer)) {
                const double x = std::exp(weight(w));
                sum += x;
                for (int p = 0; p < 4; ++p)
                    ops::for_each(w.hands[p], [&](card k2) { should[p][k2] += x; });
            }
            for (int p = 0; p < 4; ++p)
                for (int k2 = 0; k2 < 32; ++k2) {
                    const double gap = std::abs(found[p][k2] - should[p][k2] / sum);
                    CHECK(gap < 0.25);
                    if (should[p][k2] > 0 && should[p][k2] < sum) error += gap, ++compared;
                }
        }
    }
    CAPTURE(error / compared);
    CHECK(compared > 0);
    CHECK(error / compared < 0.04);
}
