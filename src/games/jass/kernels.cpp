// Jass: compiled once for each instruction set.

#include <mu/games/jass/solving.h>

#include "engine/playouts_kernel.h"
#include "engine/solver_kernel.h"

MU_PLAYOUT_KERNEL(jass)
MU_SOLVER_KERNEL(jass)
