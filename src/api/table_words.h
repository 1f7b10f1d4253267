// What somebody at the table reads. A game says it in src/games/<game>/table_words.h, in a
// specialisation of table_words<V> that its text.cpp includes; whatever is missing has a default.
//
//     status(table) -> lines         where the deal stands: at most two lines of 78 columns
//     prompt(table) -> sentence      what is asked of the observer: "Play from dummy (North)"
//     help(table) -> sentence        what may be done now, in whole sentences
//     list_choices(table) -> bool    the choices are worth a list, with numbers (yes)
//     result(table) -> sentence      how the deal ended: "4H by South made: +420"
//     sheet(table) -> json           what players write down of the deal besides its points
//     mark(table, card) -> string    what a card is called besides its name: "right bower"
//
// `table` is the JSON of a view, for result() and sheet() that of a finished position: what is not
// in a view cannot be said.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <mu/cards/deck.h>

namespace mu::detail {

template <typename V>
struct table_words {};

// What a page says in the reader's language: a key of its strings (web/src/strings.json), and what
// goes into it by name: numbers, or what the helpers below make of seats, cards and calls.
struct phrase {
    std::string key{};
    nlohmann::ordered_json values = nlohmann::ordered_json::object();
};

// A sentence in English, and the phrases that say the same. Without any the page shows the English.
struct sentence {
    sentence() = default;
    sentence(std::string english) : text(std::move(english)) {}
    sentence(const char* english) : text(english) {}
    sentence(std::string english, std::vector<phrase> phrases)
        : text(std::move(english)), said(std::move(phrases)) {}
    sentence(std::string english, std::string key,
             nlohmann::ordered_json values = nlohmann::ordered_json::object())
        : text(std::move(english)), said{{std::move(key), std::move(values)}} {}

    std::string text;
    std::vector<phrase> said;
};
using lines = std::vector<sentence>;

// [{"key": ..., "values": {...}}, ...]
nlohmann::ordered_json phrases_json(const std::vector<phrase>& said);

struct word_hooks {
    using json = nlohmann::ordered_json;
    lines (*status)(const json&) = nullptr;
    sentence (*prompt)(const json&) = nullptr;
    sentence (*help)(const json&) = nullptr;
    bool (*list_choices)(const json&) = nullptr;
    sentence (*result)(const json&) = nullptr;
    json (*sheet)(const json&) = nullptr;
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
    if constexpr (requires { &words::sheet; }) out.sheet = &words::sheet;
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
// 2 of "S" or "2"; -1 for null.
int seat_number(const nlohmann::ordered_json& seat);
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

// --- What goes into phrases. -------------------------------------------------------------------

// Of a seat as the JSON of a view has it, "S" or "2".
nlohmann::ordered_json seat_value(const nlohmann::ordered_json& seat);
nlohmann::ordered_json side_value(std::size_t side);
// An action or a contract in the text of the game.
nlohmann::ordered_json call_value(const nlohmann::ordered_json& text);
// A trump suit; "n" and "none" are no trumps.
nlohmann::ordered_json suit_value(const nlohmann::ordered_json& trump);
nlohmann::ordered_json card_value(const nlohmann::ordered_json& card);
nlohmann::ordered_json cards_value(const nlohmann::ordered_json& cards);
// A number that is written with its sign.
nlohmann::ordered_json signed_value(int n);
// Another phrase; values one after the other.
nlohmann::ordered_json phrase_value(const phrase& p);
nlohmann::ordered_json list_value(std::vector<nlohmann::ordered_json> values);
// A phrase that has a number for both sides: "Tricks: North-South 5, East-West 3".
phrase sides_phrase(std::string key, const nlohmann::ordered_json& numbers);
// "Lead a card" or "Play a card", as the trick on the table stands.
sentence card_prompt(const nlohmann::ordered_json& table);

}  // namespace mu::detail
