// The contracts that a deal of whist can be played in.
#pragma once

#include <mu/games/whist/solving.h>

#include "api/contracts.h"

namespace mu::detail {

template <>
struct contracts<whist> : declarer_contracts<whist> {};

}  // namespace mu::detail
