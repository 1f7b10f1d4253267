// Bridge by rule: calls by the natural system, whose meanings everybody reads alike, cards by
// sense.

#include <mu/games/bridge.h>
#include <mu/games/bridge/bidding.h>
#include <mu/games/bridge/solving.h>
#include <mu/policy/rule.h>

namespace mu {

namespace {

constexpr play_weights declarer_sense{
    .trump_floor = 0.3F, .length = 0, .lead_trump = 0.5F, .lead_theirs = 0.1F};
constexpr play_weights defender_sense{.length = 0,
                                      .lead_trump = -0.15F,
                                      .lead_partner = 0.15F,
                                      .lead_theirs = 0.1F,
                                      .lead_short = 0.1F};

action call(const view<bridge>& v, public_record record) {
    const action by_system =
        natural_system().call(auction_of(v.seen, record), v.seen.hands[v.observer]);
    return may(v.legal, by_system) ? by_system : bridge::pass;  // a state without its history
}

// Whoever is asked about a claim sees his own hand, dummy's and the claimer's, so the last one is
// what is left: the tricks to come are solved with open hands. An opponent grants what the claimer
// takes so and no more; the claimer's partner gives away none of them.
action answer_claim(const view<bridge>& v) {
    game_state<bridge> s = v.seen;
    card_mask hidden = deck_traits<bridge>::all_cards & ~card_mask{s.played};
    int unseen = 0;
    std::size_t whose = 0;
    for (std::size_t k = 0; k < v.cards_left.size(); ++k) {
        hidden &= ~card_mask{s.hands[k]};
        if (s.hands[k] != 0 || v.cards_left[k] == 0) continue;
        ++unseen;
        whose = k;
    }
    if (unseen > 1) return bridge::reject;  // a state that no claim leads to
    if (unseen == 1) s.hands[whose] = hidden;

    const auto side = partnership_of(controller_of(s));
    const int claimed = s.extra.claimed;
    s.extra.now = bridge::phase::play;
    s.extra.claimed = s.extra.accepted = 0;
    solver<bridge> solve;
    const int ns = solve.value(s).low;
    const int due =
        (side == 0 ? ns : bridge::play.tricks - ns) - s.tricks_won[static_cast<std::size_t>(side)];
    const bool agrees = partnership_of(v.observer) == side ? claimed >= due : claimed <= due;
    return agrees ? bridge::accept : bridge::reject;
}

}  // namespace

action rule_choice(const view<bridge>& v, public_record record) {
    switch (v.seen.extra.now) {
        case bridge::phase::auction:
            return call(v, record);
        case bridge::phase::claim:  // never of its own will
            return bridge::claim_action(0);
        case bridge::phase::answer:
            return answer_claim(v);
        default:
            break;
    }
    const bool declares = partnership_of(v.observer) == partnership_of(v.seen.extra.declarer);
    return play_by_sense(v, {}, declares ? declarer_sense : defender_sense, record);
}

}  // namespace mu
