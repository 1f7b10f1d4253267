#include <algorithm>
#include <bit>
#include <cassert>
#include <stdexcept>
#include <string>

#include <mu/arch/floats.h>
#include <mu/nn/net.h>

#include "nn/kernel.h"

namespace mu {

float float_of_half(std::uint16_t half) {
    assert(is_finite_half(half));
    const unsigned exponent = (half >> 10) & 31U, fraction = half & 0x3FFU;
    const std::uint32_t sign = (half & 0x8000U) << 16;
    // Without an exponent it counts steps of 2^-24.
    const float size = exponent == 0
                           ? static_cast<float>(fraction) * 0x1p-24F
                           : std::bit_cast<float>((exponent + 112) << 23 | fraction << 13);
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(size) | sign);
}

namespace detail {

struct packed_net {
    isa on = isa::portable;
    std::vector<std::uint16_t> halves;  // what the copy for `on` reads: these,
    std::vector<float> floats;          // or these
    std::vector<float> biases;
    std::vector<net_matrix> layers;
    std::size_t width = 0, most_rows = 0;
};

namespace {

constexpr std::size_t block = net_block;

constexpr std::size_t up_to_blocks(std::size_t n) { return (n + block - 1) / block * block; }

struct layer_shape {
    std::size_t rows, columns;
};

std::vector<layer_shape> layers_of(const net_shape& s) {
    const auto hidden = static_cast<std::size_t>(s.hidden);
    std::vector<layer_shape> out{{static_cast<std::size_t>(s.inputs), hidden}};
    for (int k = 1; k < s.layers; ++k) out.push_back({hidden, hidden});
    out.push_back({hidden, static_cast<std::size_t>(s.actions)});
    return out;
}

// Row after row, block after block; `to` has zeros where the last block is filled up.
template <typename T, typename F>
void pack(const layer_shape& of, std::span<const std::uint16_t> from, T* to, F&& as) {
    for (std::size_t row = 0; row < of.rows; ++row)
        for (std::size_t column = 0; column < of.columns; ++column)
            to[(column / block * of.rows + row) * block + column % block] =
                as(from[row * of.columns + column]);
}

std::unique_ptr<const packed_net> packed(const net_shape& shape,
                                         std::span<const std::uint16_t> halves, isa on) {
    auto out = std::make_unique<packed_net>();
    // A processor with AVX2 but without these has not been seen.
    out->on = on == isa::avx2 && !arch::cpu_has_halves() ? isa::portable : on;
    const auto layers = layers_of(shape);
    std::size_t weights = 0, biases = 0;
    for (const layer_shape& l : layers) {
        weights += l.rows * up_to_blocks(l.columns);
        biases += up_to_blocks(l.columns);
        out->width = std::max(out->width, up_to_blocks(l.columns));
        out->most_rows = std::max(out->most_rows, l.rows);
    }
    const bool widened = out->on == isa::portable;
    if (widened)
        out->floats.resize(weights);
    else
        out->halves.resize(weights);
    out->biases.resize(biases);
    std::size_t weight = 0, bias = 0;
    for (const layer_shape& l : layers) {
        const auto from = halves.first(l.rows * l.columns);
        net_matrix m{.bias = out->biases.data() + bias,
                     .rows = static_cast<int>(l.rows),
                     .blocks = static_cast<int>(up_to_blocks(l.columns) / block)};
        if (widened) {
            m.weights = out->floats.data() + weight;
            pack(l, from, out->floats.data() + weight, &float_of_half);
        } else {
            m.weights = out->halves.data() + weight;
            pack(l, from, out->halves.data() + weight, [](std::uint16_t h) { return h; });
        }
        halves = halves.subspan(from.size());
        // A zero is added so that none is minus zero.
        std::ranges::transform(halves.first(l.columns), out->biases.begin() + bias,
                               [](std::uint16_t h) { return float_of_half(h) + 0.0F; });
        halves = halves.subspan(l.columns);
        weight += l.rows * up_to_blocks(l.columns);
        bias += up_to_blocks(l.columns);
        out->layers.push_back(m);
    }
    return out;
}

const float* run(const net_work& work, isa on) {
    switch (on) {
#if defined(MU_LANES_AVX512)
        case isa::avx512:
            return kernels::avx512::net_values(work);
#endif
#if defined(MU_LANES_AVX2)
        case isa::avx2:
            return kernels::avx2::net_values(work);
#endif
        default:
            return kernels::portable::net_values(work);
    }
}

}  // namespace

}  // namespace detail

net::net(const net_shape& shape, std::span<const std::uint16_t> halves, isa on) : shape_(shape) {
    if (!shape.is_possible()) throw std::invalid_argument("a net of an impossible shape");
    if (halves.size() != shape.weights())
        throw std::invalid_argument("a net of this shape has " + std::to_string(shape.weights()) +
                                    " weights, not " + std::to_string(halves.size()));
    const auto bad = std::ranges::find_if_not(halves, is_finite_half);
    if (bad != halves.end())
        throw std::invalid_argument("weight " + std::to_string(bad - halves.begin()) +
                                    " is not a finite number");
    packed_ = detail::packed(shape, halves, on);
}
net::~net() = default;
net::net(net&&) noexcept = default;
net& net::operator=(net&&) noexcept = default;

void net::values(std::span<const std::uint64_t> bits, std::span<float> out) const {
    const detail::packed_net& p = *packed_;
    const std::size_t words = shape_.words(), actions = static_cast<std::size_t>(shape_.actions);
    std::size_t left = bits.size() / words;
    assert(bits.size() == left * words && out.size() == left * actions);
    const std::size_t most = std::min<std::size_t>(left, net_most_positions);
    std::vector<float> lines(2 * most * p.width);
    std::vector<std::uint16_t> places(most * p.most_rows + 1);  // one is written beyond the last
    std::vector<int> counts(most);
    for (const std::uint64_t* from = bits.data(); left > 0;) {
        const std::size_t n = std::min(left, most);
        const float* line = detail::run({.layers = p.layers.data(),
                                         .count = static_cast<int>(p.layers.size()),
                                         .bits = from,
                                         .words = words,
                                         .positions = static_cast<int>(n),
                                         .from = lines.data(),
                                         .to = lines.data() + most * p.width,
                                         .width = p.width,
                                         .places = places.data(),
                                         .most_places = p.most_rows,
                                         .counts = counts.data()},
                                        p.on);
        for (std::size_t i = 0; i < n; ++i, line += p.width) {
            std::copy_n(line, actions, out.begin());
            out = out.subspan(actions);
        }
        from += n * words;
        left -= n;
    }
}

}  // namespace mu
