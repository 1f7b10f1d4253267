// Pools in a folder that goes away with the test.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <unistd.h>

#include <mu/pool/make.h>

namespace mu::test {

class folder {
public:
    folder() {
        static int number = 0;
        // In memory where that can be: syncing to a disk takes long and is not what is tested.
        const bool memory = ::access("/dev/shm", W_OK) == 0;
        path_ = (memory ? "/dev/shm" : std::filesystem::temp_directory_path()) /
                ("mu_pool_test_" + std::to_string(::getpid()) + "_" + std::to_string(number++));
        std::filesystem::create_directories(path_);
    }
    folder(const folder&) = delete;
    folder& operator=(const folder&) = delete;
    ~folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

inline std::string read_all(const std::filesystem::path& file) {
    std::ostringstream out;
    out << std::ifstream(file, std::ios::binary).rdbuf();
    return out.str();
}

inline void write_all(const std::filesystem::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

// A record that says who it is, for tests that need no values.
inline std::vector<std::byte> some_record(const pool_header& h, std::uint64_t number) {
    std::vector<std::byte> out(h.record_size());
    std::vector<card_mask> places(h.places.size());
    rng generator = rng(h.seed).split(number);
    deal_random(game(h.game).layout(), generator, places);
    pack_places(h, places, out);
    for (std::size_t c = 0; c < h.columns.size(); ++c)
        write_column(h, out, c, static_cast<std::int64_t>((number * 7 + c) % 6));
    return out;
}

inline void add_records(pool_writer& out, std::uint64_t end) {
    while (out.next() < end) out.add(some_record(out.header(), out.next()));
}

}  // namespace mu::test
