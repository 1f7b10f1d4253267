// The table of contrée: its cards, the kinds of play, what a deal's state carries.
#pragma once

#include <mu/cards/deal.h>
#include <mu/games/contree/score.h>
#include <mu/games/rules.h>
#include <mu/play/points.h>

namespace mu {

struct contree {
    static constexpr deck_info deck = decks::french_32;
    static constexpr int seats = 4;
    static constexpr play_rules play{
        .seats = 4, .tricks = 8, .follow = must_overtrump, .keep_cards = true};

    using options = contree_options;

    // In tout atout every suit ranks as trumps do and none beats another: there is no trump suit,
    // and to go over is to head the led suit. The playout kernel has it as a second kind of play.
    static constexpr play_rules other_play{
        .seats = 4, .tricks = 8, .follow = must_head_only, .keep_cards = true};

    using house_rules = contree_house;

    // Eight rules for trump suits, which without trumps all come to following suit; then two for
    // tout atout, the second with overtrump_partner off.
    static constexpr auto follow_rules = [] {
        std::array<follow_rule, 10> all{};
        for (unsigned i = 0; i < 8; ++i) {
            all[i] = must_overtrump;
            all[i].overtrump_ruffing_partner = (i & 1) != 0;
            all[i].under = (i & 2) != 0 ? undertrump::forced : undertrump::allowed;
            all[i].overtrump_partner = (i & 4) == 0;
        }
        all[8] = all[9] = must_head_only;
        all[9].overtrump_partner = false;
        return all;
    }();
    static constexpr int follow_choice(const house_rules& h, bool all_trump) {
        if (all_trump) return h.overtrump_partner ? 8 : 9;
        return (h.overtrump_ruffing_partner ? 1 : 0) + (h.undertrump_forced ? 2 : 0) +
               (h.overtrump_partner ? 0 : 4);
    }

    enum class phase : std::uint8_t {
        auction,
        interjection,  // coinche out of turn: the bidder's right-hand opponent may speak first
        play,
        passed_out,
        strain,  // the bidder has named the level of `bid` and owes its strain
    };
    struct extra {
        phase stage = phase::auction;
        std::uint8_t bid = contree_calls::pass;  // the standing bid, later the contract; in the
                                                 // phase `strain` in spades until it has its own
        seat bidder = seat::north;
        std::uint8_t coinche = 0;  // 0, 1, or 2 for surcoinche
        std::uint8_t passes = 0;   // in a row, since the last bid or coinche
        house_rules house{};
        std::array<std::uint8_t, 2> points{};  // card points won, the last trick's bonus included
        std::int8_t belote = -1;  // the seat that has announced it, or -1; nobody else ever can
        friend constexpr bool operator==(const extra&, const extra&) = default;
    };

    // Cards rank by the strain. Those that are no trumps rank by their index in the deck.
    using order = contree_calls::strain;
    static constexpr int order_count = contree_calls::strain_count;
    static constexpr order trump_order(suit trump) { return contree_calls::strain_of(trump); }
    static constexpr suit trump_of(order o) { return contree_calls::trump_of(o); }
    static constexpr suit effective_suit(card c, order) { return suit_of<contree>(c); }
    static constexpr bool ranks_as_trump(card c, order o) {
        return o == order::all_trump || suit_of<contree>(c) == trump_of(o);
    }
    static constexpr int strength(card c, order o) {
        constexpr std::array in_trumps{0, 1, 6, 7, 2, 3, 4, 5};  // 7 8 9 J Q K T A
        const int rank = rank_of<contree>(c);
        return ranks_as_trump(c, o) ? in_trumps[static_cast<std::size_t>(rank)] : rank;
    }
    static constexpr int points(card c, order o) {
        using row = std::array<int, 8>;  //  7  8   9   J  Q  K   T   A
        constexpr row plain{0, 0, 0, 2, 3, 4, 10, 11};
        constexpr row trump{0, 0, 14, 20, 3, 4, 10, 11};
        constexpr row no_trump{0, 0, 0, 2, 3, 4, 10, 19};
        constexpr row all_trump{0, 0, 9, 14, 1, 3, 5, 6};
        const auto rank = static_cast<std::size_t>(rank_of<contree>(c));
        if (o == order::no_trump) return no_trump[rank];
        if (o == order::all_trump) return all_trump[rank];
        return ranks_as_trump(c, o) ? trump[rank] : plain[rank];
    }
    static constexpr int total_points = 152;  // of the cards, in every strain
    static constexpr int rank_queen = 4, rank_king = 5;

    // The hands from the dealer's left on.
    static constexpr deal_layout layout(const options&) { return mu::layout({8, 8, 8, 8}); }
};

static_assert(std::is_trivially_copyable_v<game_state<contree>>);
static_assert(sizeof(game_state<contree>) <= 64);

namespace detail {

constexpr bool contree_points_add_up() {
    for (int o = 0; o < contree::order_count; ++o)
        if (card_points<contree>(deck_traits<contree>::all_cards, static_cast<contree::order>(o)) !=
            contree::total_points)
            return false;
    return true;
}
static_assert(contree_points_add_up());

}  // namespace detail

}  // namespace mu
