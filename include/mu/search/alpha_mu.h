// Search over a fixed set of worlds in which our side may not tell them apart: alpha-mu (T.
// Cazenave and V. Ventos 2019).
//
// The result of a plan is a set of worlds, those in which it wins, kept as the bits of one word. A
// position has a front of such sets, none inside another. Where we decide, the front is that of all
// our choices together; where an opponent does, who is taken to see everything, he picks for each
// world what is worst for us: of the fronts of his choices every combination is cut. After `depth`
// decisions of ours each world is solved with open hands; depth 1 is the search by worlds of
// pimc.h, and deeper it no longer believes that it will know later which world it is in.
//
// Exact for a side with one decision maker: declarer with dummy, a soloist, a lone hand. Elsewhere
// it is not used, unless settings ask for it (`alone`); then a partner who decides for himself does
// in each world what a policy would do there.
//
// Cuts: a position whose open-hand result is no better than something we have above is left; so is
// an opponent's choice as soon as what remains is; and a choice that wins in every world that can
// be won ends the search of its position.
#pragma once

#include <mu/search/alpha_mu_settings.h>
#include <mu/search/evidence.h>
#include <mu/search/judge.h>

namespace mu {

// Sets of worlds, none of which contains another.
class world_front {
public:
    void add(std::uint64_t wins) {
        if (covers(wins)) return;
        std::erase_if(sets_, [&](std::uint64_t x) { return (x & ~wins) == 0; });
        sets_.push_back(wins);
    }
    // One of the sets has all of these.
    bool covers(std::uint64_t wins) const {
        return std::ranges::any_of(sets_, [&](std::uint64_t x) { return (wins & ~x) == 0; });
    }
    bool covers(const world_front& other) const {
        return std::ranges::all_of(other.sets_, [&](std::uint64_t x) { return covers(x); });
    }
    // The worst of both, world by world, in every combination.
    world_front meet(const world_front& other) const {
        world_front out;
        for (const std::uint64_t a : sets_)
            for (const std::uint64_t b : other.sets_) out.add(a & b);
        return out;
    }
    world_front with(std::uint64_t more) const {
        world_front out;
        for (const std::uint64_t a : sets_) out.add(a | more);
        return out;
    }
    int most() const {
        int out = 0;
        for (const std::uint64_t x : sets_) out = std::max(out, ops::popcount(x));
        return out;
    }
    const std::vector<std::uint64_t>& sets() const { return sets_; }
    friend bool operator==(const world_front&, const world_front&) = default;

private:
    std::vector<std::uint64_t> sets_;
};

// Whether this seat decides for all of its side.
template <variant V>
bool decides_alone(const game_state<V>& s, seat me) {
    for (int k = 0; k < V::seats; ++k) {
        const auto other = static_cast<seat>(k);
        if (other == me || (trick_play<V>::active(s) >> k & 1) == 0 || !same_side(s, other, me))
            continue;
        game_state<V> turn = s;
        turn.current_player = other;
        if (rules<V>::to_act(turn) != me) return false;
    }
    return true;
}

template <variant V>
    requires has_solver<V>
class alpha_mu {
public:
    static constexpr std::size_t most_worlds = 64;
    static constexpr std::size_t fewest = 8;  // worlds that are worth a front

    alpha_mu(const typename V::options& o, const alpha_mu_settings& how,
             const judge_settings& judge = {})
        : options_(o), how_(how), solve_cards_(judge.solve_cards), judge_(o, judge) {}

