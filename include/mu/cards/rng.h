// Random numbers: the same on every machine, at compile time as at run time.
//
// The generator is xoshiro256** 1.0 (D. Blackman and S. Vigna, "Scrambled Linear Pseudorandom
// Number Generators", ACM TOMS 47, 2021): 256 bits of state, period 2^256 - 1. A seed is spread
// over the state by splitmix64 (G. Steele, D. Lea and C. Flood, "Fast Splittable Pseudorandom
// Number Generators", OOPSLA 2014), as its authors advise. The std:: distributions and std::shuffle
// differ between standard libraries, hence below(), uniform() and shuffle() here.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ranges>
#include <utility>

namespace mu {

__extension__ using uint128 = unsigned __int128;

class rng {
public:
    using result_type = std::uint64_t;
    using state_type = std::array<std::uint64_t, 4>;

    explicit constexpr rng(std::uint64_t seed) {
        for (auto& word : state_) word = mix(seed += golden_gamma);
    }
    // Continues where state() was taken. REQUIRES: the words are not all zero.
    explicit constexpr rng(const state_type& state) : state_(state) { assert(!is_zero()); }
    constexpr state_type state() const { return state_; }

    constexpr std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // Uniform in 0 .. n - 1, without bias: D. Lemire, "Fast Random Integer Generation in an
    // Interval", ACM TOMACS 29, 2019. Takes one number, rarely more. REQUIRES: n > 0.
    constexpr std::uint64_t below(std::uint64_t n) {
        assert(n > 0);
        uint128 product = uint128{next()} * n;
        if (static_cast<std::uint64_t>(product) < n) {
            const std::uint64_t surplus = (0 - n) % n;  // 2^64 mod n
            while (static_cast<std::uint64_t>(product) < surplus) product = uint128{next()} * n;
        }
        return static_cast<std::uint64_t>(product >> 64);
    }

    // Uniform in [0, 1), a multiple of 2^-53.
    constexpr double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

    // The generator of stream n, for one deal, thread or worker among many. This generator is left
    // as it is: the same state gives the same stream n, and different n different streams.
    constexpr rng split(std::uint64_t n) const {
        std::uint64_t hash = n;  // each step is a bijection of the hash
        for (const auto word : state_) hash = mix((hash ^ word) + golden_gamma);
        rng stream = *this;
        for (auto& word : stream.state_) word = mix(hash + word);
        if (stream.is_zero()) stream.state_[0] = golden_gamma;  // zero would stay zero
        return stream;
    }

    // As a std::uniform_random_bit_generator.
    constexpr std::uint64_t operator()() { return next(); }
    static constexpr std::uint64_t min() { return 0; }
    static constexpr std::uint64_t max() { return std::numeric_limits<std::uint64_t>::max(); }

    friend constexpr bool operator==(const rng&, const rng&) = default;

private:
    // The odd integer nearest to 2^64 / golden ratio.
    static constexpr std::uint64_t golden_gamma = 0x9E3779B97F4A7C15;

    // Output function of splitmix64, a bijection.
    static constexpr std::uint64_t mix(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
    constexpr bool is_zero() const { return (state_[0] | state_[1] | state_[2] | state_[3]) == 0; }

    state_type state_{};
};

// Puts the items in random order, each order equally likely (Fisher and Yates): from the last place
// down to the second, the place's item changes places with one of those up to and including it.
template <std::ranges::random_access_range Items>
    requires std::ranges::sized_range<Items>
constexpr void shuffle(Items&& items, rng& generator) {
    const auto first = std::ranges::begin(items);
    using step = std::ranges::range_difference_t<Items>;
    for (auto left = static_cast<std::uint64_t>(std::ranges::size(items)); left > 1; --left) {
        const auto chosen = static_cast<step>(generator.below(left));
        std::ranges::iter_swap(first + static_cast<step>(left - 1), first + chosen);
    }
}

}  // namespace mu
