// What a seat knows, as a fixed number of bits for a net.
//
// encode(view, memory) reads a view and the public memory, nothing else, so it cannot leak. Seats
// are counted from the observer, suits stand in a canonical order (encode/suits.h), numbers are
// counted in ones ("thermometers") or marked by a single one. The bits come in named slices; the
// layout is a constant of the game, with a version that changes when any bit changes its meaning.
//
//     const encoded<V> e = encode(view, memory);
//     e.bit(k)                                  input k of encoding_width<V>
//     canonical_action<V>(a, e.suits)           the output that stands for action a
//     actual_action<V>(k, e.suits)              and back
//
// A game says what is its own in games/<game>/encoding.h:
//
//     struct encoding<V> {
//         version                               of the layout
//         actions                               ids of actions are below it, as in the API
//         scale                                 points of a deal that a net calls 1
//         calls, call_of(before, a) -> int      calls that are remembered; -1: not this one
//         map_call(a, order) -> action          the action with its suit renamed; a is no card
//         map_calls(said, order) -> said        the same for a set of remembered calls
//         suits_by(view) -> suit_rule           which suits are special
//         calls_in(said, suit) -> bits          what was said of a suit, to tell suits apart
//         suit_facts(view, suit) -> bits        what else is known of it, if anything
//         put(out, view, memory, order)         slices besides the common ones
//     };
//
// Everything is constexpr and free of allocation: the same code runs on a GPU.
#pragma once

#include <cassert>
#include <string_view>

#include <mu/encode/memory.h>
#include <mu/encode/suits.h>

namespace mu {

// How a game's suits may be renamed now.
struct suit_rule {
    suit first = suit::none;  // has slot 0
    suit last = suit::none;   // has slot 3
    bool as_they_are = false;
};

struct encoding_slice {
    std::string_view name;
    int at = 0, size = 0;  // bits
};

namespace detail {

// Writes bits.
template <int Words>
struct bit_sink {
    std::array<std::uint64_t, static_cast<std::size_t>(Words)> word{};
    int at = 0;

    constexpr void slice(const char*) {}
    // REQUIRES: 0 < n <= 64, no bit of `bits` from n on.
    constexpr void put(std::uint64_t bits, int n) {
        const int in = at & 63;
        const auto w = static_cast<std::size_t>(at >> 6);
        word[w] |= bits << in;
        if (in + n > 64) word[w + 1] |= bits >> (64 - in);
        at += n;
    }
};

// Notes where slices begin instead.
struct layout_sink {
    static constexpr int most = 64;
    std::array<encoding_slice, most> list{};
    int count = 0;
    int at = 0;

    constexpr void slice(const char* name) { list[count++] = {name, at, 0}; }
    constexpr void put(std::uint64_t, int n) {
        list[count - 1].size += n;
        at += n;
    }
};

// What games write through.
template <variant V, typename Sink>
struct encoder {
    Sink sink{};
    seat observer = seat::north;
    suit_order<V> order{};

