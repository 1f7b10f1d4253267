// The bidding lab: one hand, the calls so far, and what every call would bring over deals that fit
// them.
#pragma once

#include <mu/solve/limits.h>

#include "web/message.h"

namespace mu::detail {

struct lab_question {
    std::string game;                // "bridge(vul=both)"
    int dealer = 0;                  // a seat
    std::string hand;                // of the seat that is to call, as it was dealt
    std::string up;                  // the card turned up, where the game has one
    std::vector<std::string> calls;  // so far
    std::uint64_t from = 0;          // deals that were looked at before: the next are others
    std::uint64_t worlds = 0;        // deals in which every call is tried
    std::uint64_t played = 0;        // of these, played in every contract by rules of thumb
    std::uint64_t solved = 0;        // of these, solved in every contract with open hands
    solve_budget budget{};           // of each solution
};

// Sums over the deals, for whoever adds them up: the same question with the same `from` has the
// same answer.
json lab(const lab_question& q);

}  // namespace mu::detail
