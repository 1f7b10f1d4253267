// A position or a view as a few plain lines of text, made from its JSON.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace mu::detail {

std::string table_text(const nlohmann::ordered_json& table);

}  // namespace mu::detail
