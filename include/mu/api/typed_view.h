// From the run-time view back to the typed one, for players that know the game they play; and from
// a position to its state, for tables that do.
#pragma once

#include <cstring>
#include <optional>
#include <typeinfo>

#include <mu/api/position.h>
#include <mu/encode/memory.h>

namespace mu {

namespace detail {
struct view_access {
    static std::string rule_reason(const seat_view& v);
    // The view as it is stored, or nullptr if it is of another variant.
    static const std::byte* bytes(const seat_view& v, const std::type_info& variant);
    // As it was after n actions. REQUIRES: n <= v.history().size().
    static const std::byte* bytes(const seat_view& v, const std::type_info& variant, std::size_t n);
    static std::string text(const seat_view& v);
    static seat_view parse(std::string_view whole);
};
struct state_access {
    static const std::byte* bytes(const position& p, const std::type_info& variant);
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

// The state of a position, all cards seen; nothing if it is of another game or deck.
template <variant V>
std::optional<game_state<V>> typed_state(const position& p) {
    const std::byte* from = detail::state_access::bytes(p, typeid(V));
    if (from == nullptr) return std::nullopt;
    game_state<V> out;
    std::memcpy(&out, from, sizeof(out));
    return out;
}

// The public memory of all that the view's observer has seen, or another that is noted alike
// (deal_trace); nothing if the view is of another game or deck.
template <variant V, typename Memory = public_memory<V>>
std::optional<Memory> memory_of(const seat_view& v) {
    if (detail::view_access::bytes(v, typeid(V)) == nullptr) return std::nullopt;
    Memory out;
    const public_record seen = v.history();
    for (std::size_t i = 0; i < seen.size(); ++i) {
        if (!seen[i].what) continue;
        view<V> before;
        std::memcpy(&before, detail::view_access::bytes(v, typeid(V), i), sizeof(before));
        out.note(before.seen, *seen[i].what);
    }
    return out;
}

}  // namespace mu
