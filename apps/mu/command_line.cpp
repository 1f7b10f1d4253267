#include "command_line.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace mu::cli {

// --- Options. ------------------------------------------------------------------------------------

option_spec& option_spec::required() {
    of_->required();
    return *this;
}
option_spec& option_spec::show_default() {
    of_->capture_default_str();
    return *this;
}
option_spec& option_spec::type_name(std::string name) {
    of_->type_name(std::move(name));
    return *this;
}
option_spec& option_spec::expected(int values) {
    of_->expected(values);
    return *this;
}
option_spec& option_spec::expected(int least, int most) {
    of_->expected(least, most);
    return *this;
}
option_spec& option_spec::one_value_each() {
    of_->allow_extra_args(false);
    return *this;
}
option_spec& option_spec::needs(const option_spec& other) {
    of_->needs(other.of_);
    return *this;
}
option_spec& option_spec::excludes(const option_spec& other) {
    of_->excludes(other.of_);
    return *this;
}

option_spec& option_spec::whole_number(std::uint64_t least) {
    of_->check(CLI::Validator(
        [least](const std::string& text) {
            std::uint64_t value = 0;
            const char* end = text.data() + text.size();
            const auto read = std::from_chars(text.data(), end, value);
            if (read.ec == std::errc() && read.ptr == end && value >= least) return std::string();
            return fmt::format("expected a whole number, {} or more, not {}", least, text);
        },
        "NUMBER"));
    return *this;
}
namespace {

// A number with digits, not "nan" or "inf", that passes; `what` is expected of it.
template <typename Test>
CLI::Validator finite_number(Test passes, const std::string& what) {
    return {[=](const std::string& text) {
                double value = 0;
                const char* end = text.data() + text.size();
                const auto read = std::from_chars(text.data(), end, value);
                const bool whole = read.ec == std::errc() && read.ptr == end;
                if (whole && std::isfinite(value) && passes(value)) return std::string();
                return fmt::format("expected {}, not {}", what, text);
            },
            "NUMBER"};
}

}  // namespace

template <typename T>
option_spec& option_spec::between(T least, T most) {
    of_->check(finite_number([=](double x) { return x >= least && x <= most; },
                             fmt::format("a number from {} to {}", least, most)));
    return *this;
}
template option_spec& option_spec::between(int, int);
template option_spec& option_spec::between(unsigned, unsigned);
template option_spec& option_spec::between(double, double);

option_spec& option_spec::positive() {
    of_->check(finite_number([](double x) { return x > 0; }, "a number above 0"));
    return *this;
}
option_spec& option_spec::not_negative() {
    of_->check(finite_number([](double x) { return x >= 0; }, "a number, 0 or more"));
    return *this;
}
option_spec& option_spec::not_empty() {
    of_->check(CLI::Validator(
        [](const std::string& text) { return std::string(text.empty() ? "it is empty" : ""); },
        ""));
    return *this;
}
option_spec& option_spec::one_of(std::vector<std::string> values) {
    of_->check(CLI::IsMember(std::move(values)));
    return *this;
}

// --- Commands. -----------------------------------------------------------------------------------

command_spec command_spec::add_subcommand(std::string name, std::string help) {
    return command_spec(of_->add_subcommand(std::move(name), std::move(help)));
}
void command_spec::require_subcommand() { of_->require_subcommand(1); }
option_spec command_spec::add_flag(std::string names, bool& into, std::string help) {
    return option_spec(of_->add_flag(std::move(names), into, std::move(help)));
}
void command_spec::footer(std::string text) { of_->footer(std::move(text)); }
void command_spec::callback(std::function<void()> run) { of_->callback(std::move(run)); }

template <typename T>
option_spec command_spec::add_option(std::string names, T& into, std::string help) {
    return option_spec(of_->add_option(std::move(names), into, std::move(help)));
}
template option_spec command_spec::add_option(std::string, int&, std::string);
template option_spec command_spec::add_option(std::string, unsigned&, std::string);
template option_spec command_spec::add_option(std::string, std::uint64_t&, std::string);
template option_spec command_spec::add_option(std::string, double&, std::string);
template option_spec command_spec::add_option(std::string, std::string&, std::string);
template option_spec command_spec::add_option(std::string, std::optional<int>&, std::string);
template option_spec command_spec::add_option(std::string, std::optional<std::uint64_t>&,
                                              std::string);
template option_spec command_spec::add_option(std::string, std::vector<double>&, std::string);
template option_spec command_spec::add_option(std::string, std::vector<std::string>&, std::string);
template option_spec command_spec::add_option(std::string, std::vector<std::filesystem::path>&,
                                              std::string);

// --- The whole. ----------------------------------------------------------------------------------

command_line::command_line(std::string name, std::string help, const std::string& version)
    : app_(std::make_unique<CLI::App>(std::move(help), std::move(name))) {
    app_->set_help_flag("-h,--help", "print this help and exit");
    app_->set_version_flag("--version", version, "print the version and exit");
}
command_line::~command_line() = default;

int command_line::run(int argc, char** argv) {
    try {
        app_->parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        // Asking for help is a success; the rest is bad input, whatever number CLI11 has for it.
        return app_->exit(e) == 0 ? 0 : 2;
    } catch (const exit_with& e) {
        return e.status;
    }
    if (app_->get_subcommands().empty()) {
        fmt::print(stderr, "{}", app_->help());
        return 2;
    }
    return 0;
}

}  // namespace mu::cli
