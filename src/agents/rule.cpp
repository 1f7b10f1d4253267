// The rule player: what the game itself would do by its rules of thumb.

#include <mu/api/meanings.h>

#include "agents/kinds.h"

namespace mu::detail {

namespace {

class rule_player final : public player {
public:
    action choose(const request& r) override { return r.view.rule_choice(); }
};

// The same, but it calls by a system of somebody's own.
class system_player final : public player {
public:
    explicit system_player(call_system by) : by_(std::move(by)) {}
    action choose(const request& r) override { return by_.choose(r.view); }

private:
    call_system by_;
};

}  // namespace

std::unique_ptr<player> make_rule(const agent_spec& spec, const game& g) {
    const std::string& system = spec.file("system");
    if (system.empty()) return std::make_unique<rule_player>();
    return std::make_unique<system_player>(call_system(g, system));
}

}  // namespace mu::detail
