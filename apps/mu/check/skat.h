// How reference files of skat write cards and games.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <mu/cards/text.h>
#include <mu/games/skat.h>

namespace mu::cli {

// Cards one after another without blanks; "-" for none.
inline std::vector<card> packed_list(std::string_view text) {
    std::vector<card> out;
    if (text == "-") return out;
    for (; !text.empty(); text.remove_prefix(std::min<std::size_t>(2, text.size())))
        out.push_back(parse_card<skat>(text.substr(0, 2)));
    return out;
}
// The same as a set, in index order.
inline card_mask parse_packed(std::string_view text) {
    card_mask out = 0;
    for (const card c : packed_list(text)) {
        if (bit(c) <= out)
            throw std::invalid_argument("cards should be in index order, none twice");
        out |= bit(c);
    }
    return out;
}
inline std::string packed(card_mask cards) {
    std::string out;
    ops::for_each(cards, [&](card c) { out += card_str<skat>(c); });
    return out.empty() ? "-" : out;
}

// D H S C, G or N.
inline skat_game parse_skat_game(std::string_view text) {
    if (text == "G") return {.kind = skat_kind::grand};
    if (text == "N") return {.kind = skat_kind::null};
    return {.kind = skat_kind::suit, .trump = parse_suit<skat>(text)};
}

}  // namespace mu::cli
