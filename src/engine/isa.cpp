#include <mu/engine/playouts.h>

namespace mu {

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

}  // namespace mu
