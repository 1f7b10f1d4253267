// What tree searches share: the tree, the choice in it, playouts and their payoff.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include <mu/engine/playouts.h>
#include <mu/engine/solver.h>
#include <mu/search/report.h>

namespace mu {

// UCB1: mean payoff, and the more the less it was tried of the times that it could have been.
// Siblings are often available equally often, so the last logarithm is kept.
class ucb1 {
public:
    explicit ucb1(double exploration) : exploration_(exploration) {}

    double operator()(double total, std::uint32_t visits, std::uint32_t available) {
        if (visits == 0) return std::numeric_limits<double>::infinity();
        if (available != available_)
            available_ = available, log_ = std::log(static_cast<double>(available));
        const double n = visits;
        return total / n + exploration_ * std::sqrt(log_ / n);
    }

private:
    double exploration_;
    std::uint32_t available_ = 1;
    double log_ = 0;
};

// A tree over actions. Nodes lie in one array, the children of a node side by side: going down the
// tree is a matter of few cache lines. A node's children have room for the next power of two; when
// it is full they move.
class search_tree {
public:
    struct node {
        double total = 0, squares = 0;
        std::uint32_t visits = 0;
        std::uint32_t available = 0;  // times that its action could have been chosen
        std::int32_t first = -1;      // of its children
        std::uint16_t children = 0;
        std::uint16_t what = 0;  // the action, or that one was not seen

        void add(double payoff) {
            ++visits;
            total += payoff;
            squares += payoff * payoff;
        }
        double mean() const { return total / visits; }
        double error() const {
            if (visits < 2) return 0;
            const double n = visits, m = mean();
            return std::sqrt(std::max(0.0, squares / n - m * m) / (n - 1));
        }
    };
    static constexpr std::uint16_t unseen = 0x100;
    static constexpr std::int32_t root = 0;

    void clear(std::size_t expected) {
        nodes_.clear();
        nodes_.reserve(2 * expected + 1);
        nodes_.emplace_back();
    }
    node& operator[](std::int32_t i) { return nodes_[static_cast<std::size_t>(i)]; }
    const node& operator[](std::int32_t i) const { return nodes_[static_cast<std::size_t>(i)]; }
    // Of the array: nodes, and room for them.
    std::size_t size() const { return nodes_.size(); }

    // -1 if there is none.
    std::int32_t find(std::int32_t of, std::uint16_t what) const {
        const node& parent = (*this)[of];
        for (std::int32_t at = parent.first + parent.children; at-- > parent.first;)
            if ((*this)[at].what == what) return at;
        return -1;
    }
    // Its siblings may move.
    std::int32_t add(std::int32_t of, std::uint16_t what) {
        const std::int32_t n = (*this)[of].children, from = (*this)[of].first;
        if (n == room_for(n)) {
            const auto to = static_cast<std::int32_t>(nodes_.size());
            nodes_.resize(nodes_.size() + static_cast<std::size_t>(room_for(n + 1)));
            for (std::int32_t i = 0; i < n; ++i) (*this)[to + i] = (*this)[from + i];
            (*this)[of].first = to;
        }
        const std::int32_t at = (*this)[of].first + n;
        ++(*this)[of].children;
        (*this)[at].what = what;
        return at;
    }
    std::int32_t find_or_add(std::int32_t of, std::uint16_t what) {
        const std::int32_t at = find(of, what);
        return at >= 0 ? at : add(of, what);
    }
    // Leaves what is below this node, which becomes the root.
    void make_root(std::int32_t of) {
        if (of == root) return;
        std::vector<node> kept{(*this)[of]};
        // The children of kept[i] are appended when i is reached.
        for (std::size_t i = 0; i < kept.size(); ++i) {
            const std::int32_t n = kept[i].children, from = kept[i].first;
            if (n == 0) continue;
            kept[i].first = static_cast<std::int32_t>(kept.size());
            for (std::int32_t k = 0; k < n; ++k) kept.push_back((*this)[from + k]);
            kept.resize(kept.size() + static_cast<std::size_t>(room_for(n) - n));
        }
        nodes_ = std::move(kept);
    }

