// Alpha-mu: fronts, and positions in which open hands deceive.

#include <doctest/doctest.h>

#include <mu/cards/text.h>
#include <mu/games/bridge.h>
#include <mu/games/bridge/hidden.h>
#include <mu/games/bridge/soft_rules.h>
#include <mu/games/bridge/solving.h>
#include <mu/search/alpha_mu.h>

using namespace mu;

namespace {

// South declares 1 no trump and needs `more` of the tricks that are left; south leads.
game_state<bridge> ending(std::array<const char*, 4> hands, int more) {
    game_state<bridge> s;
    per_seat<card_mask> held{};
    for (std::size_t k = 0; k < 4; ++k) held[static_cast<int>(k)] = parse_cards<bridge>(hands[k]);
    s = bridge_start(held, seat::south, vul_none);
    rules<bridge>::apply(s, bridge::bid_action(make_bridge_bid(1, denomination::no_trump)));
    for (int k = 0; k < 3; ++k) rules<bridge>::apply(s, bridge::pass);
    const int left = ops::popcount(held[0]);
    s.tricks_remaining = static_cast<std::uint8_t>(left);
    s.tricks_won = {static_cast<std::uint8_t>(7 - more),
                    static_cast<std::uint8_t>(6 - left + more)};
    s.current_player = seat::south;
    s.extra.faced = 0b0001;
    return s;
}

}  // namespace

TEST_CASE("alpha-mu: fronts keep what nothing else contains") {
    world_front f;
    f.add(0b0011);
    f.add(0b0001);
    CHECK(f.sets() == std::vector<std::uint64_t>{0b0011});
    f.add(0b0110);
    f.add(0b1111);
    CHECK(f.sets() == std::vector<std::uint64_t>{0b1111});
    world_front a, b;
    a.add(0b0011);
    a.add(0b1100);
    b.add(0b0110);
    b.add(0b1001);
    const world_front both = a.meet(b);
    CHECK(both.sets().size() == 4);
    CHECK(both.most() == 1);
    CHECK(a.covers(both));
    CHECK(!both.covers(a));
    CHECK(both.with(0b0101).covers(0b0111));
}

// Whoever has the queen of spades, three tricks can be made by guessing right. With open hands it
// seems that they always are, as long as the guess lies ahead; in truth one of two worlds is lost.
TEST_CASE("alpha-mu: a guess that is put off is still a guess") {
    const std::array<const char*, 4> with_east{"As Js 3s", "Qs 5s 4s", "Ks Ts 2s", "8s 7s 6s"};
    const std::array<const char*, 4> with_west{"As Js 3s", "6s 5s 4s", "Ks Ts 2s", "Qs 8s 7s"};
    alpha_mu<bridge> by({}, {});
    const std::vector<game_state<bridge>> worlds{ending(with_east, 3), ending(with_west, 3)};
    CHECK(by.front_of(worlds, seat::south, 1).sets() == std::vector<std::uint64_t>{0b11});
    const world_front deep = by.front_of(worlds, seat::south, 6);
    CHECK(deep.most() == 1);
    CHECK(deep.covers(0b01));
    CHECK(deep.covers(0b10));
    const std::vector<game_state<bridge>> easy{ending(with_east, 2), ending(with_west, 2)};
    CHECK(by.front_of(easy, seat::south, 6).sets() == std::vector<std::uint64_t>{0b11});
}

TEST_CASE("alpha-mu: who decides for all of a side") {
    const auto declarer_south = ending({"As Js 3s", "Qs 5s 4s", "Ks Ts 2s", "8s 7s 6s"}, 3);
    CHECK(decides_alone(declarer_south, seat::south));
    CHECK(!decides_alone(declarer_south, seat::east));
    CHECK(!decides_alone(declarer_south, seat::west));
}

// Four spades to the jack are in one hand. If that is west's, the king has to take a trick after
// dummy's first honour; with east it has to be kept to catch the jack. A low card to dummy shows
// which in time, the king first gives one of the worlds away.
TEST_CASE("alpha-mu: a play that shows where the cards are") {
    const std::vector<game_state<bridge>> worlds{
        ending({"As Qs Ts 9s", "Js 8s 7s 6s", "Ks 4s 3s 2s", "2h 3h 4h 5h"}, 4),
        ending({"As Qs Ts 9s", "2h 3h 4h 5h", "Ks 4s 3s 2s", "Js 8s 7s 6s"}, 4)};
    alpha_mu<bridge> by({}, {});
    const auto after = [&](const char* card) {
        std::vector<game_state<bridge>> next = worlds;
        for (auto& s : next) rules<bridge>::apply(s, parse_card<bridge>(card));
        return by.front_of(next, seat::south, 8).most();
    };
    CHECK(by.front_of(worlds, seat::south, 8).most() == 2);
    CHECK(after("2s") == 2);
    CHECK(after("Ks") == 1);
}
