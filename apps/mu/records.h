// Files of records, one a line.
#pragma once

#include <string>
#include <vector>

#include <mu/api/position.h>

namespace mu::cli {

// All records of a file ("-" for the standard input), finished deals or not, of this game and its
// options. What cannot be read, is of another game or does not begin with its deal is a
// std::invalid_argument that names file and line.
std::vector<position> records_of(const game& of, const std::string& file);

}  // namespace mu::cli
