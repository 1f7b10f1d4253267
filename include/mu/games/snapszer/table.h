// Snapszer's table: cards, options, state, and what follows from them at sight.
#pragma once

#include <mu/cards/deal.h>
#include <mu/games/view.h>
#include <mu/play/points.h>

namespace mu {

// What does not depend on the deck.
struct snapszer_terms {
    static constexpr int seats = 2;
    static constexpr int goal = 66;

    static constexpr int marriage_points(suit of, suit trump) { return of == trump ? 40 : 20; }

    // Game points against a loser with so many tricks and points.
    static constexpr int win_value(int tricks, int points) {
        return tricks == 0 ? 3 : points < 33 ? 2 : 1;
    }

    // The options that decide what is legal. The state carries them in one byte.
    struct house_rules {
        bool exchange_needs_3 : 1 = false;  // of the stock, the face-up card included; else 2
        bool exchange_trick : 1 = false;    // only for a player who has won a trick
        bool exchange_either : 1 = false;   // the player who answers a lead may exchange too
        bool close_undrawn : 1 = false;     // who wins a trick may close before the draw as well
        bool marriages_wait : 1 = false;    // their points count from the first trick won
        bool claim : 1 = false;             // 66 ends the deal only when claimed
        friend constexpr bool operator==(const house_rules&, const house_rules&) = default;
    };
    static_assert(sizeof(house_rules) == 1);

    struct options {
        house_rules house{};
        bool closer_wins_at_end = false;     // by the loser's points at the end, not at closing
        bool closer_fails_intended = false;  // lose what he would have won, at least 2
        std::uint8_t target = 7;             // game points; 0: play on for ever
        std::uint8_t sevens = 1;             // the best of so many games to the target
        friend constexpr bool operator==(const options&, const options&) = default;
    };
};

// With 20 cards, or with 24: the nines, worth nothing.
template <int Cards>
struct snapszer_game : snapszer_terms {
    static_assert(Cards == 20 || Cards == 24);
    static constexpr deck_info deck = Cards == 20 ? decks::hungarian_20 : decks::hungarian_24;
    static constexpr int ranks = deck.rank_count();
    static constexpr int hand_size = Cards / 4;
    static constexpr int stock_size = Cards - 2 * hand_size;

    // Card play when nobody draws any more, the stock being closed or empty.
    static constexpr play_rules play{
        .seats = 2, .tricks = hand_size, .follow = must_head, .keep_cards = true};
    static constexpr std::array follow_rules{free_play, must_head};  // stock open; closed or empty

    enum rank : int { lowest, jack = ranks - 5, queen, king, ten, ace };

    static constexpr int points(card c, suit) {
        constexpr std::array value{2, 3, 4, 10, 11};  // from the jack on
        const int r = c % ranks;
        return r < jack ? 0 : value[static_cast<std::size_t>(r - jack)];
    }

    // King and queen of a suit.
    static constexpr card_mask marriage_pair(suit s) {
        return card_mask{1U << queen | 1U << king} << (index(s) * ranks);
    }

    // Actions that are not cards. Part of the public interface: docs/games/snapszer.md.
    static constexpr action exchange = Cards, close = Cards + 1,
                            marry = Cards + 2 /* .. Cards + 5, by suit */, claim = Cards + 6,
                            draw = Cards + 7;

    // The non-dealer's hand, the dealer's, the face-up card, the stock in the order of drawing.
    static constexpr deal_layout layout(const options&) {
        if constexpr (Cards == 20)
            return mu::layout({5, 5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
        else
            return mu::layout({6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
    }
};

using snapszer = snapszer_game<20>;
using snapszer_24 = snapszer_game<24>;
template <int Cards>
using snapszer_state = game_state<snapszer_game<Cards>>;

// Specialised for the stock, and so that all of it fits into one cache line (20 cards). Every card
// is in a hand, played, or in the stock.
template <int Cards>
struct game_state<snapszer_game<Cards>> {
    using V = snapszer_game<Cards>;

    per_seat<hand_mask<V>, 2> hands{};
    hand_mask<V> played = 0;
    std::array<std::uint8_t, 2> points{};  // cards won and marriages, as far as they count
    snapszer_terms::house_rules house{};
    std::uint8_t stock_left = 0;  // cards in the stock, the face-up one included
    trick_state trick{};
    std::array<std::uint8_t, 2> tricks_won{};
    suit trump = suit::none;
    seat dealer = seat::north;
    seat current_player = seat::north;
    std::uint8_t tricks_remaining = 0;

    // In the order of drawing: the last stock_left places are filled, the last of all with the
    // face-up card. Closing leaves them where they are.
    std::array<card, V::stock_size> stock = drawn_stock();
    card taken = no_card;                     // the card that was had for the lowest trump
    std::array<std::uint8_t, 2> marriages{};  // declared by each seat, bit k: suit k
    suit marriage = suit::none;               // the one declared for the current trick
    std::int8_t closer = -1;                  // the seat that closed the stock
    std::uint8_t stake = 0;    // what the closer would win if his opponent stayed as he was then
    std::int8_t claimer = -1;  // the seat that claimed 66, or reached it where claims are automatic

    constexpr card_mask current_hand_mask() const { return hands[current_player]; }
    constexpr card face_up() const { return stock.back(); }
    constexpr card lowest_trump() const { return make_card<V>(trump, V::lowest); }

    // Neither closed nor empty: nobody need follow, and a draw follows every trick.
    constexpr bool stock_open() const { return closer < 0 && stock_left > 0; }

    // What all marriages a seat has declared are worth, and whether that counts yet.
    constexpr int declared_points(int who) const {
        int sum = 0;
        for (const suit k : all_suits)
            if ((marriages[who] >> index(k)) & 1) sum += V::marriage_points(k, trump);
        return sum;
    }
    constexpr bool marriages_count(int who) const {
        return !house.marriages_wait || tricks_won[who] > 0;
    }

    // The cards that everybody knows a seat to hold: what it took for the lowest trump, the half
    // of a marriage not yet played, and all of them once the stock is empty.
    constexpr card_mask known_cards(int who) const {
        if (stock_left == 0) return hands[who];
        card_mask shown = taken != no_card ? bit(taken) : 0;
        for (const suit k : all_suits)
            if ((marriages[who] >> index(k)) & 1) shown |= V::marriage_pair(k);
        return hands[who] & shown;
    }

    friend constexpr bool operator==(const game_state&, const game_state&) = default;

private:
    static constexpr auto drawn_stock() {
        std::array<card, V::stock_size> out{};
        for (card& c : out) c = no_card;
        return out;
    }
};

static_assert(std::is_trivially_copyable_v<game_state<snapszer>>);
static_assert(sizeof(game_state<snapszer>) == 64);
static_assert(sizeof(game_state<snapszer_24>) == 72);  // two cards more in the stock

}  // namespace mu
