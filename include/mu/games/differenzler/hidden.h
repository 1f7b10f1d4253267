// What is hidden in differenzler, and what is known of it.
#pragma once

#include <mu/belief/hidden.h>
#include <mu/games/differenzler.h>

namespace mu {

// Hidden predictions are choices, not cards, and nothing is known of them: a world is given an even
// share of the points for each.
template <>
struct hidden_cards<differenzler> : hands_hidden<differenzler> {
    static void complete(const facts&, const world<differenzler>&, game_state<differenzler>& s,
                         rng&) {
        constexpr std::uint8_t share = differenzler::total_points / 4;
        for (std::uint8_t& made : s.extra.predicted)
            if (made == differenzler::hidden_prediction) made = share;
        if (s.extra.tens == differenzler::hidden_prediction) s.extra.tens = share / 10 * 10;
    }
};

}  // namespace mu
