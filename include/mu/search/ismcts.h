// Information-set tree search: one tree over what a seat sees; every iteration draws a world, goes
// down the tree through actions that are legal in it, adds a node, plays out and credits the nodes
// on the way (P. Cowling, E. Powley, D. Whitehouse 2012).
//
// As first described for this library the tree has the observer's decisions alone and the others
// play at random (ismcts_settings{}). `all_seats` puts everybody's decisions into it, each seat
// choosing for itself; and a tree for each seat, so that nobody's choice depends on what it cannot
// see: a discard is one edge for those who do not see it.
#pragma once

#include <numeric>

#include <mu/search/evidence.h>
#include <mu/search/ismcts_settings.h>
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
    template <typename F>
    void for_each_child(std::int32_t of, F&& f) {
        for (std::int32_t at = (*this)[of].child; at >= 0; at = (*this)[at].sibling)
            f(at, (*this)[at]);
    }

private:
    std::vector<node> nodes_;
};

template <variant V>
class ismcts {
public:
    ismcts(const typename V::options& o, const ismcts_settings& how) : options_(o), how_(how) {}

    // `draw(n, generator, states)` fills in n worlds, or all if there are fewer.
    template <typename Draw>
    search_report search(Draw&& draw, const view<V>& v, rng& generator,
                         const search_limits& limits) {
        me_ = v.observer;
        legal_ = v.legal;
        const std::size_t expected = limits.rounds != 0 ? limits.rounds : 4096;
        for (auto& t : trees_) t.clear(how_.all_seats ? expected : 1);
        trees_[index(me_)].clear(expected);
        if (legal_.count() == 1) return report(search_end::forced, 0);
        if (how_.payoff == ismcts_payoff::points) find_scale(draw, generator);
        std::uint64_t made = 0;
        search_end why = search_end::rounds;
        for (; limits.rounds == 0 || made < limits.rounds; ++made) {
            if (made % batch == 0) {
                if (limits.over()) {
                    why = search_end::time;
                    break;
                }
                draw(batch, generator, worlds_);
            }
            iterate(worlds_[made % batch % worlds_.size()], generator);
            if (limits.rounds != 0 && made % 64 == 63 && decided(limits.rounds - made - 1)) {
                ++made;
                why = search_end::clear;
                break;
            }
        }
        return report(why, made);
    }

    const search_tree& tree(seat of) const { return trees_[index(of)]; }

private:
    static constexpr std::size_t batch = 32;  // worlds drawn at a time
    static constexpr int sides = sides_of<V>();

    // Payoffs are from 0 to 1, by what random playouts come to.
    template <typename Draw>
    void find_scale(Draw& draw, rng& generator) {
        draw(batch, generator, worlds_);
        span_ = 1;
        for (game_state<V> s : worlds_) {
            play_out(s, generator);
            for (int k = 0; k < V::seats; ++k)
                span_ = std::max(span_, std::abs(lead(s, static_cast<seat>(k))));
        }
    }
    double lead(const game_state<V>& over, seat of) const {
        const auto mine = static_cast<std::size_t>(index(of));
        return lead_of(score(over, options_), mine, [&](std::size_t k) {
            return k % static_cast<std::size_t>(sides) == mine % static_cast<std::size_t>(sides);
        });
    }
    double payoff(const game_state<V>& over, seat of) const {
        if (how_.payoff == ismcts_payoff::tricks) {
            const int all = std::accumulate(over.tricks_won.begin(), over.tricks_won.end(), 0);
            return 1.0 * over.tricks_won[trick_play<V>::side(over, of)] / all;
        }
        return std::clamp(0.5 + lead(over, of) / (2 * span_), 0.0, 1.0);
    }
    static void play_out(game_state<V>& s, rng& generator) {
        while (!rules<V>::is_over(s))
            rules<V>::apply(s, rules<V>::legal_actions(s).draw(generator));
    }

    void iterate(game_state<V> s, rng& generator) {
        for (int k = 0; k < V::seats; ++k) {
            at_[k] = search_tree::root;
            paths_[k].assign(1, search_tree::root);
        }
        bool in_tree = true;
        while (in_tree && !rules<V>::is_over(s)) {
            const seat who = rules<V>::to_act(s);
            const action_set legal = rules<V>::legal_actions(s);
            action a = 0;
            if (who == me_ || how_.all_seats)
                a = choose(trees_[index(who)], at_[index(who)], legal, generator, in_tree);
            else
                a = legal.draw(generator);
            descend(s, who, a);
            rules<V>::apply(s, a);
        }
        play_out(s, generator);
        for (int k = 0; k < V::seats; ++k) {
            if (k != index(me_) && !how_.all_seats) continue;
            const double x = payoff(s, static_cast<seat>(k));
            for (const std::int32_t i : paths_[k]) {
                auto& n = trees_[k][i];
                ++n.visits;
                n.total += x;
                n.squares += x * x;
            }
        }
    }

