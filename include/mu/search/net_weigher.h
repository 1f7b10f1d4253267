// A net as the weigher of a belief: its outputs are the logarithms of the weights, card by card.
//
// It was trained to make the true world likely among all that fit the facts, with the weights of
// its cards multiplied (learn/beliefs.py), so what it says are weights for the sampler and no
// chances: those follow from the weights, the facts and the sizes of the hands.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <memory>

#include <mu/belief/weigher.h>
#include <mu/encode/encode.h>
#include <mu/nn/net.h>
#include <mu/nn/places.h>

namespace mu {

// Outputs are cut off at this size, in training too: no place that the facts allow becomes
// impossible.
inline constexpr float most_log_weight = 6;

template <variant V>
class net_weigher final : public card_weigher<V> {
public:
    // REQUIRES: a net with this many inputs and outputs.
    explicit net_weigher(std::shared_ptr<const net> by) : by_(std::move(by)) {
        assert(by_->shape().inputs == encoding_width<V> &&
               by_->shape().actions == place_outputs<V>);
    }

    void begin(const view<V>& first) override {
        memory_ = {};
        now_ = first;
    }
    void see(const view<V>& next, const seen_action& what) override {
        if (what.what) memory_.note(now_.seen, *what.what);
        now_ = next;
    }
    void weigh(belief_state<V>& belief) override {
        const encoded<V> e = encode(now_, memory_);
        by_->values(e.word, out_);
        belief.unweigh();
        for (int row = 0; row < net_places<V>; ++row)
            for (card c = 0; c < deck_traits<V>::cards; ++c)
                belief.weigh(row, c, weight(row, e.suits.map(c)));
    }

private:
    double weight(int row, card shown) const {
        const float x = out_[static_cast<std::size_t>(row) * deck_traits<V>::cards + shown];
        return std::exp(double{std::clamp(x, -most_log_weight, most_log_weight)});
    }

    std::shared_ptr<const net> by_;
    public_memory<V> memory_{};
    view<V> now_{};
    std::array<float, static_cast<std::size_t>(place_outputs<V>)> out_{};
};

}  // namespace mu
