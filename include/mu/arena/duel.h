// Two agents play the same deals from every seating that is fair to both, and each deal becomes one
// paired result: what the cards bring cancels out.
//
// Deal i of a seed does not depend on the agents, the threads or the other deals, nor does what an
// agent draws: an agent against itself comes out at exactly zero.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <mu/agents/player.h>

namespace mu {

// Who plays in each seat (or for each player of a match): 0 for the first agent, 1 for the second.
// With two sides they are swapped; with three seats each agent sits alone in every seat; with four
// that score apart, every way to seat two and two.
using duel_seating = std::vector<int>;
std::vector<duel_seating> fair_seatings(int seats, int sides);

struct duel_side {
    std::int64_t decisions = 0;
    double seconds = 0;  // for all of them
    int forfeits = 0;    // seatings in which it broke a rule or down
};

// One deal (or match) of a duel, from all seatings.
struct duel_result {
    std::uint64_t deal = 0;
    // Mean over the seatings of the first agent's points less the second's, per seat.
    double margin = 0;
    double share = 0.5;          // of wins of the first agent: 1, 0.5 or 0
    std::optional<double> imps;  // bridge: of the margin
    std::array<duel_side, 2> sides{};
    std::vector<std::string> notes;  // what went wrong, if anything
};

struct duel_plan {
    game of;
    std::array<agent_spec, 2> agents;
    std::uint64_t seed = 1;
    std::uint64_t first = 0, count = 100;  // deals first .. first + count - 1
    bool matches = false;                  // whole matches in place of deals
    int threads = 1;
    double seconds =
        std::numeric_limits<double>::infinity();  // for a decision; who takes longer forfeits
    // Makes a player in place of make_player(agents[k], of), for players of one's own.
    std::array<std::function<std::unique_ptr<player>()>, 2> makers{};
};

// The deal itself, as every seating gets it.
position duel_deal(const game& g, std::uint64_t seed, std::uint64_t deal);

// Plays one deal of the plan with players made for it.
class duel_table {
public:
    explicit duel_table(const duel_plan& plan);
    duel_result play(std::uint64_t deal);

private:
    struct outcome {
        std::vector<int> points;
        int winner = -1;  // of a match: a player; -1 for deals
    };
    // Plays a deal; players[k] sits in seat k.
    void play_out(position& p, const std::vector<int>& players, const duel_seating& who,
                  const rng& stream, duel_result& into);
    outcome play_deal(const duel_seating& who, const rng& stream, duel_result& into);
    outcome play_match(const duel_seating& who, const rng& stream, duel_result& into);
    void forfeit(duel_result& into, int agent, const std::string& why);

    const duel_plan& plan_;
    int participants_, sides_;
    std::vector<duel_seating> seatings_;
    // A player of each agent for each participant: a player may remember its deal.
    std::array<std::vector<std::unique_ptr<player>>, 2> players_;
    std::array<bool, 2> forfeited_{};  // in the seating being played
};

// Plays the whole plan, threads side by side. `known(deal)` may give a result that need not be
// played again. `done(result)` is called as each deal is finished, in any order; `in_order(result)`
// in the order of deals, and stops the duel by returning false. None of them is called twice at a
// time. What an exception from a callback or from making a player says is thrown here.
struct duel_callbacks {
    std::function<std::optional<duel_result>(std::uint64_t)> known;
    std::function<void(const duel_result&)> done;
    std::function<bool(const duel_result&)> in_order;
};
void run_duel(const duel_plan& plan, const duel_callbacks& with);

// Its results in the order of deals.
std::vector<duel_result> run_duel(const duel_plan& plan);

}  // namespace mu
