// Worlds in proportion to any weight, by a random walk.
//
// Where the weight of a world is no product over its cards (what a policy would have done, what a
// bid shows of a whole hand), it cannot be drawn from directly. A world_chain starts from an exact
// draw and proposes small changes: two cards of different places change places, or three go round;
// now and then a fresh exact draw. Each proposal is as likely as its reverse, so accepting it with
// probability min(1, weight after / weight before) gives every world its share in the long run (N.
// Metropolis and others 1953). The fresh draws see to it that every world can be reached, whatever
// the facts forbid in between.
#pragma once

#include <cmath>
#include <limits>

#include <mu/belief/worlds.h>

namespace mu {

struct chain_settings {
    int burn_in = 200;    // proposals before the first world is handed out
    int between = 40;     // proposals from one that is handed out to the next
    double fresh = 0.1;   // share of exact draws among the proposals
    double rings = 0.25;  // share of rings of three among the others
};

template <variant V, typename LogWeight>
class world_chain {
public:
    // `weigh(world)` is the logarithm of the weight, minus infinity for none. REQUIRES: `of`
    // is prepared and stays as it is. If nothing of positive weight has been found after the
    // burn-in, log_weight() says so.
    world_chain(const world_set<V>& of, LogWeight weigh, rng& generator,
                const chain_settings& how = {})
        : of_(&of), weigh_(std::move(weigh)), how_(how) {
        start(of.draw(generator));
        walk(how.burn_in, generator);
    }
    // The same from a world that is at hand. REQUIRES: it is one of the set.
    world_chain(const world_set<V>& of, LogWeight weigh, const world<V>& from,
                const chain_settings& how = {})
        : of_(&of), weigh_(std::move(weigh)), how_(how) {
        start(from);
    }

    const world<V>& now() const { return now_; }
    double log_weight() const { return weight_; }  // of it
    // The share of proposals that were taken. Near 0 the walk does not move, and worlds handed out
    // are few different ones.
    double accepted() const {
        return proposals_ == 0 ? 0 : static_cast<double>(taken_) / static_cast<double>(proposals_);
    }

    const world<V>& next(rng& generator) {
        walk(how_.between, generator);
        return now_;
    }
    void walk(int proposals, rng& generator) {
        for (int i = 0; i < proposals; ++i) step(generator);
    }

private:
    void start(const world<V>& from) {
        now_ = from;
        weight_ = weigh_(now_);
        const hidden_places<V>& places = of_->places();
        cards_ = 0;
        ops::for_each(places.problem.cards, [&](card c) { card_[cards_++] = c; });
        place_all();
    }
    // The place of each hidden card, as the problem counts places.
    void place_all() {
        const hidden_places<V>& places = of_->places();
        for (int p = 0; p < places.problem.places; ++p)
            ops::for_each(now_[places.place[p]] & places.problem.cards,
                          [&](card c) { at_[c] = static_cast<std::uint8_t>(p); });
    }

    void step(rng& generator) {
        ++proposals_;
        if (generator.uniform() < how_.fresh || cards_ < 2) {
            if (consider(of_->draw(generator), generator)) place_all();
        } else if (cards_ > 2 && generator.uniform() < how_.rings) {
            turn<3>(generator);
        } else {
            turn<2>(generator);
        }
    }

    // n cards of n different places go round, each to the place of the next.
    template <int n>
    void turn(rng& generator) {
        std::array<card, n> chosen{};
        for (int k = 0; k < n; ++k) chosen[k] = card_[generator.below(cards_)];
        for (int k = 0; k < n; ++k)
            for (int j = 0; j < k; ++j)
                if (at_[chosen[k]] == at_[chosen[j]]) return;  // equal cards, too
        const hidden_places<V>& places = of_->places();
        world<V> w = now_;
        for (int k = 0; k < n; ++k) {
            const int from = at_[chosen[k]], to = at_[chosen[(k + 1) % n]];
            if ((places.problem.allowed[to] & bit(chosen[k])) == 0) return;
            w[places.place[from]] &= ~bit(chosen[k]);
            w[places.place[to]] |= bit(chosen[k]);
        }
        // A course of hidden actions that is drawn for the new world is as likely as any other in
        // any world: the walk is one over pairs of world and course.
        if (of_->is_joint() && !of_->accepts(w, generator)) return;
        if (!consider(w, generator)) return;
        const std::uint8_t first = at_[chosen[0]];
        for (int k = 0; k + 1 < n; ++k) at_[chosen[k]] = at_[chosen[k + 1]];
        at_[chosen[n - 1]] = first;
    }

    bool consider(const world<V>& w, rng& generator) {
        const double weight = weigh_(w);
        if (weight < weight_ && generator.uniform() >= std::exp(weight - weight_)) return false;
        if (weight == -std::numeric_limits<double>::infinity() && weight < weight_) return false;
        now_ = w;
        weight_ = weight;
        ++taken_;
        return true;
    }

    const world_set<V>* of_;
    LogWeight weigh_;
    chain_settings how_;
    world<V> now_{};
    double weight_ = 0;
    std::uint64_t cards_ = 0;
    std::array<card, most_cards> card_{};        // that are hidden
    std::array<std::uint8_t, most_cards> at_{};  // where each of them is
    std::uint64_t proposals_ = 0, taken_ = 0;
};

}  // namespace mu
