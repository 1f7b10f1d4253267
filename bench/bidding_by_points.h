// The bidder that bridge's rule player had before it had a system, to measure the system against:
// high cards and long suits are counted, a bid promises points for the side, and the contract for
// which they are enough is bid at once.
#pragma once

#include <array>

#include <mu/games/bridge.h>
#include <mu/policy/rule.h>

namespace mu::by_points {

constexpr int rank_ace = 12;

inline int high_cards(card_mask hand) {
    int sum = 0;
    ops::for_each(hand, [&](card c) { sum += std::max(0, rank_of<bridge>(c) - (rank_ace - 4)); });
    return sum;
}
inline int length(card_mask hand, suit s) { return ops::popcount(hand & suit_masks<bridge>[s]); }

// High cards, and one for each card beyond the fourth of a suit.
inline int points_of(card_mask hand) {
    int sum = high_cards(hand);
    for (const suit s : all_suits) sum += std::max(0, length(hand, s) - 4);
    return sum;
}

inline bool is_balanced(card_mask hand) {
    int doubletons = 0;
    for (const suit s : all_suits) {
        if (length(hand, s) < 2 || length(hand, s) > 5) return false;
        doubletons += length(hand, s) == 2 ? 1 : 0;
    }
    return doubletons <= 1;
}

// Points of the two hands together that a contract asks for.
inline int points_for(int level, denomination d) {
    constexpr std::array<int, 8> suits{0, 18, 20, 23, 25, 28, 33, 37};
    constexpr std::array<int, 8> no_trump{0, 20, 23, 25, 28, 31, 33, 37};
    const auto at = static_cast<std::size_t>(level);
    return d == denomination::no_trump ? no_trump[at] : suits[at];
}
inline int game_level(denomination d) {
    return d == denomination::no_trump ? 3 : d >= denomination::hearts ? 4 : 5;
}

// What the calls of a seat have told.
struct shown {
    int points = 0;
    std::array<int, suit_count> length{};
    bool has_bid = false;
};

inline std::array<shown, 4> read_calls(public_record record) {
    std::array<shown, 4> told{};
    for (const auto& [who, what] : record) {
        if (!what || *what < bridge::first_bid || *what >= bridge::first_claim) continue;
        const auto bid = static_cast<bridge_bid>(*what - bridge::first_bid);
        const denomination d = bridge_denomination(bid);
        shown& me = told[static_cast<std::size_t>(who)];
        const shown& partner = told[static_cast<std::size_t>(partner_of(who))];
        const int level = bridge_level(bid);
        const int opening = d == denomination::no_trump && level == 1 ? 15 : 12;
        const int least = partner.has_bid ? points_for(level, d) - partner.points
                                          : std::max(opening, points_for(level, d) - 8);
        me.points = std::max(me.points, least);
        me.has_bid = true;
        if (d == denomination::no_trump)
            for (int& n : me.length) n = std::max(n, 2);
        else if (int& n = me.length[static_cast<std::size_t>(trump_suit(d))]; n < 4)
            n = partner.length[static_cast<std::size_t>(trump_suit(d))] >= 4 ? 3 : 4;
        else
            n = std::min(n + 1, 6);  // bid again
    }
    return told;
}

// The denomination this hand likes best, given what the partner has shown, and how many of it the
// side is sure to hold.
struct preference {
    denomination d = denomination::no_trump;
    int fit = 7;
};

inline preference best_denomination(card_mask hand, const shown& partner) {
    preference out;
    double most = 7.2 + (is_balanced(hand) ? 0.4 : 0);  // below this no trump is better
    for (const suit s : all_suits) {
        const int mine = length(hand, s), theirs = partner.length[static_cast<std::size_t>(s)];
        const bool major = s == suit::spades || s == suit::hearts;
        const double x = mine + std::max(theirs, partner.has_bid ? 1 : 2) + (major ? 0.5 : 0);
        if (mine >= 3 && x > most) most = x, out = {denomination_of(s), mine + theirs};
    }
    return out;
}

inline action call(const view<bridge>& v, public_record record) {
    const auto& x = v.seen.extra;
    const card_mask hand = v.seen.hands[v.observer];
    const auto told = read_calls(record);
    const shown& partner = told[static_cast<std::size_t>(partner_of(v.observer))];
    const shown& mine = told[static_cast<std::size_t>(v.observer)];
    const int points = points_of(hand), together = points + partner.points;
    const bool theirs =
        x.last_bid != no_bridge_bid && partnership_of(x.bidder) != partnership_of(v.observer);
    const auto can_bid = [&](int level, denomination d) {
        return level <= 7 && may(v.legal, bridge::bid_action(make_bridge_bid(level, d)));
    };

    if (!partner.has_bid && !mine.has_bid) {  // to open, or to overcall
        if (points < (theirs ? 11 : 12)) return bridge::pass;
        if (!theirs && is_balanced(hand) && points >= 15 && points <= 18 &&
            can_bid(1, denomination::no_trump))
            return bridge::bid_action(make_bridge_bid(1, denomination::no_trump));
        suit longest = suit::spades;
        for (const suit s : all_suits)
            if (length(hand, s) > length(hand, longest)) longest = s;
        if (theirs && length(hand, longest) < 5) return bridge::pass;
        const denomination d = denomination_of(longest);
        for (int level = 1; level <= 2; ++level)
            if (can_bid(level, d) && (level == 1 || points >= 13))
                return bridge::bid_action(make_bridge_bid(level, d));
        return bridge::pass;
    }

    preference like = best_denomination(hand, partner);
    if (!partner.has_bid && together < 18) return bridge::pass;
    // Nine tricks without trumps are nearer than eleven in a minor suit.
    if (like.d < denomination::hearts && together >= 25 && together < 30)
        like.d = denomination::no_trump;
    int goal = 0;
    if (together >= 37)
        goal = 7;
    else if (together >= 33)
        goal = 6;
    else if (together >= points_for(game_level(like.d), like.d))
        goal = game_level(like.d);
    const bool settled = !theirs && x.last_bid != no_bridge_bid &&
                         bridge_level(x.last_bid) >= game_level(bridge_denomination(x.last_bid));
    if (goal > 0 && !(settled && goal < 6) && can_bid(goal, like.d))
        return bridge::bid_action(make_bridge_bid(goal, like.d));
    if (theirs && x.stake == doubling::none && may(v.legal, bridge::x) && together >= 23 &&
        bridge_level(x.last_bid) >= 3)
        return bridge::x;
    // A part score: one bid each, or to compete.
    const bool agreed = !theirs && bridge_denomination(x.last_bid) == like.d;
    if (!settled && !agreed && !(mine.has_bid && !theirs && like.fit < 8))
        for (int level = 1; level <= 3; ++level)
            if (can_bid(level, like.d) && together >= points_for(level, like.d))
                return bridge::bid_action(make_bridge_bid(level, like.d));
    return bridge::pass;
}

}  // namespace mu::by_points
