#include "watched_deals.h"

#include <fmt/format.h>

namespace mu::cli {

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

std::vector<std::unique_ptr<player>> watched_table::players() const {
    std::vector<std::unique_ptr<player>> out;
    for (const auto& a : agents) out.push_back(make_player(a, of));
    return out;
}

}  // namespace mu::cli
