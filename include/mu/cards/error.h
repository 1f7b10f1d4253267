// What outside callers may catch.
//
// Bad input is a std::invalid_argument (in Python a ValueError). Code on the inside states its
// preconditions as REQUIRES and asserts them; only the checked functions that face the outside
// throw.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace mu {

// Text that could not be read. what() is the message, then the input (cut to a window if it is
// long) with a caret under the culprit:
//
//     expected a suit (s h d c)
//       As Tx
//           ^
//
// what() is always valid UTF-8 on printable lines, whatever the input was: control characters show
// as their pictures (U+240D for a carriage return), tabs and line ends as spaces, bytes that are
// not UTF-8 as question marks.
struct parse_error : std::invalid_argument {
    // `byte` is the culprit's offset in `input`; the input's size means that something is missing.
    parse_error(std::string_view input, std::size_t byte, std::string_view complaint);

    std::string text;      // the whole input
    std::string message;   // what is wrong, without the picture
    std::size_t offset;    // of the culprit in bytes: a parser of a larger text adds its own start
    std::size_t position;  // of the culprit in characters (code points), 0-based
};

// A call, bid or card that the rules forbid in this state.
struct illegal_action : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

}  // namespace mu
