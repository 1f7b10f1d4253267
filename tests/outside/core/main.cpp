// Solves an ending of whist, plays it out at random and asks what a seat knows: all with the core.

#include <array>
#include <cstdio>

#include <mu/belief/belief_state.h>
#include <mu/engine/solver.h>
#include <mu/games/rollout.h>
#include <mu/games/whist/hidden.h>
#include <mu/games/whist/solving.h>

int main() {
    using mu::whist;
    mu::rng generator(7);
    mu::game_state<whist> s = mu::random_first_lead(whist{}, generator);
    mu::belief_state<whist> belief;
    belief.init(mu::view_of<whist>(s, mu::seat::north));
    for (int played = 0; played < 28; ++played) {
        mu::rules<whist>::play_card(s, mu::ops::lsb_index(mu::rules<whist>::legal_moves(s)));
        belief.update_on_play(mu::view_of<whist>(s, mu::seat::north));
    }

    mu::solver<whist> solver;
    const mu::value_range tricks = solver.value(s);
    const std::array positions{mu::to_position(s)};
    std::array<mu::playout_result<mu::word_of<whist>>, 64> results{};
    mu::playouts<whist>({.positions = positions, .seed = 1, .first = 0, .results = results});
    std::printf("%d tricks for north-south; %llu worlds\n", tricks.low,
                static_cast<unsigned long long>(belief.worlds().count()));
    return tricks.low == tricks.high && belief.worlds().count() > 0 ? 0 : 1;
}
