// `mu arena`: agents against each other on the same deals, and the results they have left.

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <mu/api/build.h>
#include <mu/api/files.h>
#include <mu/arena/plot.h>
#include <mu/arena/statistics.h>
#include <mu/arena/store.h>
#include <mu/cards/printable.h>

#include "commands.h"
#include "progress.h"
#include "records.h"

namespace mu::cli {
namespace {

struct arena_request {
    std::string game = "whist";
    std::vector<std::string> agents;
    std::optional<std::uint64_t> deals;  // default: those of `from`, or 200
    std::uint64_t first = 0, seed = 1;
    std::string from;
    int threads = 1;
    bool matches = false, once = false, control = false, no_store = false;
    double seconds = std::numeric_limits<double>::infinity();
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
    // What open hands bring. REQUIRES: that was played.
    std::vector<double> open_hands() const {
        std::vector<double> out;
        for (const auto& r : results) out.push_back(r.open_hands.value());
        return out;
    }
};

std::string interval_text(const estimate& e) {
    return fmt::format("{:+.2f} ± {:.2f}  (95 %: {:+.2f} .. {:+.2f})", e.mean, e.error, e.low,
                       e.high);
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
                "--control is for deals with --once: a deal played from every seating has nothing "
                "left for it to explain");
        if (r.store.empty() && !r.no_store)
            throw std::invalid_argument("--store needs a file name; --no-store keeps nothing");
        if (!r.from.empty()) {
            from_ = records_of(game_, r.from);
            if (r.first >= from_.size())
                throw std::invalid_argument(fmt::format("{} has {} records; there is no number {}",
                                                        r.from, from_.size(), r.first));
        }
        deals_ = r.deals.value_or(r.from.empty() ? 200 : from_.size() - r.first);
        check_plan(plan_of(0, 1));
        if (r.no_store || !r.from.empty()) return;
        store_.emplace(r.store);
        for (const auto& a : agents_)
            for (const auto& command : a.commands_without_files())
                fmt::print(stderr,
                           "warning: '{}' names no file, so a changed program will not be "
                           "noticed: results stored for it would be used again\n",
                           printable(command, 60));
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

    // Insertion sort: neighbours meet, and the better one moves up.
    void ladder() {
        std::vector<std::size_t> order(agents_.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        const auto margin = [&](std::size_t a, std::size_t b) {
            return settled(mean_of(met(a, b).margins()));
        };
        const auto better = [&](std::size_t a, std::size_t b) { return margin(a, b).mean > 0; };
        for (std::size_t i = 1; i < order.size(); ++i)
            for (std::size_t at = i; at > 0 && better(order[at], order[at - 1]); --at)
                std::swap(order[at], order[at - 1]);
        fmt::print("{}, {} {}, seed {}\n\n", game_.spec(), deals_, unit(true), ask_.seed);
        for (std::size_t k = 0; k < order.size(); ++k) {
            fmt::print("{:>3}  {}\n", k + 1, agents_[order[k]].text());
            if (k + 1 < order.size())
                fmt::print("       {}\n", interval_text(margin(order[k], order[k + 1])));
        }
    }

private:
    const char* unit(bool many) const {
        return ask_.matches ? many ? "matches" : "match" : many ? "deals" : "deal";
    }

    // An estimate with the interval that holds for how the number of deals came about.
    estimate settled(const estimate& e) const { return plan_ ? at_any_time(e) : e; }

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
                .seconds = ask_.seconds,
                .sequential = plan_.has_value(),
                .agents = {agents_[a].text(), agents_[b].text()},
                .hashes = {agents_[a].hash(game_.spec()), agents_[b].hash(game_.spec())},
                .results = std::move(met.results)};
    }

    duel_plan plan_of(std::size_t a, std::size_t b) const {
        return {.of = game_,
                .agents = {agents_[a], agents_[b]},
                .seed = ask_.seed,
                .first = ask_.first,
                .count = deals_,
                .from = from_,
                .matches = ask_.matches,
                .once = ask_.once,
                .open_hands = ask_.control,
                .threads = ask_.threads,
                .seconds = ask_.seconds};
    }

