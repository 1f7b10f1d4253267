// Snapszer: which copy of its kernels runs.

#include <mu/games/snapszer.h>

#include "engine/dispatch.h"

MU_PLAYOUTS(snapszer)
MU_PLAYOUTS(snapszer_24)
