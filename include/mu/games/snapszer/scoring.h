// What a deal of snapszer is worth, and the match.
#pragma once

#include <algorithm>

#include <mu/games/snapszer/play.h>

namespace mu {

// Why the winner gets what he gets.
enum class snapszer_reason : std::uint8_t {
    at_least_33,    // 1: the loser has 33 points
    under_33,       // 2: he has not
    trickless,      // 3: he has not even a trick
    closer_failed,  // 2 or 3
    wrong_claim,    // 2 or 3: 66 claimed but not reached
};

struct snapszer_result {
    int winner = -1;  // a seat; -1 before the end
    int game_points = 0;
    snapszer_reason reason = snapszer_reason::at_least_33;
    friend constexpr bool operator==(const snapszer_result&, const snapszer_result&) = default;
};

namespace detail {

// The winner of a finished deal. Cards played out without a claim: the closer's points are
// counted; if nobody closed, the last trick decides.
template <int Cards>
constexpr int deal_winner(const snapszer_state<Cards>& s) {
    if (s.claimer < 0 && s.closer < 0) return index(s.trick.current_winner);
    const int tried = s.claimer >= 0 ? s.claimer : s.closer;
    return s.points[tried] >= snapszer_terms::goal ? tried : 1 - tried;
}

// What the closer's win is worth.
template <int Cards>
constexpr int closer_value(const snapszer_state<Cards>& s, const snapszer_terms::options& o) {
    const int opponent = 1 - s.closer;
    return o.closer_wins_at_end
               ? snapszer_terms::win_value(s.tricks_won[opponent], s.points[opponent])
               : s.stake;
}
// And his failure: 3 if the opponent had no trick when the stock was closed, else 2.
template <int Cards>
constexpr int failure_value(const snapszer_state<Cards>& s, const snapszer_terms::options& o) {
    if (o.closer_fails_intended) return std::max(2, closer_value(s, o));
    return s.stake == 3 ? 3 : 2;
}

}  // namespace detail

template <int Cards>
constexpr snapszer_result snapszer_score(const snapszer_state<Cards>& s,
                                         const snapszer_terms::options& o) {
    if (!rules<snapszer_game<Cards>>::is_over(s)) return {};
    const int winner = detail::deal_winner(s), loser = 1 - winner;
    const auto won = [&](int value, snapszer_reason why) {
        return snapszer_result{winner, value, why};
    };
    if (s.claimer == loser && s.closer != loser)
        return won(s.tricks_won[winner] == 0 ? 3 : 2, snapszer_reason::wrong_claim);
    if (s.closer == loser)
        return won(detail::failure_value(s, o), s.claimer == loser
                                                    ? snapszer_reason::wrong_claim
                                                    : snapszer_reason::closer_failed);
    const int value = s.closer == winner
                          ? detail::closer_value(s, o)
                          : snapszer_terms::win_value(s.tricks_won[loser], s.points[loser]);
    return won(value, static_cast<snapszer_reason>(value - 1));
}

// Game points of each seat at the end of a deal: what one wins the other loses.
template <int Cards>
constexpr std::array<int, 2> score(const snapszer_state<Cards>& s,
                                   const snapszer_terms::options& o) {
    const snapszer_result r = snapszer_score(s, o);
    if (r.winner < 0) return {};
    return {r.winner == 0 ? r.game_points : -r.game_points,
            r.winner == 1 ? r.game_points : -r.game_points};
}

// Where a match stands: the points of the current game, and the games won if several are played.
struct snapszer_match {
    std::array<int, 2> points{};
    std::array<int, 2> games{};
    std::array<int, 2> last_game{};  // points at the end of the last game finished
    int winner = -1;                 // of the match, or -1
    friend constexpr bool operator==(const snapszer_match&, const snapszer_match&) = default;
};

// Adds one deal; only its winner gets points. REQUIRES: m.winner < 0, a finished deal.
constexpr snapszer_match snapszer_add_deal(snapszer_match m, const snapszer_result& deal,
                                           const snapszer_terms::options& o) {
    assert(m.winner < 0 && deal.winner >= 0);
    const auto winner = static_cast<std::size_t>(deal.winner);
    m.points[winner] += deal.game_points;
    if (o.target == 0 || m.points[winner] < o.target) return m;
    m.last_game = m.points;
    m.points = {};
    if (2 * ++m.games[winner] > o.sevens) m.winner = deal.winner;
    return m;
}

}  // namespace mu
