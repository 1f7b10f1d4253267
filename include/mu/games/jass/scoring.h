// Schieber: the score of a deal and of a match.
#pragma once

#include <algorithm>

#include <mu/games/jass/play.h>

namespace mu {

// What the two teams have earned in a deal, each kind apart because a match counts them in turn:
// Stöck, Weis, tricks ("Stöck - Wys - Stich"), and last the bonus for all nine tricks.
struct jass_points {
    std::array<int, 2> stoeck{};
    std::array<int, 2> weis{};
    std::array<int, 2> tricks{};
    std::array<int, 2> match{};
    int multiplier = 1;

    constexpr int total(std::size_t side) const {
        return (stoeck[side] + weis[side] + tricks[side] + match[side]) * multiplier;
    }
    friend constexpr bool operator==(const jass_points&, const jass_points&) = default;
};

// A trick of the log.
constexpr std::size_t logged_side(std::uint8_t entry) { return entry >> 7; }
constexpr int logged_points(std::uint8_t entry) { return entry & 127; }

// Points in tricks so far.
constexpr std::array<int, 2> trick_points(const game_state<jass>& s) {
    std::array<int, 2> out{};
    for (const auto entry : s.extra.log) out[logged_side(entry)] += logged_points(entry);
    return out;
}

// What stands after the tricks played so far. REQUIRES: a contract has been chosen.
constexpr jass_points jass_score(const game_state<jass>& s, const jass::options& o) {
    const auto& x = s.extra;
    jass_points p;
    p.multiplier = o.multipliers[static_cast<std::size_t>(starting_mode(x.chosen))];
    p.tricks = trick_points(s);
    const auto side = [](std::uint8_t who) {
        return static_cast<std::size_t>(partnership_of(static_cast<seat>(who)));
    };
    if (o.stoeck && x.stoeck != jass::nobody) p.stoeck[side(x.stoeck)] = 20;
    if (x.weis_winner != jass::nobody) p.weis[side(x.weis_winner)] = 10 * x.weis_tens;
    for (std::size_t k = 0; k < 2; ++k) {
        if (o.match_bonus && s.tricks_won[k] == jass::play.tricks) p.match[k] = 100;
        if (o.need_trick && s.tricks_won[k] == 0) p.stoeck[k] = p.weis[k] = 0;
    }
    return p;
}

// Points of each seat at the end of a deal.
constexpr std::array<int, 4> score(const game_state<jass>& s, const jass::options& o) {
    const jass_points p = jass_score(s, o);
    return {p.total(0), p.total(1), p.total(0), p.total(1)};
}

struct jass_match {
    std::array<int, 2> points{};
    int deals = 0;
    int winner = -1;  // side
    friend constexpr bool operator==(const jass_match&, const jass_match&) = default;
};

inline constexpr int jass_match_deals = 12;  // of a match without a target

namespace detail {

// The higher total, or -1: a tie is played on.
constexpr int ahead(const std::array<int, 2>& points) {
    return points[0] == points[1] ? -1 : points[0] > points[1] ? 0 : 1;
}

// Counts the deal in the order of the table and stops when a team is out.
constexpr void count_until_out(jass_match& m, const jass_points& deal,
                               std::span<const std::uint8_t> log, int target) {
    const auto add = [&](std::size_t side, int points) {
        if (m.winner >= 0) return;
        m.points[side] += points * deal.multiplier;
        if (m.points[side] >= target) m.winner = static_cast<int>(side);
    };
    for (std::size_t side = 0; side < 2; ++side) add(side, deal.stoeck[side]);
    for (std::size_t side = 0; side < 2; ++side) add(side, deal.weis[side]);
    for (const auto entry : log) add(logged_side(entry), logged_points(entry));
    for (std::size_t side = 0; side < 2; ++side) add(side, deal.match[side]);
}

}  // namespace detail

// Adds one deal. With finish_rule::at_once the team that reaches the target first has won and
// nothing is counted after that. REQUIRES: m.winner < 0, the deal is over.
constexpr jass_match jass_add_deal(jass_match m, const game_state<jass>& s,
                                   const jass::options& o) {
    assert(m.winner < 0);
    const jass_points deal = jass_score(s, o);
    ++m.deals;
    if (o.target != 0 && o.finish == jass::finish_rule::at_once) {
        detail::count_until_out(m, deal, s.extra.log, o.target);
        return m;
    }
    for (std::size_t side = 0; side < 2; ++side) m.points[side] += deal.total(side);
    const bool due = o.target == 0 ? m.deals >= jass_match_deals
                                   : std::max(m.points[0], m.points[1]) >= o.target;
    if (due) m.winner = detail::ahead(m.points);
    return m;
}

}  // namespace mu
