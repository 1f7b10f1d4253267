// Belote contrée (coinche): four players, two partnerships, an auction, eight tricks.
//
// Source: the variant of the project Avo-k/colver, close to the rules of the Cannes championship.
// docs/games/contree.md gives rules, options and identifiers in full.
#pragma once

#include <mu/games/contree/table.h>
#include <mu/games/facets.h>
#include <mu/games/view.h>

namespace mu {

namespace detail {

// The king and queen of trumps. Empty where there are none: before the end of the auction, in sans
// atout and in tout atout.
constexpr card_mask contree_pair(suit trump) {
    if (trump == suit::none) return 0;
    return bit(make_card<contree>(trump, contree::rank_queen)) |
           bit(make_card<contree>(trump, contree::rank_king));
}

}  // namespace detail

// Hooks of the card play.

// Asked of states read from text too, so any byte may stand for the bid.
constexpr contree::order order_now(const game_state<contree>& s) {
    if (s.trump != suit::none) return contree::trump_order(s.trump);
    return contree_calls::is_bid_in_two_steps(s.extra.bid)
               ? contree_calls::strain_of(int{s.extra.bid})
               : contree::order::no_trump;
}

constexpr int follow_choice(const game_state<contree>& s) {
    return contree::follow_choice(s.extra.house, order_now(s) == contree::order::all_trump);
}

constexpr void complete_position(const game_state<contree>& s, const play_space<contree>&,
                                 play_position<std::uint32_t, 4>& p) {
    p.other_play = order_now(s) == contree::order::all_trump ? 1 : 0;
}

// Counts the trick, the last one with its bonus: 10, or 100 with all eight tricks.
constexpr void trick_done(game_state<contree>& s) {
    const auto team = static_cast<std::size_t>(partnership_of(s.trick.current_winner));
    int points = card_points<contree>(s.trick.mask, order_now(s));
    if (s.tricks_remaining == 0) points += s.tricks_won[team] == 8 ? 100 : 10;
    s.extra.points[team] = static_cast<std::uint8_t>(s.extra.points[team] + points);
}

template <>
struct rules<contree> : trick_play<contree> {
    static constexpr int first_call = deck_traits<contree>::cards;  // the action id of a pass

    static constexpr bool is_over(const state& s) {
        return s.extra.stage == contree::phase::passed_out || s.tricks_remaining == 0;
    }
    static constexpr seat to_act(const state& s) { return s.current_player; }
    static constexpr action_set legal_actions(const state& s) {
        if (is_over(s)) return {};
        if (s.extra.stage == contree::phase::play) return {legal_moves(s), 0};
        return {legal_calls(s), static_cast<action>(first_call + first_of_calls(s))};
    }
    // REQUIRES: the action is legal.
    static constexpr void apply(state& s, action a) {
        if (s.extra.stage == contree::phase::play)
            play_card(s, a);
        else
            make_call(s, a - first_call);
    }

    // The call that bit 0 of legal_calls stands for.
    static constexpr int first_of_calls(const state& s) {
        return s.extra.house.in_two_steps() ? contree_calls::first_in_two_steps : 0;
    }

    // The calls from first_of_calls on. REQUIRES: the auction is not over, as for make_call.
    static constexpr contree_calls::call_mask legal_calls(const state& s) {
        using namespace contree_calls;
        const contree::extra& x = s.extra;
        const bool two_steps = x.house.in_two_steps();
        if (x.stage == contree::phase::strain) return strains_of(x.house);

        const bool standing = x.bid != pass;
        const bool own = partnership_of(s.current_player) == partnership_of(x.bidder);
        const bool may_bid = x.coinche == 0 && x.stage != contree::phase::interjection;
        const int level = standing ? level_of(x.bid) : -1;
        const ladder of = x.house.ladder();
        call_mask calls = 0;  // bids, or levels
        if (may_bid)
            calls = two_steps ? levels_above(level, of) << (first_level - first_in_two_steps)
                              : bids_above(level, of.cap);
        const auto add = [&](int in_one, int in_two) {
            calls |= contree_calls::bit(two_steps ? in_two - first_in_two_steps : in_one);
        };
        add(pass, pass_in_two_steps);
        if (standing && x.coinche == 0 && !own) add(coinche, coinche_in_two_steps);
        if (x.coinche != 0 && own) add(surcoinche, surcoinche_in_two_steps);
        return calls;
    }

    // REQUIRES: the call is legal.
    static constexpr void make_call(state& s, int call) {
        using namespace contree_calls;
        assert(legal_calls(s) & contree_calls::bit(call - first_of_calls(s)));
        contree::extra& x = s.extra;
        const seat who = s.current_player;
        if (is_level(call)) {  // the same seat names the strain
            x.passes = 0;
            x.bid = static_cast<std::uint8_t>(bid_in_two_steps(call - first_level, strain::spades));
            x.bidder = who;
            x.stage = contree::phase::strain;
            return;
        }
        const bool interjected = x.stage == contree::phase::interjection;
        const int said = in_one_step(call);
        s.current_player = next_seat(who);
        x.stage = contree::phase::auction;
        if (said == pass) {
            if (interjected)
                s.current_player = next_seat(x.bidder);  // now in turn; nothing was said
            else if (++x.passes == (x.bid == pass ? 4 : 3))
                close_auction(s);
        } else if (said == surcoinche) {
            x.coinche = 2;
            close_auction(s);
        } else {
            x.passes = 0;
            if (said == coinche) {
                x.coinche = 1;
                return;
            }
            x.bid = static_cast<std::uint8_t>(is_strain(call) ? x.bid + call - first_strain : call);
            x.bidder = who;
            if (x.house.coinche_out_of_turn) {
                x.stage = contree::phase::interjection;
                s.current_player = seat_after<contree>(who, 3);
            }
        }
    }

