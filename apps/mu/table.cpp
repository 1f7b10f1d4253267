#include "table.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include <mu/cards/text.h>

namespace mu::cli {
namespace {

constexpr int side_width = 9;  // left and right of the table
constexpr int cloth_width = 25;

std::string spaces(int n) { return std::string(static_cast<std::size_t>(std::max(n, 0)), ' '); }

// What the drawings show in their own way.
bool is_common(const std::string& key) {
    static const std::set<std::string> common{
        "game", "seat",  "history",   "dealer",     "over",   "to_act", "tricks_won", "trick",
        "hand", "legal", "legal_ids", "cards_left", "played", "hands",  "score"};
    return common.contains(key);
}

}  // namespace

mu::card table_drawing::card_of(const std::string& text) const {
    return parse_card(text, info_.deck);
}

std::string table_drawing::seat_name(const std::string& seat) const {
    constexpr std::array names{"North", "East", "South", "West"};
    const int at = index(parse_seat(seat, info_.seats));
    return info_.seats == 4 ? names[static_cast<std::size_t>(at)]
                            : fmt::format("{} {}", at_seat_, at);
}

std::string table_drawing::per_side(const std::vector<int>& numbers) const {
    const bool partners =
        info_.seats == 4 &&
        (numbers.size() == 2 ||
         (numbers.size() == 4 && numbers[0] == numbers[2] && numbers[1] == numbers[3]));
    if (partners) return fmt::format("North-South {}   East-West {}", numbers[0], numbers[1]);
    std::string out;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const bool one_each = numbers.size() == static_cast<std::size_t>(info_.seats);
        out += fmt::format("{}{} {}", i == 0 ? "" : "   ",
                           one_each ? seat_name(std::to_string(i)) : fmt::format("side {}", i),
                           numbers[i]);
    }
    return out;
}

std::string table_drawing::word(const std::string& text) const {
    try {
        return pen_.card(card_of(text), info_.deck);
    } catch (const parse_error&) {
        return text;
    }
}

std::string table_drawing::fact_text(const std::string& key, const json& value) const {
    if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
    if (value.is_string()) {
        auto text = value.get<std::string>();
        if (key != "trump") return word(text);
        try {
            return pen_.suit(parse_suit(text, info_.deck), info_.deck);
        } catch (const parse_error&) {
            return text;
        }
    }
    if (!value.is_structured()) return value.dump();
    std::string out;
    for (const auto& [name, part] : value.items()) {
        if (!out.empty()) out += value.is_object() ? ", " : " ";
        if (value.is_object()) out += name + " ";
        out += part.is_null() ? "-" : fact_text(name, part);
    }
    return out.empty() ? "-" : out;
}

std::string table_drawing::facts(const json& table) const {
    std::string out;
    for (const auto& [key, value] : table.items()) {
        if (is_common(key) || value.is_null()) continue;
        std::string label = key;
        std::ranges::replace(label, '_', ' ');
        label[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(label[0])));
        out += (out.empty() ? "" : "   ") + label + " " + fact_text(key, value);
    }
    return out;
}

std::vector<table_drawing::row> table_drawing::rows(const json& cards) const {
    std::vector<row> out;
    for (const mu::suit s : all_suits) out.push_back({pen_.suit(s, info_.deck) + " ", {}});
    out.push_back({"  ", {}});
    for (const auto& text : cards) {
        const mu::card c = card_of(text.get<std::string>());
        out[static_cast<std::size_t>(c / info_.deck.rank_count())].held.push_back(c);
    }
    if (out.back().held.empty()) out.pop_back();
    for (row& r : out) std::ranges::sort(r.held, std::greater());
    return out;
}

std::vector<std::string> table_drawing::hand(const json& cards) const {
    std::vector<std::string> out;
    for (auto& [line, held] : rows(cards)) {
        for (const mu::card c : held) line += " " + pen_.rank(c, info_.deck);
        out.push_back(held.empty() ? line + " -" : line);
    }
    return out;
}

std::vector<std::string> table_drawing::hand(const json& cards,
                                             const std::vector<std::string>& choices) const {
    std::vector<std::string> out;
    for (auto& [line, held] : rows(cards)) {
        for (const mu::card c : held) {
            const auto choice = std::ranges::find(choices, card_str(c, info_.deck));
            const std::string rank = pen_.rank(c, info_.deck);
            if (choice != choices.end())
                line += pen_.dim(fmt::format("{:>2})", choice - choices.begin() + 1)) +
                        pad(pen_.bold(rank), 3);
            else
                line += "   " + pad(choices.empty() ? rank : pen_.dim(rank_text(c, info_.deck)), 3);
        }
        if (held.empty()) line += "   -";
        line.erase(line.find_last_not_of(' ') + 1);
        out.push_back(line);
    }
    return out;
}

std::string table_drawing::trick_line(const json& trick) const {
    const int lead = index(parse_seat(trick["lead"].get<std::string>(), info_.seats));
    std::string out;
    for (int i = 0; i < info_.seats; ++i) {
        const auto at = static_cast<std::size_t>((lead + i) % info_.seats);
        const json& played = trick["cards"][at];
        if (played.is_null()) continue;
        out += fmt::format("{}{} {}", i == 0 ? "" : "  ",
                           seat_str(static_cast<mu::seat>(at), info_.seats),
                           word(played.get<std::string>()));
    }
    return out;
}

