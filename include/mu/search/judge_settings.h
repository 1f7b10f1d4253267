// How actions are judged in a world.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace mu {

class match_chances;
class net;

// What is maximised.
enum class objective : std::uint8_t {
    points,  // the lead in points: see lead_of()
    wins     // the share of deals with a lead; points break ties
};

struct judge_settings {
    static constexpr int game_decides = -1;
    // Cards in hand from which on the play is solved; before that a policy plays. 0: never solved.
    int solve_cards = game_decides;
    std::uint64_t nodes = ~std::uint64_t{0};  // of a solution; then the middle of the range
    int tolerance = 0;                        // of values, in points as shown
    double errors = 0;                        // of the policy, in playouts
    // Plays deals on in place of the rule player (search/net_policy.h). REQUIRES: a net of the
    // game.
    std::shared_ptr<const net> by_net{};
    objective aim = objective::points;
    // The match that the deal belongs to, and the totals of its two sides: then the chance to win
    // it is maximised, and points break ties.
    std::shared_ptr<const match_chances> match{};
    std::array<int, 2> totals{};
};

}  // namespace mu
