// How often a randomised test repeats itself.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <thread>

namespace mu::test {

// `normal` in everyday runs, `soak` where the environment has MU_SOAK=1 (`make soak`).
inline int count(int normal, int soak) {
    const char* value = std::getenv("MU_SOAK");
    return value != nullptr && std::string_view(value) == "1" ? soak : normal;
}

// Of tests that take long with the larger counts: one in everyday runs, which run side by side.
inline int threads() {
    return count(1, static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
}

}  // namespace mu::test
