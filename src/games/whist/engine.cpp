// Whist: which copy of its kernels runs.

#include <mu/games/whist/solving.h>

#include "engine/dispatch.h"

MU_PLAYOUTS(whist)
MU_SOLVER(whist)
