#include "watched_deals.h"

#include <fmt/format.h>

#include <mu/encode/all.h>

#include "records.h"

namespace mu::cli {

void add_watch_options(command_spec& to, watch_request& r, const std::string& what_deals) {
    to.add_option("GAME", r.game, "a game, with options: \"whist(trump=h)\"").required();
    to.add_option("--agents,-a", r.agents, "the players: one agent for all seats, or one for each")
        .show_default();
    to.add_option("--deals,-n", r.deals, what_deals).whole_number(1).show_default();
    to.add_option("--seed", r.seed, "random seed (deals and players)")
        .whole_number()
        .show_default();
    to.add_option("--records", r.records,
                  "deals of this file, one record a line, instead of dealing; the agents play on "
                  "where these end");
    to.add_option("--threads,-j", r.threads, "number of threads; results do not depend on it")
        .between(1, 1024)
        .show_default();
}

watched_table::watched_table(const watch_request& r) : of(r.game), seed(r.seed) {
    const auto seats = static_cast<std::size_t>(of.info().seats);
    for (const auto& a : r.agents) agents.push_back(agent_spec::from_argument(a));
    if (agents.size() != 1 && agents.size() != seats)
        throw std::invalid_argument(
            fmt::format("give one agent for all seats or {}, one for each", seats));
    agents.resize(seats, agents.front());
    if (!r.records.empty()) recorded = records_of(of, r.records);
}

std::vector<std::unique_ptr<player>> watched_table::players() const {
    std::vector<std::unique_ptr<player>> out;
    for (const auto& a : agents) out.push_back(make_player(a, of));
    return out;
}

template <variant V>
watched_deal<V> watch_deal(const watched_table& table,
                           std::span<const std::unique_ptr<player>> players, std::uint64_t deal) {
    position p =
        table.recorded.empty() ? duel_deal(table.of, table.seed, deal) : table.recorded.at(deal);
    play_out(p, players, rng(table.seed).split(deal).split(1));
    const std::vector<action> actions(p.history().begin(), p.history().end());
    while (!p.history().empty()) p.undo();

    watched_deal<V> out;
    const auto note = [&] {
        auto& now = out.steps.emplace_back();
        for (int k = 0; k < V::seats; ++k)
            now[k] = typed_view<V>(p.view(static_cast<seat>(k))).value();
    };
    for (const action a : actions) {
        note();
        p.apply(a);
        auto& seen = out.seen.emplace_back();
        for (int k = 0; k < V::seats; ++k) seen[k] = p.view(static_cast<seat>(k)).history().back();
    }
    return out;
}

template <variant V>
void tally_deal(const watched_deal<V>& deal, rule_sets<V> models, const tally_at& tally,
                const std::shared_ptr<const net>& by) {
    std::optional<net_weigher<V>> weigher;
    if (by) weigher.emplace(by);
    for (int k = 0; k < V::seats && !deal.steps.empty(); ++k) {
        soft_belief<V> hard(std::span<const soft_rule<V>>{});
        std::vector<soft_belief<V>> soft;
        for (const auto& rules_of_thumb : models) soft.emplace_back(rules_of_thumb);
        soft_belief<V> weighed(std::span<const soft_rule<V>>{});
        hard.init(deal.steps[0][k]);
        for (auto& b : soft) b.init(deal.steps[0][k]);
        if (weigher) {
            weighed.init(deal.steps[0][k]);
            weigher->begin(deal.steps[0][k]);
        }
        for (std::size_t i = 0; i < deal.steps.size(); ++i) {
            const view<V>& now = deal.steps[i][k];
            if (i > 0) {
                hard.see(now);
                for (auto& b : soft) b.see(now);
                if (weigher) {
                    weighed.see(now);
                    weigher->see(now, deal.seen[i - 1][k]);
                }
            }
            if (!is_card_decision<V>(now)) continue;
            hard.renormalize();
            const auto truth = truth_of<V>(hard.belief(), world_of<V>(deal.steps[i]));
            if (truth.cards == 0) continue;
            const auto trick = static_cast<std::size_t>(trick_of<V>(now));
            const auto at = static_cast<std::size_t>(k);
            tally_uniform<V>(truth, tally(trick, at, 0));
            tally_belief<V>(hard.belief(), truth, tally(trick, at, 1));
            for (std::size_t m = 0; m < soft.size(); ++m) {
                soft[m].renormalize();
                tally_belief<V>(soft[m].belief(), truth, tally(trick, at, m + 2));
            }
            if (weigher) {
                weighed.weigh_by(*weigher);
                weighed.renormalize();
                tally_belief<V>(weighed.belief(), truth, tally(trick, at, soft.size() + 2));
            }
        }
    }
}

// All commands look at deals of every game; what that takes is compiled here for them.
#define MU_INSTANTIATE(V)                                                                         \
    template watched_deal<V> watch_deal(const watched_table&,                                     \
                                        std::span<const std::unique_ptr<player>>, std::uint64_t); \
    template void tally_deal(const watched_deal<V>&, rule_sets<V>, const tally_at&,               \
                             const std::shared_ptr<const net>&);
MU_VARIANTS(MU_INSTANTIATE)
#undef MU_INSTANTIATE

}  // namespace mu::cli
