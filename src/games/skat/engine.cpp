// Skat: which copy of its kernels runs.

#include <mu/games/skat/solving.h>

#include "engine/dispatch.h"

MU_PLAYOUTS(skat)
MU_SOLVER(skat)
