// Any bytes as the name of a game with its options: refused, or a game that deals.
#include <mu/cards/rng.h>

#include "fuzz/fuzz.h"

using namespace mu;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto g =
        fuzz::accepted(fuzz::text_of(data, size), [](std::string_view text) { return game(text); });
    if (!g) return 0;
    fuzz::expect(game(g->spec()) == *g && game(g->spec()).spec() == g->spec());
    rng generator(1);
    fuzz::check_dealt(g->deal(generator));
    return 0;
}
