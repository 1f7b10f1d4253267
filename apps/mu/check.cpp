// `mu check`: recomputes what reference files claim. The checkers are in check/, one file per game.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "check/report.h"
#include "commands.h"

namespace mu::cli {
namespace {

namespace fs = std::filesystem;

check_key key_of(const fs::path& file) {
    const std::string folder = fs::absolute(file).lexically_normal().parent_path().filename();
    std::string kind = file.stem();
    for (std::size_t at = 0; (at = kind.find('_', at)) != std::string::npos; ++at)
        if (at + 1 < kind.size() && kind[at + 1] >= '0' && kind[at + 1] <= '9') kind.erase(at);
    if (file.extension() != ".txt") kind += file.extension();
    return {folder, kind};
}

std::string known_kinds() {
    std::vector<std::string> out;
    for (const auto& [key, function] : checkers()) out.push_back(key.first + "/" + key.second);
    return fmt::format("{}", fmt::join(out, ", "));
}

struct totals {
    int passed = 0;
    int failed = 0;
    int unreadable = 0;  // files
};

// What the checker threw is about the line it had read.
void read_all(const fs::path& file, checker check, int most_rows, report& out) {
    std::ifstream in(file);
    if (!in || fs::is_directory(file)) throw std::invalid_argument("the file cannot be opened");
    row_reader rows(in, most_rows);
    try {
        check(rows, out);
    } catch (const std::exception& e) {
        throw std::invalid_argument(fmt::format("line {}: {}", rows.line(), e.what()));
    }
    if (out.rows() == 0) throw std::invalid_argument("the file has no rows");
}

void check_file(const std::string& name, int most_rows, totals& sum) {
    report found;
    try {
        const check_key key = key_of(name);
        const auto entry = checkers().find(key);
        if (entry == checkers().end())
            throw std::invalid_argument(
                fmt::format("unknown kind {}/{}; known: {}", key.first, key.second, known_kinds()));
        read_all(name, entry->second, most_rows, found);
    } catch (const std::invalid_argument& e) {
        ++sum.unreadable;
        std::fflush(stdout);
        fmt::print(stderr, "mu: {}: {}\n", name, e.what());
    }
    const int failed = found.passes() ? 0 : found.failed_rows();
    sum.passed += found.rows() - failed;
    sum.failed += failed;
    if (found.rows() == 0) return;
    fmt::print("{}: {} rows, {} values compared, {} differences\n", name, found.rows(),
               found.values(), found.differences());
    for (const std::string& difference : found.first_differences()) fmt::print("{}\n", difference);
    if (const auto hidden =
            found.differences() - static_cast<int>(found.first_differences().size());
        hidden > 0)
        fmt::print("... and {} more\n", hidden);
    if (found.failed_rows() > 0 && found.passes())
        fmt::print("{} of {} rows agree, which is enough for this kind\n",
                   found.rows() - found.failed_rows(), found.rows());
    for (const std::string& line : found.remarks()) fmt::print("{}\n", line);
}

struct request {
    std::vector<std::string> files;
    int most_rows = std::numeric_limits<int>::max();
};

void run(const request& r) {
    totals sum;
    for (const std::string& file : r.files) check_file(file, r.most_rows, sum);
    fmt::print("{} rows passed, {} failed", sum.passed, sum.failed);
    if (sum.unreadable > 0) fmt::print(", {} files could not be checked", sum.unreadable);
    fmt::print("\n");
    if (sum.unreadable > 0) throw exit_with(2);
    if (sum.failed > 0) throw exit_with(1);
}

}  // namespace

void add_check(command_spec& app) {
    command_spec command =
        app.add_subcommand("check", "compare rules and solvers with reference files");
    command.footer(
        "The folder names the game, the file's name up to its number the kind:\n"
        "jass/traces_200.txt holds traces of jass. Known: " +
        known_kinds() +
        ".\nExit status: 0 all rows agree, 1 some differ, 2 a file could not be checked.");
    const auto r = std::make_shared<request>();
    command.add_option("FILE", r->files, "reference files").required();
    command
        .add_option("--rows", r->most_rows,
                    "only the first N rows of each file, for kinds with a line per row")
        .between(1, std::numeric_limits<int>::max());
    command.callback([r] { run(*r); });
}

}  // namespace mu::cli
