// The subcommands of `mu`, one source file each. Each function adds its subcommand to the app; what
// the user asks for runs when the command line has been parsed.
//
// Exit status of every subcommand: 0 done; 1 a check found a difference (throws exit_with); 2 bad
// input (any other exception).
#pragma once

#include <cstdint>
#include <exception>
#include <optional>

#include <CLI/CLI.hpp>

namespace mu::cli {

void add_games(CLI::App& app);
void add_deal(CLI::App& app);
void add_play(CLI::App& app);
void add_perft(CLI::App& app);
void add_check(CLI::App& app);
void add_solve(CLI::App& app);
void add_bench(CLI::App& app);
void add_pool(CLI::App& app);
void add_arena(CLI::App& app);
void add_eval_beliefs(CLI::App& app);
void add_fit_beliefs(CLI::App& app);

// Ends the program with this status. What there was to say has been said.
struct exit_with : std::exception {
    explicit exit_with(int with) : status(with) {}
    int status;
};

// A check for options: digits only, so that -1 is not taken for 2^64 - 1.
CLI::Validator whole_number(std::uint64_t least = 0);

// The seed asked for, or a random one that is short enough to type again.
std::uint64_t seed_or_random(std::optional<std::uint64_t> seed);

}  // namespace mu::cli
