// Bridge: which copy of its kernels runs.

#include <mu/games/bridge/solving.h>

#include "engine/dispatch.h"

MU_PLAYOUTS(bridge)
MU_SOLVER(bridge)
