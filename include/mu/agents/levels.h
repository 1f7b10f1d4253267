// Players of several strengths for every game, as files of bots/ describe them.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <mu/agents/spec.h>
#include <mu/api/game.h>

namespace mu {

// Weakest first: "beginner", ...
const std::vector<std::string>& level_names();

// Files by their names below bots/ without .toml: "expert", "jass/expert".
using level_files = std::map<std::string, std::string, std::less<>>;
// Those that mu was built with.
const level_files& built_in_levels();

// The agent of a level for a game: the first of the files <game>/<level>,
// <game>/<level>_without_net, <level>, <level>_without_net that is there and asks for no net of mu
// but one that fits the game (net_fits); without such a file the level below.
// std::invalid_argument, with the levels, if there is no such level.
agent_spec agent_of_level(std::string_view level, const game& g,
                          const level_files& in = built_in_levels());
// The names (net_name) of the nets that stand in the way of an earlier one of these files because
// they are not there.
std::vector<std::string> missing_nets(std::string_view level, const game& g,
                                      const level_files& in = built_in_levels());

}  // namespace mu
