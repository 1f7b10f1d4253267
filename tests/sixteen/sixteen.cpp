// A game of a few dozen lines, whole: sixteen cards, four seats, no trumps, a point a trick. It
// goes through everything that other games do (sixteen_checks.cpp, and `mu_sixteen`,
// which is `mu` with this file), and nothing outside this file knows it. docs/adding_a_game.md
// starts here.

#include "api/common_text.h"
#include "api/search_model.h"
#include "engine/dispatch.h"
#include "engine/playouts_kernel.h"
#include "engine/solver_kernel.h"

namespace mu {

// --- The rules ---------------------------------------------------------------------------------

struct sixteen {
    static constexpr deck_info deck{"16", "JQKA", "shdc"};
    static constexpr int seats = 4;
    static constexpr play_rules play{.seats = 4, .tricks = 4, .follow = must_follow};
    struct extra {
        friend constexpr bool operator==(const extra&, const extra&) = default;
    };
    struct options {
        friend constexpr bool operator==(const options&, const options&) = default;
    };
    static constexpr deal_layout layout(const options&) { return mu::layout({4, 4, 4, 4}); }
};

constexpr game_state<sixteen> start_deal(sixteen, const sixteen::options&,
                                         std::span<const card_mask> places, seat dealer, int) {
    return plain_deal<sixteen>(places, dealer);
}

constexpr std::array<int, 4> score(const game_state<sixteen>& s, const sixteen::options&) {
    const int ns = s.tricks_won[0], ew = s.tricks_won[1];
    return {ns, ew, ns, ew};
}

// --- What is played for: tricks, which gives it a solver ---------------------------------------

template <>
struct solving<sixteen> : trick_solving<sixteen> {};

// --- Its name ----------------------------------------------------------------------------------

namespace detail {
template <>
struct game_text<sixteen> : common_text<sixteen> {
    static constexpr std::string_view name = "sixteen";
    static constexpr std::string_view title = "Sixteen";
};
MU_GAME(sixteen)

namespace {
// Games of the library are in games/registry.h; this one comes when the program starts.
[[maybe_unused]] const bool added = add_game(kind_of<sixteen>());
}  // namespace
}  // namespace detail

}  // namespace mu

MU_PLAYOUT_KERNEL(sixteen)
MU_SOLVER_KERNEL(sixteen)
MU_PLAYOUTS(sixteen)
MU_SOLVER(sixteen)
MU_SEARCH(mu::sixteen)
