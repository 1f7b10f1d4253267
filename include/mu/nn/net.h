// Nets: what each action is worth, computed from what a seat knows as bits (encode/encode.h).
//
//     h = relu(x W + b);  h = h + relu(h W' + b') for each further hidden layer;  out = h W" + b"
//
// Inputs are bits, so the first layer only adds the rows of W whose bits are set. Weights are
// halves, in files and, where the machine widens them as it loads, in memory; sums are floats.
//
// What a position is worth does not depend on the positions that are asked about with it, nor on
// threads: every sum is added up in the order of the inputs. Between instruction sets results
// differ by rounding.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <mu/engine/playouts.h>

namespace mu {

struct net_shape {
    int inputs = 0;   // bits
    int actions = 0;  // outputs
    int hidden = 0;   // units of each hidden layer
    int layers = 0;   // hidden ones, at least one

    static constexpr int most_units = 1 << 14, most_layers = 64;
    constexpr bool is_possible() const {
        const auto fits = [](int n) { return n >= 1 && n <= most_units; };
        return fits(inputs) && fits(actions) && fits(hidden) && layers >= 1 &&
               layers <= most_layers;
    }
    // All weights, biases included. REQUIRES: is_possible().
    constexpr std::size_t weights() const {
        const auto i = static_cast<std::size_t>(inputs), a = static_cast<std::size_t>(actions),
                   h = static_cast<std::size_t>(hidden), l = static_cast<std::size_t>(layers);
        return (i + 1) * h + (l - 1) * (h + 1) * h + (h + 1) * a;
    }
    constexpr std::size_t words() const { return (static_cast<std::size_t>(inputs) + 63) / 64; }

    friend constexpr bool operator==(const net_shape&, const net_shape&) = default;
};

constexpr bool is_finite_half(std::uint16_t half) { return (half & 0x7C00) != 0x7C00; }
// REQUIRES: it is finite.
float float_of_half(std::uint16_t half);

namespace detail {
struct packed_net;
}

class net {
public:
    // Weights as they stand in a file: layer by layer, the rows of W (one for each input of the
    // layer), then b. REQUIRES: shape.weights() finite ones (std::invalid_argument); an
    // instruction set of available_isas().
    net(const net_shape& shape, std::span<const std::uint16_t> halves, isa on = best_isa());
    ~net();
    net(net&&) noexcept;
    net& operator=(net&&) noexcept;

    const net_shape& shape() const { return shape_; }

    // For each position shape().words() words of bits, and shape().actions values out. REQUIRES: a
    // whole number of positions, as many on both sides; no bit set beyond the inputs.
    void values(std::span<const std::uint64_t> bits, std::span<float> out) const;

private:
    net_shape shape_;
    std::unique_ptr<const detail::packed_net> packed_;
};

}  // namespace mu
