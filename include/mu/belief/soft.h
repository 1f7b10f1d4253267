// Soft evidence: what a card or a call makes likely, though not certain.
//
// A rule looks at one action as the observer's views show it and names cards that are so much more,
// or less, likely to lie in a place after it. Factors multiply: the weight of a world is the
// product of the weights of its cards (belief_state::weigh()), so facts stay facts and a world that
// fits them keeps a chance above zero.
//
//     soft_belief<whist> east_thinks;                // with soft_rules<whist>()
//     east_thinks.init(view_of(start, seat::east));
//     east_thinks.update_on_play(view_of(s, seat::east));
//     east_thinks.belief().prob ...
//
// The rules of each game, with values fitted to games played, are in belief/soft_rules.h.
#pragma once

#include <cmath>
#include <span>

#include <mu/belief/weigher.h>
#include <mu/play/points.h>

namespace mu {

// One action of somebody else's, as the observer saw it. Built from the views before and after it:
// there is no way in for a full state.
template <variant V>
struct play_context {
    const view<V>& before;
    const view<V>& after;
    seat observer;
    seat who;               // acted, or had the card that was played
    card played = no_card;  // no_card: a call, or anything else that is no card
    card_mask unseen = 0;   // cards of others that the observer could not see, `played` left out
    card_mask alive = 0;    // cards not yet played before this one

    // Of cards played only.
    order_of<V> order{};      // how cards ranked
    card_mask trumps = 0;     // all that count as trumps
    card_mask led = 0;        // all that count to the suit led, by this card if it led
    card_mask beaters = 0;    // cards that would have won the trick so far; none if this card led
    int position = 0;         // in the trick: 0 led
    bool last = false;        // nobody plays after it
    bool follows = false;     // it is of the suit led by another
    bool wins = false;        // the trick so far; a lead does
    bool for_side = false;    // his side was winning before he played
    bool on_chooser = false;  // he plays on the side that chose trumps or contract

    constexpr bool is_play() const { return played != no_card; }
    constexpr bool leads() const { return is_play() && position == 0; }
    // A card that the observer has not seen would have followed suit and won.
    constexpr bool winnable() const { return (beaters & led & unseen) != 0; }
    constexpr bool is_trump() const { return (trumps & bit(played)) != 0; }
    constexpr bool plays_with_observer() const {
        return who != observer && same_side(before.seen, who, observer);
    }

    // The suit of the card played, by strength.
    constexpr card_mask suited() const {
        return effective_suit_mask<V>(effective_suit<V>(played, order), order);
    }
    constexpr card_mask over() const { return stronger<V>(played, order); }
    constexpr card_mask under() const { return suited() & ~over() & ~bit(played); }
    // Cards that nothing in their own suit beats any more.
    constexpr card_mask masters() const {
        card_mask out = 0;
        ops::for_each(alive, [&](card c) {
            if ((stronger<V>(c, order) & alive) == 0) out |= bit(c);
        });
        return out;
    }
};

// What happened between two views of one seat that follow each other. They must outlive it.
template <variant V>
constexpr play_context<V> context_of(const view<V>& before, const view<V>& after) {
    using play = trick_play<V>;
    const game_state<V>& s = before.seen;
    play_context<V> x{
        .before = before, .after = after, .observer = before.observer, .who = rules<V>::to_act(s)};
    x.alive = deck_traits<V>::all_cards & ~card_mask{s.played};
    x.unseen = x.alive;
    for (int k = 0; k < V::seats; ++k) x.unseen &= ~card_mask{s.hands[k]};
    const card_mask fresh = after.seen.played & ~card_mask{s.played};
    if (fresh == 0) return x;

    const card c = x.played = ops::lsb_index(fresh);
    x.unseen &= ~fresh;
    x.who = s.current_player;
    x.order = play::order(s);
    x.trumps = effective_suit_mask<V>(trump_of<V>(x.order), x.order);
    const std::optional<seat> chooser = chooser_of(s);
    x.on_chooser = chooser && same_side(s, x.who, *chooser);
    if (play::leading(s)) {
        x.led = x.suited();
        x.wins = true;
        return x;
    }
    x.led = effective_suit_mask<V>(s.trick.lead_suit, x.order);
    x.beaters = play::beaters(s);
    x.position = s.trick.num_played;
    x.last = x.position + 1 == play::trick_size(s);
    x.follows = (x.led & fresh) != 0;
    x.wins = (x.beaters & bit(c)) != 0;
    x.for_side = same_side(s, s.trick.current_winner, x.who);
    return x;
}

// The cards a rule speaks of: in a place (as in world<V>) their weight is multiplied by the factor
// of the rule, to a power.
struct soft_effects {
    struct effect {
        int place = 0;
        card_mask cards = 0;
        double power = 1;
    };
    std::array<effect, 8> list{};
    int count = 0;

