// What a seat knows as arrays: the layouts of a game (encode/encode.h, encode/numbers.h) by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <mu/api/typed_view.h>
#include <mu/encode/numbers.h>

namespace mu::python {

// A layout of some game.
struct layout_info {
    std::string name;
    int version = 1;
    std::size_t size = 0;
    bool flags = true;  // of flags, which are bytes; otherwise of floats
    std::vector<encoding_slice> slices;
};

// What a layout is made from.
template <variant V>
struct knowledge {
    view<V> seen;
    public_memory<V> memory;
    deal_trace<V> trace;
};

// The same as code: writes an observation to bytes or floats in the layout's own order of suits, or
// in another one, and returns that order.
template <variant V>
struct typed_layout {
    layout_info info;
    suit_order<V> (*write)(const knowledge<V>& of, void* out, const suit_order<V>* other);
};
template <variant V>
std::vector<typed_layout<V>> typed_layouts();

// An std::invalid_argument that lists the layouts if there is none of this name.
template <variant V>
typed_layout<V> find_layout(std::string_view name) {
    std::string known;
    for (typed_layout<V>& l : typed_layouts<V>()) {
        if (l.info.name == name) return std::move(l);
        known += (known.empty() ? "" : ", ") + l.info.name;
    }
    throw std::invalid_argument("no layout '" + std::string(name) + "': there are " + known);
}

}  // namespace mu::python
