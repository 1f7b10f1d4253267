// Differenzler: which copy of its kernels runs.

#include <mu/games/differenzler.h>

#include "engine/dispatch.h"

MU_PLAYOUTS(differenzler)
