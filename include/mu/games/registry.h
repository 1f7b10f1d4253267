// All games. To add one, add its header and its name here. A game that can be played with another
// deck has a second variant, which the API makes when an option asks for it.
#pragma once

#include <mu/games/bridge.h>
#include <mu/games/contree.h>
#include <mu/games/differenzler.h>
#include <mu/games/euchre.h>
#include <mu/games/jass.h>
#include <mu/games/skat.h>
#include <mu/games/snapszer.h>
#include <mu/games/ulti.h>
#include <mu/games/whist.h>

#define MU_GAMES(X) \
    X(whist) X(bridge) X(jass) X(differenzler) X(contree) X(euchre) X(ulti) X(snapszer) X(skat)
#define MU_OTHER_DECKS(X) X(euchre_25) X(snapszer_24)
#define MU_VARIANTS(X) MU_GAMES(X) MU_OTHER_DECKS(X)
