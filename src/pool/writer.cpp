#include <algorithm>
#include <chrono>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <mu/api/files.h>
#include <mu/pool/file.h>

#include "pool/frames.h"

namespace mu {

namespace fs = std::filesystem;
using detail::bytes_of;
using detail::crc32;
using detail::frame_head;
using detail::header_bytes;

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

// A header that was torn off while it was written is as good as none. A machine that lost power may
// leave zeros in place of the rest.
bool is_torn_header(const fs::path& file, const pool_header& h) {
    const auto wanted = header_bytes(h);
    std::ifstream in(file, std::ios::binary);
    std::string begin(wanted.size(), '\0');
    in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    const auto got = bytes_of(begin).first(static_cast<std::size_t>(in.gcount()));
    const auto differs = std::ranges::mismatch(got, wanted);
    if (differs.in2 == wanted.end()) return false;
    const auto is_zero = [](std::byte b) { return b == std::byte{0}; };
    return std::all_of(differs.in1, got.end(), is_zero) &&
           std::all_of(std::istreambuf_iterator<char>(in), {}, [](char c) { return c == 0; });
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
            throw pool_error(fmt::format("{}: another process is writing it", part.string()));
        struct stat opened{}, named{};
        if (::fstat(n, &opened) != 0 || ::stat(part.c_str(), &named) != 0 ||
            opened.st_ino != named.st_ino)
            throw pool_error(
                fmt::format("{}: another process has just finished it", part.string()));
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
        const auto payload = detail::pack_frame(have.header, have.pending, count);
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

pool_writer::pool_writer(const fs::path& file, const pool_header& header)
    : state_(std::make_unique<state>()) {
    state& s = *state_;
    s.file = follow_links(file);
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
