#include "pool/frames.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <zlib.h>
#include <zstd.h>

namespace mu::detail {

std::uint32_t crc32(std::span<const std::byte> bytes, std::uint32_t sum) {
    return static_cast<std::uint32_t>(
        ::crc32_z(sum, reinterpret_cast<const Bytef*>(bytes.data()),  // NOLINT: bytes are bytes
                  bytes.size()));
}

std::array<std::byte, frame_head::size> frame_head::bytes() const {
    std::array<std::byte, size> out{};
    const std::span all(out);
    std::ranges::copy(bytes_of(mark), out.begin());
    put_le(all.subspan(4, 4), count);
    put_le(all.subspan(8, 8), first);
    put_le(all.subspan(16, 4), length);
    put_le(all.subspan(20, 4), checksum);
    put_le(all.subspan(24, 4), crc32(all.first(24)));
    return out;
}

bool frame_head::read(std::span<const std::byte> from) {
    if (get_le(from.subspan(24, 4)) != crc32(from.first(24))) return false;
    const auto is = [&](std::string_view m) {
        return std::ranges::equal(from.first(4), bytes_of(m));
    };
    if (!is(frame) && !is(end)) return false;
    mark = is(frame) ? frame : end;
    count = static_cast<std::uint32_t>(get_le(from.subspan(4, 4)));
    first = get_le(from.subspan(8, 8));
    length = static_cast<std::uint32_t>(get_le(from.subspan(16, 4)));
    checksum = static_cast<std::uint32_t>(get_le(from.subspan(20, 4)));
    return true;
}

std::vector<std::byte> header_bytes(const pool_header& h) {
    const std::string json = to_json(h).dump();
    std::vector<std::byte> out(pool_magic.size() + 8 + json.size() + 4);
    const std::span all(out);
    std::ranges::copy(bytes_of(pool_magic), out.begin());
    put_le(all.subspan(8, 4), pool_format);
    put_le(all.subspan(12, 4), json.size());
    std::ranges::copy(bytes_of(json), out.begin() + 16);
    put_le(all.last(4), crc32(all.first(all.size() - 4)));
    return out;
}

namespace {

constexpr int zstd_level = 12;

// The bytes of all records, first byte by first byte, then second by second: like goes with like.
void transpose(std::span<const std::byte> from, std::size_t rows, std::span<std::byte> to) {
    const std::size_t columns = rows == 0 ? 0 : from.size() / rows;
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < columns; ++c) to[c * rows + r] = from[r * columns + c];
}

std::size_t zstd_check(std::size_t result) {
    if (ZSTD_isError(result) != 0)
        throw std::runtime_error(fmt::format("zstd: {}", ZSTD_getErrorName(result)));
    return result;
}

struct zstd_free {
    void operator()(ZSTD_CCtx* c) const { ZSTD_freeCCtx(c); }
};

}  // namespace

// Transposed, and compressed in two pieces, for deals are noise and would spoil the statistics of
// the values.
std::vector<std::byte> pack_frame(const pool_header& h, std::span<const std::byte> records,
                                  std::size_t count) {
    std::vector<std::byte> turned(records.size());
    transpose(records, count, turned);
    const std::unique_ptr<ZSTD_CCtx, zstd_free> zstd(ZSTD_createCCtx());
    if (!zstd) throw std::bad_alloc();
    zstd_check(ZSTD_CCtx_setParameter(zstd.get(), ZSTD_c_compressionLevel, zstd_level));
    zstd_check(ZSTD_CCtx_setParameter(zstd.get(), ZSTD_c_checksumFlag, 1));
    const std::size_t deals = h.deal_size() * count;
    std::vector<std::byte> out;
    for (const auto part : {std::span(turned).first(deals), std::span(turned).subspan(deals)}) {
        const std::size_t before = out.size();
        out.resize(before + ZSTD_compressBound(part.size()));
        out.resize(before +
                   zstd_check(ZSTD_compress2(zstd.get(), out.data() + before, out.size() - before,
                                             part.data(), part.size())));
    }
    return out;
}

std::optional<std::vector<std::byte>> unpack_frame(const pool_header& h,
                                                   std::span<const std::byte> payload,
                                                   std::size_t count) {
    const std::size_t size = count * h.record_size();
    std::vector<std::byte> turned(size), out(size);
    const std::size_t got = ZSTD_decompress(turned.data(), size, payload.data(), payload.size());
    if (ZSTD_isError(got) != 0 || got != size) return std::nullopt;
    transpose(turned, h.record_size(), out);
    return out;
}

}  // namespace mu::detail
