// What somebody at a table of whist reads (api/table_words.h).
#pragma once

#include <mu/games/whist.h>

#include "api/table_words.h"

namespace mu::detail {

struct whist_words {
    using json = nlohmann::ordered_json;
    static lines status(const json& table);
    static sentence prompt(const json& table);
    static sentence help(const json& table);
    static sentence result(const json& table);
    static json sheet(const json& table);
};

template <>
struct table_words<whist> : whist_words {};

}  // namespace mu::detail
