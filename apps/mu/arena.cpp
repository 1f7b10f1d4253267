// `mu arena`: agents against each other on the same deals, and the results they have left.

#include <algorithm>
#include <cmath>
#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <mu/api/build.h>
#include <mu/api/files.h>
#include <mu/arena/plot.h>
#include <mu/arena/statistics.h>
#include <mu/arena/store.h>

#include "commands.h"
#include "progress.h"

namespace mu::cli {
namespace {

struct arena_request {
    std::string game = "whist";
    std::vector<std::string> agents;
    std::uint64_t deals = 200, first = 0, seed = 1;
    int threads = 1;
    bool matches = false, once = false, control = false, no_store = false;
    double seconds = 0;  // 0: no limit
    std::vector<double> sprt;
    double alpha = 0.05, beta = 0.05;
    std::string store = "arena.db";
    std::string engine, only_game, out;
    bool csv = false, markdown = false, time = false;
};

// What two agents have come to, for the first of them.
struct record_of_meeting {
    std::vector<duel_result> results;
    sprt_verdict verdict = sprt_verdict::undecided;
    std::uint64_t stored = 0;  // of the deals, played earlier

    std::vector<double> margins() const {
        std::vector<double> out;
        for (const auto& r : results) out.push_back(r.margin);
        return out;
    }
};

std::string interval_text(const estimate& e, int digits = 2) {
    return fmt::format("{:+.{}f} ± {:.{}f}  (95 %: {:+.{}f} .. {:+.{}f})", e.mean, digits, e.error,
                       digits, e.low, digits, e.high, digits);
}

class arena {
public:
    explicit arena(const arena_request& r) : ask_(r), game_(r.game) {
        for (const auto& a : r.agents) agents_.push_back(agent_spec::from_argument(a));
        for (std::size_t i = 0; i < agents_.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                if (agents_[i] == agents_[k] && agents_.size() > 2)
                    throw std::invalid_argument("the agent " + agents_[i].text() +
                                                " is given twice");
        if (!r.sprt.empty()) plan_ = sprt_plan{r.sprt[0], r.sprt[1], r.alpha, r.beta};
        if (plan_) sprt check(*plan_);
        if (r.control && (!r.once || r.matches))
            throw std::invalid_argument(
                "--control is for deals with --once: playing a deal from every seating takes out "
                "what open hands would");
        if (!r.no_store) store_.emplace(r.store);
    }

    void h2h() {
        const auto met = meet(0, 1);
        fmt::print("{}", report(agents_[0], agents_[1], met));
    }

    void round_robin() {
        std::vector<meeting> all;
        for (std::size_t i = 0; i < agents_.size(); ++i)
            for (std::size_t k = i + 1; k < agents_.size(); ++k)
                all.push_back(note(i, k, meet(i, k)));
        fmt::print("{}", leaderboard(all));
    }

    // The agents climb: neighbours meet, and who does better goes above, until nobody can climb.
    void ladder() {
        std::vector<std::size_t> order(agents_.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        const auto better = [&](std::size_t a, std::size_t b) {
            return mean_of(met(a, b).margins()).mean > 0;
        };
        for (std::size_t i = 1; i < order.size(); ++i)
            for (std::size_t at = i; at > 0 && better(order[at], order[at - 1]); --at)
                std::swap(order[at], order[at - 1]);
        fmt::print("{}, {} {}, seed {}\n\n", game_.spec(), ask_.deals, unit(true), ask_.seed);
        for (std::size_t k = 0; k < order.size(); ++k) {
            fmt::print("{:>3}  {}\n", k + 1, agents_[order[k]].text());
            if (k + 1 < order.size())
                fmt::print("       {}\n",
                           interval_text(mean_of(met(order[k], order[k + 1]).margins())));
        }
    }

private:
    const char* unit(bool many) const {
        return ask_.matches ? many ? "matches" : "match" : many ? "deals" : "deal";
    }

    // Each pair meets once, whichever of them asks.
    record_of_meeting met(std::size_t a, std::size_t b) {
        const auto key = std::minmax(a, b);
        auto found = met_.find(key);
        if (found == met_.end()) found = met_.emplace(key, meet(key.first, key.second)).first;
        record_of_meeting out = found->second;
        if (a > b)
            for (auto& r : out.results) r.margin = -r.margin;
        return out;
    }

    meeting note(std::size_t a, std::size_t b, record_of_meeting met) const {
        return {.game = game_.spec(),
                .engine = build_commit(),
                .rules = game_.info().version,
                .matches = ask_.matches,
                .once = ask_.once,
                .agents = {agents_[a].text(), agents_[b].text()},
                .hashes = {agents_[a].hash(), agents_[b].hash()},
                .results = std::move(met.results)};
    }

    record_of_meeting meet(std::size_t a, std::size_t b) {
        duel_plan plan{.of = game_, .agents = {agents_[a], agents_[b]}, .seed = ask_.seed};
        plan.first = ask_.first;
        plan.count = ask_.deals;
        plan.matches = ask_.matches;
        plan.once = ask_.once;
        plan.open_hands = ask_.control;
        plan.threads = ask_.threads;
        if (ask_.seconds > 0) plan.seconds = ask_.seconds;
        record_of_meeting out;
        std::optional<sprt> test;
        if (plan_) test.emplace(*plan_);
        progress_bar bar(
            fmt::format("{} of {} against {}", unit(true), agents_[a].text(), agents_[b].text()));
        std::uint64_t done = 0;
        const auto played = [&](const duel_result& r) {
            if (!r.notes.empty()) bar.wipe();
            for (const auto& n : r.notes) fmt::print(stderr, "forfeit by {}\n", n);
            bar.show(++done, ask_.deals);
        };
        const auto in_order = [&](const duel_result& r) {
            out.results.push_back(r);
            if (!test) return true;
            out.verdict = test->add(r.margin);
            return out.verdict == sprt_verdict::undecided;
        };
        if (store_) {
            stored_duel duel(plan, build_commit(), *store_);
            out.stored = done = duel.known();
            bar.show(done, ask_.deals);
            duel.run(played, in_order);
        } else {
            bar.show(done, ask_.deals);
            run_duel(plan, {.known = {}, .done = played, .in_order = in_order});
        }
        return out;
    }

    std::string report(const agent_spec& a, const agent_spec& b,
                       const record_of_meeting& met) const {
        std::vector<double> shares, swings;
        std::array<duel_side, 2> spent{};
        for (const auto& r : met.results) {
            shares.push_back(r.share);
            if (r.imps) swings.push_back(*r.imps);
            for (std::size_t k = 0; k < 2; ++k) {
                spent[k].decisions += r.sides[k].decisions;
                spent[k].seconds += r.sides[k].seconds;
                spent[k].forfeits += r.sides[k].forfeits;
            }
        }
        std::string out =
            fmt::format("{} against {}: {}, {} {}, seed {}, engine {}\n", a.text(), b.text(),
                        game_.spec(), met.results.size(), unit(true), ask_.seed, build_commit());
        const auto line = [&](std::string_view what, const std::string& text) {
            out += fmt::format("  {:<20}{}\n", what, text);
        };
        line(fmt::format("margin per {}", unit(false)), interval_text(mean_of(met.margins())));
        if (ask_.control) {
            std::vector<double> open;
            for (const auto& r : met.results) open.push_back(r.open_hands.value());
            const auto by = mean_with_control(met.margins(), open, 0);
            line("less open hands", fmt::format("{}, which explain {:.0f} % of the variance",
                                                interval_text(by.result), 100 * by.explained));
        }
        if (!swings.empty()) line("IMPs per deal", interval_text(mean_of(swings)));
        const estimate won = share_of(shares);
        line("win share", fmt::format("{:.1f} %  (95 %: {:.1f} .. {:.1f})", 100 * won.mean,
                                      100 * won.low, 100 * won.high));
        line("ms per decision", fmt::format("{:.3f} and {:.3f}", spent[0].ms_per_decision(),
                                            spent[1].ms_per_decision()));
        if (spent[0].forfeits + spent[1].forfeits > 0)
            line("forfeits", fmt::format("{} and {}", spent[0].forfeits, spent[1].forfeits));
        if (plan_)
            line("sequential test",
                 fmt::format("{} (H0 mean {}, H1 mean {}, alpha {}, beta {})",
                             met.verdict == sprt_verdict::high  ? "H1 accepted"
                             : met.verdict == sprt_verdict::low ? "H0 accepted"
                                                                : "undecided",
                             plan_->low, plan_->high, plan_->alpha, plan_->beta));
        if (met.stored > 0) line("from the store", fmt::format("{}", met.stored));
        return out;
    }

    arena_request ask_;
    game game_;
    std::vector<agent_spec> agents_;
    std::optional<sprt_plan> plan_;
    std::optional<result_store> store_;
    std::map<std::pair<std::size_t, std::size_t>, record_of_meeting> met_;
};

void list() {
    for (const auto& k : agent_kinds()) {
        fmt::print("{:<10}{}\n", k.name, k.help);
        for (const auto& p : k.parameters)
            fmt::print("    {:<10}{}{}\n", p.key, p.help,
                       p.preset.empty() ? "" : fmt::format("  (default {})", p.preset));
    }
    std::vector<std::string> names;
    for (const auto& g : games()) names.push_back(g.name);
    fmt::print("\ngames: {}\n", fmt::join(names, ", "));
}

std::vector<meeting> stored(const arena_request& r) {
    if (!std::ifstream(r.store))
        throw std::invalid_argument("no results in " + r.store + ": there is no such file");
    result_store store(r.store);
    const auto all = store.meetings(r.only_game.empty() ? "" : game(r.only_game).spec(), r.engine);
    if (all.empty()) throw std::invalid_argument("no such results in " + r.store);
    return all;
}

void results(const arena_request& r) {
    const auto all = stored(r);
    if (r.csv)
        fmt::print("{}", result_store(r.store).csv());
    else
        fmt::print("{}", r.markdown ? leaderboard_markdown(all) : leaderboard(all));
}

void plot(const arena_request& r) {
    const auto all = stored(r);
    const std::string picture = r.time ? time_svg(all) : ratings_svg(all);
    replace_file(r.out, [&](std::ostream& out) { out << picture; });
}

void add_options(command_spec& to, arena_request& r) {
    to.add_option("--game,-g", r.game, "Game, as in \"whist(trump=h)\"").show_default();
    to.add_option("--deals,-n", r.deals, "Deals, each from every fair seating")
        .whole_number(1)
        .show_default();
    to.add_option("--first", r.first, "Number of the first deal").whole_number();
    to.add_option("--seed", r.seed, "Seed of the deals and of all lots drawn")
        .whole_number()
        .show_default();
    to.add_option("--threads,-j", r.threads, "Threads; they do not change results")
        .between(1, 1024)
        .show_default();
    to.add_flag("--matches", r.matches, "Whole matches in place of single deals");
    to.add_flag("--once", r.once, "Each deal from one seating, drawn by lot, in place of all");
    to.add_flag("--control", r.control,
                "With --once: take out of the margin what open hands explain of it");
    to.add_option("--seconds", r.seconds, "Allowed for a decision, told to the players").positive();
    to.add_option("--sprt", r.sprt,
                  "Stop as soon as it is clear whether the mean margin is LOW or HIGH")
        .expected(2)
        .type_name("LOW HIGH");
    to.add_option("--alpha", r.alpha, "Chance to accept HIGH where LOW is true").show_default();
    to.add_option("--beta", r.beta, "Chance to accept LOW where HIGH is true").show_default();
    to.add_option("--store", r.store, "File of results: goes on where it ends").show_default();
    to.add_flag("--no-store", r.no_store, "Keep nothing");
}

}  // namespace

void add_arena(command_spec& app) {
    auto r = std::make_shared<arena_request>();
    command_spec top = app.add_subcommand("arena", "Agents against each other on the same deals");
    top.require_subcommand();

    top.add_subcommand("list", "Kinds of agents and their parameters").callback(list);

    command_spec h2h = top.add_subcommand("h2h", "Two agents: margin, win share, time");
    h2h.add_option("agents", r->agents, "Two agents: \"rule\", \"blunder(p=0.2)\", or bot.toml")
        .required()
        .expected(2);
    add_options(h2h, *r);
    h2h.callback([r] { arena(*r).h2h(); });

    command_spec robin = top.add_subcommand("round-robin", "Every agent against every other");
    robin.add_option("agents", r->agents, "Two agents or more").required().expected(2, -1);
    add_options(robin, *r);
    robin.callback([r] { arena(*r).round_robin(); });

    command_spec ladder = top.add_subcommand("ladder", "Agents in order of strength");
    ladder.add_option("agents", r->agents, "Two agents or more").required().expected(2, -1);
    add_options(ladder, *r);
    ladder.callback([r] { arena(*r).ladder(); });

    const auto add_store = [r](command_spec& to) {
        to.add_option("--store", r->store, "File of results").show_default();
        to.add_option("--game,-g", r->only_game, "Only this game; a plain name means all options");
        to.add_option("--engine", r->engine, "Only what this commit has played");
    };
    command_spec shown = top.add_subcommand("results", "Leaderboard and head-to-head matrix");
    add_store(shown);
    shown.add_flag("--csv", r->csv, "Every row as CSV");
    shown.add_flag("--markdown", r->markdown, "As tables in Markdown");
    shown.callback([r] { results(*r); });

    command_spec drawn = top.add_subcommand("plot", "Ratings with their intervals as SVG");
    add_store(drawn);
    drawn.add_option("--out,-o", r->out, "File to write").required();
    drawn.add_flag("--time", r->time, "Against the time that a decision takes");
    drawn.callback([r] { plot(*r); });
}

}  // namespace mu::cli
