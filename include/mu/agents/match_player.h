// Players that want to know how the match stands.
#pragma once

#include <span>

#include <mu/api/position.h>

namespace mu {

// A player that is one of these as well is told before every deal.
class match_player {
public:
    match_player() = default;
    virtual ~match_player() = default;
    match_player(const match_player&) = delete;
    match_player& operator=(const match_player&) = delete;

    // A total for each seat of the deal that comes; empty if it belongs to no match.
    virtual void stands(const game& g, std::span<const int> totals) = 0;
};

// Tells a player, if it wants to know.
template <typename Player>
void tell_match(Player& who, const game& g, std::span<const int> totals) {
    if (auto* listens = dynamic_cast<match_player*>(&who)) listens->stands(g, totals);
}

}  // namespace mu
