// A page cannot start programs or read files: what stands for them here.

#include <stdexcept>

#include "agents/command_files.h"
#include "agents/kinds.h"

namespace mu::detail {

std::unique_ptr<player> make_program(const agent_spec& spec, const game&) {
    throw std::invalid_argument(spec.text() + ": a page cannot run programs");
}
std::unique_ptr<player> make_cheating_program(const agent_spec& spec, const game& g) {
    return make_program(spec, g);
}

std::vector<std::string> files_of_command(std::string_view) { return {}; }

}  // namespace mu::detail
