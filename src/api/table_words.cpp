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

}  // namespace mu::detail
