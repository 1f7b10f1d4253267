// .npy arrays (numpy.lib.format, version 1.0) stored in a zip file (PKWARE's APPNOTE 6.3, without
// compression and without zip64).

#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <mu/api/files.h>
#include <mu/pool/export.h>

#include "pool/bytes.h"

namespace mu {

namespace {

using detail::bytes_of;

// Little-endian numbers, one after the other.
class byte_list {
public:
    byte_list& number(std::uint64_t value, std::size_t size) {
        for (; size > 0; --size, value >>= 8) bytes_ += static_cast<char>(value & 0xFF);
        return *this;
    }
    byte_list& text(std::string_view t) {
        bytes_ += t;
        return *this;
    }
    std::span<const std::byte> all() const { return bytes_of(bytes_); }

private:
    std::string bytes_;
};

class zip_writer {
public:
    explicit zip_writer(std::ostream& out) : out_(out) {}

    void begin(std::string_view name) {
        files_.push_back({.name = std::string(name), .at = position()});
        put(local_header(files_.back()).all());
    }
    void write(std::span<const std::byte> bytes) {
        entry& f = files_.back();
        f.checksum = detail::crc32(bytes, f.checksum);
        f.size += bytes.size();
        put(bytes);
    }
    // The checksum stands before the data, so it is filled in now.
    void end() {
        const std::uint64_t here = position();
        out_.seekp(static_cast<std::streamoff>(files_.back().at));
        put(local_header(files_.back()).all());
        out_.seekp(static_cast<std::streamoff>(here));
    }
    void finish() {
        const std::uint64_t begin = position();
        for (const entry& f : files_)
            put(common(byte_list().number(0x02014b50, 4).number(20, 2), f)
                    .number(0, 2)  // comment
                    .number(0, 2)  // disk
                    .number(0, 2)  // internal attributes
                    .number(0, 4)  // external attributes
                    .number(f.at, 4)
                    .text(f.name)
                    .all());
        const std::uint64_t end = position();
        put(byte_list()
                .number(0x06054b50, 4)
                .number(0, 4)  // disks
                .number(files_.size(), 2)
                .number(files_.size(), 2)
                .number(end - begin, 4)
                .number(begin, 4)
                .number(0, 2)  // comment
                .all());
    }

private:
    struct entry {
        std::string name;
        std::uint64_t at = 0, size = 0;
        std::uint32_t checksum = 0;
    };

    std::uint64_t position() { return static_cast<std::uint64_t>(out_.tellp()); }
    void put(std::span<const std::byte> bytes) {
        out_.write(reinterpret_cast<const char*>(bytes.data()),  // NOLINT: chars are bytes
                   static_cast<std::streamsize>(bytes.size()));
    }
    // What both kinds of header have, from the version needed to the length of the extra field.
    static byte_list common(byte_list out, const entry& f) {
        return out.number(20, 2)
            .number(0, 2)       // flags
            .number(0, 2)       // stored
            .number(0, 2)       // time
            .number(0x0021, 2)  // 1 January 1980, for equal pools give equal files
            .number(f.checksum, 4)
            .number(f.size, 4)
            .number(f.size, 4)
            .number(f.name.size(), 2)
            .number(0, 2);
    }
    static byte_list local_header(const entry& f) {
        return common(byte_list().number(0x04034b50, 4), f).text(f.name);
    }

    std::ostream& out_;
    std::vector<entry> files_;
};

// An array as its header describes it: "<i2", "(1000, 52)".
void begin_array(zip_writer& zip, std::string_view name, std::string_view type,
                 std::string_view shape) {
    std::string text =
        fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, shape);
    constexpr std::size_t before = 10;  // magic, version, length
    text += std::string(63 - (before + text.size()) % 64, ' ') + "\n";
    zip.begin(fmt::format("{}.npy", name));
    zip.write(byte_list().text("\x93NUMPY").number(1, 2).number(text.size(), 2).text(text).all());
}

std::string numpy_type(pool_type t) {
    const int size = pool_type_size(t);
    return fmt::format("{}{}{}", size == 1 ? '|' : '<', pool_type_signed(t) ? 'i' : 'u', size);
}

}  // namespace

void export_npz(const std::filesystem::path& pool, const std::filesystem::path& out) {
    refuse_same_file(pool, out);
    const pool_header h = pool_reader(pool).header();
    std::uint64_t count = 0;
    for_each_record(pool, [&](std::uint64_t, std::span<const std::byte>) { ++count; });
    const std::string json = to_json(h).dump();
    const std::uint64_t each = 8 + static_cast<std::uint64_t>(h.cards()) + h.record_size();
    // Headers and names take less than 400 bytes an array.
    if (count * each + json.size() + 400 * (h.columns.size() + 3) >= std::uint64_t{1} << 32)
        throw pool_error(
            fmt::format("{}: {} deals make a zip file of more than 4 GiB: export its "
                        "shards",
                        pool.string(), count));
    const std::string shape = fmt::format("({},)", count);

    replace_file(out, [&](std::ostream& file) {
        if (file.tellp() < 0)  // checksums are filled in afterwards
            throw std::invalid_argument(
                fmt::format("{}: an npz file cannot be written to a pipe", out.string()));
        zip_writer zip(file);
        begin_array(zip, "header", fmt::format("|S{}", json.size()), "()");
        zip.write(bytes_of(json));
        zip.end();

        begin_array(zip, "number", "<u8", shape);
        for_each_record(pool, [&](std::uint64_t number, std::span<const std::byte>) {
            zip.write(byte_list().number(number, 8).all());
        });
        zip.end();

        begin_array(zip, "places", "|u1", fmt::format("({}, {})", count, h.cards()));
        std::vector<std::byte> places(static_cast<std::size_t>(h.cards()));
        for_each_record(pool, [&](std::uint64_t, std::span<const std::byte> record) {
            for (std::size_t c = 0; c < places.size(); ++c)
                places[c] = static_cast<std::byte>(place_of(h, record, static_cast<card>(c)));
            zip.write(places);
        });
        zip.end();

        for (std::size_t c = 0; c < h.columns.size(); ++c) {
            const auto size = static_cast<std::size_t>(pool_type_size(h.columns[c].type));
            const std::size_t at = column_offset(h, c);
            begin_array(zip, h.columns[c].name, numpy_type(h.columns[c].type), shape);
            for_each_record(pool, [&](std::uint64_t, std::span<const std::byte> record) {
                zip.write(record.subspan(at, size));
            });
            zip.end();
        }
        zip.finish();
    });
}

}  // namespace mu
