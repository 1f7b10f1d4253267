#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <mu/pool/file.h>

#include "pool/bytes.h"

namespace mu {

namespace fs = std::filesystem;
using detail::bytes_of;
using detail::crc32;
using detail::get_le;
using detail::put_le;

std::uint32_t detail::crc32(std::span<const std::byte> bytes, std::uint32_t sum) {
    return static_cast<std::uint32_t>(
        ::crc32_z(sum, reinterpret_cast<const Bytef*>(bytes.data()),  // NOLINT: bytes are bytes
                  bytes.size()));
}

namespace {

// --- The parts of a file -----------------------------------------------------------------------

constexpr std::string_view magic = "mu pool\n";
constexpr std::uint32_t format_version = 1;
constexpr std::uint32_t longest_header = 1 << 20;
constexpr int zstd_level = 12;

// Every frame and the end mark begin with a head.
struct frame_head {
    static constexpr std::size_t size = 28;
    static constexpr std::string_view frame = "fram", end = "end\n";

    std::string_view mark = frame;
    std::uint32_t count = 0;   // records; 0 at the end
    std::uint64_t first = 0;   // number of the first record; at the end, of the one after the last
    std::uint32_t length = 0;  // of the payload; 0 at the end
    std::uint32_t checksum = 0;  // of the payload; at the end, of all bytes before

    std::array<std::byte, size> bytes() const {
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
    // False if these are not the bytes of a head.
    bool read(std::span<const std::byte> from) {
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
};

std::vector<std::byte> header_bytes(const pool_header& h) {
    const std::string json = to_json(h).dump();
    std::vector<std::byte> out(magic.size() + 8 + json.size() + 4);
    const std::span all(out);
    std::ranges::copy(bytes_of(magic), out.begin());
    put_le(all.subspan(8, 4), format_version);
    put_le(all.subspan(12, 4), json.size());
    std::ranges::copy(bytes_of(json), out.begin() + 16);
    put_le(all.last(4), crc32(all.first(all.size() - 4)));
    return out;
}

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

// The payload of a frame: transposed, and compressed in two pieces, for deals are noise and would
// spoil the statistics of the values.
std::vector<std::byte> compress(const pool_header& h, std::span<const std::byte> records,
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

}  // namespace

// --- Reading -----------------------------------------------------------------------------------

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
        std::vector<std::byte> out(n);
        in.seekg(static_cast<std::streamoff>(position));
        in.read(reinterpret_cast<char*>(out.data()),  // NOLINT: chars are bytes
                static_cast<std::streamsize>(n));
        if (!in) throw pool_error(fmt::format("{}: cannot be read", file.string()));
        return out;
    }
    void accept(std::span<const std::byte> bytes) {
        checksum = crc32(bytes, checksum);
        position += bytes.size();
    }
    // What a machine that lost power may leave of a file it was making longer.
    bool only_zeros_left() {
        while (position < size) {
            const auto bytes = read(std::min<std::uint64_t>(size - position, 1 << 16), "");
            if (std::ranges::any_of(bytes, [](std::byte b) { return b != std::byte{0}; }))
                return false;
            position += bytes.size();
        }
        return true;
    }
};

pool_reader::pool_reader(pool_reader&&) noexcept = default;
pool_reader& pool_reader::operator=(pool_reader&&) noexcept = default;
pool_reader::~pool_reader() = default;

pool_reader::pool_reader(fs::path file) : state_(std::make_unique<state>()) {
    state& s = *state_;
    s.file = std::move(file);
    s.in.open(s.file, std::ios::binary);
    std::error_code failed;
    if (!s.in || fs::is_directory(s.file, failed))
        throw pool_error(fmt::format("{}: cannot be read", s.file.string()));
    s.size = fs::file_size(s.file);
    const auto begin = s.read(std::min<std::uint64_t>(s.size, 16), "");
    if (!std::ranges::equal(std::span(begin).first(std::min(begin.size(), magic.size())),
                            bytes_of(magic.substr(0, begin.size()))))
        throw pool_error(fmt::format("{}: not a pool of deals", s.file.string()));
    s.read(16, "the header");
    const auto version = get_le(std::span(begin).subspan(8, 4));
    if (version != format_version)
        throw pool_error(fmt::format("{}: format {} of pools; this program reads {}",
                                     s.file.string(), version, format_version));
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
    if (!head.read(head_bytes)) {
        const std::uint64_t at = s.position;
        const bool torn = s.only_zeros_left();
        s.position = at;
        if (torn) throw torn_pool(fmt::format("{}: torn: zeros from byte {}", s.file.string(), at));
        s.damaged("no frame begins here");
    }
    if (head.first != s.header.first + s.records)
        s.damaged(fmt::format("a frame from deal {}, expected {}", head.first,
                              s.header.first + s.records));
    if (head.mark == frame_head::end) {
        if (head.checksum != s.checksum) s.damaged("the checksum of the file is wrong");
        s.accept(head_bytes);
        if (s.position != s.size) s.damaged("bytes after the end");
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
        s.damaged("the checksum of a frame is wrong");
    }
    const std::size_t size = head.count * s.header.record_size();
    std::vector<std::byte> turned(size);
    const std::size_t got = ZSTD_decompress(turned.data(), size, payload.data(), payload.size());
    if (ZSTD_isError(got) != 0 || got != size) s.damaged("a frame cannot be unpacked");
    out.first = head.first;
    out.count = head.count;
    out.bytes.resize(size);
    transpose(turned, s.header.record_size(), out.bytes);
    s.accept(whole);
    s.records += head.count;
    s.last = head.count < s.header.frame;
    return true;
}

// --- Writing -----------------------------------------------------------------------------------

namespace {

// What is worth keeping of a file: whole frames, and the records of one that is not full.
struct kept {
    pool_header header;
    std::uint64_t bytes = 0, records = 0;  // in full frames, the header included
    std::uint32_t checksum = 0;
    std::vector<std::byte> pending;
    bool complete = false;