    // Nothing where it is not meant for: too many cards, a partner with a mind of his own, or too
    // little time to solve `fewest` worlds in half of it. REQUIRES: cards are being played.
    std::optional<search_report> search(seat_worlds<V>& known, const view<V>& v,
                                        public_record record, rng& generator,
                                        const search_limits& limits) {
        const int solved_from = solve_cards_ == judge_settings::game_decides
                                    ? world_judge<V>::usual_depth(v.seen)
                                    : solve_cards_;
        if (world_judge<V>::cards_in_hand(v.seen) > std::min(how_.most_cards, solved_from) ||
            (how_.alone && !decides_alone(v.seen, v.observer)))
            return std::nullopt;
        me_ = v.observer;
        limits_ = &limits;
        stopped_ = false;
        std::vector<action> legal;
        for (int i = 0; i < v.legal.count(); ++i) legal.push_back(v.legal.nth(i));
        search_report out;
        for (const action a : legal) out.actions.push_back({.what = a});
        out.chosen = choose_by_rule(v, record);
        out.why = search_end::forced;
        if (legal.size() == 1) return out;

        const std::size_t n =
            std::min<std::size_t>(limits.rounds == 0 ? most_worlds : limits.rounds, most_worlds);
        out.effective = known.draw(n, generator, states_);
        solvers_.resize(states_.size());
        // Means with open hands: they decide between choices that win in as many worlds.
        std::vector<double> sum(legal.size()), squares(legal.size());
        std::vector<std::uint64_t> wins(legal.size());
        std::vector<double> row(legal.size());
        std::size_t judged = 0;
        search_limits half = limits;
        if (limits.timed()) {
            const auto now = std::chrono::steady_clock::now();
            half.deadline = now + (limits.deadline - now) / 2;
        }
        for (; judged < states_.size() && !half.over(); ++judged) {
            if (!judge_.judge(states_[judged], record, legal, me_, solved_from, half.deadline,
                              generator, row))
                break;
            for (std::size_t i = 0; i < legal.size(); ++i) {
                sum[i] += row[i];
                squares[i] += row[i] * row[i];
                if (row[i] > 0) wins[i] |= std::uint64_t{1} << judged;
            }
        }
        out.why = judged < states_.size() ? search_end::time : search_end::rounds;
        if (judged < std::min(fewest, states_.size())) return std::nullopt;
        states_.resize(judged);
        out.rounds = judged;
        const auto count = static_cast<double>(judged);
        for (std::size_t i = 0; i < legal.size(); ++i) {
            out.actions[i].value = sum[i] / count;
            out.actions[i].visits = judged;
            if (judged > 1)
                out.actions[i].error =
                    std::sqrt(std::max(0.0, squares[i] / count - sum[i] / count * sum[i] / count) /
                              (count - 1));
        }

        // Worlds won by each choice, and deeper and deeper.
        std::vector<int> won(legal.size());
        for (std::size_t i = 0; i < legal.size(); ++i) won[i] = ops::popcount(wins[i]);
        const auto better = [&](std::size_t a, std::size_t b) {
            if (won[a] != won[b]) return won[a] > won[b];
            if (std::abs(sum[a] - sum[b]) > 1e-9) return sum[a] > sum[b];
            return legal[a] == out.chosen;
        };
        std::vector<std::size_t> order(legal.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        const std::uint64_t all =
            judged == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << judged) - 1;
        const bool undecided = std::ranges::any_of(wins, [&](auto w) { return w != 0; }) &&
                               std::ranges::none_of(wins, [&](auto w) { return w == all; });
        for (int depth = 2; depth <= how_.depth && undecided && !stopped_; ++depth) {
            std::ranges::sort(order, better);
            const std::vector<int> before = won;
            world_front above;
            for (const std::size_t i : order) {
                std::vector<game_state<V>> next = states_;
                for (auto& s : next) rules<V>::apply(s, legal[i]);
                const world_front f = run(next, all, depth - 1, above);
                if (stopped_) break;
                won[i] = f.most();
                for (const std::uint64_t x : f.sets()) above.add(x);
                // A shallower search is never less hopeful: nobody else can have more.
                if (won[i] == before[order.front()]) {
                    for (const std::size_t j : order)
                        if (j != i && won[j] >= won[i] && better(j, i)) won[j] = won[i] - 1;
                    break;
                }
            }
            if (stopped_) won = before;
        }
        if (stopped_) out.why = search_end::time;
        std::ranges::sort(order, better);
        out.chosen = legal[order.front()];
        return out;
    }

    // The front of worlds that start in these states. For tests: `worlds` is 64 at most.
    world_front front_of(const std::vector<game_state<V>>& worlds, seat me, int depth) {
        static const search_limits endless{};
        me_ = me;
        limits_ = &endless;
        stopped_ = false;
        solvers_.resize(worlds.size());
        const std::size_t n = worlds.size();
        return run(worlds, n == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1, depth, {});
    }

private:
    using states = std::vector<game_state<V>>;  // by world; those not alive are of no use

    world_front run(const states& at, std::uint64_t alive, int depth, const world_front& above) {
        const game_state<V>& first = at[static_cast<std::size_t>(ops::lsb_index(alive))];
        const std::uint64_t open = open_wins(at, alive);
        world_front out;
        if (stopped_ || depth == 0 || open == 0 || rules<V>::is_over(first) ||
            !solving<V>::playing(first) || above.covers(open)) {
            out.add(open);
            return out;
        }
        if (rules<V>::to_act(first) != me_) return their_choice(at, alive, depth, above);
        const std::uint64_t alike = like_first(at, alive);
        if (alike == alive) return our_choice(at, alive, depth, above, open);
        // A card drawn tells worlds apart: for each that we may hold there is a choice of its own.
        const world_front here = run(at, alike, depth, {}),
                          there = run(at, alive & ~alike, depth, {});
        for (const std::uint64_t a : here.sets())
            for (const std::uint64_t b : there.sets()) out.add(a | b);
        return out;
    }

    // The worlds in which we hold the same cards as in the first of them.
    std::uint64_t like_first(const states& at, std::uint64_t alive) const {
        const auto first = static_cast<std::size_t>(ops::lsb_index(alive));
        std::uint64_t out = 0;
        for_each_world(alive, [&](std::size_t w) {
            if (at[w].hands[me_] == at[first].hands[me_]) out |= std::uint64_t{1} << w;
        });
        return out;
    }

