// A match: deal after deal until somebody has won.
//
// Those who take part are its players. They sit in the seats of the game; but where one more plays
// than the game has seats, the dealer sits out, and the others take seats 0, 1, ... in the order of
// play, the player after the dealer first. (In such a deal the dealer by the rules of the game is
// the last seat, from which play begins at seat 0.)
#pragma once

#include <mu/api/position.h>

namespace mu {

class match {
public:
    explicit match(mu::game g, seat first_dealer = seat::north);

    const mu::game& game() const { return game_; }
    int deals_played() const { return deals_; }
    int players() const;                     // the seats, or one more
    seat dealer() const { return dealer_; }  // of the next deal: a player
    // The player in each seat of the next deal.
    std::vector<int> seating() const;
    bool is_over() const;
    std::vector<int> totals() const;       // per player, as the game keeps its score
    std::vector<int> seat_totals() const;  // the same by the seats of the next deal
    int winner() const;        // a player of the winning side, or -1 while nobody has won
    std::string text() const;  // the score in one line
    // The points that win it, where two sides play for the first to have so many; otherwise 0.
    int target() const;
    // The score and who is where in the next deal; players are numbers.
    nlohmann::ordered_json to_json() const;

    position next_deal(rng& generator) const;
    // The next deal, with the cards of deal `number` of a seed: rng(seed).split(number) shuffles.
    position next_deal(std::uint64_t seed, std::uint64_t number) const;
    // Deal `number`, from 0, of the match in which `first_dealer` deals first and every deal has
    // its number for a round: what next_deal(seed, number) deals there. Where the course of a match
    // has a say (cards that are gathered instead of shuffled, the vulnerability of a rubber) it is
    // dealt as if it were the first. std::invalid_argument if rounds do not count so far.
    static position deal(const mu::game& g, std::uint64_t seed, std::uint64_t number,
                         seat first_dealer = seat::north);
    // REQUIRES: not over, and a finished deal of this game as next_deal() deals it: with this
    // dealer, or, if the dealer sits out, with the last seat as dealer (std::logic_error).
    void add(const position& finished);

private:
    seat deal_dealer() const;  // by the rules of the game

    mu::game game_;
    seat dealer_;
    int deals_ = 0;
    detail::plain_bytes score_;
    std::optional<position> last_;  // the deal added last: some games do not shuffle in between
};

}  // namespace mu
