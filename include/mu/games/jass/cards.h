// The cards of Jass: how they rank and what they count. Schieber and Differenzler share them.
//
// A trump suit lifts jack (the Buur) and nine (the Näll) to the top; nothing else moves. Tables
// that come from belote also lift the ten above king and queen: the "seed" orders below.
#pragma once

#include <mu/games/state.h>
#include <mu/play/points.h>

namespace mu {

struct jass_cards {
    static constexpr deck_info deck = decks::french_36;
    static constexpr int seats = 4;

    // All ways the cards can rank.
    enum class order : std::uint8_t {
        spades,  // trump, and so on for the four suits: J 9 A K Q 10 8 7 6
        hearts,
        diamonds,
        clubs,
        seed_spades,  // trump: J 9 A 10 K Q 8 7 6
        seed_hearts,
        seed_diamonds,
        seed_clubs,
        obenabe,   // no trump, ace high
        undenufe,  // no trump, six high
    };
    static constexpr int order_count = 10;

    static constexpr order trump_order(suit trump, bool seed) {
        return static_cast<order>(index(trump) + (seed ? suit_count : 0));
    }
    static constexpr suit trump_of(order o) {
        return o >= order::obenabe ? suit::none
                                   : static_cast<suit>(static_cast<int>(o) % suit_count);
    }
    static constexpr suit effective_suit(card c, order) { return suit_of<jass_cards>(c); }

    static constexpr int strength(card c, order o) {
        const int rank = rank_of<jass_cards>(c);
        if (o == order::undenufe) return deck.rank_count() - 1 - rank;
        if (suit_of<jass_cards>(c) != trump_of(o)) return rank;
        constexpr std::string_view swiss = "678TQKA9J", seed = "678QKTA9J";
        const std::string_view& low_to_high = o >= order::seed_spades ? seed : swiss;
        return static_cast<int>(low_to_high.find(deck.ranks[static_cast<std::size_t>(rank)]));
    }

    static constexpr int points(card c, order o) {
        using row = std::array<int, 9>;  //   6  7  8   9  10   J  Q  K   A
        constexpr row plain{0, 0, 0, 0, 10, 2, 3, 4, 11};
        constexpr row trump{0, 0, 0, 14, 10, 20, 3, 4, 11};
        constexpr row top_down{0, 0, 8, 0, 10, 2, 3, 4, 11};
        constexpr row bottom_up{11, 0, 8, 0, 10, 2, 3, 4, 0};
        const auto rank = static_cast<std::size_t>(rank_of<jass_cards>(c));
        if (o == order::obenabe) return top_down[rank];
        if (o == order::undenufe) return bottom_up[rank];
        return suit_of<jass_cards>(c) == trump_of(o) ? trump[rank] : plain[rank];
    }

    // The Buur, which need not be played to a trump lead; nothing without trumps.
    static constexpr card_mask top_trump(order o) {
        constexpr int jack = 5;
        return trump_of(o) == suit::none ? 0 : bit(make_card<jass_cards>(trump_of(o), jack));
    }

    static constexpr int last_trick_bonus = 5;
    static constexpr int total_points = 157;  // of every deal, the last trick included
};

namespace detail {
constexpr bool jass_points_add_up() {
    for (int o = 0; o < jass_cards::order_count; ++o)
        if (card_points<jass_cards>(deck_traits<jass_cards>::all_cards,
                                    static_cast<jass_cards::order>(o)) +
                jass_cards::last_trick_bonus !=
            jass_cards::total_points)
            return false;
    return true;
}
static_assert(jass_points_add_up());
}  // namespace detail

}  // namespace mu
