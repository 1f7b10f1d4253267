// Any bytes as a hand of each deck: a parse_error or a hand that prints and reads back as itself.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <mu/cards/text.h>

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const mu::deck_info& deck : mu::decks::all) {
        try {
            const mu::card_mask hand = mu::parse_hand(text, deck);
            if (mu::parse_hand(mu::hand_str(hand, deck), deck) != hand) std::abort();
        } catch (const mu::parse_error& e) {
            if (e.text != text || e.offset > text.size() || e.position > e.offset) std::abort();
        }
    }
    return 0;
}