    std::uint64_t all_records() const { return records + pending.size() / header.record_size(); }
};

// A header that was torn off while it was written is as good as none.
bool is_torn_header(const fs::path& file, const pool_header& h) {
    const auto wanted = header_bytes(h);
    std::ifstream in(file, std::ios::binary);
    std::string begin(wanted.size(), '\0');
    in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    const auto got = static_cast<std::size_t>(in.gcount());
    return got < wanted.size() &&
           std::ranges::equal(bytes_of(begin).first(got), std::span(wanted).first(got));
}

kept scan(const fs::path& file, const pool_header& wanted) {
    kept out;
    out.header = wanted;
    if (is_torn_header(file, wanted)) return out;
    pool_reader in(file);
    if (const auto why = pool_difference(in.header(), wanted, true); !why.empty())
        throw pool_error(fmt::format("{} was made with {}", file.string(), why));
    out.header = in.header();
    pool_frame frame;
    try {
        out.bytes = in.position();
        out.checksum = in.checksum();
        while (in.next(frame)) {
            if (frame.count < in.header().frame) {
                out.pending = frame.bytes;
                continue;
            }
            out.records = in.records();
            out.bytes = in.position();
            out.checksum = in.checksum();
        }
        out.complete = in.complete();
    } catch (const torn_pool&) {
        out.complete = false;  // what was read before it holds
    }
    return out;
}

[[noreturn]] void fail(const fs::path& file, std::string_view what) {
    throw std::runtime_error(fmt::format("{}: {}: {}", file.string(), what, std::strerror(errno)));
}

// A file descriptor that closes itself.
struct descriptor {
    int number = -1;

    descriptor() = default;
    explicit descriptor(int n) : number(n) {}
    descriptor(const descriptor&) = delete;
    descriptor& operator=(const descriptor&) = delete;
    ~descriptor() { reset(-1); }
    void reset(int n) {
        if (number >= 0) ::close(number);
        number = n;
    }
};

}  // namespace

struct pool_writer::state {
    fs::path file, part;
    kept have;
    bool from_file = false;  // what we have is FILE's, not FILE.part's
    bool finished = false;
    descriptor out;      // FILE.part, locked
    bool ready = false;  // out ends where have does
    std::chrono::steady_clock::time_point synced;

