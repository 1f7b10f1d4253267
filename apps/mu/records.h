// Files of records, one a line.
#pragma once

#include <string>
#include <vector>

#include <mu/api/position.h>

namespace mu::cli {

// What a file holds ("-" is the standard input), or what stands on the command line itself: a
// record, a position, a deal.
std::string source_text(const std::string& source);

// All records of a file ("-" for the standard input), finished deals or not, of this game and its
// options. What cannot be read, is of another game or does not begin with its deal is a
// std::invalid_argument that names file and line.
std::vector<position> records_of(const game& of, const std::string& file);

}  // namespace mu::cli
