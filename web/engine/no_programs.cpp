// A page cannot start programs or read files, nets among them: what stands for them here.

#include <stdexcept>

#include <mu/api/nets.h>

#include "agents/command_files.h"
#include "agents/kinds.h"

namespace mu {

struct net_file::content {};
game_net game_net::of(const game&, const std::string&) {
    throw std::invalid_argument("a page cannot read nets");
}
belief_net belief_net::of(const game&, const std::string&) {
    throw std::invalid_argument("a page cannot read nets");
}
std::shared_ptr<const net> net_file::shared_weights() const { return nullptr; }
std::optional<std::string> shipped_net(const game&, net_head) { return std::nullopt; }
std::string net_checksum(const std::string&) { return ""; }

}  // namespace mu

namespace mu::detail {

std::unique_ptr<player> make_net(const agent_spec& spec, const game&) {
    throw std::invalid_argument(spec.text() + ": a page cannot read nets");
}
std::unique_ptr<player> make_hybrid(const agent_spec& spec, const game& g) {
    return make_net(spec, g);
}
std::unique_ptr<player> make_program(const agent_spec& spec, const game&) {
    throw std::invalid_argument(spec.text() + ": a page cannot run programs");
}
std::unique_ptr<player> make_cheating_program(const agent_spec& spec, const game& g) {
    return make_program(spec, g);
}

std::vector<std::string> files_of_command(std::string_view) { return {}; }

}  // namespace mu::detail
