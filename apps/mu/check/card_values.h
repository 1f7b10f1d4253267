// Comparing the values of all legal cards with what a file says.
#pragma once

#include <map>

#include <mu/cards/text.h>
#include <mu/engine/solver.h>

#include "check/report.h"

namespace mu::cli {

// "7s=141,Jd=141": card by card the value after it. Every legal card must be there.
template <variant V>
void compare_cards(report& out, std::string_view text, char separator,
                   const std::vector<move_value>& found) {
    std::map<std::string, std::int64_t> claimed;
    for (const auto entry : split(text, separator)) {
        const auto equals = entry.find('=');
        if (equals == std::string_view::npos)
            throw std::invalid_argument("expected card=value, not '" + std::string(entry) + "'");
        claimed[card_str<V>(parse_card<V>(entry.substr(0, equals)))] =
            parse_int(entry.substr(equals + 1), "the value of a card");
    }
    out.compare("legal cards", claimed.size(), found.size());
    for (const auto& [c, value] : found) {
        const std::string name = card_str<V>(c);
        const auto at = claimed.find(name);
        out.compare(name,
                    at == claimed.end() ? std::string("not legal") : fmt::format("{}", at->second),
                    value.exact() ? fmt::format("{}", value.low)
                                  : fmt::format("{}..{}", value.low, value.high));
    }
}

}  // namespace mu::cli
