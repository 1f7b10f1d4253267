// Any bytes as a card, a list of cards, a suit, a seat or a deal number: a parse_error or a value
// that prints and reads back as itself.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <mu/cards/deal.h>
#include <mu/cards/text.h>

namespace {

template <typename Parse, typename Print>
void check(std::string_view text, Parse&& parse, Print&& print) {
    try {
        const auto value = parse(text);
        if (parse(print(value)) != value) std::abort();
    } catch (const mu::parse_error& e) {
        if (e.text != text || e.offset > text.size() || e.position > e.offset) std::abort();
    }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const mu::deck_info& deck : mu::decks::all) {
        check(
            text, [&](std::string_view t) { return mu::parse_card(t, deck); },
            [&](mu::card c) { return mu::card_str(c, deck); });
        check(
            text, [&](std::string_view t) { return mu::parse_cards(t, deck); },
            [&](mu::card_mask m) { return mu::mask_str(m, deck); });
        check(
            text, [&](std::string_view t) { return mu::parse_suit(t, deck); },
            [&](mu::suit s) { return mu::suit_str(s, deck); });
    }
    for (const int seats : {2, 3, 4}) {
        check(
            text, [&](std::string_view t) { return mu::parse_seat(t, seats); },
            [&](mu::seat s) { return mu::seat_str(s, seats); });
    }
    check(text, mu::parse_deal_number, mu::to_string);
    return 0;
}
