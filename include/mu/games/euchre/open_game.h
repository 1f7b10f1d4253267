// Euchre with all cards open from the first bid on: calls, discard, going alone and play.
//
// The auction is a small tree, and at each of its leaves it does not matter how many tricks the
// makers win but which of three results that is: fewer than three, three or four, or all five. So
// the tree is searched for the answer to one question after the other, "at least so many points?",
// beginning with who wins any. At a leaf that is one question about tricks, and most leaves need
// never be asked.
#pragma once

#include <array>
#include <vector>

#include <mu/games/euchre/solving.h>

namespace mu {

template <int Cards>
class euchre_open_game {
public:
    using V = euchre_game<Cards>;
    using state = euchre_state<Cards>;

    explicit euchre_open_game(const typename V::options& o = {}, isa on = best_isa())
        : options_(o), play_(on) {}

    // Points of N+S less those of E+W for the deal, if everybody calls and plays as well as can be.
    int value(const state& s) {
        int low = -most, high = most;
        for (int wanted = 1; low < high; wanted = low == -most ? high : low + 1) {
            const int bound = search(s, wanted);
            (bound >= wanted ? low : high) = bound;
        }
        return low;
    }

    // The value after every legal action, lowest id first.
    std::vector<move_value> moves(const state& s) {
        std::vector<move_value> out;
        const action_set legal = rules<V>::legal_actions(s);
        for (std::uint64_t m = legal.mask; m != 0; m &= m - 1) {
            const auto a = static_cast<action>(legal.first + ops::lsb_index(m));
            state next = s;
            rules<V>::apply(next, a);
            const int v = value(next);
            out.push_back({a, {v, v}});
        }
        return out;
    }

    std::uint64_t nodes() const { return play_.nodes(); }

private:
    static constexpr int most = 8;  // beyond every score

    // Is the value at least `wanted`? The answer is a bound on it: a lower one if it is, otherwise
    // an upper one.
    int search(const state& s, int wanted) {
        if (rules<V>::is_over(s)) return points(s, s.tricks_won[makers(s)]);
        if (s.extra.phase == euchre_terms::phase::play) return play(s, wanted);
        const bool ns = partnership_of(rules<V>::to_act(s)) == 0;
        int best = ns ? -most : most;
        const action_set legal = rules<V>::legal_actions(s);
        // Calls end the auction, passes go on with it: calls first.
        for (std::uint64_t m = legal.mask; m != 0;) {
            const int at = arch::highest_index(m);
            m ^= std::uint64_t{1} << at;
            state next = s;
            rules<V>::apply(next, static_cast<action>(legal.first + at));
            const int bound = search(next, wanted);
            best = ns ? std::max(best, bound) : std::min(best, bound);
            if ((best >= wanted) == ns) break;
        }
        return best;
    }

    static int makers(const state& s) { return partnership_of(s.extra.maker); }
    // What N+S score if the makers win so many tricks.
    int points(const state& s, int tricks) const {
        const int p = euchre_points(s, tricks, options_);
        return makers(s) == 0 ? p : -p;
    }

    // The makers' score grows with their tricks, so one number of tricks decides.
    int play(const state& s, int wanted) {
        const bool ns = makers(s) == 0;
        int need = 0;  // the fewest tricks of the makers with which they have what they want
        while (need <= 5 && (points(s, need) >= wanted) != ns) ++need;
        if (need == 0 || need == 6) return points(s, std::min(need, 5));
        const bool made = ns ? ns_win(s, need) : !ns_win(s, 6 - need);
        return points(s, made ? need : need - 1);
    }

    // Do N+S win so many tricks?
    bool ns_win(const state& s, int need) {
        if (s.tricks_remaining < V::play.tricks || s.trick.num_played > 0) return ask(s, need);
        deal_bounds& known = bounds_of(s);
        if (need > known.least && need <= known.most) {
            if (ask(s, need))
                known.least = static_cast<std::int8_t>(need);
            else
                known.most = static_cast<std::int8_t>(need - 1);
        }
        return need <= known.least;
    }
    bool ask(state s, int need) {
        // If all four play, the cards do not care who has made trumps. One name for all lets the
        // solver use what it knows of the deal.
        if (s.extra.active == 0b1111) s.extra.maker = seat::north;
        return makers(s) == 0 ? play_.at_least(s, need).value_or(false)
                              : !play_.at_least(s, 6 - need).value_or(false);
    }

    // What is known of a deal at its first lead. Calls by different seats lead to the same one, and
    // every question of search() comes back to it.
    struct deal_bounds {
        per_seat<hand_mask<V>> hands{};
        suit trump = suit::none;
        std::uint8_t active = 0;
        seat leader = seat::north;
        std::int8_t least = 0, most = 5;  // tricks of N+S
    };
    // A new deal takes the place of the one that was there.
    deal_bounds& bounds_of(const state& s) {
        std::uint64_t x = std::uint64_t{s.extra.active} * 8 + static_cast<std::uint64_t>(s.trump);
        for (const std::uint64_t hand : s.hands) x = (x ^ hand) * 0x9E3779B97F4A7C15U;
        deal_bounds& at = known_[x >> (64 - known_bits)];
        if (at.hands != s.hands || at.trump != s.trump || at.active != s.extra.active ||
            at.leader != s.current_player)
            at = {.hands = s.hands,
                  .trump = s.trump,
                  .active = s.extra.active,
                  .leader = s.current_player};
        return at;
    }

    static constexpr int known_bits = 8;  // more than the leaves of a deal

    typename V::options options_;
    solver<V> play_;
    std::array<deal_bounds, std::size_t{1} << known_bits> known_{};
};

}  // namespace mu
