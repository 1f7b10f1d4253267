// Every game as a net sees it.
#pragma once

#include <mu/games/bridge/encoding.h>
#include <mu/games/contree/encoding.h>
#include <mu/games/differenzler/encoding.h>
#include <mu/games/euchre/encoding.h>
#include <mu/games/jass/encoding.h>
#include <mu/games/registry.h>
#include <mu/games/skat/encoding.h>
#include <mu/games/snapszer/encoding.h>
#include <mu/games/ulti/encoding.h>
#include <mu/games/whist/encoding.h>
