// Nets compute what a plain loop in double precision computes, whatever they are asked together.

#include <vector>

#include <doctest/doctest.h>

#include <mu/cards/rng.h>
#include <mu/nn/net.h>

#include "support/counts.h"
#include "support/nets.h"

using namespace mu;
using test::double_of_half, test::random_halves;

namespace {

// The definition, one position.
std::vector<double> by_definition(const net_shape& s, const std::vector<std::uint16_t>& halves,
                                  const std::uint64_t* bits) {
    std::size_t at = 0;
    const auto layer = [&](const std::vector<double>& x, int columns) {
        std::vector<double> out(static_cast<std::size_t>(columns));
        for (const double xi : x)
            for (double& y : out) y += xi * double_of_half(halves[at++]);
        for (double& y : out) y += double_of_half(halves[at++]);
        return out;
    };
    const auto relu = [](std::vector<double> x) {
        for (double& y : x) y = std::max(y, 0.0);
        return x;
    };
    std::vector<double> h;
    for (int k = 0; k < s.inputs; ++k)
        h.push_back(static_cast<double>(bits[k / 64] >> (k % 64) & 1));
    h = relu(layer(h, s.hidden));
    for (int k = 1; k < s.layers; ++k) {
        const auto more = relu(layer(h, s.hidden));
        for (std::size_t i = 0; i < h.size(); ++i) h[i] += more[i];
    }
    return layer(h, s.actions);
}

std::vector<std::uint64_t> random_bits(const net_shape& s, int positions, rng& r) {
    std::vector<std::uint64_t> out;
    for (int p = 0; p < positions; ++p)
        for (std::size_t w = 0; w < s.words(); ++w) {
            const int left = s.inputs - 64 * static_cast<int>(w);
            const std::uint64_t all =
                left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
            out.push_back(r() & r() & all);
        }
    return out;
}

// One unit, less than a block, exactly blocks, a block and a bit more; one hidden layer and
// several.
const std::vector<net_shape> shapes{{.inputs = 1, .actions = 1, .hidden = 1, .layers = 1},
                                    {.inputs = 64, .actions = 5, .hidden = 16, .layers = 1},
                                    {.inputs = 70, .actions = 32, .hidden = 32, .layers = 2},
                                    {.inputs = 200, .actions = 85, .hidden = 64, .layers = 3},
                                    {.inputs = 129, .actions = 33, .hidden = 97, .layers = 4}};

}  // namespace

TEST_CASE("nets: halves are what they say") {
    for (unsigned h = 0; h < 0x10000; ++h) {
        const auto half = static_cast<std::uint16_t>(h);
        if (is_finite_half(half)) REQUIRE(double{float_of_half(half)} == double_of_half(half));
    }
    CHECK(float_of_half(0x3C00) == 1.0F);
    CHECK(float_of_half(0xC000) == -2.0F);
    CHECK(float_of_half(0x7BFF) == 65504.0F);
    CHECK_FALSE(is_finite_half(0x7C00));
    CHECK_FALSE(is_finite_half(0xFE00));
}

TEST_CASE("nets: values are those of the definition, on every instruction set") {
    for (const net_shape& s : shapes) {
        CAPTURE(s.hidden);
        rng r(7);
        const auto halves = random_halves(s.weights(), r);
        const int positions = 11;
        const auto bits = random_bits(s, positions, r);
        for (const isa on : available_isas()) {
            CAPTURE(isa_name(on));
            const net by(s, halves, on);
            std::vector<float> out(static_cast<std::size_t>(positions * s.actions));
            by.values(bits, out);
            for (int p = 0; p < positions; ++p) {
                const auto should =
                    by_definition(s, halves, bits.data() + static_cast<std::size_t>(p) * s.words());
                for (int a = 0; a < s.actions; ++a)
                    CHECK(double{out[static_cast<std::size_t>(p * s.actions + a)]} ==
                          doctest::Approx(should[static_cast<std::size_t>(a)])
                              .epsilon(1e-4)
                              .scale(1));
            }
        }
    }
}

TEST_CASE("nets: a position has the same value alone and among others") {
    for (const net_shape& s : shapes)
        for (const isa on : available_isas()) {
            rng r(8);
            const net by(s, random_halves(s.weights(), r), on);
            const int most = 150;  // more than go through the layers together
            const auto bits = random_bits(s, most, r);
            const auto actions = static_cast<std::size_t>(s.actions);
            std::vector<float> alone(most * actions);
            for (std::size_t p = 0; p < most; ++p)
                by.values(std::span(bits).subspan(p * s.words(), s.words()),
                          std::span(alone).subspan(p * actions, actions));
            for (const std::size_t n : {2, 3, 4, 5, 7, 8, 9, 17, 64, 65, 150}) {
                std::vector<float> out(n * actions);
                by.values(std::span(bits).first(n * s.words()), out);
                CHECK(std::equal(out.begin(), out.end(), alone.begin()));
            }
        }
}

TEST_CASE("nets: what is no net is refused") {
    const net_shape s{.inputs = 3, .actions = 2, .hidden = 4, .layers = 1};
    std::vector<std::uint16_t> halves(s.weights());
    CHECK_NOTHROW(net(s, halves));
    halves[5] = 0x7C01;
    CHECK_THROWS_WITH(net(s, halves), "weight 5 is not a finite number");
    halves.pop_back();
    CHECK_THROWS_WITH(net(s, halves), "a net of this shape has 26 weights, not 25");
    for (const net_shape& bad : {net_shape{}, net_shape{1, 1, 1, 0}, net_shape{1, 1, 1 << 15, 1}})
        CHECK_THROWS_AS(net(bad, halves), std::invalid_argument);
}
