#include <charconv>
#include <csignal>
#include <cstdio>
#include <random>

#include <fmt/format.h>

#include <mu/door/build.h>

#include "commands.h"

namespace mu::cli {

std::uint64_t seed_or_random(std::optional<std::uint64_t> seed) {
    return seed ? *seed : std::random_device()();
}

CLI::Validator whole_number(std::uint64_t least) {
    return CLI::Validator(
        [least](const std::string& text) {
            std::uint64_t value = 0;
            const char* end = text.data() + text.size();
            const auto read = std::from_chars(text.data(), end, value);
            if (read.ec == std::errc() && read.ptr == end && value >= least) return std::string();
            return fmt::format("expected a whole number, {} or more, not {}", least, text);
        },
        "NUMBER");
}

namespace {

int run(int argc, char** argv) {
    CLI::App app("Trick-taking card games: play, deal, count, check.", "mu");
    app.set_version_flag("--version", "mu " + build_commit());
    add_play(app);
    add_games(app);
    add_deal(app);
    add_perft(app);
    add_check(app);
    add_solve(app);
    add_arena(app);
    add_eval_beliefs(app);
    add_fit_beliefs(app);
    add_bench(app);
    add_pool(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        // Asking for help is a success; the rest is bad input, whatever number CLI11 has for it.
        return app.exit(e) == 0 ? 0 : 2;
    } catch (const exit_with& e) {
        return e.status;
    }
    if (app.get_subcommands().empty()) {
        fmt::print(stderr, "{}", app.help());
        return 2;
    }
    return 0;
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
