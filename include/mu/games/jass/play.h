// Schieber: contracts, state, choosing and play.
#pragma once

#include <mu/cards/deal.h>
#include <mu/games/facets.h>
#include <mu/games/jass/weis.h>
#include <mu/games/view.h>

namespace mu {

struct jass : jass_cards {
    static constexpr play_rules play{
        .seats = 4, .tricks = 9, .follow = trump_any_time, .keep_cards = true};

    // The two follow rules of the table; the second lets a void hand undertrump.
    static constexpr follow_rule undertrump_if_void{
        .trump_replaces_suit = true, .spare_top_trump = true, .under = undertrump::if_void};
    static constexpr std::array follow_rules{play.follow, undertrump_if_void};

    // In the order of the action ids; `none` stands where pushing does.
    enum class contract : std::uint8_t {
        spades,
        hearts,
        diamonds,
        clubs,
        obenabe,
        undenufe,
        none,
        slalom_obenabe,   // Obenabe and Undenufe trick by trick, Obenabe first
        slalom_undenufe,  // Undenufe first
        gusti,            // Obenabe, then Undenufe to the end
        mary,             // Undenufe, then Obenabe to the end
    };
    static constexpr int contract_count = 11;

    static constexpr action first_contract = 36;  // + contract
    static constexpr action push = first_contract + static_cast<action>(contract::none);
    static constexpr action call(contract c) {
        return static_cast<action>(first_contract + static_cast<int>(c));
    }

    enum class finish_rule : std::uint8_t { at_once, end_of_deal };

    // The options that decide what is legal and what is seen. The state carries them in two bytes.
    struct house_rules {
        bool seed_order : 1 = false;          // the ten above king and queen of trumps
        bool undertrump_if_void : 1 = false;  // as in Differenzler
        bool push_back : 1 = false;  // the partner may push once more; forehand then chooses
        bool slalom : 1 = false;     // contracts besides the six
        bool gusti : 1 = false;
        bool mary : 1 = false;
        bool long_first_block : 1 = false;  // Gusti and Mary change after five tricks, not four
        bool weis : 1 = true;
        weis_rules weis_by{};
        friend constexpr bool operator==(const house_rules&, const house_rules&) = default;
    };
    static_assert(sizeof(house_rules) == 2);

    struct options {
        house_rules house{};
        bool stoeck = true;
        bool match_bonus = true;
        bool need_trick = false;  // Weis and Stöck count only for a team that wins a trick
        std::array<std::uint8_t, 6> multipliers{1, 1, 1, 1, 1, 1};  // S H D C O U
        std::uint16_t target = 1000;  // points that win the match; 0: most points after 12 deals
        finish_rule finish = finish_rule::at_once;
        friend constexpr bool operator==(const options&, const options&) = default;
    };

    // Everything here is public: a Weis enters it when it is announced or shown.
    struct extra {
        std::uint64_t shown = 0;            // the winning team's Weis, after the first trick
        std::array<std::uint8_t, 9> log{};  // per trick: 128 * winning side + points
        per_seat<weis_call> announced{};    // best Weis of who has played to the first trick
        house_rules house{};
        contract chosen = contract::none;
        std::uint8_t pushes = 0;
        std::uint8_t weis_winner = nobody;  // seat of the best Weis
        std::uint8_t weis_tens = 0;         // what his team scores for Weis, in tens
        std::uint8_t royal = nobody;        // who played the first of king and queen of trumps
        std::uint8_t stoeck = nobody;       // who has played both
        friend constexpr bool operator==(const extra&, const extra&) = default;
    };
    static constexpr std::uint8_t nobody = 0xFF;

