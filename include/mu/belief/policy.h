// What the others did, as evidence: a world in which they would have done it is likelier.
//
// seen_play<V> remembers what was done. For any world it goes back, makes the actions again and
// multiplies the chances that a policy gives them, each from what its player saw then in that world
// (policy inference: D. Rebstock and others 2019). Where hidden cards have changed places otherwise
// than by being played it goes back to that moment (a card drawn or exchanged); or to the deal, if
// the game can say how a world may have come about (a talon picked up, a discard): then it takes
// the mean over some courses drawn at random, the same whenever this world is asked about.
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
    explicit seen_play(const view<V>& first) : first_(first), start_(first), now_(first) {}

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

    // Shows the deal again as it went in world w of this set: show(state) from the first to the
    // last. False if hands have changed since the first view otherwise than by playing cards; then
    // nothing is shown. REQUIRES: the set is that of the last view seen.
    template <typename Show>
    bool replay(const world_set<V>& of, const world<V>& w, Show&& show) const {
        if (steps_.size() < record_.size()) return false;
        game_state<V> s = start_in(of, w);
        show(std::as_const(s));
        for (const step& a : steps_) {
            rules<V>::apply(s, a.what);
            show(std::as_const(s));
        }
        return true;
    }

    // Whether cards that were played count as well; calls and announcements always do.
    void count_cards(bool yes) { counts_cards_ = yes; }

    // The logarithm of the chance that the others would have done what they did, in world w of this
    // set. REQUIRES: the set is that of the last view seen.
    template <typename Policy>
    double log_likelihood(const world_set<V>& of, const world<V>& w, Policy&& policy) const {
        if constexpr (has_courses)
            if (steps_.size() < record_.size()) return log_mean_of_courses(of, w, policy);
        game_state<V> s = start_in(of, w);
        double sum = 0;
        std::size_t before = record_.size() - steps_.size();
        for (const step& a : steps_) {
            sum += log_chance(s, a, before++, policy);
            if (sum == never) return never;
            rules<V>::apply(s, a.what);
        }
        return sum;
    }
    // Actions that a likelihood speaks of.
    bool tells() const { return has_courses ? !record_.empty() : !steps_.empty(); }

private:
    struct step {
        seat who;
        action what;
    };

    static constexpr double never = -std::numeric_limits<double>::infinity();
    static constexpr bool has_courses =
        requires(const hard_facts<V>& f, const world<V>& w, rng& g, past_course<V>& out) {
            hidden_cards<V>::random_course(f, w, g, out);
        };
    static constexpr int courses_drawn = requires { hidden_cards<V>::one_course; } ? 1 : 2;
    static constexpr int courses_tried = 4 * courses_drawn;

    // 0 for the observer's own.
    template <typename Policy>
    double log_chance(const game_state<V>& s, const step& a, std::size_t before,
                      Policy& policy) const {
        if (a.who == first_.observer) return 0;
        if (!counts_cards_ && a.what < deck_traits<V>::cards) return 0;
        const view<V> seen = view_of<V>(s, a.who);
        if (!seen.legal.contains(a.what)) return never;
        if constexpr (requires { policy(seen, public_record{}, a.what); })
            return std::log(policy(seen, public_record(record_).first(before), a.what));
        else
            return std::log(policy(seen, a.what));
    }

    template <typename Policy>
    double log_mean_of_courses(const world_set<V>& of, const world<V>& w, Policy& policy) const {
        rng generator = generator_for(w);
        past_course<V> course;
        double most = never, sum = 0;
        int drawn = 0;
        for (int i = 0; i < courses_tried && drawn < courses_drawn; ++i) {
            if (!hidden_cards<V>::random_course(of.facts(), w, generator, course)) continue;
            ++drawn;
            const double x = log_likelihood_of(of, course, policy);
            if (x == never) continue;
            sum = sum * std::exp(std::min(0.0, most - x)) + std::exp(std::min(0.0, x - most));
            most = std::max(most, x);
        }
        return sum > 0 ? most + std::log(sum / drawn) : drawn > 0 ? never : floor_of_unknown;
    }
    // A world that is possible, but no draw has come to how.
    static constexpr double floor_of_unknown = -100;

    static rng generator_for(const world<V>& w) {
        std::uint64_t h = w.aside ^ std::rotl(w.discard, 32);
        for (int k = 0; k < V::seats; ++k) h = std::rotl(h * 0x9E3779B97F4A7C15U, 29) ^ w.hands[k];
        return rng(h);
    }

    template <typename Policy>
    double log_likelihood_of(const world_set<V>& of, const past_course<V>& course,
                             Policy& policy) const {
        game_state<V> s = first_.seen;
        world<V> then{};
        then.hands = course.dealt;
        then.aside = course.aside;
        fill_places<V>(s, then);
        rng unused(0);
        hidden_cards<V>::complete(of.facts(), then, s, unused);
        double sum = 0;
        std::size_t before = 0;
        auto hidden = course.hidden.begin();
        for (const seen_action& a : record_) {
            if (!a.what && hidden == course.hidden.end()) return never;
            const step next{a.who, a.what ? *a.what : *hidden++};
            // What nobody saw is part of how the course was drawn.
            if (a.what) sum += log_chance(s, next, before, policy);
            ++before;
            if (sum == never) return never;
            if (!rules<V>::legal_actions(s).contains(next.what)) return never;
            rules<V>::apply(s, next.what);
        }
        return sum;
    }

    // The moment since which cards have been played alone, in this world.
    game_state<V> start_in(const world_set<V>& of, world<V> w) const {
        game_state<V> s = start_.seen;
        for (const step& a : steps_)
            if (a.what < deck_traits<V>::cards) w.hands[a.who] |= bit(a.what);
        fill_places<V>(s, w);
        rng unused(0);
        hidden_cards<V>::complete(of.facts(), w, s, unused);
        return s;
    }

    // No hand has changed but that of `who`, which has so many cards less.
    bool only_played(const view<V>& next, seat who, int cards) const {
        for (int k = 0; k < V::seats; ++k)
            if (now_.cards_left[k] - next.cards_left[k] != (k == index(who) ? cards : 0))
                return false;
        return true;
    }

    view<V> first_, start_, now_;
    std::vector<step> steps_;          // since start_
    std::vector<seen_action> record_;  // since the first view
    bool counts_cards_ = true;
};

}  // namespace mu
