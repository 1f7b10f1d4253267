#include <mu/games/rollout.h>
#include <mu/games/whist.h>

int tricks_of_north_south(mu::rng& rng) {
    mu::game_state<mu::whist> s = random_first_lead(mu::whist{}, rng);
    mu::rules<mu::whist>::play_card(s, mu::ops::lsb_index(mu::rules<mu::whist>::legal_moves(s)));
    return rollout(s, rng)[0];  // the rest at random
}
