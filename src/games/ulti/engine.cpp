// Ulti: which copy of its kernels runs.

#include <mu/games/ulti/solving.h>

#include "engine/dispatch.h"

MU_PLAYOUTS(ulti)
MU_SOLVER(ulti)
