// All of mu that a newcomer needs, games by name: deals, positions, views, matches, beliefs,
// solving, players, the table and the arena. Typed code includes the headers of its game instead.
#pragma once

#include <mu/agents/table.h>
#include <mu/api/beliefs.h>
#include <mu/api/match.h>
#include <mu/api/position.h>
#include <mu/api/solve.h>
#include <mu/arena/duel.h>
#include <mu/arena/statistics.h>
