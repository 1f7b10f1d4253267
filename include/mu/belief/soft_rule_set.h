// What a game says about its soft rules (games/<game>/soft_rules.h).
//
// A rule is written once, for any game it makes sense in, and each game lists those it uses with a
// factor by thumb. Beside each list stand the factors that `mu fit-beliefs` found for it in games
// of the rule player.
#pragma once

#include <mu/belief/soft_play.h>

namespace mu {

namespace soft {

// The cards of a rank, of all suits.
template <variant V>
constexpr card_mask cards_of_rank(int rank) {
    card_mask out = 0;
    for (const suit s : all_suits) out |= bit(make_card<V>(s, rank));
    return out;
}

}  // namespace soft

// The rules of a game by thumb (`by_thumb`), and the factors fitted to them (`fitted`). A game that
// says nothing has none.
template <variant V>
struct soft_rule_set {
    static constexpr std::array<soft_rule<V>, 0> by_thumb{};
    static constexpr std::array<double, 0> fitted{};
};

}  // namespace mu
