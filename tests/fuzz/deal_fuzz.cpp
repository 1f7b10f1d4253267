// Two bytes for a game, the others as the text of a deal: refused, or a position that works.
#include "fuzz/fuzz.h"

using namespace mu;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = fuzz::text_of(data, size);
    const game& g = fuzz::take_game(text);
    if (const auto p = fuzz::accepted(text, [&](std::string_view t) { return g.deal(t); }))
        fuzz::check_dealt(*p);
    return 0;
}
