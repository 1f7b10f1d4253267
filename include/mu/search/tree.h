// What tree searches share: the tree, the choice in it, playouts and their payoff.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <mu/engine/playouts.h>
#include <mu/engine/solver.h>
#include <mu/search/report.h>

namespace mu {

// Mean payoff, and the more the less it was tried of the times that it could have been.
inline double ucb1(double total, std::uint64_t visits, std::uint64_t available, double c) {
    if (visits == 0) return std::numeric_limits<double>::infinity();
    const auto n = static_cast<double>(visits);
    return total / n + c * std::sqrt(std::log(static_cast<double>(available)) / n);
}

// A tree over actions. Nodes lie in one array; the children of a node are a list.
class search_tree {
public:
    struct node {
        std::uint64_t visits = 0;
        std::uint64_t available = 0;  // times that its action could have been chosen
        double total = 0, squares = 0;
        std::int32_t child = -1, sibling = -1;
        std::uint16_t what = 0;  // the action, or that one was not seen

        void add(double payoff) {
            ++visits;
            total += payoff;
            squares += payoff * payoff;
        }
        double mean() const { return total / static_cast<double>(visits); }
        double error() const {
            if (visits < 2) return 0;
            const auto n = static_cast<double>(visits);
            const double m = mean();
            return std::sqrt(std::max(0.0, squares / n - m * m) / (n - 1));
        }
    };
    static constexpr std::uint16_t unseen = 0x100;
    static constexpr std::int32_t root = 0;

    void clear(std::size_t expected) {
        nodes_.clear();
        nodes_.reserve(expected + 1);
        nodes_.emplace_back();
    }
    node& operator[](std::int32_t i) { return nodes_[static_cast<std::size_t>(i)]; }
    const node& operator[](std::int32_t i) const { return nodes_[static_cast<std::size_t>(i)]; }
    std::size_t size() const { return nodes_.size(); }

    // -1 if there is none.
    std::int32_t find(std::int32_t of, std::uint16_t what) const {
        std::int32_t at = (*this)[of].child;
        while (at >= 0 && (*this)[at].what != what) at = (*this)[at].sibling;
        return at;
    }
    std::int32_t add(std::int32_t of, std::uint16_t what) {
        const auto at = static_cast<std::int32_t>(nodes_.size());
        nodes_.emplace_back();
        nodes_.back().what = what;
        nodes_.back().sibling = (*this)[of].child;
        (*this)[of].child = at;
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
        // Children lie one after the other: those of kept[i] are appended when i is reached.
        for (std::size_t i = 0; i < kept.size(); ++i) {
            std::int32_t from = kept[i].child;
            kept[i].child = from < 0 ? -1 : static_cast<std::int32_t>(kept.size());
            while (from >= 0) {
                kept.push_back((*this)[from]);
                from = kept.back().sibling;
                kept.back().sibling = from < 0 ? -1 : static_cast<std::int32_t>(kept.size());
            }
        }
        kept.front().sibling = -1;
        nodes_ = std::move(kept);
    }

    template <typename F>
    void for_each_child(std::int32_t of, F&& f) {
        for (std::int32_t at = (*this)[of].child; at >= 0; at = (*this)[at].sibling)
            f(at, (*this)[at]);
    }

private:
    std::vector<node> nodes_;
};

template <variant V>
constexpr bool is_about_tricks() {
    if constexpr (has_solver<V>)
        return std::derived_from<solving<V>, trick_solving<V>>;
    else
        return false;
}
template <variant V>
inline constexpr bool counts_tricks = is_about_tricks<V>();

// The end of the deal if everybody goes on at random. Where tricks are all that counts it is known
// by their number alone: then the trick kernel plays, and hands are left as they are.
template <variant V>
game_state<V> played_out(game_state<V> s, rng& generator) {
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
            return s;
        }
    }
    while (!rules<V>::is_over(s)) rules<V>::apply(s, rules<V>::legal_actions(s).draw(generator));
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
        return std::clamp(0.5 + lead_in<V>(over, options_, who) / (2 * span_), 0.0, 1.0);
    }
    double points(double payoff) const { return (2 * payoff - 1) * span_; }
    double span() const { return span_; }

private:
    typename V::options options_;
    double span_ = 1;
};

}  // namespace mu
