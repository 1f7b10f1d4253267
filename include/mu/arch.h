// Every difference between compilers and machines, and every intrinsic, is here and in arch/.
//
// Two families live here:
//   * bit operations on one unsigned integer (32 or 64 bits), constexpr, with a portable path, a
//     BMI2 path and a CUDA path (std::popcount reached through relaxed constexpr has been seen to
//     give wrong results on a device, so the device gets its own);
//   * the same operations on a *word* W, which is one integer (a CPU core, a GPU thread) or a
//     vector of integers (one deal per lane). The trick kernel is written once over W.
//
// A word is cut into equal fields, one per suit. Most games have four: 16 bits each in a 64-bit
// element, 8 bits each in a 32-bit element.
//
// Code that depends on the instruction set sits in an inline namespace named after it. A program
// may then hold the same kernel several times, compiled for several machines, and choose at run
// time, without the linker merging one copy into the other.
#pragma once

#include <cstdint>
#include <type_traits>

#if defined(__CUDACC__)
#define MU_ISA cuda
#define MU_HD __host__ __device__
#elif defined(__wasm__)  // a browser: one copy of the kernels, the plain one
#define MU_ISA portable
#define MU_HD
#elif defined(__AVX512VPOPCNTDQ__) && defined(__AVX512BW__) && defined(__AVX512VL__) && \
    defined(__BMI2__)
#define MU_ISA avx512
#define MU_HD
#define MU_HAS_AVX512 1
#define MU_HAS_BMI2 1
#elif defined(__AVX2__) && defined(__BMI2__)
#define MU_ISA avx2
#define MU_HD
#define MU_HAS_AVX2 1
#define MU_HAS_BMI2 1
#else
#define MU_ISA portable
#define MU_HD
#endif

#if defined(MU_HAS_BMI2)
#include <immintrin.h>
#endif

// For the few functions that must vanish into their caller.
#define MU_INLINE __attribute__((always_inline)) inline MU_HD

// A constant table outside a function that is indexed at run time: MU_TABLE(table)[k]. Code on a
// device cannot reach the host's copy, and nvcc does not say so but computes nonsense; it gets a
// copy of its own. Not to be bound to a reference: its initialisation is tried as a constant first.
#if defined(__CUDA_ARCH__)
template <const auto& Table>
MU_HD const auto& mu_table_on_device() {
    static constexpr auto copy = Table;
    return copy;
}
#define MU_TABLE(...) \
    (__builtin_is_constant_evaluated() ? (__VA_ARGS__) : mu_table_on_device<(__VA_ARGS__)>())
#else
#define MU_TABLE(...) (__VA_ARGS__)
#endif

