// Two bytes for a game, one for a deal and one for how far it is played, the others as the text of
// an action: refused, or an action that is legal and applies, or one that is refused as illegal and
// changes nothing.
#include <mu/cards/rng.h>

#include "fuzz/fuzz.h"

using namespace mu;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = fuzz::text_of(data, size);
    const game& g = fuzz::take_game(text);
    if (text.size() < 2) return 0;
    rng generator(static_cast<unsigned char>(text[0]));
    const int actions = static_cast<unsigned char>(text[1]);
    text.remove_prefix(2);
    position p = g.deal(generator);
    for (int k = 0; k < actions && !p.is_over(); ++k) {
        const auto legal = p.legal_actions();
        p.apply(legal[generator.below(legal.size())]);
    }
    const auto a = fuzz::accepted(text, [&](std::string_view t) { return p.parse_action(t); });
    if (!a) return 0;
    const bool is_legal = p.legal().contains(*a);
    // In an auction 2s is a bid; nobody can mean the card.
    fuzz::expect(!is_legal || p.parse_action(p.action_text(*a)) == *a);
    const position before = p;
    bool applied = true;
    try {
        p.apply(*a);
    } catch (const illegal_action&) {
        applied = false;
    }
    fuzz::expect(applied == is_legal);
    fuzz::expect(applied || p == before);
    return 0;
}
