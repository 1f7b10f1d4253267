// Contrée: bids the points the hand should bring with a partner of average strength.

#include <mu/games/contree.h>
#include <mu/policy/rule.h>

namespace mu {

namespace {

constexpr play_weights taker_sense{.keep = 1, .trump_floor = 0.26F, .lead_trump = 0.4F};
constexpr play_weights defender_sense{.keep = 1, .lead_trump = -0.1F};

enum rank : int { nine = 2, jack = 3, ten = 6, ace = 7 };

bool holds(card_mask hand, suit s, int rank) {
    return (hand & bit(make_card<contree>(s, rank))) != 0;
}

// Points the hand brings in a trump suit, its partner's share not counted.
int hand_points(card_mask hand, suit trump) {
    const int trumps = ops::popcount(hand & suit_masks<contree>[trump]);
    int sum = 0;
    if (holds(hand, trump, jack)) sum += 28;
    if (holds(hand, trump, nine)) sum += holds(hand, trump, jack) || trumps >= 3 ? 20 : 8;
    if (holds(hand, trump, ace)) sum += 11;
    if (holds(hand, trump, ten)) sum += trumps >= 3 ? 8 : 4;
    sum += 5 * trumps;
    if ((detail::contree_pair(trump) & ~hand) == 0) sum += 20;
    for (const suit s : all_suits) {
        if (s == trump) continue;
        if (holds(hand, s, ace)) sum += 13;
        if (holds(hand, s, ace) && holds(hand, s, ten)) sum += 9;
    }
    return sum;
}

// What to bid and in which suit; 0 if nothing.
struct offer {
    int value = 0;
    suit in = suit::spades;
};

// Whether the seat has bid before: partners who raise each other again and again count the same
// cards twice.
bool has_bid(public_record record, seat who) {
    const auto is_bid = [&](const seen_action& a) {
        if (a.who != who || !a.what || *a.what < rules<contree>::first_call) return false;
        const int call = *a.what - rules<contree>::first_call;
        return contree_calls::is_level(call) ||
               (call < contree_calls::count && contree_calls::is_bid(call));
    };
    return std::ranges::any_of(record, is_bid);
}

offer best_offer(const view<contree>& v, public_record record) {
    const auto& x = v.seen.extra;
    const card_mask hand = v.seen.hands[v.observer];
    const bool partner_bid = x.bid != contree_calls::pass && x.stage != contree::phase::strain &&
                             x.bidder == partner_of(v.observer);
    offer out;
    for (const suit s : all_suits) {
        const int trumps = ops::popcount(hand & suit_masks<contree>[s]);
        int value = hand_points(hand, s) + 22;
        if (partner_bid && contree_calls::suit_of(x.bid) == s) {
            if (has_bid(record, v.observer)) continue;
            // He has counted an average partner; what is better than that is to be added.
            const int stands = contree_calls::is_capot(x.bid)
                                   ? 250
                                   : contree_calls::number_of(contree_calls::level_of(x.bid));
            value = stands + hand_points(hand, s) - 30;
        } else if (trumps < 3 || !(holds(hand, s, jack) || holds(hand, s, nine) || trumps >= 5)) {
            continue;
        }
        if (value > out.value) out = {value, s};
    }
    return out;
}

action call(const view<contree>& v, public_record record) {
    using namespace contree_calls;
    const auto& x = v.seen.extra;
    const card_mask hand = v.seen.hands[v.observer];
    const bool two_steps = x.house.in_two_steps();
    const auto id = [](int call) { return static_cast<action>(rules<contree>::first_call + call); };
    const offer best = best_offer(v, record);
    if (x.stage == contree::phase::strain) return id(first_strain + index(best.in));

    const action double_it = id(two_steps ? coinche_in_two_steps : coinche);
    if (may(v.legal, double_it) && !is_capot(x.bid)) {
        const suit trump = suit_of(x.bid);
        const int mine = trump == suit::none ? 0 : hand_points(hand, trump);
        if (mine + 22 > 172 - number_of(level_of(x.bid)) && mine >= 60) return double_it;
    }
    // The whole value at once, or as near to it as can be said.
    for (int number = std::min(best.value / 10 * 10, 160); number >= 80; number -= 10) {
        const int level = level_at(number);
        const action a = id(two_steps ? first_level + level : bid(level, best.in));
        if (may(v.legal, a)) return a;
    }
    return id(two_steps ? pass_in_two_steps : pass);
}

}  // namespace

action rule_choice(const view<contree>& v, public_record record) {
    if (v.seen.extra.stage != contree::phase::play) return call(v, record);
    const bool takers = partnership_of(v.observer) == partnership_of(v.seen.extra.bidder);
    return play_by_sense(v, {.trick = 3, .point = 1}, takers ? taker_sense : defender_sense,
                         record);
}

}  // namespace mu
