// What might they hold? Half a deal of whist has been played; what does North know of the others?

#include <array>
#include <cstdio>

#include <mu/belief/belief_state.h>
#include <mu/cards/text.h>
#include <mu/games/whist/hidden.h>

int main() {
    using mu::whist;
    mu::rng generator(7);
    std::array<mu::card_mask, 5> places{};
    mu::deal_random(whist::layout({}), generator, places);
    mu::game_state<whist> s = mu::start_deal(whist{}, {}, places, mu::seat::north, 0);
    const mu::seat me = mu::seat::north;

    // Beliefs see what North sees: a view before the first card, and one after every card.
    mu::belief_state<whist> belief;
    belief.init(mu::view_of<whist>(s, me));
    for (int played = 0; played < 22; ++played) {
        const mu::card_mask legal = mu::rules<whist>::legal_moves(s);
        mu::rules<whist>::play_card(s, mu::ops::lsb_index(legal));
        belief.update_on_play(mu::view_of<whist>(s, me));
    }

    std::printf("trumps are %s; %llu worlds fit what North has seen\n",
                mu::suit_str<whist>(s.trump).c_str(),
                static_cast<unsigned long long>(belief.worlds().count()));
    for (const mu::seat who : {mu::seat::east, mu::seat::south, mu::seat::west}) {
        std::printf("%s ", mu::seat_str(who).c_str());
        for (int c = 0; c < belief.cards; ++c)
            if (const double p = belief.prob[belief.row(who)][c]; p > 0.45)
                std::printf(" %s %.0f%%", mu::card_str<whist>(static_cast<mu::card>(c)).c_str(),
                            100 * p);
        std::printf("\n");
    }

    // Worlds for a search: each as likely as any other.
    for (int i = 0; i < 3; ++i) {
        const mu::game_state<whist> world = mu::determinize(belief, generator);
        std::printf("world:");
        for (int k = 1; k < 4; ++k)
            std::printf("  %s", mu::hand_str<whist>(world.hands[k]).c_str());
        std::printf("\n");
    }
}
