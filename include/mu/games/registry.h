// All games. To add one, add its header and its name here.
#pragma once

#include <mu/games/ulti.h>
#include <mu/games/whist.h>

#define MU_GAMES(X) \
    X(whist)        \
    X(ulti)
