// What somebody at a table of skat reads (api/table_words.h).
#pragma once

#include <mu/games/skat.h>

#include "api/table_words.h"

namespace mu::detail {

struct skat_words {
    using json = nlohmann::ordered_json;
    static lines status(const json& table);
    static sentence prompt(const json& table);
    static bool list_choices(const json& table);
    static sentence help(const json& table);
    static sentence result(const json& table);
    static json sheet(const json& table);
};

template <>
struct table_words<skat> : skat_words {};

}  // namespace mu::detail