    // The hands, forehand's first.
    static constexpr deal_layout layout(const options&) { return mu::layout({9, 9, 9, 9}); }
};

// Beyond the cards the state carries the trick log, which decides who reached the target first, and
// the Weis shown.
static_assert(std::is_trivially_copyable_v<game_state<jass>>);
static_assert(sizeof(game_state<jass>) <= 104);

// --- Contracts ---------------------------------------------------------------------------------

constexpr bool is_trump_contract(jass::contract c) { return c <= jass::contract::clubs; }
constexpr suit trump_of_contract(jass::contract c) {
    return is_trump_contract(c) ? static_cast<suit>(c) : suit::none;
}

// Which of S H D C O U a contract begins as: card points, multiplier and the height of Weis go by
// that. REQUIRES: a contract.
constexpr jass::contract starting_mode(jass::contract c) {
    using enum jass::contract;
    if (c <= undenufe) return c;
    return c == slalom_undenufe || c == mary ? undenufe : obenabe;
}

// How the cards rank in a trick (0 .. 8) of a contract.
constexpr jass::order order_in_trick(jass::contract c, int trick, const jass::house_rules& house) {
    using enum jass::contract;
    if (is_trump_contract(c)) return jass::trump_order(static_cast<suit>(c), house.seed_order);
    if (c == none) return jass::order::obenabe;
    bool bottom_up = starting_mode(c) == undenufe;
    if (c == slalom_obenabe || c == slalom_undenufe) bottom_up ^= (trick & 1) != 0;
    const int first_block = house.long_first_block ? 5 : 4;
    if (c == gusti || c == mary) bottom_up ^= trick >= first_block;
    return bottom_up ? jass::order::undenufe : jass::order::obenabe;
}

// The order that card points go by: that of the first trick, so that a deal always counts 157.
constexpr jass::order points_order(const game_state<jass>& s) {
    return order_in_trick(s.extra.chosen, 0, s.extra.house);
}

constexpr int tricks_begun_before(const game_state<jass>& s) {
    return jass::play.tricks - s.tricks_remaining;
}

// The cards rank alike until the end of the deal, as to_position() asks.
constexpr bool ranks_stay(const game_state<jass>& s) {
    const auto& x = s.extra;
    for (int trick = tricks_begun_before(s) + 1; trick < jass::play.tricks; ++trick)
        if (order_in_trick(x.chosen, trick, x.house) !=
            order_in_trick(x.chosen, trick - 1, x.house))
            return false;
    return true;
}

// --- Hooks of trick_play -----------------------------------------------------------------------

constexpr jass::order order_now(const game_state<jass>& s) {
    return order_in_trick(s.extra.chosen, tricks_begun_before(s), s.extra.house);
}
constexpr jass::order order_on_table(const game_state<jass>& s) {
    const int complete = s.trick.num_played == jass::seats ? 1 : 0;
    return order_in_trick(s.extra.chosen, tricks_begun_before(s) - complete, s.extra.house);
}
constexpr int follow_choice(const game_state<jass>& s) {
    return s.extra.house.undertrump_if_void ? 1 : 0;
}

constexpr weis_rules weis_rules_of(const game_state<jass>& s) { return s.extra.house.weis_by; }
constexpr weis_sense weis_sense_of(jass::contract c) {
    return {.trump = trump_of_contract(c),
            .low_wins = starting_mode(c) == jass::contract::undenufe};
}

// Who wins the Weis and what for.
struct weis_result {
    std::uint8_t winner = jass::nobody;  // the seat with the best Weis
    int points = 0;                      // of all Weis of his team
    card_mask shown = 0;
};

// REQUIRES: the hands as they were dealt; a contract.
constexpr weis_result compare_weis(const per_seat<card_mask>& hands, seat forehand,
                                   jass::contract c, const weis_rules& r) {
    const weis_sense how = weis_sense_of(c);
    weis_result out;
    weis best;
    for (int k = 0; k < jass::seats; ++k) {
        const seat who = seat_after<jass>(forehand, k);
        const weis own = find_weis(hands[who], r, how).best(how);
        if (own.points > 0 && (best.points == 0 || is_better(own, best, how))) {
            best = own;
            out.winner = static_cast<std::uint8_t>(who);
        }
    }
    if (best.points == 0) return out;
    for (const seat who :
         {static_cast<seat>(out.winner), partner_of(static_cast<seat>(out.winner))}) {
        const weis_list all = find_weis(hands[who], r, how);
        out.points += all.points();
        out.shown |= all.cards();
    }
    return out;
}

constexpr void trick_done(game_state<jass>& s) {
    auto& x = s.extra;
    const int trick = tricks_begun_before(s) - 1;
    const int bonus = s.tricks_remaining == 0 ? jass::last_trick_bonus : 0;
    const int points = card_points<jass>(s.trick.mask, points_order(s)) + bonus;
    x.log[static_cast<std::size_t>(trick)] =
        static_cast<std::uint8_t>(128 * partnership_of(s.trick.current_winner) + points);
    if (trick > 0 || !s.extra.house.weis) return;
    per_seat<card_mask> dealt{};
    for (int k = 0; k < jass::seats; ++k) dealt[k] = s.hands[k] | bit(s.trick.cards[k]);
    const weis_result w = compare_weis(dealt, s.trick.lead_seat, x.chosen, weis_rules_of(s));
    x.weis_winner = w.winner;
    x.weis_tens = static_cast<std::uint8_t>(w.points / 10);
    x.shown = w.shown;
}

// --- Rules -------------------------------------------------------------------------------------

constexpr seat forehand_of(const game_state<jass>& s) { return next_seat(s.dealer); }
constexpr bool is_choosing(const game_state<jass>& s) {
    return s.extra.chosen == jass::contract::none;
}

// King and queen of a trump suit.
constexpr card_mask royal_pair(suit trump) {
    constexpr int queen = 6;
    return trump == suit::none ? 0 : card_mask{3} << make_card<jass>(trump, queen);
}

template <>
struct rules<jass> : trick_play<jass> {
    static constexpr seat to_act(const state& s) { return s.current_player; }