namespace mu::inline MU_ISA {
namespace arch {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

#define MU_STRINGIFY_(x) #x
#define MU_STRINGIFY(x) MU_STRINGIFY_(x)
inline constexpr const char* compiled_isa = MU_STRINGIFY(MU_ISA);
#undef MU_STRINGIFY
#undef MU_STRINGIFY_

template <typename T>
concept integer_word = std::is_same_v<T, u32> || std::is_same_v<T, u64>;

// ---------------------------------------------------------------------------------------------
// Bit operations on one integer
// ---------------------------------------------------------------------------------------------

namespace detail {

// Sum of bits by halves; also right for a vector of integers.
template <typename E, typename W>
MU_INLINE constexpr W popcount_by_halves(W x) {
    x = x - ((x >> 1) & static_cast<E>(0x5555555555555555U));
    x = (x & static_cast<E>(0x3333333333333333U)) +
        ((x >> 2) & static_cast<E>(0x3333333333333333U));
    x = (x + (x >> 4)) & static_cast<E>(0x0F0F0F0F0F0F0F0FU);
    x = x + (x >> 8);
    x = x + (x >> 16);
    if constexpr (sizeof(E) == 8) x = x + (x >> 32);
    return x & static_cast<E>(0x7F);
}

}  // namespace detail

// Number of set bits.
template <integer_word E>
MU_INLINE constexpr E popcount(E x) {
#if defined(__CUDA_ARCH__)
    if (!__builtin_is_constant_evaluated())
        return static_cast<E>(sizeof(E) == 8 ? __popcll(x) : __popc(static_cast<u32>(x)));
    return detail::popcount_by_halves<E>(x);
#elif defined(MU_HAS_BMI2) || defined(__POPCNT__) || defined(__wasm__)
    return static_cast<E>(sizeof(E) == 8 ? __builtin_popcountll(x)
                                         : __builtin_popcount(static_cast<u32>(x)));
#else
    return detail::popcount_by_halves<E>(x);
#endif
}

// Index of the lowest set bit. REQUIRES: x != 0.
template <integer_word E>
MU_INLINE constexpr int lowest_index(E x) {
#if defined(__CUDA_ARCH__)
    // The bits below the lowest one, counted.
    return static_cast<int>(popcount<E>(~x & (x - 1)));
#else
    return sizeof(E) == 8 ? __builtin_ctzll(x) : __builtin_ctz(static_cast<u32>(x));
#endif
}

// Index of the highest set bit. REQUIRES: x != 0.
template <integer_word E>
MU_INLINE constexpr int highest_index(E x) {
#if defined(__CUDA_ARCH__)
    if (!__builtin_is_constant_evaluated())
        return sizeof(E) == 8 ? 63 - __clzll(static_cast<long long>(x))
                              : 31 - __clz(static_cast<int>(x));
    int at = 0;
    while ((x >>= 1) != 0) ++at;
    return at;
#else
    return sizeof(E) == 8 ? 63 - __builtin_clzll(x) : 31 - __builtin_clz(static_cast<u32>(x));
#endif
}

// Scatters the low bits of x to the positions set in mask, lowest first.
constexpr MU_HD u64 deposit(u64 x, u64 mask) {
#if defined(MU_HAS_BMI2)
    if (!__builtin_is_constant_evaluated()) return _pdep_u64(x, mask);
#endif
    u64 out = 0;
    for (; mask != 0; mask &= mask - 1, x >>= 1)
        if (x & 1) out |= mask & (~mask + 1);
    return out;
}

// Gathers the bits of x at the positions set in mask to the low end.
constexpr MU_HD u64 extract(u64 x, u64 mask) {
#if defined(MU_HAS_BMI2)
    if (!__builtin_is_constant_evaluated()) return _pext_u64(x, mask);
#endif
    u64 out = 0;
    for (u64 to = 1; mask != 0; mask &= mask - 1, to <<= 1)
        if (x & mask & (~mask + 1)) out |= to;
    return out;
}

// ---------------------------------------------------------------------------------------------
// Words: element type, number of lanes, and what "true" looks like
// ---------------------------------------------------------------------------------------------

template <typename W>
struct word_traits;

template <integer_word E>
struct word_traits<E> {
    using element = E;
    static constexpr int lanes = 1;
};

template <typename W>
using element_of = typename word_traits<W>::element;

// A truth value per lane.
template <typename W>
struct lane_mask;

template <integer_word E>
struct lane_mask<E> {
    E bits;  // all ones or zero
    friend MU_INLINE constexpr lane_mask operator&(lane_mask a, lane_mask b) {
        return {a.bits & b.bits};
    }
    friend MU_INLINE constexpr lane_mask operator|(lane_mask a, lane_mask b) {
        return {a.bits | b.bits};
    }
    friend MU_INLINE constexpr lane_mask operator^(lane_mask a, lane_mask b) {
        return {a.bits ^ b.bits};
    }
    MU_INLINE constexpr lane_mask operator~() const { return {~bits}; }
};

template <integer_word E>
MU_INLINE constexpr E splat(E x) {
    return x;
}
template <typename W>
    requires integer_word<W>
MU_INLINE constexpr W load(const W* from) {
    return *from;
}
template <integer_word E>
MU_INLINE constexpr void store(E* to, E x) {
    *to = x;
}

// Lanes where a and b share a bit.
template <integer_word E>
MU_INLINE constexpr lane_mask<E> meets(E a, E b) {
    return {E{0} - static_cast<E>((a & b) != 0)};
}

template <integer_word E>
MU_INLINE constexpr E select(lane_mask<E> m, E a, E b) {
    return b ^ ((a ^ b) & m.bits);
}

template <integer_word E>
MU_INLINE constexpr lane_mask<E> mask_from_bool(bool b) {
    return {E{0} - static_cast<E>(b)};
}

// The width of a field in a word that is divided into so many.
template <typename E, int Fields = 4>
inline constexpr int field_bits = static_cast<int>(8 * sizeof(E)) / Fields;

// The field of a one-bit word, filled. REQUIRES: exactly one bit set in each lane.
template <int Fields = 4, integer_word E>
    requires(Fields != 4)
MU_INLINE constexpr E fill_field(E bit) {
    constexpr int field = field_bits<E, Fields>;
    return ((E{1} << field) - 1) << (lowest_index(bit) / field * field);
}
template <int Fields = 4, integer_word E>
    requires(Fields == 4)
MU_INLINE constexpr E fill_field(E bit) {
    constexpr int field = field_bits<E>;
#if defined(__CUDA_ARCH__)
    // Finding a bit's index is slow there, comparing is not.
    constexpr E low = (E{1} << field) - 1;
    const bool upper = (bit >> (2 * field)) != 0;
    const auto half = static_cast<u32>(upper ? bit >> (2 * field) : bit);
    const u32 filled = half > low ? static_cast<u32>(low) << field : static_cast<u32>(low);
    return upper ? static_cast<E>(filled) << (2 * field) : static_cast<E>(filled);
#else
    const int shift = lowest_index(bit) & ~(field - 1);
    return ((E{1} << field) - 1) << shift;
#endif
}

// (low 16 bits of x) * n / 2^16, for small n: a draw below n from 16 random bits.
template <integer_word E>
MU_INLINE constexpr E scale16(E x, E n) {
    return ((x & 0xFFFF) * n) >> 16;
}

// The set bit with r set bits below it, as a one-bit word. REQUIRES: r < popcount(set) <= most.
template <integer_word E>
MU_INLINE constexpr E nth_bit(E set, E r, [[maybe_unused]] int most) {
#if defined(MU_HAS_BMI2)
    if (!__builtin_is_constant_evaluated()) {
        if constexpr (sizeof(E) == 8)
            return _pdep_u64(E{1} << r, set);
        else
            return _pdep_u32(E{1} << r, set);
    }
#endif
#if defined(__CUDA_ARCH__)
    // One 32-bit half is enough to look at: whole words cost twice there.
    if constexpr (sizeof(E) == 8) {
        const auto low = static_cast<u32>(set), below = static_cast<u32>(__popc(low));
        const bool upper = r >= below;
        const u32 found = nth_bit(upper ? static_cast<u32>(set >> 32) : low,
                                  static_cast<u32>(r) - (upper ? below : 0), most);
        return upper ? static_cast<E>(found) << 32 : static_cast<E>(found);
    }
#endif
    // The number of rounds depends on `most` alone: nothing to mispredict.
    for (E i = 0; i + 1 < static_cast<E>(most); ++i) set &= set - static_cast<E>(i < r);
    return set & (~set + 1);
}

// ---------------------------------------------------------------------------------------------
// Words of several lanes
// ---------------------------------------------------------------------------------------------
#if defined(MU_HAS_AVX512)
inline constexpr int vector_bytes = 64;
using vector_register = __m512i;
#elif defined(MU_HAS_AVX2)
inline constexpr int vector_bytes = 32;
using vector_register = __m256i;
#endif

#if defined(MU_HAS_AVX512) || defined(MU_HAS_AVX2)

// The compilers' vector types bring + - & | ^ ~ << >> with them.
using vector_64 [[gnu::vector_size(vector_bytes)]] = u64;
using vector_32 [[gnu::vector_size(vector_bytes)]] = u32;

template <typename W>
concept vector_word = std::is_same_v<W, vector_64> || std::is_same_v<W, vector_32>;

template <vector_word W>
struct word_traits<W> {
    using element = std::conditional_t<std::is_same_v<W, vector_64>, u64, u32>;
    static constexpr int lanes = vector_bytes / static_cast<int>(sizeof(element));
};

template <vector_word W>
inline constexpr bool in_64_bits = std::is_same_v<W, vector_64>;

template <vector_word W>
MU_INLINE vector_register raw(W x) {
    return reinterpret_cast<vector_register>(x);
}
template <vector_word W>
MU_INLINE W cooked(vector_register x) {
    return reinterpret_cast<W>(x);
}
template <vector_word W>
MU_INLINE W splat(element_of<W> x) {
    return W{} + x;
}
template <vector_word W>
MU_INLINE W load(const element_of<W>* from) {
    W x;
    __builtin_memcpy(&x, from, sizeof x);
    return x;
}
template <vector_word W>
MU_INLINE void store(element_of<W>* to, W x) {
    __builtin_memcpy(to, &x, sizeof x);
}

#endif

#if defined(MU_HAS_AVX512)

template <vector_word W>
struct lane_mask<W> {
    using bits_t = std::conditional_t<in_64_bits<W>, __mmask8, __mmask16>;
    bits_t bits;  // one per lane
    static MU_INLINE lane_mask of(int bits) { return {static_cast<bits_t>(bits)}; }
    friend MU_INLINE lane_mask operator&(lane_mask a, lane_mask b) { return of(a.bits & b.bits); }
    friend MU_INLINE lane_mask operator|(lane_mask a, lane_mask b) { return of(a.bits | b.bits); }
    friend MU_INLINE lane_mask operator^(lane_mask a, lane_mask b) { return of(a.bits ^ b.bits); }
    MU_INLINE lane_mask operator~() const { return of(~bits); }
};
template <vector_word W>
MU_INLINE lane_mask<W> mask_from_bool(bool b) {
    return lane_mask<W>::of(b ? ~0 : 0);
}
template <vector_word W>
MU_INLINE W popcount(W x) {
    if constexpr (in_64_bits<W>)
        return cooked<W>(_mm512_popcnt_epi64(raw(x)));
    else
        return cooked<W>(_mm512_popcnt_epi32(raw(x)));
}
template <vector_word W>
MU_INLINE lane_mask<W> meets(W a, W b) {
    if constexpr (in_64_bits<W>)
        return {_mm512_test_epi64_mask(raw(a), raw(b))};
    else
        return {_mm512_test_epi32_mask(raw(a), raw(b))};
}
template <vector_word W>
MU_INLINE W select(lane_mask<W> m, W a, W b) {
    if constexpr (in_64_bits<W>)
        return cooked<W>(_mm512_mask_mov_epi64(raw(b), m.bits, raw(a)));
    else
        return cooked<W>(_mm512_mask_mov_epi32(raw(b), m.bits, raw(a)));
}
template <int Fields = 4, vector_word W>
    requires(Fields == 4)
MU_INLINE W fill_field(W bit) {
    const __m512i v = raw(bit);
    if constexpr (in_64_bits<W>)
        return cooked<W>(_mm512_movm_epi16(_mm512_test_epi16_mask(v, v)));
    else
        return cooked<W>(_mm512_movm_epi8(_mm512_test_epi8_mask(v, v)));
}
template <vector_word W>
MU_INLINE W scale16(W x, W n) {
    return cooked<W>(_mm512_mulhi_epu16(raw(x), raw(n)));
}
template <vector_word W>
MU_INLINE W nth_bit(W set, W r, int most) {
    using E = element_of<W>;
    for (int i = 0; i < most - 1; ++i) {
        const __m512i s = raw(set), less = raw(set - E{1});
        if constexpr (in_64_bits<W>) {
            const __mmask8 more = _mm512_cmpgt_epu64_mask(raw(r), _mm512_set1_epi64(i));
            set = cooked<W>(_mm512_mask_and_epi64(s, more, s, less));
        } else {
            const __mmask16 more = _mm512_cmpgt_epu32_mask(raw(r), _mm512_set1_epi32(i));
            set = cooked<W>(_mm512_mask_and_epi32(s, more, s, less));
        }
    }
    return set & (~set + E{1});
}

#elif defined(MU_HAS_AVX2)

template <vector_word W>
struct lane_mask<W> {
    W bits;  // all ones or zero in each lane
    friend MU_INLINE lane_mask operator&(lane_mask a, lane_mask b) { return {a.bits & b.bits}; }
    friend MU_INLINE lane_mask operator|(lane_mask a, lane_mask b) { return {a.bits | b.bits}; }
    friend MU_INLINE lane_mask operator^(lane_mask a, lane_mask b) { return {a.bits ^ b.bits}; }
    MU_INLINE lane_mask operator~() const { return {~bits}; }
};
template <vector_word W>
MU_INLINE lane_mask<W> mask_from_bool(bool b) {
    return {b ? ~W{} : W{}};
}
// By nibbles (W. Mula): a table look-up for each, then sums.
template <vector_word W>
MU_INLINE W popcount(W x) {
    const __m256i low = _mm256_set1_epi8(15);
    const __m256i counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i lower = _mm256_and_si256(raw(x), low);
    const __m256i upper = _mm256_and_si256(_mm256_srli_epi16(raw(x), 4), low);
    const __m256i bytes =
        _mm256_add_epi8(_mm256_shuffle_epi8(counts, lower), _mm256_shuffle_epi8(counts, upper));
    if constexpr (in_64_bits<W>) {
        return cooked<W>(_mm256_sad_epu8(bytes, _mm256_setzero_si256()));
    } else {
        const __m256i pairs = _mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1));
        return cooked<W>(_mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
    }
}
template <vector_word W>
MU_INLINE lane_mask<W> meets(W a, W b) {
    return {reinterpret_cast<W>((a & b) != W{})};
}
template <vector_word W>
MU_INLINE W select(lane_mask<W> m, W a, W b) {
    return cooked<W>(_mm256_blendv_epi8(raw(b), raw(a), raw(m.bits)));
}
template <int Fields = 4, vector_word W>
    requires(Fields == 4)
MU_INLINE W fill_field(W bit) {
    const __m256i zero = _mm256_setzero_si256();
    if constexpr (in_64_bits<W>)
        return ~cooked<W>(_mm256_cmpeq_epi16(raw(bit), zero));
    else
        return ~cooked<W>(_mm256_cmpeq_epi8(raw(bit), zero));
}
template <vector_word W>
MU_INLINE W scale16(W x, W n) {
    return cooked<W>(_mm256_mulhi_epu16(raw(x), raw(n)));
}
template <vector_word W>
MU_INLINE W nth_bit(W set, W r, int most) {
    using E = element_of<W>;
    for (int i = 0; i < most - 1; ++i) {
        W more;  // -1 where another bit must go
        if constexpr (in_64_bits<W>)
            more = cooked<W>(_mm256_cmpgt_epi64(raw(r), _mm256_set1_epi64x(i)));
        else
            more = cooked<W>(_mm256_cmpgt_epi32(raw(r), _mm256_set1_epi32(i)));
        set &= set + more;
    }
    return set & (~set + E{1});
}

#endif

#if defined(MU_HAS_AVX512) || defined(MU_HAS_AVX2)
// Fields that are no quarters of an element are tried one by one.
template <int Fields, vector_word W>
    requires(Fields != 4)
MU_INLINE W fill_field(W bit) {
    using E = element_of<W>;
    constexpr int field = field_bits<E, Fields>;
    W out = splat<W>(0);
    for (int f = 0; f < Fields; ++f) {
        const W here = splat<W>(((E{1} << field) - 1) << (f * field));
        out = select(meets(bit, here), here, out);
    }
    return out;
}
#endif

// The widest word with elements of type E that this code is compiled for.
#if defined(MU_HAS_AVX512) || defined(MU_HAS_AVX2)
template <integer_word E>
using widest = std::conditional_t<sizeof(E) == 8, vector_64, vector_32>;
#else
template <integer_word E>
using widest = E;
#endif

// What the machine we run on can do, whatever this code was compiled for.
inline bool cpu_has_avx2() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}
inline bool cpu_has_avx512() {
#if defined(__x86_64__)
    return cpu_has_avx2() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq") &&
           __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("avx512vbmi") &&
           __builtin_cpu_supports("avx512vbmi2");
#else
    return false;
#endif
}

}  // namespace arch
}  // namespace mu::inline MU_ISA
