// Euchre: which copy of its kernels runs.

#include <mu/games/euchre/solving.h>

#include "engine/dispatch.h"

MU_PLAYOUTS(euchre)
MU_PLAYOUTS(euchre_25)
MU_SOLVER(euchre)
MU_SOLVER(euchre_25)
