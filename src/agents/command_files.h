// Which files a shell command names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mu::detail {

// The regular files that the words of a command name, in order and each once; see
// agent_spec::files(). The command is read as sh reads it, as far as words go: blanks and
// ; & | ( ) < > part them, single quotes keep them together. Variables are not expanded.
std::vector<std::string> files_of_command(std::string_view command);

}  // namespace mu::detail
