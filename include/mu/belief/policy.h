// What the others did, as evidence: a world in which they would have done it is likelier.
//
// seen_play<V> remembers what was done since hidden cards last changed places otherwise than by
// being played (a talon picked up, a card drawn or exchanged). For any world it goes back to that
// moment, makes the actions again and multiplies the chances that a policy gives them, each from
// what its player saw then in that world (policy inference: D. Rebstock and others 2019).
//
//     seen_play<contree> play(view_of(start, me));   // then play.see(view, action) after each
//     const auto weight = [&](const world<contree>& w) {
//         return play.log_likelihood(worlds, w, policy);
//     };
//     world_chain chain(worlds, weight, generator);   // or weighted_draws(), with exp()
//
// A policy is callable as double(const view<V>&, action), or with the public_record before the
// action: the chance that the player with this view does that. A policy that is sure of itself
// excludes worlds for good; with_errors() takes one that names its choice and leaves some chance to
// every other action.
#pragma once

#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <mu/belief/worlds.h>

namespace mu {

// A policy from a player that names one action: it is made with probability 1 - errors, and
// otherwise any legal one. `choose` is callable as action(const view<V>&).
template <typename Choose>
auto with_errors(Choose choose, double errors) {
    return [choose = std::move(choose), errors](const auto& v, action a) {
        const int n = std::popcount(v.legal.mask);
        return errors / n + (choose(v) == a ? 1 - errors : 0);
    };
}

template <variant V>
class seen_play {
public:
    explicit seen_play(const view<V>& first) : start_(first), now_(first) {}

    // The observer's view after the next action, and the action as he saw it.
    void see(const view<V>& next, std::optional<action> what) {
        see(next, seen_action{rules<V>::to_act(now_.seen), what});
    }
    void see(const view<V>& next, const seen_action& seen) {
        const card_mask fresh = next.seen.played & ~card_mask{now_.seen.played};
        const auto [who, what] = seen;
        record_.push_back(seen);
        if (what && !hidden_cards<V>::swaps_cards(*what) &&
            only_played(next, who, ops::popcount(fresh))) {
            steps_.push_back({who, *what});
        } else {
            start_ = next;
            steps_.clear();
        }
        now_ = next;
    }

    int length() const { return static_cast<int>(steps_.size()); }

    // The logarithm of the chance that the others would have done what they did, in world w of this
    // set. REQUIRES: the set is that of the last view seen.
    template <typename Policy>
    double log_likelihood(const world_set<V>& of, const world<V>& w, Policy&& policy) const {
        game_state<V> s = start_.seen;
        world<V> then = w;
        for (const step& a : steps_)
            if (a.what < deck_traits<V>::cards) then.hands[a.who] |= bit(a.what);
        fill_places<V>(s, then);
        rng unused(0);
        hidden_cards<V>::complete(of.facts(), then, s, unused);
        double sum = 0;
        std::size_t before = record_.size() - steps_.size();
        for (const step& a : steps_) {
            if (a.who != start_.observer) {
                const view<V> seen = view_of<V>(s, a.who);
                if (!seen.legal.contains(a.what)) return -std::numeric_limits<double>::infinity();
                if constexpr (requires { policy(seen, public_record{}, a.what); })
                    sum += std::log(policy(seen, public_record(record_).first(before), a.what));
                else
                    sum += std::log(policy(seen, a.what));
            }
            rules<V>::apply(s, a.what);
            ++before;
        }
        return sum;
    }

private:
    struct step {
        seat who;
        action what;
    };

    // No hand has changed but that of `who`, which has so many cards less.
    bool only_played(const view<V>& next, seat who, int cards) const {
        for (int k = 0; k < V::seats; ++k)
            if (now_.cards_left[k] - next.cards_left[k] != (k == index(who) ? cards : 0))
                return false;
        return true;
    }

    view<V> start_, now_;
    std::vector<step> steps_;          // since start_
    std::vector<seen_action> record_;  // since the first view
};

}  // namespace mu
