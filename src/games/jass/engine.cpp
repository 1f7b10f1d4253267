// Jass: which copy of its kernels runs.

#include <mu/games/jass/solving.h>

#include "engine/dispatch.h"

MU_PLAYOUTS(jass)
MU_SOLVER(jass)
