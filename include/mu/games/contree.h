// Belote contrée (coinche): four players, two partnerships, an auction, eight tricks.
//
// Source: the variant of the project Avo-k/colver, close to the rules of the Cannes championship.
// docs/games/contree.md gives rules, options and identifiers in full.
#pragma once

#include <mu/cards/deal.h>
#include <mu/games/contree/score.h>
#include <mu/games/view.h>
#include <mu/play/points.h>

namespace mu {

struct contree {
    static constexpr deck_info deck = decks::french_32;
    static constexpr int seats = 4;
    static constexpr play_rules play{
        .seats = 4, .tricks = 8, .follow = must_overtrump, .keep_cards = true};

    using options = contree_options;

    // What the rules of a deal depend on, in one byte of its state: bits 0 to 2 choose one of
    // follow_rules, bits 3 and 4 count the levels that `cap` adds, bit 5 is coinche out of turn.
    static constexpr std::uint8_t house_of(const options& o) {
        return static_cast<std::uint8_t>(
            (o.overtrump_ruffing_partner ? 1 : 0) | (o.undertrump_forced ? 2 : 0) |
            (o.overtrump_partner ? 0 : 4) | ((o.cap - contree_calls::level_160) << 3) |
            (o.coinche_out_of_turn ? 32 : 0));
    }
    static constexpr auto follow_rules = [] {
        std::array<follow_rule, 8> all{};
        for (unsigned i = 0; i < all.size(); ++i) {
            all[i] = must_overtrump;
            all[i].overtrump_ruffing_partner = (i & 1) != 0;
            all[i].under = (i & 2) != 0 ? undertrump::forced : undertrump::allowed;
            all[i].overtrump_partner = (i & 4) == 0;
        }
        return all;
    }();

    enum class phase : std::uint8_t {
        auction,
        interjection,  // coinche out of turn: the bidder's right-hand opponent may speak first
        play,
        passed_out,
    };
    struct extra {
        phase stage = phase::auction;
        std::uint8_t bid = contree_calls::pass;  // the standing bid, later the contract
        seat bidder = seat::north;
        std::uint8_t coinche = 0;  // 0, 1, or 2 for surcoinche
        std::uint8_t passes = 0;   // in a row, since the last bid or coinche
        std::uint8_t house = 0;
        std::array<std::uint8_t, 2> points{};  // card points won, the last trick's bonus included
        std::int8_t belote = -1;  // the seat that has announced it, or -1; nobody else ever can
        friend constexpr bool operator==(const extra&, const extra&) = default;
    };

    // Cards rank by the trump suit. Outside trumps the deck's index order is the rank.
    using order = suit;
    static constexpr int order_count = suit_count + 1;
    static constexpr suit trump_of(suit trump) { return trump; }
    static constexpr suit effective_suit(card c, suit) { return suit_of<contree>(c); }
    static constexpr int strength(card c, suit trump) {
        constexpr std::array in_trumps{0, 1, 6, 7, 2, 3, 4, 5};  // 7 8 9 J Q K T A
        const int rank = rank_of<contree>(c);
        return suit_of<contree>(c) == trump ? in_trumps[static_cast<std::size_t>(rank)] : rank;
    }
    static constexpr int points(card c, suit trump) {
        constexpr std::array plain{0, 0, 0, 2, 3, 4, 10, 11};
        constexpr std::array in_trumps{0, 0, 14, 20, 3, 4, 10, 11};
        const auto rank = static_cast<std::size_t>(rank_of<contree>(c));
        return suit_of<contree>(c) == trump ? in_trumps[rank] : plain[rank];
    }
    static constexpr int rank_queen = 4, rank_king = 5;

