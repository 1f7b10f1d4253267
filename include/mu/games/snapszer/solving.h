// What snapszer tells the solver.
#pragma once

#include <mu/engine/solver.h>
#include <mu/games/snapszer.h>

namespace mu {

// Snapszer is solved with the order of the stock known. Values are game points of seat 0 less those
// of seat 1, and moves are all that a player may do, not only cards.
template <int Cards>
struct solving<snapszer_game<Cards>> {
    using state = snapszer_state<Cards>;
    struct goal {
        typename snapszer_game<Cards>::options house{};  // what the deal is scored by
        friend constexpr bool operator==(const goal&, const goal&) = default;
    };
    static constexpr std::string_view unit = "game points";

    static constexpr goal goal_of(const state&, const typename snapszer_game<Cards>::options& o) {
        return {o};
    }
    static constexpr bool playing(const state& s) {
        return !rules<snapszer_game<Cards>>::is_over(s);
    }
    static constexpr std::string_view side(const state&) { return "seat 0"; }
    static constexpr int shown(int value) { return value; }
    static constexpr std::array<int, 2> score_at(const state&, int value,
                                                 const typename snapszer_game<Cards>::options&) {
        return {value, -value};
    }
};

// Its solver has an engine of its own, for the stock (src/games/snapszer/solver.cpp).
template <>
std::unique_ptr<solver_kernel<snapszer>> make_solver_kernel<snapszer>(isa on);
template <>
std::unique_ptr<solver_kernel<snapszer_24>> make_solver_kernel<snapszer_24>(isa on);

}  // namespace mu
