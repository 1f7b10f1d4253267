#include <algorithm>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include <mu/pool/file.h>

#include "pool/frames.h"

namespace mu {

namespace fs = std::filesystem;
using detail::bytes_of;
using detail::crc32;
using detail::frame_head;
using detail::get_le;
using detail::pool_magic;

namespace {

constexpr std::uint32_t longest_header = 1 << 20;

}  // namespace

struct pool_reader::state {
    fs::path file;
    std::ifstream in;
    std::uint64_t size = 0;  // of the file
    pool_header header;
    std::uint64_t records = 0;
    std::uint64_t position = 0;
    std::uint32_t checksum = 0;
    bool complete = false;
    bool last = false;  // a frame that is not full ends a pool

    [[noreturn]] void damaged(std::string_view what) const {
        throw pool_error(fmt::format("{}: damaged at byte {}: {}", file.string(), position, what));
    }
    std::vector<std::byte> read(std::size_t n, std::string_view what) {
        if (n > size - position)
            throw torn_pool(fmt::format("{}: torn: it ends inside {} at byte {}", file.string(),
                                        what, position));
        return read_at(position, n);
    }
    std::vector<std::byte> read_at(std::uint64_t at, std::size_t n) {
        std::vector<std::byte> out(n);
        in.seekg(static_cast<std::streamoff>(at));
        in.read(reinterpret_cast<char*>(out.data()),  // NOLINT: chars are bytes
                static_cast<std::streamsize>(n));
        if (!in) throw pool_error(fmt::format("{}: cannot be read", file.string()));
        return out;
    }
    void accept(std::span<const std::byte> bytes) {
        checksum = crc32(bytes, checksum);
        position += bytes.size();
    }
    // What is wrong with the next `n` bytes. A machine that lost power may leave zeros where it
    // was making a file longer: if the file has nothing but zeros from somewhere in these bytes or
    // from their end on, they are torn, not damaged.
    [[noreturn]] void bad(std::uint64_t n, std::string_view what) {
        const std::uint64_t end = zeros_from();
        if (end < size && end <= position + n)
            throw torn_pool(fmt::format("{}: torn: zeros from byte {} on", file.string(), end));
        damaged(what);
    }
    // Where the zeros begin that the file ends with; its size if it does not.
    std::uint64_t zeros_from() {
        constexpr std::uint64_t piece = 1 << 16;
        for (std::uint64_t end = size; end > 0;) {
            const std::uint64_t begin = end - std::min(end, piece);
            const auto bytes = read_at(begin, end - begin);
            const auto found = std::find_if(bytes.rbegin(), bytes.rend(),
                                            [](std::byte b) { return b != std::byte{0}; });
            if (found != bytes.rend())
                return begin + static_cast<std::uint64_t>(found.base() - bytes.begin());
            end = begin;
        }
        return 0;
    }
};

pool_reader::pool_reader(pool_reader&&) noexcept = default;
pool_reader& pool_reader::operator=(pool_reader&&) noexcept = default;
pool_reader::~pool_reader() = default;

pool_reader::pool_reader(fs::path file) : state_(std::make_unique<state>()) {
    state& s = *state_;
    s.file = std::move(file);
    std::error_code failed;
    if (fs::exists(s.file, failed) && !fs::is_regular_file(s.file, failed))
        throw pool_error(fmt::format("{}: cannot be read: not a regular file", s.file.string()));
    s.in.open(s.file, std::ios::binary);
    if (!s.in) throw pool_error(fmt::format("{}: cannot be read", s.file.string()));
    s.size = fs::file_size(s.file);
    const auto begin = s.read(std::min<std::uint64_t>(s.size, 16), "");
    if (!std::ranges::equal(std::span(begin).first(std::min(begin.size(), pool_magic.size())),
                            bytes_of(pool_magic.substr(0, begin.size()))))
        throw pool_error(fmt::format("{}: not a pool of deals", s.file.string()));
    s.read(16, "the header");
    const auto version = get_le(std::span(begin).subspan(8, 4));
    if (version != detail::pool_format)
        throw pool_error(fmt::format("{}: format {} of pools; this program reads {}",
                                     s.file.string(), version, detail::pool_format));
    const auto length = get_le(std::span(begin).subspan(12, 4));
    if (length > longest_header) s.damaged("the header is too long");
    const auto all = s.read(16 + length + 4, "the header");
    const std::span text(all);
    if (get_le(text.last(4)) != crc32(text.first(text.size() - 4)))
        s.damaged("the checksum of the header is wrong");
    std::string json(length, '\0');
    std::memcpy(json.data(), all.data() + 16, length);
    try {
        s.header = parse_pool_header(json);
    } catch (const pool_error& e) {
        s.damaged(e.what());
    }
    s.accept(all);
}

const fs::path& pool_reader::file() const { return state_->file; }
const pool_header& pool_reader::header() const { return state_->header; }
bool pool_reader::complete() const { return state_->complete; }
std::uint64_t pool_reader::records() const { return state_->records; }
std::uint64_t pool_reader::position() const { return state_->position; }
std::uint32_t pool_reader::checksum() const { return state_->checksum; }

bool pool_reader::next(pool_frame& out) {
    state& s = *state_;
    if (s.complete || s.position == s.size) return false;
    const auto head_bytes =
        s.read(std::min<std::uint64_t>(frame_head::size, s.size - s.position), "");
    frame_head head;
    if (head_bytes.size() < frame_head::size) s.read(frame_head::size, "the head of a frame");
    if (!head.read(head_bytes)) s.bad(frame_head::size, "no frame begins here");
    if (head.first != s.header.first + s.records)
        s.damaged(fmt::format("a frame from deal {}, expected {}", head.first,
                              s.header.first + s.records));
    if (head.mark == frame_head::end) {
        if (head.checksum != s.checksum) s.damaged("the checksum of the file is wrong");
        if (s.position + head_bytes.size() != s.size)
            s.bad(head_bytes.size(), "bytes after the end");
        s.accept(head_bytes);
        s.complete = true;
        return false;
    }
    if (s.last) s.damaged("a frame after one that is not full");
    if (head.count == 0 || head.count > s.header.frame)
        s.damaged(fmt::format("a frame of {} records", head.count));
    const auto whole = s.read(frame_head::size + head.length, "a frame");
    const auto payload = std::span(whole).subspan(frame_head::size);
    if (crc32(payload) != head.checksum) {
        if (s.position + whole.size() == s.size)
            throw torn_pool(
                fmt::format("{}: torn: the checksum of the last frame, at byte {}, is "
                            "wrong",
                            s.file.string(), s.position));
        s.bad(whole.size(), "the checksum of a frame is wrong");
    }
    auto records = detail::unpack_frame(s.header, payload, head.count);
    if (!records) s.damaged("a frame cannot be unpacked");
    out = {.first = head.first, .count = head.count, .bytes = std::move(*records)};
    s.accept(whole);
    s.records += head.count;
    s.last = head.count < s.header.frame;
    return true;
}

}  // namespace mu
