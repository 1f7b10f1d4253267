// Snapszer: compiled once for each instruction set.

#include <mu/games/snapszer.h>

#include "engine/playouts_kernel.h"

MU_PLAYOUT_KERNEL(snapszer)
MU_PLAYOUT_KERNEL(snapszer_24)
