#include "agents/command_files.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

#include <unistd.h>

namespace mu::detail {

namespace {

namespace fs = std::filesystem;

struct word {
    std::string text;
    bool is_first = false;  // of a command: what is run
};

std::vector<word> words_of(std::string_view command) {
    std::vector<word> out;
    std::optional<std::string> open;
    bool first = true, quoted = false;
    const auto end = [&] {
        if (!open) return;
        // Settings before a command are not yet the command: PYTHONPATH=lib python3 bot.py.
        const bool sets = first && open->find('=') != std::string::npos;
        out.push_back({std::move(*open), first && !sets});
        first = first && sets;
        open.reset();
    };
    for (const char c : command) {
        if (c == '\'') {
            quoted = !quoted;
            if (!open) open.emplace();
        } else if (quoted || std::string_view(" \t;&|()<>").find(c) == std::string_view::npos) {
            if (!open) open.emplace();
            *open += c;
        } else {
            end();
            if (std::string_view(";&|()").find(c) != std::string_view::npos) first = true;
        }
    }
    end();
    return out;
}

bool is_file(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

// The script that the shell finds for a name without a slash. Compiled programs are mostly
// interpreters there, which tell nothing of the bot.
std::optional<std::string> script_on_path(const std::string& name) {
    const char* path = std::getenv("PATH");
    std::string_view rest = path == nullptr ? "" : path;
    while (!rest.empty()) {
        const auto colon = std::min(rest.find(':'), rest.size());
        const fs::path folder(rest.substr(0, colon));
        rest.remove_prefix(std::min(colon + 1, rest.size()));
        const fs::path file = folder / name;
        if (!is_file(file) || ::access(file.c_str(), X_OK) != 0) continue;
        std::array<char, 2> mark{};
        std::ifstream(file, std::ios::binary).read(mark.data(), mark.size());
        if (mark == std::array{'#', '!'}) return file.string();
        return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

std::vector<std::string> files_of_command(std::string_view command) {
    std::vector<std::string> out;
    const auto add = [&](std::string file) {
        if (std::ranges::find(out, file) == out.end()) out.push_back(std::move(file));
    };
    fs::path folder;
    bool goes = false;  // the last word was cd
    for (const auto& [text, is_first] : words_of(command)) {
        if (goes) folder /= text;
        goes = is_first && text == "cd";
        // A file by itself or as the value of an option: --net=small.bin.
        for (const std::string& name : {text, text.substr(text.find('=') + 1)})
            if (!name.empty() && is_file(folder / name)) add((folder / name).string());
        if (is_first && text.find('/') == std::string::npos)
            if (auto file = script_on_path(text)) add(std::move(*file));
    }
    return out;
}

}  // namespace mu::detail
