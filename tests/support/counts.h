// How often a randomised test repeats itself.
#pragma once

#include <cstdlib>
#include <string_view>

namespace mu::test {

// `normal` in everyday runs, `soak` where the environment has MU_SOAK=1 (`make soak`).
inline int count(int normal, int soak) {
    const char* value = std::getenv("MU_SOAK");
    return value != nullptr && std::string_view(value) == "1" ? soak : normal;
}

}  // namespace mu::test
