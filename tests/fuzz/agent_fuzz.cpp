// Any bytes as the description of an agent, in the short form and in TOML: refused, or one that
// both forms give again. Nothing is run.
#include <mu/agents/spec.h>

#include "fuzz/fuzz.h"

using namespace mu;

namespace {

void check(const agent_spec& agent) {
    fuzz::expect(agent_spec(agent.text()) == agent);
    fuzz::expect(agent_spec::from_toml(agent.toml()) == agent);
    agent.cheats();
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);
    if (const auto a = fuzz::accepted(text, [](std::string_view t) { return agent_spec(t); }))
        check(*a);
    if (const auto a = fuzz::accepted(text, [](auto t) { return agent_spec::from_toml(t); }))
        check(*a);
    return 0;
}
