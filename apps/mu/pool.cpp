// `mu pool`: pools of solved deals.

#include <atomic>
#include <charconv>
#include <chrono>
#include <csignal>
#include <iostream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <mu/api/files.h>
#include <mu/pool/export.h>
#include <mu/pool/make.h>

#include "commands.h"
#include "progress.h"

namespace mu::cli {
namespace {

namespace fs = std::filesystem;

std::atomic<bool> interrupted = false;

// The first Ctrl-C lets us finish what is at hand, the second does not.
void finish_on_interrupt() {
    std::signal(SIGINT, [](int) {
        interrupted = true;
        std::signal(SIGINT, SIG_DFL);
    });
}

pool_work work_on(progress_bar& bar, unsigned threads = 1) {
    return {.threads = threads,
            .stop = &interrupted,
            .progress = [&bar](std::uint64_t done, std::uint64_t all) { bar.show(done, all); }};
}

// --- make --------------------------------------------------------------------------------------

struct make_request {
    std::string file, spec, shard;
    std::uint64_t count = 1000, seed = 1, first = 0;
    std::uint32_t frame = default_pool_frame;
    unsigned threads = 1;
    std::vector<std::string> labels;
};

// "2/5"
void apply_shard(pool_plan& plan, const std::string& text) {
    std::uint64_t k = 0, n = 0;
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, k);
    const bool slash = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
    const auto second = slash ? std::from_chars(first.ptr + 1, end, n) : first;
    if (!slash || second.ec != std::errc() || second.ptr != end)
        throw std::invalid_argument(
            fmt::format("--shard {}: expected k/n with k from 1 to n, such as 2/5", text));
    plan = shard_of(plan, k, n);
}

void run_make(const make_request& r) {
    pool_plan plan{game(r.spec), r.seed, r.first, r.count, r.frame};
    for (const auto& agent : r.labels) plan.labels.push_back(agent_spec::from_argument(agent));
    if (!r.shard.empty()) apply_shard(plan, r.shard);
    finish_on_interrupt();
    const auto begin = std::chrono::steady_clock::now();
    pool_result made;
    {
        progress_bar bar("deals");
        made = make_pool(r.file, plan, work_on(bar, r.threads));
    }
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!made.complete) {
        fmt::print(stderr, "mu: interrupted: {} of {} deals are in {}; the same command resumes\n",
                   made.now, plan.count, pool_writer::part_of(r.file).string());
        throw exit_with{130};
    }
    if (made.before == made.now) {
        fmt::print("{}: {} deals, all there already\n", r.file, made.now);
        return;
    }
    fmt::print("{}: {} deals{}, {:.1f}/s, {} bytes, {:.2f} a deal\n", r.file, made.now,
               made.before > 0 ? fmt::format(" ({} were there)", made.before) : "",
               static_cast<double>(made.now - made.before) / seconds, made.bytes,
               static_cast<double>(made.bytes) / static_cast<double>(made.now));
}

void add_make(command_spec& pool) {
    command_spec command = pool.add_subcommand("make", "make a pool, or resume one");
    command.footer(
        "Deal i is deal i of `mu deal GAME --seed SEED --fixed-dealer`. While it is being made a\n"
        "pool is called FILE.part; after any interruption the same command resumes it. A larger\n"
        "--count makes a finished pool longer. The bytes do not depend on --threads. Shards 1/n\n"
        "to n/n hold the deals of the whole pool, each once; `mu pool merge` joins them.");
    const auto r = std::make_shared<make_request>();
    command.add_option("FILE", r->file, "the pool").required();
    command.add_option("GAME", r->spec, "a game, with options: \"contree(contracts=all)\"")
        .required();
    command.add_option("--count", r->count, "number of deals, all shards together")
        .whole_number(1)
        .show_default();
    command.add_option("--seed", r->seed, "random seed of the deals").whole_number().show_default();
    command.add_option("--first", r->first, "number of the first deal")
        .whole_number()
        .show_default();
    command
        .add_option("--label", r->labels,
                    "an agent that plays every deal in all seats (its points become columns): "
                    "\"rule\", or bot.toml; may be given more than once")
        .one_value_each();
    command.add_option("--shard", r->shard, "k/n: make only the k-th of n parts");
    command
        .add_option("--frame", r->frame,
                    "deals written at once; a kill loses what is not written yet")
        .between(1U, 65536U)
        .show_default();
    command.add_option("--threads", r->threads, "number of threads")
        .between(1U, 256U)
        .show_default();
    command.callback([r] { run_make(*r); });
}

