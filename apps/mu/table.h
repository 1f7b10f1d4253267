// Drawings of a card table, made from the JSON of a view or a position and nothing else: what is
// not in a view cannot get onto the screen. Works for every game: what it does not know by name it
// shows as a fact, key and value. No line is wider than the screen.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <mu/api/position.h>

#include "terminal.h"

namespace mu::cli {

using json = nlohmann::ordered_json;

// The text of the actions in a history that are not cards, with who made them.
struct call {
    mu::seat who;
    std::string text;
};

class table_drawing {
public:
    table_drawing(const game_info& info, const pen& ink) : info_(info), pen_(ink) {}

    // How cards rank, from a view: hands are drawn in this order. Without it, by their rank.
    void sort_by(std::vector<card_rank> ranks) { ranks_ = std::move(ranks); }

    // "North", or "seat 2" where the table has no compass.
    std::string seat_name(const std::string& seat) const;
    std::string seat_name(mu::seat s) const;
    // "North-South 3   East-West 2": one number per side or per seat.
    std::string per_side(const std::vector<int>& numbers) const;
    // Where the deal stands, in the game's own words; "Trump ♥   Turn up 3♥" where it has none.
    std::vector<std::string> status(const seat_view& seen) const;
    // A card's text in colour; any other text as it is.
    std::string word(const std::string& text) const;
    // A call in a grid: the letter of a suit becomes its symbol.
    std::string call_word(const std::string& text) const;

    // A hand, one line per suit, the best cards first, and one for the joker if it is held.
    std::vector<std::string> hand(const json& cards) const;
    // The same with room for numbers: the card choices[i] is marked with i + 1. If there are
    // choices, the other cards are dimmed.
    std::vector<std::string> hand(const json& cards, std::span<const action> choices) const;

    // The trick on the table as the observer sees it, himself at the bottom, hands that lie open at
    // their seats, and beside it the last trick (null if there was none). A complete trick is drawn
    // only on demand. Of an open hand opposite, the choices are numbered.
    std::vector<std::string> middle(const json& view, const json& last_trick, bool draw_complete,
                                    std::span<const action> choices) const;
    // "N A♠  E 2♠  S 5♠  W 9♠", from the leader on.
    std::string trick_line(const json& trick, std::string_view gap = "  ") const;

    // Calls in columns: W N E S, or the seats in turn.
    std::vector<std::string> grid(std::span<const call> calls) const;
    // The calls that may be made. Few are numbered (from `first` on); many are a bidding box, in
    // groups of one level.
    std::vector<std::string> box(std::span<const std::string> calls, std::size_t first) const;
    static constexpr std::size_t box_from = 10;  // so many calls are a box

    // All hands round the table.
    std::vector<std::string> diagram(const json& position) const;
    // The tricks, two on a line, the winner's card marked.
    std::vector<std::string> play(std::span<const json> tricks) const;

private:
    std::string facts(const json& table) const;  // everything that only this game has
    struct row {
        std::string label;  // the symbol of the suit
        std::vector<mu::card> held;
    };
    std::vector<row> rows(const json& cards) const;
    mu::card card_of(const std::string& text) const;
    // A card in the row of a suit: its rank, and its own suit if that is another.
    std::string in_row(mu::card c, bool dimmed = false) const;
    std::string mark_of(mu::card c) const;
    std::string fact_text(const std::string& key, const json& value) const;
    // The hands that lie open, by seat; null where none does.
    std::vector<json> open_hands(const json& view) const;

    const game_info& info_;
    pen pen_;
    std::vector<card_rank> ranks_;
};

}  // namespace mu::cli
