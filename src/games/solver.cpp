#include <mu/games/solver.h>

namespace mu {

// The copies made by src/lanes/solver.cpp.
namespace kernels {
namespace portable {
template <typename V>
solver_kernel<V>* make_solver();  // owned by the caller
}
#if defined(MU_LANES_AVX2)
namespace avx2 {
template <typename V>
solver_kernel<V>* make_solver();  // owned by the caller
}
#endif
#if defined(MU_LANES_AVX512)
namespace avx512 {
template <typename V>
solver_kernel<V>* make_solver();  // owned by the caller
}
#endif
}  // namespace kernels

template <variant V>
solver_kernel<V>::~solver_kernel() {}  // NOLINT(modernize-use-equals-default): instantiated here

template <variant V>
std::unique_ptr<solver_kernel<V>> make_solver_kernel(isa on) {
    using kernel = std::unique_ptr<solver_kernel<V>>;
    switch (on) {
#if defined(MU_LANES_AVX512)
        case isa::avx512:
            return kernel(kernels::avx512::make_solver<V>());
#endif
#if defined(MU_LANES_AVX2)
        case isa::avx2:
            return kernel(kernels::avx2::make_solver<V>());
#endif
        default:
            return kernel(kernels::portable::make_solver<V>());
    }
}

// NOLINTBEGIN(bugprone-macro-parentheses): the argument is a type.
#define MU_INSTANTIATE(V)            \
    template class solver_kernel<V>; \
    template std::unique_ptr<solver_kernel<V>> make_solver_kernel<V>(isa);
MU_SOLVED_GAMES(MU_INSTANTIATE)
#undef MU_INSTANTIATE
// NOLINTEND(bugprone-macro-parentheses)

template class solver_kernel<snapszer>;
template class solver_kernel<snapszer_24>;

}  // namespace mu