    // Opens FILE.part if it is there, or makes it, and locks it.
    void open(int flags) {
        const int n = ::open(part.c_str(), O_RDWR | O_CLOEXEC | flags, 0666);
        if (n < 0) {
            if (errno == ENOENT && flags == 0) return;
            fail(part, "cannot be opened");
        }
        out.reset(n);
        if (::flock(n, LOCK_EX | LOCK_NB) != 0)
            throw pool_error(fmt::format("{}: somebody else is writing it", part.string()));
        struct stat opened{}, named{};
        if (::fstat(n, &opened) != 0 || ::stat(part.c_str(), &named) != 0 ||
            opened.st_ino != named.st_ino)
            throw pool_error(fmt::format("{}: somebody else has just finished it", part.string()));
    }
    void write(std::span<const std::byte> bytes) {
        have.checksum = crc32(bytes, have.checksum);
        have.bytes += bytes.size();
        while (!bytes.empty()) {
            const ssize_t n = ::write(out.number, bytes.data(), bytes.size());
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) fail(part, "cannot be written");
            bytes = bytes.subspan(static_cast<std::size_t>(n));
        }
    }
    void sync() {
        if (::fdatasync(out.number) != 0) fail(part, "cannot be written");
        synced = std::chrono::steady_clock::now();
    }
    // Brings FILE.part to what we have.
    void prepare() {
        if (ready) return;
        if (out.number < 0) open(O_CREAT | O_EXCL);
        const auto resize = [&](std::uint64_t size) {
            if (::ftruncate(out.number, static_cast<off_t>(size)) != 0 ||
                ::lseek(out.number, 0, SEEK_END) < 0)
                fail(part, "cannot be written");
        };
        if (have.bytes == 0) {
            resize(0);
            write(header_bytes(have.header));
        } else if (from_file) {
            resize(0);
            std::ifstream in(file, std::ios::binary);
            std::vector<char> piece(1 << 20);
            const kept before = have;
            have.bytes = have.checksum = 0;
            while (have.bytes < before.bytes) {
                const auto n = std::min<std::uint64_t>(piece.size(), before.bytes - have.bytes);
                in.read(piece.data(), static_cast<std::streamsize>(n));
                if (!in) fail(file, "cannot be read");
                write(std::as_bytes(std::span(piece).first(n)));
            }
        } else {
            resize(have.bytes);
        }
        ready = true;
        finished = false;
    }
    void write_pending() {
        const std::size_t count = have.pending.size() / have.header.record_size();
        const auto payload = compress(have.header, have.pending, count);
        const auto head = frame_head{.count = static_cast<std::uint32_t>(count),
                                     .first = have.header.first + have.records,
                                     .length = static_cast<std::uint32_t>(payload.size()),
                                     .checksum = crc32(payload)}
                              .bytes();
        std::vector<std::byte> all(head.begin(), head.end());
        all.insert(all.end(), payload.begin(), payload.end());
        write(all);
        have.records += count;
        have.pending.clear();
    }
};

fs::path pool_writer::part_of(const fs::path& file) { return fs::path(file) += ".part"; }

pool_writer::pool_writer(fs::path file, const pool_header& header)
    : state_(std::make_unique<state>()) {
    state& s = *state_;
    s.file = std::move(file);
    s.part = part_of(s.file);
    s.have.header = header;
    s.open(0);
    if (s.out.number >= 0) s.have = scan(s.part, header);
    if (fs::exists(s.file)) {
        kept whole = scan(s.file, header);
        if (!whole.complete)
            throw pool_error(fmt::format("{}: damaged: it has no end", s.file.string()));
        if (s.out.number < 0 || whole.all_records() > s.have.all_records()) {
            s.have = std::move(whole);
            s.from_file = true;
            s.finished = s.out.number < 0;
        }
    }
}

pool_writer::~pool_writer() = default;

const pool_header& pool_writer::header() const { return state_->have.header; }
std::uint64_t pool_writer::next() const {
    return state_->have.header.first + state_->have.all_records();
}
bool pool_writer::finished() const { return state_->finished; }
std::uint64_t pool_writer::bytes() const { return state_->have.bytes; }

void pool_writer::begin() { state_->prepare(); }

void pool_writer::add(std::span<const std::byte> record) {
    state& s = *state_;
    const std::size_t size = s.have.header.record_size();
    if (record.size() != size)
        throw std::invalid_argument(
            fmt::format("records have {} bytes, not {}", size, record.size()));
    s.prepare();
    s.have.pending.insert(s.have.pending.end(), record.begin(), record.end());
    if (s.have.pending.size() < size * s.have.header.frame) return;
    s.write_pending();
    // A kill loses nothing that was written; a power cut the last second.
    if (std::chrono::steady_clock::now() - s.synced > std::chrono::seconds(1)) s.sync();
}

void pool_writer::finish() {
    state& s = *state_;
    if (s.finished) return;
    s.prepare();
    if (!s.have.pending.empty()) s.write_pending();
    s.write(frame_head{.mark = frame_head::end,
                       .first = s.have.header.first + s.have.records,
                       .checksum = s.have.checksum}
                .bytes());
    s.sync();
    fs::rename(s.part, s.file);
    const descriptor folder(
        ::open(fs::absolute(s.file).parent_path().c_str(), O_RDONLY | O_CLOEXEC));
    if (folder.number >= 0) ::fsync(folder.number);
    s.finished = true;
    s.out.reset(-1);
}

}  // namespace mu
