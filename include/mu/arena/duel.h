// Two agents play the same deals from every seating that is fair to both, and each deal becomes one
// paired result: what the cards bring cancels out.
//
// Deal i of a seed does not depend on the agents, the threads or the other deals. The two agents
// draw from different streams, whichever is named first, so that two players of one kind differ as
// two of different kinds do.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <mu/agents/table.h>

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

    double ms_per_decision() const {
        return decisions == 0 ? 0 : 1000 * seconds / static_cast<double>(decisions);
    }
};

inline constexpr std::size_t longest_note = 300;

// One deal (or match) of a duel, from all seatings.
struct duel_result {
    std::uint64_t seed = 0, deal = 0;  // what was dealt
    // Mean over the seatings of the first agent's points less the second's, per seat.
    double margin = 0;
    double share = 0.5;          // of wins of the first agent: 1, 0.5 or 0
    std::optional<double> imps;  // of the margin, where the game has such a scale
    // What the margin would be if all played with open hands, from the same seatings: `cheat` sits
    // everywhere. Its mean is 0, as seatings are drawn at random or all played.
    std::optional<double> open_hands;
    std::array<duel_side, 2> sides{};
    // What went wrong, if anything: printable, one line each, at most longest_note characters.
    std::vector<std::string> notes;
};

// Deals are numbered from 0 to most_deals - 1: what a signed number of 64 bits holds.
inline constexpr std::uint64_t most_deals = std::uint64_t{1} << 63;

struct duel_plan {
    game of;
    std::array<agent_spec, 2> agents;
    std::uint64_t seed = 1;
    // Deals first to first + count - 1. REQUIRES: below most_deals.
    std::uint64_t first = 0, count = 100;
    // Deal i is played on from from[i] if there are any; otherwise the cards are dealt by seed.
    // REQUIRES: of this game, not over, one for each deal of the plan; not matches.
    std::vector<position> from{};  // NOLINT(readability-redundant-member-init): may be left out
    bool matches = false;          // whole matches in place of deals
    // One seating of each deal, drawn at random, in place of all: half the work or less, but what
    // the cards bring remains.
    bool once = false;
    bool open_hands = false;  // fill in duel_result::open_hands. REQUIRES: not matches
    int threads = 1;
    // For a decision; who takes longer forfeits. REQUIRES: not negative.
    double seconds = std::numeric_limits<double>::infinity();
    // Makes a player in place of make_player(agents[k], of), for players of one's own.
    std::array<std::function<std::unique_ptr<player>()>, 2> makers{};
};

// std::invalid_argument, which says what is wrong, if a plan does not meet what it REQUIRES.
void check_plan(const duel_plan& plan);

// The deal itself, as every seating gets it where the plan has no positions to play on from.
position duel_deal(const game& g, std::uint64_t seed, std::uint64_t deal);

// Plays one deal of the plan with players made for it.
class duel_table {
public:
    explicit duel_table(const duel_plan& plan);
    duel_result play(std::uint64_t deal);
    double open_hand_margin(std::uint64_t deal);

private:
    struct outcome {
        std::vector<int> points;
        int winner = -1;  // of a match: a player; -1 for deals
    };
    // How a deal is played in which player players[k] of the match sits in seat k.
    table_options table_of(const std::vector<int>& players, const duel_seating& who,
                           const rng& stream, duel_result& into);
    std::vector<player*> seated(const duel_seating& who) const;
    position deal_of(std::uint64_t deal) const;
    outcome play_deal(const duel_seating& who, const rng& stream, duel_result& into);
    outcome play_match(const duel_seating& who, const rng& stream, duel_result& into);
    void forfeit(duel_result& into, int agent, const std::string& why);

    // The seatings of a deal: all, or the one that is drawn.
    std::span<const duel_seating> seatings_of(std::uint64_t deal) const;

    const duel_plan& plan_;
    int participants_, sides_;
    std::vector<duel_seating> seatings_;
    // A player of each agent for each participant: a player may remember its deal.
    std::array<std::vector<std::unique_ptr<player>>, 2> players_;
    std::array<std::uint64_t, 2> streams_{};     // which random streams each agent draws from
    std::array<bool, 2> forfeited_{};            // in the seating being played
    std::vector<std::unique_ptr<player>> open_;  // cheats, if asked for
};

// Plays the whole plan, threads side by side. `known(deal)` may give a result that need not be
// played again; threads call it at the same time. `done(result)` is called as each deal is finished
// that was not known, in any order; `in_order(result)` in the order of deals, and stops the duel by
// returning false. Neither of these is called twice at a time. An exception from a callback, from
// making a player or from starting one (start_failure) comes out of here.
struct duel_callbacks {
    std::function<std::optional<duel_result>(std::uint64_t)> known;
    std::function<void(const duel_result&)> done;
    std::function<bool(const duel_result&)> in_order;
};
void run_duel(const duel_plan& plan, const duel_callbacks& with);

// Its results in the order of deals.
std::vector<duel_result> run_duel(const duel_plan& plan);

}  // namespace mu
