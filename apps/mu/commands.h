// The subcommands of `mu`, one source file each. Each function adds its subcommand to the app; what
// the user asks for runs when the command line has been read.
//
// Exit status of every subcommand: 0 done; 1 a check found a difference (throws exit_with); 2 bad
// input (any other exception).
#pragma once

#include <cstdint>
#include <optional>

#include "command_line.h"

namespace mu::cli {

void add_games(command_spec& app);
void add_deal(command_spec& app);
void add_play(command_spec& app);
void add_serve(command_spec& app);
void add_perft(command_spec& app);
void add_check(command_spec& app);
void add_explain(command_spec& app);
void add_solve(command_spec& app);
void add_analyse(command_spec& app);
void add_bench(command_spec& app);
void add_pool(command_spec& app);
void add_arena(command_spec& app);
void add_eval_beliefs(command_spec& app);
void add_fit_beliefs(command_spec& app);
void add_belief_rows(command_spec& app);

// The seed asked for, or a random one that is short enough to type again.
std::uint64_t seed_or_random(std::optional<std::uint64_t> seed);

}  // namespace mu::cli
