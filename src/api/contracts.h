// In which contracts can a deal be played? For every game, contracts<V> has
//
//     side                     whose values are reported, in words
//     questions(state, options) -> std::vector<contract_question<V>>
// or  solve(solver, state, options) -> std::vector<contract_value>, where an answer takes more than
//                              one question (ulti: games/ulti/text.cpp)
//     columns(options)         with solve() only: all entries that a table can have, in its order
//     who_is                   (optional) what contract_value::who says: "declarer", "leader"
//     summary(state, entries)  (optional) one more line of text
//     bids()                   (optional) -> contract_bids
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include <mu/api/solve.h>
#include <mu/engine/solver.h>

namespace mu::detail {

template <typename V>
struct contract_question {
    std::string contract, who;
    game_state<V> state;
    int turned_from = -1;  // not negative: report this less the value

    value_range report(value_range v) const {
        return turned_from < 0 ? v : value_range{turned_from - v.high, turned_from - v.low};
    }
};

template <typename V>
struct contracts;

template <typename V>
std::array<card_mask, V::seats> all_hands(const game_state<V>& s) {
    std::array<card_mask, V::seats> out{};
    for (int k = 0; k < V::seats; ++k)
        out[static_cast<std::size_t>(k)] = card_mask{s.hands[static_cast<seat>(k)]};
    return out;
}

// The tricks of every declarer in every suit and without trumps. His left neighbour leads.
template <typename V>
struct declarer_contracts {
    static constexpr std::string_view side = "the declarer's side";
    static constexpr std::string_view who_is = "declarer";

    static std::vector<contract_question<V>> questions(const game_state<V>& s,
                                                       const typename V::options&) {
        std::vector<contract_question<V>> out;
        for (const suit trump :
             {suit::none, suit::spades, suit::hearts, suit::diamonds, suit::clubs})
            // Partners next to each other: what is known of one helps most with the other.
            for (const seat declarer : {seat::north, seat::south, seat::east, seat::west}) {
                auto state = open_deal<V>(all_hands(s), trump, seat_after<V>(declarer));
                const int turned = partnership_of(declarer) == 0 ? -1 : state.tricks_remaining;
                out.push_back({trump == suit::none ? "NT" : std::string(1, "SHDC"[index(trump)]),
                               std::string(1, "NESW"[index(declarer)]), state, turned});
            }
        return out;
    }
};

}  // namespace mu::detail
