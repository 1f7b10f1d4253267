// The worlds that a decision is made on: what one seat has seen of a deal, and states drawn from
// it.
//
//     seat_worlds<whist> known({.policy = true});
//     known.begin(view_of(start, me));            // then known.see(view, action) after each
//     known.draw(20, generator, drawn);           // states with all hands
//
// Always by hard facts; soft rules or a net, and a policy, make some worlds likelier. By policy,
// more worlds are drawn than wanted, each is weighted by the chance that the policy would have done
// what was seen, and as many as wanted are drawn from them by weight (D. Rebstock and others 2019).
// The policy is the rule player or a net, which is asked about all that was done in all worlds at
// once.
// Where few worlds carry most of the weight, a walk by swaps from the likeliest finds others. With
// a memory, worlds and weights are carried on from one draw to the next (belief/particles.h).
#pragma once

#include <mu/belief/particles.h>
#include <mu/belief/policy.h>
#include <mu/belief/soft_rules.h>
#include <mu/search/evidence_settings.h>
#include <mu/search/policy.h>

namespace mu {

template <variant V>
class seat_worlds {
public:
    // `weigher`: what by.by_net says; `others`: by whom what was done is judged, nothing: by the
    // rule player with errors.
    explicit seat_worlds(const evidence_settings& by = {},
                         std::unique_ptr<card_weigher<V>> weigher = nullptr,
                         std::unique_ptr<policy<V>> others = nullptr)
        : by_(by),
          weigher_(std::move(weigher)),
          others_(std::move(others)),
          soft_rules_(rules_of(by.soft)),
          belief_(soft_rules_),
          memory_({.particles = by.memory, .smoothing = by.smoothing, .decay = by.decay}),
          softened_(by.errors) {}

    // A deal begins. std::invalid_argument if it has begun before this view.
    void begin(const view<V>& first) {
        belief_.init(first);
        done_.emplace(first);
        done_->count_cards(!by_.calls_only);
        if (weigher_) weigher_->begin(first);
        ready_ = !weigher_;
        remembers_ = false;
    }
    // The view after the next action. REQUIRES: begin() came first.
    void see(const view<V>& next, const seen_action& what) {
        belief_.see(next);
        done_->see(next, what);
        if (weigher_) weigher_->see(next, what);
        ready_ = false;
        up_to_date_ = false;
    }

    const belief_state<V>& belief() {
        if (!ready_) {
            if (weigher_) belief_.weigh_by(*weigher_);
            belief_.renormalize();
        }
        ready_ = true;
        return belief_.belief();
    }
    // Whether the facts leave one world.
    bool one_left() {
        const world_set<V>& worlds = belief().worlds();
        return worlds.is_exact() && worlds.count() == 1 && !hides_order(worlds);
    }
    // That world.
    std::optional<game_state<V>> only_world(rng& generator) {
        if (!one_left()) return std::nullopt;
        return belief().worlds().state(belief().worlds().at(0), generator);
    }

    // Whether a draw of n has every world there is, once.
    bool draws_all(std::size_t n) {
        const world_set<V>& worlds = belief().worlds();
        return !by_.policy && !weighs_cards() && by_.memory == 0 && worlds.is_exact() &&
               worlds.count() <= n && worlds.count() == worlds.total_weight() &&
               !hides_order(worlds);
    }

    // Fills `out` with n states, or fewer if there are fewer worlds; returns how many worlds of
    // equal weight would say as much as those that they were drawn from.
    double draw(std::size_t n, rng& generator, std::vector<game_state<V>>& out) {
        const belief_state<V>& b = belief();
        if (by_.memory > 0) return draw_remembered(n, generator, out);
        const bool weigh = by_.policy && done_->tells();
        drawn_.resize(weigh ? n * static_cast<std::size_t>(by_.candidates) : n);
        drawn_.resize(b.draw(std::span(drawn_), generator));
        auto effective = static_cast<double>(drawn_.size());
        if (weigh) effective = choose_by_weight(n, generator);
        out.clear();
        for (const world<V>& w : drawn_) out.push_back(b.worlds().state(w, generator));
        return effective;
    }

    // The same where so many are drawn that it is of no use to spread them evenly: one by one,
    // which is cheaper.
    void draw_singly(std::size_t n, rng& generator, std::vector<game_state<V>>& out) {
        const belief_state<V>& b = belief();
        if (by_.memory > 0 || by_.policy || weighs_cards()) {
            draw(n, generator, out);
            return;
        }
        out.clear();
        while (out.size() < n) out.push_back(b.worlds().state(b.draw(generator), generator));
    }

    // Of what the others have done, in this world, as far back as hands can be followed.
    double log_likelihood(const world<V>& w) {
        log_likelihoods({&w, 1}, likelihood_);
        return likelihood_[0];
    }
    void log_likelihoods(std::span<const world<V>> of, std::vector<double>& out) {
        out.clear();
        if (!others_) {
            const auto by_rule = [&](const view<V>& v, public_record record, action a) {
                return softened_.chance({v, record}, a);
            };
            for (const world<V>& w : of) out.push_back(likelihood_by(w, by_rule));
            return;
        }
        // Twice through the same decisions: to ask, and with the answers.
        asked_.clear();
        done_then_.clear();
        for (const world<V>& w : of)
            likelihood_by(w, [&](const view<V>& v, public_record record, action a) {
                asked_.push_back({v, record});
                done_then_.push_back(a);
                return 1.0;
            });
        chances_.resize(asked_.size());
        others_->chances(asked_, done_then_, chances_);
        std::size_t next = 0;
        for (const world<V>& w : of)
            out.push_back(likelihood_by(
                w, [&](const view<V>&, public_record, action) { return chances_[next++]; }));
    }

