// Meanings in words.

#include "games/bridge/bidding_rules.h"
#include "games/bridge/meaning_parts.h"

namespace mu {

namespace {

constexpr std::array suit_words{"spades", "hearts", "diamonds", "clubs"};

bool says_nothing(const call_range& r, int top) { return r.low <= 0 && r.high >= top; }

// "15-17", "12+", "up to 9", "4".
std::string range_text(const call_range& r, int top) {
    if (r.low == r.high) return std::to_string(r.low);
    if (r.high >= top) return std::to_string(r.low) + "+";
    if (r.low <= 0) return "up to " + std::to_string(r.high);
    return std::to_string(r.low) + "-" + std::to_string(r.high);
}

std::string part_text(const call_meaning& m, const meaning_part& p) {
    const std::string points = range_text(p.range, most_meant_points);
    const auto of = [&] { return suit_words[static_cast<std::size_t>(p.of)]; };
    switch (p.what) {
        case meaning_fact::name:
            return std::string(m.name);
        case meaning_fact::high_cards:
            return points + " high-card points";
        case meaning_fact::points:
            return points + " points with length";
        case meaning_fact::support:
            return points + " points in support of " + of();
        case meaning_fact::balanced:
            return "balanced";
        case meaning_fact::length:
            return range_text(p.range, most_meant_cards) + " " + of();
        case meaning_fact::forcing:
            return "forcing";
        case meaning_fact::game_forcing:
            break;
    }
    return "forcing to game";
}

}  // namespace

std::vector<meaning_part> meaning_parts(const call_meaning& m) {
    std::vector<meaning_part> out;
    const auto add = [&](meaning_fact what, const call_range& r, int top, suit of = suit::none) {
        if (!says_nothing(r, top)) out.push_back({what, r, of});
    };
    if (!m.name.empty()) out.push_back({meaning_fact::name});
    add(meaning_fact::high_cards, m.high_cards, most_meant_points);
    if (m.points.low > m.high_cards.low || m.points.high < m.high_cards.high)
        add(meaning_fact::points, m.points, most_meant_points);
    if (m.agrees != suit::none) add(meaning_fact::support, m.support, most_meant_points, m.agrees);
    if (m.balanced) out.push_back({meaning_fact::balanced});
    for (std::size_t s = 0; s < suit_count; ++s) {
        const bool said_already = m.balanced && m.length[s].low == 2 && m.length[s].high == 5;
        if (!said_already)
            add(meaning_fact::length, m.length[s], most_meant_cards, static_cast<suit>(s));
    }
    if (m.force == call_force::one_round) out.push_back({meaning_fact::forcing});
    if (m.force == call_force::game) out.push_back({meaning_fact::game_forcing});
    return out;
}

std::string meaning_text(const call_meaning& m) {
    std::string out;
    for (const meaning_part& p : meaning_parts(m))
        out += (out.empty() ? "" : ", ") + part_text(m, p);
    if (!m.in_system) return out.empty() ? "not in the system" : "not in the system: " + out;
    return out.empty() ? "nothing certain" : out;
}

}  // namespace mu