    record_of_meeting meet(std::size_t a, std::size_t b) {
        const duel_plan plan = plan_of(a, b);
        record_of_meeting out;
        std::optional<sprt> test;
        if (plan_) test.emplace(*plan_);
        progress_bar bar(
            fmt::format("{} of {} against {}", unit(true), agents_[a].text(), agents_[b].text()));
        std::uint64_t done = 0;
        const auto played = [&](const duel_result& r) {
            if (!r.notes.empty()) bar.wipe();
            for (const auto& n : r.notes) fmt::print(stderr, "forfeit by {}\n", n);
            bar.show(++done, deals_);
        };
        const auto in_order = [&](const duel_result& r) {
            out.results.push_back(r);
            if (!test) return true;
            out.verdict = test->add(r.margin, ask_.control ? r.open_hands.value() : 0);
            return out.verdict == sprt_verdict::undecided;
        };
        if (store_) {
            stored_duel duel(plan, build_commit(), *store_,
                             test ? stored_duel::ending::sequential : stored_duel::ending::fixed);
            out.stored = done = duel.known();
            bar.show(done, deals_);
            duel.run(played, in_order);
        } else {
            bar.show(done, deals_);
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
        line(fmt::format("margin per {}", unit(false)),
             interval_text(settled(mean_of(met.margins()))));
        if (ask_.control) {
            const auto by = mean_with_control(met.margins(), met.open_hands(), 0);
            line("with control",
                 fmt::format("{}, open hands explain {:.0f} % of the variance",
                             interval_text(settled(by.result)), 100 * by.explained));
        }
        if (!swings.empty()) line("IMPs per deal", interval_text(settled(mean_of(swings))));
        const estimate won = plan_ ? share_at_any_time(shares) : share_of(shares);
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
        if (plan_) line("", "intervals hold at any stopping time, so they are wider than usual");
        if (met.stored > 0) line("from the store", fmt::format("{}", met.stored));
        return out;
    }

    arena_request ask_;
    game game_;
    std::vector<position> from_;  // what is played on from, if the cards are not dealt
    std::uint64_t deals_ = 0;
    std::vector<agent_spec> agents_;
    std::optional<sprt_plan> plan_;
    std::optional<result_store> store_;
    std::map<std::pair<std::size_t, std::size_t>, record_of_meeting> met_;
};

void list() {
    for (const auto& k : agent_kinds()) {
        fmt::print("{:<18}{}\n", k.name, k.help);
        for (const auto& p : k.parameters)
            fmt::print("    {:<14}{}{}\n", p.key, p.help,
                       p.preset.empty() ? "" : fmt::format("  (default {})", p.preset));
    }
    std::vector<std::string> names;
    for (const auto& g : games()) names.push_back(g.name);
    fmt::print("\ngames: {}\n", fmt::join(names, ", "));
}

result_store store_of(const arena_request& r) {
    return result_store(r.store, result_store::access::read);
}
std::string game_asked(const arena_request& r) {
    return r.only_game.empty() ? "" : game(r.only_game).spec();
}

std::vector<meeting> stored(const arena_request& r) {
    const auto all = store_of(r).meetings(game_asked(r), r.engine);
    if (all.empty()) throw std::invalid_argument("no such results in " + r.store);
    return all;
}

void results(const arena_request& r) {
    const auto all = stored(r);
    if (r.csv)
        fmt::print("{}", store_of(r).csv(game_asked(r), r.engine));
    else
        fmt::print("{}", r.markdown ? leaderboard_markdown(all) : leaderboard(all));
}

void plot(const arena_request& r) {
    const auto all = stored(r);
    const std::string picture = r.time ? time_svg(all) : ratings_svg(all);
    replace_file(r.out, [&](std::ostream& out) { out << picture; });
}

void add_options(command_spec& to, arena_request& r) {
    to.add_option("--game,-g", r.game, "game with options, such as \"whist(trump=h)\"")
        .show_default();
    to.add_option("--deals,-n", r.deals,
                  "number of deals, each played from every fair seating (default: 200, or all of "
                  "--from)")
        .whole_number(1);
    to.add_option("--first", r.first, "number of the first deal").whole_number();
    to.add_option("--seed", r.seed, "random seed (deals and players)")
        .whole_number()
        .show_default();
    to.add_option("--threads,-j", r.threads, "number of threads; results do not depend on it")
        .between(1, 1024)
        .show_default();
    to.add_flag("--matches", r.matches, "play whole matches instead of single deals");
    to.add_flag("--once", r.once, "play each deal from one random seating instead of all");
    to.add_flag("--control", r.control,
                "reduce variance (double-dummy control variate); needs --once");
    to.add_option("--seconds", r.seconds, "time limit for a decision; exceeding it forfeits")
        .positive();
    to.add_option("--sprt", r.sprt,
                  "stop as soon as a sequential test decides between mean margins LOW and HIGH")
        .expected(2)
        .type_name("LOW HIGH");
    to.add_option("--alpha", r.alpha, "probability of accepting HIGH when LOW is true")
        .show_default();
    to.add_option("--beta", r.beta, "probability of accepting LOW when HIGH is true")
        .show_default();
    const option_spec store =
        to.add_option("--store", r.store, "results database; resumes earlier runs").show_default();
    to.add_flag("--no-store", r.no_store, "do not store results");
    to.add_option("--from", r.from,
                  "file of records: deals are played on from where these end, in place of dealt "
                  "ones; results are not stored")
        .not_empty()
        .type_name("FILE")
        .excludes(store);
}

}  // namespace

