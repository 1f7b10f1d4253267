// Vectors of floats, and weights that lie in memory as halves where the machine can widen them as
// it loads: what arch.h is for bits and words, for nets.
#pragma once

#include <mu/arch.h>

namespace mu::inline MU_ISA {
namespace arch {

// Widening halves costs AVX2 code an extension of its own (F16C); AVX-512 brings it along.
#if defined(MU_HAS_AVX512) || (defined(MU_HAS_AVX2) && defined(__F16C__))
#define MU_HAS_HALVES 1
using weight = std::uint16_t;
#else
using weight = float;
#endif

#if defined(MU_HAS_AVX512)
inline constexpr int float_lanes = 16;
#elif defined(MU_HAS_HALVES)
inline constexpr int float_lanes = 8;
#else
inline constexpr int float_lanes = 4;
#endif

// The compilers' vector types bring + - * with them, on any machine.
using floats [[gnu::vector_size(4 * float_lanes)]] = float;

MU_INLINE floats splat_float(float x) { return floats{} + x; }
MU_INLINE floats load_floats(const float* from) {
    floats x;
    __builtin_memcpy(&x, from, sizeof x);
    return x;
}
MU_INLINE void store_floats(float* to, floats x) { __builtin_memcpy(to, &x, sizeof x); }
// REQUIRES: no NaN among them.
MU_INLINE floats not_below_zero(floats x) { return x > floats{} ? x : floats{}; }

#if defined(MU_HAS_AVX512)
MU_INLINE floats load_weights(const weight* from) {
    // By a mask of all lanes: gcc takes the plain one for a use of what is not initialised.
    return reinterpret_cast<floats>(
        _mm512_maskz_cvtph_ps(0xFFFF, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))));
}
MU_INLINE floats multiply_add(floats a, floats b, floats c) {
    return reinterpret_cast<floats>(_mm512_fmadd_ps(
        reinterpret_cast<__m512>(a), reinterpret_cast<__m512>(b), reinterpret_cast<__m512>(c)));
}
#elif defined(MU_HAS_HALVES)
MU_INLINE floats load_weights(const weight* from) {
    return reinterpret_cast<floats>(
        _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))));
}
MU_INLINE floats multiply_add(floats a, floats b, floats c) {
    return reinterpret_cast<floats>(_mm256_fmadd_ps(
        reinterpret_cast<__m256>(a), reinterpret_cast<__m256>(b), reinterpret_cast<__m256>(c)));
}
#else
MU_INLINE floats load_weights(const weight* from) { return load_floats(from); }
MU_INLINE floats multiply_add(floats a, floats b, floats c) { return a * b + c; }
#endif

// Whether the machine we run on can do what the AVX2 copy of that asks for beyond AVX2.
inline bool cpu_has_halves() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c");
#else
    return false;
#endif
}

}  // namespace arch
}  // namespace mu::inline MU_ISA
