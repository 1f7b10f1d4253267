// The worlds that fit what a seat has seen: counted, listed, drawn.
//
//     hard_facts<whist> facts(view_of(start, me));   // then facts.see(view) after every action
//     world_set<whist> worlds;
//     worlds.prepare(facts);
//     const world<whist> w = worlds.draw(generator);  // each with the same probability
//     const game_state<whist> s = worlds.state(w, generator);
//
// Facts that say of single cards where they can lie are counted exactly (placement.h). What ties
// cards together (Weis, marriages, bids) is checked world by world: where there are few placements
// all are looked at once and the set is exact again; otherwise draws that fail are thrown away,
// which leaves the others equally likely.
#pragma once

#include <cmath>
#include <optional>

#include <mu/belief/hidden.h>
#include <mu/belief/ulti.h>

namespace mu {

template <variant V>
class world_set {
public:
    // With joint facts, up to so many placements are looked at one by one.
    static constexpr std::uint64_t few = 1 << 12;

    // REQUIRES: some world fits the facts; otherwise a std::invalid_argument says so. `list` is
    // the number of placements up to which joint facts are checked beforehand.
    void prepare(const hard_facts<V>& facts, std::uint64_t list = few) {
        if (!try_prepare(facts, list))
            throw std::invalid_argument(
                "beliefs: no placement of the unseen cards makes everything seen legal");
    }

    // The same; false if no world fits.
    bool try_prepare(const hard_facts<V>& facts, std::uint64_t list = few) {
        facts_ = &facts;
        places_ = places_of(facts);
        fitting_.clear();
        joint_ = hidden_cards<V>::is_joint(facts) || !facts.either_ors().empty();
        listed_ = false;
        if (places_.contradiction) return false;
        placements_.prepare(places_.problem);
        if (joint_ && placements_.count() <= list) {
            listed_ = true;
            for (std::uint64_t i = 0; i < placements_.count(); ++i)
                if (fits(unchecked(i))) fitting_.push_back(i);
            return !fitting_.empty();
        }
        return placements_.count() > 0;
    }

    // The number of worlds; of placements, an upper bound, if it is not exact.
    std::uint64_t count() const { return listed_ ? fitting_.size() : placements_.count(); }
    bool is_exact() const { return !joint_ || listed_; }

    // World i of 0 .. count() - 1. REQUIRES: is_exact().
    world<V> at(std::uint64_t i) const {
        assert(is_exact());
        return unchecked(listed_ ? fitting_[i] : i);
    }

    // Each world with the same probability. REQUIRES: prepared.
    world<V> draw(rng& generator) const {
        if (is_exact()) return at(generator.below(count()));
        while (true) {
            const world<V> w = unchecked(generator.below(placements_.count()));
            if (fits(w)) return w;
        }
    }

    // The same under a condition of the caller's; nothing if so many tries did not meet it.
    template <typename Condition>
    std::optional<world<V>> draw_if(rng& generator, Condition&& condition, int tries) const {
        for (int i = 0; i < tries; ++i)
            if (const world<V> w = draw(generator); condition(w)) return w;
        return std::nullopt;
    }

    // In how many worlds each card lies in each place: out[place][card], places as in world<V>;
    // cards whose place is known lie there in all of them. REQUIRES: is_exact().
    using table = std::array<std::array<std::uint64_t, most_cards>, place_count>;
    void card_counts(table& out) const {
        assert(is_exact());
        for (auto& row : out) row.fill(0);
        if (listed_) {
            for (const std::uint64_t i : fitting_) add(unchecked(i), 1, out);
            return;
        }
        placement_set::table counts;
        placements_.card_counts(counts);
        for (int p = 0; p < places_.problem.places; ++p)
            ops::for_each(places_.problem.cards,
                          [&](card c) { out[places_.place[p]][c] = counts[p][c]; });
        add(places_.known, count(), out);
    }

    // The facts that are not about single cards hold in w. REQUIRES: w comes from this set, or has
    // its known cards and sizes.
    bool fits(const world<V>& w) const {
        for (const either_or& e : facts_->either_ors())
            if (!e.fact.allows(w.hands[e.who] | e.played)) return false;
        return !hidden_cards<V>::is_joint(*facts_) || hidden_cards<V>::holds(*facts_, w);
    }
    // w is one of these worlds.
    bool contains(const world<V>& w) const {
        card_mask rest = places_.problem.cards;
        for (int p = 0; p < place_count; ++p) {
            if (!world<V>::has(p)) continue;
            const card_mask here = w[p] & ~places_.known[p];
            if ((places_.known[p] & ~w[p]) != 0) return false;
            const int at = problem_place(p);
            if (at < 0 ? here != 0
                       : (here & ~places_.problem.allowed[at]) != 0 ||
                             ops::popcount(here) != places_.problem.room[at] || (here & ~rest) != 0)
                return false;
            rest &= ~here;
        }
        return rest == 0 && fits(w);
    }

    // The state of the game in this world.
    game_state<V> state(const world<V>& w, rng& generator) const {
        game_state<V> s = facts_->now().seen;
        for (int k = 0; k < V::seats; ++k) s.hands[k] = static_cast<hand_mask<V>>(w.hands[k]);
        hidden_cards<V>::complete(*facts_, w, s, generator);
        return s;
    }

    const hidden_places<V>& places() const { return places_; }
    const hard_facts<V>& facts() const { return *facts_; }

private:
    world<V> unchecked(std::uint64_t i) const {
        world<V> w = places_.known;
        const placement put = placements_.at(i);
        for (int p = 0; p < places_.problem.places; ++p) w[places_.place[p]] |= put[p];
        return w;
    }
    int problem_place(int p) const {
        for (int at = 0; at < places_.problem.places; ++at)
            if (places_.place[at] == p) return at;
        return -1;
    }
    static void add(const world<V>& w, std::uint64_t times, table& out) {
        for (int p = 0; p < place_count; ++p)
            if (world<V>::has(p)) ops::for_each(w[p], [&](card c) { out[p][c] += times; });
    }

    const hard_facts<V>* facts_ = nullptr;
    hidden_places<V> places_{};
    placement_set placements_;
    bool joint_ = false, listed_ = false;
    std::vector<std::uint64_t> fitting_;  // indices of placements, if listed
};

}  // namespace mu
