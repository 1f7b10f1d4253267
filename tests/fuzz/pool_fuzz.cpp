// Any bytes as a pool. The first byte says what the others are: a whole file; the JSON of a header;
// or the records' count and the payload of a frame after a good header, with checksums made right,
// for no fuzzer guesses those. Refused as pool_error, or records that can be read.
#include <fstream>

#include <unistd.h>

#include <mu/pool/export.h>

#include "fuzz/fuzz.h"
#include "pool/frames.h"

using namespace mu;

namespace {

// A file in memory that goes away with the program.
const std::filesystem::path& file() {
    static const std::filesystem::path path = [] {
        const std::filesystem::path out = "/dev/shm/mu_pool_fuzz_" + std::to_string(::getpid());
        std::atexit([] { ::unlink(file().c_str()); });
        return out;
    }();
    return path;
}

void write(std::span<const std::byte> bytes) {
    std::ofstream(file(), std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),  // NOLINT: chars are bytes
               static_cast<std::streamsize>(bytes.size()));
}

void check_file() {
    try {
        pool_reader in(file());
        pool_frame frame;
        while (in.next(frame))
            for (std::uint32_t r = 0; r < frame.count; ++r) {
                const auto record = frame.record(r);
                fuzz::expect(record.size() == in.header().record_size());
                for (std::size_t c = 0; c < in.header().columns.size(); ++c)
                    read_column(in.header(), record, c);
                unpack_places(in.header(), record);
            }
    } catch (const pool_error&) {
    }
}

void check_header(std::string_view json) {
    if (const auto h = fuzz::accepted(json, parse_pool_header))
        fuzz::expect(parse_pool_header(to_json(*h).dump()) == *h);
}

void check_frame(std::span<const std::byte> bytes) {
    static const pool_header header = make_pool_header(game("euchre"), 1, 0, 16);
    if (bytes.empty()) return;
    const auto payload = bytes.subspan(1);
    const detail::frame_head head{.count = std::to_integer<std::uint32_t>(bytes[0]),
                                  .first = 0,
                                  .length = static_cast<std::uint32_t>(payload.size()),
                                  .checksum = detail::crc32(payload)};
    std::vector<std::byte> all = detail::header_bytes(header);
    for (const std::byte b : head.bytes()) all.push_back(b);
    all.insert(all.end(), payload.begin(), payload.end());
    write(all);
    check_file();
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view text = fuzz::text_of(data + 1, size - 1);
    const auto bytes = detail::bytes_of(text);
    switch (data[0] % 3) {
        case 0:
            write(bytes);
            check_file();
            break;
        case 1:
            check_header(text);
            break;
        default:
            check_frame(bytes);
    }
    return 0;
}
