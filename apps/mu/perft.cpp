// `mu perft`: how many ways there are to go on from a position.

#include <iostream>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <mu/api/position.h>

#include "commands.h"

namespace mu::cli {
namespace {

struct request {
    std::string text;
    std::string spec = "whist";
    std::optional<std::uint64_t> seed;
    int plies = 4;
    bool as_json = false;
};

// The text to start from: as given, read from stdin, or of a random deal.
std::string start_text(const request& r) {
    if (r.text == "-") {
        std::string line;
        if (!std::getline(std::cin, line)) throw std::invalid_argument("nothing to read on stdin");
        return line;
    }
    if (!r.text.empty()) return r.text;
    rng generator = rng(seed_or_random(r.seed)).split(0);
    return game(r.spec).deal(generator).record();
}

void run(const request& r) {
    const std::string text = start_text(r);
    const bool is_record = text.find('|') != std::string::npos;
    const auto counts = (is_record ? replay(text) : parse_position(text)).perft(r.plies);
    if (r.as_json) {
        const nlohmann::ordered_json out{{"position", text}, {"perft", counts}};
        fmt::print("{}\n", out.dump());
        return;
    }
    fmt::print("{}\n", text);
    for (std::size_t i = 0; i < counts.size(); ++i) fmt::print("{:>3} {:>20}\n", i + 1, counts[i]);
}

}  // namespace

void add_perft(command_spec& app) {
    command_spec command =
        app.add_subcommand("perft", "count the legal sequences of actions from a position");
    const auto r = std::make_shared<request>();
    const option_spec text =
        command.add_option("POSITION", r->text,
                           "a record as `mu deal` prints it, or a position text; - reads "
                           "it from stdin (default: a random deal)");
    command.add_option("--game", r->spec, "the game of the random deal (default: whist)")
        .excludes(text);
    command.add_option("--seed", r->seed, "random seed of the deal").whole_number().excludes(text);
    command.add_option("--plies", r->plies, "length of the longest sequences to count (default: 4)")
        .between(1, 1000);
    command.add_flag("--json", r->as_json, "as JSON");
    command.callback([r] { run(*r); });
}

}  // namespace mu::cli