// --- info --------------------------------------------------------------------------------------

struct info_request {
    std::string file;
    bool as_json = false;
};

void run_info(const info_request& r) {
    pool_reader in(r.file);
    const pool_header& h = in.header();
    pool_frame frame;
    std::string state = "complete";
    try {
        while (in.next(frame)) {
        }
        if (!in.complete()) state = "not complete";
    } catch (const torn_pool&) {
        state = "not complete, the last frame torn";
    }
    const double each =
        in.records() == 0 ? 0
                          : static_cast<double>(in.position()) / static_cast<double>(in.records());
    if (r.as_json) {
        auto out = to_json(h);
        out["deals"] = in.records();
        out["complete"] = in.complete();
        out["bytes"] = in.position();
        fmt::print("{}\n", out.dump(2));
        return;
    }
    std::vector<std::string> places, columns;
    for (const auto& p : h.places) places.push_back(fmt::format("{} {}", p.name, p.size));
    for (const auto& c : h.columns) columns.push_back(c.name);
    fmt::print("game      {}, rules version {}\n", h.game, h.rules);
    fmt::print("deals     {}, from number {} of seed {}\n", in.records(), h.first, h.seed);
    fmt::print("state     {}\n", state);
    fmt::print("bytes     {}, {:.2f} a deal; records of {}, frames of {}\n", in.position(), each,
               h.record_size(), h.frame);
    fmt::print("cards     {}: {}\n", h.cards(), fmt::join(places, ", "));
    fmt::print("values    {} of {}, as {}\n", h.unit, h.side, pool_type_name(h.columns[0].type));
    fmt::print("columns   {}: {}\n", columns.size(), fmt::join(columns, " "));
    for (const auto& l : h.labels) fmt::print("label     {} #{}\n", l.agent, l.hash);
    fmt::print("made by   mu {}\n", h.solver);
}

void add_info(command_spec& pool) {
    command_spec command = pool.add_subcommand("info", "show what a pool holds");
    const auto r = std::make_shared<info_request>();
    command.add_option("FILE", r->file, "a pool, or the FILE.part of one that is being made")
        .required();
    command.add_flag("--json", r->as_json, "as JSON");
    command.callback([r] { run_info(*r); });
}

// --- verify ------------------------------------------------------------------------------------

struct verify_request {
    std::string file;
    std::uint64_t solve = 10;
    bool run_programs = false;
};

void run_verify(const verify_request& r) {
    finish_on_interrupt();
    pool_check found;
    try {
        progress_bar bar("deals solved again");
        found = verify_pool(r.file, r.solve, work_on(bar),
                            r.run_programs ? pool_programs::run : pool_programs::skip);
    } catch (const pool_error& e) {
        fmt::print(stderr, "mu: {}\n", e.what());
        throw exit_with{1};
    }
    if (interrupted) throw exit_with{130};
    for (const auto& label : found.skipped)
        fmt::print(stderr, "mu: label not checked, for it runs a command (--run-programs): {}\n",
                   label);
    // A pool that is being made may end after any frame; a finished one may not.
    const bool part = fs::path(r.file).extension() == ".part";
    if (!found.complete && !part) {
        fmt::print(stderr, "mu: {}: not complete: cut off after {} deals, or still being made\n",
                   r.file, found.records);
        throw exit_with{1};
    }
    fmt::print("{}: {} deals of the seed, {} solved again, {} bytes{}\n", r.file, found.records,
               found.solved, found.bytes, found.complete ? "" : "; not complete");
}

