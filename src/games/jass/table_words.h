// What somebody at a table of jass reads (api/table_words.h).
#pragma once

#include <mu/games/jass.h>

#include "api/table_words.h"

namespace mu::detail {

struct jass_words {
    using json = nlohmann::ordered_json;
    static lines status(const json& table);
    static sentence prompt(const json& table);
    static std::string mark(const json& table, std::string_view card);
    static sentence help(const json& table);
    static sentence result(const json& table);
    static json sheet(const json& table);
};

template <>
struct table_words<jass> : jass_words {};

}  // namespace mu::detail
