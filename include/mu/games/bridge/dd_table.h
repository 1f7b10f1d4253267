// Double-dummy tables: the tricks of every declarer in every denomination.
#pragma once

#include <mu/games/bridge/par.h>
#include <mu/games/bridge/solving.h>

namespace mu {

// The four leaders of a denomination share what the solver learns. The table is complete if the
// solver's budget lasts: look at stopped().
inline trick_table dd_table(solver<bridge>& by, const per_seat<card_mask>& hands) {
    trick_table out{};
    for (int d = 0; d < denomination_count; ++d)
        for (const seat leader : {seat::west, seat::east, seat::north, seat::south}) {
            const auto s = open_deal<bridge>({hands[0], hands[1], hands[2], hands[3]},
                                             trump_suit(static_cast<denomination>(d)), leader);
            const int ns = by.value(s).low;
            const seat declarer = seat_after<bridge>(leader, 3);
            out[declarer][static_cast<std::size_t>(d)] = static_cast<std::uint8_t>(
                partnership_of(declarer) == 0 ? ns : s.tricks_remaining - ns);
        }
    return out;
}

}  // namespace mu
