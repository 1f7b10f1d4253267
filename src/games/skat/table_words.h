// What somebody at a table of skat reads (api/table_words.h).
#pragma once

#include <mu/games/skat.h>

#include "api/table_words.h"

namespace mu::detail {

struct skat_words {
    using json = nlohmann::ordered_json;
    static std::vector<std::string> status(const json& table);
    static std::string prompt(const json& table);
    static bool list_choices(const json& table);
    static std::string help(const json& table);
    static std::string result(const json& table);
};

template <>
struct table_words<skat> : skat_words {};

}  // namespace mu::detail
