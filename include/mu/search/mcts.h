// Tree search with all hands seen (UCT: L. Kocsis and C. Szepesvári 2006).
//
//     mcts<jass> by(options);
//     const search_report r = by.search(state, generator, {.rounds = 10000});
//
// Every seat chooses for itself; values are those of the seat to act. The solver is exact where it
// can be afforded: this is for games that have none, and to measure others by.
#pragma once

#include <mu/search/tree.h>

namespace mu {

template <variant V>
class mcts {
public:
    explicit mcts(const typename V::options& o, double exploration = 0.7)
        : exploration_(exploration), points_(o) {}

    // REQUIRES: the deal is not over.
    search_report search(const game_state<V>& s, rng& generator, const search_limits& limits) {
        const action_set legal = rules<V>::legal_actions(s);
        tree_.clear(limits.rounds != 0 ? limits.rounds : 4096);
        search_end why = search_end::rounds;
        std::uint64_t made = 0;
        if (legal.count() == 1) {
            why = search_end::forced;
        } else {
            points_.begin();
            for (int i = 0; i < 32; ++i) points_.include(played_out<V>(s, generator));
            for (; limits.rounds == 0 || made < limits.rounds; ++made) {
                if (made % 32 == 0 && limits.over()) {
                    why = search_end::time;
                    break;
                }
                iterate(s, generator);
            }
        }
        search_report out;
        out.chosen = legal.nth(0);
        out.rounds = made;
        out.effective = 1;
        out.why = why;
        std::uint64_t most = 0;
        for (int i = 0; i < legal.count(); ++i) {
            out.actions.push_back(value_of(legal.nth(i)));
            if (out.actions.back().visits > most)
                most = out.actions.back().visits, out.chosen = legal.nth(i);
        }
        return out;
    }

private:
    struct step {
        std::int32_t node;
        seat who;  // chose it
    };

    void iterate(game_state<V> s, rng& generator) {
        path_.clear();
        std::int32_t at = search_tree::root;
        bool in_tree = true;
        while (in_tree && !rules<V>::is_over(s)) {
            const seat who = rules<V>::to_act(s);
            const action a = choose(at, rules<V>::legal_actions(s), generator, in_tree);
            at = tree_.find_or_add(at, a);
            path_.push_back({at, who});
            rules<V>::apply(s, a);
        }
        play_out<V>(s, generator);
        ++tree_[search_tree::root].visits;
        for (const step& p : path_) tree_[p.node].add(points_.of(s, p.who));
    }

    action choose(std::int32_t at, const action_set& legal, rng& generator, bool& in_tree) {
        std::uint64_t fresh = legal.mask;
        double most = -1;
        action best = 0;
        ucb1 score(exploration_);
        const std::uint32_t visits = tree_[at].visits;
        tree_.for_each_child(at, [&](std::int32_t, const search_tree::node& n) {
            fresh &= ~(std::uint64_t{1} << (n.what - legal.first));
            const double x = score(n.total, n.visits, visits);
            if (x > most) most = x, best = static_cast<action>(n.what);
        });
        if (fresh == 0) return best;
        in_tree = false;
        return action_set{fresh, legal.first}.draw(generator);
    }

    action_value value_of(action a) const {
        action_value out{.what = a};
        const std::int32_t at = tree_.find(search_tree::root, a);
        if (at < 0) return out;
        out.visits = tree_[at].visits;
        out.value = points_.points(tree_[at].mean());
        out.error = 2 * points_.span() * tree_[at].error();
        return out;
    }

    double exploration_;
    scaled_lead<V> points_;
    search_tree tree_;
    std::vector<step> path_;
};

}  // namespace mu
