#include "agents/rule/rule.h"

#include <mu/door/typed_view.h>

#include "agents/kinds.h"
#include "agents/rule/card_play.h"

namespace mu::detail {

namespace {

class rule_player final : public player {
public:
    action choose(const request& r) override {
#define MU_TRY(V) \
    if (const auto v = typed_view<V>(r.view)) return rule_choice(*v, r.view.history());
        MU_VARIANTS(MU_TRY)
#undef MU_TRY
        throw std::logic_error("a game without rules of thumb");
    }
};

}  // namespace

std::unique_ptr<player> make_rule(const agent_spec&, const game&) {
    return std::make_unique<rule_player>();
}

action rule_choice(const view<whist>& v, public_record) { return play_by_sense(v, {}); }

}  // namespace mu::detail
