// The kinds of agents: what each is called, what it takes, and how one is made.
#pragma once

#include <functional>

#include <mu/agents/player.h>

namespace mu::detail {

struct agent_maker {
    agent_kind kind;
    std::function<std::unique_ptr<player>(const agent_spec&, const game&)> make;
};

const std::vector<agent_maker>& agent_makers();

// What says which worlds are likely, the same for all agents that draw worlds.
const std::vector<agent_parameter>& evidence_parameters();

std::unique_ptr<player> make_random(const agent_spec& spec, const game& g);
std::unique_ptr<player> make_rule(const agent_spec& spec, const game& g);
std::unique_ptr<player> make_blunder(const agent_spec& spec, const game& g);
std::unique_ptr<player> make_bot(const agent_spec& spec, const game& g);
std::unique_ptr<player> make_ismcts(const agent_spec& spec, const game& g);
std::unique_ptr<player> make_alphamu(const agent_spec& spec, const game& g);
std::unique_ptr<player> make_isdd(const agent_spec& spec, const game& g);
std::unique_ptr<player> make_sim(const agent_spec& spec, const game& g);
std::unique_ptr<player> make_net(const agent_spec& spec, const game& g);
std::unique_ptr<player> make_hybrid(const agent_spec& spec, const game& g);
std::unique_ptr<player> make_program(const agent_spec& spec, const game& g);
std::unique_ptr<player> make_cheating_program(const agent_spec& spec, const game& g);
std::unique_ptr<player> make_cheat(const agent_spec& spec, const game& g);

}  // namespace mu::detail
