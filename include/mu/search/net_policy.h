// A net as the policy of a search: it plays deals on, many at once, and says how likely an action
// is.
#pragma once

#include <cmath>

#include <mu/nn/action_values.h>
#include <mu/search/policy.h>

namespace mu {

// What everybody remembered of a deal after each of its actions. It is the same in all worlds that
// a seat cannot tell apart.
template <variant V>
class remembered_deal {
public:
    void begin(const view<V>& first) {
        after_.assign(1, {});
        now_ = first;
    }
    // The view after the next action. REQUIRES: begin() came first.
    void see(const view<V>& next, const seen_action& what) {
        after_.push_back(after_.back());
        if (what.what) after_.back().note(now_.seen, *what.what);
        now_ = next;
    }

    std::size_t actions() const { return after_.size() - 1; }
    // REQUIRES: n <= actions().
    const public_memory<V>& after(std::size_t n) const { return after_[n]; }
    const view<V>& now() const { return now_; }

private:
    std::vector<public_memory<V>> after_ = std::vector<public_memory<V>>(1);
    view<V> now_{};
};

// Does what a net thinks is worth most. How likely it is to do something else falls with what it
// thinks that costs: by e for each `spread`, in units of the net, and at least `errors` are spread
// over all that is legal.
template <variant V>
class net_policy final : public policy<V> {
public:
    // `past`: of the deal that questions are of, up to the decision that is thought about.
    net_policy(std::shared_ptr<const net> by, const remembered_deal<V>& past, double spread = 0.05,
               double errors = 0.01)
        : values_(std::move(by)), past_(past), spread_(spread), errors_(errors) {}

    void begin(std::size_t lines) override { lines_.assign(lines, {}); }

    void choose(std::span<const policy_question<V>> of, std::span<action> choices, rng&) override {
        values_.clear();
        asked_.clear();
        for (std::size_t i = 0; i < of.size(); ++i) {
            const public_memory<V>& memory = memory_in(of[i]);
            choices[i] = of[i].seen.legal.nth(0);
            if (of[i].seen.legal.count() == 1) continue;
            values_.add(encode(of[i].seen, memory));
            asked_.push_back(i);
        }
        if (asked_.empty()) return;
        values_.compute();
        for (std::size_t k = 0; k < asked_.size(); ++k)
            choices[asked_[k]] = values_.best(k, of[asked_[k]].seen.legal);
    }

    void watch(const policy_question<V>& of) override { memory_in(of); }
    std::optional<double> value(const policy_question<V>& of) override {
        values_.clear();
        values_.add(encode(of.seen, memory_in(of)));
        values_.compute();
        return encoding<V>::scale * double{values_.of(0, values_.best(0, of.seen.legal))};
    }

    // REQUIRES: the questions are of the past.
    void chances(std::span<const policy_question<V>> of, std::span<const action> done,
                 std::span<double> out) override {
        values_.clear();
        asked_.clear();
        for (std::size_t i = 0; i < of.size(); ++i) {
            assert(of[i].record.size() <= past_.actions());
            out[i] = 1;
            if (of[i].seen.legal.count() == 1) continue;
            values_.add(encode(of[i].seen, past_.after(of[i].record.size())));
            asked_.push_back(i);
        }
        if (asked_.empty()) return;
        values_.compute();
        for (std::size_t k = 0; k < asked_.size(); ++k)
            out[asked_[k]] = chance_of(k, of[asked_[k]].seen.legal, done[asked_[k]]);
    }

private:
    // In position k of those that were computed.
    double chance_of(std::size_t k, const action_set& legal, action a) const {
        const auto most = double{values_.of(k, values_.best(k, legal))};
        const auto weight = [&](action x) {
            return std::exp((double{values_.of(k, x)} - most) / spread_);
        };
        const int n = legal.count();
        double sum = 0;
        for (int i = 0; i < n; ++i) sum += weight(legal.nth(i));
        return errors_ / n + (1 - errors_) * weight(a) / sum;
    }

    // A deal that is played on, as it was when its last question came.
    struct line {
        public_memory<V> memory{};
        game_state<V> before{};
        std::size_t actions = 0;
        bool begun = false;
    };

    // Of the moment of a question. REQUIRES: each line is asked after every action.
    const public_memory<V>& memory_in(const policy_question<V>& q) {
        if (q.line >= lines_.size()) lines_.resize(q.line + 1);
        line& l = lines_[q.line];
        if (!l.begun) l = {past_.after(past_.actions()), past_.now().seen, past_.actions(), true};
        assert(q.record.size() - l.actions <= 1);
        if (q.record.size() > l.actions && q.record.back().what)
            l.memory.note(l.before, *q.record.back().what);
        l.before = q.seen.seen;
        l.actions = q.record.size();
        return l.memory;
    }

    action_values<V> values_;
    const remembered_deal<V>& past_;
    double spread_, errors_;
    std::vector<line> lines_;
    std::vector<std::size_t> asked_;  // questions that are none of a forced action
};

}  // namespace mu
