// A net's forward pass: compiled once for each instruction set.
//
// A sum is added up row by row, whatever the number of positions: a value has the same bits alone
// and among others. Rows whose factor is zero may be left out, which changes no sum: none
// is ever minus zero, since biases are not.

#include <mu/arch/floats.h>

#include "nn/kernel.h"

namespace mu::kernels::MU_ISA {

namespace {

using arch::floats, arch::weight, arch::float_lanes;

constexpr int vectors = net_block / float_lanes;  // of a block
// As many positions as leave registers for a row of weights.
constexpr int together = vectors == 2 ? 8 : vectors == 4 ? 3 : 1;

const weight* block_of(const net_matrix& m, int block) {
    return static_cast<const weight*>(m.weights) +
           static_cast<std::size_t>(block) * static_cast<std::size_t>(m.rows) * net_block;
}

// What becomes of the sums of a block.
enum class then { relu, add_relu, nothing };

// `before`: the line that the layer was given, and `after` the one it makes, both at the block.
template <then Then>
MU_INLINE void finish(floats (&sum)[vectors], const float* before, float* after) {
    for (int v = 0; v < vectors; ++v) {
        floats x = sum[v];
        if constexpr (Then != then::nothing) x = arch::not_below_zero(x);
        if constexpr (Then == then::add_relu) x += arch::load_floats(before + v * float_lanes);
        arch::store_floats(after + v * float_lanes, x);
    }
}

// One position, Blocks blocks from `block` on, the rows at `places` alone. `line`: the factors of
// all rows; none for bits, whose factors are one.
template <int Blocks, then Then, bool Bits>
MU_INLINE void one(const net_matrix& m, int block, const std::uint16_t* places, int count,
                   const float* line, float* after) {
    floats sum[Blocks][vectors];
    const weight* from[Blocks];
    for (int b = 0; b < Blocks; ++b) {
        from[b] = block_of(m, block + b);
        for (int v = 0; v < vectors; ++v)
            sum[b][v] = arch::load_floats(m.bias + (block + b) * net_block + v * float_lanes);
    }
    for (int k = 0; k < count; ++k) {
        const std::size_t row = places[k];
        [[maybe_unused]] floats factor{};
        if constexpr (!Bits) factor = arch::splat_float(line[row]);
        for (int b = 0; b < Blocks; ++b)
            for (int v = 0; v < vectors; ++v) {
                const floats w = arch::load_weights(from[b] + row * net_block + v * float_lanes);
                if constexpr (Bits)
                    sum[b][v] += w;
                else
                    sum[b][v] = arch::multiply_add(factor, w, sum[b][v]);
            }
    }
    for (int b = 0; b < Blocks; ++b) {
        const int at = (block + b) * net_block;
        finish<Then>(sum[b], Bits ? nullptr : line + at, after + at);
    }
}

// Several positions, one block, all rows.
template <int Positions, then Then>
MU_INLINE void several(const net_matrix& m, int block, const float* lines, std::size_t width,
                       float* after) {
    floats sum[Positions][vectors];
    const int at = block * net_block;
    for (int p = 0; p < Positions; ++p)
        for (int v = 0; v < vectors; ++v)
            sum[p][v] = arch::load_floats(m.bias + at + v * float_lanes);
    const weight* w = block_of(m, block);
    for (int row = 0; row < m.rows; ++row, w += net_block)
        for (int v = 0; v < vectors; ++v) {
            const floats x = arch::load_weights(w + v * float_lanes);
            for (int p = 0; p < Positions; ++p)
                sum[p][v] = arch::multiply_add(
                    arch::splat_float(
                        lines[static_cast<std::size_t>(p) * width + static_cast<std::size_t>(row)]),
                    x, sum[p][v]);
        }
    for (int p = 0; p < Positions; ++p) {
        const std::size_t line = static_cast<std::size_t>(p) * width;
        finish<Then>(sum[p], lines + line + at, after + line + at);
    }
}

template <then Then, bool Bits>
void one_by_one(const net_work& w, const net_matrix& m, int first) {
    for (int block = 0; block < m.blocks; block += 2)
        for (int p = first; p < w.positions; ++p) {
            const auto at = static_cast<std::size_t>(p);
            const std::uint16_t* places = w.places + at * w.most_places;
            const float* line = w.from + at * w.width;
            float* after = w.to + at * w.width;
            if (block + 1 < m.blocks)
                one<2, Then, Bits>(m, block, places, w.counts[p], line, after);
            else
                one<1, Then, Bits>(m, block, places, w.counts[p], line, after);
        }
}

void note_bits(const net_work& w) {
    for (int p = 0; p < w.positions; ++p) {
        const std::uint64_t* bits = w.bits + static_cast<std::size_t>(p) * w.words;
        std::uint16_t* to = w.places + static_cast<std::size_t>(p) * w.most_places;
        int n = 0;
        for (std::size_t k = 0; k < w.words; ++k)
            for (std::uint64_t word = bits[k]; word != 0; word &= word - 1)
                to[n++] =
                    static_cast<std::uint16_t>(64 * static_cast<int>(k) + arch::lowest_index(word));
        w.counts[p] = n;
    }
}

void note_factors(const net_work& w, const net_matrix& m) {
    for (int p = 0; p < w.positions; ++p) {
        const float* line = w.from + static_cast<std::size_t>(p) * w.width;
        std::uint16_t* to = w.places + static_cast<std::size_t>(p) * w.most_places;
        int n = 0;
        for (int row = 0; row < m.rows; ++row) {
            to[n] = static_cast<std::uint16_t>(row);
            n += line[row] != 0 ? 1 : 0;
        }
        w.counts[p] = n;
    }
}

template <then Then>
void layer(const net_work& w, const net_matrix& m) {
    note_factors(w, m);
    // Together every row is read once, but none is left out: that pays where most factors count.
    int factors = 0;
    for (int p = 0; p < w.positions; ++p) factors += w.counts[p];
    const bool few = 2 * factors < w.positions * m.rows;
    const int whole = few ? 0 : w.positions / together * together;
    if constexpr (together > 1)
        for (int block = 0; block < m.blocks; ++block)
            for (int p = 0; p < whole; p += together) {
                const std::size_t line = static_cast<std::size_t>(p) * w.width;
                several<together, Then>(m, block, w.from + line, w.width, w.to + line);
            }
    one_by_one<Then, false>(w, m, together > 1 ? whole : 0);
}

}  // namespace

const float* net_values(const net_work& work) {
    net_work w = work;
    note_bits(w);
    one_by_one<then::relu, true>(w, w.layers[0], 0);
    for (int k = 1; k < w.count; ++k) {
        float* const from = w.from;
        w.from = w.to;
        w.to = from;
        if (k + 1 < w.count)
            layer<then::add_relu>(w, w.layers[k]);
        else
            layer<then::nothing>(w, w.layers[k]);
    }
    return w.to;
}

}  // namespace mu::kernels::MU_ISA
