// Whist: compiled once for each instruction set.

#include <mu/games/whist/solving.h>

#include "engine/playouts_kernel.h"
#include "engine/solver_kernel.h"

MU_PLAYOUT_KERNEL(whist)
MU_SOLVER_KERNEL(whist)
