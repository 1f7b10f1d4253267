// LIN, the format of Bridge Base Online: a stream of command|value| pairs.
//
//     qx|o1|pn|south,west,north,east|st||md|3S6H23TQKD9Q...,SKAH...,S249...,|rh||ah|Board 1|sv|o|
//     mb|p|mb|2C!|an|natural|mb|d|...|pg||pc|DT|pc|DA|...|pg||mc|7|pg||
//
// Read: line breaks do not count, commands we do not know are skipped, an east hand left out is the
// rest of the pack. A board begins with qx, or with md or pn where the last board has one already.
// Written: each board on a line, in the order above. What was read is written and read again to an
// equal value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <mu/games/bridge/board.h>

namespace mu {

struct lin_command {
    std::string name, value;
    friend bool operator==(const lin_command&, const lin_command&) = default;
};

struct lin_board {
    std::string id;     // qx: o1 is board 1 in the open room, c1 in the closed room
    std::string title;  // ah: "Board 1"
    bridge_board board;
    text_place where;  // of the deal
    friend bool operator==(const lin_board&, const lin_board&) = default;
};

struct lin_file {
    std::vector<lin_command> header;  // vg rs pw mp bn: the match the boards are from, as they came
    std::vector<lin_board> boards;
    friend bool operator==(const lin_file&, const lin_file&) = default;
};

// A parse_error names line and column.
lin_file parse_lin(std::string_view text);
std::string write_lin(const lin_file& file);

// A board with its number as title and id. What the format cannot hold, such as a | in a name,
// becomes a blank.
lin_board to_lin(const bridge_board& board);

}  // namespace mu
