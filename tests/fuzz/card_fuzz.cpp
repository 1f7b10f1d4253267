// Any bytes as a card, a list of cards, a suit, a seat or a deal number: a parse_error or a value
// that prints and reads back as itself.
#include <mu/cards/deal.h>
#include <mu/cards/text.h>

#include "fuzz/fuzz.h"

using namespace mu;

namespace {

template <typename Parse, typename Print>
void check(std::string_view text, Parse&& parse, Print&& print) {
    if (const auto value = fuzz::accepted(text, parse))
        fuzz::expect(parse(print(*value)) == *value);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);
    for (const deck_info& deck : decks::all) {
        check(
            text, [&](std::string_view t) { return parse_card(t, deck); },
            [&](card c) { return card_str(c, deck); });
        check(
            text, [&](std::string_view t) { return parse_cards(t, deck); },
            [&](card_mask m) { return mask_str(m, deck); });
        check(
            text, [&](std::string_view t) { return parse_suit(t, deck); },
            [&](suit s) { return suit_str(s, deck); });
    }
    for (const int seats : {2, 3, 4}) {
        check(
            text, [&](std::string_view t) { return parse_seat(t, seats); },
            [&](seat s) { return seat_str(s, seats); });
    }
    check(text, parse_deal_number, [](deal_number n) { return to_string(n); });
    return 0;
}
