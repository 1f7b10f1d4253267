// Bids, calls and vulnerability as text.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <mu/games/bridge.h>

namespace mu::detail {

inline constexpr std::array<std::string_view, denomination_count> denomination_names{"C", "D", "H",
                                                                                     "S", "NT"};

inline std::string bid_text(bridge_bid b) {
    return std::to_string(bridge_level(b)) +
           std::string(denomination_names[static_cast<std::size_t>(bridge_denomination(b))]);
}

// The stake as it stands after a contract: "", "X", "XX".
inline std::string_view stake_text(doubling d) {
    constexpr std::array<std::string_view, 3> names{"", "X", "XX"};
    return names[static_cast<std::size_t>(d)];
}

inline char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
inline std::string upper(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = upper(c);
    return out;
}

// "1C" .. "7NT" in either case; N alone is no trump too.
inline std::optional<bridge_bid> read_bid(std::string_view text) {
    if (text.size() < 2 || text[0] < '1' || text[0] > '7') return std::nullopt;
    const std::string name =
        text.size() == 2 && upper(text[1]) == 'N' ? "NT" : upper(text.substr(1));
    for (int d = 0; d < denomination_count; ++d)
        if (name == denomination_names[static_cast<std::size_t>(d)])
            return make_bridge_bid(text[0] - '0', static_cast<denomination>(d));
    return std::nullopt;
}

// Names of the four vulnerabilities, by vulnerability.
inline constexpr std::array<std::string_view, 4> vul_names{"none", "ns", "ew", "both"};

}  // namespace mu::detail