    world_front our_choice(const states& at, std::uint64_t alive, int depth,
                           const world_front& above, std::uint64_t open) {
        world_front out, best = above;
        states next = at;
        const auto first = static_cast<std::size_t>(ops::lsb_index(alive));
        for (const action a : different(at[first], rules<V>::legal_actions(at[first]))) {
            for_each_world(alive, [&](std::size_t w) {
                next[w] = at[w];
                rules<V>::apply(next[w], a);
            });
            const world_front f = run(next, alive, depth - 1, best);
            for (const std::uint64_t x : f.sets()) {
                out.add(x);
                best.add(x);
            }
            if (stopped_ || out.covers(open)) break;
        }
        return out;
    }

    world_front their_choice(const states& at, std::uint64_t alive, int depth,
                             const world_front& above) {
        const auto first = static_cast<std::size_t>(ops::lsb_index(alive));
        const seat who = rules<V>::to_act(at[first]);
        const bool partner = same_side(at[first], who, me_);
        // Which worlds each action is possible in.
        std::array<std::uint64_t, 256> possible{};
        std::uint64_t seen[4]{};
        for_each_world(alive, [&](std::size_t w) {
            const action_set legal = rules<V>::legal_actions(at[w]);
            const auto add = [&](action a) {
                possible[a] |= std::uint64_t{1} << w;
                seen[a >> 6] |= std::uint64_t{1} << (a & 63);
            };
            if (partner)
                add(choose_by_rule(view_of(at[w], who), {}));
            else  // equal cards too: which of them is played may tell worlds apart
                for (int i = 0; i < legal.count(); ++i) add(legal.nth(i));
        });
        world_front out;
        out.add(alive);
        states next = at;
        for (int a = 0; a < 256; ++a) {
            if ((seen[a >> 6] >> (a & 63) & 1) == 0) continue;
            const std::uint64_t here = possible[static_cast<std::size_t>(a)];
            for_each_world(here, [&](std::size_t w) {
                next[w] = at[w];
                rules<V>::apply(next[w], static_cast<action>(a));
            });
            // What is lost elsewhere already cannot come back.
            const world_front f = run(next, here, depth, {});
            out = out.meet(f.with(alive & ~here));
            if (stopped_ || above.covers(out)) break;
        }
        return out;
    }

    // The worlds that are won with open hands.
    std::uint64_t open_wins(const states& at, std::uint64_t alive) {
        std::uint64_t out = 0;
        for_each_world(alive, [&](std::size_t w) {
            if (stopped_) return;
            if (wins(at[w], solvers_[w])) out |= std::uint64_t{1} << w;
        });
        return out;
    }
    bool wins(const game_state<V>& s, std::unique_ptr<solver<V>>& by) {
        constexpr auto sides = static_cast<std::size_t>(sides_of<V>());
        const auto mine = static_cast<std::size_t>(index(me_));
        const auto lead = [&](const auto& points) {
            return lead_of(points, mine, [&](std::size_t k) { return k % sides == mine % sides; });
        };
        if (rules<V>::is_over(s)) return lead(score(s, options_)) > 0;
        if (!by) by = std::make_unique<solver<V>>();
        by->set_budget({.deadline = limits_->deadline});
        const value_range v = by->value(s, solving<V>::goal_of(s, options_));
        if (by->stopped() || limits_->over()) stopped_ = true;
        return lead(solving<V>::score_at(s, v.low, options_)) > 0;
    }

    // One of each run of our cards that are as good as each other: nothing but cards played lies
    // between them, and they are worth the same.
    static std::vector<action> different(const game_state<V>& s, const action_set& legal) {
        std::vector<action> out;
        const auto order = trick_play<V>::order(s);
        card_mask alive = 0;
        for (const card_mask hand : s.hands) alive |= hand;
        if (!trick_play<V>::leading(s)) alive |= s.trick.mask;
        for (int i = 0; i < legal.count(); ++i) {
            const action a = legal.nth(i);
            const bool is_card = a < deck_traits<V>::cards;
            const bool again =
                is_card && std::ranges::any_of(out, [&](action b) {
                    if (b >= deck_traits<V>::cards) return false;
                    if (effective_suit<V>(static_cast<card>(a), order) !=
                        effective_suit<V>(static_cast<card>(b), order))
                        return false;
                    if constexpr (has_points<V>)
                        if (V::points(static_cast<card>(a), order) !=
                            V::points(static_cast<card>(b), order))
                            return false;
                    const card_mask over_a = stronger<V>(static_cast<card>(a), order) & alive;
                    const card_mask over_b = stronger<V>(static_cast<card>(b), order) & alive;
                    return ((over_a ^ over_b) &
                            ~(bit(static_cast<card>(a)) | bit(static_cast<card>(b)))) == 0;
                });
            if (!again) out.push_back(a);
        }
        return out;
    }

    template <typename F>
    static void for_each_world(std::uint64_t set, F&& f) {
        for (; set != 0; set &= set - 1) f(static_cast<std::size_t>(ops::lsb_index(set)));
    }

    typename V::options options_;
    alpha_mu_settings how_;
    int solve_cards_;
    world_judge<V> judge_;
    seat me_ = seat::north;
    const search_limits* limits_ = nullptr;
    bool stopped_ = false;
    states states_;
    std::vector<std::unique_ptr<solver<V>>> solvers_;  // one for each world: they know its deal
};

}  // namespace mu
