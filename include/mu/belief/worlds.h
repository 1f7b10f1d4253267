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

#include <optional>

#include <mu/belief/hidden.h>

namespace mu {

template <variant V>
class world_set {
public:
    // Joint facts are checked beforehand for up to so many placements.
    static constexpr std::uint64_t few = 64;

    // The worlds of the facts, which must stay where they are. If no world fits, it throws a
    // std::invalid_argument that says so.
    void prepare(const hard_facts<V>& facts, std::uint64_t list = few) {
        if (!try_prepare(facts, list))
            throw std::invalid_argument(
                "beliefs: no placement of the unseen cards makes everything seen legal");
    }

    // The same; false if no world fits.
    bool try_prepare(const hard_facts<V>& facts, std::uint64_t list = few) {
        facts_ = &facts;
        places_ = places_of(facts);
        cases_ = 0;
        total_ = 0;
        listed_ = false;
        fitting_.clear();
        game_joint_ = hidden_cards<V>::is_joint(facts);
        joint_ = game_joint_ || !facts.either_ors().empty();
        if (places_.contradiction) return false;
        if (game_joint_) {
            alternatives_.assign(1, {});
            hidden_cards<V>::find_alternatives(facts, alternatives_);
            for (const held_cards<V>& held : alternatives_) add_case(held);
        } else {
            add_case({});
        }
        if (joint_ && total_ <= list) {
            listed_ = true;
            for (std::uint64_t i = 0; i < total_; ++i)
                if (is_first(case_of(i), placed(i)) && fits(placed(i))) fitting_.push_back(i);
        }
        return count() > 0;
    }

    // The number of worlds; an upper bound if it is not exact.
    std::uint64_t count() const { return listed_ ? fitting_.size() : total_; }
    bool is_exact() const { return !joint_ || listed_; }
    // There are facts that tie cards together.
    bool is_joint() const { return joint_; }

    // World i of 0 .. count() - 1. REQUIRES: is_exact().
    world<V> at(std::uint64_t i) const {
        assert(is_exact());
        return placed(listed_ ? fitting_[i] : i);
    }

    // Each world with the same probability. REQUIRES: prepared. Throws std::runtime_error if joint
    // facts let no world pass in 2^24 tries.
    world<V> draw(rng& generator) const {
        if (listed_) return at(generator.below(count()));
        if (!joint_) return with(cases_list_[0], cases_list_[0].placements.draw(generator));
        for (int tries = 0; tries < 1 << 24; ++tries) {
            const std::size_t from = cases_ == 1 ? 0 : case_of(generator.below(total_));
            const world_case& c = cases_list_[from];
            const world<V> w = with(c, c.placements.draw(generator));
            if (is_first(from, w) && fits(w)) return w;
        }
        throw std::runtime_error("beliefs: what was announced fits no world that could be found");
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
            for (const std::uint64_t i : fitting_) add(placed(i), 1, out);
            return;
        }
        placement_set::table counts;
        cases_list_[0].placements.card_counts(counts);
        for (int p = 0; p < places_.problem.places; ++p)
            ops::for_each(places_.problem.cards,
                          [&](card c) { out[places_.place[p]][c] = counts[p][c]; });
        add(places_.known, count(), out);
    }

    // The facts that are not about single cards hold in w. REQUIRES: w has the known cards and the
    // sizes of this set.
    bool fits(const world<V>& w) const {
        for (const either_or& e : facts_->either_ors())
            if (!e.fact.allows(w.hands[e.who] | e.played)) return false;
        return !game_joint_ || hidden_cards<V>::holds(*facts_, w);
    }
    // w is one of these worlds.
    bool contains(const world<V>& w) const {
        card_mask rest = places_.problem.cards;
        for (int p = 0; p < place_count; ++p) {
            if (!world<V>::has(p)) continue;
            const card_mask here = w[p] & ~places_.known[p];
            if ((places_.known[p] & ~w[p]) != 0) return false;
            const int at = places_.find(p);
            const card_mask allowed = at < 0 ? 0 : places_.problem.allowed[at] & rest;
            const int room = at < 0 ? 0 : places_.problem.room[at];
            if ((here & ~allowed) != 0 || ops::popcount(here) != room) return false;
            rest &= ~here;
        }
        return rest == 0 && fits(w);
    }

