// Positions as people keep them in files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <mu/api/position.h>

namespace mu {

struct named_position {
    std::string name;  // "line 3", "board 7"
    position from;
    bool is_board = false;  // of a PBN or LIN file
};

// All positions of a text, which is a PBN file, a LIN file, or has on each line a record, a
// position text, or a deal of bridge as PBN writes it ("N:AKQ2.. ...": that seat deals, none
// vulnerable). Empty lines and lines that begin with '#' are left out. Line ends may be those of
// any system. What cannot be read, or a text without any position, is a std::invalid_argument that
// names the line.
std::vector<named_position> read_positions(std::string_view text);

// All of a file; "-" is the standard input. std::invalid_argument if it is a folder or cannot be
// read.
std::string read_text(const std::filesystem::path& file);

}  // namespace mu
