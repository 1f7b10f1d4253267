// What whist tells the solver.
#pragma once

#include <mu/engine/solver.h>
#include <mu/games/whist.h>

namespace mu {

template <>
struct solving<whist> : trick_solving<whist> {};

}  // namespace mu
