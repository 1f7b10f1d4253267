// The definition of a consistent world, taken at its word: deal the world, make every action that
// was seen, ask the rules each time whether it was legal, and demand that the observer sees what he
// saw. Nothing of the belief layer is used but the type of a world.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include <mu/belief/hidden.h>
#include <mu/games/all.h>

#include "support/suite.h"

namespace mu::test {

// A deal as it was played. states[i] is the state before actions[i]; the last one is the present.
template <typename V>
struct course {
    std::vector<game_state<V>> states;
    std::vector<action> actions;

    const game_state<V>& start() const { return states.front(); }
    const game_state<V>& now() const { return states.back(); }
    card_mask played_by(seat who) const {
        card_mask out = 0;
        for (std::size_t i = 0; i < actions.size(); ++i)
            if (states[i + 1].played != states[i].played && states[i].current_player == who)
                out |= bit(actions[i]);
        return out;
    }
    course until(std::size_t steps) const {
        course out;
        out.states.assign(states.begin(), states.begin() + static_cast<std::ptrdiff_t>(steps) + 1);
        out.actions.assign(actions.begin(), actions.begin() + static_cast<std::ptrdiff_t>(steps));
        return out;
    }
};

// Makes the actions, asking the rules; `shown` is compared with what the observer saw each time.
template <typename V>
bool replays(const course<V>& c, game_state<V> s, const std::vector<action>& actions,
             seat observer) {
    for (std::size_t i = 0;; ++i) {
        if (!(view_of<V>(s, observer) == view_of<V>(c.states[i], observer))) return false;
        if (i == actions.size()) return true;
        if (!rules<V>::legal_actions(s).contains(actions[i])) return false;
        rules<V>::apply(s, actions[i]);
    }
}

// --- The deal of a world, and the actions nobody but their player saw ---------------------------

// Games where cards leave a hand only when they are played.
template <typename V>
bool is_consistent(const course<V>& c, const world<V>& w, seat observer) {
    game_state<V> s = c.start();
    for (int k = 0; k < V::seats; ++k)
        s.hands[k] = static_cast<hand_mask<V>>(w.hands[k] | c.played_by(static_cast<seat>(k)));
    if constexpr (std::is_same_v<V, whist>)  // the rules do not ask for the card turned up
        if (s.extra.turn_up != no_card && (s.hands[s.dealer] & bit(s.extra.turn_up)) == 0)
            return false;
    return replays(c, s, c.actions, observer);
}

template <int Cards>
bool is_consistent(const course<euchre_game<Cards>>& c, const world<euchre_game<Cards>>& w,
                   seat observer) {
    using V = euchre_game<Cards>;
    game_state<V> s = c.start();
    auto actions = c.actions;
    bool taken = false;
    for (std::size_t i = 0; i < actions.size(); ++i)
        if (c.states[i].extra.phase == euchre_terms::phase::discard) {
            if (w.discard == 0) return false;
            actions[i] = ops::lsb_index(w.discard);
        }
    for (const auto& then : c.states)
        taken = taken || then.extra.phase == euchre_terms::phase::discard;
    for (int k = 0; k < 4; ++k) {
        card_mask hand = w.hands[k] | c.played_by(static_cast<seat>(k));
        if (static_cast<seat>(k) == s.dealer && taken) {
            hand |= w.discard;
            if ((hand & bit(s.extra.upcard)) == 0) return false;
            hand ^= bit(s.extra.upcard);
        }
        s.hands[k] = static_cast<hand_mask<V>>(hand);
    }
    return replays(c, s, actions, observer);
}

// The opponent's cards were dealt or drawn in time for what he did with them: those needed first
// come first. Of cards that he still holds any may have been drawn last.
template <int Cards>
bool is_consistent(const course<snapszer_game<Cards>>& c, const world<snapszer_game<Cards>>& w,
                   seat observer) {
    using V = snapszer_game<Cards>;
    const int me = index(observer), other = 1 - me;
    game_state<V> s = c.start();
    card_mask from_deal = w.hands[other] | c.played_by(static_cast<seat>(other));
    std::array<int, most_cards> needed{};
    needed.fill(1000);
    const auto need = [&](card_mask cards, std::size_t i) {
        ops::for_each(cards, [&](card k) { needed[k] = std::min(needed[k], static_cast<int>(i)); });
    };
    card_mask given = 0;     // for the face-up card; he may draw it again at the end
    std::vector<int> drawn;  // places of the stock that the opponent drew from
    for (std::size_t i = 0; i < c.actions.size(); ++i) {
        const auto &before = c.states[i], &after = c.states[i + 1];
        const bool his = index(before.current_player) == other;
        const action a = c.actions[i];
        if (his && a < Cards) need(bit(a), i);
        if (his && a == V::exchange) {
            from_deal &= ~bit(after.taken);
            given = bit(before.lowest_trump());
            need(bit(before.lowest_trump()), i);
        }
        if (his && a >= V::marry && a < V::claim)
            need(V::marriage_pair(static_cast<suit>(a - V::marry)), i);
        if (after.stock_left != before.stock_left) {
            const int at =
                V::stock_size - before.stock_left + (index(after.current_player) == other ? 0 : 1);
            if (at == V::stock_size - 1)
                from_deal &= ~bit(before.face_up());  // known to all
            else
                drawn.push_back(at);
        }
    }
    from_deal |= given;
    std::vector<card> order;
    ops::for_each(from_deal, [&](card k) { order.push_back(k); });
    std::ranges::sort(order, {}, [&](card k) { return std::pair(needed[k], k); });
    if (order.size() != static_cast<std::size_t>(V::hand_size) + drawn.size()) return false;
    s.hands[other] = 0;
    for (std::size_t k = 0; k < order.size(); ++k)
        if (k < V::hand_size)
            s.hands[other] |= static_cast<hand_mask<V>>(bit(order[k]));
        else
            s.stock[drawn[k - V::hand_size]] = order[k];
    card_mask rest = w.aside;
    for (int k = V::stock_size - c.now().stock_left; k + 1 < V::stock_size; ++k)
        s.stock[k] = ops::lsb_index(ops::pop_lsb(rest));
    return replays(c, s, c.actions, observer);
}

// Cards laid away unseen may be any: all courses of the auction that lead to the world are tried,
// up to so many that do.
inline std::uint64_t count_courses(const course<ulti>& c, const world<ulti>& w, seat observer,
                                   std::uint64_t most) {
    struct stage {
        seat who;
        std::vector<std::size_t> laying;  // the actions, two or fewer
    };
    std::vector<stage> stages;
    for (std::size_t i = 0; i < c.states.size(); ++i) {
        const auto& s = c.states[i];
        if (s.phase != ulti_phase::lay_away) continue;
        if (i == 0 || c.states[i - 1].phase == ulti_phase::answer)
            stages.push_back({s.soloist, {}});
        if (i < c.actions.size()) stages.back().laying.push_back(i);
    }
    std::array<card_mask, 3> hands{};
    for (int k = 0; k < 3; ++k) hands[k] = w.hands[k] | c.played_by(static_cast<seat>(k));
    auto actions = c.actions;

    std::uint64_t found = 0;
    const std::function<void(std::size_t, std::array<card_mask, 3>, card_mask)> back =
        [&](std::size_t i, std::array<card_mask, 3> held, card_mask laid) {
            const stage& t = stages[i];
            if (ops::popcount(laid) != static_cast<int>(t.laying.size())) return;
            card_mask rest = laid;
            for (const std::size_t at : t.laying) {
                const card k = ops::lsb_index(ops::pop_lsb(rest));
                if (t.who == observer && c.actions[at] != k) return;
                actions[at] = k;
            }
            card_mask& hand = held[index(t.who)];
            hand |= laid;
            if (i == 0) {
                game_state<ulti> s = c.start();
                for (int k = 0; k < 3; ++k) s.hands[k] = static_cast<std::uint32_t>(held[k]);
                found += replays(c, s, actions, observer) ? 1 : 0;
                return;
            }
            const card_mask twelve = hand;
            for (card_mask rest_of = twelve; rest_of != 0;) {
                const card_mask low = ops::pop_lsb(rest_of);
                for (card_mask others = rest_of; others != 0 && found < most;) {
                    const card_mask pair = low | ops::pop_lsb(others);
                    hand = twelve & ~pair;
                    back(i - 1, held, pair);
                }
            }
        };
    back(stages.size() - 1, hands, w.aside);
    return found;
}
inline bool is_consistent(const course<ulti>& c, const world<ulti>& w, seat observer) {
    return count_courses(c, w, observer, 1) > 0;
}

// What lay in the skat may be any two of the soloist's twelve cards, unless the observer saw them.
inline bool is_consistent(const course<skat>& c, const world<skat>& w, seat observer) {
    std::size_t laid = 0;
    auto actions = c.actions;
    bool taken = false;
    card_mask rest = w.aside;
    for (std::size_t i = 0; i < c.states.size(); ++i) {
        if (c.states[i].phase != skat_phase::discard) continue;
        taken = true;
        if (i == actions.size()) continue;
        if (rest == 0) return false;
        actions[i] = ops::lsb_index(ops::pop_lsb(rest));
        if (seat{c.states[i].soloist} == observer && actions[i] != c.actions[i]) return false;
        ++laid;
    }
    if (taken && ops::popcount(w.aside) != static_cast<int>(laid)) return false;
    game_state<skat> s = c.start();
    for (int k = 0; k < 3; ++k)
        s.hands[k] = static_cast<std::uint32_t>(w.hands[k] | c.played_by(static_cast<seat>(k)));
    put_cards(std::span(s.skat), w.aside);
    if (!taken) return replays(c, s, actions, observer);
    const seat soloist = c.now().soloist;
    const card_mask twelve = s.hands[soloist] | w.aside;
    for (std::uint64_t i = 0; i < 66; ++i) {
        const card_mask pair = arch::deposit(detail::unrank_combination(12, 2, i), twelve);
        s.hands[soloist] = static_cast<std::uint32_t>(twelve & ~pair);
        put_cards(std::span(s.skat), pair);
        if (replays(c, s, actions, observer)) return true;
    }
    return false;
}

// --- All worlds --------------------------------------------------------------------------------

// The hidden places of the present with their true sizes, and the cards that lie there.
template <typename V>
struct hidden_now {
    world<V> fixed{};
    std::vector<std::pair<int, int>> places;  // place, cards
    card_mask cards = 0;

