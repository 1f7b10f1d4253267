// Rubber bridge: the score sheet with its line.
//
// Trick points of contracts made stand below the line and make games of 100; everything else stands
// above. A side that has won a game is vulnerable. Two games win the rubber: 700 points, or 500 if
// the others have a game; the side with more points in all wins the match.
#pragma once

#include <mu/games/bridge/scoring.h>

namespace mu {

// One deal on the sheet, for each side.
struct rubber_entry {
    std::array<int, 2> below{};
    std::array<int, 2> above{};

    friend constexpr bool operator==(const rubber_entry&, const rubber_entry&) = default;
};

// REQUIRES: a contract, not a deal passed out.
constexpr rubber_entry rubber_points(const bridge_contract& c, vulnerability vul, int tricks) {
    const auto side = static_cast<std::size_t>(partnership_of(c.declarer));
    const bool vulnerable = is_vulnerable(vul, partnership_of(c.declarer));
    const bridge_points p = bridge_contract_points(c.final_bid, c.stake, vulnerable, tricks);
    rubber_entry e;
    e.below[side] = p.tricks;
    e.above[side] = p.overtricks + p.slam + p.insult;
    e.above[1 - side] = p.penalty;
    return e;
}

struct rubber_sheet {
    std::array<int, 2> below{};  // towards the present game
    std::array<int, 2> total{};  // all points so far
    std::array<int, 2> games{};
    int winner = -1;  // a side, or -1

    constexpr vulnerability vul() const {
        return static_cast<vulnerability>((games[0] > 0 ? vul_ns : 0) |
                                          (games[1] > 0 ? vul_ew : 0));
    }
    friend constexpr bool operator==(const rubber_sheet&, const rubber_sheet&) = default;
};

// Writes a deal down. At most one side has points below the line, so at most one wins a game. A
// rubber that ends with equal totals goes to the side that won the two games.
// REQUIRES: sheet.winner < 0.
constexpr rubber_sheet rubber_add(rubber_sheet sheet, const rubber_entry& deal) {
    assert(sheet.winner < 0);
    for (std::size_t side = 0; side < 2; ++side) {
        sheet.below[side] += deal.below[side];
        sheet.total[side] += deal.below[side] + deal.above[side];
    }
    for (std::size_t side = 0; side < 2; ++side) {
        if (sheet.below[side] < points_for_game) continue;
        sheet.below = {};
        if (++sheet.games[side] < 2) continue;
        sheet.total[side] += sheet.games[1 - side] == 0 ? 700 : 500;
        const bool ahead = sheet.total[side] >= sheet.total[1 - side];
        sheet.winner = static_cast<int>(ahead ? side : 1 - side);
    }
    return sheet;
}

}  // namespace mu
