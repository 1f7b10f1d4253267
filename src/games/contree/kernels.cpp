// Contrée: compiled once for each instruction set.

#include <mu/games/contree/solving.h>

#include "engine/playouts_kernel.h"
#include "engine/solver_kernel.h"

MU_PLAYOUT_KERNEL(contree)
MU_SOLVER_KERNEL(contree)
