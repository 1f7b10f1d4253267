// Skat: compiled once for each instruction set.

#include <mu/games/skat/solving.h>

#include "engine/playouts_kernel.h"
#include "engine/solver_kernel.h"

MU_PLAYOUT_KERNEL(skat)
MU_SOLVER_KERNEL(skat)
