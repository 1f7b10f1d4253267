// Where nets lie: what nets.cpp asks of the file system, for machines that have one.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace mu::detail {

// When a file was changed last, and its size.
struct file_stamp {
    std::int64_t changed = 0;
    std::uintmax_t size = 0;
    friend bool operator==(const file_stamp&, const file_stamp&) = default;
};

// std::invalid_argument, which names the file, if it cannot be read.
std::string net_bytes(const std::string& file);
std::string last_word_of_net(const std::string& file);  // 8 bytes
std::optional<file_stamp> stamp_of(const std::string& file);
// The file of this name in the first of net_folders() that has it.
std::optional<std::string> net_in_folders(const std::string& name);

}  // namespace mu::detail
