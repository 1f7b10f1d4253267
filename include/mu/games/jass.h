// Jass, the Schieber: four players, two partnerships, nine tricks, 157 points.
//
// Forehand names one of six contracts or pushes the choice to his partner, and leads. Trumps may be
// played at any time, but not below a trump that lies in the trick. Weis and Stöck are announced.
//
// Source: the official Swiss Jass rules as card-game references and the Swiss lottery give them;
// docs/games/jass.md gives rules, options and identifiers in full.
#pragma once

#include <mu/games/jass/cards.h>    // ranks and points
#include <mu/games/jass/play.h>     // contracts, state, rules
#include <mu/games/jass/scoring.h>  // the deal's score, the match
#include <mu/games/jass/weis.h>     // runs and quartets
