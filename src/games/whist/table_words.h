// What somebody at a table of whist reads (api/table_words.h).
#pragma once

#include <mu/games/whist.h>

#include "api/table_words.h"

namespace mu::detail {

struct whist_words {
    using json = nlohmann::ordered_json;
    static std::vector<std::string> status(const json& table);
    static std::string prompt(const json& table);
    static std::string help(const json& table);
    static std::string result(const json& table);
};

template <>
struct table_words<whist> : whist_words {};

}  // namespace mu::detail
