// `mu solve`: what positions are worth with all hands open.

#include <algorithm>
#include <atomic>
#include <csignal>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <mu/api/read_positions.h>
#include <mu/api/solve.h>
#include <mu/cards/text.h>
#include <mu/parallel.h>

#include "commands.h"
#include "progress.h"
#include "records.h"
#include "table.h"

namespace mu::cli {
namespace {

struct solve_request {
    std::string source;
    bool as_json = false, contracts = false, brief = false;
    std::optional<std::uint64_t> nodes;
    double seconds = 0;
    int tolerance = 0;
    unsigned threads = 1;
};

// The position before anything happened, as far as that is known.
position as_dealt(const position& p) {
    return p.history().empty() ? p : p.game().deal(p.deal_text());
}

std::string value_text(const value_range& v) {
    return v.exact() ? fmt::format("{}", v.low) : fmt::format("{}..{}", v.low, v.high);
}

// What a..b means, where it stands.
std::string about_ranges(bool complete, std::span<const value_range> values) {
    if (complete && std::ranges::all_of(values, &value_range::exact)) return "";
    return fmt::format("{}a..b means at least a, at most b\n",
                       complete ? "" : "the budget ran out: ");
}

std::string footer(const contract_table& t) {
    std::string out = fmt::format("{} of {}\n", t.unit, t.side);
    if (!t.summary.empty()) out += t.summary + "\n";
    std::vector<value_range> values;
    for (const auto& e : t.entries) values.push_back(e.value);
    return out + about_ranges(t.complete, values);
}

// Who declares or leads, as players say it: a seat by its letter where the table has a compass.
std::string who_text(const std::string& who, const game_info& info) {
    const bool number = who.size() == 1 && who[0] >= '0' && who[0] <= '3';
    return number ? seat_str(static_cast<seat>(who[0] - '0'), info.seats) : who;
}

// The contracts in rows, who plays or leads in columns.
std::string table_text(const contract_table& t, const game_info& info) {
    std::vector<std::string> rows, columns;
    for (const auto& e : t.entries) {
        if (std::ranges::find(rows, e.contract) == rows.end()) rows.push_back(e.contract);
        if (std::ranges::find(columns, e.who) == columns.end()) columns.push_back(e.who);
    }
    std::size_t widest = 3;  // value
    for (const auto& e : t.entries) widest = std::max(widest, value_text(e.value).size());
    std::size_t width = widest + 1;
    for (const auto& c : columns) width = std::max(width, c.size() + 1);
    std::size_t first = std::max<std::size_t>(4, t.who_is.size());
    for (const auto& r : rows) first = std::max(first, r.size());
    if (rows.size() == t.entries.size()) {  // one way to play each: a list
        std::string list;
        for (const auto& e : t.entries) {
            const std::string who = who_text(e.who, info);
            list +=
                fmt::format("{:<{}} {:>{}}{}\n", e.contract, first, value_text(e.value), widest + 1,
                            who.empty()        ? ""
                            : t.who_is.empty() ? "   " + who
                                               : fmt::format("   {} {}", t.who_is, who));
        }
        return list + footer(t);
    }
    std::string out = fmt::format("{:<{}}", t.who_is, first);
    for (const auto& c : columns) out += fmt::format("{:>{}}", who_text(c, info), width);
    out += "\n";
    for (const auto& r : rows) {
        out += fmt::format("{:<{}}", r, first);
        for (const auto& c : columns) {
            std::string cell;
            for (const auto& e : t.entries)
                if (e.contract == r && e.who == c) cell = value_text(e.value);
            out += fmt::format("{:>{}}", cell, width);
        }
        out += "\n";
    }
    return out + footer(t);
}

std::string lines_text(const std::vector<std::string>& lines) {
    std::string out;
    for (const auto& line : lines) out += line + "\n";
    return out;
}

// The hands, and where the deal stands.
std::string table_picture(const position& p) {
    const game_info& info = p.game().info();
    const pen ink(wants_colour());
    table_drawing draw(info, ink);
    const seat_view seen = p.public_view();
    draw.sort_by(seen.card_ranks());
    const json table = p.to_json();
    std::string out = lines_text(draw.diagram(table));
    out += fmt::format("{}   Dealer {}", info.title,
                       draw.seat_name(table["dealer"].get<std::string>()));
    if (!table["trick"].is_null() && !table["trick"]["complete"].get<bool>())
        out += "   On the table: " + draw.trick_line(table["trick"]);
    out += "\n";
    return out + lines_text(draw.status(seen));
}

std::string solution_text(const position& p, const solution& s) {
    const table_drawing draw(p.game().info(), pen(wants_colour()));
    const json table = p.to_json();
    // Who plays the card need not be who holds it.
    const std::string turn = table.contains("turn") ? "turn" : "to_act";
    std::string out =
        fmt::format("{} to play: {} {} for {}\n", draw.seat_name(table[turn].get<std::string>()),
                    value_text(s.value), s.unit, s.side);
    if (!s.moves.empty()) {
        // Best first, cards of the same value together.
        std::vector<solution::move> moves = s.moves;
        std::ranges::sort(moves, {}, [&](const solution::move& m) {
            const int loss =
                std::abs(m.value.low - s.value.low) + std::abs(m.value.high - s.value.high);
            return std::pair(loss, m.what);
        });
        std::vector<std::pair<std::string, std::string>> groups;
        for (const auto& m : moves) {
            const std::string value = value_text(m.value);
            if (groups.empty() || groups.back().first != value) groups.emplace_back(value, "");
            groups.back().second += " " + draw.word(p.action_text(m.what));
        }
        for (const auto& [value, cards] : groups)
            out += lines_text(fold(fmt::format("{} after{}", value, cards)));
    }
    if (!s.line.empty()) {
        std::string line = "best play:";
        for (const action a : s.line) line += " " + draw.word(p.action_text(a));
        out += lines_text(fold(line));
    }
    std::vector<value_range> values{s.value};
    for (const auto& m : s.moves) values.push_back(m.value);
    return out + about_ranges(s.complete, values);
}

struct answer {
    std::string text;
    bool failed = false;
};

answer solve_one(const named_position& it, const solve_request& r, const solve_options& how) {
    try {
        const position& p = it.from;
        // While cards are played the question is which card; before, which contract. A board of
        // a file that has been played is asked about as it was dealt.
        solution s;
        bool contracts = r.contracts || (p.is_over() && it.is_board);
        if (!contracts) {
            try {
                s = p.solve(how);
            } catch (const not_in_play&) {
                contracts = true;
            }
        }
        nlohmann::ordered_json out{{"name", it.name}};
        if (contracts) {
            const position dealt = as_dealt(p);
            const contract_table t = dealt.solve_contracts(how);
            if (!r.as_json) {
                std::string played;
                if (p.is_over()) {
                    played = "This deal has been played";
                    if (const std::string how_it_went = p.result(); !how_it_went.empty())
                        played += ": " + how_it_went;
                    played = lines_text(fold(played + ". Solved as it was dealt:", ""));
                }
                return {fmt::format("{}\n{}{}\n{}", it.name, table_picture(dealt), played,
                                    table_text(t, p.game().info()))};
            }
            out["position"] = dealt.state_text();
            out.update(to_json(t));
        } else {
            if (!r.as_json)
                return {fmt::format("{}\n{}\n{}", it.name, table_picture(p), solution_text(p, s))};
            out["position"] = p.state_text();
            out.update(to_json(p, s));
        }
        return {out.dump() + "\n"};
    } catch (const std::exception& e) {
        return {fmt::format("{}: {}\n", it.name, e.what()), true};
    }
}

std::atomic<bool> interrupted = false;

void run(const solve_request& r) {
    const std::vector<named_position> items = read_positions(source_text(r.source));

    solve_options how;
    how.moves = how.line = !r.brief;
    if (r.nodes) how.budget.nodes = *r.nodes;
    how.tolerance = r.tolerance;
    how.budget.stop = &interrupted;
    std::signal(SIGINT, [](int) { interrupted = true; });

    const auto work = [&](std::uint64_t i) {
        solve_options mine = how;
        if (r.seconds > 0)
            mine.budget.deadline = std::chrono::steady_clock::now() +
                                   std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                       std::chrono::duration<double>(r.seconds));
        return interrupted ? answer{} : solve_one(items[i], r, mine);
    };
    int failures = 0;
    std::uint64_t given = 0;
    std::optional<progress_bar> bar;
    if (items.size() > 1) bar.emplace("positions");
    const auto give = [&](const answer& a) {
        if (interrupted && a.text.empty()) return false;
        ++given;
        if (bar) bar->wipe();
        if (a.failed) {
            ++failures;
            fmt::print(stderr, "mu: {}", a.text);
        } else {
            fmt::print("{}{}", a.text, r.as_json || given == items.size() ? "" : "\n");
        }
        if (bar) bar->show(given, items.size());
        return true;
    };
    work_in_order(
        {.count = items.size(), .threads = std::max(1U, r.threads)}, [&] { return work; },
        [](const answer&) {}, give);
    bar.reset();
    if (interrupted) throw exit_with{130};
    if (failures > 0) throw exit_with{1};
}

}  // namespace

void add_solve(command_spec& app) {
    command_spec command = app.add_subcommand("solve", "solve positions double-dummy");
    const auto r = std::make_shared<solve_request>();
    command
        .add_option("SOURCE", r->source,
                    "a file of records, positions or PBN deals (one per line), PBN or LIN; - reads "
                    "stdin; or one record, position or PBN deal")
        .required();
    command.add_flag("--contracts", r->contracts,
                     "solve every contract of the deal, also if one has been chosen");
    command.add_flag("--value", r->brief, "only the value: not every card, no line of play");
    command.add_flag("--json", r->as_json, "one JSON object per line");
    command.add_option("--nodes", r->nodes, "stop after N nodes and report bounds").whole_number(1);
    command
        .add_option("--seconds", r->seconds,
                    "stop after so many seconds on a position and report bounds")
        .between(0.001, 1e6);
    command
        .add_option("--tolerance", r->tolerance,
                    "ranges up to twice as wide as this will do, for less work; no line of play")
        .between(0, 1000);
    command.add_option("--threads", r->threads, "number of threads; results do not depend on it")
        .between(1U, 256U)
        .show_default();
    command.callback([r] { run(*r); });
}

}  // namespace mu::cli
