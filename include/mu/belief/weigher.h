// Who gives the cards of a belief their weights, from all that its seat has seen of a deal.
#pragma once

#include <mu/belief/belief_state.h>

namespace mu {

template <variant V>
class card_weigher {
public:
    card_weigher() = default;
    card_weigher(const card_weigher&) = delete;
    card_weigher& operator=(const card_weigher&) = delete;
    virtual ~card_weigher() = default;

    // As those of belief_state<V>.
    virtual void begin(const view<V>& first) = 0;
    virtual void see(const view<V>& next, const seen_action& what) = 0;
    // Gives all cards their weights of now, in place of those they had; renormalize() works out
    // what follows. REQUIRES: a belief of the same seat that has seen as much.
    virtual void weigh(belief_state<V>& belief) = 0;
};

}  // namespace mu
