// What subcommands say about their arguments. CLI11 stands behind it and is included by
// command_line.cpp alone: every file that includes it takes ten seconds longer to compile.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace mu::cli {

// An argument of a command, for the moment of its description.
class option_spec {
public:
    explicit option_spec(CLI::Option* of) : of_(of) {}

    option_spec& required();
    option_spec& show_default();               // in the help
    option_spec& type_name(std::string name);  // in the help, in place of TEXT or INT

    option_spec& expected(int values);
    option_spec& expected(int least, int most);  // most -1: any number
    // Each use of the option takes one value: what follows is an argument of its own.
    option_spec& one_value_each();

    option_spec& needs(const option_spec& other);
    option_spec& excludes(const option_spec& other);

    // Checks of every value. A whole number has digits only, so that -1 is not taken for 2^64 - 1.
    option_spec& whole_number(std::uint64_t least = 0);
    template <typename T>  // int, unsigned or double
    option_spec& between(T least, T most);
    option_spec& positive();      // and finite
    option_spec& not_negative();  // and finite
    option_spec& not_empty();
    option_spec& one_of(std::vector<std::string> values);

private:
    CLI::Option* of_;
};

// A command or subcommand, for the moment of its description.
class command_spec {
public:
    explicit command_spec(CLI::App* of) : of_(of) {}

    command_spec add_subcommand(std::string name, std::string help);
    void require_subcommand();

    // An argument ("FILE") or an option with its names ("--deals,-n"), whose values are stored in
    // `into`. The types are listed at the end of command_line.cpp.
    template <typename T>
    option_spec add_option(std::string names, T& into, std::string help);
    option_spec add_flag(std::string names, bool& into, std::string help);

    void footer(std::string text);  // below the help
    // What to do when the command line has been read.
    void callback(std::function<void()> run);

private:
    CLI::App* of_;
};

// Ends the program with this status. What there was to say has been said.
struct exit_with : std::exception {
    explicit exit_with(int with) : status(with) {}
    int status;
};

class command_line {
public:
    command_line(std::string name, std::string help, const std::string& version);
    ~command_line();

    command_spec top() { return command_spec(app_.get()); }
    // Reads the arguments, does what they ask for and returns the exit status. Exceptions of
    // commands come through, except for exit_with.
    int run(int argc, char** argv);

private:
    std::unique_ptr<CLI::App> app_;
};

}  // namespace mu::cli
