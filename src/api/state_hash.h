// A hash of a view, field by field: equal for equal views on every machine, whatever lies in the
// padding between its members. The fields are those that visit() names for state text.
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include <mu/games/view.h>

namespace mu::detail {

// Two 64-bit chains with different multipliers.
class key_chain {
public:
    explicit constexpr key_chain(info_key from) : high_(from.high), low_(from.low) {}
    constexpr void add(std::uint64_t x) {
        low_ = mix(low_ ^ x, 0x9E3779B97F4A7C15U);
        high_ = mix(high_ + x, 0xD6E8FEB86659FD93U);
    }
    constexpr info_key key() const { return {high_, low_}; }

private:
    static constexpr std::uint64_t mix(std::uint64_t x, std::uint64_t by) {
        x *= by;
        x ^= x >> 32;
        x *= by;
        return x ^ x >> 29;
    }
    std::uint64_t high_, low_;
};

// A visitor for visit(state, field).
class state_hash {
public:
    explicit state_hash(info_key from) : chain_(from) {}

    template <typename T>
    void operator()(std::string_view, const T& value) {
        add(value);
    }
    void card(std::string_view, mu::card c) { chain_.add(c); }
    template <std::size_t N>
    void cards(std::string_view, const std::array<mu::card, N>& list) {
        add(list);
    }
    info_key key() const { return chain_.key(); }
    void add_number(std::uint64_t x) { chain_.add(x); }

private:
    template <typename T>
    void add(const T& value) {
        chain_.add(static_cast<std::uint64_t>(value));
    }
    void add(const trick_state& t) {
        std::uint64_t cards = static_cast<std::uint64_t>(t.lead_seat);
        for (const mu::card c : t.cards) cards = cards << 8 | c;
        chain_.add(cards);
    }
    template <typename T, std::size_t N>
    void add(const std::array<T, N>& list) {
        for (const T& x : list) add(x);
    }
    template <typename T, std::size_t N>
    void add(const per_seat<T, N>& list) {
        add(static_cast<const std::array<T, N>&>(list));
    }

    key_chain chain_;
};

}  // namespace mu::detail
