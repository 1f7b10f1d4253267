// `mu eval-beliefs`: how well beliefs say where the hidden cards lie, in games that agents play or
// have played.

#include <array>
#include <ostream>

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <mu/api/calibration.h>
#include <mu/api/files.h>
#include <mu/api/nets.h>
#include <mu/parallel.h>

#include "progress.h"
#include "watched_deals.h"

namespace mu::cli {
namespace {

struct eval_request : watch_request {
    std::uint64_t first = 0;
    std::string out;
    std::string net = "net";
};

// The last one where there is a net.
constexpr std::array model_names{"uniform", "hard facts", "soft by hand", "soft fitted", "net"};
constexpr std::size_t most_models = model_names.size(), most_tricks = 14, most_seats = 4;

// By trick, seat and model.
struct eval_table {
    std::vector<belief_tally> all =
        std::vector<belief_tally>(most_tricks * most_seats * most_models);
    std::size_t models = most_models;  // in use

    belief_tally& at(std::size_t trick, std::size_t who, std::size_t model) {
        return all[(trick * most_seats + who) * most_models + model];
    }
    const belief_tally& at(std::size_t trick, std::size_t who, std::size_t model) const {
        return all[(trick * most_seats + who) * most_models + model];
    }
    void add(const eval_table& other) {
        for (std::size_t i = 0; i < all.size(); ++i)
            if (other.all[i].views > 0) all[i].add(other.all[i]);
    }
    belief_tally sum(std::size_t model) const {
        belief_tally out;
        for (std::size_t i = model; i < all.size(); i += most_models) out.add(all[i]);
        return out;
    }
};

template <variant V>
eval_table evaluate(const eval_request& r, const watched_table& table,
                    const std::shared_ptr<const net>& by) {
    const std::array<std::span<const soft_rule<V>>, 2> rules_of_thumb{soft_rules_by_thumb<V>(),
                                                                      soft_rules<V>()};
    eval_table total;
    total.models = by ? most_models : most_models - 1;
    progress_bar bar("deals");
    std::uint64_t done = 0;
    work_in_order(
        {.count = r.deals, .threads = r.threads, .ahead = 256},
        [&] {
            return [&, players = table.players()](std::uint64_t i) {
                eval_table out;
                tally_deal<V>(
                    watch_deal<V>(table, players, r.first + i), rules_of_thumb,
                    [&](std::size_t trick, std::size_t who, std::size_t model) -> belief_tally& {
                        return out.at(trick, who, model);
                    },
                    by);
                return out;
            };
        },
        [&](const eval_table&) { bar.show(++done, r.deals); },
        [&](const eval_table& part) {
            total.add(part);
            return true;
        });
    return total;
}

void print_csv(std::ostream& out, const eval_table& t) {
    fmt::print(out,
               "model,trick,seat,views,cards,log_loss,brier,effective,true_score,"
               "false_exclusions\n");
    for (std::size_t m = 0; m < t.models; ++m)
        for (std::size_t trick = 0; trick < most_tricks; ++trick)
            for (std::size_t who = 0; who < most_seats; ++who)
                if (const belief_tally& x = t.at(trick, who, m); x.views > 0)
                    fmt::print(out, "{},{},{},{},{},{:.6f},{:.6f},{:.6f},{:.6f},{}\n",
                               model_names[m], trick + 1, who, x.views, x.cards, x.mean_loss(),
                               x.mean_brier(), x.mean_effective(), x.mean_score(),
                               x.false_exclusions);
}

void print_bins(std::ostream& out, const eval_table& t) {
    fmt::print(out, "model,low,high,count,mean_chance,hit_share\n");
    for (std::size_t m = 0; m < t.models; ++m) {
        const belief_tally x = t.sum(m);
        for (std::size_t k = 0; k < belief_tally::bins; ++k) {
            const auto& b = x.calibration[k];
            fmt::print(out, "{},{:.2f},{:.2f},{},{:.6f},{:.6f}\n", model_names[m],
                       static_cast<double>(k) / belief_tally::bins,
                       static_cast<double>(k + 1) / belief_tally::bins, b.count,
                       b.count > 0 ? b.chances / b.count : 0, b.count > 0 ? b.hits / b.count : 0);
        }
    }
}

constexpr std::string_view legend = R"(
  log loss    -log of the probability given to the true place, mean per card
  -uniform    difference to the model "uniform"; -facts: to "hard facts";
              lower is better
  Brier       squared error of the probabilities, sum over places, mean per card
  calib       distance between predicted probability and observed frequency
  eff         share of the possible worlds that carry the weight (1: all alike)
  true        log of the true world's weight against the mean: higher is better
  false       cards that lay where their probability was 0
  uniform: every hidden card anywhere; hard facts: what rules and play exclude;
  soft: also what calls and cards suggest, with factors set by hand or fitted
  net: what a net makes of all that was seen, in place of the soft rules
)";

void report(const eval_table& t) {
    std::vector<belief_tally> sum(t.models);
    for (std::size_t m = 0; m < t.models; ++m) sum[m] = t.sum(m);
    fmt::print("{:<13} {:>8} {:>9} {:>9} {:>7} {:>7} {:>6} {:>7} {:>5}\n", "", "log loss",
               "-uniform", "-facts", "Brier", "calib", "eff", "true", "false");
    for (std::size_t m = 0; m < t.models; ++m)
        fmt::print("{:<13} {:8.4f} {:+9.4f} {:+9.4f} {:7.4f} {:7.4f} {:6.3f} {:+7.3f} {:5}\n",
                   model_names[m], sum[m].mean_loss(), sum[m].mean_loss() - sum[0].mean_loss(),
                   sum[m].mean_loss() - sum[1].mean_loss(), sum[m].mean_brier(),
                   sum[m].calibration_error(), sum[m].mean_effective(), sum[m].mean_score(),
                   sum[m].false_exclusions);

    fmt::print("{}", legend);

    fmt::print("\nlog loss by trick\n{:>6} {:>8}", "trick", "views");
    for (std::size_t m = 0; m < t.models; ++m) fmt::print(" {:>12}", model_names[m]);
    fmt::print("\n");
    const auto line = [&](const std::string& what, const auto& counts) {
        std::vector<belief_tally> x(t.models);
        for (std::size_t trick = 0; trick < most_tricks; ++trick)
            for (std::size_t who = 0; who < most_seats; ++who)
                for (std::size_t m = 0; m < t.models; ++m)
                    if (counts(trick, who)) x[m].add(t.at(trick, who, m));
        if (x[0].views <= 0) return;
        fmt::print("{:>6} {:>8}", what, x[0].views);
        for (const auto& one : x) fmt::print(" {:12.4f}", one.mean_loss());
        fmt::print("\n");
    };
    for (std::size_t k = 0; k < most_tricks; ++k)
        line(fmt::format("{}", k + 1), [k](std::size_t trick, std::size_t) { return trick == k; });
    fmt::print("by seat\n");
    for (std::size_t k = 0; k < most_seats; ++k)
        line(fmt::format("{}", k), [k](std::size_t, std::size_t who) { return who == k; });

    fmt::print("\ncalibration of {}\n{:>12} {:>10} {:>10} {:>10}\n",
               t.models == most_models ? "the net" : "the fitted rules", "bin", "forecasts",
               "predicted", "observed");
    for (std::size_t k = 0; k < belief_tally::bins; ++k)
        if (const auto& b = sum.back().calibration[k]; b.count > 0)
            fmt::print("{:5.2f} .. {:.2f} {:>10} {:10.4f} {:10.4f}\n",
                       static_cast<double>(k) / belief_tally::bins,
                       static_cast<double>(k + 1) / belief_tally::bins, b.count,
                       b.chances / b.count, b.hits / b.count);
}

void run_eval(eval_request r) {
    const watched_table table(r);
    if (!r.records.empty()) {
        r.first = 0;
        r.deals = table.recorded.size();
    }
    std::shared_ptr<const net> by;
    if (r.net != "none" && (r.net != "net" || shipped_net(table.of, net_head::places)))
        by = belief_net::of(table.of, r.net == "net" ? "" : r.net).shared_weights();
    eval_table t;
    with_game(table.of, [&]<typename V>(V, const auto&) { t = evaluate<V>(r, table, by); });
    if (r.records.empty()) {
        fmt::print("{}, {} deals from {}, seed {}, played by", table.of.spec(), r.deals, r.first,
                   r.seed);
        for (const auto& a : r.agents) fmt::print(" {}", a);
    } else {
        fmt::print("{}, {} deals of {}", table.of.spec(), r.deals, r.records);
    }
    fmt::print("\nbeliefs of the seat about to play a card, about the cards it does not see\n\n");
    report(t);
    if (!r.out.empty()) {
        replace_file(r.out + ".csv", [&](std::ostream& out) { print_csv(out, t); });
        replace_file(r.out + ".bins.csv", [&](std::ostream& out) { print_bins(out, t); });
        replace_file(r.out + ".svg", [&](std::ostream& out) {
            std::vector<calibration_series> series;
            for (std::size_t m = 0; m < t.models; ++m) series.push_back({model_names[m], t.sum(m)});
            out << calibration_svg(series, table.of.info().title + ": where hidden cards are");
        });
    }
    std::uint64_t wrong = 0;
    for (std::size_t m = 0; m < t.models; ++m) wrong += t.sum(m).false_exclusions;
    if (wrong > 0) {
        fmt::print("{} cards lay where their probability was 0\n", wrong);
        throw exit_with(1);
    }
}

}  // namespace

void add_eval_beliefs(command_spec& app) {
    const auto r = std::make_shared<eval_request>();
    command_spec command =
        app.add_subcommand("eval-beliefs", "measure how well beliefs predict hidden cards");
    command.footer("mu eval-beliefs contree --deals 2000 --seed 7 --out contree_beliefs");
    add_watch_options(command, *r, "number of deals");
    command.add_option("--first", r->first, "number of the first deal").whole_number();
    command
        .add_option("--net", r->net,
                    "file of a belief net; net: the one that comes with mu, if there is one; "
                    "none")
        .show_default();
    command.add_option("--out,-o", r->out,
                       "write OUT.csv (by trick and seat), OUT.bins.csv and OUT.svg (calibration)");
    command.callback([r] { run_eval(*r); });
}

}  // namespace mu::cli
