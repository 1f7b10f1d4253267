// `mu deal`: deals by seed or by number, as records, drawings or JSON.

#include <limits>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <mu/api/match.h>
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
    bool fixed_dealer = false;
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
        const seat_view seen = p.public_view();
        table_drawing draw(info, pen(wants_colour()));
        draw.sort_by(seen.card_ranks());
        const json table = p.to_json();
        fmt::print("{}   Dealer {}\n", info.title,
                   draw.seat_name(table["dealer"].get<std::string>()));
        for (const auto& line : draw.status(seen)) fmt::print("{}\n", line);
        fmt::print("\n");
        for (const auto& line : draw.diagram(table)) fmt::print("{}\n", line);
        fmt::print("\n");
    } else {
        fmt::print("{}\n", p.record());
    }
}

void run(const request& r) {
    const game g(r.spec);
    const bool in_match = r.number.empty() && !r.fixed_dealer;
    const seat dealer = parse_seat(r.dealer, in_match ? match(g).players() : g.info().seats);
    if (!r.number.empty()) {
        const deal_number from = parse_deal_number(r.number);
        for (std::uint64_t i = 0; i < r.count; ++i) show(g.deal(from + i, dealer), r);
        return;
    }
    if (r.first > last_round || r.count > last_round - r.first)
        throw std::invalid_argument(fmt::format("deals of a seed count from 0 to {}", last_round));
    const std::uint64_t seed = seed_or_random(r.seed);
    if (!r.seed) fmt::print(stderr, "seed {}\n", seed);
    for (std::uint64_t k = r.first; k < r.first + r.count; ++k) {
        rng generator = rng(seed).split(k);
        show(in_match ? match::deal(g, seed, k, dealer)
                      : g.deal(generator, dealer, static_cast<int>(k)),
             r);
    }
}

}  // namespace

void add_deal(command_spec& app) {
    command_spec command = app.add_subcommand("deal", "print deals by seed or by number");
    command.footer(
        "Deal k of a seed is the same in every range, and the same that `mu play` deals with\n"
        "this seed and --dealer until somebody has won the match. (Where cards are gathered,\n"
        "not shuffled, or a rubber is scored, only the first deal is.) Deal k of a pool is that\n"
        "of --fixed-dealer. Without --seed a random one is taken and printed on stderr.");
    const auto r = std::make_shared<request>();
    command.add_option("GAME", r->spec, "a game, with options: \"whist(trump=h)\"").required();
    const option_spec seed =
        command.add_option("--seed", r->seed, "random seed of the deals (default: a new one)")
            .whole_number();
    const option_spec first =
        command.add_option("--first", r->first, "number of the first deal (default: 0)")
            .whole_number();
    command
        .add_option("--number", r->number,
                    "the deal with this number of all deals, decimal or 0x...")
        .not_empty()
        .excludes(seed)
        .excludes(first);
    command.add_option("--count", r->count, "number of deals (default: 1)").whole_number();
    command.add_option("--dealer", r->dealer,
                       "who deals first: N E S W or 0 1 2 3 (default: 0); then they take turns");
    command.add_flag("--fixed-dealer", r->fixed_dealer, "the same seat deals every deal");
    const option_spec pretty =
        command.add_flag("--pretty", r->pretty, "draw the hands around the table");
    command.add_flag("--json", r->as_json, "one JSON record per line").excludes(pretty);
    command.callback([r] { run(*r); });
}

}  // namespace mu::cli
