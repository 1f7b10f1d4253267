// Any bytes as a file of positions, whatever it looks like: refused, or positions that work.
#include <mu/api/read_positions.h>

#include "fuzz/fuzz.h"

using namespace mu;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto all = fuzz::accepted(fuzz::text_of(data, size), read_positions);
    if (!all) return 0;
    fuzz::expect(!all->empty());
    for (const named_position& p : *all) fuzz::check_position(p.from);
    return 0;
}
