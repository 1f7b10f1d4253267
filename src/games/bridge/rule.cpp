// Bridge by rule: calls by the natural system, whose meanings everybody reads alike, cards by
// sense.

#include <mu/games/bridge.h>
#include <mu/games/bridge/bidding.h>
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

}  // namespace

action rule_choice(const view<bridge>& v, public_record record) {
    switch (v.seen.extra.now) {
        case bridge::phase::auction:
            return call(v, record);
        case bridge::phase::claim:  // never of its own will
            return bridge::claim_action(0);
        case bridge::phase::answer:
            return bridge::reject;
        default:
            break;
    }
    const bool declares = partnership_of(v.observer) == partnership_of(v.seen.extra.declarer);
    return play_by_sense(v, {}, declares ? declarer_sense : defender_sense, record);
}

}  // namespace mu
