#include <mu/games/whist.h>
#include <mu/games/whist/encoding.h>
#include <mu/games/whist/hidden.h>
#include <mu/games/whist/soft_rules.h>
#include <mu/games/whist/solving.h>

#include "api/search_model.h"

MU_SEARCH(mu::whist)
