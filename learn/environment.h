// Many deals side by side for a learner: dealt, shown, stepped and scored without leaving the
// machine that the net runs on. The same functions are compiled for a GPU, one thread a deal, and
// for the processor (environment.cu).
//
// A decision is one row. Where only one action is legal nobody decides: it is done at once. A deal
// that is over is counted and the next one dealt, so every step makes one decision in every row.
#pragma once

#include <mu/encode/all.h>
#include <mu/games/lead.h>
#include <mu/games/registry.h>

namespace mu::learn {

// The hands that the observer of a row does not see, for a critic that may: one set of cards for
// each other seat, in the row's order of suits.
template <variant V>
inline constexpr int hidden_words = ((V::seats - 1) * deck_traits<V>::cards + 63) / 64;
template <variant V>
inline constexpr int row_words = encoding_words<V> + hidden_words<V>;
// Legal actions as a net's outputs, bit k of word k / 64.
template <variant V>
inline constexpr int mask_words = (encoding<V>::actions + 63) / 64;

template <variant V>
struct deal {
    game_state<V> state{};
    public_memory<V> memory{};
    rng generator{0};
    std::uint64_t dealt = 0;      // deals so far, this one included
    std::uint32_t decisions = 0;  // in this deal
    std::uint32_t record = 0;     // which of a pool's deals it is (solved.h)
};

// Where deals come from: the generator of the row. solved.h has another source.
struct random_deals {};

template <variant V>
constexpr bool forced(const deal<V>& d) {
    return rules<V>::legal_actions(d.state).count() == 1;
}

template <variant V>
constexpr void act(deal<V>& d, action a) {
    d.memory.note(d.state, a);
    rules<V>::apply(d.state, a);
}

template <variant V>
constexpr void act_while_forced(deal<V>& d) {
    while (!rules<V>::is_over(d.state) && forced(d))
        act(d, rules<V>::legal_actions(d.state).nth(0));
}

// By the default options, everybody equally often the dealer.
template <variant V>
constexpr void deal_cards(deal<V>& d, const random_deals& = {}) {
    constexpr typename V::options options{};
    constexpr deal_layout layout = V::layout(options);
    std::array<card_mask, most_places> places{};
    const std::span<card_mask> used =
        std::span(places).template first<static_cast<std::size_t>(layout.places)>();
    deal_random(layout, d.generator, used);
    const auto dealer = static_cast<seat>(d.generator.below(V::seats));
    d.state = start_deal(V{}, options, used, dealer, 0);
    d.memory = {};
    d.decisions = 0;
    ++d.dealt;
}

// Nobody decides anything any more, and points() are known.
template <variant V>
constexpr bool is_over(const deal<V>& d, const random_deals&) {
    return rules<V>::is_over(d.state);
}
template <variant V>
constexpr auto points(const deal<V>& d, const random_deals&) {
    return score(d.state, typename V::options{});
}

// The next deal in which somebody has something to decide.
template <variant V, typename Source>
constexpr void next_deal(deal<V>& d, const Source& from) {
    do {
        deal_cards(d, from);
        act_while_forced(d);
    } while (is_over(d, from));
}

// What a seat's side has over the others, in the net's unit.
template <variant V, typename Points>
constexpr float lead(const Points& points, seat of) {
    constexpr auto sides = static_cast<std::size_t>(sides_of<V>());
    const auto mine = static_cast<std::size_t>(index(of));
    const double ahead =
        lead_of(points, mine, [&](std::size_t k) { return k % sides == mine % sides; });
    return static_cast<float>(ahead / encoding<V>::scale);
}

template <variant V>
struct row {
    std::array<std::uint64_t, static_cast<std::size_t>(row_words<V>)> bits{};
    std::array<std::uint64_t, static_cast<std::size_t>(mask_words<V>)> legal{};
};

// REQUIRES: the deal is not over.
template <variant V>
constexpr row<V> show(const deal<V>& d) {
    row<V> out;
    const seat me = rules<V>::to_act(d.state);
    const view<V> seen = view_of(d.state, me);
    const encoded<V> e = encode(seen, d.memory);
    for (std::size_t k = 0; k < e.word.size(); ++k) out.bits[k] = e.word[k];
    detail::bit_sink<hidden_words<V>> others;
    for (int k = 1; k < V::seats; ++k)
        others.put(e.suits.map(card_mask{d.state.hands[seat_after<V>(me, k)]}),
                   deck_traits<V>::cards);
    for (std::size_t k = 0; k < others.word.size(); ++k)
        out.bits[e.word.size() + k] = others.word[k];
    for (std::uint64_t m = seen.legal.mask; m != 0; m &= m - 1) {
        const auto a = static_cast<action>(seen.legal.first + arch::lowest_index(m));
        const action k = canonical_action<V>(a, e.suits);
        out.legal[k >> 6] |= std::uint64_t{1} << (k & 63);
    }
    return out;
}

// The action that an output of the net stands for in this row.
template <variant V>
constexpr action meant(const deal<V>& d, action output) {
    const view<V> seen = view_of(d.state, rules<V>::to_act(d.state));
    return actual_action<V>(output, canonical_suits(seen, d.memory));
}

// Everything that a random deal from a seed comes to, as one number: what is shown at every
// decision, what is done, and the points. Equal on all machines.
template <variant V>
constexpr std::uint64_t trace_of(std::uint64_t seed, std::uint64_t number) {
    std::uint64_t hash = 0;
    const auto mix = [&](std::uint64_t x) {
        hash = (hash ^ x) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 29;
    };
    deal<V> d{.generator = rng(seed).split(number)};
    deal_cards(d);
    while (!rules<V>::is_over(d.state)) {
        const row<V> now = show(d);
        for (const std::uint64_t word : now.bits) mix(word);
        for (const std::uint64_t word : now.legal) mix(word);
        const action a = rules<V>::legal_actions(d.state).draw(d.generator);
        mix(a);
        act(d, a);
        ++d.decisions;
    }
    for (const int points : score(d.state, typename V::options{}))
        mix(static_cast<std::uint64_t>(static_cast<std::int64_t>(points)));
    mix(d.decisions);
    return hash;
}

}  // namespace mu::learn
