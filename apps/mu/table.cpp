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

std::string table_drawing::seat_name(mu::seat s) const {
    constexpr std::array names{"North", "East", "South", "West"};
    const auto at = static_cast<std::size_t>(s);
    return info_.seats == 4 ? names[at] : fmt::format("seat {}", at);
}
std::string table_drawing::seat_name(const std::string& seat) const {
    return seat_name(parse_seat(seat, info_.seats));
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

std::vector<std::string> table_drawing::status(const seat_view& seen) const {
    std::vector<std::string> out = seen.status();
    return out.empty() ? fold(facts(seen.to_json()), "") : out;
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

std::string table_drawing::call_word(const std::string& text) const {
    const std::size_t digits = text.find_first_not_of("0123456789");
    if (!info_.deck.rank_first() || digits == std::string::npos || text.size() != digits + 1)
        return text;
    try {
        const mu::suit s = parse_suit(text.substr(digits), info_.deck);
        return s == mu::suit::none ? text : text.substr(0, digits) + pen_.suit(s, info_.deck);
    } catch (const parse_error&) {
        return text;  // O and U of jass
    }
}

std::vector<table_drawing::row> table_drawing::rows(const json& cards) const {
    std::vector<row> out;
    for (const mu::suit s : all_suits) out.push_back({pen_.suit(s, info_.deck) + " ", {}});
    out.push_back({"  ", {}});
    for (const auto& text : cards) {
        const mu::card c = card_of(text.get<std::string>());
        const int at = ranks_.empty() ? c / info_.deck.rank_count() : index(ranks_[c].of);
        out[static_cast<std::size_t>(at)].held.push_back(c);
    }
    if (out.back().held.empty()) out.pop_back();
    for (row& r : out)
        std::ranges::sort(r.held, {},
                          [&](mu::card c) { return ranks_.empty() ? -int{c} : ranks_[c].above; });
    return out;
}

std::string table_drawing::in_row(mu::card c, bool dimmed) const {
    const bool elsewhere = !ranks_.empty() && !info_.deck.is_joker(c) &&
                           index(ranks_[c].of) != c / info_.deck.rank_count();
    if (!elsewhere) return dimmed ? pen_.dim(rank_text(c, info_.deck)) : pen_.rank(c, info_.deck);
    return pen_.card(c, info_.deck);
}

std::string table_drawing::mark_of(mu::card c) const {
    return ranks_.empty() || ranks_[c].mark.empty() ? "" : "(" + ranks_[c].mark + ")";
}

std::vector<std::string> table_drawing::hand(const json& cards) const {
    std::vector<std::string> out;
    for (auto& [line, held] : rows(cards)) {
        for (const mu::card c : held) line += " " + in_row(c);
        out.push_back(held.empty() ? line + " -" : line);
    }
    return out;
}

std::vector<std::string> table_drawing::hand(const json& cards,
                                             std::span<const action> choices) const {
    std::vector<std::string> out;
    for (const auto& [label, held] : rows(cards)) {
        const auto drawn = [&](bool wide) {
            std::string line = label;
            for (const mu::card c : held) {
                const auto choice = std::ranges::find(choices, action{c});
                const std::string mark = pen_.dim(mark_of(c));
                const bool chosen = choice != choices.end();
                const std::string text =
                    (chosen ? pen_.bold(in_row(c)) : in_row(c, !choices.empty())) + mark;
                const std::string number =
                    chosen ? fmt::format("{})", choice - choices.begin() + 1) : "";
                if (wide)
                    line += pen_.dim(fmt::format("{:>3}", number)) +
                            pad(text, std::max(3, columns(text) + 1));
                else
                    line += " " + pen_.dim(number) + text;
            }
            if (held.empty()) line += "   -";
            line.erase(line.find_last_not_of(' ') + 1);
            return line;
        };
        const std::string line = drawn(true);
        out.push_back(columns(line) + 2 <= screen_width ? line : drawn(false));
    }
    return out;
}

std::string table_drawing::trick_line(const json& trick, std::string_view gap) const {
    const int lead = index(parse_seat(trick["lead"].get<std::string>(), info_.seats));
    std::string out;
    for (int i = 0; i < info_.seats; ++i) {
        const auto at = static_cast<std::size_t>((lead + i) % info_.seats);
        const json& played = trick["cards"][at];
        if (played.is_null()) continue;
        out += fmt::format("{}{} {}", out.empty() ? "" : gap,
                           seat_str(static_cast<mu::seat>(at), info_.seats),
                           word(played.get<std::string>()));
    }
    return out;
}

std::vector<json> table_drawing::open_hands(const json& view) const {
    std::vector<json> out(static_cast<std::size_t>(info_.seats));
    const auto found = view.find("open_hands");
    if (found == view.end()) return out;
    for (const auto& [seat, cards] : found->items()) {
        json& hand = out[static_cast<std::size_t>(parse_seat(seat, info_.seats))];
        hand = json::array();
        if (cards.is_array()) {
            hand = cards;
        } else {
            const card_mask held = parse_cards(cards.get<std::string>(), info_.deck);
            for (int c = 0; c < info_.deck.card_count(); ++c)
                if ((held >> c) & 1) hand.push_back(card_str(static_cast<mu::card>(c), info_.deck));
        }
    }
    return out;
}

std::vector<std::string> table_drawing::middle(const json& view, const json& last_trick,
                                               bool draw_complete,
                                               std::span<const action> choices) const {
    const int seats = info_.seats;
    const bool anybody = view["seat"].is_string();
    const int me = anybody ? index(parse_seat(view["seat"].get<std::string>(), seats))
                           : std::min(2, seats - 1);
    const json& trick = view["trick"];
    const bool shown = !trick.is_null() && (draw_complete || !trick["complete"].get<bool>());
    const std::vector<json> open = open_hands(view);
    const bool dummy = view.contains("dummy");

    const auto card_at = [&](int at) -> std::string {
        if (!shown || trick["cards"][static_cast<std::size_t>(at)].is_null()) return pen_.dim("·");
        const std::string text =
            word(trick["cards"][static_cast<std::size_t>(at)].get<std::string>());
        const bool wins =
            parse_seat(trick["winner"].get<std::string>(), seats) == static_cast<mu::seat>(at);
        return wins ? pen_.bold(text) + "*" : text;
    };
    const auto name_at = [&](int at) { return seat_name(static_cast<mu::seat>(at)); };
    const auto left_at = [&](int at) {
        const int left = view["cards_left"][static_cast<std::size_t>(at)].get<int>();
        const bool is_dummy = dummy && parse_seat(view["dummy"].get<std::string>(), seats) ==
                                           static_cast<mu::seat>(at);
        return pen_.dim(is_dummy ? "(dummy)"
                                 : fmt::format("{} card{}", left, left == 1 ? "" : "s"));
    };
    const auto label = [&](int at) { return pen_.bold(name_at(at)) + " " + left_at(at); };

    // Who sits where: play goes round clockwise, from the observer to his left.
    const int left = seats > 2 ? (me + 1) % seats : -1;
    const int top = seats == 4 ? (me + 2) % 4 : seats == 2 ? (me + 1) % 2 : -1;
    const int right = seats > 2 ? (me + seats - 1) % seats : -1;
    const auto is_open = [&](int at) {
        return at >= 0 && !open[static_cast<std::size_t>(at)].is_null();
    };

    // What stands beside the cloth: name, number of cards, and the hand if it lies open.
    const auto beside = [&](int at) {
        std::vector<std::string> out;
        if (at < 0) return out;
        if (!is_open(at))
            return std::vector<std::string>{"", "", pen_.bold(name_at(at)), left_at(at)};
        out = {pen_.bold(name_at(at)), left_at(at)};
        for (auto& [line, held] : rows(open[static_cast<std::size_t>(at)])) {
            line.erase(line.find_last_not_of(' ') + 1);
            for (const mu::card c : held) line += in_row(c);
            out.push_back(held.empty() ? line + "-" : line);
        }
        return out;
    };
    const auto width_of = [](const std::vector<std::string>& lines) {
        int width = side_width;
        for (const auto& line : lines) width = std::max(width, columns(line) + 1);
        return width;
    };
    auto west = beside(left), east = beside(right);
    const int west_width = width_of(west), east_width = width_of(east);

    const std::string west_card = left < 0 ? "" : card_at(left);
    const std::string east_card = right < 0 ? "" : card_at(right);
    std::string line;
    for (int i = 0; i < cloth_width; ++i) line += "─";
    const std::string edge = pen_.dim("│");
    const auto cloth = [&](std::string_view inside) {
        return edge + centre(inside, cloth_width) + edge;
    };
    const std::vector<std::string> table{pen_.dim("╭" + line + "╮"),
                                         cloth(top < 0 ? "" : card_at(top)),
                                         cloth(""),
                                         cloth("  " + pad(west_card, cloth_width - 10) +
                                               spaces(6 - columns(east_card)) + east_card + "  "),
                                         cloth(""),
                                         cloth(card_at(me)),
                                         pen_.dim("╰" + line + "╯")};
    west.resize(table.size());
    east.resize(table.size());

    // The notes on the right.
    const int table_end = west_width + cloth_width + 3 + east_width;
    std::vector<std::string> notes;
    if (!last_trick.is_null()) {
        notes.push_back(pen_.dim("Last trick"));
        std::string cards = trick_line(last_trick);
        if (table_end + 1 + columns(cards) > screen_width) cards = trick_line(last_trick, " ");
        notes.push_back(cards);
        notes.push_back(seat_name(last_trick["winner"].get<std::string>()) + " won it");
    }
    notes.resize(table.size());

    std::vector<std::string> out;
    if (top >= 0) {
        out.push_back(spaces(west_width) + centre(label(top), cloth_width + 2));
        if (is_open(top))
            for (const auto& suit : hand(open[static_cast<std::size_t>(top)], choices))
                out.push_back(columns(suit) + west_width + 4 > screen_width
                                  ? "  " + suit
                                  : spaces(west_width + 4) + suit);
    }
    for (std::size_t i = 0; i < table.size(); ++i) {
        std::string drawn = pad(west[i], west_width) + table[i] + " " + pad(east[i], east_width);
        if (columns(drawn) + columns(notes[i]) <= screen_width) drawn += notes[i];
        out.push_back(std::move(drawn));
    }
    out.push_back(spaces(west_width) +
                  centre(pen_.bold(name_at(me)) + (anybody ? " (you) " : " ") + left_at(me),
                         cloth_width + 2));
    for (auto& drawn : out) drawn.erase(drawn.find_last_not_of(' ') + 1);
    return out;
}

std::vector<std::string> table_drawing::grid(std::span<const call> calls) const {
    const int seats = info_.seats;
    const int first = seats == 4 ? 3 : 0;  // west stands on the left
    const int width = (screen_width - 4) / (seats == 4 ? 5 : seats);
    const auto column = [&](mu::seat s) { return (index(s) - first + seats) % seats; };
    std::vector<std::string> out{""};
    for (int k = 0; k < seats; ++k)
        out.back() += pad(pen_.bold(seat_name(static_cast<mu::seat>((first + k) % seats))), width);
    int at = seats;
    for (const auto& [who, text] : calls) {
        const int due = column(who);
        std::string& above = out.back();
        const std::string said = call_word(text);
        // What a seat says in two steps stands together.
        if (due + 1 == at && out.size() > 1) {
            above.erase(above.find_last_not_of(' ') + 1);
            if (columns(above) + 1 + columns(said) < width * at) {
                above += " " + said;
                continue;
            }
        }
        if (due < at) out.emplace_back();
        std::string& line = out.back();
        line += spaces(width * due - columns(line)) + said;
        at = due + 1;
    }
    constexpr std::size_t most = 10;  // rows of a long auction: the last ones
    if (out.size() > most + 1)
        out.erase(out.begin() + 1, out.end() - static_cast<std::ptrdiff_t>(most));
    for (auto& line : out) line.erase(line.find_last_not_of(' ') + 1);
    return out;
}

std::vector<std::string> table_drawing::box(std::span<const std::string> calls,
                                            std::size_t first) const {
    std::vector<std::string> out;
    const auto add = [&](const std::string& item, int gap) {
        if (out.empty() || columns(out.back()) + gap + columns(item) > screen_width - 2)
            out.push_back(item);
        else
            out.back() += spaces(gap) + item;
    };
    if (calls.size() < box_from) {
        for (std::size_t i = 0; i < calls.size(); ++i)
            add(pen_.dim(fmt::format("{})", first + i)) + calls[i], 2);
        return out;
    }
    const auto level = [](const std::string& text) {  // "80" of 80h, "capot" of capot-h
        const std::size_t dash = text.find('-');
        const std::size_t digits = text.find_first_not_of("0123456789");
        return digits == 0 && dash != std::string::npos ? text.substr(0, dash)
                                                        : text.substr(0, digits);
    };
    std::vector<std::string> groups;
    std::string last;
    for (const auto& text : calls) {
        const std::string now = level(text);
        if (!groups.empty() && !now.empty() && now == last && now.size() < text.size())
            groups.back() += " " + text;
        else
            groups.push_back(text);
        last = now;
    }
    for (const auto& group : groups) add(group, 3);
    return out;
}

std::vector<std::string> table_drawing::diagram(const json& position) const {
    const json& hands = position["hands"];
    const auto block = [&](std::size_t seat) {
        auto lines = hand(hands[seat]);
        lines.insert(lines.begin(), pen_.bold(seat_name(static_cast<mu::seat>(seat))));
        return lines;
    };
    std::vector<std::string> out;
    const auto beside = [&](std::vector<std::string> west, std::vector<std::string> east,
                            int middle) {
        west.resize(std::max(west.size(), east.size()));
        east.resize(west.size());
        for (std::size_t i = 0; i < west.size(); ++i)
            out.push_back(east[i].empty() ? "  " + west[i] : pad("  " + west[i], middle) + east[i]);
    };
    constexpr int indent = 20, middle = 40;  // columns where the hands begin
    if (info_.seats != 4) {
        for (std::size_t s = 0; s < hands.size(); s += 2)
            if (s + 1 < hands.size())
                beside(block(s), block(s + 1), middle);
            else
                beside(block(s), {}, middle);
        return out;
    }
    for (const auto& line : block(0)) out.push_back(spaces(indent) + line);
    beside(block(3), block(1), middle);
    for (const auto& line : block(2)) out.push_back(spaces(indent) + line);
    return out;
}

std::vector<std::string> table_drawing::play(std::span<const json> tricks) const {
    std::vector<std::string> cells;
    int width = 0;
    for (std::size_t i = 0; i < tricks.size(); ++i) {
        const json& t = tricks[i];
        const int lead = index(parse_seat(t["lead"].get<std::string>(), info_.seats));
        const auto winner = parse_seat(t["winner"].get<std::string>(), info_.seats);
        std::string cell = fmt::format("{:>2} ", i + 1);
        for (int k = 0; k < info_.seats; ++k) {
            const auto at = static_cast<mu::seat>((lead + k) % info_.seats);
            const json& card = t["cards"][static_cast<std::size_t>(at)];
            if (card.is_null()) continue;
            cell += fmt::format(" {} {}{}", seat_str(at, info_.seats),
                                word(card.get<std::string>()), at == winner ? "*" : " ");
        }
        width = std::max(width, columns(cell));
        cells.push_back(std::move(cell));
    }
    // In columns, as many as fit: read downwards.
    const auto across = static_cast<std::size_t>(std::max(1, screen_width / (width + 4)));
    const std::size_t down = (cells.size() + across - 1) / across;
    std::vector<std::string> out(down);
    for (std::size_t i = 0; i < cells.size(); ++i) out[i % down] += "  " + pad(cells[i], width + 2);
    for (auto& line : out) line.erase(line.find_last_not_of(' ') + 1);
    return out;
}

}  // namespace mu::cli
