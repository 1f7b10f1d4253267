// What an action is worth in a world: values of the solver as points of the deal.

#include <doctest/doctest.h>

#include <mu/games/all.h>
#include <mu/games/bridge.h>
#include <mu/games/contree.h>
#include <mu/games/differenzler.h>
#include <mu/games/euchre.h>
#include <mu/games/jass.h>
#include <mu/games/registry.h>
#include <mu/games/snapszer.h>
#include <mu/games/ulti.h>
#include <mu/search/judge.h>

#include "support/counts.h"

using namespace mu;

namespace {

template <typename V>
line_of_play<V> random_deal(const typename V::options& o, rng& generator) {
    const deal_layout of = V::layout(o);
    std::array<card_mask, most_places> places{};
    const auto dealt = std::span(places).first(static_cast<std::size_t>(of.places));
    deal_random(of, generator, dealt);
    const auto dealer = static_cast<seat>(generator.below(V::seats));
    return {start_deal(V{}, o, dealt, dealer, 0), {}};
}

// Plays on by rules of thumb with errors, until the cards are played and so few are left.
template <typename V>
bool play_to(line_of_play<V>& deal, int cards, rng& generator) {
    policy_playouts<V> playouts;
    rule_policy<V> by(0.2);
    playouts.play_on(std::span(&deal, 1), by, generator, [&](const game_state<V>& s) {
        return solving<V>::playing(s) && world_judge<V>::cards_in_hand(s) <= cards;
    });
    return !rules<V>::is_over(deal.now);
}

}  // namespace

TEST_CASE_TEMPLATE("judge: the points of a value are those of the line that leads to it", V, whist,
                   bridge, jass, contree, euchre, euchre_25, ulti, snapszer, snapszer_24, skat) {
    solver<V> by;
    int found = 0;
    for (int i = 0; i < test::count(60, 3000); ++i) {
        CAPTURE(i);
        rng generator = rng(31).split(static_cast<std::uint64_t>(i));
        const typename V::options o{};
        line_of_play<V> deal = random_deal<V>(o, generator);
        if (!play_to(deal, 1 + i % 5, generator)) continue;
        ++found;
        game_state<V> s = deal.now;
        const auto goal = solving<V>::goal_of(s, o);
        const value_range value = by.value(s, goal);
        REQUIRE(value.exact());
        const auto told = solving<V>::score_at(s, value.low, o);
        for (const action a : by.line(s, goal)) {
            REQUIRE(rules<V>::legal_actions(s).contains(a));
            rules<V>::apply(s, a);
        }
        REQUIRE(rules<V>::is_over(s));
        auto scored = score(s, o);
        if constexpr (std::is_same_v<V, ulti>) {
            // Who has doubled alone has another share than his partner; a value knows only the sum.
            for (int k = 1; k < 3; ++k) {
                const seat defender = seat_after<ulti>(s.soloist, k);
                scored[static_cast<std::size_t>(defender)] =
                    -scored[static_cast<std::size_t>(s.soloist)] / 2;
            }
        }
        CHECK(told == scored);
    }
    CHECK(found > 20);
}

TEST_CASE_TEMPLATE("judge: at full depth an action is worth what it leads to", V, whist, contree,
                   euchre, snapszer) {
    const typename V::options o{};
    world_judge<V> judge(o, {});
    world_judge<V> by_wins(o, {.aim = objective::wins});
    solver<V> by;
    for (int i = 0; i < test::count(20, 500); ++i) {
        CAPTURE(i);
        rng generator = rng(32).split(static_cast<std::uint64_t>(i));
        line_of_play<V> deal = random_deal<V>(o, generator);
        if (!play_to(deal, 4, generator)) continue;
        const seat me = rules<V>::to_act(deal.now);
        const action_set legal = rules<V>::legal_actions(deal.now);
        std::vector<action> candidates;
        for (int k = 0; k < legal.count(); ++k) candidates.push_back(legal.nth(k));
        std::vector<double> worth(candidates.size()), wins(candidates.size());
        const auto never = std::chrono::steady_clock::time_point::max();
        REQUIRE(judge.judge(deal.now, deal.record, candidates, me, 64, never, generator, worth));
        REQUIRE(by_wins.judge(deal.now, deal.record, candidates, me, 64, never, generator, wins));
        for (std::size_t k = 0; k < candidates.size(); ++k) {
            game_state<V> s = deal.now;
            rules<V>::apply(s, candidates[k]);
            while (!rules<V>::is_over(s)) {
                const auto line = by.line(s, solving<V>::goal_of(s, o));
                REQUIRE(!line.empty());
                for (const action a : line) rules<V>::apply(s, a);
            }
            const auto points = score(s, o);
            double mine = points[static_cast<std::size_t>(index(me))], others = 0;
            int count = 0;
            for (std::size_t j = 0; j < points.size(); ++j)
                if (j % sides_of<V>() != static_cast<std::size_t>(index(me)) % sides_of<V>())
                    others += points[j], ++count;
            const double lead = mine - others / count;
            CHECK(worth[k] == doctest::Approx(lead));
            CHECK((wins[k] > 0.75) == (lead > 0));
            CHECK((wins[k] < 0.25) == (lead < 0));
        }
    }
}
