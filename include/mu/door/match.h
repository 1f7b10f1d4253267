// A match: deal after deal until somebody has won.
#pragma once

#include <mu/door/position.h>

namespace mu {

class match {
public:
    explicit match(mu::game g, seat first_dealer = seat::north);

    const mu::game& game() const { return game_; }
    int deals_played() const { return deals_; }
    seat dealer() const { return dealer_; }  // of the next deal
    bool is_over() const;
    std::vector<int> totals() const;  // per seat, as the game keeps its score
    int winner() const;               // a seat of the winning side, or -1 while nobody has won
    std::string text() const;         // the score in one line

    position next_deal(rng& generator) const;
    // REQUIRES: not over, and a finished deal of this game with this dealer (std::logic_error).
    void add(const position& finished);

private:
    mu::game game_;
    seat dealer_;
    int deals_ = 0;
    detail::plain_bytes score_;
    std::optional<position> last_;  // the deal added last: some games do not shuffle in between
};

}  // namespace mu
