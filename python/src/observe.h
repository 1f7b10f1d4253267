// Observations as arrays. For now there is one layout for all games, of the cards that lie open to
// a seat; encoders that know a game, with calls, relative seats and canonical suits, have their
// place here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <mu/api/position.h>

namespace mu::python {

// Layout "cards", version 0, one flag for each card of the deck in each block:
//
//     own hand | cards played | card in the trick of the observer, of the seat after it, ...
std::size_t observation_size(const game& g);

// REQUIRES: a seat's view, and so many places.
using observe_function = void (*)(const seat_view& v, std::span<std::int8_t> out);
observe_function observer_of(const game& g);

}  // namespace mu::python
