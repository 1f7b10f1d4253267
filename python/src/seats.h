// The seats of a table of four, from Python's integers.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include <mu/cards/card.h>

namespace mu::python {

inline seat seat_of_four(std::int64_t number) {
    if (number < 0 || number > 3)
        throw std::invalid_argument("no seat " + std::to_string(number) + ": seats are 0 to 3");
    return static_cast<seat>(number);
}

}  // namespace mu::python
