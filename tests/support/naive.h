// Card play as a beginner would program it: lists of cards, loops, one rule at a time. The tests
// hold the masks of the library against it.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <functional>
#include <vector>

#include <mu/cards/rng.h>

namespace mu::test {

// A card is a suit and how strong it is inside that suit.
struct plain_card {
    int suit = 0;
    int strength = 0;
    friend auto operator<=>(const plain_card&, const plain_card&) = default;
};
using plain_cards = std::vector<plain_card>;
inline constexpr int no_trump = -1;

template <typename Test>
plain_cards those(const plain_cards& cards, Test&& test) {
    plain_cards out;
    std::ranges::copy_if(cards, std::back_inserter(out), test);
    return out;
}
inline plain_cards of_suit(const plain_cards& cards, int suit) {
    return those(cards, [&](const plain_card& c) { return c.suit == suit; });
}
inline plain_cards not_of_suit(const plain_cards& cards, int suit) {
    return those(cards, [&](const plain_card& c) { return c.suit != suit; });
}
inline plain_card strongest(const plain_cards& same_suit) {
    return *std::ranges::max_element(same_suit, {}, &plain_card::strength);
}
// The cards stronger than all of `others`, which are of the same suit: all of them if there are
// none.
inline plain_cards stronger_than_all(const plain_cards& cards, const plain_cards& others) {
    return those(cards, [&](const plain_card& c) {
        return std::ranges::all_of(others,
                                   [&](const plain_card& o) { return o.strength < c.strength; });
    });
}
inline plain_cards joined(plain_cards a, const plain_cards& b) {
    a.insert(a.end(), b.begin(), b.end());
    std::ranges::sort(a);
    return a;
}

// Which card of the trick holds it: the highest trump, else the highest card of the suit led.
inline int winner_of(const plain_cards& trick, int trump) {
    const plain_cards trumps = of_suit(trick, trump);
    const plain_card best = strongest(trumps.empty() ? of_suit(trick, trick[0].suit) : trumps);
    return static_cast<int>(std::ranges::find(trick, best) - trick.begin());
}

// What a player to follow looks at. Hands and tricks are never empty here.
struct plain_view {
    plain_cards hand;
    plain_cards trick;  // in the order of play
    int trump = no_trump;
    int seats = 4;
    plain_card buur{-1, -1};  // jass: the jack of trumps, the top trump
};

// The partner has played, and his card is winning so far.
inline bool partner_is_winning(const plain_view& v) {
    const int me = static_cast<int>(v.trick.size());
    return v.seats == 4 && me >= 2 && winner_of(v.trick, v.trump) == me - 2;
}

using plain_law = std::function<plain_cards(const plain_view&)>;

// Snapszer while the stock is open: any card.
inline plain_cards free_law(const plain_view& v) { return v.hand; }

// Whist: follow suit, or else any card.
inline plain_cards whist_law(const plain_view& v) {
    const plain_cards suited = of_suit(v.hand, v.trick[0].suit);
    return suited.empty() ? v.hand : suited;
}

// Jass: follow or trump; no trump under one on the table; the Buur need not answer a trump lead.
inline plain_cards jass_law(const plain_view& v, bool undertrump_if_void = false) {
    const int led = v.trick[0].suit;
    const plain_cards trumps = of_suit(v.hand, v.trump), suited = of_suit(v.hand, led);
    if (led == v.trump) {
        if (trumps.empty()) return v.hand;
        if (trumps.size() == 1 && trumps[0] == v.buur) return v.hand;
        return trumps;
    }
    const plain_cards table = of_suit(v.trick, v.trump);
    if (table.empty()) {  // nobody has trumped
        return suited.empty() ? v.hand : joined(suited, trumps);
    }
    if (trumps.size() == v.hand.size()) return v.hand;
    const plain_cards higher = stronger_than_all(trumps, table);
    if (!suited.empty()) return joined(suited, higher);
    if (undertrump_if_void) return v.hand;
    return joined(not_of_suit(v.hand, v.trump), higher);
}

struct contree_options {
    bool overtrump_partner_on_trump_lead = true;
    bool partner_ruffed_must_overtrump = false;
    bool undertrump_forced = false;
};

// Contrée: go up in trumps; void, ruff and overruff unless the partner is winning.
inline plain_cards contree_law(const plain_view& v, const contree_options& o = {}) {
    const int led = v.trick[0].suit;
    const plain_cards trumps = of_suit(v.hand, v.trump), suited = of_suit(v.hand, led);
    const plain_cards table = of_suit(v.trick, v.trump);
    const plain_cards higher = stronger_than_all(trumps, table);
    if (led == v.trump) {
        if (trumps.empty()) return v.hand;
        if (partner_is_winning(v) && !o.overtrump_partner_on_trump_lead) return trumps;
        return higher.empty() ? trumps : higher;
    }
    if (!suited.empty()) return suited;
    if (partner_is_winning(v)) {
        const bool partner_ruffed = !table.empty();  // he wins, so his is the highest trump there
        const bool only_trumps = trumps.size() == v.hand.size();
        if (o.partner_ruffed_must_overtrump && partner_ruffed && only_trumps && !higher.empty())
            return higher;
        return v.hand;
    }
    if (trumps.empty()) return v.hand;
    if (table.empty()) return trumps;
    if (!higher.empty()) return higher;
    return o.undertrump_forced ? trumps : v.hand;
}

// Contrée, tout atout: follow and go over the led suit's best card; void, any card.
inline plain_cards heading_law(const plain_view& v) {
    const int led = v.trick[0].suit;
    const plain_cards suited = of_suit(v.hand, led);
    if (suited.empty()) return v.hand;
    const plain_cards above = stronger_than_all(suited, of_suit(v.trick, led));
    return above.empty() ? suited : above;
}

// Ulti: beat the led suit's best card even where a trump lies on it; void, trump and overtrump.
inline plain_cards ulti_law(const plain_view& v) {
    const int led = v.trick[0].suit;
    const plain_cards suited = of_suit(v.hand, led), trumps = of_suit(v.hand, v.trump);
    if (!suited.empty()) {
        const plain_cards above = stronger_than_all(suited, of_suit(v.trick, led));
        return above.empty() ? suited : above;
    }
    if (!trumps.empty()) {
        const plain_cards above = stronger_than_all(trumps, of_suit(v.trick, v.trump));
        return above.empty() ? trumps : above;
    }
    return v.hand;
}

// Snapszer, closed: as ulti, but a void hand may play any trump. With two players that is the same.
inline plain_cards snapszer_law(const plain_view& v) {
    const int led = v.trick[0].suit;
    const plain_cards suited = of_suit(v.hand, led), trumps = of_suit(v.hand, v.trump);
    if (!suited.empty()) {
        const plain_cards above = stronger_than_all(suited, of_suit(v.trick, led));
        return above.empty() ? suited : above;
    }
    return trumps.empty() ? v.hand : trumps;
}

// --- Words in play space ------------------------------------------------------------------------

// Four fields per word; the trump suit, if there is one, is suit 3.
template <typename E>
inline constexpr int field_bits = sizeof(E) * 2;

template <typename E>
E word_of_card(const plain_card& c) {
    return E{1} << (c.suit * field_bits<E> + c.strength);
}
template <typename E>
E word_of_cards(const plain_cards& cards) {
    E out = 0;
    for (const plain_card& c : cards) out |= word_of_card<E>(c);
    return out;
}
template <typename E>
plain_cards cards_of_word(E word) {
    plain_cards out;
    for (int b = 0; b < 4 * field_bits<E>; ++b)
        if ((word >> b) & 1) out.push_back({b / field_bits<E>, b % field_bits<E>});
    return out;
}
template <typename E>
E word_of_suit(int suit) {
    plain_cards all;
    for (int strength = 0; suit >= 0 && strength < field_bits<E>; ++strength)
        all.push_back({suit, strength});
    return word_of_cards<E>(all);
}

// A pack of four suits with so many ranks, in random order.
inline plain_cards shuffled_pack(int ranks, rng& r) {
    plain_cards pack;
    for (int suit = 0; suit < 4; ++suit)
        for (int strength = 0; strength < ranks; ++strength) pack.push_back({suit, strength});
    shuffle(pack, r);
    return pack;
}
// Takes n cards from the back of the pack, in index order.
inline plain_cards take(plain_cards& pack, int n) {
    plain_cards out(pack.end() - n, pack.end());
    pack.resize(pack.size() - static_cast<std::size_t>(n));
    std::ranges::sort(out);
    return out;
}

}  // namespace mu::test
