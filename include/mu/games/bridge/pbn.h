// Portable Bridge Notation 2.1: games of bridge as tags and sections.
//
//     [Event "Parser sample"]           tag pairs; "#" repeats the value of the game before
//     [Deal "N:QJT942.A7.AJ4.75 ..."]
//     [Auction "N"]                     sections: calls from the dealer on
//     Pass 2C X $1 2H =1=
//     [Note "1:natural"]
//     [Play "W"]                        and cards, a row per trick, a column per seat
//     DT DA D3 DQ
//
// Read: comments ({...}, ; to the end of the line, % in column 1) are skipped, AP is spelt out, !
// and ? become glyphs, - in an auction and marks of irregularity (^I) are dropped, and a mandatory
// tag that is missing has the value "?". An empty line or another Event tag begins the next game.
// Written: the mandatory tags in their order, then the other tags as they came, auction, play. What
// was read is written and read again to an equal value.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <mu/games/bridge/board.h>

namespace mu {

struct pbn_tag {
    std::string name, value;
    std::vector<std::string> body;  // the rows of a section we do not interpret, single blanks
    text_place where;               // of the value
    friend bool operator==(const pbn_tag&, const pbn_tag&) = default;
};

// How a section stops.
enum class pbn_ending : std::uint8_t { done, unfinished, continued };  // "", "*", "+"

// A call or a card, with what is attached to it.
struct pbn_item {
    action what = no_card;    // a call or card of bridge; no_card is a card unknown or not played
    std::vector<int> glyphs;  // $1 .. ; ! ? !! ?? !? ?! are 1 to 6
    std::vector<int> notes;   // numbers of notes
    text_place where;
    friend bool operator==(const pbn_item&, const pbn_item&) = default;
};

struct pbn_section {
    seat first = seat::north;  // the first caller; the leader, whose cards are the first column
    std::vector<pbn_item> items;
    pbn_ending ending = pbn_ending::done;
    std::vector<std::pair<int, std::string>> notes;
    text_place where;
    friend bool operator==(const pbn_section&, const pbn_section&) = default;
};

struct pbn_game {
    std::vector<pbn_tag> tags;  // the mandatory ones first, in their order
    std::optional<pbn_section> auction, play;

    // The value of a tag, or nullptr.
    const std::string* find(std::string_view name) const;
    friend bool operator==(const pbn_game&, const pbn_game&) = default;
};

// A parse_error names line and column.
std::vector<pbn_game> parse_pbn(std::string_view text);
std::string write_pbn(std::span<const pbn_game> games);

// What a game says about its board. Its cards are brought into playing order, up to the first that
// is unknown. Tags that make no sense are a std::invalid_argument that names line and column.
bridge_board to_board(const pbn_game& game);

// A game with contract, result and score worked out, as far as the board goes.
// REQUIRES: the board leads to a position (std::invalid_argument).
pbn_game to_pbn(const bridge_board& board);

}  // namespace mu
