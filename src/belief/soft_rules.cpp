#include <mu/belief/soft_rules.h>

namespace mu {

#define MU_INSTANTIATE(V)                                \
    template soft_rule_list<V> soft_rules_by_thumb<V>(); \
    template soft_rule_list<V> soft_rules<V>();
MU_VARIANTS(MU_INSTANTIATE)
#undef MU_INSTANTIATE

}  // namespace mu
