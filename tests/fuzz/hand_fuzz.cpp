// Any bytes as a hand of each deck: a parse_error or a hand that prints and reads back as itself.
#include <mu/cards/text.h>

#include "fuzz/fuzz.h"

using namespace mu;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    for (const deck_info& deck : decks::all) {
        const auto parse = [&](std::string_view t) { return parse_hand(t, deck); };
        if (const auto hand = fuzz::accepted(fuzz::text_of(data, size), parse))
            fuzz::expect(parse(hand_str(*hand, deck)) == *hand);
    }
    return 0;
}
