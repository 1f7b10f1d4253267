// What somebody at the table reads. A game says it in src/games/<game>/table_words.h, in a
// specialisation of table_words<V> that its text.cpp includes; whatever is missing has a default.
//
//     status(table) -> lines         where the deal stands: at most two lines of 78 columns
//     prompt(table) -> std::string   what is asked of the observer: "Play from dummy (North)"
//     help(table) -> std::string     what may be done now, in whole sentences
//     list_choices(table) -> bool    the choices are worth a list, with numbers (yes)
//     result(table) -> std::string   how the deal ended: "4H by South made: +420"
//     mark(table, card) -> string    what a card is called besides its name: "right bower"
//
// `table` is the JSON of a view, for result() that of a finished position: what is not in a view
// cannot be said.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <mu/cards/deck.h>

namespace mu::detail {

template <typename V>
struct table_words {};

struct word_hooks {
    using json = nlohmann::ordered_json;
    using lines = std::vector<std::string>;
    lines (*status)(const json&) = nullptr;
    std::string (*prompt)(const json&) = nullptr;
    std::string (*help)(const json&) = nullptr;
    bool (*list_choices)(const json&) = nullptr;
    std::string (*result)(const json&) = nullptr;
    std::string (*mark)(const json&, std::string_view) = nullptr;
};

template <typename V>
word_hooks words_of() {
    using words = table_words<V>;
    word_hooks out;
    if constexpr (requires { &words::status; }) out.status = &words::status;
    if constexpr (requires { &words::prompt; }) out.prompt = &words::prompt;
    if constexpr (requires { &words::help; }) out.help = &words::help;
    if constexpr (requires { &words::list_choices; }) out.list_choices = &words::list_choices;
    if constexpr (requires { &words::result; }) out.result = &words::result;
    if constexpr (requires { &words::mark; }) out.mark = &words::mark;
    return out;
}

// --- Words that games share. -------------------------------------------------------------------

// "North"; "seat 1" at a table without compass; "nobody" for null.
std::string seat_word(const nlohmann::ordered_json& seat);
// "North-South" or "East-West": the side of a seat.
std::string side_word(const nlohmann::ordered_json& seat);
// 0 for north-south, 1 for east-west.
std::size_t side_index(const nlohmann::ordered_json& seat);
// "♥ hearts" of a letter or a name, "no trump" where there is none.
std::string trump_word(const nlohmann::ordered_json& trump, const deck_info& deck);
// "K♥" of "Kh".
std::string card_word(const nlohmann::ordered_json& card, const deck_info& deck);
// "North-South 12, East-West 30" of two numbers.
std::string sides_word(const nlohmann::ordered_json& numbers);
// "1 trick", "3 tricks".
std::string count_word(int n, std::string_view one, std::string_view many = "");
// "+420", "-50", "0".
std::string signed_word(int n);
// The string at a key; empty if it is not there or null.
std::string text_at(const nlohmann::ordered_json& table, const char* key);
// The observer is to act.
bool my_turn(const nlohmann::ordered_json& table);

}  // namespace mu::detail
