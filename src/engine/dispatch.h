// Which copy of a game's kernels to use: chosen at run time. Instantiated once for each game, in
// its own folder:
//
//     MU_PLAYOUTS(V)   playouts<V>()
//     MU_SOLVER(V)     make_solver_kernel<V>(), the solver over the trick kernel
#pragma once

#include <cassert>

#include <mu/engine/playouts.h>
#include <mu/engine/solver.h>

namespace mu {

// The copies that src/games/<game>/kernels.cpp makes.
namespace kernels {
namespace portable {
template <typename V>
void playouts(const playout_batch<V>& batch, playout_width width);
template <typename V>
solver_kernel<V>* make_solver();  // owned by the caller
}  // namespace portable
#if defined(MU_LANES_AVX2)
namespace avx2 {
template <typename V>
void playouts(const playout_batch<V>& batch, playout_width width);
template <typename V>
solver_kernel<V>* make_solver();
}  // namespace avx2
#endif
#if defined(MU_LANES_AVX512)
namespace avx512 {
template <typename V>
void playouts(const playout_batch<V>& batch, playout_width width);
}  // namespace avx512
#endif
}  // namespace kernels

template <typename V>
void playouts(const playout_batch<V>& batch, playout_width width, isa on) {
    assert(!batch.positions.empty());
    switch (on) {
#if defined(MU_LANES_AVX512)
        case isa::avx512:
            return kernels::avx512::playouts<V>(batch, width);
#endif
#if defined(MU_LANES_AVX2)
        case isa::avx2:
            return kernels::avx2::playouts<V>(batch, width);
#endif
        default:
            return kernels::portable::playouts<V>(batch, width);
    }
}

template <variant V>
solver_kernel<V>::~solver_kernel() {}  // NOLINT(modernize-use-equals-default): instantiated here

template <variant V>
std::unique_ptr<solver_kernel<V>> make_solver_kernel(isa on) {
    using kernel = std::unique_ptr<solver_kernel<V>>;
    switch (on) {
#if defined(MU_LANES_AVX2)
        case isa::avx512:
        case isa::avx2:
            return kernel(kernels::avx2::make_solver<V>());
#endif
        default:
            return kernel(kernels::portable::make_solver<V>());
    }
}

}  // namespace mu

// NOLINTBEGIN(bugprone-macro-parentheses): the argument is a type.
#define MU_PLAYOUTS(V) \
    template void mu::playouts<mu::V>(const playout_batch<mu::V>&, playout_width, isa);
#define MU_SOLVER(V)                         \
    template class mu::solver_kernel<mu::V>; \
    template std::unique_ptr<mu::solver_kernel<mu::V>> mu::make_solver_kernel<mu::V>(mu::isa);
// NOLINTEND(bugprone-macro-parentheses)
