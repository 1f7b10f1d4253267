// A page cannot start programs or read files: what stands for them here.

#include <stdexcept>

#include <mu/api/nets.h>

#include "agents/command_files.h"
#include "agents/kinds.h"
#include "api/net_storage.h"

namespace mu {

std::vector<std::string> net_folders() { return {"what the page has fetched"}; }

}  // namespace mu

namespace mu::detail {

std::string net_bytes(const std::string& file) {
    throw std::invalid_argument(file + ": a page cannot read files");
}
std::string last_word_of_net(const std::string& file) { return net_bytes(file); }
std::optional<file_stamp> stamp_of(const std::string&) { return std::nullopt; }
std::optional<std::string> net_in_folders(const std::string&) { return std::nullopt; }

std::unique_ptr<player> make_program(const agent_spec& spec, const game&) {
    throw std::invalid_argument(spec.text() + ": a page cannot run programs");
}
std::unique_ptr<player> make_cheating_program(const agent_spec& spec, const game& g) {
    return make_program(spec, g);
}

std::vector<std::string> files_of_command(std::string_view) { return {}; }

}  // namespace mu::detail
