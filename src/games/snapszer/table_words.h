// What somebody at a table of snapszer reads (api/table_words.h).
#pragma once

#include <mu/games/snapszer.h>

#include "api/table_words.h"

namespace mu::detail {

struct snapszer_words {
    using json = nlohmann::ordered_json;
    static lines status(const json& table);
    static sentence prompt(const json& table);
    static sentence help(const json& table);
    static sentence result(const json& table);
    static json sheet(const json& table);
};

template <int Cards>
struct table_words<snapszer_game<Cards>> : snapszer_words {};

}  // namespace mu::detail
