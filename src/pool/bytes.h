// Little-endian numbers in bytes, on any machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace mu::detail {

inline void put_le(std::span<std::byte> to, std::uint64_t value) {
    for (std::byte& b : to) {
        b = static_cast<std::byte>(value & 0xFF);
        value >>= 8;
    }
}

inline std::uint64_t get_le(std::span<const std::byte> from) {
    std::uint64_t value = 0;
    for (std::size_t i = from.size(); i-- > 0;)
        value = value << 8 | std::to_integer<std::uint64_t>(from[i]);
    return value;
}

inline std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

// CRC-32 as in zip files, going on from `sum`.
std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t sum = 0);

}  // namespace mu::detail
