// What an observer believes about the hidden cards, and a full state drawn from it.
//
//     belief_state<whist> belief;
//     belief.init(view_of(start, me));
//     belief.update_on_play(view_of(s, me));                   // after every action
//     const double p = belief.prob[belief.row(seat::east)][c];  // of east holding c
//     const game_state<whist> w = determinize(belief, generator);
//
// With hard facts alone all worlds that fit them are equally likely (in ulti as likely as there are
// courses of the auction that lead to them), and `prob` holds the exact chances. Soft evidence
// multiplies the weight of a card in a place (weigh()); worlds are then drawn in proportion to the
// product of the weights of their cards. Chances are computed when `prob` is first read: who only
// draws worlds does not pay for them.
#pragma once

#include <algorithm>

#include <mu/belief/weighted_worlds.h>

namespace mu {

template <variant V>
class belief_state {
public:
    static constexpr int cards = deck_traits<V>::cards;
    // The other seats from the observer's left on (with four seats as seat_to_opp counts them),
    // then the two other places: aside, discard.
    static constexpr int others = V::seats - 1, rows = others + 2;
    static constexpr int row_aside = others, row_discard = others + 1;
    // That chances stand on where joint facts leave too many worlds to look at all of them.
    static constexpr int draws = 4096;

    // prob[row][c]: the chance of card c lying there. Reading is not for several threads at once.
    class chance_table {
    public:
        using row_of = std::array<double, cards>;

        const row_of& operator[](std::size_t r) const { return read()[r]; }
        friend bool operator==(const chance_table& a, const chance_table& b) {
            return a.read() == b.read();
        }
        bool is_known() const { return known_; }  // computed since the last change

    private:
        friend belief_state;
        explicit chance_table(const belief_state& of) : of_(&of) {}
        const std::array<row_of, rows>& read() const {
            if (!known_) of_->find_chances(chances_);
            known_ = true;
            return chances_;
        }
        const belief_state* of_;
        mutable bool known_ = true;  // before init(): no chance of anything
        mutable std::array<row_of, rows> chances_{};
    };

    seat observer = seat::north;
    chance_table prob{*this};
    std::array<card_mask, rows> possible{};  // cards that may lie there by hard facts

    belief_state() = default;
    belief_state(const belief_state& from) { *this = from; }
    belief_state& operator=(const belief_state& from) {
        if (this == &from) return *this;
        observer = from.observer;
        prob.known_ = from.prob.known_;
        prob.chances_ = from.prob.chances_;
        possible = from.possible;
        facts_ = from.facts_;
        weight_ = from.weight_;
        weighted_ = from.weighted_;
        if (facts_) prepare();
        return *this;
    }
    ~belief_state() = default;

    // REQUIRES for all below: init() came first.
    // The view of the observer before the first action of a deal; a later one is a
    // std::invalid_argument, unless watched::from_here says that what came before it does not count
    // (hard_facts<V>).
    void init(const view<V>& first, watched since = watched::from_start) {
        facts_.emplace(hard_facts<V>(first, since));
        observer = first.observer;
        weighted_ = false;
        renormalize();
    }
    // The view after the next action, a card or any other. If no world fits, it throws a
    // std::invalid_argument.
    void update_on_play(const view<V>& after) {
        see(after);
        renormalize();
    }
    // The same without working out what follows: renormalize() does, after the last of several.
    void see(const view<V>& after) { facts_->see(after); }
    // Soft evidence: card c in this row becomes so many times as likely as it was, before the sizes
    // of the places are minded. renormalize() works out what follows. REQUIRES: factor >= 0.
    void weigh(int at, card c, double factor) {
        if (!weighted_)
            for (auto& row_of_weights : weight_) row_of_weights.fill(1);
        weighted_ = true;
        weight_[place(at)][c] *= factor;
    }
    // Takes back all that weigh() did; renormalize() works out what follows.
    void unweigh() { weighted_ = false; }
    // What weigh() has made of it.
    double weight(int at, card c) const { return weighted_ ? weight_[place(at)][c] : 1; }

