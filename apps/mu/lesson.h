// What the teacher says, on a terminal of 80 columns.
#pragma once

#include <string>
#include <vector>

#include <mu/teach/teacher.h>

#include "table.h"

namespace mu::cli {

// The best choices with value and standard error, and the sentence that says why.
std::vector<std::string> advice_lines(const seat_view& v, const advice& a,
                                      const table_drawing& draw, std::size_t most = 5);

// The hands, every decision that left a choice, and the sum of each seat. With `all` the reasons of
// good decisions too.
std::vector<std::string> review_lines(const position& deal, const review& r, const pen& ink,
                                      bool all);

}  // namespace mu::cli
