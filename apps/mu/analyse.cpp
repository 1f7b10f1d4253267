// `mu analyse`: what every decision of a deal was worth, and why.

#include <atomic>
#include <csignal>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <mu/api/read_positions.h>
#include <mu/cards/text.h>

#include "commands.h"
#include "lesson.h"
#include "progress.h"
#include "records.h"

namespace mu::cli {
namespace {

struct analyse_request {
    std::string source;
    std::string seat;
    bool as_json = false, all = false;
    teach_settings how;
};

std::atomic<bool> interrupted = false;

// How many decisions of it are looked at.
std::uint64_t decisions_of(const position& p, const teach_settings& how) {
    std::uint64_t n = 0;
    for (std::size_t i = 0; i < p.history().size(); ++i)
        if (!how.only || p.actor(i) == *how.only) ++n;
    return n;
}

// The deal as it can be reviewed, or why it cannot.
void check(const named_position& it) {
    try {
        it.from.deal_text();
    } catch (const std::logic_error& e) {
        throw std::invalid_argument(fmt::format("{}: {}", it.name, e.what()));
    }
    if (it.from.history().empty())
        throw std::invalid_argument(fmt::format(
            "{}: nothing has been done in this deal: what is analysed are its decisions", it.name));
}

void run(const analyse_request& r) {
    const std::vector<named_position> items = read_positions(source_text(r.source));
    for (const named_position& it : items) check(it);
    std::signal(SIGINT, [](int) { interrupted = true; });

    std::vector<teach_settings> plans;
    std::uint64_t all = 0, done = 0;
    for (const named_position& it : items) {
        teach_settings how = r.how;
        how.stop = &interrupted;
        if (!r.seat.empty()) how.only = parse_seat(r.seat, it.from.game().info().seats);
        all += decisions_of(it.from, how);
        plans.push_back(how);
    }
    progress_bar bar("decisions");
    const pen ink(wants_colour());
    for (std::size_t i = 0; i < items.size() && !interrupted; ++i) {
        const position& p = items[i].from;
        bar.show(done, all);
        const review of = review_deal(p, plans[i], [&](const decision&) { bar.show(++done, all); });
        bar.wipe();
        if (r.as_json) {
            nlohmann::ordered_json out{{"name", items[i].name}};
            out.update(to_json(p, of));
            fmt::print("{}\n", out.dump());
            continue;
        }
        fmt::print("{}{}: {}\n", i == 0 ? "" : "\n", items[i].name, p.game().info().title);
        for (const auto& line : review_lines(p, of, ink, r.all)) fmt::print("{}\n", line);
    }
    if (interrupted) throw exit_with{130};
}

}  // namespace

void add_analyse(command_spec& app) {
    command_spec command =
        app.add_subcommand("analyse", "what every decision of a deal was worth, and why");
    command.footer(
        "Each decision is judged on what that player could know: deals that fit it are drawn, and\n"
        "every choice is tried in all of them. With --worlds alone the result is always the same.");
    const auto r = std::make_shared<analyse_request>();
    command
        .add_option("RECORD", r->source,
                    "a file of records (one per line), PBN or LIN; - reads stdin; or one record")
        .required();
    command.add_option("--seat", r->seat, "only the decisions of this seat: N E S W or 0 1 2 3");
    command
        .add_option(
            "--worlds", r->how.worlds,
            "deals tried for each card, four times as many for each call; 0: as time allows")
        .whole_number()
        .show_default();
    command
        .add_option("--depth", r->how.solve_cards,
                    "cards in hand from which on deals are solved (default: the game decides)")
        .between(0, 64);
    command.add_option("--ms", r->how.ms, "milliseconds for each decision (default: no limit)")
        .between(0.0, 1e9);
    command
        .add_option("--nodes", r->how.nodes,
                    "node limit for the solution with open hands; 0: leave that out")
        .whole_number()
        .show_default();
    command.add_option("--seed", r->how.seed, "random seed").whole_number().show_default();
    command
        .add_option("--threads", r->how.threads, "number of threads; results do not depend on it")
        .between(1U, 256U)
        .show_default();
    command.add_flag("--all", r->all, "the reasons of good decisions too");
    command.add_flag("--json", r->as_json, "one JSON object per deal and line");
    command.callback([r] { run(*r); });
}

}  // namespace mu::cli
