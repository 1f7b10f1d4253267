// Any bytes as a record: refused, or a position that works and prints a record of its own.
#include "fuzz/fuzz.h"

using namespace mu;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (const auto p = fuzz::accepted(fuzz::text_of(data, size), replay)) fuzz::check_dealt(*p);
    return 0;
}
