// What somebody at a table of contree reads (api/table_words.h).
#pragma once

#include <mu/games/contree.h>

#include "api/table_words.h"

namespace mu::detail {

struct contree_words {
    using json = nlohmann::ordered_json;
    static std::vector<std::string> status(const json& table);
    static std::string prompt(const json& table);
    static std::string help(const json& table);
    static std::string result(const json& table);
};

template <>
struct table_words<contree> : contree_words {};

}  // namespace mu::detail
