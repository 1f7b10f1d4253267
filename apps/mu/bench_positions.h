// The positions that mu bench --solve solves.
#pragma once

#include <algorithm>
#include <array>

#include <mu/games/all.h>
#include <mu/games/euchre/open_game.h>
#include <mu/games/skat/best_contract.h>

namespace mu::cli {

inline suit any_trump(rng& generator) { return static_cast<suit>(generator.below(4)); }
inline suit any_strain(rng& generator) { return static_cast<suit>(generator.below(5)); }

// Random hands of `cards` cards.
template <variant V>
game_state<V> random_hands(int cards, suit trump, rng& generator) {
    const auto n = static_cast<std::uint8_t>(cards);
    const auto rest = static_cast<std::uint8_t>(deck_traits<V>::cards - 4 * cards);
    std::array<card_mask, 5> places{};
    deal_random(layout({n, n, n, n, rest}), generator, places);
    return open_deal<V>({places[0], places[1], places[2], places[3]}, trump,
                        static_cast<seat>(generator.below(4)));
}

// One of some contracts of jass, in their order S H D C O U.
inline game_state<jass> jass_ending(int cards, rng& generator, std::uint32_t first = 0,
                                    std::uint32_t count = 6) {
    const auto c = static_cast<jass::contract>(first + generator.below(count));
    game_state<jass> s = random_hands<jass>(cards, trump_of_contract(c), generator);
    s.extra.chosen = c;
    return s;
}

template <variant V>
game_state<V> first_lead(rng& generator) {
    return random_first_lead(V{}, generator);
}

// A deal before anything has been done.
template <variant V>
game_state<V> whole_deal(rng& generator) {
    constexpr deal_layout of = V::layout({});
    std::array<card_mask, of.places> places{};
    deal_random(of, generator, places);
    return start_deal(V{}, {}, places, static_cast<seat>(generator.below(V::seats)), 0);
}

// A bid of one unit in ulti, the soloist to lead.
inline game_state<ulti> ulti_bid_played(ulti_unit unit, bool trumps, rng& generator) {
    const auto what = static_cast<std::uint8_t>(
        std::ranges::find_if(ulti_bids,
                             [&](const ulti_bid& b) {
                                 return b.unit_count() == 1 && b.has(unit) && b.trump == trumps &&
                                        b.red == trumps;  // hearts need no naming
                             }) -
        ulti_bids.begin());
    std::array<card_mask, 4> places{};
    deal_random(layout({10, 10, 10, 2}), generator, places);
    return ulti_first_lead(ulti_rules{}, {{places[0], places[1], places[2]}}, places[3],
                           static_cast<seat>(generator.below(3)), what,
                           trumps ? ulti::red : suit::none);
}

// A random game of one kind in skat.
inline game_state<skat> skat_game_played(skat_kind kind, rng& generator) {
    for (;;)
        if (const auto s = first_lead<skat>(generator); s.kind == kind) return s;
}

}  // namespace mu::cli
