// Bridge: compiled once for each instruction set.

#include <mu/games/bridge/solving.h>

#include "engine/playouts_kernel.h"
#include "engine/solver_kernel.h"

MU_PLAYOUT_KERNEL(bridge)
MU_SOLVER_KERNEL(bridge)
