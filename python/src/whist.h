// Whist by its own types, as the files that bind it share them.
#pragma once

#include <fmt/format.h>

#include <mu/belief/soft_rules.h>
#include <mu/games/whist.h>
#include <mu/games/whist/hidden.h>
#include <mu/games/whist/soft_rules.h>

#include "bind.h"
#include "seats.h"

namespace mu::python {

using whist_state = game_state<whist>;

// What an observer believes, by facts alone or with the soft rules of the game.
class whist_belief {
public:
    explicit whist_belief(bool soft)
        : belief_(soft ? soft_rules<whist>() : std::span<const soft_rule<whist>>{}) {}

    void init(const whist_state& s, std::int64_t observer) {
        const seat me = seat_of_four(observer);
        // Of a deal that is under way what came before does not count.
        belief_.init(view_of(s, me), s.played == 0 ? watched::from_start : watched::from_here);
        seen_ = s.played;
        ready_ = true;
    }
    void update(const whist_state& s) {
        const belief_state<whist>& b = get();
        if ((seen_ & ~s.played) != 0 || ops::popcount(s.played) != ops::popcount(seen_) + 1)
            throw std::invalid_argument(fmt::format(
                "update(state) wants the state one card later: the belief has seen {} cards, the "
                "state has {}",
                ops::popcount(seen_), ops::popcount(s.played)));
        soft_belief<whist> next = belief_;  // where no world fits, nothing changes
        next.update_on_play(view_of(s, b.observer));
        belief_ = next;
        seen_ = s.played;
    }
    const belief_state<whist>& get() const {
        if (!ready_)
            throw std::invalid_argument("the belief is empty: init(state, observer) first");
        return belief_.belief();
    }
    // REQUIRES to be of this state.
    const belief_state<whist>& of(const whist_state& s) const {
        const belief_state<whist>& b = get();
        if (seen_ != s.played)
            throw std::invalid_argument(fmt::format(
                "the belief has seen {} cards, the state has {}: update(state) after every card",
                ops::popcount(seen_), ops::popcount(s.played)));
        if (b.facts().now().seen.hands[b.observer] != s.hands[b.observer])
            throw std::invalid_argument("the belief is of another deal");
        return b;
    }

private:
    soft_belief<whist> belief_;
    card_mask seen_ = 0;
    bool ready_ = false;
};

}  // namespace mu::python
