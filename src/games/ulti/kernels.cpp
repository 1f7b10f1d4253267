// Ulti: compiled once for each instruction set.

#include <mu/games/ulti/solving.h>

#include "engine/playouts_kernel.h"
#include "engine/solver_kernel.h"

MU_PLAYOUT_KERNEL(ulti)
MU_SOLVER_KERNEL(ulti)
