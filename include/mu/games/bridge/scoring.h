// Duplicate bridge: boards, scores, IMPs and matchpoints.
//
// Source: Laws of Duplicate Bridge (2017), Law 2 (boards), Law 77 (score), Law 78 (IMPs,
// matchpoints). Rubber bridge shares the values of tricks, slams and penalties; see rubber.h.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <span>

#include <mu/games/bridge/calls.h>

namespace mu {

// --- Boards ------------------------------------------------------------------------------------

// REQUIRES: board >= 1.
constexpr seat board_dealer(int board) { return static_cast<seat>((board - 1) % 4); }

// None, NS, EW, both in turn, and once more the same after every four boards; the cycle has 16.
// REQUIRES: board >= 1.
constexpr vulnerability board_vulnerability(int board) {
    const int b = (board - 1) % 16;
    return static_cast<vulnerability>((b + b / 4) % 4);
}

// --- Scores ------------------------------------------------------------------------------------

// What a deal is worth, item by item, for declarer's side; the penalty goes to the defenders.
struct bridge_points {
    int tricks = 0;      // for the odd tricks bid, doubled or redoubled: below the line in rubber
    int overtricks = 0;  // the other items stand above it
    int slam = 0;
    int insult = 0;  // for a doubled contract that was made
    int penalty = 0;

    friend constexpr bool operator==(const bridge_points&, const bridge_points&) = default;
};

namespace bridge_detail {

constexpr int trick_value(denomination d) { return d <= denomination::diamonds ? 20 : 30; }

// REQUIRES: down >= 1.
constexpr int undertrick_penalty(int down, doubling stake, bool vulnerable) {
    if (stake == doubling::none) return down * (vulnerable ? 100 : 50);
    const int doubled = vulnerable
                            ? 300 * down - 100
                            : 100 + 200 * std::min(down - 1, 2) + 300 * std::max(down - 3, 0);
    return doubled * index(stake);
}

constexpr int overtrick_value(denomination d, doubling stake, bool vulnerable) {
    if (stake == doubling::none) return trick_value(d);
    return index(stake) * (vulnerable ? 200 : 100);
}

constexpr int slam_bonus(int level, bool vulnerable) {
    if (level == 6) return vulnerable ? 750 : 500;
    if (level == 7) return vulnerable ? 1500 : 1000;
    return 0;
}

}  // namespace bridge_detail

// REQUIRES: b is a bid, 0 <= tricks <= 13: those of declarer's side.
constexpr bridge_points bridge_contract_points(bridge_bid b, doubling stake, bool vulnerable,
                                               int tricks) {
    assert(b < bridge_bid_count && tricks >= 0 && tricks <= 13);
    const int level = bridge_level(b);
    const denomination d = bridge_denomination(b);
    bridge_points p;
    if (const int over = tricks - 6 - level; over < 0) {
        p.penalty = bridge_detail::undertrick_penalty(-over, stake, vulnerable);
    } else {
        const int plain =
            level * bridge_detail::trick_value(d) + (d == denomination::no_trump ? 10 : 0);
        p.tricks = plain << index(stake);
        p.overtricks = over * bridge_detail::overtrick_value(d, stake, vulnerable);
        p.slam = bridge_detail::slam_bonus(level, vulnerable);
        p.insult = 50 * index(stake);
    }
    return p;
}

inline constexpr int points_for_game = 100;

// The score of declarer's side; the other side has the negative.
constexpr int duplicate_score(bridge_bid b, doubling stake, bool vulnerable, int tricks) {
    const bridge_points p = bridge_contract_points(b, stake, vulnerable, tricks);
    if (p.penalty > 0) return -p.penalty;
    const int bonus = p.tricks < points_for_game ? 50 : vulnerable ? 500 : 300;
    return p.tricks + bonus + p.overtricks + p.slam + p.insult;
}

// --- Comparing tables --------------------------------------------------------------------------

// International match points for a difference between two tables; the sign is kept.
constexpr int imps(int difference) {
    // The smallest difference worth 1, 2, ... 24.
    constexpr std::array least{20,   50,   90,   130,  170,  220,  270,  320,
                               370,  430,  500,  600,  750,  900,  1100, 1300,
                               1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000};
    const int size = difference < 0 ? -difference : difference;
    const auto points =
        static_cast<int>(std::upper_bound(least.begin(), least.end(), size) - least.begin());
    return difference < 0 ? -points : points;
}

// Matchpoints of each result among all of one board: 2 for every lower score, 1 for every equal
// one. The top is 2 (n - 1). REQUIRES: points.size() == scores.size().
constexpr void matchpoints(std::span<const int> scores, std::span<int> points) {
    assert(points.size() == scores.size());
    for (std::size_t i = 0; i < scores.size(); ++i) {
        points[i] = -1;  // a score does not count against itself
        for (const int other : scores) points[i] += other < scores[i] ? 2 : other == scores[i];
    }
}

}  // namespace mu