    // The hands from the dealer's left on.
    static constexpr deal_layout layout(const options&) { return mu::layout({8, 8, 8, 8}); }
};

static_assert(std::is_trivially_copyable_v<game_state<contree>>);
static_assert(sizeof(game_state<contree>) <= 64);

namespace detail {

// The king and queen of trumps. Empty before there are trumps.
constexpr card_mask contree_pair(suit trump) {
    if (trump == suit::none) return 0;
    return bit(make_card<contree>(trump, contree::rank_queen)) |
           bit(make_card<contree>(trump, contree::rank_king));
}

}  // namespace detail

// Hooks of the card play.

constexpr int follow_choice(const game_state<contree>& s) { return s.extra.house & 7; }

// Counts the trick, the last one with its bonus: 10, or 100 with all eight tricks.
constexpr void trick_done(game_state<contree>& s) {
    const auto team = static_cast<std::size_t>(partnership_of(s.trick.current_winner));
    int points = card_points<contree>(s.trick.mask, s.trump);
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
        return {legal_calls(s), first_call};
    }
    // REQUIRES: the action is legal.
    static constexpr void apply(state& s, action a) {
        if (s.extra.stage == contree::phase::play)
            play_card(s, a);
        else
            make_call(s, a - first_call);
    }

    // REQUIRES: the auction is not over, as for make_call.
    static constexpr contree_calls::call_mask legal_calls(const state& s) {
        using namespace contree_calls;
        const contree::extra& x = s.extra;
        const int cap = level_160 + ((x.house >> 3) & 3);
        const call_mask passing = contree_calls::bit(pass);
        if (x.bid == pass) return passing | bids_above(-1, cap);
        const bool own = partnership_of(s.current_player) == partnership_of(x.bidder);
        if (x.coinche != 0) return passing | (own ? contree_calls::bit(surcoinche) : 0);
        const call_mask doubling = own ? 0 : contree_calls::bit(coinche);
        if (x.stage == contree::phase::interjection) return passing | doubling;
        return passing | doubling | bids_above(level_of(x.bid), cap);
    }

    // REQUIRES: the call is legal.
    static constexpr void make_call(state& s, int call) {
        using namespace contree_calls;
        assert(legal_calls(s) & contree_calls::bit(call));
        contree::extra& x = s.extra;
        const bool interjected = x.stage == contree::phase::interjection;
        const seat who = s.current_player;
        s.current_player = next_seat(who);
        x.stage = contree::phase::auction;
        if (call == pass) {
            if (interjected)
                s.current_player = next_seat(x.bidder);  // now in turn; nothing was said
            else if (++x.passes == (x.bid == pass ? 4 : 3))
                close_auction(s);
        } else if (call == surcoinche) {
            x.coinche = 2;
            close_auction(s);
        } else {
            x.passes = 0;
            if (call == coinche) {
                x.coinche = 1;
                return;
            }
            x.bid = static_cast<std::uint8_t>(call);
            x.bidder = who;
            if ((x.house & 32) != 0) {
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

// A deal about to be bid: the seat after the dealer speaks first, and leads.
// REQUIRES: the hands are disjoint, of eight cards each.
constexpr game_state<contree> contree_start(const per_seat<card_mask>& hands,
                                            const contree::options& o, seat dealer) {
    game_state<contree> s;
    for (int k = 0; k < 4; ++k) s.hands[k] = static_cast<std::uint32_t>(hands[k]);
    s.dealer = dealer;
    s.current_player = next_seat(dealer);
    s.tricks_remaining = static_cast<std::uint8_t>(ops::popcount(hands[0]));
    s.extra.house = contree::house_of(o);
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

// The other hands are hidden, and nothing in the state tells of them: the belote is in it only once
// announced.
constexpr void hide(game_state<contree>& s, seat observer) { hide_other_hands(s, observer); }

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
    const int level = static_cast<int>(generator.below(level_160 + 2));
    const int bought = bid(level > level_160 ? level_capot : level,
                           static_cast<suit>(generator.below(suit_count)));
    const seat dealer = static_cast<seat>(generator.below(4));
    const seat bidder = static_cast<seat>(generator.below(4));
    return contree_start_play(hands, {}, dealer, bought, bidder,
                              static_cast<int>(generator.below(3)));
}

}  // namespace mu