    static constexpr action_set legal_actions(const state& s) {
        if (is_choosing(s)) return {contracts(s), jass::first_contract};
        return {is_over(s) ? 0 : legal_moves(s), 0};
    }

    static constexpr void apply(state& s, action a) {
        if (is_choosing(s))
            choose(s, a);
        else
            play_card(s, a);
    }

    // Forehand names a contract or pushes; the partner, after a push, must name one.
    static constexpr void choose(state& s, action a) {
        assert(legal_actions(s).contains(a));
        if (a == jass::push) {
            ++s.extra.pushes;
            s.current_player = partner_of(s.current_player);
            return;
        }
        s.extra.chosen = static_cast<jass::contract>(a - jass::first_contract);
        s.trump = trump_of_contract(s.extra.chosen);
        s.current_player = forehand_of(s);
    }

    static constexpr void play_card(state& s, card c) {
        announce(s);
        count_stoeck(s, c);
        trick_play<jass>::play_card(s, c);
    }

private:
    static constexpr std::uint64_t contracts(const state& s) {
        const auto one = [](jass::contract c) { return std::uint64_t{1} << static_cast<int>(c); };
        using enum jass::contract;
        std::uint64_t out = 0x3F;
        if (s.extra.pushes < (s.extra.house.push_back ? 2 : 1)) out |= one(none);
        if (s.extra.house.slalom) out |= one(slalom_obenabe) | one(slalom_undenufe);
        if (s.extra.house.gusti) out |= one(gusti);
        if (s.extra.house.mary) out |= one(mary);
        return out;
    }

    // Whoever plays to the first trick announces his best Weis.
    static constexpr void announce(state& s) {
        if (s.tricks_remaining != jass::play.tricks || !s.extra.house.weis) return;
        const seat who = s.current_player;
        const weis_sense how = weis_sense_of(s.extra.chosen);
        s.extra.announced[who] = call_of(find_weis(s.hands[who], weis_rules_of(s), how).best(how));
    }

    // Stöck falls due when the second of king and queen comes from the hand of the first. Only who
    // played them is kept, so the state knows no more than the table.
    static constexpr void count_stoeck(state& s, card c) {
        if ((royal_pair(s.trump) & bit(c)) == 0) return;
        const auto who = static_cast<std::uint8_t>(s.current_player);
        if (s.extra.royal == who) s.extra.stoeck = who;
        if (s.extra.royal == jass::nobody) s.extra.royal = who;
    }
};

constexpr deal_phase phase_of(const game_state<jass>& s) {
    if (is_choosing(s)) return deal_phase::auction;
    return rules<jass>::is_over(s) ? deal_phase::over : deal_phase::play;
}
// Forehand, or after a push his partner.
constexpr std::optional<seat> chooser_of(const game_state<jass>& s) {
    if (is_choosing(s)) return std::nullopt;
    return s.extra.pushes % 2 == 0 ? forehand_of(s) : partner_of(forehand_of(s));
}

// --- Deals and views ---------------------------------------------------------------------------

// Forehand is about to choose. REQUIRES: the hands are disjoint, of equal size, at most 9 cards.
constexpr game_state<jass> jass_start(const per_seat<card_mask>& hands, seat forehand,
                                      const jass::options& o) {
    game_state<jass> s;
    s.hands = hands;
    s.dealer = seat_after<jass>(forehand, 3);
    s.current_player = forehand;
    s.tricks_remaining = static_cast<std::uint8_t>(ops::popcount(hands[0]));
    s.extra.house = o.house;
    return s;
}

// The deal in `places`, as jass::layout orders them.
constexpr game_state<jass> start_deal(jass, const jass::options& o,
                                      std::span<const card_mask> places, seat dealer, int) {
    per_seat<card_mask> hands{};
    const seat forehand = next_seat(dealer);
    for (int k = 0; k < 4; ++k) hands[seat_after<jass>(forehand, k)] = places[k];
    return jass_start(hands, forehand, o);
}

// Of the other hands only cards of a Weis that was shown are known.
template <state_of<jass> State, typename F>
constexpr void visit_places(State& s, F&& f) {
    visit_hands(s, f, 0, s.extra.shown);
}

// A random deal in one of the six contracts, the first lead to come: for benchmarks and tests.
constexpr game_state<jass> random_first_lead(jass, rng& generator) {
    per_seat<card_mask> hands{};
    deal_random(layout({9, 9, 9, 9}), generator, hands);
    game_state<jass> s = jass_start(hands, static_cast<seat>(generator.below(4)), {});
    rules<jass>::choose(s, static_cast<action>(jass::first_contract + generator.below(6)));
    return s;
}

// Its facets (games/facets.h).
template <>
struct solving<jass>;
template <>
struct hidden_cards<jass>;
template <>
struct soft_rule_set<jass>;
action rule_choice(const view<jass>& v, public_record record);

}  // namespace mu
