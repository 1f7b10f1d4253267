// Euchre with all cards open from the first bid on: calls, discard, going alone and play.
//
// The auction is a small tree, and at each of its leaves the question is not how many tricks the
// makers win but which of three results: fewer than three, three or four, or all five. Those are
// asked of the solver one at a time, and only if they matter for the window.
#pragma once

#include <vector>

#include <mu/games/solver.h>

namespace mu {

template <int Cards>
class euchre_open_game {
public:
    using V = euchre_game<Cards>;
    using state = euchre_state<Cards>;

    explicit euchre_open_game(const typename V::options& o = {}, isa on = best_isa())
        : options_(o), play_(on) {}

    // Points of N+S less those of E+W for the deal, if everybody calls and plays as well as can be.
    int value(const state& s) { return search(s, -most, most); }

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

    int search(const state& s, int alpha, int beta) {
        if (rules<V>::is_over(s)) return points(s);
        if (s.extra.phase == euchre_terms::phase::play) return play(s, alpha, beta);
        const bool ns = partnership_of(rules<V>::to_act(s)) == 0;
        int best = ns ? -most : most;
        const action_set legal = rules<V>::legal_actions(s);
        // Calls end the auction, passes go on with it: calls first.
        for (std::uint64_t m = legal.mask; m != 0;) {
            const int at = arch::highest_index(m);
            m ^= std::uint64_t{1} << at;
            state next = s;
            rules<V>::apply(next, static_cast<action>(legal.first + at));
            const int v = search(next, alpha, beta);
            if (ns) {
                best = std::max(best, v);
                alpha = std::max(alpha, v);
            } else {
                best = std::min(best, v);
                beta = std::min(beta, v);
            }
            if (alpha >= beta) break;
        }
        return best;
    }

    static int sign(const state& s) { return partnership_of(s.extra.maker) == 0 ? 1 : -1; }
    int points(const state& s) const {
        return s.extra.phase == euchre_terms::phase::passed_out
                   ? 0
                   : sign(s) * euchre_points(s, options_);
    }
    // The score if the makers win so many tricks.
    int points(state s, int tricks) const {
        const auto makers = static_cast<std::size_t>(partnership_of(s.extra.maker));
        s.tricks_won[makers] = static_cast<std::uint8_t>(tricks);
        s.tricks_won[1 - makers] = static_cast<std::uint8_t>(5 - tricks);
        s.tricks_remaining = 0;
        return sign(s) * euchre_points(s, options_);
    }

    // Scores grow with the makers' tricks: below 3, from 3 on, at 5 (and at 0 with super_euchre).
    int play(const state& s, int alpha, int beta) {
        static constexpr int steps[] = {0, 1, 3, 5};
        int low = 0, high = 3;  // among the steps
        while (low < high) {
            if (points(s, steps[low]) == points(s, steps[high])) break;
            const int mid = low + 1 < high && points(s, steps[low]) == points(s, steps[low + 1])
                                ? low + 2
                                : low + 1;
            const int at = std::min(mid, high);
            if (play_.at_least(s, steps[at]).value_or(false))
                low = at;
            else
                high = at - 1;
            const int a = std::min(points(s, steps[low]), points(s, steps[high]));
            const int b = std::max(points(s, steps[low]), points(s, steps[high]));
            if (a >= beta) return a;
            if (b <= alpha) return b;
        }
        return points(s, steps[low]);
    }

    typename V::options options_;
    solver<V> play_;
};

}  // namespace mu
