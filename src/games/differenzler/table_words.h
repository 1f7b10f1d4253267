// What somebody at a table of differenzler reads (api/table_words.h).
#pragma once

#include <mu/games/differenzler.h>

#include "api/table_words.h"

namespace mu::detail {

struct differenzler_words {
    using json = nlohmann::ordered_json;
    static lines status(const json& table);
    static sentence prompt(const json& table);
    static std::string mark(const json& table, std::string_view card);
    static bool list_choices(const json& table);
    static sentence help(const json& table);
    static sentence result(const json& table);
    static json sheet(const json& table);
};

template <>
struct table_words<differenzler> : differenzler_words {};

}  // namespace mu::detail
