#include "api/table_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mu::detail {

namespace {

using json = nlohmann::ordered_json;

std::string value_text(const json& value) {
    if (value.is_null()) return "-";
    if (value.is_string()) return value.get<std::string>();
    if (!value.is_array()) return value.dump();
    std::string out;
    for (const auto& element : value) out += (out.empty() ? "" : " ") + value_text(element);
    return out.empty() ? "-" : out;
}

}  // namespace

// One line per fact, in the order of the JSON.
std::string table_text(const json& table) {
    std::string out;
    for (const auto& [key, value] : table.items()) {
        if (key == "hands") {
            for (std::size_t seat = 0; seat < value.size(); ++seat)
                out += fmt::format("{:<11}{}\n", fmt::format("hand {}", seat),
                                   value_text(value[seat]));
        } else if (value.is_object()) {
            out += fmt::format("{:<11}", key);
            for (const auto& [name, part] : value.items())
                out += fmt::format("{} {}  ", name, value_text(part));
            out.erase(out.find_last_not_of(' ') + 1);
            out += '\n';
        } else {
            out += fmt::format("{:<11}{}\n", key, value_text(value));
        }
    }
    return out;
}

}  // namespace mu::detail
