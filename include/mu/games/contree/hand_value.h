// What a hand of contrée brings with a strain, by counts of cards: the numbers that the rule
// player's bidding adds up, and that bench/fit_contree.cpp fits.
#pragma once

#include <array>

#include <mu/games/contree.h>

namespace mu {

// Of a hand in a strain. Beside trumps; in sans atout and tout atout all four suits are alike, and
// trump counts are of jacks, nines and so on in all of them.
struct contree_counts {
    enum index : std::size_t {
        one,        // always 1
        jack,       // of trumps
        nine,       // with the jack or two others
        bare_nine,  // otherwise
        ace,
        ten,
        trumps,       // how many
        long_trumps,  // beyond the fourth
        pair,         // king and queen of trumps
        aces,         // beside trumps
        ace_ten,      // both in a suit beside trumps
        guarded_ten,  // a ten without the ace but with another card
        voids,        // suits beside trumps, with two trumps or more
        singles,      // the same of single cards but aces
        leads,        // whether the hand leads to the first trick
        size
    };
    std::array<float, size> n{};
};

constexpr contree_counts contree_count(card_mask hand, contree::order o, bool leads) {
    enum rank : int { nine_rank = 2, jack_rank = 3, ten_rank = 6, ace_rank = 7 };
    using at = contree_counts;
    contree_counts c;
    const auto holds = [&](suit s, int rank) {
        return (hand & bit(make_card<contree>(s, rank))) != 0;
    };
    const suit trump = contree::trump_of(o);
    c.n[at::one] = 1;
    c.n[at::leads] = leads ? 1 : 0;
    const int trumps = trump == suit::none ? 0 : ops::popcount(hand & suit_masks<contree>[trump]);
    for (const suit s : all_suits) {
        const int length = ops::popcount(hand & suit_masks<contree>[s]);
        if (s == trump || o == contree::order::all_trump) {
            const bool jack = holds(s, jack_rank), nine = holds(s, nine_rank);
            c.n[at::jack] += jack;
            c.n[at::nine] += nine && (jack || length >= 3);
            c.n[at::bare_nine] += nine && !jack && length < 3;
            c.n[at::ace] += holds(s, ace_rank);
            c.n[at::ten] += holds(s, ten_rank);
            c.n[at::long_trumps] += static_cast<float>(length > 4 ? length - 4 : 0);
            continue;
        }
        c.n[at::aces] += holds(s, ace_rank);
        c.n[at::ace_ten] += holds(s, ace_rank) && holds(s, ten_rank);
        c.n[at::guarded_ten] += !holds(s, ace_rank) && holds(s, ten_rank) && length >= 2;
        if (trump == suit::none)
            c.n[at::long_trumps] += static_cast<float>(length > 4 ? length - 4 : 0);
        c.n[at::voids] += length == 0 && trumps >= 2;
        c.n[at::singles] += length == 1 && !holds(s, ace_rank) && trumps >= 2;
    }
    c.n[at::trumps] = static_cast<float>(trumps);
    c.n[at::pair] = trump != suit::none && (detail::contree_pair(trump) & ~hand) == 0;
    return c;
}

using contree_weights = std::array<float, contree_counts::size>;

constexpr float contree_sum(const contree_counts& c, const contree_weights& w) {
    float sum = 0;
    for (std::size_t i = 0; i < contree_counts::size; ++i) sum += c.n[i] * w[i];
    return sum;
}

}  // namespace mu