    // The first of king and queen of trumps is announced if its player holds the other one.
    // REQUIRES: the card is legal.
    static constexpr void play_card(state& s, card c) {
        const card_mask pair = detail::contree_pair(s.trump);
        if ((pair & bit(c)) != 0 && (pair & ~card_mask{s.hands[s.current_player]}) == 0)
            s.extra.belote = static_cast<std::int8_t>(s.current_player);
        trick_play<contree>::play_card(s, c);
    }

private:
    static constexpr contree_calls::call_mask strains_of(const contree_house& house) {
        using namespace contree_calls;
        const call_mask all = house.all_contracts ? 0x3F : 0xF;
        return all << (first_strain - first_in_two_steps);
    }
    static constexpr void close_auction(state& s) {
        if (s.extra.bid == contree_calls::pass) {
            s.extra.stage = contree::phase::passed_out;
            return;
        }
        s.extra.stage = contree::phase::play;
        s.extra.passes = 0;
        s.trump = contree_calls::suit_of(s.extra.bid);
        s.current_player = next_seat(s.dealer);
    }
};

constexpr deal_phase phase_of(const game_state<contree>& s) {
    if (rules<contree>::is_over(s)) return deal_phase::over;
    return s.extra.stage == contree::phase::play ? deal_phase::play : deal_phase::auction;
}
constexpr std::optional<seat> chooser_of(const game_state<contree>& s) {
    return s.extra.stage == contree::phase::play ? std::optional(s.extra.bidder) : std::nullopt;
}

// A deal about to be bid: the seat after the dealer speaks first, and leads.
// REQUIRES: the hands are disjoint, of eight cards each.
constexpr game_state<contree> contree_start(const per_seat<card_mask>& hands,
                                            const contree::options& o, seat dealer) {
    game_state<contree> s;
    for (int k = 0; k < 4; ++k) s.hands[k] = static_cast<std::uint32_t>(hands[k]);
    s.dealer = dealer;
    s.current_player = next_seat(dealer);
    s.tricks_remaining = static_cast<std::uint8_t>(ops::popcount(hands[0]));
    s.extra.house = o.house;
    return s;
}

// The same with the auction over: `bidder` has bought it. REQUIRES: `bid` is a bid.
constexpr game_state<contree> contree_start_play(const per_seat<card_mask>& hands,
                                                 const contree::options& o, seat dealer, int bid,
                                                 seat bidder, int coinche = 0) {
    game_state<contree> s = contree_start(hands, o, dealer);
    s.trump = contree_calls::suit_of(bid);
    s.extra.stage = contree::phase::play;
    s.extra.bid = static_cast<std::uint8_t>(bid);
    s.extra.bidder = bidder;
    s.extra.coinche = static_cast<std::uint8_t>(coinche);
    return s;
}

// The deal in `places`, as contree::layout orders them.
constexpr game_state<contree> start_deal(contree, const contree::options& o,
                                         std::span<const card_mask> places, seat dealer, int) {
    per_seat<card_mask> hands{};
    for (int k = 0; k < 4; ++k) hands[seat_after<contree>(dealer, k + 1)] = places[k];
    return contree_start(hands, o, dealer);
}

// The seat that scores the belote, announced or still to come; -1 for nobody. In a view: as far as
// its observer knows. REQUIRES: the auction is over.
constexpr int contree_belote_holder(const game_state<contree>& s) {
    if (s.extra.belote >= 0) return s.extra.belote;
    const card_mask pair = detail::contree_pair(s.trump);
    for (int k = 0; k < 4; ++k)
        if (pair != 0 && (pair & ~card_mask{s.hands[k]}) == 0) return k;
    return -1;
}

// REQUIRES: the deal is over, and was not passed out.
constexpr contree_outcome contree_result(const game_state<contree>& s, const contree::options& o) {
    contree_outcome r{.taker = partnership_of(s.extra.bidder),
                      .value = contree_value(s.extra.bid, o),
                      .capot = contree_calls::is_capot(s.extra.bid),
                      .coinche = s.extra.coinche};
    for (std::size_t team = 0; team < 2; ++team) {
        r.points[team] = s.extra.points[team];
        r.tricks[team] = s.tricks_won[team];
    }
    if (s.extra.belote >= 0) r.belote[static_cast<std::size_t>(s.extra.belote & 1)] = 20;
    return r;
}

// Points of each seat at the end of a deal: those of its team.
constexpr std::array<int, 4> score(const game_state<contree>& s, const contree::options& o) {
    if (s.extra.stage == contree::phase::passed_out) return {};
    const auto [ns, ew] = contree_score(contree_result(s, o), o);
    return {ns, ew, ns, ew};
}

// A random deal with a random contract, the first lead to come: for benchmarks and tests.
constexpr game_state<contree> random_first_lead(contree, rng& generator) {
    using namespace contree_calls;
    per_seat<card_mask> hands{};
    deal_random(layout({8, 8, 8, 8}), generator, hands);
    const int tens = static_cast<int>(generator.below(10));  // 80 ... 160, capot
    const int bought = bid(tens == 9 ? level_capot : level_at(80 + 10 * tens),
                           static_cast<suit>(generator.below(suit_count)));
    const seat dealer = static_cast<seat>(generator.below(4));
    const seat bidder = static_cast<seat>(generator.below(4));
    return contree_start_play(hands, {}, dealer, bought, bidder,
                              static_cast<int>(generator.below(3)));
}

// Its facets (games/facets.h).
template <>
struct solving<contree>;
template <>
struct hidden_cards<contree>;
template <>
struct soft_rule_set<contree>;
action rule_choice(const view<contree>& v, public_record record);

}  // namespace mu
