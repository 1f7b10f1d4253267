// Information-set tree search: one tree over what a seat sees; every iteration draws a world, goes
// down the tree through actions that are legal in it, adds a node, plays out and credits the nodes
// on the way (P. Cowling, E. Powley, D. Whitehouse 2012).
//
// As first described for this library the tree has the observer's decisions alone and the others
// play at random (all_seats = false). `all_seats` puts everybody's decisions into it, each seat
// choosing for itself; and a tree for each seat, so that nobody's choice depends on what it cannot
// see: a discard is one edge for those who do not see it. `resample_own` keeps the others from
// adapting to the hand that we really have, `reuse` goes on with the trees of the last decision. A
// policy may play on from the leaves in place of chance, or say what they are worth.
#pragma once

#include <numeric>

#include <mu/search/evidence.h>
#include <mu/search/ismcts_settings.h>
#include <mu/search/tree.h>

namespace mu {

template <variant V>
class ismcts {
public:
    // `by`: the policy that the settings speak of.
    ismcts(const typename V::options& o, ismcts_settings how,
           std::unique_ptr<policy<V>> by = nullptr)
        : how_(std::move(how)), by_(std::move(by)), points_(o) {}

    struct nothing_imagined {
        std::optional<game_state<V>> operator()(const game_state<V>&, seat, rng&) const {
            return std::nullopt;
        }
    };

