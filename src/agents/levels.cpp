#include <algorithm>
#include <array>
#include <stdexcept>

#include <mu/agents/levels.h>

namespace mu {

namespace {

struct bot_file {
    std::string_view name;  // "expert", "jass/expert"
    std::string_view text;
};
constexpr auto bot_files = std::to_array<bot_file>({
#include "mu_bots.inc"
});

const bot_file* find(std::string_view name) {
    const auto at = std::ranges::find(bot_files, name, &bot_file::name);
    return at == bot_files.end() ? nullptr : &*at;
}

}  // namespace

const std::vector<std::string>& level_names() {
    static const std::vector<std::string> names{"beginner", "casual", "club", "expert", "champion"};
    return names;
}

agent_spec agent_of_level(std::string_view level, std::string_view game) {
    if (std::ranges::find(level_names(), level) == level_names().end()) {
        std::string known;
        for (const auto& name : level_names()) known += (known.empty() ? "" : ", ") + name;
        throw std::invalid_argument("no level '" + std::string(level) + "'; levels: " + known);
    }
    const std::string own = std::string(game) + "/" + std::string(level);
    const bot_file* file = find(own);
    if (file == nullptr) file = find(level);
    return agent_spec::from_toml(file->text, "bots/" + std::string(file->name) + ".toml");
}

}  // namespace mu
