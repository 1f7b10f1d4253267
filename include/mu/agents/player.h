// Players: whoever decides at a seat. A player is asked with what its seat may know and answers
// with an action; it never holds a position, so it cannot look at other hands. (There is one
// exception, which says so in its name: agents/cheat.h.)
//
//     mu::agent_spec rule("rule");
//     std::unique_ptr<mu::player> south = mu::make_player(rule, game);
//     action a = mu::ask(*south, position, generator);
#pragma once

#include <atomic>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>

#include <mu/agents/spec.h>
#include <mu/api/position.h>
#include <mu/cards/rng.h>

namespace mu {

// A player that cannot be started, such as a program that is not there. Not its own fault at the
// table: an error of the run, while any other exception of a player forfeits its deal.
struct start_failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// One decision to make.
struct request {
    const seat_view& view;  // what the seat may know: hand, table, public record, legal actions
    rng& generator;         // the player's own stream for this decision
    double seconds = std::numeric_limits<double>::infinity();  // allowed for it
    const std::atomic<bool>* stop = nullptr;  // set from another thread: nobody waits any more
};

class player {
public:
    player() = default;
    virtual ~player() = default;
    player(const player&) = delete;
    player& operator=(const player&) = delete;

    // A deal begins, and the player sits at `me`. Deals of a match come in order.
    virtual void begin_deal([[maybe_unused]] const game& g, [[maybe_unused]] seat me) {}
    // What the seat sees when the deal begins, and after every action, its own included. A player
    // that is asked without having been shown (ask()) has the history in its view.
    virtual void see([[maybe_unused]] const seat_view& v) {}
    // One of request.view.legal_actions(). REQUIRES: the seat is to act.
    virtual action choose(const request& r) = 0;
    // The deal is over: what the seat sees of it now, and the points of all seats.
    virtual void end_deal([[maybe_unused]] const seat_view& last,
                          [[maybe_unused]] std::span<const int> score) {}
};

// A player as described, for this game. std::invalid_argument if it cannot play it.
std::unique_ptr<player> make_player(const agent_spec& spec, const game& g);

// Asks the player for the seat that is to act, once and away from any table (agents/table.h), where
// deals are played. What is handed over is that seat's view. REQUIRES: p is not over.
action ask(player& who, const position& p, rng& generator,
           double seconds = std::numeric_limits<double>::infinity());

}  // namespace mu