    // `draw(n, generator, states)` fills in n worlds, or all if there are fewer;
    // `imagine(world, who, generator)` is for resample_own: as seat_worlds<V>::seen_by().
    template <typename Draw, typename Imagine = nothing_imagined>
    search_report search(Draw&& draw, const view<V>& v, public_record record, rng& generator,
                         const search_limits& limits, Imagine&& imagine = {}) {
        me_ = v.observer;
        legal_ = v.legal;
        const bool goes_on = how_.reuse && go_on(record);
        if (!goes_on) {
            const std::size_t expected = limits.rounds != 0 ? limits.rounds : 4096;
            for (auto& t : trees_) t.clear(how_.all_seats ? expected : 1);
            trees_[index(me_)].clear(expected);
            mirror_.clear(how_.resample_own ? expected : 1);
        }
        last_record_.assign(record.begin(), record.end());
        if (legal_.count() == 1) return report(search_end::forced, 0);
        if (how_.payoff == ismcts_payoff::points && !goes_on) find_scale(draw, generator);
        std::uint64_t made = 0;
        search_end why = search_end::rounds;
        for (; limits.rounds == 0 || made < limits.rounds; ++made) {
            // A policy may take long.
            if ((by_ || made % batch == 0) && limits.over()) {
                why = search_end::time;
                break;
            }
            if (made % batch == 0) draw(batch, generator, worlds_);
            const game_state<V>& w = worlds_[made % batch % worlds_.size()];
            if (how_.resample_own && how_.all_seats) {
                const auto who = static_cast<seat>(
                    (index(me_) + 1 + static_cast<int>(generator.below(V::seats - 1))) % V::seats);
                if (const auto other = imagine(w, who, generator)) iterate(*other, true, generator);
            }
            iterate(w, false, generator);
            if (limits.early && limits.rounds != 0 && made % 64 == 63 &&
                decided(limits.rounds - made - 1)) {
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
        points_.begin();
        for (const game_state<V>& s : worlds_) points_.include(played_out<V>(s, generator));
    }
    double payoff(const game_state<V>& over, seat of) const {
        if (how_.payoff == ismcts_payoff::points) return points_.of(over, of);
        const int all = std::accumulate(over.tricks_won.begin(), over.tricks_won.end(), 0);
        return 1.0 * over.tricks_won[trick_play<V>::side(over, of)] / all;
    }

    // Moves the trees on to this record; false if it does not go on from the last one, or from
    // what the search of our own has looked at.
    bool go_on(public_record record) {
        const std::size_t n = last_record_.size();
        if (trees_[index(me_)].size() < 2 || record.size() < n ||
            !std::ranges::equal(record.first(n), last_record_))
            return false;
        bool found = true;
        const auto follow = [&](search_tree& tree) {
            std::int32_t at = search_tree::root;
            for (const seen_action& a : record.subspan(n)) {
                if (!how_.all_seats && a.who != me_) continue;
                const std::int32_t from = at;
                at = a.what ? tree.find(from, *a.what) : -1;
                if (at < 0) at = tree.find(from, search_tree::unseen);
                if (at < 0) return false;
            }
            tree.make_root(at);
            return true;
        };
        for (int k = 0; k < V::seats; ++k) {
            if (follow(trees_[k])) continue;
            trees_[k].clear(1);
            found = found && k != index(me_);
        }
        if (!follow(mirror_)) mirror_.clear(1);
        return found;
    }

    // The tree of a seat. In an imagined world our seat has another hand, and a tree of its own.
    search_tree& tree_of(int k, bool imagined) {
        return imagined && k == index(me_) ? mirror_ : trees_[k];
    }

    void iterate(game_state<V> s, bool imagined, rng& generator) {
        for (int k = 0; k < V::seats; ++k) {
            at_[k] = search_tree::root;
            paths_[k].assign(1, search_tree::root);
        }
        if (by_) {
            by_->begin(1);
            record_ = last_record_;
        }
        bool in_tree = true;
        while (in_tree && !rules<V>::is_over(s)) {
            const seat who = rules<V>::to_act(s);
            const action_set legal = rules<V>::legal_actions(s);
            action a = 0;
            if (who == me_ || how_.all_seats) {
                if (by_) by_->watch({view_of(s, who), record_});
                a = choose(tree_of(index(who), imagined), at_[index(who)], legal, generator,
                           in_tree);
                descend(s, a, imagined);
            } else {
                a = by_ ? ask(s, generator) : draw_one(legal, generator);
            }
            go_on_in(s, a);
        }
        std::optional<double> lead;  // of the seat that is to act at the leaf
        if (how_.by_value && by_ && !rules<V>::is_over(s))
            lead = by_->value({view_of(s, rules<V>::to_act(s)), record_});
        if (!lead) play_on(s, generator);
        for (int k = 0; k < V::seats; ++k) {
            if (k != index(me_) && (!how_.all_seats || how_.resample_own != imagined)) continue;
            const auto of = static_cast<seat>(k);
            const double x = lead ? payoff_at(s, of, *lead) : payoff(s, of);
            for (const std::int32_t i : paths_[k]) tree_of(k, imagined)[i].add(x);
        }
    }

    // What the policy would do here.
    action ask(const game_state<V>& s, rng& generator) {
        const policy_question<V> question{view_of(s, rules<V>::to_act(s)), record_};
        action out = 0;
        by_->choose({&question, 1}, {&out, 1}, generator);
        return out;
    }
    void go_on_in(game_state<V>& s, action a) {
        if (by_) record_.push_back(seen_by_all(s, a));
        rules<V>::apply(s, a);
    }
    void play_on(game_state<V>& s, rng& generator) {
        if (!by_) {
            play_out<V>(s, generator);
            return;
        }
        while (!rules<V>::is_over(s)) go_on_in(s, ask(s, generator));
    }
    // Of two sides, what one is ahead by the other is behind by.
    double payoff_at(const game_state<V>& leaf, seat of, double lead) const {
        return points_.payoff((index(of) - index(rules<V>::to_act(leaf))) % 2 == 0 ? lead : -lead);
    }

    // An action that has no node yet, if there is one, otherwise by UCB1.
    action choose(search_tree& tree, std::int32_t at, const action_set& legal, rng& generator,
                  bool& in_tree) {
        ucb1 score(how_.exploration);
        std::uint64_t fresh = legal.mask;
        double most = -1;
        action best = 0;
        tree.for_each_child(at, [&](std::int32_t, search_tree::node& n) {
            if (n.what >= search_tree::unseen || !legal.contains(static_cast<action>(n.what)))
                return;
            ++n.available;
            if (n.visits == 0) return;  // made by somebody else's choice, not tried
            fresh &= ~(std::uint64_t{1} << (n.what - legal.first));
            const double x = score(n.total, n.visits, n.available);
            if (x > most) most = x, best = static_cast<action>(n.what);
        });
        if (fresh == 0) return best;
        in_tree = false;
        return action_set{fresh, legal.first}.draw(generator);
    }

    void descend(const game_state<V>& s, action a, bool imagined) {
        for (int k = 0; k < V::seats; ++k) {
            const auto observer = static_cast<seat>(k);
            if (!how_.all_seats && observer != me_) continue;
            const std::uint16_t what =
                sees_action(s, a, observer) ? std::uint16_t{a} : search_tree::unseen;
            search_tree& tree = tree_of(k, imagined);
            at_[k] = tree.find_or_add(at_[k], what);
            if (tree[at_[k]].available == 0) tree[at_[k]].available = 1;
            paths_[k].push_back(at_[k]);
        }
    }

    // Nothing can overtake the most visited with so many iterations to come.
    bool decided(std::uint64_t left) {
        std::uint32_t first = 0, second = 0;
        trees_[index(me_)].for_each_child(search_tree::root,
                                          [&](std::int32_t, const search_tree::node& n) {
                                              if (n.visits > first)
                                                  second = first, first = n.visits;
                                              else
                                                  second = std::max(second, n.visits);
                                          });
        return first > std::uint64_t{second} + left;
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
            if (const std::int32_t at = tree.find(search_tree::root, x.what);
                at >= 0 && tree[at].visits > 0) {
                const search_tree::node& n = tree[at];
                const bool tricks = how_.payoff == ismcts_payoff::tricks;
                x.visits = n.visits;
                x.value = tricks ? n.mean() : points_.points(n.mean());
                x.error = (tricks ? 1 : 2 * points_.span()) * n.error();
            }
            if (x.visits > most) most = x.visits, out.chosen = x.what;
            out.actions.push_back(x);
        }
        return out;
    }

    ismcts_settings how_;
    std::unique_ptr<policy<V>> by_;
    seat me_ = seat::north;
    action_set legal_{};
    scaled_lead<V> points_;
    std::vector<game_state<V>> worlds_;
    std::array<search_tree, V::seats> trees_;
    search_tree mirror_;  // our seat with the hands that others may imagine
    std::vector<seen_action> last_record_;
    std::vector<seen_action> record_;  // of the iteration, for the policy
    std::array<std::int32_t, V::seats> at_{};
    std::array<std::vector<std::int32_t>, V::seats> paths_;
};

struct search_config {
    std::uint64_t iterations = 1000;
    double exploration = 1.414;
    const std::atomic<bool>* stop = nullptr;  // set from another thread
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
    const search_report r = by.search(draw, view_of(root_state, belief.observer), {}, generator,
                                      {.rounds = config.iterations, .stop = config.stop});
    if (statistics != nullptr) *statistics = r;
    return static_cast<card>(r.chosen);
}

}  // namespace mu
