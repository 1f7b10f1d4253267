// Every game with all it says of itself, for programs that look at the types of all of them. Code
// about one game includes that game's own headers and compiles faster.
#pragma once

#include <mu/games/bridge/hidden.h>
#include <mu/games/bridge/soft_rules.h>
#include <mu/games/bridge/solving.h>
#include <mu/games/contree/hidden.h>
#include <mu/games/contree/soft_rules.h>
#include <mu/games/contree/solving.h>
#include <mu/games/differenzler/hidden.h>
#include <mu/games/differenzler/soft_rules.h>
#include <mu/games/euchre/hidden.h>
#include <mu/games/euchre/soft_rules.h>
#include <mu/games/euchre/solving.h>
#include <mu/games/jass/hidden.h>
#include <mu/games/jass/soft_rules.h>
#include <mu/games/jass/solving.h>
#include <mu/games/registry.h>
#include <mu/games/skat/hidden.h>
#include <mu/games/skat/soft_rules.h>
#include <mu/games/skat/solving.h>
#include <mu/games/snapszer/hidden.h>
#include <mu/games/snapszer/soft_rules.h>
#include <mu/games/snapszer/solving.h>
#include <mu/games/ulti/hidden.h>
#include <mu/games/ulti/soft_rules.h>
#include <mu/games/ulti/solving.h>
#include <mu/games/whist/hidden.h>
#include <mu/games/whist/soft_rules.h>
#include <mu/games/whist/solving.h>
