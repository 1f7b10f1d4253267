// Any bytes as the text of a position: refused, or a position that works.
#include "fuzz/fuzz.h"

using namespace mu;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (const auto p = fuzz::accepted(fuzz::text_of(data, size), parse_position))
        fuzz::check_position(*p);
    return 0;
}
