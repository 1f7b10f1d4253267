// From the run-time view back to the typed one, for players that know the game they play.
#pragma once

#include <cstring>
#include <optional>
#include <typeinfo>

#include <mu/api/position.h>
#include <mu/games/view.h>

namespace mu {

namespace detail {
struct view_access {
    // The view as it is stored, or nullptr if it is of another variant.
    static const std::byte* bytes(const seat_view& v, const std::type_info& variant);
};
}  // namespace detail

// The same view as a type; nothing if the view is of another game or deck.
template <variant V>
std::optional<view<V>> typed_view(const seat_view& v) {
    const std::byte* from = detail::view_access::bytes(v, typeid(V));
    if (from == nullptr) return std::nullopt;
    view<V> out;
    std::memcpy(&out, from, sizeof(out));
    return out;
}

}  // namespace mu