    constexpr void slice(const char* name) { sink.slice(name); }
    constexpr void bits(std::uint64_t set, int n) { sink.put(set, n); }
    constexpr void flag(bool b) { sink.put(b ? 1 : 0, 1); }
    // One of n, or none of them if k is out of range.
    constexpr void one_of(int k, int n) {
        sink.put(k >= 0 && k < n ? std::uint64_t{1} << k : 0, n);
    }
    // The first k of n. REQUIRES: n is at most 64.
    constexpr void count_to(int k, int n) {
        assert(n <= 64);
        const int ones = k < 0 ? 0 : k > n ? n : k;
        sink.put(ones == 0 ? 0 : ~std::uint64_t{0} >> (64 - ones), n);
    }
    constexpr void cards(card_mask m) { sink.put(order.map(m), deck_traits<V>::cards); }
    constexpr void one_card(card c) { cards(c == no_card ? 0 : bit(c)); }
    constexpr void one_suit(suit s) { one_of(index(order.map(s)), suit_count); }
    // How far a seat sits from the observer; nobody for a number that is no seat.
    constexpr void one_seat(int k) {
        one_of(k < 0 || k >= V::seats ? -1 : (k - index(observer) + V::seats) % V::seats, V::seats);
    }
    constexpr void one_seat(seat s) { one_seat(index(s)); }
    // From the observer's own, or the first other, on round the table.
    template <typename F>
    constexpr void each_seat(F&& f, int from = 0) {
        for (int k = from; k < V::seats; ++k) f(seat_after<V>(observer, k));
    }
};

template <variant V, typename Sink>
constexpr void encode_all(encoder<V, Sink>& out, const view<V>& v, const public_memory<V>& m) {
    using play = trick_play<V>;
    const game_state<V>& s = v.seen;
    const bool begun = s.trick.num_played > 0 && !play::leading(s);

    out.slice("phase");
    out.one_of(static_cast<int>(phase_of(s)), 4);
    out.slice("hand");
    out.cards(s.hands[v.observer]);
    out.slice("dealer");
    out.one_seat(s.dealer);
    out.slice("has_trump");
    out.flag(s.trump != suit::none);
    out.slice("played");
    out.each_seat([&](seat k) { out.cards(m.by[k]); });
    out.slice("trick");
    out.each_seat([&](seat k) { out.one_card(begun ? s.trick.cards[k] : no_card); }, 1);
    out.slice("winning_card");
    out.one_card(begun ? s.trick.winning_card : no_card);
    out.slice("winning_seat");
    out.one_seat(begun ? index(s.trick.current_winner) : -1);
    out.slice("suit_led");
    out.one_suit(begun ? s.trick.lead_suit : suit::none);
    out.slice("cards_in_the_trick");
    out.count_to(begun ? s.trick.num_played : 0, V::seats - 1);
    out.slice("void");
    out.each_seat([&](seat k) { out.bits(out.order.map_set(m.void_suits[k]), suit_count); }, 1);
    out.slice("tricks");
    if constexpr (sides_of<V>() == 2 && V::seats == 4) {
        for (int side = 0; side < 2; ++side)
            out.count_to(s.tricks_won[static_cast<std::size_t>(partnership_of(v.observer) ^ side)],
                         V::play.tricks);
    } else {
        constexpr int most = deck_traits<V>::cards / V::seats;
        out.each_seat(
            [&](seat k) { out.count_to(s.tricks_won[static_cast<std::size_t>(index(k))], most); });
    }
    if constexpr (encoding<V>::calls > 0) {
        out.slice("said");
        out.each_seat([&](seat k) {
            out.bits(encoding<V>::map_calls(m.said[k], out.order), encoding<V>::calls);
        });
    }
    encoding<V>::put(out, v, m);
}

template <variant V>
constexpr layout_sink make_layout() {
    encoder<V, layout_sink> out;
    encode_all(out, view<V>{}, public_memory<V>{});
    return out.sink;
}
template <variant V>
inline constexpr layout_sink encoding_layout = make_layout<V>();

// What tells one suit from another: first what the observer was dealt, then all that happened.
template <variant V>
constexpr std::uint64_t suit_key(const view<V>& v, const public_memory<V>& m, int s) {
    const game_state<V>& seen = v.seen;
    const auto ranks = [&](card_mask cards) {
        return (cards >> (s * deck_traits<V>::ranks)) & deck_traits<V>::lowest_suit;
    };
    const std::uint64_t own = ranks(seen.hands[v.observer] | m.by[v.observer]);
    std::uint64_t rest = 0;
    const auto mix = [&](std::uint64_t x) {
        rest = (rest ^ x) * 0x9E3779B97F4A7C15U;
        rest ^= rest >> 29;
    };
    mix(ranks(seen.hands[v.observer]) << 16 |
        ranks(trick_play<V>::leading(seen) ? 0 : seen.trick.mask));
    for (int k = 1; k < V::seats; ++k) {
        const seat who = seat_after<V>(v.observer, k);
        mix(ranks(m.by[who]) << 32 | ranks(seen.hands[who]) << 8 | (m.void_suits[who] >> s & 1U));
    }
    for (int k = 0; k < V::seats; ++k)
        mix(encoding<V>::calls_in(m.said[seat_after<V>(v.observer, k)], static_cast<suit>(s)));
    if constexpr (requires { encoding<V>::suit_facts(v, static_cast<suit>(s)); })
        mix(encoding<V>::suit_facts(v, static_cast<suit>(s)));
    const auto size = static_cast<std::uint64_t>(ops::popcount(own));
    return ((size << 13 | own) << 44 | rest >> 20) + 1;
}

}  // namespace detail

// Bits of an observation, the words that hold them, and what they are.
template <variant V>
inline constexpr int encoding_width = detail::encoding_layout<V>.at;
template <variant V>
inline constexpr int encoding_words = (encoding_width<V> + 63) / 64;
template <variant V>
constexpr std::span<const encoding_slice> encoding_slices() {
    return std::span(detail::encoding_layout<V>.list)
        .first(static_cast<std::size_t>(detail::encoding_layout<V>.count));
}

template <variant V>
struct encoded {
    std::array<std::uint64_t, static_cast<std::size_t>(encoding_words<V>)> word{};
    suit_order<V> suits{};

    constexpr bool bit(int k) const { return (word[k >> 6] >> (k & 63) & 1) != 0; }
    friend constexpr bool operator==(const encoded&, const encoded&) = default;
};

// The order in which the observer sees the suits.
template <variant V>
constexpr suit_order<V> canonical_suits(const view<V>& v, const public_memory<V>& m) {
    const suit_rule rule = encoding<V>::suits_by(v);
    if (rule.as_they_are) return {};
    std::array<std::uint64_t, suit_count> key{};
    for (int s = 0; s < suit_count; ++s) {
        const auto of = static_cast<suit>(s);
        key[s] = of == rule.first  ? ~std::uint64_t{0}
                 : of == rule.last ? 0
                                   : detail::suit_key(v, m, s);
    }
    return suit_order<V>::by_keys(key);
}

// REQUIRES: the observer has a seat; the memory is of the same deal and moment.
template <variant V>
constexpr encoded<V> encode(const view<V>& v, const public_memory<V>& m,
                            const suit_order<V>& order) {
    detail::encoder<V, detail::bit_sink<encoding_words<V>>> out;
    out.observer = v.observer;
    out.order = order;
    detail::encode_all(out, v, m);
    return {out.sink.word, out.order};
}
template <variant V>
constexpr encoded<V> encode(const view<V>& v, const public_memory<V>& m) {
    return encode(v, m, canonical_suits(v, m));
}

// Actions are renamed as the suits are: the output of a net that stands for an action, and back.
template <variant V>
constexpr action canonical_action(action a, const suit_order<V>& order) {
    if (a < deck_traits<V>::cards) return order.map(static_cast<card>(a));
    return encoding<V>::map_call(a, order);
}
template <variant V>
constexpr action actual_action(action a, const suit_order<V>& order) {
    return canonical_action<V>(a, order.inverse());
}

}  // namespace mu
