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
//
// Where cards were discarded unseen and picked up again (ulti's talon), each pair of a world and a
// course of those discards is equally likely: a world is drawn as often as courses lead to it.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>

#include <mu/belief/hidden.h>

namespace mu {

// When draws that are thrown away again and again give up. There is always one try.
struct draw_budget {
    std::uint64_t tries = 1 << 20;
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

// The budget was used up before a world was found that fits facts which tie cards together.
struct no_world_found : std::runtime_error {
    using runtime_error::runtime_error;
};

namespace detail {

// attempt() until it gives a world.
template <typename Attempt>
auto draw_within(const draw_budget& budget, Attempt&& attempt) {
    constexpr std::uint64_t between_looks = 64;  // at the clock
    for (std::uint64_t tries = 1;; ++tries) {
        if (auto found = attempt()) return *found;
        if (tries >= budget.tries)
            throw no_world_found("beliefs: no world that fits what was announced in " +
                                 std::to_string(tries) + " tries");
        if (tries % between_looks == 0 &&
            budget.deadline != std::chrono::steady_clock::time_point::max() &&
            std::chrono::steady_clock::now() >= budget.deadline)
            throw no_world_found("beliefs: no world that fits what was announced in time, after " +
                                 std::to_string(tries) + " tries");
    }
}

}  // namespace detail

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
        ways_.clear();
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
        if (joint_ && total_ <= list &&
            hidden_cards<V>::most_ways(facts) <= 64 * list / std::max<std::uint64_t>(total_, 1)) {
            listed_ = true;
            for (std::uint64_t i = 0; i < total_; ++i) {
                const world<V> w = placed(i);
                const std::uint64_t n = is_first(case_of(i), w) ? ways(w) : 0;
                if (n == 0) continue;
                fitting_.push_back(i);
                ways_.push_back(n + (ways_.empty() ? 0 : ways_.back()));
            }
        }
        return count() > 0;
    }

    // The number of worlds, however likely; an upper bound if it is not exact.
    std::uint64_t count() const { return listed_ ? fitting_.size() : total_; }
    bool is_exact() const { return !joint_ || listed_; }
    // There are facts that tie cards together.
    bool is_joint() const { return joint_; }

    // World i of 0 .. count() - 1. REQUIRES: is_exact().
    world<V> at(std::uint64_t i) const {
        assert(is_exact());
        return placed(listed_ ? fitting_[i] : i);
    }

    // How likely world i is, as a whole number: the courses that lead to it, up to a common factor.
    std::uint64_t weight(std::uint64_t i) const {
        return listed_ ? ways_[i] - (i == 0 ? 0 : ways_[i - 1]) : 1;
    }
    // The sum of all weights; equal to count() if all worlds are equally likely.
    std::uint64_t total_weight() const { return listed_ ? ways_.back() : total_; }

    // Each world in proportion to its weight: with the same probability, unless cards were
    // discarded unseen. REQUIRES: prepared. Throws no_world_found if joint facts let none pass in
    // time.
    world<V> draw(rng& generator, const draw_budget& budget = {}) const {
        if (listed_) return at(listed_at(generator.below(total_weight())));
        if (!joint_) return with(cases_list_[0], cases_list_[0].placements.draw(generator));
        return detail::draw_within(budget, [&]() -> std::optional<world<V>> {
            const std::size_t from = cases_ == 1 ? 0 : case_of(generator.below(total_));
            const world_case& c = cases_list_[from];
            const world<V> w = with(c, c.placements.draw(generator));
            return is_first(from, w) && accepts(w, generator) ? std::optional(w) : std::nullopt;
        });
    }

    // Worlds for one decision, by index; how many of them were filled in. If there are no more
    // worlds than that, and all equally likely, every one of them once. Otherwise as many as there
    // is room for: where the set is exact, one from each of so many equal strata of the indices. On
    // average a world is among them as often as among single draws, but neighbours, in which the
    // cards of few choices lie the same, come in due proportion, so that averages over the batch
    // vary less. Where it is not exact the draws are independent.
    std::size_t draw(std::span<world<V>> out, rng& generator,
                     const draw_budget& budget = {}) const {
        const std::size_t n = out.size();
        if (!is_exact()) {
            for (world<V>& w : out) w = draw(generator, budget);
            return n;
        }
        const std::uint64_t all = total_weight();
        if (count() == all && count() <= n) {
            for (std::uint64_t i = 0; i < count(); ++i) out[i] = at(i);
            return static_cast<std::size_t>(count());
        }
        // Of the n * all numbers the i-th stratum has `all`, and each unit of weight n.
        for (std::size_t i = 0; i < n; ++i) {
            const uint128 x = uint128{i} * all + generator.below(all);
            const auto unit = static_cast<std::uint64_t>(x / n);
            out[i] = at(listed_ ? listed_at(unit) : unit);
        }
        return n;
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
        return plays_fit(w) && (!game_joint_ || hidden_cards<V>::holds(*facts_, w));
    }
    // How many courses of hidden actions lead to w, up to a common factor. REQUIRES: as fits().
    std::uint64_t ways(const world<V>& w) const {
        if (!plays_fit(w)) return 0;
        return game_joint_ ? hidden_cards<V>::ways(*facts_, w) : 1;
    }
    // They hold in w, with a course of hidden actions drawn at random. A world that is proposed
    // evenly and accepted by this comes in proportion to its ways. REQUIRES: as fits().
    bool accepts(const world<V>& w, rng& generator) const {
        return plays_fit(w) &&
               (!game_joint_ || hidden_cards<V>::holds_by_chance(*facts_, w, generator));
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
    bool plays_fit(const world<V>& w) const {
        for (const either_or& e : facts_->either_ors())
            if (!e.fact.allows(w.hands[e.who] | e.played)) return false;
        return true;
    }
    // The number in the list of the world that has this unit of weight.
    std::uint64_t listed_at(std::uint64_t unit) const {
        return static_cast<std::uint64_t>(std::ranges::upper_bound(ways_, unit) - ways_.begin());
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
    std::vector<std::uint64_t> ways_;     // of each of them and those before
};

}  // namespace mu
