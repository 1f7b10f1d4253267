// Words that people type, and the cards of a deal as text.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <mu/cards/text.h>
#include <mu/games/action.h>
#include <mu/games/state.h>

#include "api/fields.h"

namespace mu::detail {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Without what people leave out or vary: case, accents, blanks, dashes and underlines.
// "Piros_Ulti", "piros ulti" and "PIROS-ULTI" are one word.
inline std::string plain_word(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, char>, 18> accents{{{"á", 'a'},
                                                                         {"é", 'e'},
                                                                         {"í", 'i'},
                                                                         {"ó", 'o'},
                                                                         {"ö", 'o'},
                                                                         {"ő", 'o'},
                                                                         {"ú", 'u'},
                                                                         {"ü", 'u'},
                                                                         {"ű", 'u'},
                                                                         {"Á", 'a'},
                                                                         {"É", 'e'},
                                                                         {"Í", 'i'},
                                                                         {"Ó", 'o'},
                                                                         {"Ö", 'o'},
                                                                         {"Ő", 'o'},
                                                                         {"Ú", 'u'},
                                                                         {"Ü", 'u'},
                                                                         {"Ű", 'u'}}};
    std::string out;
    while (!text.empty()) {
        const auto accent =
            std::ranges::find_if(accents, [&](const auto& a) { return text.starts_with(a.first); });
        if (accent != accents.end()) {
            out += accent->second;
            text.remove_prefix(accent->first.size());
            continue;
        }
        if (constexpr std::string_view left_out = " \t\r\n-_";
            left_out.find(text.front()) == std::string_view::npos)
            out += lower(text.front());
        text.remove_prefix(1);
    }
    return out;
}

// The ways to name a suit, or no trumps: letter, names, symbol.
template <typename V>
std::vector<std::string> suit_words(suit s) {
    if (s == suit::none) return {"n", "nt", "no trump", "no trumps", "notrumps"};
    std::vector<std::string> out{suit_str<V>(s), suit_name<V>(s), suit_symbol<V>(s)};
    for (const std::string_view other : other_suit_names(s, V::deck)) out.emplace_back(other);
    return out;
}

// Finds the action that a text names among those a game adds.
class word_finder {
public:
    explicit word_finder(std::string_view text) : word_(plain_word(text)) {}

    void add(action a, std::string_view phrase) {
        if (word_ == plain_word(phrase) && std::ranges::find(found_, a) == found_.end())
            found_.push_back(a);
    }
    void add(action a, std::initializer_list<std::string_view> phrases) {
        for (const std::string_view phrase : phrases) add(a, phrase);
    }
    const std::vector<action>& found() const { return found_; }

private:
    std::string word_;
    std::vector<action> found_;
};

// Two cards to lay away at once, in any order: the lower goes first. Empty if it is not that.
template <typename V>
std::vector<action> parse_two_cards(std::string_view text) {
    try {
        const card_mask two = parse_cards<V>(text);
        if (ops::popcount(two) != 2) return {};
        return {action{ops::lsb_index(two)}, action{ops::msb_index(two)}};
    } catch (const parse_error&) {
        return {};  // one card, or none
    }
}

template <typename V>
nlohmann::ordered_json cards_json(card_mask m) {
    auto out = nlohmann::ordered_json::array();
    ops::for_each(m, [&](card c) { out.push_back(card_str<V>(c)); });
    return out;
}

}  // namespace mu::detail
