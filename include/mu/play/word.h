// Words made of several words: wide<W, K> behaves as one word with K times the lanes of W.
//
// A trick is one long chain of dependent steps. Two independent groups of deals carried through it
// side by side keep the machine busy while each waits for its own previous step.
#pragma once

#include <mu/arch.h>

namespace mu::inline MU_ISA {
namespace arch {

template <typename W, int K>
struct wide {
    W part[K];

    template <typename F>
    static MU_INLINE wide each(F&& f) {
        wide out;
        for (int k = 0; k < K; ++k) out.part[k] = f(k);
        return out;
    }

    friend MU_INLINE wide operator+(const wide& a, const wide& b) {
        return each([&](int k) { return a.part[k] + b.part[k]; });
    }
    friend MU_INLINE wide operator-(const wide& a, const wide& b) {
        return each([&](int k) { return a.part[k] - b.part[k]; });
    }
    friend MU_INLINE wide operator&(const wide& a, const wide& b) {
        return each([&](int k) { return a.part[k] & b.part[k]; });
    }
    friend MU_INLINE wide operator|(const wide& a, const wide& b) {
        return each([&](int k) { return a.part[k] | b.part[k]; });
    }
    friend MU_INLINE wide operator^(const wide& a, const wide& b) {
        return each([&](int k) { return a.part[k] ^ b.part[k]; });
    }
    friend MU_INLINE wide operator-(const wide& a, element_of<W> e) {
        return each([&](int k) { return a.part[k] - e; });
    }
    friend MU_INLINE wide operator<<(const wide& a, int n) {
        return each([&](int k) { return a.part[k] << n; });
    }
    friend MU_INLINE wide operator>>(const wide& a, int n) {
        return each([&](int k) { return a.part[k] >> n; });
    }
    MU_INLINE wide operator~() const {
        return each([&](int k) { return ~part[k]; });
    }
};

template <typename W, int K>
struct word_traits<wide<W, K>> {
    using element = element_of<W>;
    using part = W;
    static constexpr int lanes = K * word_traits<W>::lanes;
};

template <typename W>
concept wide_word = requires { typename word_traits<W>::part; };

template <typename W, int K>
struct lane_mask<wide<W, K>> {
    lane_mask<W> part[K];

    template <typename F>
    static MU_INLINE lane_mask each(F&& f) {
        lane_mask out;
        for (int k = 0; k < K; ++k) out.part[k] = f(k);
        return out;
    }
    friend MU_INLINE lane_mask operator&(lane_mask a, lane_mask b) {
        return each([&](int k) { return a.part[k] & b.part[k]; });
    }
    friend MU_INLINE lane_mask operator|(lane_mask a, lane_mask b) {
        return each([&](int k) { return a.part[k] | b.part[k]; });
    }
    friend MU_INLINE lane_mask operator^(lane_mask a, lane_mask b) {
        return each([&](int k) { return a.part[k] ^ b.part[k]; });
    }
    MU_INLINE lane_mask operator~() const {
        return each([&](int k) { return ~part[k]; });
    }
};

template <wide_word W>
MU_INLINE W splat(element_of<W> x) {
    return W::each([&](int) { return splat<typename word_traits<W>::part>(x); });
}
template <wide_word W>
MU_INLINE W load(const element_of<W>* from) {
    using part = typename word_traits<W>::part;
    return W::each([&](int k) { return load<part>(from + k * word_traits<part>::lanes); });
}
template <typename W, int K>
MU_INLINE void store(element_of<W>* to, const wide<W, K>& x) {
    for (int k = 0; k < K; ++k) store(to + k * word_traits<W>::lanes, x.part[k]);
}

template <typename W, int K>
MU_INLINE wide<W, K> popcount(const wide<W, K>& x) {
    return wide<W, K>::each([&](int k) { return popcount(x.part[k]); });
}
template <int Fields = 4, typename W, int K>
MU_INLINE wide<W, K> fill_field(const wide<W, K>& x) {
    return wide<W, K>::each([&](int k) { return fill_field<Fields>(x.part[k]); });
}
template <typename W, int K>
MU_INLINE wide<W, K> scale16(const wide<W, K>& x, const wide<W, K>& n) {
    return wide<W, K>::each([&](int k) { return scale16(x.part[k], n.part[k]); });
}
template <typename W, int K>
MU_INLINE wide<W, K> nth_bit(const wide<W, K>& set, const wide<W, K>& r, int most) {
    return wide<W, K>::each([&](int k) { return nth_bit(set.part[k], r.part[k], most); });
}
template <typename W, int K>
MU_INLINE lane_mask<wide<W, K>> meets(const wide<W, K>& a, const wide<W, K>& b) {
    return lane_mask<wide<W, K>>::each([&](int k) { return meets(a.part[k], b.part[k]); });
}
template <typename W, int K>
MU_INLINE wide<W, K> select(const lane_mask<wide<W, K>>& m, const wide<W, K>& a,
                            const wide<W, K>& b) {
    return wide<W, K>::each([&](int k) { return select(m.part[k], a.part[k], b.part[k]); });
}
template <wide_word W>
MU_INLINE lane_mask<W> mask_from_bool(bool b) {
    return lane_mask<W>::each(
        [&](int) { return mask_from_bool<typename word_traits<W>::part>(b); });
}

}  // namespace arch
}  // namespace mu::inline MU_ISA
