// How the rule player chooses in jass and predicts in differenzler: numbers that
// bench/tune_calls.cpp finds by play against other numbers. docs/bidding/jass.md gives the
// reasoning.
#pragma once

#include <mu/games/differenzler.h>
#include <mu/games/jass.h>

namespace mu {

// Points that a card should bring, by the cards above it that the hand lacks.
struct jass_hand_weights {
    std::array<float, 4> trump{23.7F, 15.2F, 9.6F, 5.1F};  // none, one, more with four trumps, more
    float long_trumps = 1.4F;                              // each beyond the third
    float pair = 13;                                       // king and queen of trumps: Stöck
    std::array<float, 3> side{4.6F, 1.9F, 1.7F};           // none, one and guarded, others
    float short_side = 1.8F;  // a suit of one card at most, with three trumps
    // Without trumps: none, one and guarded, two, more.
    std::array<float, 4> plain{19.1F, 5.9F, 1.7F, 1};
};

struct jass_bidding {
    jass_hand_weights hand{};
    float trumps = 2;      // for a trump contract
    float upwards = 1;     // Obenabe
    float leads = -3.6F;   // without trumps, for the hand that leads
    float push = 69.4F;    // below this forehand pushes
    float push_back = 51;  // and his partner, where he may
};

struct differenzler_bidding {
    jass_hand_weights hand{.trump = {23.2F, 14.2F, 11.6F, 6.8F},
                           .long_trumps = 0,
                           .pair = 0,
                           .side = {8.1F, 3.4F, 1.3F},
                           .short_side = 0.06F};
    float scale = 1.13F;
    float shift = -10.5F;
    float leads = 0.02F;  // for the hand that leads
};

inline constexpr jass_bidding jass_fitted{};
inline constexpr differenzler_bidding differenzler_fitted{};

// What the rule player makes of a hand.
struct jass_thought {
    action chosen = 0;
    jass::contract best = jass::contract::none;
    float worth = 0;   // points the hand should bring in it
    float enough = 0;  // to name it rather than push
};
jass_thought jass_think(const view<jass>& v, const jass_bidding& by);
// Points that the hand should win.
int differenzler_guess(const view<differenzler>& v, const differenzler_bidding& by);

// REQUIRES for both: not playing yet.
inline action jass_call(const view<jass>& v, public_record, const jass_bidding& by) {
    return jass_think(v, by).chosen;
}
action differenzler_call(const view<differenzler>& v, public_record record,
                         const differenzler_bidding& by);

}  // namespace mu
