// Pools for other programs: text, NumPy, a picture. Only complete pools (pool_error). Files appear
// under their names when they are whole.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include <mu/pool/file.h>

namespace mu {

// Calls `each` for every record of a complete pool, in order.
void for_each_record(
    const std::filesystem::path& pool,
    const std::function<void(std::uint64_t number, std::span<const std::byte> record)>& each);

// A line of names, then a line for every deal: its number, the cards of every place, the values. A
// value that there is not is empty.
void export_csv(const std::filesystem::path& pool, std::ostream& out);

// A zip file of arrays as numpy.load() reads it: `number`, `places` (deals x cards: the place of
// every card), one array for each column, and the header as JSON in `header`.
void export_npz(const std::filesystem::path& pool, const std::filesystem::path& out);

// How the values of each column are distributed, as an SVG picture; of all columns if none are
// named. An unknown name is a std::invalid_argument that lists the columns.
std::string plot_pool(const std::filesystem::path& pool,
                      const std::vector<std::string>& columns = {});

}  // namespace mu
