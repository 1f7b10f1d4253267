#include "watched_deals.h"

#include <fstream>

#include <fmt/format.h>

namespace mu::cli {

void add_watch_options(command_spec& to, watch_request& r, const std::string& what_deals) {
    to.add_option("GAME", r.game, "Game, as in \"whist(trump=h)\"").required();
    to.add_option("--agents,-a", r.agents, "Who plays: one agent, or one for each seat")
        .show_default();
    to.add_option("--deals,-n", r.deals, what_deals).whole_number(1).show_default();
    to.add_option("--seed", r.seed, "Seed of the deals and of all lots drawn")
        .whole_number()
        .show_default();
    to.add_option("--threads,-j", r.threads, "Threads; they do not change results")
        .between(1, 1024)
        .show_default();
}

watched_table::watched_table(const std::string& game_text,
                             const std::vector<std::string>& agent_texts, std::uint64_t from_seed)
    : of(game_text), seed(from_seed) {
    const auto seats = static_cast<std::size_t>(of.info().seats);
    for (const auto& a : agent_texts) agents.push_back(agent_spec::from_argument(a));
    if (agents.size() != 1 && agents.size() != seats)
        throw std::invalid_argument(
            fmt::format("give one agent for all seats or {}, one for each", seats));
    agents.resize(seats, agents.front());
}

void watched_table::read_records(const std::string& file) {
    std::ifstream in(file);
    if (!in) throw std::invalid_argument("cannot read " + file);
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string::npos || line.starts_with('#')) continue;
        try {
            recorded.push_back(replay(line));
        } catch (const std::exception& e) {
            throw std::invalid_argument(fmt::format("{}, line {}: {}", file, number, e.what()));
        }
        if (const game& played = recorded.back().game(); !(played == of))
            throw std::invalid_argument(fmt::format("{}, line {}: a deal of {}, not of {}", file,
                                                    number, played.spec(), of.spec()));
    }
    if (recorded.empty()) throw std::invalid_argument(file + " holds no records");
}

std::vector<std::unique_ptr<player>> watched_table::players() const {
    std::vector<std::unique_ptr<player>> out;
    for (const auto& a : agents) out.push_back(make_player(a, of));
    return out;
}

}  // namespace mu::cli
