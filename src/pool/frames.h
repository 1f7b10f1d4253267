// The parts of a pool file as bytes: its header, and frames of records. docs/pool.md shows them.
#pragma once

#include <array>

#include <mu/pool/header.h>

#include "pool/bytes.h"

namespace mu::detail {

inline constexpr std::string_view pool_magic = "mu pool\n";
inline constexpr std::uint32_t pool_format = 1;

// Every frame and the end mark begin with a head.
struct frame_head {
    static constexpr std::size_t size = 28;
    static constexpr std::string_view frame = "fram", end = "end\n";

    std::string_view mark = frame;
    std::uint32_t count = 0;   // records; 0 at the end
    std::uint64_t first = 0;   // number of the first record; at the end, of the one after the last
    std::uint32_t length = 0;  // of the payload; 0 at the end
    std::uint32_t checksum = 0;  // of the payload; at the end, of all bytes before

    std::array<std::byte, size> bytes() const;
    // False if these are not the bytes of a head. REQUIRES: `size` bytes.
    bool read(std::span<const std::byte> from);
};

// Magic, format, length, JSON, checksum.
std::vector<std::byte> header_bytes(const pool_header& h);

// The payload of a frame of `count` records.
std::vector<std::byte> pack_frame(const pool_header& h, std::span<const std::byte> records,
                                  std::size_t count);
// The records again; nothing if the payload is not that of `count` records.
std::optional<std::vector<std::byte>> unpack_frame(const pool_header& h,
                                                   std::span<const std::byte> payload,
                                                   std::size_t count);

}  // namespace mu::detail
