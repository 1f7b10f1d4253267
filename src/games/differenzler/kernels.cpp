// Differenzler: compiled once for each instruction set.

#include <mu/games/differenzler.h>

#include "engine/playouts_kernel.h"

MU_PLAYOUT_KERNEL(differenzler)
