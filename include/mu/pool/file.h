// Pools as files: read frame by frame, and written so that a writer may be killed at any moment.
//
// A pool grows under the name FILE.part and is renamed to FILE when it is complete. A frame is
// written at once, so all that a kill can leave behind is one frame torn off at the end of
// FILE.part; the next writer cuts it off and goes on. The bytes depend on the records alone (and on
// the version of libzstd), not on how often a pool was interrupted.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include <mu/pool/header.h>

namespace mu {

// The file ends in the middle of a frame, or of the header.
struct torn_pool : pool_error {
    using pool_error::pool_error;
};

struct pool_frame {
    std::uint64_t first = 0;  // number of its first deal
    std::uint32_t count = 0;  // records
    std::vector<std::byte> bytes;

    // REQUIRES: i < count.
    std::span<const std::byte> record(std::uint32_t i) const {
        const std::size_t size = bytes.size() / count;
        return std::span(bytes).subspan(i * size, size);
    }
};

class pool_reader {
public:
    // Reads and checks the header.
    explicit pool_reader(std::filesystem::path file);
    pool_reader(pool_reader&&) noexcept;
    pool_reader& operator=(pool_reader&&) noexcept;
    ~pool_reader();

    const std::filesystem::path& file() const;
    const pool_header& header() const;

    // Reads, checks and unpacks the next frame. False at the end: after the end mark, or where a
    // pool in the making stops. A damaged file is a pool_error that names the byte.
    bool next(pool_frame& out);

    bool complete() const;           // the end mark has been read
    std::uint64_t records() const;   // read so far
    std::uint64_t position() const;  // bytes read so far, and found good
    std::uint32_t checksum() const;  // CRC-32 of those bytes

private:
    struct state;
    std::unique_ptr<state> state_;
};

class pool_writer {
public:
    // Goes on with FILE or FILE.part where they exist. Throws pool_error if they hold other deals
    // (it says in what they differ) or are damaged, or if another process is writing; nothing is
    // touched then. No file is made or changed before begin(), add() or finish().
    // Links are followed, for the name and for that of FILE.part.
    pool_writer(const std::filesystem::path& file, const pool_header& header);
    pool_writer(const pool_writer&) = delete;
    pool_writer& operator=(const pool_writer&) = delete;
    ~pool_writer();  // what has not filled a frame is lost

    static std::filesystem::path part_of(const std::filesystem::path& file);

    const pool_header& header() const;  // as it stands in the file
    std::uint64_t next() const;         // number of the deal to add next
    bool finished() const;              // FILE is complete, and nothing has been added
    std::uint64_t bytes() const;        // written, in whole frames

    // Makes FILE.part ready, so that a folder that cannot be written to is found before the work.
    void begin();
    // REQUIRES: a record of next().
    void add(std::span<const std::byte> record);
    // Ends the pool here and gives it its name. A finished pool is left as it is.
    void finish();

private:
    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace mu