std::vector<std::string> table_drawing::middle(const json& view, const json& last_trick,
                                               bool draw_complete) const {
    const int seats = info_.seats;
    const int me = index(parse_seat(view["seat"].get<std::string>(), seats));
    const json& trick = view["trick"];
    const bool shown = !trick.is_null() && (draw_complete || !trick["complete"].get<bool>());

    const auto card_at = [&](int at) -> std::string {
        if (!shown || trick["cards"][static_cast<std::size_t>(at)].is_null()) return pen_.dim("·");
        const std::string text =
            word(trick["cards"][static_cast<std::size_t>(at)].get<std::string>());
        const bool wins =
            parse_seat(trick["winner"].get<std::string>(), seats) == static_cast<mu::seat>(at);
        return wins ? pen_.bold(text) + "*" : text;
    };
    const auto name_at = [&](int at) { return seat_name(std::to_string(at)); };
    const auto left_at = [&](int at) {
        const int left = view["cards_left"][static_cast<std::size_t>(at)].get<int>();
        return pen_.dim(fmt::format("{} card{}", left, left == 1 ? "" : "s"));
    };
    const auto label = [&](int at) { return pen_.bold(name_at(at)) + " " + left_at(at); };

    // Who sits where: play goes round clockwise, from the observer to his left.
    const int left = seats > 2 ? (me + 1) % seats : -1;
    const int top = seats == 4 ? (me + 2) % 4 : seats == 2 ? (me + 1) % 2 : -1;
    const int right = seats > 2 ? (me + seats - 1) % seats : -1;

    const std::string edge(pen_.dim("│"));
    const auto cloth = [&](std::string_view inside, std::string_view west = "",
                           std::string_view east = "") {
        return pad(west, side_width) + edge + centre(inside, cloth_width) + edge + " " +
               pad(east, side_width);
    };
    const auto border = [&](const char* from, const char* to) {
        std::string line;
        for (int i = 0; i < cloth_width; ++i) line += "─";
        return spaces(side_width) + pen_.dim(from + line + to) + spaces(side_width + 1);
    };
    const std::string west = left < 0 ? "" : card_at(left);
    const std::string east = right < 0 ? "" : card_at(right);
    const std::string across =
        "  " + pad(west, cloth_width - 10) + spaces(6 - columns(east)) + east + "  ";
    const auto beside = [&](int at, bool count) -> std::string {
        if (at < 0) return "";
        return count ? left_at(at) : pen_.bold(name_at(at));
    };
    std::vector<std::string> out{
        spaces(side_width) + centre(top < 0 ? "" : label(top), cloth_width + 2) +
            spaces(side_width + 1),
        border("╭", "╮"),
        cloth(top < 0 ? "" : card_at(top)),
        cloth(""),
        cloth(across, beside(left, false), beside(right, false)),
        cloth("", beside(left, true), beside(right, true)),
        cloth(card_at(me)),
        border("╰", "╯"),
        spaces(side_width) +
            centre(pen_.bold(name_at(me)) + " (you) " + left_at(me), cloth_width + 2) +
            spaces(side_width + 1)};

    // The notes on the right.
    std::vector<std::string> notes{pen_.dim("Tricks"),
                                   per_side(view["tricks_won"].get<std::vector<int>>())};
    if (!last_trick.is_null()) {
        notes.emplace_back();
        notes.push_back(pen_.dim("Last trick"));
        notes.push_back(trick_line(last_trick));
        notes.push_back(seat_name(last_trick["winner"].get<std::string>()) + " won it");
    }
    for (std::size_t i = 0; i < notes.size(); ++i) out[i + 2] += "  " + notes[i];
    for (auto& line : out) line.erase(line.find_last_not_of(' ') + 1);
    return out;
}

std::vector<std::string> table_drawing::diagram(const json& position) const {
    const json& hands = position["hands"];
    const auto block = [&](std::size_t seat) {
        auto lines = hand(hands[seat]);
        lines.insert(lines.begin(), pen_.bold(seat_name(std::to_string(seat))));
        return lines;
    };
    std::vector<std::string> out;
    if (info_.seats != 4) {
        for (std::size_t s = 0; s < hands.size(); ++s)
            for (const auto& line : block(s)) out.push_back("  " + line);
        return out;
    }
    constexpr int indent = 24, middle = 48;  // columns where the hands begin
    for (const auto& line : block(0)) out.push_back(spaces(indent) + line);
    auto west = block(3), east = block(1);
    west.resize(std::max(west.size(), east.size()));
    east.resize(west.size());
    for (std::size_t i = 0; i < west.size(); ++i)
        out.push_back(east[i].empty() ? "  " + west[i] : pad("  " + west[i], middle) + east[i]);
    for (const auto& line : block(2)) out.push_back(spaces(indent) + line);
    return out;
}

}  // namespace mu::cli
