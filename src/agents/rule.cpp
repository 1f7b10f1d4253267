// The rule player: what the game itself would do by its rules of thumb.

#include "agents/kinds.h"

namespace mu::detail {

namespace {

class rule_player final : public player {
public:
    action choose(const request& r) override { return r.view.rule_choice(); }
};

}  // namespace

std::unique_ptr<player> make_rule(const agent_spec&, const game&) {
    return std::make_unique<rule_player>();
}

}  // namespace mu::detail