    // An action that has no node yet, if there is one, otherwise by UCB1.
    action choose(search_tree& tree, std::int32_t at, const action_set& legal, rng& generator,
                  bool& in_tree) {
        std::uint64_t fresh = legal.mask;
        double most = -1;
        action best = 0;
        tree.for_each_child(at, [&](std::int32_t, search_tree::node& n) {
            if (n.what >= search_tree::unseen || !legal.contains(static_cast<action>(n.what)))
                return;
            ++n.available;
            if (n.visits == 0) return;  // made by somebody else's choice, not tried
            fresh &= ~(std::uint64_t{1} << (n.what - legal.first));
            const double x = ucb1(n.total, n.visits, n.available, how_.exploration);
            if (x > most) most = x, best = static_cast<action>(n.what);
        });
        if (fresh == 0) return best;
        in_tree = false;
        return action_set{fresh, legal.first}.draw(generator);
    }

    void descend(const game_state<V>& s, seat who, action a) {
        for (int k = 0; k < V::seats; ++k) {
            const auto observer = static_cast<seat>(k);
            if (!how_.all_seats && (observer != me_ || who != me_)) continue;
            const std::uint16_t what =
                sees_action(s, a, observer) ? std::uint16_t{a} : search_tree::unseen;
            at_[k] = trees_[k].find_or_add(at_[k], what);
            if (trees_[k][at_[k]].available == 0) trees_[k][at_[k]].available = 1;
            paths_[k].push_back(at_[k]);
        }
    }

    // Nothing can overtake the most visited with so many iterations to come.
    bool decided(std::uint64_t left) {
        std::uint64_t first = 0, second = 0;
        trees_[index(me_)].for_each_child(search_tree::root,
                                          [&](std::int32_t, const search_tree::node& n) {
                                              if (n.visits > first)
                                                  second = first, first = n.visits;
                                              else
                                                  second = std::max(second, n.visits);
                                          });
        return first > second + left;
    }

    search_report report(search_end why, std::uint64_t made) {
        search_report out;
        out.rounds = made;
        out.effective = static_cast<double>(made);
        out.why = why;
        std::uint64_t most = 0;
        out.chosen = legal_.nth(0);
        search_tree& tree = trees_[index(me_)];
        for (int i = 0; i < legal_.count(); ++i) {
            action_value x{.what = legal_.nth(i)};
            if (const std::int32_t at = tree.find(search_tree::root, x.what); at >= 0) {
                const search_tree::node& n = tree[at];
                const auto visits = static_cast<double>(n.visits);
                const double mean = n.total / visits;
                x.visits = n.visits;
                const bool tricks = how_.payoff == ismcts_payoff::tricks;
                x.value = tricks ? mean : (2 * mean - 1) * span_;
                if (n.visits > 1)
                    x.error =
                        (tricks ? 1 : 2 * span_) *
                        std::sqrt(std::max(0.0, n.squares / visits - mean * mean) / (visits - 1));
            }
            if (x.visits > most) most = x.visits, out.chosen = x.what;
            out.actions.push_back(x);
        }
        return out;
    }

    typename V::options options_;
    ismcts_settings how_;
    seat me_ = seat::north;
    action_set legal_{};
    double span_ = 1;
    std::vector<game_state<V>> worlds_;
    std::array<search_tree, V::seats> trees_;
    std::array<std::int32_t, V::seats> at_{};
    std::array<std::vector<std::int32_t>, V::seats> paths_;
};

struct search_config {
    std::uint64_t iterations = 1000;
    double exploration = 1.414;
};

// The card that the search visited most, for the observer of a belief: his own decisions in the
// tree, the others at random, payoff the share of tricks of his side. REQUIRES: he is to play a
// card in `root_state`, of which only what he may know is used.
template <variant V>
card ismcts_search(const game_state<V>& root_state, const belief_state<V>& belief,
                   const search_config& config, rng& generator,
                   search_report* statistics = nullptr) {
    ismcts<V> by(
        {},
        {.exploration = config.exploration, .all_seats = false, .payoff = ismcts_payoff::tricks});
    const auto draw = [&](std::size_t n, rng& g, std::vector<game_state<V>>& out) {
        out.clear();
        while (out.size() < n) out.push_back(determinize(belief, g));
    };
    const search_report r = by.search(draw, view_of(root_state, belief.observer), generator,
                                      {.rounds = config.iterations});
    if (statistics != nullptr) *statistics = r;
    return static_cast<card>(r.chosen);
}

}  // namespace mu
