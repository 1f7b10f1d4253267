// What somebody at a table of snapszer reads (api/table_words.h).
#pragma once

#include <mu/games/snapszer.h>

#include "api/table_words.h"

namespace mu::detail {

struct snapszer_words {
    using json = nlohmann::ordered_json;
    static std::vector<std::string> status(const json& table);
    static std::string prompt(const json& table);
    static std::string help(const json& table);
    static std::string result(const json& table);
};

template <int Cards>
struct table_words<snapszer_game<Cards>> : snapszer_words {};

}  // namespace mu::detail
