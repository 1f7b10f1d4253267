// Rows of words, 32 bytes of them, compared at once: what arch.h is for bits and words, for tables
// whose entries lie side by side.
#pragma once

#include <mu/arch.h>

namespace mu::inline MU_ISA {
namespace arch {

template <integer_word E>
inline constexpr int row_size = 32 / static_cast<int>(sizeof(E));
// REQUIRES of those below: aligned to 32 bytes.
template <integer_word E>
using row = E[static_cast<std::size_t>(row_size<E>)];

#if defined(MU_HAS_BMI2)  // and with it AVX2
namespace detail {

template <integer_word E>
MU_INLINE __m256i loaded(const row<E>& from) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(&from[0]));
}
template <integer_word E>
MU_INLINE __m256i filled(E x) {
    if constexpr (sizeof(E) == 8)
        return _mm256_set1_epi64x(static_cast<long long>(x));
    else
        return _mm256_set1_epi32(static_cast<int>(x));
}
// A bit for every place that is zero.
template <integer_word E>
MU_INLINE u32 zeros(__m256i x) {
    const __m256i is = sizeof(E) == 8 ? _mm256_cmpeq_epi64(x, _mm256_setzero_si256())
                                      : _mm256_cmpeq_epi32(x, _mm256_setzero_si256());
    return static_cast<u32>(sizeof(E) == 8 ? _mm256_movemask_pd(_mm256_castsi256_pd(is))
                                           : _mm256_movemask_ps(_mm256_castsi256_ps(is)));
}
template <integer_word E>
MU_INLINE __m256i differing(const row<E>& a, const row<E>& b, E x, E y) {
    return _mm256_or_si256(_mm256_xor_si256(loaded<E>(a), filled(x)),
                           _mm256_xor_si256(loaded<E>(b), filled(y)));
}

}  // namespace detail
#endif

// The places where a and b are x and y, as far as the mask goes.
template <integer_word E>
MU_INLINE u32 agreeing(const row<E>& a, const row<E>& b, const row<E>& mask, E x, E y) {
#if defined(MU_HAS_BMI2)
    return detail::zeros<E>(
        _mm256_and_si256(detail::differing<E>(a, b, x, y), detail::loaded<E>(mask)));
#else
    u32 out = 0;
    for (int i = 0; i < row_size<E>; ++i)
        out |= (((a[i] ^ x) | (b[i] ^ y)) & mask[i]) == 0 ? u32{1} << i : 0;
    return out;
#endif
}
// The places where a and b are x and y as far as `within` goes, and the mask goes at least as far.
template <integer_word E>
MU_INLINE u32 contained(const row<E>& a, const row<E>& b, const row<E>& mask, E x, E y, E within) {
#if defined(MU_HAS_BMI2)
    const __m256i far = detail::filled(within);
    return detail::zeros<E>(_mm256_or_si256(_mm256_and_si256(detail::differing<E>(a, b, x, y), far),
                                            _mm256_andnot_si256(detail::loaded<E>(mask), far)));
#else
    u32 out = 0;
    for (int i = 0; i < row_size<E>; ++i)
        out |= (((a[i] ^ x) | (b[i] ^ y) | ~mask[i]) & within) == 0 ? u32{1} << i : 0;
    return out;
#endif
}

// Memory that will be read soon.
MU_INLINE void prefetch(const void* at) { __builtin_prefetch(at); }

}  // namespace arch
}  // namespace mu::inline MU_ISA
