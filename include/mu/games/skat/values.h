// What games of skat are worth: the values that can be bid, matadors, levels, settlement.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include <mu/cards/card_mask.h>

namespace mu {

enum class skat_kind : std::uint8_t { none, suit, grand, null };
// Each includes those before it; in a null game only ouvert is announced, and includes nothing.
enum class skat_announced : std::uint8_t { nothing, schneider, schwarz, ouvert };
enum class skat_settlement : std::uint8_t { list, seeger, pay };

inline constexpr std::array skat_null_values{23, 35, 46, 59};  // plain, hand, ouvert, ouvert hand

// Every value that a game can have, ascending: what may be bid.
inline constexpr int skat_value_count = 63;
inline constexpr auto skat_values = [] {
    std::array<bool, 265> is_value{};
    for (std::size_t base = 9; base <= 12; ++base)
        for (std::size_t level = 2; level <= 18; ++level) is_value[base * level] = true;
    for (std::size_t level = 2; level <= 11; ++level) is_value[24 * level] = true;
    for (const int value : skat_null_values) is_value[static_cast<std::size_t>(value)] = true;
    std::array<std::uint16_t, skat_value_count> out{};
    std::size_t n = 0;
    for (std::size_t v = 0; v < is_value.size(); ++v)
        if (is_value[v]) out[n++] = static_cast<std::uint16_t>(v);
    return out;
}();
static_assert(skat_values.front() == 18 && skat_values.back() == 264);

// No bid yet; as a value it is 0.
inline constexpr std::uint8_t skat_no_bid = 0xFF;
constexpr int skat_value(std::uint8_t bid) {
    return bid == skat_no_bid ? 0 : MU_TABLE(skat_values)[bid];
}

// A game as it was declared. The suits of the deck are diamonds, hearts, spades, clubs, in the
// place of spades to clubs.
struct skat_game {
    skat_kind kind = skat_kind::none;
    suit trump = suit::none;  // in a suit game
    bool hand = false;        // the skat was not looked at
    skat_announced announced = skat_announced::nothing;

    constexpr bool has(skat_announced what) const { return announced >= what; }
    constexpr int base() const { return kind == skat_kind::grand ? 24 : 9 + index(trump); }
    // REQUIRES: a null game.
    constexpr int null_value() const {
        const bool open = announced == skat_announced::ouvert;
        return MU_TABLE(skat_null_values)[(open ? 2U : 0U) + (hand ? 1U : 0U)];
    }
    friend constexpr bool operator==(const skat_game&, const skat_game&) = default;
};

// The trumps of a game from the highest down: eleven, four or none.
constexpr int skat_trump_count(const skat_game& g) {
    return g.kind == skat_kind::suit ? 11 : g.kind == skat_kind::grand ? 4 : 0;
}
constexpr card skat_trump(const skat_game& g, int place) {
    constexpr int ranks = 8, jack = 7;
    return static_cast<card>(place < 4 ? ranks * (3 - place) + jack
                                       : ranks * index(g.trump) + jack - (place - 3));
}

// With so many (positive) or without (negative), from the cards of the soloist and the skat.
constexpr int skat_matadors(const skat_game& g, card_mask cards) {
    const int most = skat_trump_count(g);
    if (most == 0) return 0;
    const auto held = [&](int place) { return (cards & bit(skat_trump(g, place))) != 0; };
    int n = 1;
    while (n < most && held(n) == held(0)) ++n;
    return held(0) ? n : -n;
}

// How a game was played.
struct skat_outcome {
    int matadors = 0;
    int bid = 0;     // a value
    int points = 0;  // of the soloist, with the skat
    int tricks = 0;  // of the soloist, of ten
};

// What it comes to, for the soloist.
struct skat_worth {
    int level = 0;  // 0 in null games
    int value = 0;
    bool overbid = false;  // the value does not reach the bid
    bool won = false;
    int charged = 0;  // what counts: the value or, if that is lost and more, what was bid
    int score = 0;    // of the list: lost games count double
    friend constexpr bool operator==(const skat_worth&, const skat_worth&) = default;
};

// The least that could have been meant by a bid that the game does not reach: a multiple of its
// base, or a null value that does.
constexpr int skat_least_for(const skat_game& g, int bid) {
    if (g.kind != skat_kind::null) return (bid + g.base() - 1) / g.base() * g.base();
    constexpr auto values = skat_null_values;  // of the function, as MU_TABLE has it
    for (const int value : values)
        if (value >= bid) return value;
    return bid;
}

constexpr int skat_level(const skat_game& g, const skat_outcome& end) {
    const bool schneider = end.points >= 90 || end.points <= 30;
    const bool schwarz = end.tricks == 10 || end.tricks == 0;
    const auto one = [](bool is) { return is ? 1 : 0; };
    return (end.matadors < 0 ? -end.matadors : end.matadors) + 1 + one(g.hand) +
           one(schneider || g.has(skat_announced::schneider)) +
           one(g.has(skat_announced::schneider)) + one(schwarz || g.has(skat_announced::schwarz)) +
           one(g.has(skat_announced::schwarz)) + one(g.has(skat_announced::ouvert));
}

constexpr skat_worth skat_worth_of(const skat_game& g, const skat_outcome& end,
                                   bool lost_hand_single = false) {
    skat_worth out;
    bool made = false;
    if (g.kind == skat_kind::null) {
        out.value = g.null_value();
        made = end.tricks == 0;
    } else {
        out.level = skat_level(g, end);
        out.value = g.base() * out.level;
        made = end.points >= 61;
        if (g.has(skat_announced::schneider)) made = made && end.points >= 90;
        if (g.has(skat_announced::schwarz)) made = made && end.tricks == 10;
    }
    out.overbid = out.value < end.bid;
    out.won = made && !out.overbid;
    out.charged = out.won ? out.value : std::max(out.value, skat_least_for(g, end.bid));
    const int times = g.hand && lost_hand_single ? 1 : 2;
    out.score = out.won ? out.charged : -times * out.charged;
    return out;
}

// What the soloist and each defender write down. Contra multiplies the score, not the bonuses of
// Seeger and Fabian.
struct skat_payment {
    int soloist = 0, defender = 0;
};
constexpr skat_payment skat_settle(skat_settlement by, bool won, int score) {
    switch (by) {
        case skat_settlement::list:
            break;
        case skat_settlement::seeger:
            return {score + (won ? 50 : -50), won ? 0 : 40};
        case skat_settlement::pay:
            return {2 * score, -score};
    }
    return {score, 0};
}

}  // namespace mu
