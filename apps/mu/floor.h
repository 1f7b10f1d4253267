// The measure of our playouts: a plain whist playout with branches and no generality, the best one
// page of code can do. The general kernel must not be slower.
#pragma once

#include <cstdint>

namespace mu::floor {

// False where this machine lacks the instructions that the floor is compiled for.
bool available();

// Plays n random deals out and returns the tricks of north-south in all of them.
std::uint64_t playouts(std::uint64_t n);

}  // namespace mu::floor
