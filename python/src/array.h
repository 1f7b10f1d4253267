// numpy arrays that own what they show.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <numeric>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace mu::python {

template <typename T, std::size_t N>
using numpy_array =
    nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<static_cast<nanobind::ssize_t>(N)>>;

// All zero.
template <typename T, std::size_t N>
numpy_array<T, N> new_array(const std::array<std::size_t, N>& shape) {
    auto* numbers =
        new T[std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>())]();
    const nanobind::capsule owner(numbers, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    return numpy_array<T, N>(numbers, N, shape.data(), owner);
}

}  // namespace mu::python
