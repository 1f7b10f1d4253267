// Policies: what a seat would do, from what it sees. Search asks them for playouts and for the
// likelihood of what was done.
//
// Questions come many at a time, so that a net can answer them together; rules of thumb answer one
// after the other. Deals that are played on in step (play_on) make use of it.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <mu/policy/rule.h>

namespace mu {

// One seat's turn.
template <variant V>
struct policy_question {
    view<V> seen{};
    public_record record;  // the actions so far as this seat saw them
    std::size_t line = 0;  // which of the deals that are played on side by side this is of
};

template <variant V>
class policy {
public:
    policy() = default;
    policy(const policy&) = delete;
    policy& operator=(const policy&) = delete;
    virtual ~policy() = default;

    // So many deals are to be played on from one decision, each with another action or in another
    // world; then questions come of each after every action.
    virtual void begin([[maybe_unused]] std::size_t lines) {}
    // An action for each question. REQUIRES: the observers are to act; as many choices.
    virtual void choose(std::span<const policy_question<V>> of, std::span<action> choices,
                        rng& generator) = 0;
    // A decision that is made otherwise: a line is shown every decision, or asked about it.
    virtual void watch([[maybe_unused]] const policy_question<V>& of) {}
    // What the deal should come to for the observer, who is to act: his lead in points. Nothing if
    // the policy has no opinion.
    virtual std::optional<double> value([[maybe_unused]] const policy_question<V>& of) {
        return std::nullopt;
    }
    // The chance that each of these was done when it was asked. REQUIRES: the actions are legal; as
    // many of them and of answers.
    virtual void chances(std::span<const policy_question<V>> of, std::span<const action> done,
                         std::span<double> out) = 0;
    double chance(const policy_question<V>& of, action a) {
        double out = 0;
        chances({&of, 1}, {&a, 1}, {&out, 1});
        return out;
    }
};

// The rule player; with probability `errors` any legal action instead, so that nothing that was
// done is taken for impossible.
template <variant V>
class rule_policy final : public policy<V> {
public:
    explicit rule_policy(double errors = 0) : errors_(errors) {}

    void choose(std::span<const policy_question<V>> of, std::span<action> choices,
                rng& generator) override {
        for (std::size_t i = 0; i < of.size(); ++i)
            choices[i] = errors_ > 0 && generator.uniform() < errors_
                             ? of[i].seen.legal.draw(generator)
                             : choose_by_rule(of[i].seen, of[i].record);
    }
    void chances(std::span<const policy_question<V>> of, std::span<const action> done,
                 std::span<double> out) override {
        for (std::size_t i = 0; i < of.size(); ++i) {
            const int n = of[i].seen.legal.count();
            out[i] = 1;
            if (n == 1) continue;
            const bool would = choose_by_rule(of[i].seen, of[i].record) == done[i];
            out[i] = errors_ / n + (would ? 1 - errors_ : 0);
        }
    }

private:
    double errors_;
};

template <variant V>
class random_policy final : public policy<V> {
public:
    void choose(std::span<const policy_question<V>> of, std::span<action> choices,
                rng& generator) override {
        for (std::size_t i = 0; i < of.size(); ++i) choices[i] = of[i].seen.legal.draw(generator);
    }
    void chances(std::span<const policy_question<V>> of, std::span<const action>,
                 std::span<double> out) override {
        for (std::size_t i = 0; i < of.size(); ++i) out[i] = 1.0 / of[i].seen.legal.count();
    }
};

// An action as it is remembered by all: what not everybody sees is left out.
template <variant V>
seen_action seen_by_all(const game_state<V>& before, action a) {
    bool seen = true;
    for (int k = 0; k < V::seats && seen; ++k) seen = sees_action(before, a, static_cast<seat>(k));
    return {rules<V>::to_act(before), seen ? std::optional(a) : std::nullopt};
}

// A deal that is being played on: all hands, and what has been done so far.
template <variant V>
struct line_of_play {
    game_state<V> now{};
    std::vector<seen_action> record;

    void apply(action a) {
        record.push_back(seen_by_all(now, a));
        rules<V>::apply(now, a);
    }
};

// Plays deals on by a policy, each seat from its own view, until done(state) or the end.
template <variant V>
class policy_playouts {
public:
    template <typename Done>
    void play_on(std::span<line_of_play<V>> deals, policy<V>& by, rng& generator, Done&& done) {
        live_.clear();
        for (line_of_play<V>& d : deals) live_.push_back(&d);
        by.begin(deals.size());
        while (true) {
            std::erase_if(live_, [&](const line_of_play<V>* d) {
                return rules<V>::is_over(d->now) || done(d->now);
            });
            if (live_.empty()) return;
            asked_.resize(live_.size());
            choices_.resize(live_.size());
            for (std::size_t i = 0; i < live_.size(); ++i) {
                const game_state<V>& s = live_[i]->now;
                asked_[i] = {view_of(s, rules<V>::to_act(s)), live_[i]->record,
                             static_cast<std::size_t>(live_[i] - deals.data())};
            }
            by.choose(asked_, choices_, generator);
            for (std::size_t i = 0; i < live_.size(); ++i) live_[i]->apply(choices_[i]);
        }
    }

private:
    std::vector<line_of_play<V>*> live_;
    std::vector<policy_question<V>> asked_;
    std::vector<action> choices_;
};

}  // namespace mu
