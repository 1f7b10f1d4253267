// What the copies of a net's forward pass (kernels.cpp, once for each instruction set) are handed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mu {

// Columns are cut into blocks, and the weights of a block lie together, row after row: a product
// reads memory in one line. The last block is filled up with zeros.
inline constexpr int net_block = 32;
// Positions that go through the layers together.
inline constexpr int net_most_positions = 64;

struct net_matrix {
    const void* weights = nullptr;  // arch::weight, of the copy that reads them
    const float* bias = nullptr;    // whole blocks
    int rows = 0, blocks = 0;
};

struct net_work {
    const net_matrix* layers = nullptr;
    int count = 0;  // of layers, the output's included
    const std::uint64_t* bits = nullptr;
    std::size_t words = 0;  // of a position
    int positions = 0;      // at most net_most_positions
    // Scratch: for each position a line of whole blocks, as wide as the widest layer.
    float *from = nullptr, *to = nullptr;
    std::size_t width = 0;
    // Scratch: for each position the places of what is not zero, as many as the longest layer's
    // rows, and their number.
    std::uint16_t* places = nullptr;
    std::size_t most_places = 0;
    int* counts = nullptr;
};

namespace kernels {
// Returns the line of the first position's values: `from` or `to` of the work.
namespace portable {
const float* net_values(const net_work& work);
}
#if defined(MU_LANES_AVX2)
namespace avx2 {
const float* net_values(const net_work& work);
}
#endif
#if defined(MU_LANES_AVX512)
namespace avx512 {
const float* net_values(const net_work& work);
}
#endif
}  // namespace kernels

}  // namespace mu
