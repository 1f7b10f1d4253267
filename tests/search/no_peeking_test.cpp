// Players that search decide by what their seat sees: the same decision whatever lies hidden, in
// every game, option and phase.

#include <map>
#include <stdexcept>

#include <doctest/doctest.h>

#include <mu/agents/player.h>
#include <mu/parallel.h>

#include "support/counts.h"
#include "support/nets.h"
#include "support/other_worlds.h"

using namespace mu;
using test::set_up, test::tables;

namespace {

// Every kind and every switch; what ships for `mu play` is these with a clock.
constexpr const char* searchers[] = {
    "isdd(worlds=3, depth=4)",
    "isdd(worlds=3, depth=3, soft=1, infer=1, candidates=3)",
    "isdd(worlds=3, depth=3, infer=1, memory=6)",
    "isdd(worlds=3, depth=3, soft=1, infer=2, candidates=3)",
    "isdd(worlds=3, depth=3, belief=net)",
    "isdd(worlds=3, depth=3, belief=net, infer=1, memory=6)",
    "isdd(worlds=3, depth=3, infer=1, infer_by=net, candidates=2)",
    "isdd(worlds=3, depth=4, tolerance=20, soft=0.5, infer=1, candidates=2, memory=4, "
    "smoothing=0.2, "
    "decay=0.9, early=0)",
    "isdd(worlds=2, depth=3, policy=net)",
    "hybrid(cards=4, play=isdd(worlds=2, soft=1))",
    "sim(worlds=2)",
    "sim(worlds=2, policy=net)",
    "sim(worlds=2, solve=1, depth=3, infer=1, candidates=2)",
    "ismcts(iterations=20)",
    "ismcts(iterations=20, all_seats=0, soft=1)",
    "ismcts(iterations=20, belief=net)",
    "ismcts(iterations=8, policy=rule)",
    "ismcts(iterations=8, policy=net, all_seats=0)",
    "ismcts(iterations=20, resample=1, reuse=1, infer=1, candidates=2)",
    "alphamu(worlds=4, cards=3, solve=4, alone=0)",
    "bot(play=isdd(worlds=3, depth=3, infer=1, candidates=2), bid=sim(worlds=2))",
};

action decision(const char* agent, const position& p, rng generator) {
    const auto who = make_player(agent_spec(agent), p.game());
    who->begin_deal(p.game(), p.to_act());
    return ask(*who, p, generator);
}

bool has_phase(const game& g, deal_phase p) {
    const std::string_view name = g.info().name;
    if (p == deal_phase::auction) return name != "whist" && name != "snapszer";
    if (p == deal_phase::exchange) return name == "euchre" || name == "ulti" || name == "skat";
    return true;
}

// What was compared.
struct tally {
    std::size_t game = 0;
    std::map<deal_phase, int> views;
    int others = 0;
};

// Deals of one game until there are `most_views` of each phase, each beside as many as
// `most_others` that look the same. Phases that few deals have show in the first of these, or not
// at all.
tally compare(const set_up& t, std::uint64_t batch, int most_views, int most_others) {
    const game g(t.spec);
    tally seen;
    const auto enough = [&] {
        return std::ranges::all_of(seen.views,
                                   [&](const auto& v) { return v.second >= most_views; });
    };
    for (int i = 0; i < test::count(6, 400) && (i < test::count(6, 40) || !enough()); ++i) {
        rng r = rng(23).split(400 * batch + static_cast<std::uint64_t>(i));
        auto [number, dealer, p] = test::random_deal(t, g, r);
        const auto mixed = make_player(agent_spec("blunder(p=0.3)"), g);
        while (!p.is_over()) {
            const deal_phase now = p.view(p.to_act()).phase();
            std::vector<position> same;
            if (p.legal().count() > 1 && seen.views[now] < most_views && r.below(3) == 0)
                for (int k = 0; k < 5 * most_others && std::ssize(same) < most_others; ++k)
                    if (auto other = test::dealt_again(t, p, number, dealer, r))
                        same.push_back(std::move(*other));
            if (!same.empty()) {
                ++seen.views[now];
                for (const char* agent : searchers) {
                    if (t.spec == "differenzler" && std::string_view(agent).starts_with("alpha"))
                        continue;  // needs a solver
                    const action a = decision(agent, p, r.split(1));
                    for (const position& other : same)
                        if (decision(agent, other, r.split(1)) != a)
                            throw std::runtime_error(std::string(agent) + " sees hidden cards of " +
                                                     t.spec + ": " + p.record());
                }
                seen.others += static_cast<int>(same.size());
            }
            p.apply(ask(*mixed, p, r));
        }
    }
    return seen;
}

}  // namespace

TEST_CASE("search: decisions do not change when hidden cards do") {
    const test::random_nets nets;
    // With larger counts these are 200 views of each phase in ten batches, and 20 others of each.
    const int batches = test::count(1, 10);
    const int most_views = test::count(3, 20), most_others = test::count(2, 20);
    const std::vector<set_up> games = tables();
    std::vector<tally> sums(games.size());
    const auto batch = static_cast<std::uint64_t>(batches);
    work_in_order(
        {.count = games.size() * batch, .threads = static_cast<unsigned>(test::threads())},
        [&] {
            return [&](std::uint64_t i) {
                tally seen = compare(games[i / batch], i % batch, most_views, most_others);
                seen.game = i / batch;
                return seen;
            };
        },
        [](const tally&) {},
        [&](const tally& seen) {
            for (const auto& [phase, n] : seen.views) sums[seen.game].views[phase] += n;
            sums[seen.game].others += seen.others;
            return true;
        });
    for (std::size_t k = 0; k < games.size(); ++k) {
        CAPTURE(games[k].spec);
        const game g(games[k].spec);
        auto& [of, views, others] = sums[k];
        // Every phase that the game has, and each with other worlds to compare.
        for (const deal_phase now : {deal_phase::auction, deal_phase::exchange, deal_phase::play}) {
            CAPTURE(static_cast<int>(now));
            CHECK(views.contains(now) == has_phase(g, now));
            CHECK((!has_phase(g, now) || views[now] > 0));
        }
        CHECK(views[deal_phase::play] == batches * most_views);
        CHECK(others > batches * most_views);  // or nothing was tested
    }
}
