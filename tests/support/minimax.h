// Minimax that remembers: what solvers are compared with where plain minimax would take too long.
#pragma once

#include <algorithm>
#include <array>
#include <unordered_map>

#include <mu/solve/objective.h>

namespace mu::test {

// Nothing is pruned; a position that comes up twice at the start of a trick is looked at once, card
// for card. Objectives are those of mu/solve/objective.h.
template <variant V, objective_of<V> Objective>
class minimax {
public:
    explicit minimax(const Objective& objective) : of_(objective) {}

    // What the deal comes to with best play by everybody.
    int value(const game_state<V>& s) { return of_.total(s) + to_come(s); }

    // The same after a card.
    int value_after(game_state<V> s, card c) {
        trick_play<V>::play_card(s, c);
        return value(s);
    }

private:
    using key = std::array<std::uint64_t, V::seats + 2>;
    struct hash {
        std::size_t operator()(const key& k) const {
            std::uint64_t h = 0;
            for (const std::uint64_t x : k) h = (h ^ x) * 0x9E3779B97F4A7C15U, h ^= h >> 29;
            return static_cast<std::size_t>(h);
        }
    };

    int to_come(const game_state<V>& s) {
        if (trick_play<V>::is_over(s)) return 0;
        if (!trick_play<V>::leading(s)) return best(s);
        key k{};
        std::copy(s.hands.begin(), s.hands.end(), k.begin());
        k[V::seats] = static_cast<std::uint64_t>(s.current_player);
        k[V::seats + 1] = of_.memory(s);
        if (const auto seen = seen_.find(k); seen != seen_.end()) return seen->second;
        const int found = best(s);
        seen_.emplace(k, found);
        return found;
    }

    int best(const game_state<V>& s) {
        const bool up = of_.maximizes(s, s.current_player);
        int found = up ? -100000 : 100000;
        ops::for_each(trick_play<V>::legal_moves(s), [&](card c) {
            game_state<V> next = s;
            trick_play<V>::play_card(next, c);
            const int v = of_.total(next) - of_.total(s) + to_come(next);
            found = up ? std::max(found, v) : std::min(found, v);
        });
        return found;
    }

    Objective of_;
    std::unordered_map<key, int, hash> seen_;
};

// What side 0 has more than side 1, where both count alike.
template <typename Objective>
struct lead_of {
    Objective ours{}, theirs{};

    explicit lead_of(const Objective& each) : ours(each), theirs(each) { theirs.side = 1; }

    template <variant V>
    int total(const game_state<V>& s) const {
        return ours.total(s) - theirs.total(s);
    }
    template <variant V>
    bool maximizes(const game_state<V>& s, seat who) const {
        return ours.maximizes(s, who);
    }
    template <variant V>
    std::uint64_t memory(const game_state<V>& s) const {
        return ours.memory(s);
    }
};

}  // namespace mu::test