    // Works out the worlds and `possible` from facts and weights; `prob` follows when it is read:
    // exact, but for joint facts that leave too many worlds to look at all of them; then the shares
    // of 4096 draws, the same ones each time.
    void renormalize() {
        prepare();
        const hidden_places<V>& places = worlds_.places();
        for (int r = 0; r < rows; ++r) {
            const int at = places.find(place(r));
            possible[r] = places.known[place(r)];
            if (at >= 0) possible[r] |= places.problem.allowed[at] & places.problem.cards;
        }
        prob.known_ = false;
    }

    const hard_facts<V>& facts() const { return *facts_; }
    const world_set<V>& worlds() const { return worlds_; }

    world<V> draw(rng& generator, const draw_budget& budget = {}) const {
        return weighted_ ? by_weight_.draw(generator, budget) : worlds_.draw(generator, budget);
    }
    // Worlds for one decision, and how many of them there are: see world_set<V>.
    std::size_t draw(std::span<world<V>> out, rng& generator,
                     const draw_budget& budget = {}) const {
        return weighted_ ? by_weight_.draw(out, generator, budget)
                         : worlds_.draw(out, generator, budget);
    }

    int row(seat who) const { return (index(who) - index(observer) + V::seats) % V::seats - 1; }
    // The place of a row, as in world<V>.
    int place(int r) const {
        return r >= others ? place_aside + r - others : (index(observer) + 1 + r) % V::seats;
    }
    // REQUIRES: the place is not the observer's hand.
    int row_of_place(int at) const {
        return at >= place_aside ? others + at - place_aside : row(static_cast<seat>(at));
    }

private:
    static constexpr std::uint64_t listed_worlds = 1 << 12;
    using table = typename weighted_world_set<V>::weights;

    void prepare() {
        worlds_.prepare(*facts_, listed_worlds);
        if (weighted_ && !by_weight_.prepare(worlds_, weight_))
            throw std::invalid_argument("beliefs: the weights leave no world");
    }

    void find_chances(std::array<typename chance_table::row_of, rows>& out) const {
        table chances{};
        if (!worlds_.is_joint()) {
            if (weighted_) {
                by_weight_.card_chances(chances);
            } else {
                typename world_set<V>::table counts;
                worlds_.card_counts(counts);
                for (int p = 0; p < place_count; ++p)
                    for (int c = 0; c < cards; ++c)
                        chances[p][c] = static_cast<double>(counts[p][c]) /
                                        static_cast<double>(worlds_.count());
            }
        } else if (worlds_.is_exact()) {
            for (std::uint64_t i = 0; i < worlds_.count(); ++i)
                add(worlds_.at(i), static_cast<double>(worlds_.weight(i)), chances);
        } else {
            rng generator(0);
            for (int i = 0; i < draws; ++i) {
                const world<V> w = draw(generator);
                add_weighted(w, 1.0 / draws, chances);
            }
        }
        if (worlds_.is_joint() && worlds_.is_exact()) scale(chances);
        for (int r = 0; r < rows; ++r)
            std::copy_n(chances[place(r)].begin(), cards, out[static_cast<std::size_t>(r)].begin());
    }

    void add(const world<V>& w, double weight, table& to) const {
        if (weighted_)
            for (int p = 0; p < place_count; ++p)
                if (world<V>::has(p))
                    ops::for_each(w[p] & worlds_.places().problem.cards,
                                  [&](card c) { weight *= weight_[p][c]; });
        add_weighted(w, weight, to);
    }
    static void add_weighted(const world<V>& w, double weight, table& to) {
        for (int p = 0; p < place_count; ++p)
            if (world<V>::has(p)) ops::for_each(w[p], [&](card c) { to[p][c] += weight; });
    }
    // Makes the chances of every card sum to 1.
    static void scale(table& chances) {
        for (int c = 0; c < cards; ++c) {
            double sum = 0;
            for (const auto& row_of : chances) sum += row_of[c];
            for (auto& row_of : chances) row_of[c] = sum > 0 ? row_of[c] / sum : 0;
        }
    }

    std::optional<hard_facts<V>> facts_;
    world_set<V> worlds_;
    bool weighted_ = false;
    table weight_{};
    weighted_world_set<V> by_weight_;
};

// A full state that fits the beliefs: where nothing but hard facts is known each one is equally
// likely, otherwise in proportion to the weights.
template <variant V>
game_state<V> determinize(const belief_state<V>& belief, rng& generator,
                          const draw_budget& budget = {}) {
    return belief.worlds().state(belief.draw(generator, budget), generator);
}

}  // namespace mu
