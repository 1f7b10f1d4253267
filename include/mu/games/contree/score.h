// What a deal of contrée is worth: "points made and points bid".
//
// The formula stands apart from the cards: it takes the outcome of a deal and gives the points of
// both teams. Team 0 is north-south, team 1 east-west.
#pragma once

#include <mu/games/contree/calls.h>

namespace mu {

// The highest bid below capot; 270 only if bids go by ten.
enum class contree_cap : std::uint8_t { at_160, at_170, at_180, at_270 };

// The options that decide what is legal. The state carries them in one byte.
struct contree_house {
    // Auction.
    bool by_fives : 1 = false;  // bids go by 5, not by 10
    contree_cap cap : 2 = contree_cap::at_160;
    bool all_contracts : 1 = false;  // sans atout and tout atout besides the four suits
    bool coinche_out_of_turn : 1 = false;
    // Play: three duties on which tables differ.
    bool overtrump_ruffing_partner : 1 = false;  // with trumps only, beat the one partner ruffed
    bool undertrump_forced : 1 = false;          // unable to overtrump: play a trump all the same
    bool overtrump_partner : 1 = true;           // trump led: go over partner's trump too

    constexpr contree_calls::ladder ladder() const {
        constexpr std::array numbers{160, 170, 180, 270};
        return {.step = by_fives ? 5 : 10, .cap = numbers[static_cast<std::size_t>(cap)]};
    }
    // A bid is a level, then a strain: there are too many bids for a set of 64 calls.
    constexpr bool in_two_steps() const {
        return by_fives || all_contracts || cap == contree_cap::at_270;
    }
    friend constexpr bool operator==(const contree_house&, const contree_house&) = default;
};
static_assert(sizeof(contree_house) == 1);

struct contree_options {
    contree_house house{};
    bool gathered = false;  // cards of the last deal are stacked, cut and dealt 3-3-2, not shuffled
    std::uint8_t floor = 80;  // the value of the lowest bid: 80, or 82 which is more than half
    // Score.
    enum class rounding : std::uint8_t { none, half_up, half_down };  // to tens
    enum class counting : std::uint8_t { made_and_bid, bid_only, made_only };
    enum class capot_rule : std::uint8_t { value_250, value_270, flat };  // flat: 500, 1000, 2000
    rounding round = rounding::none;
    counting count = counting::made_and_bid;
    capot_rule capot = capot_rule::value_250;
    std::uint8_t base = 162;      // all card points, where one team takes all: 162 or 160
    std::uint8_t surcoinche = 3;  // what it multiplies the bid by: 3 or 4
    bool belote_kept = false;     // by its owner, on a failure
    bool defence_capot = false;   // a failure counts all eight tricks of the defenders
    std::uint16_t target = 2000;  // of a match
    friend constexpr bool operator==(const contree_options&, const contree_options&) = default;
};

// The number a bid stands for. REQUIRES: a bid.
constexpr int contree_value(int bid, const contree_options& o) {
    const int level = contree_calls::level_of(bid);
    if (level == contree_calls::level_capot)
        return o.capot == contree_options::capot_rule::value_270 ? 270 : 250;
    return level == 0 ? o.floor : contree_calls::number_of(level);
}

struct contree_outcome {
    int taker = 0;                // the team that bid
    int value = 0;                // of the contract
    bool capot = false;           // the contract is to take all eight tricks
    int coinche = 0;              // 0, 1, or 2 for surcoinche
    std::array<int, 2> points{};  // card points with the last trick's bonus
    std::array<int, 2> tricks{};
    std::array<int, 2> belote{};  // 0 or 20
};

constexpr bool contree_made(const contree_outcome& r) {
    const auto taker = static_cast<std::size_t>(r.taker);
    if (r.capot) return r.tricks[taker] == 8;
    return r.points[taker] + r.belote[taker] >= r.value;
}

namespace detail {

// To tens. REQUIRES: n >= 0.
constexpr int contree_round(int n, contree_options::rounding how) {
    if (how == contree_options::rounding::none) return n;
    return (n + (how == contree_options::rounding::half_up ? 5 : 4)) / 10 * 10;
}

// What the contract itself brings to the team that wins it, coinche included.
constexpr int contree_stake(const contree_outcome& r, const contree_options& o) {
    if (o.count == contree_options::counting::made_only) return 0;
    return r.value * (r.coinche == 0 ? 1 : r.coinche == 1 ? 2 : o.surcoinche);
}

// Every card point of the deal, for the team that takes them all.
constexpr int contree_base(bool all_eight, const contree_options& o) {
    if (o.count == contree_options::counting::bid_only) return 0;
    return o.base + (all_eight ? 90 : 0);
}

}  // namespace detail

// Points of the two teams.
constexpr std::array<int, 2> contree_score(const contree_outcome& r, const contree_options& o) {
    const auto taker = static_cast<std::size_t>(r.taker), defence = 1 - taker;
    const bool made = contree_made(r);
    const bool shared = made && r.coinche == 0;  // each team keeps what it made
    const std::size_t winner = made ? taker : defence;

    std::array<int, 2> score{};
    if (r.capot && o.capot == contree_options::capot_rule::flat) {
        score[winner] = 500 << r.coinche;
    } else if (shared) {
        if (o.count != contree_options::counting::bid_only) score = r.points;
        score[taker] += detail::contree_stake(r, o);
    } else {
        const bool all_eight = r.tricks[winner] == 8 && (made || o.defence_capot);
        score[winner] = detail::contree_base(all_eight, o) + detail::contree_stake(r, o);
    }

    const bool owners_keep = shared || (!made && o.belote_kept);
    for (std::size_t team = 0; team < 2; ++team)
        score[owners_keep ? team : winner] += r.belote[team];
    for (int& points : score) points = detail::contree_round(points, o.round);
    return score;
}

// Where a match stands. A tie at or above the target is settled by further deals.
struct contree_match {
    std::array<int, 2> totals{};
    int winner = -1;  // team, or -1
    friend constexpr bool operator==(const contree_match&, const contree_match&) = default;
};

// REQUIRES: m.winner < 0.
constexpr contree_match contree_add_deal(contree_match m, const std::array<int, 2>& deal,
                                         const contree_options& o) {
    assert(m.winner < 0);
    for (std::size_t team = 0; team < 2; ++team) m.totals[team] += deal[team];
    const auto [ns, ew] = m.totals;
    if ((ns >= o.target || ew >= o.target) && ns != ew) m.winner = ns > ew ? 0 : 1;
    return m;
}

}  // namespace mu
