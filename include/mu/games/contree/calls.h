// The calls of the contrée auction and their numbers.
//
//     0          pass
//     1 .. 36    80 in spades, hearts, diamonds, clubs, then 90 ... 160 likewise
//     37 .. 40   capot in spades, hearts, diamonds, clubs
//     41, 42     coinche, surcoinche
//     43 .. 50   170 and 180, which only the option `cap` allows
//
// Options that bring more bids than a set of 64 calls can hold make the auction one *in two steps*:
// a bid is two calls, its level and then its strain. Such an auction has numbers of its own, so
// that no number means two things:
//
//     51 .. 53   pass, coinche, surcoinche
//     54 .. 84   80, 85, 90 ... 180, then 190, 200 ... 270, then capot: levels 0 to 30
//     85 .. 90   spades, hearts, diamonds, clubs, sans atout, tout atout
//
// Strains do not rank among themselves, so one bid beats another if and only if its level is
// higher. A bid made in one step is known by the number of its call, one made in two steps by
// 64 + 6 * level + strain.
#pragma once

#include <cassert>

#include <mu/cards/card.h>

namespace mu::contree_calls {

inline constexpr int pass = 0;
inline constexpr int coinche = 41;
inline constexpr int surcoinche = 42;
inline constexpr int count = 51;  // of an auction in one step

using call_mask = std::uint64_t;  // a set of calls, bit c for call c
constexpr call_mask bit(int call) { return call_mask{1} << call; }

// What a bid is made in: a trump suit, sans atout or tout atout.
enum class strain : std::uint8_t { spades, hearts, diamonds, clubs, no_trump, all_trump };
inline constexpr int strain_count = 6;

constexpr strain strain_of(suit trump) { return static_cast<strain>(trump); }
constexpr suit trump_of(strain s) {
    return s >= strain::no_trump ? suit::none : static_cast<suit>(s);
}

// --- Levels --------------------------------------------------------------------------------------

inline constexpr int level_180 = 20;
inline constexpr int level_capot = 30;
inline constexpr int level_count = 31;

// REQUIRES: 80, 85, ... 180, 190, ... 270.
constexpr int level_at(int number) {
    return number <= 180 ? (number - 80) / 5 : level_180 + (number - 180) / 10;
}
// The number a level is called by. REQUIRES: not capot.
constexpr int number_of(int level) {
    return level <= level_180 ? 80 + 5 * level : 180 + 10 * (level - level_180);
}

// The numbers that may be bid: multiples of a step up to a cap. Capot may always be.
struct ladder {
    int step = 10;
    int cap = 160;

    constexpr bool has(int level) const {
        return level == level_capot || (number_of(level) <= cap && number_of(level) % step == 0);
    }
};

// The levels above a level, bit l for level l; all of them above -1.
constexpr std::uint64_t levels_above(int level, const ladder& of) {
    std::uint64_t out = 0;
    for (int l = level + 1; l < level_count; ++l)
        if (of.has(l)) out |= std::uint64_t{1} << l;
    return out;
}

// --- Auctions in two steps -----------------------------------------------------------------------

inline constexpr int first_in_two_steps = 51;
inline constexpr int pass_in_two_steps = 51;
inline constexpr int coinche_in_two_steps = 52;
inline constexpr int surcoinche_in_two_steps = 53;
inline constexpr int first_level = 54;   // + level
inline constexpr int first_strain = 85;  // + strain
inline constexpr int count_of_all = 91;

constexpr bool is_level(int call) { return call >= first_level && call < first_strain; }
constexpr bool is_strain(int call) { return call >= first_strain && call < count_of_all; }

// The same call in an auction in one step. REQUIRES: neither a level nor a strain.
constexpr int in_one_step(int call) {
    switch (call) {
        case pass_in_two_steps:
            return pass;
        case coinche_in_two_steps:
            return coinche;
        case surcoinche_in_two_steps:
            return surcoinche;
        default:
            return call;
    }
}

// --- Bids ----------------------------------------------------------------------------------------

inline constexpr int first_bid_in_two_steps = 64;

// The bid of a level in spades; those in the other suits follow it. REQUIRES: capot, or tens up to
// 180.
constexpr int first_bid(int level) {
    const int tens = level / 2;
    return level == level_capot ? 37 : tens > 8 ? 7 + 4 * tens : 1 + 4 * tens;
}
constexpr int bid(int level, suit in) { return first_bid(level) + index(in); }
constexpr int bid_in_two_steps(int level, strain in) {
    return first_bid_in_two_steps + strain_count * level + static_cast<int>(in);
}

constexpr bool is_bid_in_two_steps(int bid) {
    return bid >= first_bid_in_two_steps &&
           bid < first_bid_in_two_steps + strain_count * level_count;
}
constexpr bool is_bid(int bid) {
    return is_bid_in_two_steps(bid) ||
           (bid > pass && bid < count && bid != coinche && bid != surcoinche);
}

// REQUIRES: a bid, as do the others that ask something of one.
constexpr int level_of(int bid) {
    assert(is_bid(bid));
    if (is_bid_in_two_steps(bid)) return (bid - first_bid_in_two_steps) / strain_count;
    return bid > surcoinche ? (bid - 7) / 4 * 2 : bid >= 37 ? level_capot : (bid - 1) / 4 * 2;
}
constexpr strain strain_of(int bid) {
    assert(is_bid(bid));
    return static_cast<strain>(is_bid_in_two_steps(bid)
                                   ? (bid - first_bid_in_two_steps) % strain_count
                                   : bid - first_bid(level_of(bid)));
}
constexpr suit suit_of(int bid) { return trump_of(strain_of(bid)); }
constexpr bool is_capot(int bid) { return level_of(bid) == level_capot; }

// The bids above a level, -1 for all, in an auction in one step: tens up to `cap`, and capot.
constexpr call_mask bids_above(int level, int cap) {
    call_mask out = level < level_capot ? call_mask{0xF} << first_bid(level_capot) : 0;
    for (int l = level < 0 ? 0 : level + 2; l <= level_at(cap); l += 2)
        out |= call_mask{0xF} << first_bid(l);
    return out;
}

}  // namespace mu::contree_calls
