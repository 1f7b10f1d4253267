#include <algorithm>
#include <cassert>

#include <mu/belief/weighted.h>

namespace mu {

void weighted_placement_set::prepare(const placement_problem& of, const weights& w) {
    places_ = of.places;
    cards_ = 0;
    total_ = log_scale_ = 0;
    int room = 0;
    for (int p = 0; p < places_; ++p) room += of.room[p];
    if (room != ops::popcount(of.cards)) return;

    // Every card's weights are scaled so that the largest is 1.
    bool possible = true;
    ops::for_each(of.cards, [&](card c) {
        double most = 0;
        for (int p = 0; p < places_; ++p)
            if ((of.allowed[p] & bit(c)) != 0) most = std::max(most, w[p][c]);
        if (most <= 0) {
            possible = false;
            return;
        }
        log_scale_ += std::log(most);
        for (int p = 0; p < places_; ++p)
            weight_[cards_][p] = (of.allowed[p] & bit(c)) != 0 ? w[p][c] / most : 0;
        card_[cards_++] = c;
    });
    if (!possible) return;

    // A slot is the room of all places but the widest, whose room follows from the cards left.
    widest_ = 0;
    for (int p = 1; p < places_; ++p)
        if (of.room[p] > of.room[widest_]) widest_ = p;
    widest_room_ = places_ > 0 ? of.room[widest_] : 0;
    slots_ = 1;
    for (int p = 0; p < places_; ++p) {
        stride_[p] = p == widest_ ? 0 : slots_;
        if (p != widest_) slots_ *= std::size_t{of.room[p]} + 1;
    }
    first_ = slots_ - 1;  // all room free
    open_.assign(slots_, 0);
    used_.assign(slots_, 0);
    for (std::size_t s = 0; s < slots_; ++s)
        for (int p = 0; p < places_; ++p) {
            if (p == widest_) continue;
            const std::size_t left = s / stride_[p] % (std::size_t{of.room[p]} + 1);
            if (left > 0) open_[s] = static_cast<std::uint8_t>(open_[s] | 1U << p);
            used_[s] = static_cast<std::uint8_t>(used_[s] + left);
        }

    f_.assign((cards_ + 1) * slots_, 0);
    f(cards_, 0) = 1;
    for (std::size_t i = cards_; i-- > 0;) {
        const auto& weight = weight_[i];
        for (std::size_t s = 0; s < slots_; ++s) {
            const int in_widest = static_cast<int>(cards_ - i) - used_[s];
            if (in_widest < 0 || in_widest > widest_room_) continue;
            double sum = in_widest > 0 ? weight[widest_] * f(i + 1, s) : 0;
            for (int p = 0; p < places_; ++p)
                if ((open_[s] >> p & 1) != 0) sum += weight[p] * f(i + 1, s - stride_[p]);
            f(i, s) = sum;
        }
    }
    total_ = f(0, first_);
}

// Card by card; uniform() is the next number of 0 to 1, and is told where in its place's interval
// it fell.
template <typename Uniform>
placement weighted_placement_set::place_all(Uniform&& uniform) const {
    assert(!empty());
    placement out{};
    std::size_t s = first_;
    double inside = 0;
    for (std::size_t i = 0; i < cards_; ++i) {
        double at = uniform(inside) * f(i, s);
        int chosen = -1;
        for (int p = 0; p < places_; ++p) {
            if (p != widest_ && (open_[s] >> p & 1) == 0) continue;
            const double here = weight_[i][p] * f(i + 1, s - stride_[p]);
            if (here <= 0) continue;
            chosen = p;  // the last with a chance, if rounding leaves something over
            at -= here;
            inside = 1 + at / here;
            if (at < 0) break;
        }
        out[chosen] |= bit(card_[i]);
        s -= stride_[chosen];
    }
    return out;
}

placement weighted_placement_set::draw(rng& generator) const {
    return place_all([&](double) { return generator.uniform(); });
}

// One number decides on the first cards together: what is left of it after a card, where it fell in
// the interval of the card's place, is again even and decides on the next. Twelve cards take some
// 20 of its 53 bits, or 40 if they are hard to place; the others get numbers of their own.
placement weighted_placement_set::draw(rng& generator, std::size_t i, std::size_t n) const {
    constexpr int cards_together = 12;
    int card_number = 0;
    return place_all([&](double inside) {
        const int k = card_number++;
        if (k == 0) return (static_cast<double>(i) + generator.uniform()) / static_cast<double>(n);
        return k < cards_together ? std::min(inside, 0x1.fffffffffffffp-1) : generator.uniform();
    });
}

void weighted_placement_set::card_chances(weights& out) const {
    assert(!empty());
    for (auto& row : out) row.fill(0);
    std::vector<double> reached(slots_, 0), next(slots_);
    reached[first_] = 1 / total_;
    for (std::size_t i = 0; i < cards_; ++i) {
        std::ranges::fill(next, 0);
        for (std::size_t s = 0; s < slots_; ++s) {
            if (reached[s] <= 0) continue;
            for (int p = 0; p < places_; ++p) {
                if (p != widest_ && (open_[s] >> p & 1) == 0) continue;
                const double step = reached[s] * weight_[i][p];
                out[p][card_[i]] += step * f(i + 1, s - stride_[p]);
                next[s - stride_[p]] += step;
            }
        }
        reached.swap(next);
    }
}

// With r(i, s) the weight of the ways to come to card i with room s, the chance of card i in its
// place a is n(i) / f(0, first), n(i) = sum over s of r(i, s) w(i, a) f(i + 1, s - a). The
// derivatives of the sum of log n(i) by r and f go back through the two recursions that made them.
double weighted_placement_set::true_places_loss(std::span<const std::uint8_t, most_cards> truth,
                                                weights& slope) const {
    assert(!empty());
    for (auto& row : slope) row.fill(0);
    const auto open = [&](std::size_t s, int p) {
        return p == widest_ || (open_[s] >> p & 1) != 0;
    };
    std::vector<double> r((cards_ + 1) * slots_, 0), by_f(slots_, 0), next_f(slots_),
        add_f(cards_ * slots_, 0);
    r[first_] = 1;
    for (std::size_t i = 0; i < cards_; ++i)
        for (std::size_t s = 0; s < slots_; ++s) {
            const double here = r[i * slots_ + s];
            if (here <= 0) continue;
            for (int p = 0; p < places_; ++p)
                if (open(s, p)) r[(i + 1) * slots_ + s - stride_[p]] += here * weight_[i][p];
        }

    double loss = 0;
    std::vector<double> scale(cards_);  // 1 / n(i)
    for (std::size_t i = 0; i < cards_; ++i) {
        const int a = truth[card_[i]];
        double n = 0;
        for (std::size_t s = 0; s < slots_; ++s)
            if (open(s, a)) n += r[i * slots_ + s] * weight_[i][a] * f(i + 1, s - stride_[a]);
        loss -= std::log(n / total_);
        scale[i] = 1 / n;
        slope[a][card_[i]] -= 1;
        for (std::size_t s = 0; s < slots_; ++s)
            if (open(s, a))
                add_f[i * slots_ + s - stride_[a]] += scale[i] * r[i * slots_ + s] * weight_[i][a];
    }

    // Through f, from the first card on: by_f is the derivative by f(i, .).
    by_f[first_] = -static_cast<double>(cards_) / total_;
    for (std::size_t i = 0; i < cards_; ++i) {
        for (std::size_t s = 0; s < slots_; ++s) next_f[s] = add_f[i * slots_ + s];
        for (std::size_t s = 0; s < slots_; ++s) {
            if (by_f[s] == 0) continue;
            for (int p = 0; p < places_; ++p) {
                if (!open(s, p)) continue;
                const double w = weight_[i][p];
                slope[p][card_[i]] -= by_f[s] * w * f(i + 1, s - stride_[p]);
                next_f[s - stride_[p]] += by_f[s] * w;
            }
        }
        by_f.swap(next_f);
    }

    // Through r, from the last card back: by_r is the derivative by r(i + 1, .).
    std::vector<double> by_r(slots_, 0), next_r(slots_);
    for (std::size_t i = cards_; i-- > 0;) {
        const int a = truth[card_[i]];
        std::ranges::fill(next_r, 0);
        for (std::size_t s = 0; s < slots_; ++s) {
            const double here = r[i * slots_ + s];
            if (here <= 0) continue;
            for (int p = 0; p < places_; ++p) {
                if (!open(s, p)) continue;
                const double w = weight_[i][p], later = by_r[s - stride_[p]];
                slope[p][card_[i]] -= here * w * later;
                next_r[s] += w * later;
            }
            if (open(s, a)) next_r[s] += scale[i] * weight_[i][a] * f(i + 1, s - stride_[a]);
        }
        by_r.swap(next_r);
    }
    return loss;
}

}  // namespace mu
