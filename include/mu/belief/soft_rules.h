// The soft rules of a game: by thumb, and with the factors that were fitted to them.
#pragma once

#include <mu/belief/soft_rule_set.h>

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

}  // namespace mu