    // A world that seat `who` cannot tell from w, our hand dealt again with the others. None where
    // hands have changed otherwise than by playing cards.
    std::optional<game_state<V>> seen_by(const game_state<V>& w, seat who, rng& generator) {
        std::optional<soft_belief<V>> theirs;
        const bool whole =
            done_->replay(belief().worlds(), world_of(w), [&](const game_state<V>& s) {
                const view<V> v = view_of(s, who);
                if (theirs)
                    theirs->see(v);
                else
                    theirs.emplace(std::span<const soft_rule<V>>{}), theirs->init(v);
            });
        if (!whole) return std::nullopt;
        theirs->renormalize();
        const world_set<V>& worlds = theirs->belief().worlds();
        return worlds.state(worlds.draw(generator), generator);
    }

private:
    bool weighs_cards() const { return by_.soft > 0 || weigher_; }
    static std::vector<soft_rule<V>> rules_of(double strength) {
        std::vector<soft_rule<V>> out;
        if (strength == 0) return out;
        for (soft_rule<V> r : soft_rules<V>()) {
            r.strength *= strength;
            out.push_back(r);
        }
        return out;
    }
    template <typename Chance>
    double likelihood_by(const world<V>& w, Chance&& chance) const {
        return done_->log_likelihood(belief_.belief().worlds(), w, chance);
    }
    // What is hidden besides the places of cards, such as the order of a stock.
    static bool hides_order(const world_set<V>& worlds) {
        rng one(1), other(2);
        const world<V> w = worlds.at(0);
        for (int i = 0; i < 4; ++i)
            if (!(worlds.state(w, one) == worlds.state(w, other))) return true;
        return false;
    }

    double draw_remembered(std::size_t n, rng& generator, std::vector<game_state<V>>& out) {
        const world_set<V>& worlds = belief().worlds();
        const auto weigh = [&](const world<V>& w) {
            return (by_.policy ? log_likelihood(w) : 0) + log_weight(w);
        };
        if (!remembers_)
            memory_.begin(worlds, weigh, generator);
        else if (!up_to_date_)
            memory_.see(worlds, weigh, generator);
        remembers_ = up_to_date_ = true;
        out.clear();
        while (out.size() < n)
            out.push_back(worlds.state(memory_.draw(worlds, generator), generator));
        return std::min(static_cast<double>(n), memory_.effective());
    }

    // Leaves n of the worlds drawn, by weight.
    double choose_by_weight(std::size_t n, rng& generator) {
        log_likelihoods(drawn_, weights_);
        double most = -std::numeric_limits<double>::infinity();
        std::size_t likeliest = 0;
        for (std::size_t i = 0; i < drawn_.size(); ++i)
            if (weights_[i] > most) most = weights_[i], likeliest = i;
        double sum = 0;
        for (double& w : weights_) sum += w = std::exp(w - most);
        const double effective = effective_sample_size(weights_);
        chosen_.clear();
        if (effective < by_.starved * static_cast<double>(drawn_.size()) && drawn_.size() > n) {
            const auto weigh = [&](const world<V>& w) { return log_likelihood(w) + log_weight(w); };
            world_chain chain(belief_.belief().worlds(), weigh, drawn_[likeliest],
                              {.between = by_.walk});
            chain.walk(4 * by_.walk, generator);
            while (chosen_.size() < n) chosen_.push_back(chain.next(generator));
        } else {
            // Evenly spread over the weights: one draw decides all.
            double at = generator.uniform() * sum / static_cast<double>(n), passed = 0;
            for (std::size_t i = 0; i < drawn_.size(); ++i)
                for (passed += weights_[i]; chosen_.size() < n && at < passed;
                     at += sum / static_cast<double>(n))
                    chosen_.push_back(drawn_[i]);
            while (chosen_.size() < n) chosen_.push_back(drawn_[likeliest]);
        }
        std::swap(drawn_, chosen_);
        return effective;
    }
    // The weight of a world by its cards; draws have it already, a walk has not.
    double log_weight(const world<V>& w) const {
        if (!weighs_cards()) return 0;
        const belief_state<V>& b = belief_.belief();
        double sum = 0;
        for (int r = 0; r < belief_state<V>::rows; ++r)
            if (world<V>::has(b.place(r)))
                ops::for_each(w[b.place(r)] & b.worlds().places().problem.cards,
                              [&](card c) { sum += std::log(b.weight(r, c)); });
        return sum;
    }

    evidence_settings by_;
    std::unique_ptr<card_weigher<V>> weigher_;
    std::unique_ptr<policy<V>> others_;
    std::vector<soft_rule<V>> soft_rules_;
    soft_belief<V> belief_;
    std::optional<seen_play<V>> done_;
    particle_memory<V> memory_;
    rule_policy<V> softened_;
    bool ready_ = true;
    bool remembers_ = false, up_to_date_ = false;  // the memory: this deal, the last action
    std::vector<world<V>> drawn_, chosen_;
    std::vector<double> weights_, likelihood_;
    std::vector<policy_question<V>> asked_;  // with what was done, and its chances
    std::vector<action> done_then_;
    std::vector<double> chances_;
};

}  // namespace mu
