// Plain minimax over the rules: what every solver is compared with.
#pragma once

#include <algorithm>
#include <array>
#include <unordered_map>

#include <mu/games/rules.h>

namespace mu::test {

// `Count` is what a side tries to win: count(s) so far, and maximizes(s) says whether the player to
// move is on that side. Nothing is pruned; a position that comes up twice at the start of a trick
// is looked at once, card for card.
template <variant V, typename Count>
class minimax {
public:
    explicit minimax(Count count) : count_(count) {}

    // What the deal comes to with best play by everybody.
    int value(const game_state<V>& s) { return count_.count(s) + to_come(s); }

    // The same after a card.
    int value_after(game_state<V> s, card c) {
        trick_play<V>::play_card(s, c);
        return value(s);
    }

private:
    using key = std::array<std::uint64_t, V::seats + 1>;
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
        k.back() = static_cast<std::uint64_t>(s.current_player);
        if (const auto seen = seen_.find(k); seen != seen_.end()) return seen->second;
        const int found = best(s);
        seen_.emplace(k, found);
        return found;
    }

    int best(const game_state<V>& s) {
        const bool up = count_.maximizes(s);
        int found = up ? -100000 : 100000;
        ops::for_each(trick_play<V>::legal_moves(s), [&](card c) {
            game_state<V> next = s;
            trick_play<V>::play_card(next, c);
            const int v = count_.count(next) - count_.count(s) + to_come(next);
            found = up ? std::max(found, v) : std::min(found, v);
        });
        return found;
    }

    Count count_;
    std::unordered_map<key, int, hash> seen_;
};

// Tricks of one partnership.
template <variant V>
struct tricks_of {
    int side = 0;

    int count(const game_state<V>& s) const { return s.tricks_won[static_cast<std::size_t>(side)]; }
    bool maximizes(const game_state<V>& s) const {
        return partnership_of(s.current_player) == side;
    }
};

}  // namespace mu::test
