// Drawings of a card table, made from the JSON of a view or a position and nothing else: what is
// not in a view cannot get onto the screen. Works for every game: what it does not know by name it
// shows as a fact, key and value.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <mu/api/game.h>

#include "terminal.h"

namespace mu::cli {

using json = nlohmann::ordered_json;

class table_drawing {
public:
    // `at_seat` is what somebody at a table without compass is called.
    table_drawing(const game_info& info, const pen& ink, std::string_view at_seat = "player")
        : info_(info), pen_(ink), at_seat_(at_seat) {}

    // "North", or "player 2" where the table has no compass.
    std::string seat_name(const std::string& seat) const;
    // "North-South 3   East-West 2": one number per side or per seat.
    std::string per_side(const std::vector<int>& numbers) const;
    // "Trump ♥   Turn up 3♥": everything that only this game has.
    std::string facts(const json& table) const;
    // A card's text in colour; any other text as it is.
    std::string word(const std::string& text) const;

    // A hand, one line per suit, high cards first, and one for the joker if it is held.
    std::vector<std::string> hand(const json& cards) const;
    // The same with room for numbers: a card that is the text of choices[i] is marked with i + 1.
    // If there are choices, the other cards are dimmed.
    std::vector<std::string> hand(const json& cards, const std::vector<std::string>& choices) const;

    // The trick on the table as the observer sees it, himself at the bottom, and beside it the
    // tricks taken and the last trick (null if there was none). A complete trick is drawn only on
    // demand.
    std::vector<std::string> middle(const json& view, const json& last_trick,
                                    bool draw_complete) const;
    // "North A♠  East 2♠  South 5♠  West 9♠", from the leader on.
    std::string trick_line(const json& trick) const;

    // All hands round the table.
    std::vector<std::string> diagram(const json& position) const;

private:
    struct row {
        std::string label;  // the symbol of the suit
        std::vector<mu::card> held;
    };
    std::vector<row> rows(const json& cards) const;
    mu::card card_of(const std::string& text) const;
    std::string fact_text(const std::string& key, const json& value) const;

    const game_info& info_;
    pen pen_;
    std::string_view at_seat_;
};

}  // namespace mu::cli
