// Meanings in words.

#include "games/bridge/bidding_rules.h"

namespace mu {

namespace {

constexpr std::array suit_words{"spades", "hearts", "diamonds", "clubs"};

// "15-17", "12+", "up to 9", "4"; nothing if any number will do.
std::string range_text(const call_range& r, int top) {
    if (r.low <= 0 && r.high >= top) return "";
    if (r.low == r.high) return std::to_string(r.low);
    if (r.high >= top) return std::to_string(r.low) + "+";
    if (r.low <= 0) return "up to " + std::to_string(r.high);
    return std::to_string(r.low) + "-" + std::to_string(r.high);
}

}  // namespace

std::string meaning_text(const call_meaning& m) {
    std::string out(m.name);
    const auto add = [&](const std::string& range, const std::string& of) {
        if (!range.empty()) out += (out.empty() ? "" : ", ") + range + " " + of;
    };
    constexpr int most_points = 37;
    add(range_text(m.high_cards, most_points), "high-card points");
    if (m.points.low > m.high_cards.low || m.points.high < m.high_cards.high)
        add(range_text(m.points, most_points), "points with length");
    if (m.agrees != suit::none)
        add(range_text(m.support, most_points),
            std::string("points in support of ") + suit_words[static_cast<std::size_t>(m.agrees)]);
    if (m.balanced) out += out.empty() ? "balanced" : ", balanced";
    for (std::size_t s = 0; s < suit_count; ++s) {
        const bool said_already = m.balanced && m.length[s].low == 2 && m.length[s].high == 5;
        if (!said_already) add(range_text(m.length[s], 13), suit_words[s]);
    }
    if (m.force == call_force::one_round) out += out.empty() ? "forcing" : ", forcing";
    if (m.force == call_force::game) out += out.empty() ? "forcing to game" : ", forcing to game";
    if (!m.in_system) return out.empty() ? "not in the system" : "not in the system: " + out;
    return out.empty() ? "nothing certain" : out;
}

}  // namespace mu
