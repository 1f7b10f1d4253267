#include "api/table_words.h"

#include <array>

#include <fmt/format.h>

#include <mu/cards/text.h>

namespace mu::detail {

using json = nlohmann::ordered_json;

std::string seat_word(const json& seat) {
    if (!seat.is_string()) return "nobody";
    const auto text = seat.get<std::string>();
    for (const std::string_view name : {"North", "East", "South", "West"})
        if (text[0] == name[0]) return std::string(name);
    return "seat " + text;
}

std::size_t side_index(const json& seat) {
    const auto text = seat.get<std::string>();
    return text == "N" || text == "S" ? 0 : 1;
}
std::string side_word(const json& seat) {
    return side_index(seat) == 0 ? "North-South" : "East-West";
}

std::string trump_word(const json& trump, const deck_info& deck) {
    if (!trump.is_string()) return "no trump";
    const suit s = parse_suit(trump.get<std::string>(), deck);
    if (s == suit::none) return "no trump";
    return suit_symbol(s, deck) + " " + suit_name(s, deck);
}

std::string card_word(const json& card, const deck_info& deck) {
    if (!card.is_string()) return "-";
    const mu::card c = parse_card(card.get<std::string>(), deck);
    if (deck.is_joker(c)) return "Joker";
    const char letter = deck.ranks[static_cast<std::size_t>(c % deck.rank_count())];
    const std::string rank = letter == 'T' ? "10" : std::string(1, letter);
    const std::string symbol = suit_symbol(static_cast<suit>(c / deck.rank_count()), deck);
    return deck.rank_first() ? rank + symbol : symbol + rank;
}

std::string sides_word(const json& numbers) {
    return fmt::format("North-South {}, East-West {}", numbers[0].get<int>(),
                       numbers[1].get<int>());
}

std::string count_word(int n, std::string_view one, std::string_view many) {
    if (n == 1) return fmt::format("1 {}", one);
    return many.empty() ? fmt::format("{} {}s", n, one) : fmt::format("{} {}", n, many);
}

std::string signed_word(int n) { return n == 0 ? "0" : fmt::format("{:+}", n); }

std::string text_at(const json& table, const char* key) {
    const auto found = table.find(key);
    return found == table.end() || !found->is_string() ? "" : found->get<std::string>();
}

bool my_turn(const json& table) {
    return table.contains("seat") && table["seat"].is_string() && table["to_act"] == table["seat"];
}

json phrases_json(const std::vector<phrase>& said) {
    json out = json::array();
    for (const phrase& p : said) out.push_back(phrase_value(p));
    return out;
}

int seat_number(const json& seat) {
    if (!seat.is_string()) return -1;
    const char first = seat.get<std::string>()[0];
    const auto at = std::string_view("NESW").find(first);
    return at == std::string_view::npos ? first - '0' : static_cast<int>(at);
}
json seat_value(const json& seat) { return {{"seat", seat_number(seat)}}; }
json side_value(std::size_t side) { return {{"side", side}}; }
json call_value(const json& text) { return {{"call", text}}; }
json suit_value(const json& trump) {
    if (!trump.is_string() || trump == "n" || trump == "none") return {{"key", "no_trump"}};
    return {{"suit", trump}};
}
json card_value(const json& card) { return {{"card", card}}; }
json cards_value(const json& cards) {
    json all = json::array();
    for (const auto& c : cards) all.push_back(card_value(c));
    return {{"list", all}};
}
json signed_value(int n) { return {{"signed", n}}; }
json phrase_value(const phrase& p) {
    json out{{"key", p.key}};
    if (!p.values.empty()) out["values"] = p.values;
    return out;
}
json list_value(std::vector<json> values) { return {{"list", std::move(values)}}; }

phrase sides_phrase(std::string key, const json& numbers) {
    return {std::move(key),
            {{"a", side_value(0)}, {"x", numbers[0]}, {"b", side_value(1)}, {"y", numbers[1]}}};
}

sentence card_prompt(const json& t) {
    const bool leads = t["trick"].is_null() || t["trick"]["complete"] == true;
    if (leads) return {"Lead a card", "your_lead"};
    return {"Play a card", "your_turn"};
}

}  // namespace mu::detail