    hidden_now(const game_state<V>& s, seat observer) {
        for (const auto& [place, all] : places_in(s)) {
            if (place.number >= place_count) continue;
            fixed[place.number] = place.seen_of(all, observer);
            const card_mask here = all & ~fixed[place.number];
            if (here == 0) continue;
            places.emplace_back(place.number, ops::popcount(here));
            cards |= here;
        }
    }
    double count() const {
        double n = 1;
        int left = ops::popcount(cards);
        for (const auto& [p, size] : places) {
            n *= static_cast<double>(detail::binomial(left, size));
            left -= size;
        }
        return n;
    }
    template <typename F>
    void each(F&& f) const {
        world<V> w = fixed;
        fill(w, 0, cards, f);
    }

private:
    template <typename F>
    void fill(world<V>& w, std::size_t k, card_mask left, F&& f) const {
        if (k == places.size()) return f(w);
        const auto [p, size] = places[k];
        const int n = ops::popcount(left);
        for (std::uint64_t i = 0; i < detail::binomial(n, size); ++i) {
            const card_mask chosen = arch::deposit(detail::unrank_combination(n, size, i), left);
            w[p] |= chosen;
            fill(w, k + 1, left & ~chosen, f);
            w[p] &= ~chosen;
        }
    }
};

template <typename V>
std::vector<world<V>> all_consistent(const course<V>& c, seat observer) {
    std::vector<world<V>> out;
    hidden_now<V>(c.now(), observer).each([&](const world<V>& w) {
        if (is_consistent(c, w, observer)) out.push_back(w);
    });
    return out;
}

}  // namespace mu::test
