// Text from outside made fit for a message or a file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mu {

// Control characters and bytes that are not UTF-8 show as \xNN, and what is longer than `most`
// characters is cut and ends in "...". Always one line.
std::string printable(std::string_view text, std::size_t most);

}  // namespace mu