    constexpr void add(int place, card_mask cards, double power = 1) {
        assert(count < static_cast<int>(list.size()));
        if (cards != 0) list[static_cast<std::size_t>(count++)] = {place, cards, power};
    }
    static constexpr soft_effects on(seat who, card_mask cards, double power = 1) {
        soft_effects out;
        out.add(index(who), cards, power);
        return out;
    }
    constexpr const effect* begin() const { return list.data(); }
    constexpr const effect* end() const { return list.data() + count; }
};

// A rule of thumb. Its factor is base_factor^strength: strength 0 turns it off, 1 takes the factor
// as it is given.
template <variant V>
struct soft_rule {
    const char* name = "";
    double strength = 1;
    double base_factor = 1;
    bool (*predicate)(const play_context<V>&) = nullptr;  // does it apply?
    soft_effects (*apply)(const play_context<V>&) = nullptr;

    double factor() const { return std::pow(base_factor, strength); }
};

// Calls effect(rule number, place, cards, power) for all that the rules say of the action between
// two views. The observer's own actions tell him nothing.
template <variant V, typename Effect>
void for_each_effect(const view<V>& before, const view<V>& after,
                     std::span<const soft_rule<V>> rules_of_thumb, Effect&& effect) {
    const play_context<V> x = context_of<V>(before, after);
    if (x.who == x.observer) return;
    for (std::size_t i = 0; i < rules_of_thumb.size(); ++i) {
        if (!rules_of_thumb[i].predicate(x)) continue;
        for (const auto& e : rules_of_thumb[i].apply(x))
            if (e.place != index(x.observer)) effect(i, e.place, e.cards, e.power);
    }
}

// Multiplies the weights of a belief by what the rules say of the action between two views.
// belief.renormalize() works out what follows.
template <variant V>
void weigh_by_rules(belief_state<V>& belief, const view<V>& before, const view<V>& after,
                    std::span<const soft_rule<V>> rules_of_thumb) {
    for_each_effect<V>(before, after, rules_of_thumb,
                       [&](std::size_t i, int place, card_mask cards, double power) {
                           const double times = std::pow(rules_of_thumb[i].factor(), power);
                           ops::for_each(cards, [&](card c) {
                               belief.weigh(belief.row_of_place(place), c, times);
                           });
                       });
}

// The shipped rules of a game, with fitted values: in belief/soft_rules.h.
template <variant V>
std::span<const soft_rule<V>> soft_rules();

// A belief that minds soft rules.
template <variant V>
class soft_belief {
public:
    // The rules must stay where they are.
    explicit soft_belief(std::span<const soft_rule<V>> by = soft_rules<V>()) : rules_(by) {}

    // As those of belief_state<V>; see() leaves it to renormalize() to work out what follows.
    void init(const view<V>& first, watched since = watched::from_start) {
        belief_.init(first, since);
        last_ = first;
    }
    void see(const view<V>& after) {
        belief_.see(after);
        weigh_by_rules<V>(belief_, last_, after, rules_);
        last_ = after;
    }
    void update_on_play(const view<V>& after) {
        see(after);
        belief_.renormalize();
    }
    void renormalize() { belief_.renormalize(); }
    // Weights of somebody else in place of those of the rules. As see(), without what follows.
    void weigh_by(card_weigher<V>& who) { who.weigh(belief_); }

    const belief_state<V>& belief() const { return belief_; }

private:
    std::span<const soft_rule<V>> rules_;
    belief_state<V> belief_;
    view<V> last_{};
};

}  // namespace mu