void add_arena(command_spec& app) {
    auto r = std::make_shared<arena_request>();
    command_spec top = app.add_subcommand("arena", "compare agents on the same deals");
    top.require_subcommand();

    top.add_subcommand("list", "list the kinds of agents and their parameters").callback(list);

    command_spec h2h = top.add_subcommand("h2h", "compare two agents: margin, win share, time");
    h2h.add_option("agents", r->agents, "two agents, such as rule, \"blunder(p=0.2)\" or bot.toml")
        .required()
        .expected(2);
    add_options(h2h, *r);
    h2h.callback([r] { arena(*r).h2h(); });

    command_spec robin = top.add_subcommand("round-robin", "play every agent against every other");
    robin.add_option("agents", r->agents, "two or more agents").required().expected(2, -1);
    add_options(robin, *r);
    robin.callback([r] { arena(*r).round_robin(); });

    command_spec ladder = top.add_subcommand("ladder", "sort agents by strength");
    ladder.add_option("agents", r->agents, "two or more agents").required().expected(2, -1);
    add_options(ladder, *r);
    ladder.callback([r] { arena(*r).ladder(); });

    const auto add_store = [r](command_spec& to) {
        to.add_option("--store", r->store, "results database").show_default();
        to.add_option("--game,-g", r->only_game,
                      "only this game; a name without options means all options");
        to.add_option("--engine", r->engine, "only results of this version of mu");
    };
    command_spec shown =
        top.add_subcommand("results", "show the leaderboard and the head-to-head matrix");
    add_store(shown);
    shown.add_flag("--csv", r->csv, "print every row as CSV");
    shown.add_flag("--markdown", r->markdown, "print Markdown tables");
    shown.callback([r] { results(*r); });

    command_spec drawn = top.add_subcommand("plot", "draw ratings with their intervals as SVG");
    add_store(drawn);
    drawn.add_option("--out,-o", r->out, "SVG file to write").required();
    drawn.add_flag("--time", r->time, "draw ratings against time per decision");
    drawn.callback([r] { plot(*r); });
}

}  // namespace mu::cli
