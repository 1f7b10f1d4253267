// Players of several strengths for every game, as files of bots/ describe them.
#pragma once

#include <string>
#include <vector>

#include <mu/agents/spec.h>

namespace mu {

// Weakest first: "beginner", ...
const std::vector<std::string>& level_names();

// The agent of a level for a game, by its name. A level may have a file of its own for a game
// (bots/<game>/<level>.toml). std::invalid_argument, with the levels, if there is no such level.
agent_spec agent_of_level(std::string_view level, std::string_view game);

}  // namespace mu
