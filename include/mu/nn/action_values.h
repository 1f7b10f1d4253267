// What a net says of the actions of many positions at once: typed.
#pragma once

#include <cassert>

#include <mu/encode/encode.h>
#include <mu/nn/net.h>

namespace mu {

// Of each position: add() each, compute(), then of(i, a).
template <variant V>
class action_values {
public:
    // REQUIRES: a net with this many inputs and actions.
    explicit action_values(std::shared_ptr<const net> by) : by_(std::move(by)) {
        assert(by_->shape().inputs == encoding_width<V> &&
               by_->shape().actions == encoding<V>::actions);
    }

    void clear() {
        bits_.clear();
        suits_.clear();
    }
    void add(const encoded<V>& e) {
        bits_.insert(bits_.end(), e.word.begin(), e.word.end());
        suits_.push_back(e.suits);
    }
    void compute() {
        values_.resize(suits_.size() * encoding<V>::actions);
        by_->values(bits_, values_);
    }
    // Of an action as it is called at the table. REQUIRES: compute() came after add() of position
    // i.
    float of(std::size_t i, action a) const {
        return values_[i * encoding<V>::actions + canonical_action<V>(a, suits_[i])];
    }
    // The legal action of the greatest value, the lowest of equal ones.
    action best(std::size_t i, const action_set& legal) const {
        action out = legal.nth(0);
        for (int k = 1; k < legal.count(); ++k)
            if (of(i, legal.nth(k)) > of(i, out)) out = legal.nth(k);
        return out;
    }

private:
    std::shared_ptr<const net> by_;
    std::vector<std::uint64_t> bits_;
    std::vector<suit_order<V>> suits_;
    std::vector<float> values_;
};

}  // namespace mu
