// Runs the command `mu` as a user would.
#pragma once

#include <filesystem>
#include <string>

namespace mu::test {

struct outcome {
    int status = -1;
    std::string out, err;
};

// Runs `mu <arguments>` in a shell.
outcome mu_run(const std::string& arguments, const std::string& input = "");

// A file of this run of the tests, in a folder that is removed when it ends.
std::filesystem::path work(const std::string& name);

std::string read_all(const std::filesystem::path& file);
void write(const std::filesystem::path& file, const std::string& text);

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace mu::test
