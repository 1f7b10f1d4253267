// A bridge board as files hold it: deal, calls, cards, and what they leave out.
//
// pbn.h and lin.h read and write files; both come to this form, and from here to a position.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <mu/api/position.h>

namespace mu {

// Where something stood in a file, from 1; line 0 is nowhere. It says nothing about the thing
// itself, so all places compare equal.
struct text_place {
    int line = 0, column = 0;
    friend constexpr bool operator==(const text_place&, const text_place&) { return true; }
};

struct board_call {
    action call = 0;  // an action of bridge
    bool alert = false;
    std::string explanation;
    text_place where;
    friend bool operator==(const board_call&, const board_call&) = default;
};

struct board_card {
    card what = no_card;
    text_place where;
    friend bool operator==(const board_card&, const board_card&) = default;
};

struct bridge_board {
    int number = 0;  // 0: unknown
    per_seat<std::string> players;
    std::optional<seat> dealer;
    std::optional<std::uint8_t> vul;  // bit 0 north-south, bit 1 east-west
    per_seat<card_mask> hands{};      // empty: unknown
    std::vector<board_call> calls;
    std::vector<board_card> cards;  // in playing order
    std::optional<int> tricks;      // declarer's, where the file states them
    text_place tricks_at;

    friend bool operator==(const bridge_board&, const bridge_board&) = default;
};

// The position a board leads to. Where the cards stop early and the file states declarer's tricks,
// the rest is claimed, in a game with claims=on. A board without dealer, vulnerability or a whole
// deal, a call or card that is not legal and tricks that cannot be are a std::invalid_argument
// that names line and column.
position to_position(const bridge_board& board);

// The other way; claims that were refused are left out. REQUIRES: a position of bridge
// (std::invalid_argument) that began with a deal (std::logic_error).
bridge_board to_board(const position& p);

}  // namespace mu
