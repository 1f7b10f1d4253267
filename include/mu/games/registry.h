// All games. To add one, add its header and its name here.
#pragma once

#include <mu/games/bridge.h>
#include <mu/games/whist.h>

#define MU_GAMES(X) X(whist) X(bridge)
