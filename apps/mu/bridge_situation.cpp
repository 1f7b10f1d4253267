#include "bridge_situation.h"

#include <mu/cards/text.h>
#include <mu/games/bridge.h>

#include "check/report.h"

namespace mu::cli {

position bridge_situation(std::string_view auction, std::string_view hand,
                          const std::string& dealer, const std::string& vul) {
    std::vector<std::string_view> calls;
    if (auction != "start") calls = split(auction, '-');
    std::array<card_mask, 4> hands{};
    const auto first = static_cast<std::size_t>(parse_seat<bridge>(dealer));
    card_mask& mine = hands[(first + calls.size()) & 3];
    mine = parse_hand<bridge>(hand);
    if (ops::popcount(mine) != 13)
        throw std::invalid_argument("expected: a hand of 13 cards by suits, not '" +
                                    std::string(hand) + "'");
    card_mask rest = deck_traits<bridge>::all_cards & ~mine;
    for (card_mask& h : hands)
        while (ops::popcount(h) < 13) {
            h |= rest & (~rest + 1);
            rest &= rest - 1;
        }
    std::string deal = dealer + " " + vul;
    for (const card_mask h : hands) deal += " " + hand_str<bridge>(h);
    position p = game("bridge").deal(deal);
    for (const std::string_view call : calls) p.apply(call);
    return p;
}

}  // namespace mu::cli
