#include <ostream>

#include <fmt/format.h>

#include <mu/cards/text.h>
#include <mu/pool/export.h>

namespace mu {

void for_each_record(
    const std::filesystem::path& pool,
    const std::function<void(std::uint64_t number, std::span<const std::byte> record)>& each) {
    pool_reader in(pool);
    pool_frame frame;
    while (in.next(frame))
        for (std::uint32_t r = 0; r < frame.count; ++r) each(frame.first + r, frame.record(r));
    if (!in.complete())
        throw pool_error(
            fmt::format("{} is not complete: it has {} deals so far", pool.string(), in.records()));
}

void export_csv(const std::filesystem::path& pool, std::ostream& out) {
    const pool_header h = pool_reader(pool).header();
    const deck_info& deck = *std::ranges::find(decks::all, h.deck, &deck_info::name);
    std::string line = "number";
    for (const auto& p : h.places) line += "," + p.name;
    for (const auto& c : h.columns) line += "," + c.name;
    out << line << '\n';
    for_each_record(pool, [&](std::uint64_t number, std::span<const std::byte> record) {
        line = fmt::format("{}", number);
        for (const card_mask cards : unpack_places(h, record)) line += "," + hand_str(cards, deck);
        for (std::size_t c = 0; c < h.columns.size(); ++c) {
            const std::int64_t value = read_column(h, record, c);
            line += ',';
            if (value != h.columns[c].none) line += fmt::format("{}", value);
        }
        out << line << '\n';
    });
}

}  // namespace mu
