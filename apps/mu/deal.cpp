// `mu deal`: deals by seed or by number, as records, drawings or JSON.

#include <limits>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <mu/api/position.h>
#include <mu/cards/text.h>

#include "commands.h"
#include "table.h"

namespace mu::cli {
namespace {

struct request {
    std::string spec;
    std::optional<std::uint64_t> seed;
    std::string number;
    std::uint64_t first = 0;
    std::uint64_t count = 1;
    std::string dealer = "0";
    bool pretty = false;
    bool as_json = false;
};

// A deal's place in its series is also its round in a match.
constexpr std::uint64_t last_round = std::numeric_limits<int>::max();

void show(const position& p, const request& r) {
    if (r.as_json) {
        fmt::print("{}\n", p.record_json().dump());
    } else if (r.pretty) {
        const game_info& info = p.game().info();
        const table_drawing draw(info, pen(wants_colour()));
        const json table = p.to_json();
        fmt::print("{}   Dealer {}   {}\n\n", info.title,
                   draw.seat_name(table["dealer"].get<std::string>()), draw.facts(table));
        for (const auto& line : draw.diagram(table)) fmt::print("{}\n", line);
        fmt::print("\n");
    } else {
        fmt::print("{}\n", p.record());
    }
}

void run(const request& r) {
    const game g(r.spec);
    const seat dealer = parse_seat(r.dealer, g.info().seats);
    if (!r.number.empty()) {
        const deal_number from = parse_deal_number(r.number);
        for (std::uint64_t i = 0; i < r.count; ++i) show(g.deal(from + i, dealer), r);
        return;
    }
    if (r.first > last_round || r.count > last_round - r.first)
        throw std::invalid_argument(fmt::format("deals of a seed count from 0 to {}", last_round));
    const std::uint64_t seed = seed_or_random(r.seed);
    if (!r.seed) fmt::print(stderr, "seed {}\n", seed);
    const rng series(seed);
    for (std::uint64_t k = r.first; k < r.first + r.count; ++k) {
        rng generator = series.split(k);
        show(g.deal(generator, dealer, static_cast<int>(k)), r);
    }
}

}  // namespace

void add_deal(command_spec& app) {
    command_spec command = app.add_subcommand("deal", "deal cards");
    command.footer(
        "Deal k of a seed is the same whichever range it is part of, and the same that\n"
        "`mu play` deals. A random seed is printed on stderr.");
    const auto r = std::make_shared<request>();
    command.add_option("GAME", r->spec, "a game, with options: \"whist(trump=h)\"").required();
    const option_spec seed =
        command.add_option("--seed", r->seed, "seed of the deals (default: random)").whole_number();
    const option_spec first =
        command.add_option("--first", r->first, "first deal of the seed (default: 0)")
            .whole_number();
    command.add_option("--number", r->number, "the deal with this number, decimal or 0x...")
        .excludes(seed)
        .excludes(first);
    command.add_option("--count", r->count, "how many deals (default: 1)").whole_number();
    command.add_option("--dealer", r->dealer, "who deals: N E S W or 0 1 2 3 (default: 0)");
    const option_spec pretty =
        command.add_flag("--pretty", r->pretty, "draw the hands round the table");
    command.add_flag("--json", r->as_json, "one JSON record per line").excludes(pretty);
    command.callback([r] { run(*r); });
}

}  // namespace mu::cli
