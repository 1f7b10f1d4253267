// Results kept in a file, an SQLite database. Every result belongs to a contest, and a contest is
// everything that a result depends on: game and options, version of the rules, engine, both agents
// by content, time limit, seed, deals or matches. What differs in any of these never mixes.
//
// Each result is written on its own as soon as it is there (write-ahead log, one transaction each):
// a process killed at any moment loses the deal it was at. Any number of processes may write to the
// same file; a deal that is there already is not doubled. Every row has a checksum, and one that
// does not fit it is never used.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <mu/arena/duel.h>
#include <mu/arena/statistics.h>

namespace mu {

struct contest {
    std::string game;                    // canonical spec, options included
    int rules = 0;                       // version
    std::string engine;                  // what built it, such as a commit
    bool matches = false, once = false;  // as in duel_plan
    std::array<agent_spec, 2> agents;
    std::uint64_t seed = 0;
    double seconds = std::numeric_limits<double>::infinity();  // for a decision
};

// All results of two agents in one game, rules, engine and time limit, over all seeds. Margins and
// shares are those of agents[0].
struct meeting {
    std::string game, engine;
    int rules = 0;
    bool matches = false, once = false;
    double seconds = std::numeric_limits<double>::infinity();
    bool sequential = false;            // the results decided how many there are
    std::array<std::string, 2> agents;  // canonical text
    std::array<std::string, 2> hashes;
    std::vector<duel_result> results;
};

class result_store {
public:
    // `write` opens or makes the file, or makes a store of an empty one; `read` changes nothing.
    // std::runtime_error, which names the file, if that cannot be done. A file that is something
    // else or of another version is refused and left as it is.
    enum class access : std::uint8_t { read, write };
    explicit result_store(const std::string& path, access how = access::write);
    ~result_store();
    result_store(const result_store&) = delete;
    result_store& operator=(const result_store&) = delete;

    // The contest's number in this file; it is noted if it is new. The order of the agents does not
    // matter to what is stored: use the same contest to write and to read.
    std::int64_t open(const contest& c);

    // Notes that the number of the contest's results depends on the results: a test may stop it.
    void note_sequential(std::int64_t contest);

    // A result that is there already stays as it is, but what open hands say is added.
    void add(std::int64_t contest, bool swapped, const duel_result& r);
    std::map<std::uint64_t, duel_result> results(std::int64_t contest, bool swapped) const;
    // Whether the store keeps this pair of agents in the other order.
    static bool is_swapped(const contest& c) {
        return c.agents[1].hash(c.game) < c.agents[0].hash(c.game);
    }

    // What is stored, for some game (by name or canonical spec; all if empty) and engine (all if
    // empty), one meeting per pair, game, rules, engine and time limit.
    std::vector<meeting> meetings(const std::string& game = "",
                                  const std::string& engine = "") const;

    // Every row of that with all it depends on, as CSV with a heading.
    std::string csv(const std::string& game = "", const std::string& engine = "") const;

private:
    void check_contests() const;  // the checksums of contests and agents

    struct database;
    std::unique_ptr<database> db_;
};

// A duel that continues where the store ends: what is there is not played again, and each deal is
// stored under the plan's contest for this engine. Deals are stored as they are finished, in any
// order; where a test may stop the duel, in the order of deals and none beyond the one that stopped
// it, so that what is stored does not depend on the number of threads.
class stored_duel {
public:
    enum class ending : std::uint8_t { fixed, sequential };  // whether in_order may stop it
    // REQUIRES: plan.makers and plan.from are empty, since players and deals of one's own have no
    // name to be stored under (std::invalid_argument).
    stored_duel(duel_plan plan, const std::string& engine, result_store& store,
                ending by = ending::fixed);

    std::uint64_t known() const;  // deals of the plan that were there
    // `played` and `in_order` as duel_callbacks::done and in_order.
    void run(const std::function<void(const duel_result&)>& played,
             const std::function<bool(const duel_result&)>& in_order);

private:
    duel_plan plan_;
    result_store& store_;
    std::int64_t contest_;
    bool swapped_;
    ending ending_;
    std::map<std::uint64_t, duel_result> there_;  // of the whole contest
};

// Where the agents of some meetings stand, best first.
struct standing {
    std::string agent;
    mu::rating rating;
    std::int64_t count = 0;  // deals or matches
    duel_side spent;
};
struct standings {
    std::string game;
    std::string title;    // game, deals or matches, time limit
    std::string version;  // rules and engine
    bool matches = false;
    std::vector<standing> agents;
    // margin[i][k]: of agents[i] against agents[k], if they have met; with an interval for any time
    // where the results decided how many there are.
    std::vector<std::vector<std::optional<estimate>>> margin;
    bool sequential = false;  // some are of that kind
};
// One for each game, rules, engine, time limit and kind of contest. REQUIRES: meetings in that
// order.
std::vector<standings> rank_agents(const std::vector<meeting>& all);

// The same as text: leaderboard and head-to-head matrix.
std::string leaderboard(const std::vector<meeting>& all);
// And as tables in Markdown.
std::string leaderboard_markdown(const std::vector<meeting>& all);

}  // namespace mu
