// Layouts of numbers: what a seat knows as floats between -1 and 1, in named slices.
//
// encode() (encode/encode.h) has one layout of bits for every game. Others that people have trained
// nets with are types like this, in games/<game>/layouts.h:
//
//     struct contree_play_layout {
//         using game = contree;
//         name, version, size
//         flags                                whether all numbers are 0 or 1
//         suits(view, trace) -> suit_order     in which it shows the suits
//         put(out, view, trace, order)         writes all numbers, slice by slice
//     };
//
//     std::array<float, contree_play_layout::size> x;
//     encode_numbers<contree_play_layout>(x.data(), view, trace);
//
// They read a view and what everybody has seen (encode/trace.h), nothing else. With another order
// of the suits, such as each of all_suit_orders(), the same position looks as if its suits had
// other names; actions are renamed alike (canonical_action).
#pragma once

#include <tuple>

#include <mu/encode/encode.h>
#include <mu/encode/trace.h>

namespace mu {

namespace detail {

// Writes numbers; as integers where a layout has flags alone.
template <typename T>
struct number_sink {
    T* to = nullptr;

    constexpr void slice(const char*) {}
    constexpr void number(float x) { *to++ = static_cast<T>(x); }
};

// Notes where slices begin instead.
struct number_layout {
    std::array<encoding_slice, 24> list{};
    int count = 0;
    int at = 0;

    constexpr void slice(const char* name) { list[count++] = {name, at, 0}; }
    constexpr void number(float) {
        ++list[count - 1].size;
        ++at;
    }
};

// What layouts write through.
template <typename Layout, typename Sink>
struct number_writer {
    using V = typename Layout::game;

    Sink sink{};
    seat observer = seat::north;
    suit_order<V> order{};

    constexpr void slice(const char* name) { sink.slice(name); }
    constexpr void number(float x) { sink.number(x); }
    constexpr void part(int k, int of) {
        sink.number(static_cast<float>(k) / static_cast<float>(of));
    }
    constexpr void flag(bool b) { sink.number(b ? 1.0F : 0.0F); }
    constexpr void flags(std::uint64_t set, int n) {
        for (int k = 0; k < n; ++k) flag((set >> k & 1) != 0);
    }
    // One of n, or none of them if k is out of range.
    constexpr void one_of(int k, int n) {
        for (int i = 0; i < n; ++i) flag(i == k);
    }
    constexpr void cards(card_mask m) { flags(order.map(m), deck_traits<V>::cards); }
    constexpr void one_card(card c) { cards(c == no_card ? 0 : bit(c)); }
    constexpr void suits(unsigned set) { flags(order.map_set(set), suit_count); }
    constexpr void one_suit(suit s) { suits(s == suit::none ? 0 : 1U << index(s)); }
    // How far a seat sits from the observer.
    constexpr int from_here(seat s) const {
        return (index(s) - index(observer) + V::seats) % V::seats;
    }
    // A number for each card in the order of the suits: f(card).
    template <typename F>
    constexpr void each_card(F&& f) {
        const suit_order<V> back = order.inverse();
        for (int c = 0; c < deck_traits<V>::cards; ++c) number(f(back.map(static_cast<card>(c))));
    }
    // From the observer's own, or the first other, on round the table.
    template <typename F>
    constexpr void each_seat(F&& f, int from = 0) {
        for (int k = from; k < V::seats; ++k) f(seat_after<V>(observer, k));
    }
};

template <typename Layout>
inline constexpr number_layout number_layout_of = [] {
    using V = typename Layout::game;
    number_writer<Layout, number_layout> out;
    Layout::put(out, view<V>{}, deal_trace<V>{});
    return out.sink;
}();

}  // namespace detail

template <typename Layout>
constexpr std::span<const encoding_slice> number_slices() {
    return std::span(detail::number_layout_of<Layout>.list)
        .first(static_cast<std::size_t>(detail::number_layout_of<Layout>.count));
}

// REQUIRES: `out` has Layout::size places; the observer has a seat; the trace is of the same deal
// and moment.
template <typename Layout, typename T>
constexpr void encode_numbers(T* out, const view<typename Layout::game>& v,
                              const deal_trace<typename Layout::game>& t,
                              const suit_order<typename Layout::game>& order) {
    static_assert(detail::number_layout_of<Layout>.at == Layout::size);
    detail::number_writer<Layout, detail::number_sink<T>> to{{out}, v.observer, order};
    Layout::put(to, v, t);
}
template <typename Layout, typename T>
constexpr void encode_numbers(T* out, const view<typename Layout::game>& v,
                              const deal_trace<typename Layout::game>& t) {
    encode_numbers<Layout>(out, v, t, Layout::suits(v, t));
}

// The open cards alone, in every game: own hand, cards played, the trick by relative seat. Suits as
// the deck has them.
template <variant V>
struct cards_layout {
    using game = V;
    static constexpr const char* name = "cards";
    static constexpr int version = 1, size = (2 + V::seats) * deck_traits<V>::cards;
    static constexpr bool flags = true;

    static constexpr suit_order<V> suits(const view<V>&, const deal_trace<V>&) { return {}; }

    template <typename Out>
    static constexpr void put(Out& out, const view<V>& v, const deal_trace<V>&) {
        const bool begun = !trick_play<V>::leading(v.seen);
        out.slice("hand");
        out.cards(v.seen.hands[v.observer]);
        out.slice("played");
        out.cards(v.seen.played);
        out.slice("trick");
        out.each_seat([&](seat k) { out.one_card(begun ? v.seen.trick.cards[k] : no_card); });
    }
};

// The layouts of numbers that a game has besides; games/<game>/layouts.h says which.
template <variant V>
struct number_layouts {
    using types = std::tuple<>;
};

// All 24 orders of the suits are numbered; the first one is as the deck has them.
inline constexpr int suit_order_count = 24;
// REQUIRES: 0 <= n < suit_order_count.
template <variant V>
constexpr suit_order<V> nth_suit_order(int n) {
    std::array<std::uint64_t, suit_count> key{};
    unsigned free = 0b1111;
    for (int s = 0; s < suit_count; ++s) {
        int nth = n % (suit_count - s), slot = 0;
        n /= suit_count - s;
        while ((free >> slot & 1U) == 0 || nth-- > 0) ++slot;
        free &= ~(1U << slot);
        key[static_cast<std::size_t>(s)] = static_cast<std::uint64_t>(suit_count - slot);
    }
    return suit_order<V>::by_keys(key);
}
template <variant V>
constexpr int suit_order_number(const suit_order<V>& order) {
    int out = 0;
    unsigned free = 0b1111;
    for (int s = 0, weight = 1; s < suit_count; ++s) {
        const int slot = order.slot_of(s);
        out += weight * static_cast<int>(arch::popcount(free & ((1U << slot) - 1U)));
        weight *= suit_count - s;
        free &= ~(1U << slot);
    }
    return out;
}

}  // namespace mu
