#include <cassert>

#include <mu/games/playouts.h>
#include <mu/games/registry.h>

namespace mu {

// The copies made by src/lanes/playouts.cpp.
namespace kernels {
namespace portable {
template <typename V>
void playouts(const playout_batch<V>& batch, playout_width width);
}
#if defined(MU_LANES_AVX2)
namespace avx2 {
template <typename V>
void playouts(const playout_batch<V>& batch, playout_width width);
}
#endif
#if defined(MU_LANES_AVX512)
namespace avx512 {
template <typename V>
void playouts(const playout_batch<V>& batch, playout_width width);
}
#endif
}  // namespace kernels

std::string_view isa_name(isa i) {
    switch (i) {
        case isa::portable:
            return "portable";
        case isa::avx2:
            return "avx2";
        case isa::avx512:
            return "avx512";
    }
    return "unknown";
}

std::vector<isa> available_isas() {
    std::vector<isa> found{isa::portable};
#if defined(MU_LANES_AVX2)
    if (arch::cpu_has_avx2()) found.push_back(isa::avx2);
#endif
#if defined(MU_LANES_AVX512)
    if (arch::cpu_has_avx512()) found.push_back(isa::avx512);
#endif
    return found;
}

isa best_isa() {
    static const isa best = available_isas().back();
    return best;
}

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

#define MU_INSTANTIATE(V) template void playouts<V>(const playout_batch<V>&, playout_width, isa);
MU_VARIANTS(MU_INSTANTIATE)
#undef MU_INSTANTIATE

}  // namespace mu
