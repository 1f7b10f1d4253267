#include <mu/api/observation.h>
#include <mu/api/typed_view.h>
#include <mu/api/with_game.h>
#include <mu/encode/all.h>
#include <mu/nn/places.h>

namespace mu {

namespace {

template <variant V>
bit_layout layout(std::string_view name) {
    return {.variant = name,
            .version = encoding<V>::version,
            .inputs = encoding_width<V>,
            .actions = encoding<V>::actions,
            .scale = encoding<V>::scale,
            .cards = deck_traits<V>::cards,
            .places = net_places<V>};
}

// Its place among bit_layouts().
template <variant V>
constexpr std::size_t place_in_layouts() {
    std::size_t at = 0, found = 0;
#define MU_PLACE(Other)                       \
    if (std::is_same_v<Other, V>) found = at; \
    ++at;
    MU_VARIANTS(MU_PLACE)
#undef MU_PLACE
    return found;
}

}  // namespace

const std::vector<bit_layout>& bit_layouts() {
    static const std::vector<bit_layout> all{
#define MU_LAYOUT(V) layout<V>(#V),
        MU_VARIANTS(MU_LAYOUT)
#undef MU_LAYOUT
    };
    return all;
}

const bit_layout& layout_of(const game& g) {
    return bit_layouts()[with_game(
        g, []<typename V>(V, const typename V::options&) { return place_in_layouts<V>(); })];
}

observation observe(const seat_view& v) {
    if (v.is_public()) throw std::invalid_argument("a spectator has no observation");
    return with_game(v.game(), [&]<typename V>(V, const typename V::options&) {
        const view<V> seen = *typed_view<V>(v);
        const encoded<V> e = encode(seen, *memory_of<V>(v));
        observation out{.bits = {e.word.begin(), e.word.end()}, .names = {}};
        for (int i = 0; i < seen.legal.count(); ++i)
            out.names.push_back(canonical_action<V>(seen.legal.nth(i), e.suits));
        return out;
    });
}

}  // namespace mu