void add_verify(command_spec& pool) {
    command_spec command = pool.add_subcommand(
        "verify", "check all checksums, deal every deal again and solve some again");
    command.footer("Exits with 1 at the first thing that is wrong, and names it.");
    const auto r = std::make_shared<verify_request>();
    command.add_option("FILE", r->file, "a pool").required();
    command.add_option("--solve", r->solve, "number of deals to solve again, spread evenly")
        .whole_number()
        .show_default();
    command.add_flag("--run-programs", r->run_programs,
                     "run the commands that labels name, to check their columns (only for files "
                     "you trust)");
    command.callback([r] { run_verify(*r); });
}

// --- merge -------------------------------------------------------------------------------------

struct merge_request {
    std::string file;
    std::vector<fs::path> parts;
};

void run_merge(const merge_request& r) {
    finish_on_interrupt();
    pool_result made;
    {
        progress_bar bar("deals");
        made = merge_pools(r.parts, r.file, work_on(bar));
    }
    if (!made.complete) throw exit_with{130};
    fmt::print("{}: {} deals, {} bytes\n", r.file, made.now, made.bytes);
}

void add_merge(command_spec& pool) {
    command_spec command = pool.add_subcommand("merge", "join the shards of a pool");
    command.footer("The result is the same, byte by byte, as the pool made at once.");
    const auto r = std::make_shared<merge_request>();
    command.add_option("FILE", r->file, "the pool to write").required();
    command.add_option("PARTS", r->parts, "its shards, in any order").required();
    command.callback([r] { run_merge(*r); });
}

// --- export and plot ---------------------------------------------------------------------------

struct export_request {
    std::string file, out = "-", format;
    std::vector<std::string> columns;
};

void run_export(const export_request& r) {
    std::string format = r.format;
    if (format.empty()) {
        const std::string suffix = fs::path(r.out).extension();
        format = r.out == "-" || suffix == ".csv" ? "csv" : suffix == ".npz" ? "npz" : "";
        if (format.empty())
            throw std::invalid_argument(
                fmt::format("{}: name it .csv or .npz, or choose --format csv or npz", r.out));
    }
    if (format == "npz" && r.out == "-")
        throw std::invalid_argument("an npz file cannot be written to stdout: name it");
    if (r.out != "-") refuse_same_file(r.file, r.out);
    if (format == "npz")
        export_npz(r.file, r.out);
    else if (r.out == "-")
        export_csv(r.file, std::cout);
    else
        replace_file(r.out, [&](std::ostream& out) { export_csv(r.file, out); });
}

void add_export(command_spec& pool) {
    command_spec command = pool.add_subcommand("export", "write a pool as CSV or for NumPy");
    command.footer(
        "The name of OUT, .csv or .npz, chooses the format; without OUT, CSV to stdout.");
    const auto r = std::make_shared<export_request>();
    command.add_option("FILE", r->file, "a complete pool").required();
    command.add_option("OUT", r->out, "the file to write (default: -, stdout)");
    command.add_option("--format", r->format, "csv or npz, whatever the name of OUT")
        .one_of({"csv", "npz"});
    command.callback([r] { run_export(*r); });
}

void run_plot(const export_request& r) {
    if (r.out != "-") refuse_same_file(r.file, r.out);
    const std::string picture = plot_pool(r.file, r.columns);
    if (r.out == "-")
        std::cout << picture;
    else
        replace_file(r.out, [&](std::ostream& out) { out << picture; });
}

void add_plot(command_spec& pool) {
    command_spec command = pool.add_subcommand("plot", "plot the distribution of values as SVG");
    const auto r = std::make_shared<export_request>();
    command.add_option("FILE", r->file, "a complete pool").required();
    command.add_option("OUT", r->out, "the SVG file to write (default: -, stdout)");
    command.add_option("--column", r->columns, "plot this column; may be given more than once")
        .one_value_each();
    command.callback([r] { run_plot(*r); });
}

}  // namespace

void add_pool(command_spec& app) {
    command_spec command =
        app.add_subcommand("pool", "pools of solved deals: make, verify, merge, export");
    command.footer(
        "mu pool make contree.pool contree --count 10000 --threads 2\n"
        "mu pool export contree.pool contree.npz");
    command.require_subcommand();
    add_make(command);
    add_info(command);
    add_verify(command);
    add_merge(command);
    add_export(command);
    add_plot(command);
}

}  // namespace mu::cli
