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

namespace mu {

// As a first guess.
template <variant V>
std::span<const soft_rule<V>> soft_rules_by_thumb() {
    return soft_rule_set<V>::by_thumb;
}

template <variant V>
std::span<const soft_rule<V>> soft_rules() {
    static constexpr auto with_fitted = [] {
        auto out = soft_rule_set<V>::by_thumb;
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i].base_factor = soft_rule_set<V>::fitted[i];
        return out;
    }();
    return with_fitted;
}

}  // namespace mu
