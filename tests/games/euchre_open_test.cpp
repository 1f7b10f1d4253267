// Euchre with all cards open from the first bid on, against a search that leaves nothing out.

#include <doctest/doctest.h>

#include <mu/games/euchre/open_game.h>
#include <mu/solve/dds.h>

#include "support/counts.h"

using namespace mu;

namespace {

// Every action of the auction is tried; the play is solved by the reference search.
int plain(const game_state<euchre>& s, const euchre::options& o) {
    if (rules<euchre>::is_over(s)) return score(s, o)[0];
    if (s.extra.phase == euchre::phase::play) {
        auto over = s;
        const int ns = dds_tricks<euchre>(s);
        over.tricks_won = {static_cast<std::uint8_t>(ns), static_cast<std::uint8_t>(5 - ns)};
        over.tricks_remaining = 0;
        return score(over, o)[0];
    }
    const bool up = partnership_of(rules<euchre>::to_act(s)) == 0;
    int best = up ? -100 : 100;
    const action_set legal = rules<euchre>::legal_actions(s);
    for (std::uint64_t m = legal.mask; m != 0; m &= m - 1) {
        auto next = s;
        rules<euchre>::apply(next, static_cast<action>(legal.first + ops::lsb_index(m)));
        const int v = plain(next, o);
        best = up ? std::max(best, v) : std::min(best, v);
    }
    return best;
}

}  // namespace

TEST_CASE("euchre open from the first bid on: equal to a search that leaves nothing out") {
    euchre::options variants[3];
    variants[1].super_euchre = true;
    variants[2].house.stick_dealer = false;
    variants[2].house.defend_alone = euchre::lone_defence::always;
    for (int i = 0; i < test::count(3, 60); ++i) {
        const auto& o = variants[i % 3];
        rng generator = rng(41).split(static_cast<std::uint64_t>(i));
        std::array<card_mask, 6> places{};
        deal_random(euchre::layout(o), generator, places);
        const auto s = start_deal(euchre{}, o, places, static_cast<seat>(i % 4), 0);
        euchre_open_game<24> game(o);
        CAPTURE(i);
        CHECK(game.value(s) == plain(s, o));
        const bool up = partnership_of(rules<euchre>::to_act(s)) == 0;
        int best = up ? -100 : 100;
        for (const auto& [move, value] : game.moves(s)) {
            CHECK(rules<euchre>::legal_actions(s).contains(move));
            best = up ? std::max(best, value.low) : std::min(best, value.low);
        }
        CHECK(best == game.value(s));
    }
}
