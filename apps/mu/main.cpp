#include <csignal>
#include <cstdio>
#include <random>

#include <mu/api/build.h>

#include "commands.h"

namespace mu::cli {

std::uint64_t seed_or_random(std::optional<std::uint64_t> seed) {
    return seed ? *seed : std::random_device()();
}

namespace {

int run(int argc, char** argv) {
    command_line line("mu", "Trick-taking card games: play, deal, count, check.",
                      "mu " + build_commit());
    command_spec top = line.top();
    add_play(top);
    add_serve(top);
    add_games(top);
    add_deal(top);
    add_perft(top);
    add_check(top);
    add_explain(top);
    add_solve(top);
    add_analyse(top);
    add_arena(top);
    add_eval_beliefs(top);
    add_fit_beliefs(top);
    add_belief_rows(top);
    add_bench(top);
    add_pool(top);
    return line.run(argc, argv);
}

}  // namespace
}  // namespace mu::cli

int main(int argc, char** argv) {
    // A reader that has seen enough (`mu deal whist --count 1000 | head`) ends us without a word,
    // also where our parent ignores the signal.
    std::signal(SIGPIPE, SIG_DFL);
    int status = 2;
    try {
        status = mu::cli::run(argc, argv);
    } catch (const std::exception& e) {
        std::fflush(stdout);
        std::fprintf(stderr, "mu: %s\n", e.what());
    }
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        std::fputs("mu: the output could not be written\n", stderr);
        return 2;
    }
    return status;
}