    // The state of the game in this world. What it has besides cards that are hidden (the order of
    // a stock) is drawn.
    game_state<V> state(const world<V>& w, rng& generator) const {
        game_state<V> s = facts_->now().seen;
        fill_places<V>(s, w);
        hidden_cards<V>::complete(*facts_, w, s, generator);
        return s;
    }

    const hidden_places<V>& places() const { return places_; }
    const hard_facts<V>& facts() const { return *facts_; }

    // The cases that facts which tie cards together divide the worlds into, one if there are none:
    // what is to be placed in case i and what lies there already. Cases overlap; a world belongs to
    // the first that it is in.
    std::size_t cases() const { return cases_; }
    world<V> case_problem(std::size_t i, placement_problem& problem) const {
        world<V> known;
        restrict_to(cases_list_[i].held, problem, known);
        return known;
    }
    bool is_first(std::size_t at, const world<V>& w) const {
        for (std::size_t i = 0; i < at; ++i) {
            bool inside = true;
            for (int k = 0; k < V::seats; ++k)
                inside = inside && (cases_list_[i].held[k] & ~w.hands[k]) == 0;
            if (inside) return false;
        }
        return true;
    }

private:
    // Placements in which the seats hold certain cards. A world that is in several cases counts in
    // the first.
    struct world_case {
        held_cards<V> held{};
        world<V> known{};
        std::uint64_t end = 0;  // of its indices
        placement_set placements;
    };

    void add_case(const held_cards<V>& held) {
        if (cases_ == cases_list_.size()) cases_list_.emplace_back();
        world_case& c = cases_list_[cases_];
        placement_problem problem;
        c.held = held;
        if (!restrict_to(held, problem, c.known)) return;
        c.placements.prepare(problem);
        if (c.placements.count() == 0) return;
        c.end = total_ += c.placements.count();
        ++cases_;
    }
    // What is left to be placed where seats hold certain cards; false if they cannot.
    bool restrict_to(const held_cards<V>& held, placement_problem& problem, world<V>& known) const {
        problem = places_.problem;
        known = places_.known;
        for (int k = 0; k < V::seats; ++k) {
            const card_mask more = held[k] & ~places_.known.hands[k];
            if (more == 0) continue;
            const int at = places_.find(k), n = ops::popcount(more);
            if (at < 0 || (more & ~(problem.cards & problem.allowed[at])) != 0 ||
                n > problem.room[at])
                return false;
            known.hands[k] |= more;
            problem.cards &= ~more;
            problem.room[at] = static_cast<std::uint8_t>(problem.room[at] - n);
        }
        return true;
    }
    std::size_t case_of(std::uint64_t i) const {
        std::size_t at = 0;
        while (i >= cases_list_[at].end) ++at;
        return at;
    }
    world<V> placed(std::uint64_t i) const {
        const std::size_t at = case_of(i);
        const world_case& c = cases_list_[at];
        return with(c, c.placements.at(i - (c.end - c.placements.count())));
    }
    world<V> with(const world_case& c, const placement& put) const {
        world<V> w = c.known;
        for (int p = 0; p < places_.problem.places; ++p) w[places_.place[p]] |= put[p];
        return w;
    }
    static void add(const world<V>& w, std::uint64_t times, table& out) {
        for (int p = 0; p < place_count; ++p)
            if (world<V>::has(p)) ops::for_each(w[p], [&](card c) { out[p][c] += times; });
    }

    const hard_facts<V>* facts_ = nullptr;
    hidden_places<V> places_{};
    std::vector<world_case> cases_list_;  // the first cases_ are in use
    std::vector<held_cards<V>> alternatives_;
    std::size_t cases_ = 0;
    std::uint64_t total_ = 0;  // placements of all cases
    bool game_joint_ = false, joint_ = false, listed_ = false;
    std::vector<std::uint64_t> fitting_;  // indices of placements, if listed
};

}  // namespace mu
