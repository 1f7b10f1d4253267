// Files that appear whole or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>

namespace mu {

// Calls `write` with a stream to a new file beside `file`, which then takes its name. If that fails
// `file` is left as it was.
void replace_file(const std::filesystem::path& file,
                  const std::function<void(std::ostream&)>& write);

}  // namespace mu