    // The youngest first.
    template <typename F>
    void for_each_child(std::int32_t of, F&& f) {
        const node& parent = (*this)[of];
        const std::int32_t first = parent.first;
        for (std::int32_t at = first + parent.children; at-- > first;) f(at, (*this)[at]);
    }

private:
    static constexpr std::int32_t room_for(std::int32_t children) {
        return children == 0 ? 0
                             : static_cast<std::int32_t>(std::bit_ceil(
                                   static_cast<std::uint32_t>(std::max(children, 2))));
    }

    std::vector<node> nodes_;
};

// Any of them; where there is no choice nothing is drawn.
inline action draw_one(const action_set& legal, rng& generator) {
    const bool one = (legal.mask & (legal.mask - 1)) == 0;
    return one ? static_cast<action>(legal.first + ops::lsb_index(legal.mask))
               : legal.draw(generator);
}

template <variant V>
constexpr bool is_about_tricks() {
    if constexpr (has_solver<V>)
        return std::derived_from<solving<V>, trick_solving<V>>;
    else
        return false;
}
template <variant V>
inline constexpr bool counts_tricks = is_about_tricks<V>();

// Goes on to the end of the deal, everybody at random. Where tricks are all that counts it is known
// by their number alone: then the trick kernel plays, and hands are left as they are.
template <variant V>
void play_out(game_state<V>& s, rng& generator) {
    if constexpr (counts_tricks<V>) {
        if (solving<V>::playing(s) && solving<V>::seating(s).count == V::seats) {
            const position_of<V> from = to_position(s);
            playout_result<word_of<V>> result{};
            playouts<V>({{&from, 1}, generator(), 0, {&result, 1}}, playout_width::one);
            const auto a = static_cast<std::size_t>(partnership_of(leader_of(s)));
            s.tricks_won[a] = static_cast<std::uint8_t>(s.tricks_won[a] + result.tricks);
            s.tricks_won[1 - a] =
                static_cast<std::uint8_t>(s.tricks_won[1 - a] + s.tricks_remaining - result.tricks);
            s.tricks_remaining = 0;
            return;
        }
    }
    while (!rules<V>::is_over(s))
        rules<V>::apply(s, draw_one(rules<V>::legal_actions(s), generator));
}
template <variant V>
game_state<V> played_out(game_state<V> s, rng& generator) {
    play_out<V>(s, generator);
    return s;
}

// What a deal is worth to a seat: its points beyond those that the other sides have on average.
template <variant V>
double lead_in(const game_state<V>& over, const typename V::options& o, seat of) {
    constexpr auto sides = static_cast<std::size_t>(sides_of<V>());
    const auto mine = static_cast<std::size_t>(index(of));
    return lead_of(score(over, o), mine, [&](std::size_t k) { return k % sides == mine % sides; });
}

// Leads as payoffs from 0 to 1, by what has been seen to happen.
template <variant V>
class scaled_lead {
public:
    explicit scaled_lead(const typename V::options& o) : options_(o) {}

    void begin() { span_ = 1; }
    void include(const game_state<V>& over) {
        for (int k = 0; k < V::seats; ++k)
            span_ = std::max(span_, std::abs(lead_in<V>(over, options_, static_cast<seat>(k))));
    }
    double of(const game_state<V>& over, seat who) const {
        return payoff(lead_in<V>(over, options_, who));
    }
    double payoff(double lead) const { return std::clamp(0.5 + lead / (2 * span_), 0.0, 1.0); }
    double points(double payoff) const { return (2 * payoff - 1) * span_; }
    double span() const { return span_; }

private:
    typename V::options options_;
    double span_ = 1;
};

}  // namespace mu
