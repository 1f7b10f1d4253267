// Output files, without harm to what stands there.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>

namespace mu {

// Gives `file` what `write` writes, whole or not at all: it is written under a name of its own in
// the same folder and then renamed; if anything fails `file` is left as it was. Links are followed,
// an existing file keeps its permissions. What is not a regular file (a device, a pipe) is written
// to directly. std::invalid_argument if the file cannot be made, std::runtime_error if writing
// fails.
void replace_file(const std::filesystem::path& file,
                  const std::function<void(std::ostream&)>& write);

// std::invalid_argument if both names lead to one file: writing `output` would destroy `input`.
void refuse_same_file(const std::filesystem::path& input, const std::filesystem::path& output);

// Where the links of `file` lead, also if there is no file yet. std::invalid_argument if they lead
// in a circle.
std::filesystem::path follow_links(const std::filesystem::path& file);

}  // namespace mu
