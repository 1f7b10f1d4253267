// Contrée: which copy of its kernels runs.

#include <mu/games/contree/solving.h>

#include "engine/dispatch.h"

MU_PLAYOUTS(contree)
MU_SOLVER(contree)
