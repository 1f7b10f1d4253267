// Plain data of a game, in and out of bytes.
#pragma once

#include <cstring>
#include <new>
#include <type_traits>

#include <mu/api/position.h>

namespace mu::detail {

// Plain data in and out of the type-erased buffer.
template <typename T>
plain_bytes pack(const T& value) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(plain_bytes));
    plain_bytes out;
    std::memcpy(out.bytes.data(), &value, sizeof(T));
    return out;
}
// The value where it lies. REQUIRES: it is one of this type.
template <typename T>
const T& as(const std::byte* at) {
    return *std::launder(reinterpret_cast<const T*>(at));
}
template <typename T>
const T& as(const plain_bytes& at) {
    return as<T>(at.bytes.data());
}
template <typename T>
T& as(plain_bytes& at) {
    return *std::launder(reinterpret_cast<T*>(at.bytes.data()));
}
template <typename T>
T unpack(const plain_bytes& from) {
    T value;
    std::memcpy(&value, from.bytes.data(), sizeof(T));
    return value;
}

}  // namespace mu::detail
