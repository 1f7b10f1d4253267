// A state as text and back, field by field: "dealer=N to_act=E trump=h hands=...,...
// trick=N:Ah,5h,-,-".
//
// A game lists the members of its state once, in visit(state, field):
//
//     field("dealer", s.dealer);         // numbers, flags, enums, seats, suits, hands, tricks
//     field.card("turn_up", s.turn_up);  // a card, or none: to the compiler it is a number
//     field.cards("stock", s.stock);     // an array of such cards
//     visit_play(s, field);              // what all games have: hands and tricks
//
// state_writer and state_reader are the two visitors. Text is strict: the same fields in the same
// order.
#pragma once

#include <charconv>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <mu/cards/text.h>
#include <mu/games/rules.h>

#include "api/fields.h"

namespace mu::detail {

template <typename State, typename Visitor>
void visit_tricks(State& s, Visitor& field) {
    field("played", s.played);
    field("trick", s.trick);
    field("won", s.tricks_won);
    field("left", s.tricks_remaining);
}
template <typename State, typename Visitor>
void visit_play(State& s, Visitor& field) {
    field("hands", s.hands);
    visit_tricks(s, field);
}

template <typename V>
class state_writer {
public:
    template <typename T>
    void operator()(std::string_view name, const T& value) {
        add(name, str(value));
    }
    void card(std::string_view name, mu::card c) { add(name, card_text(c)); }
    template <std::size_t N>
    void cards(std::string_view name, const std::array<mu::card, N>& list) {
        std::string out;
        for (const mu::card c : list) out += (out.empty() ? "" : ",") + card_text(c);
        add(name, out);
    }
    const std::string& text() const { return text_; }

private:
    void add(std::string_view name, const std::string& value) {
        text_ += (text_.empty() ? "" : " ") + std::string(name) + "=" + value;
    }
    static std::string card_text(mu::card c) { return c == no_card ? "-" : card_str<V>(c); }

    template <typename T>
    static std::string str(const T& value) {
        if constexpr (std::is_same_v<T, suit>)
            return suit_str<V>(value);
        else if constexpr (std::is_same_v<T, seat>)
            return seat_str<V>(value);
        else if constexpr (std::is_same_v<T, hand_mask<V>>)
            return hand_str<V>(value);
        else
            return std::to_string(static_cast<long long>(value));
    }
    static std::string str(const trick_state& t) {
        std::string out = seat_str<V>(t.lead_seat) + ":";
        for (int k = 0; k < V::seats; ++k)
            out += (k == 0 ? "" : ",") + card_text(t.cards[seat_after<V>(t.lead_seat, k)]);
        return out;
    }
    template <typename T, std::size_t N>
    static std::string str(const std::array<T, N>& list) {
        std::string out;
        for (const T& x : list) out += (out.empty() ? "" : ",") + str(x);
        return out;
    }
    template <typename T, std::size_t N>
    static std::string str(const per_seat<T, N>& list) {
        return str(static_cast<const std::array<T, N>&>(list));
    }

    std::string text_;
};

template <typename V>
class state_reader {
public:
    explicit state_reader(std::string_view text) : in_(text) {}

    template <typename T>
    void operator()(std::string_view name, T& value) {
        read(name, [&](std::string_view text) { parse(text, value); });
    }
    void card(std::string_view name, mu::card& c) {
        read(name, [&](std::string_view text) { c = parse_card_or_none(text); });
    }
    template <std::size_t N>
    void cards(std::string_view name, std::array<mu::card, N>& list) {
        read(name, [&](std::string_view text) {
            each(text, 0, list,
                 [](std::string_view part, mu::card& c) { c = parse_card_or_none(part); });
        });
    }
    void finish() { in_.finish(); }

    // What follows from the cards of the trick: its mask, its suit, who wins it.
    static void derive_trick(game_state<V>& s) {
        trick_state& t = s.trick;
        t.num_played = 0;
        for (const mu::card c : t.cards) {
            if (c == no_card) continue;
            if (t.mask & bit(c))
                throw std::invalid_argument("twice in the trick: " + card_str<V>(c));
            t.mask |= bit(c);
            ++t.num_played;
        }
        if (t.num_played == 0) return;
        const mu::card led = t.cards[t.lead_seat];
        if (led == no_card) throw std::invalid_argument("the trick lacks the card that was led");
        const order_of<V> o = trick_play<V>::table_order(s);
        t.lead_suit = effective_suit<V>(led, o);
        t.winning_card = ops::lsb_index(trick_winner<V>(t.mask, t.lead_suit, o));
        for (int k = 0; k < V::seats; ++k)
            if (t.cards[k] == t.winning_card) t.current_winner = static_cast<seat>(k);
    }

private:
    template <typename F>
    void read(std::string_view name, F&& parse_value) {
        in_.read(name, [&](std::string_view field) {
            if (!field.starts_with(std::string(name) + "="))
                throw parse_error(field, 0, "expected " + std::string(name) + "=...");
            const std::size_t at = name.size() + 1;
            try {
                parse_value(field.substr(at));
            } catch (const parse_error& e) {
                throw parse_error(field, at + e.offset, e.message);
            }
            return 0;
        });
    }
    static mu::card parse_card_or_none(std::string_view text) {
        return text == "-" ? no_card : parse_card<V>(text);
    }

