// `mu fit-beliefs`: the factors of soft rules that say best where the hidden cards lay, in games
// that agents played.

#include <fmt/format.h>

#include <mu/belief/fit.h>
#include <mu/parallel.h>

#include "progress.h"
#include "watched_deals.h"

namespace mu::cli {
namespace {

struct fit_request : watch_request {
    fit_request() { deals = 500; }
    std::uint64_t test = 500;
    double ridge = 1e-4;
    std::size_t only = std::numeric_limits<std::size_t>::max();
};

// The card decisions of a deal as samples. Facts that tie cards together are left aside.
template <variant V>
std::vector<fit_sample> samples_of(const watched_deal<V>& deal) {
    constexpr std::size_t cards = deck_traits<V>::cards;
    const auto by = soft_rules_by_thumb<V>();
    std::vector<fit_sample> out;
    for (int k = 0; k < V::seats && !deal.steps.empty(); ++k) {
        hard_facts<V> facts(deal.steps[0][k]);
        world_set<V> worlds;
        // How often, or to which power, each rule has spoken of each card in each place.
        std::vector<float> powers(place_count * cards * by.size(), 0);
        for (std::size_t i = 0; i < deal.steps.size(); ++i) {
            const view<V>& now = deal.steps[i][k];
            if (i > 0) {
                facts.see(now);
                for_each_effect<V>(deal.steps[i - 1][k], now, by,
                                   [&](std::size_t rule, int place, card_mask on, double power) {
                                       ops::for_each(on, [&](card c) {
                                           const auto at = static_cast<std::size_t>(place);
                                           powers[(at * cards + c) * by.size() + rule] +=
                                               static_cast<float>(power);
                                       });
                                   });
            }
            if (!is_card_decision<V>(now)) continue;
            const hidden_places<V> places = places_of<V>(facts);
            if (places.problem.places < 2) continue;
            const world<V> truth = world_of<V>(deal.steps[i]);
            fit_sample s{.problem = places.problem, .truth = {}, .marks = {}};
            ops::for_each(places.problem.cards, [&](card c) {
                for (int p = 0; p < places.problem.places; ++p) {
                    const std::size_t at = places.place[p];
                    if ((truth[places.place[p]] & bit(c)) != 0)
                        s.truth[c] = static_cast<std::uint8_t>(p);
                    for (std::size_t rule = 0; rule < by.size(); ++rule)
                        if (const float x = powers[(at * cards + c) * by.size() + rule]; x != 0)
                            s.marks.push_back({static_cast<std::uint8_t>(p), c,
                                               static_cast<std::uint16_t>(rule), x});
                }
            });
            out.push_back(std::move(s));
        }
    }
    return out;
}

template <variant V>
std::vector<fit_sample> collect(const fit_request& r, const watched_table& table) {
    std::vector<fit_sample> out;
    progress_bar bar("deals to fit to");
    std::uint64_t done = 0;
    work_in_order(
        {.count = r.deals, .threads = r.threads, .ahead = 256},
        [&] {
            return [&, players = table.players()](std::uint64_t i) {
                return samples_of<V>(watch_deal<V>(table, players, i));
            };
        },
        [&](const auto&) { bar.show(++done, r.deals); },
        [&](auto& part) {
            for (auto& s : part) out.push_back(std::move(s));
            return true;
        });
    return out;
}

// Mean losses on deals that were not fitted to: uniform, hard facts, then each set of rules.
template <variant V>
std::vector<belief_tally> losses(const fit_request& r, const watched_table& table,
                                 rule_sets<V> sets) {
    std::vector<belief_tally> out(sets.size() + 2);
    progress_bar bar("fresh deals");
    std::uint64_t done = 0;
    work_in_order(
        {.count = r.test, .threads = r.threads, .ahead = 256},
        [&] {
            return [&, players = table.players()](std::uint64_t i) {
                std::vector<belief_tally> part(sets.size() + 2);
                tally_deal<V>(watch_deal<V>(table, players, r.deals + i), sets,
                              [&](std::size_t, std::size_t, std::size_t model) -> belief_tally& {
                                  return part[model];
                              });
                return part;
            };
        },
        [&](const auto&) { bar.show(++done, r.test); },
        [&](const auto& part) {
            for (std::size_t m = 0; m < out.size(); ++m) out[m].add(part[m]);
            return true;
        });
    return out;
}

template <variant V>
void fit(const fit_request& r, const watched_table& table) {
    const auto by_thumb = soft_rules_by_thumb<V>();
    const std::vector<fit_sample> samples = collect<V>(r, table);
    std::vector<double> spoke(by_thumb.size(), 0);  // cards of samples that a rule speaks of
    for (const auto& s : samples)
        for (const auto& m : s.marks) spoke[m.rule] += 1;

    minimum found;
    {
        progress_bar bar("steps");
        fit_plan plan{.threads = r.threads, .ridge = r.ridge, .free_rules = r.only, .step = {}};
        plan.step = [&](int n, double) {
            bar.show(static_cast<std::uint64_t>(n), plan.most_steps);
        };
        found = fit_soft_factors(samples, by_thumb.size(), plan);
    }
    std::vector<soft_rule<V>> fitted(by_thumb.begin(), by_thumb.end());
    for (std::size_t i = 0; i < fitted.size(); ++i) {
        fitted[i].strength = 1;
        fitted[i].base_factor = std::exp(found.at[i]);
    }

    fmt::print("{}, fitted to {} deals of {} ({} views, {} steps of BFGS), played by",
               table.of.spec(), r.deals,
               r.records.empty() ? fmt::format("seed {}", r.seed) : r.records, samples.size(),
               found.steps);
    for (const auto& a : r.agents) fmt::print(" {}", a);
    fmt::print("\n\n{:<32} {:>8} {:>8} {:>8} {:>10}\n", "rule", "by hand", "shipped", "fitted",
               "cards");
    const auto shipped = soft_rules<V>();
    for (std::size_t i = 0; i < fitted.size(); ++i)
        fmt::print("{:<32} {:8.3f} {:8.3f} {:8.3f} {:>10}\n", fitted[i].name, by_thumb[i].factor(),
                   shipped[i].factor(), fitted[i].factor(), spoke[i]);
    fmt::print("\nfor the source: {{");
    for (std::size_t i = 0; i < fitted.size(); ++i)
        fmt::print("{}{:.3f}", i == 0 ? "" : ", ", fitted[i].factor());
    fmt::print("}}\n");

    if (r.test == 0) return;
    const std::array<std::span<const soft_rule<V>>, 3> sets{by_thumb, shipped, fitted};
    const auto loss = losses<V>(r, table, sets);
    constexpr std::array names{"uniform", "hard facts", "soft by hand", "soft shipped",
                               "soft fitted"};
    fmt::print("\n{} deals not fitted to: log loss per hidden card\n", r.test);
    for (std::size_t m = 0; m < loss.size(); ++m)
        fmt::print("{:<15} {:8.4f}  gain over uniform {:+.4f}, over hard facts {:+.4f}\n", names[m],
                   loss[m].mean_loss(), loss[0].mean_loss() - loss[m].mean_loss(),
                   loss[1].mean_loss() - loss[m].mean_loss());
}

void run_fit(const fit_request& r) {
    const watched_table table(r);
    if (!r.records.empty() && table.recorded.size() < r.deals + r.test)
        throw std::invalid_argument(fmt::format(
            "{} has {} records: too few to fit to {} and measure on {} (--deals, --test)",
            r.records, table.recorded.size(), r.deals, r.test));
    with_game(table.of, [&]<typename V>(V, const auto&) { fit<V>(r, table); });
}

}  // namespace

void add_fit_beliefs(command_spec& app) {
    const auto r = std::make_shared<fit_request>();
    command_spec command =
        app.add_subcommand("fit-beliefs", "fit the factors of soft rules to games of agents");
    command.footer("mu fit-beliefs whist --deals 1000 --seed 1");
    add_watch_options(command, *r, "number of deals to fit to");
    command.add_option("--test", r->test, "number of further deals to measure on")
        .whole_number()
        .show_default();
    command.add_option("--ridge", r->ridge, "ridge penalty that pulls factors towards 1")
        .not_negative()
        .show_default();
    command.add_option("--only", r->only, "fit only the first N rules, the others off")
        .whole_number();
    command.callback([r] { run_fit(*r); });
}

}  // namespace mu::cli
