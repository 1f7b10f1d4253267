// Worlds that are kept from action to action (the "elephant memory" of earlier players): what has
// been found likely is carried on, and need not be found again.
//
// Each particle is a world of the present. When a card is played, worlds where its player does not
// hold it die; the others lose it and are weighed anew. If the weights have become too uneven the
// particles are drawn again in proportion to them, and since copies of a few worlds say little,
// each then walks on by a world_chain under the same weights. Dead ones are replaced by worlds
// drawn by facts alone, with their weight. Draws and chances mix in a share of plain worlds, so
// that nothing that is possible is ever taken for impossible.
//
// It helps where weighing is dear and worlds are few; elsewhere a fresh chain is as good. Players
// leave it off unless told otherwise.
#pragma once

#include <functional>

#include <mu/belief/chain.h>
#include <mu/belief/weighted_worlds.h>

namespace mu {

struct particle_settings {
    int particles = 128;
    double smoothing = 0.05;   // share of worlds that hard facts alone give
    double decay = 1;          // weights are raised to this power before each action: old news fade
    double renew_below = 0.5;  // share of effective particles below which they are drawn again
    int walk = 20;             // proposals for each that is drawn again, or begins
};

template <variant V>
class particle_memory {
public:
    explicit particle_memory(const particle_settings& how = {}) : how_(how) {}

    // REQUIRES for all below: a set that is prepared. A deal begins: worlds are drawn anew.
    // `log_weight(world)` as for a world_chain, by all that has been seen by now.
    template <typename LogWeight>
    void begin(const world_set<V>& worlds, LogWeight&& log_weight, rng& generator) {
        particles_.clear();
        survived_ = 0;
        fill(worlds, log_weight, generator);
    }

    // The set after one more action, and the weights by then.
    template <typename LogWeight>
    void see(const world_set<V>& worlds, LogWeight&& log_weight, rng& generator) {
        const card_mask gone = worlds.facts().now().seen.played;
        std::size_t kept = 0;
        for (particle p : particles_) {
            for (int k = 0; k < V::seats; ++k) p.where.hands[k] &= ~gone;
            if (!worlds.contains(p.where)) continue;
            const double now = log_weight(p.where) + log_ways(worlds, p.where);
            if (now == -std::numeric_limits<double>::infinity()) continue;
            p.share = how_.decay * p.share + now - p.weight;
            p.weight = now;
            particles_[kept++] = p;
        }
        particles_.resize(kept);
        survived_ = static_cast<int>(kept);
        fill(worlds, log_weight, generator);
    }

    int size() const { return static_cast<int>(particles_.size()); }
    int survived() const { return survived_; }  // of those before the last action
    double effective() const { return effective_sample_size(shares()); }

    world<V> draw(const world_set<V>& worlds, rng& generator) const {
        if (particles_.empty() || generator.uniform() < how_.smoothing)
            return worlds.draw(generator);
        const std::vector<double> by = shares();
        double at = generator.uniform();
        std::size_t i = 0;
        while (i + 1 < by.size() && at >= by[i]) at -= by[i++];
        return particles_[i].where;
    }

    // The share of each card in each place among the particles alone, places as in world<V>.
    using table = typename weighted_world_set<V>::weights;
    void card_chances(table& out) const {
        for (auto& row : out) row.fill(0);
        const std::vector<double> by = shares();
        for (std::size_t i = 0; i < by.size(); ++i)
            for (int p = 0; p < place_count; ++p)
                if (world<V>::has(p))
                    ops::for_each(particles_[i].where[p], [&](card c) { out[p][c] += by[i]; });
    }

private:
    // A world that stands for exp(share) of the distribution, up to a factor common to all.
    struct particle {
        world<V> where{};
        double share = 0;
        double weight = 0;  // log_weight() and log_ways() of it when it was looked at last
    };

    // Draws and walks mind how many courses lead to a world; a world that is kept has to.
    static double log_ways(const world_set<V>& worlds, const world<V>& w) {
        return std::log(static_cast<double>(worlds.ways(w)));
    }

    // What each stands for; they sum to 1.
    std::vector<double> shares() const {
        double most = -std::numeric_limits<double>::infinity(), sum = 0;
        for (const particle& p : particles_) most = std::max(most, p.share);
        std::vector<double> out;
        for (const particle& p : particles_) sum += out.emplace_back(std::exp(p.share - most));
        for (double& x : out) x /= sum;
        return out;
    }

    // As many as there are, all alike: one draw decides all, as evenly as can be.
    template <typename LogWeight>
    void renew(const world_set<V>& worlds, LogWeight& log_weight, rng& generator) {
        const std::vector<double> by = shares();
        std::vector<particle> drawn;
        double at = generator.uniform() / static_cast<double>(by.size()), sum = 0;
        for (std::size_t i = 0; i < by.size(); ++i)
            for (sum += by[i]; drawn.size() < by.size() && at < sum;
                 at += 1.0 / static_cast<double>(by.size()))
                drawn.push_back(walked(worlds, log_weight, particles_[i].where, generator));
        particles_ = std::move(drawn);
    }

    // Newcomers are drawn by facts alone and weighed; together they stand for as much as so many of
    // the others. Where few of them carry the weight, all are drawn again.
    template <typename LogWeight>
    void fill(const world_set<V>& worlds, LogWeight& log_weight, rng& generator) {
        const auto others = particles_.size();
        double mean = 0;
        if (others > 0) mean = log_sum(0) - std::log(static_cast<double>(others));
        for (int tries = 2 * how_.particles; size() < how_.particles && tries > 0; --tries) {
            particle p{.where = worlds.draw(generator)};
            p.share = log_weight(p.where);
            p.weight = p.share + log_ways(worlds, p.where);
            if (p.share != -std::numeric_limits<double>::infinity()) particles_.push_back(p);
        }
        if (particles_.size() == others) return;
        const double by =
            mean + std::log(static_cast<double>(particles_.size() - others)) - log_sum(others);
        for (std::size_t i = others; i < particles_.size(); ++i) particles_[i].share += by;
        if (effective() < how_.renew_below * static_cast<double>(size()))
            renew(worlds, log_weight, generator);
    }

    // Of what those from `first` on stand for.
    double log_sum(std::size_t first) const {
        double most = -std::numeric_limits<double>::infinity(), sum = 0;
        for (std::size_t i = first; i < particles_.size(); ++i)
            most = std::max(most, particles_[i].share);
        for (std::size_t i = first; i < particles_.size(); ++i)
            sum += std::exp(particles_[i].share - most);
        return most + std::log(sum);
    }

    template <typename LogWeight>
    particle walked(const world_set<V>& worlds, LogWeight& log_weight, const world<V>& from,
                    rng& generator) const {
        world_chain chain(worlds, std::ref(log_weight), from);
        chain.walk(how_.walk, generator);
        return {.where = chain.now(), .weight = chain.log_weight() + log_ways(worlds, chain.now())};
    }

    particle_settings how_;
    std::vector<particle> particles_;
    int survived_ = 0;
};

}  // namespace mu
