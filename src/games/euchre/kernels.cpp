// Euchre: compiled once for each instruction set.

#include <mu/games/euchre/solving.h>

#include "engine/playouts_kernel.h"
#include "engine/solver_kernel.h"

MU_PLAYOUT_KERNEL(euchre)
MU_PLAYOUT_KERNEL(euchre_25)
MU_SOLVER_KERNEL(euchre)
MU_SOLVER_KERNEL(euchre_25)
