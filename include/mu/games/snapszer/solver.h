// The exact solver of snapszer by its name.
#pragma once

#include <mu/games/snapszer.h>
#include <mu/solve/snapszer.h>

namespace mu::inline MU_ISA {

using snapszer_solver = basic_snapszer_solver<snapszer>;

}  // namespace mu::inline MU_ISA
