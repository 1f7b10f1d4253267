// The soft rules of every game: by thumb, and with the factors that were fitted to them.
#pragma once

#include <mu/belief/soft_rules/bridge.h>
#include <mu/belief/soft_rules/contree.h>
#include <mu/belief/soft_rules/differenzler.h>
#include <mu/belief/soft_rules/euchre.h>
#include <mu/belief/soft_rules/jass.h>
#include <mu/belief/soft_rules/snapszer.h>
#include <mu/belief/soft_rules/ulti.h>
#include <mu/belief/soft_rules/whist.h>
#include <mu/games/registry.h>

namespace mu {

template <variant V>
using soft_rule_list = std::span<const soft_rule<V>>;

// As a first guess.
template <variant V>
soft_rule_list<V> soft_rules_by_thumb() {
    return soft_rule_set<V>::by_thumb;
}

template <variant V>
soft_rule_list<V> soft_rules() {
    static constexpr auto with_fitted = [] {
        auto out = soft_rule_set<V>::by_thumb;
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i].base_factor = soft_rule_set<V>::fitted[i];
        return out;
    }();
    return with_fitted;
}

// The rules of our own games are compiled once, in src/belief/soft_rules.cpp.
#define MU_DECLARE_SOFT_RULES(V)                                \
    extern template soft_rule_list<V> soft_rules_by_thumb<V>(); \
    extern template soft_rule_list<V> soft_rules<V>();
MU_VARIANTS(MU_DECLARE_SOFT_RULES)
#undef MU_DECLARE_SOFT_RULES

}  // namespace mu
