// The table: where a deal is played. It asks the seat that is to act, applies the answer, and shows
// every seat and every spectator its own view after every action. Arena, terminal, server and
// training sit at this table; none has a loop of its own.
//
//     std::vector<mu::player*> who{...};             // one for each seat
//     mu::card_table t(game.deal(generator), who, {.stream = mu::rng(7)});
//     t.play();                                       // to the end; or t.step() action by action
//     t.now().score();
//
// A seat without a player (nullptr) is played from outside: step() waits for apply(). A table may
// begin in the middle of a deal; then the first thing that everybody is shown is that position.
#pragma once

#include <exception>
#include <functional>
#include <span>
#include <vector>

#include <mu/agents/player.h>
#include <mu/api/match.h>

namespace mu {

// Sees what everybody may know.
class spectator {
public:
    spectator() = default;
    virtual ~spectator() = default;
    spectator(const spectator&) = delete;
    spectator& operator=(const spectator&) = delete;

    // The deal begins, or has been set back (card_table::take_back).
    virtual void begin_deal([[maybe_unused]] const seat_view& first) {}
    virtual void see(const seat_view& v) = 0;  // after every action
    virtual void end_deal([[maybe_unused]] const seat_view& last,
                          [[maybe_unused]] std::span<const int> score) {}
};

struct table_options {
    // The random numbers of the players: the decision after n actions gets stream.split(n), or what
    // `stream_of` says.
    rng stream{0};
    std::function<rng(seat who, std::size_t actions)> stream_of = nullptr;
    double seconds = std::numeric_limits<double>::infinity();  // for a decision
    const std::atomic<bool>* stop = nullptr;  // ends a decision early (request::stop)
    // What a player does wrong (an exception, an illegal action, more time than allowed) comes out
    // of step() if this is empty. Otherwise it is told, and from then on the player is neither
    // asked nor shown anything: random legal actions are made for it.
    std::function<void(seat who, const std::exception& what)> on_fault = nullptr;
    // The same for players that did something wrong before, or elsewhere.
    std::function<bool(seat who)> is_out = nullptr;
    // The totals of the match that the deal belongs to, by seat; empty: none.
    std::vector<int> totals{};
    // Called with the seconds that a decision took.
    std::function<void(seat who, double seconds)> on_decision = nullptr;
};

class card_table {
public:
    // REQUIRES: a player or nullptr for each seat of the game (std::invalid_argument). Players and
    // spectators must outlive the table.
    card_table(position p, std::span<player* const> who, table_options how = {});

    const position& now() const { return now_; }
    bool is_over() const { return now_.is_over(); }
    // The seat to act has no player: its action comes from apply(). REQUIRES: not over.
    bool waits() const { return who_[index(now_.to_act())] == nullptr; }

    // Shows a spectator what has happened so far, and everything from now on.
    void add(spectator& s);

    // Asks the seat to act and makes its action. REQUIRES: not over, and the seat has a player
    // (std::logic_error).
    void step();
    // An action from outside, for whoever is to act. An illegal one throws and changes nothing.
    void apply(action a);
    // Steps until the deal is over or waits for an action from outside.
    void play();
    // Takes back so many actions. Everybody is shown the position as if the deal began there.
    // REQUIRES: so many have been made here (std::logic_error).
    void take_back(std::size_t actions);

private:
    void begin();
    void made();  // an action: everybody is shown what he may see of it
    action asked(seat who);
    bool is_out(std::size_t k) const;
    // Runs what a player does; false if it did something wrong.
    template <typename F>
    bool guarded(std::size_t k, F&& what);

    position now_;
    std::vector<player*> who_;
    table_options how_;
    std::vector<seat_view> views_;        // one for each seat
    std::optional<seat_view> spectated_;  // if anybody looks on
    std::vector<spectator*> spectators_;
    std::vector<bool> out_;  // did something wrong
    bool begun_ = false;
};

// Plays the deal to its end, who[k] in seat k, each decision with a stream of its own that is split
// from `stream`. REQUIRES: a player for every seat.
void play_out(position& p, std::span<const std::unique_ptr<player>> who, const rng& stream);

// How the deals of a match are played.
struct match_options {
    // Where the cards of deal i (0, 1, ...) come from.
    std::function<rng(int deal)> cards;
    // The table of a deal, given the player in each seat.
    std::function<table_options(int deal, const std::vector<int>& seating)> how;
    // Looks at each finished deal, before it is added to the match; the match ends here if it
    // returns false.
    std::function<bool(const position& finished)> deal_done = nullptr;
    // Look on at every deal. They must outlive the match.
    std::vector<spectator*> spectators{};
};
// Plays a match to its end, who[k] for player k; if somebody sits out, he is not shown the deal.
// REQUIRES: a player for each player of the match, and no spectator that is nullptr
// (std::invalid_argument).
void play_match(match& m, std::span<player* const> who, const match_options& how);

}  // namespace mu
