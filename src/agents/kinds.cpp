#include "agents/kinds.h"

#include <algorithm>

#include <mu/agents/cheat.h>

namespace mu {

namespace detail {

namespace {

using type = agent_parameter::type;
using parameters = std::vector<agent_parameter>;

parameters operator+(parameters a, const parameters& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// Which worlds are likely.
parameters by_evidence(const char* infer = "0") {
    return {{"soft", type::number, "0", 0, 10,
             "strength of the soft rules of the game, by which worlds are drawn: 1 as they were "
             "fitted; 0: without"},
            {"belief", type::belief_net, "none", 0, 0,
             "who says instead which worlds are likelier: none, net (the one that comes with mu) "
             "or a file of a belief net"},
            {"infer", type::whole, infer, 0, 2,
             "1: worlds in which rule would have done what was seen are likelier; 2: by calls "
             "alone"},
            {"infer_by", type::net, "rule", 0, 0,
             "who would have done it: rule, net (the one that comes with mu) or a file of a net"},
            {"spread", type::number, "0.05", 1e-4, 100,
             "infer_by a net: what it thinks costs so much of its unit is e times less likely"},
            {"errors", type::number, "0.25", 0.001, 1, "share of other actions allowed for then"},
            {"candidates", type::whole, "8", 1, 1000, "worlds looked at then, for each one used"},
            {"memory", type::whole, "0", 0, 1e6,
             "worlds kept from move to move with their weights; 0: drawn anew"},
            {"smoothing", type::number, "0.05", 0, 1,
             "share of worlds that are drawn by facts alone then"},
            {"decay", type::number, "1", 0, 1,
             "power of the weights before each action then: below 1 old news fade"}};
}
// What all searches have: how long, and which worlds.
parameters search_parameters(const char* rounds, const char* preset, double most, const char* help,
                             const char* infer = "0") {
    return parameters{{rounds, type::whole, preset, 0, most, help},
                      {"ms", type::number, "0", 0, 1e9, "milliseconds a decision; 0: no limit"}} +
           by_evidence(infer) +
           parameters{
               {"scale", type::whole, "0", 0, 1, "1: ms is for a full hand, with fewer cards less"},
               {"early", type::whole, "1", 0, 1,
                "0: goes on when the answer is clear, and leaves no action out"}};
}
// What searches by worlds have besides.
parameters world_parameters(const char* worlds, const char* infer = "0", const char* caution = "0",
                            const char* match = "0") {
    return search_parameters("worlds", worlds, 1e9, "worlds a decision; 0: as time allows", infer) +
           parameters{
               {"depth", type::whole, "-1", -1, 64,
                "cards in hand from which on the play is solved; -1: the game decides"},
               {"nodes", type::whole, "0", 0, 1e15, "node limit of a solution; 0: none"},
               {"tolerance", type::whole, "0", 0, 1000, "solutions may be off by so many points"},
               {"caution", type::number, caution, 0, 100,
                "standard errors by which an action has to be better than what rule would do"},
               {"wins", type::whole, "0", 0, 1, "1: maximise deals won, not points"},
               {"match", type::whole, match, 0, 1,
                "1: in a match, maximise the chance to win it, not points"},
               {"policy", type::net, "rule", 0, 0,
                "who plays deals on: rule, net (the one that comes with mu) or a file of a net"},
               {"threads", type::whole, "1", 0, 1024, "threads a decision; 0: all"}};
}

}  // namespace

const std::vector<agent_parameter>& evidence_parameters() {
    static const parameters all = by_evidence();
    return all;
}

const std::vector<agent_maker>& agent_makers() {
    static const parameters of_program{
        {"command", type::command, "", 0, 0, "shell command that starts it"},
        {"seconds", type::number, "10", 0.001, 1e9, "time limit for a decision"},
        {"protocol", type::whole, "1", 1, 2, "2: it is told every action"}};
    static const std::vector<agent_maker> all{
        {{"random", "a uniformly random legal action", false, {}}, &make_random},
        {{"rule",
          "a few rules of thumb for every phase of every game",
          false,
          {{"system", type::file, "", 0, 0,
            "file of a bidding system to call by (bridge); none: the game's own"}}},
         &make_rule},
        {{"blunder",
          "another agent that sometimes plays a random legal action instead",
          false,
          {{"p", type::number, "0.1", 0, 1, "probability of a random action"},
           {"inner", type::agent, "rule", 0, 0, "the agent that plays otherwise"}}},
         &make_blunder},
        {{"bot",
          "one agent plays the cards, another makes every other decision",
          false,
          {{"play", type::agent, "isdd", 0, 0, "cards"},
           {"bid", type::agent, "sim", 0, 0, "calls, discards, announcements"},
           {"belief", type::evidence, "", 0, 0,
            "which worlds are likely, for play and bid where they draw worlds: soft, infer ..."}}},
         &make_bot},
        {{"isdd",
          "draws worlds that fit what it has seen, solves each with open hands, takes the card "
          "that "
          "is best on average; other decisions as rule",
          false, world_parameters("20")},
         &make_isdd},
        {{"sim",
          "the same for every decision, but deals are played on by rules of thumb to the end",
          false,
          world_parameters("100", "1", "2", "1") +
              parameters{{"solve", type::whole, "0", 0, 1, "1: the card play is solved"}}},
         &make_sim},
        {{"ismcts", "a tree over what its seat sees, a new world in every iteration", false,
          search_parameters("iterations", "2000", 1e12, "a decision; 0: as time allows") +
              parameters{
                  {"exploration", type::number, "0.7", 0, 100, "the constant of UCB1"},
                  {"all_seats", type::whole, "1", 0, 1,
                   "0: only its own decisions are in the tree"},
                  {"resample", type::whole, "0", 0, 1,
                   "1: the others do not adapt to its real hand"},
                  {"reuse", type::whole, "0", 0, 1,
                   "1: goes on with the tree of its last decision"},
                  {"policy", type::net, "random", 0, 0,
                   "who plays on from a leaf: random, rule, net (the one that comes with "
                   "mu) or a file of a net"},
                  {"value", type::whole, "0", 0, 1,
                   "1: a leaf is worth what that net says, nothing is played on (two sides)"}}},
         &make_ismcts},
        {{"alphamu",
          "as isdd; where it decides for all of its side it does not believe that it will know "
          "more later",
          false,
          search_parameters("worlds", "20", 64, "worlds a decision; 0: 64") +
              parameters{
                  {"depth", type::whole, "2", 1, 8, "own decisions before worlds are solved"},
                  {"cards", type::whole, "9", 1, 64, "with more in hand it plays as isdd"},
                  {"alone", type::whole, "1", 0, 1, "0: also beside a partner who decides"},
                  {"solve", type::whole, "-1", -1, 64,
                   "cards in hand from which on the play is solved; -1: the game decides"}}},
         &make_alphamu},
        {{"net",
          "a net of its game: every decision by what it thinks each action is worth",
          false,
          {{"file", type::net, "", 0, 0, "file of the net; none: the one that comes with mu"}}},
         &make_net},
        {{"hybrid",
          "net, and in the end of the play another agent",
          false,
          {{"net", type::net, "", 0, 0, "file of the net; none: the one that comes with mu"},
           {"cards", type::whole, "5", 0, 64, "cards in hand from which on `play` plays them"},
           {"play", type::agent, "isdd(soft=1)", 0, 0, "the agent for the end"}}},
         &make_hybrid},
        {{"cheat",
          "sees all hands: plays cards by the exact solver, bids by trying; an upper bound",
          true,
          {{"nodes", type::whole, "200000", 1, 1e12,
            "node limit of the solver for a decision; beyond it, tries each card as in bidding"}}},
         &make_cheat},
        {{"program", "an outside program that reads and writes lines of JSON (docs/protocol.md)",
          false, of_program},
         &make_program},
        {{"cheating_program",
          "such a program that is handed the record of the deal, so that it sees all hands", true,
          of_program},
         &make_cheating_program}};
    return all;
}

}  // namespace detail

const std::vector<agent_kind>& agent_kinds() {
    static const std::vector<agent_kind> all = [] {
        std::vector<agent_kind> out;
        for (const auto& m : detail::agent_makers()) out.push_back(m.kind);
        return out;
    }();
    return all;
}

std::unique_ptr<player> make_player(const agent_spec& spec, const game& g) {
    const auto& all = detail::agent_makers();
    return std::ranges::find(all, spec.kind().name, [](const auto& m) { return m.kind.name; })
        ->make(spec, g);
}

action ask(player& who, const position& p, rng& generator, double seconds) {
    const seat_view view = p.view(p.to_act());
    const request r{view, generator, seconds};
    if (auto* cheat = dynamic_cast<cheating_player*>(&who))
        return cheat->choose_with_all_hands(p, r);
    return who.choose(r);
}

action cheating_player::choose(const request&) {
    throw std::logic_error("this player has to see all hands: ask() shows them");
}

}  // namespace mu