    template <typename T>
    static void parse(std::string_view text, T& value) {
        if constexpr (std::is_same_v<T, suit>)
            value = parse_suit<V>(text);
        else if constexpr (std::is_same_v<T, seat>)
            value = parse_seat<V>(text);
        else if constexpr (std::is_same_v<T, hand_mask<V>>)
            value = static_cast<hand_mask<V>>(parse_hand<V>(text));
        else {
            long long n = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
            if (error != std::errc() || end != text.data() + text.size())
                throw parse_error(text, 0, "expected a number");
            value = static_cast<T>(n);
            if (static_cast<long long>(value) != n)
                throw parse_error(text, 0, "the number is too large");
        }
    }
    static void parse(std::string_view text, trick_state& t) {
        const std::size_t colon = text.find(':');
        if (colon == std::string_view::npos)
            throw parse_error(text, text.size(), "expected leader:cards");
        t = trick_state{};
        t.lead_seat = parse_seat<V>(text.substr(0, colon));
        std::array<mu::card, V::seats> cards{};
        each(text, colon + 1, cards,
             [](std::string_view part, mu::card& c) { c = parse_card_or_none(part); });
        for (int k = 0; k < V::seats; ++k) t.cards[seat_after<V>(t.lead_seat, k)] = cards[k];
    }
    template <typename T, std::size_t N>
    static void parse(std::string_view text, std::array<T, N>& list) {
        each(text, 0, list, [](std::string_view part, T& x) { parse(part, x); });
    }
    template <typename T, std::size_t N>
    static void parse(std::string_view text, per_seat<T, N>& list) {
        parse(text, static_cast<std::array<T, N>&>(list));
    }
    // N parts with commas between them.
    template <typename T, std::size_t N, typename F>
    static void each(std::string_view text, std::size_t at, std::array<T, N>& list,
                     F&& parse_part) {
        for (std::size_t k = 0; k < N; ++k) {
            const std::size_t end = std::min(text.find(',', at), text.size());
            if (k + 1 < N ? end == text.size() : end != text.size())
                throw parse_error(text, end,
                                  "expected " + std::to_string(N) + " parts with commas between");
            try {
                parse_part(text.substr(at, end - at), list[k]);
            } catch (const parse_error& e) {
                throw parse_error(text, at + e.offset, e.message);
            }
            at = end + 1;
        }
    }

    field_reader in_;
};

// A state that cannot be is refused by exception.
[[noreturn]] inline void refuse(const std::string& why) { throw std::invalid_argument(why); }
inline void demand(bool holds, const std::string& otherwise) {
    if (!holds) refuse(otherwise);
}

// What every state must satisfy: no card twice, the trick among the played cards and played in
// turn.
template <typename V>
void validate_hands(const game_state<V>& s) {
    card_mask seen = s.played;
    for (const card_mask hand : s.hands) {
        if (hand & seen) refuse("twice: " + mask_str<V>(hand & seen));
        seen |= hand;
    }
    if (s.trick.mask & ~card_mask{s.played})
        refuse("on the table but not played: " + mask_str<V>(s.trick.mask & ~card_mask{s.played}));
    seat who = s.trick.lead_seat;
    for (int k = 0; k < s.trick.num_played; ++k, who = trick_play<V>::next_active(s, who))
        if (s.trick.cards[who] == no_card) refuse("the trick skips seat " + seat_str<V>(who));
}

// During a trick the next seat plays; after it, the winner.
template <typename V>
void validate_turn(const game_state<V>& s) {
    if (s.trick.num_played == 0) return;
    seat due = s.trick.current_winner;
    if (trick_play<V>::leading(s)) {
        if (s.tricks_won[trick_play<V>::side(s, due)] == 0)
            refuse("the winners of the last trick have won none");
    } else {
        due = s.trick.lead_seat;
        for (int k = 0; k < s.trick.num_played; ++k) due = trick_play<V>::next_active(s, due);
    }
    if (s.current_player != due) refuse("the trick says that " + seat_str<V>(due) + " is to play");
}

// Cards a seat should hold, in games where every trick takes one from each hand.
template <typename V>
int cards_due(const game_state<V>& s, int k) {
    const bool played = !trick_play<V>::leading(s) && s.trick.cards[k] != no_card;
    return s.tricks_remaining - (played ? 1 : 0);
}
// Every hand holds as many cards as due(k) says of seat k.
template <typename V, typename Due>
void validate_lengths(const game_state<V>& s, Due&& due) {
    for (int k = 0; k < V::seats; ++k)
        if (const int n = ops::popcount(s.hands[k]), want = due(k); n != want)
            refuse(fmt::format("{} holds {} cards, {} are due", seat_str<V>(static_cast<seat>(k)),
                               n, want));
}
template <typename V>
void validate_lengths(const game_state<V>& s) {
    validate_lengths(s, [&](int k) { return cards_due(s, k); });
}
// Every card is somewhere: in a hand, played, or among those `aside`.
template <typename V>
void validate_deck(const game_state<V>& s, card_mask aside = 0) {
    card_mask all = s.played | aside;
    for (const card_mask hand : s.hands) all |= hand;
    if (all != deck_traits<V>::all_cards)
        refuse("missing: " + mask_str<V>(deck_traits<V>::all_cards & ~all));
}

}  // namespace mu::detail
