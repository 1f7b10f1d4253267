// What somebody at a table of euchre reads (api/table_words.h).
#pragma once

#include <mu/games/euchre.h>

#include "api/table_words.h"

namespace mu::detail {

struct euchre_words {
    using json = nlohmann::ordered_json;
    static lines status(const json& table);
    static sentence prompt(const json& table);
    static std::string mark(const json& table, std::string_view card);
    static sentence help(const json& table);
    static sentence result(const json& table);
    static json sheet(const json& table);
};

template <int Cards>
struct table_words<euchre_game<Cards>> : euchre_words {};

}  // namespace mu::detail
