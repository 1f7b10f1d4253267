// What somebody at a table of differenzler reads (api/table_words.h).
#pragma once

#include <mu/games/differenzler.h>

#include "api/table_words.h"

namespace mu::detail {

struct differenzler_words {
    using json = nlohmann::ordered_json;
    static std::vector<std::string> status(const json& table);
    static std::string prompt(const json& table);
    static std::string mark(const json& table, std::string_view card);
    static bool list_choices(const json& table);
    static std::string help(const json& table);
    static std::string result(const json& table);
};

template <>
struct table_words<differenzler> : differenzler_words {};

}  // namespace mu::detail
