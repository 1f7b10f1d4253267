// What somebody at a table of bridge reads (api/table_words.h).
#pragma once

#include <mu/games/bridge.h>

#include "api/table_words.h"

namespace mu::detail {

struct bridge_words {
    using json = nlohmann::ordered_json;
    static std::vector<std::string> status(const json& table);
    static std::string prompt(const json& table);
    static std::string help(const json& table);
    static std::string result(const json& table);
};

template <>
struct table_words<bridge> : bridge_words {};

}  // namespace mu::detail
