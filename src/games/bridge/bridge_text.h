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

// A card as bridge files write it, suit first and in capitals: SK, DT; "10" is T too.
inline std::optional<card> read_suit_rank(std::string_view text) {
    if (text.size() < 2) return std::nullopt;
    constexpr std::string_view suits = "SHDC";
    const std::string_view rank = text.substr(1) == "10" ? "T" : text.substr(1);
    const std::size_t s = suits.find(text[0]);
    const std::size_t r = rank.size() == 1 ? bridge::deck.ranks.find(rank) : std::string_view::npos;
    if (s == std::string_view::npos || r == std::string_view::npos) return std::nullopt;
    return make_card<bridge>(static_cast<suit>(s), static_cast<int>(r));
}
inline std::string suit_rank_text(card c) {
    constexpr std::string_view suits = "SHDC";
    return {suits[static_cast<std::size_t>(suit_of<bridge>(c))],
            bridge::deck.ranks[static_cast<std::size_t>(rank_of<bridge>(c))]};
}

// std::invalid_argument if hands, calls, tricks and claims do not agree with each other or with the
// options.
void check_bridge_position(const game_state<bridge>& s, const bridge::options& o);

// Names of the four vulnerabilities, by vulnerability.
inline constexpr auto vul_names = std::to_array<std::string_view>({"none", "ns", "ew", "both"});

}  // namespace mu::detail
