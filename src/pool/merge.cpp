#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <mu/pool/make.h>

namespace mu {

namespace {

struct part {
    std::filesystem::path file;
    pool_header header;
    std::uint64_t count = 0;

    std::uint64_t end() const { return header.first + count; }
};

// Reads all of it, so that nothing is found damaged half-way.
part look_at(const std::filesystem::path& file) {
    pool_reader in(file);
    pool_frame frame;
    while (in.next(frame)) {
    }
    if (!in.complete())
        throw pool_error(
            fmt::format("{} is not complete: it has {} deals so far", file.string(), in.records()));
    return {file, in.header(), in.records()};
}

// Who made them, each once.
std::string solvers_of(const std::vector<part>& parts) {
    std::set<std::string> names;
    for (const auto& p : parts) names.insert(p.header.solver);
    return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

pool_result merge_pools(const std::vector<std::filesystem::path>& parts,
                        const std::filesystem::path& file, const pool_work& how) {
    if (parts.empty()) throw std::invalid_argument("nothing to merge: name the parts");
    std::vector<part> in;
    for (const auto& p : parts) {
        if (std::filesystem::weakly_canonical(p) == std::filesystem::weakly_canonical(file))
            throw pool_error(fmt::format("{} is a part and the result: choose another name for one",
                                         file.string()));
        in.push_back(look_at(p));
    }
    std::ranges::sort(in, {}, [](const part& p) { return p.header.first; });
    std::uint64_t all = in[0].count;
    for (std::size_t i = 1; i < in.size(); ++i) {
        const part &a = in[i - 1], &b = in[i];
        if (const auto why = pool_difference(b.header, a.header, false); !why.empty())
            throw pool_error(fmt::format("{} and {} are parts of different pools: {}",
                                         b.file.string(), a.file.string(), why));
        if (b.header.first != a.end())
            throw pool_error(fmt::format("{}: {} ends before deal {}, {} begins with deal {}",
                                         b.header.first > a.end() ? "a gap" : "an overlap",
                                         a.file.string(), a.end(), b.file.string(),
                                         b.header.first));
        all += b.count;
    }
    if (std::filesystem::exists(file))
        throw pool_error(fmt::format("{} is there already", file.string()));

    pool_header header = in[0].header;
    header.solver = solvers_of(in);
    pool_writer out(file, header);
    if (out.next() > in.back().end())
        throw pool_error(
            fmt::format("{} has more deals than these parts", pool_writer::part_of(file).string()));
    const std::uint64_t before = out.next() - header.first;
    out.begin();
    for (const auto& p : in) {
        pool_reader reader(p.file);
        pool_frame frame;
        while (reader.next(frame)) {
            if (how.stop != nullptr && *how.stop)
                return {before, out.next() - header.first, out.bytes(), false};
            for (std::uint32_t k = 0; k < frame.count; ++k)
                if (frame.first + k == out.next()) out.add(frame.record(k));
            if (how.progress) how.progress(out.next() - header.first, all);
        }
    }
    out.finish();
    return {before, all, std::filesystem::file_size(file), true};
}

}  // namespace mu
