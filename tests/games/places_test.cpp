// Where each game says that its cards lie and who sees them, against what the rules of the games
// say; and the hooks that shared code asks. The suites deal hidden cards anew by the same words, so
// the words themselves are examined here, by hand.

#include <doctest/doctest.h>

#include <mu/games/all.h>

#include "support/suite.h"

namespace {

using namespace mu;

template <typename V>
game_state<V> deal_of(std::uint64_t seed, const typename V::options& o = {}) {
    rng generator(seed);
    return test::random_deal<V>(o, generator);
}

// The names of a game's places, in order.
template <typename V>
std::string names_of(const game_state<V>& s) {
    std::string out;
    for (const auto& [place, cards] : places_in(s)) out += std::string(place.name) + " ";
    return out;
}

// Who sees all cards of a place: "NES", or "-" for nobody.
template <typename V>
std::string seen_by(const game_state<V>& s, std::string_view name, int nth = 0) {
    for (const auto& [place, cards] : places_in(s)) {
        if (place.name != name || nth-- > 0) continue;
        std::string out;
        for (int k = 0; k < V::seats; ++k)
            if (place.is_seen_by(static_cast<seat>(k))) out += "NESW"[k];
        return out.empty() ? "-" : out;
    }
    return "no such place";
}
template <typename V>
card_mask cards_of(const game_state<V>& s, std::string_view name) {
    for (const auto& [place, cards] : places_in(s))
        if (place.name == name) return cards;
    return 0;
}

// The first legal action that is a card, or any.
template <typename V>
void play_any(game_state<V>& s) {
    const action_set legal = rules<V>::legal_actions(s);
    rules<V>::apply(s, static_cast<action>(legal.first + ops::lsb_index(legal.mask)));
}

constexpr const char* four_hands = "hand hand hand hand ";

}  // namespace

TEST_CASE("places: hands alone, each seen by its owner") {
    const auto check = [](const auto& s) {
        CHECK(names_of(s) == four_hands);
        for (int k = 0; k < 4; ++k) CHECK(seen_by(s, "hand", k) == std::string(1, "NESW"[k]));
    };
    check(deal_of<whist>(1));
    check(deal_of<contree>(1));
    check(deal_of<differenzler>(1));
    check(deal_of<jass>(1));
    check(deal_of<bridge>(1));
    const auto s = deal_of<whist>(1);
    const view<whist> v = view_of(s, seat::south);
    CHECK(v.seen.hands[seat::south] == s.hands[seat::south]);
    for (const seat other : {seat::north, seat::east, seat::west}) CHECK(v.seen.hands[other] == 0);
}

TEST_CASE("places: dummy is seen by all after the first lead, not before") {
    rng generator(2);
    auto s = random_first_lead(bridge{}, generator);
    const seat dummy = dummy_of(s);
    CHECK(seen_by(s, "hand", index(dummy)) == std::string(1, "NESW"[index(dummy)]));
    play_any(s);
    for (int k = 0; k < 4; ++k)
        CHECK(seen_by(s, "hand", k) == (k == index(dummy) ? "NESW" : std::string(1, "NESW"[k])));
    for (int k = 0; k < 4; ++k)
        CHECK(view_of(s, static_cast<seat>(k)).seen.hands[dummy] == s.hands[dummy]);
    const auto from_outside = view_of(s, nobody).seen;
    for (int k = 0; k < 4; ++k)
        CHECK(from_outside.hands[k] == (k == index(dummy) ? s.hands[k] : 0));
}

TEST_CASE("places: jass shows the cards of the best Weis") {
    int shown = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        auto s = deal_of<jass>(seed);
        while (s.tricks_remaining > 8) play_any(s);
        for (int k = 0; k < 4; ++k)
            for (int other = 0; other < 4; ++other)
                CHECK(view_of(s, static_cast<seat>(k)).seen.hands[other] ==
                      (k == other ? s.hands[k] : s.hands[other] & s.extra.shown));
        shown += ops::popcount(s.extra.shown & ~s.played);
    }
    CHECK(shown > 0);
}

TEST_CASE("places: euchre's upcard, discard and kitty") {
    auto s = deal_of<euchre>(3);
    const card up = s.extra.upcard;
    CHECK(names_of(s) == std::string(four_hands) + "upcard kitty discard ");
    CHECK(cards_of(s, "upcard") == bit(up));
    CHECK(seen_by(s, "upcard") == "NESW");
    CHECK(seen_by(s, "kitty") == "-");
    CHECK(ops::popcount(cards_of(s, "kitty")) == 3);

    rules<euchre>::apply(s, euchre::call(upcard_suit(s)));
    CHECK(phase_of(s) == deal_phase::exchange);
    CHECK(cards_of(s, "upcard") == 0);  // it is in the dealer's hand
    CHECK((s.hands[s.dealer] & bit(up)) != 0);
    const card out = ops::lsb_index(s.hands[s.dealer] & ~bit(up));
    rules<euchre>::apply(s, out);
    CHECK(cards_of(s, "discard") == bit(out));
    CHECK(seen_by(s, "discard") == std::string(1, "NESW"[index(s.dealer)]));
    for (int k = 0; k < 4; ++k)
        CHECK(view_of(s, static_cast<seat>(k)).seen.extra.discard ==
              (k == index(s.dealer) ? out : no_card));
    CHECK(chooser_of(s) == s.extra.maker);

    // Turned down, the upcard lies there for all to remember.
    auto turned = deal_of<euchre>(3);
    for (int k = 0; k < 4; ++k) rules<euchre>::apply(turned, euchre::pass);
    CHECK(cards_of(turned, "upcard") == bit(up));
    CHECK(chooser_of(turned) == std::nullopt);
}

TEST_CASE("places: ulti's talon is seen by who laid it away, and by all in the end") {
    auto s = deal_of<ulti>(4);
    const seat first = s.soloist;
    CHECK(names_of(s) == "hand hand hand talon ");
    CHECK(cards_of(s, "talon") == 0);
    CHECK(phase_of(s) == deal_phase::exchange);
    play_any(s);
    play_any(s);
    CHECK(phase_of(s) == deal_phase::auction);
    const card_mask laid = cards_of(s, "talon");
    CHECK(ops::popcount(laid) == 2);
    CHECK(seen_by(s, "talon") == std::string(1, "NES"[index(first)]));
    for (int k = 0; k < 3; ++k)
        CHECK(view_of(s, static_cast<seat>(k)).seen.laid[first].mask() ==
              (k == index(first) ? laid : 0));

    // Who picks it up has it in hand; who laid it away remembers, nobody else.
    const seat second = seat_after<ulti>(first);
    rules<ulti>::apply(s, ulti_action::bid);  // passz
    rules<ulti>::apply(s, ulti_action::pick_up);
    CHECK(seat{s.soloist} == second);
    CHECK(cards_of(s, "talon") == 0);
    CHECK(view_of(s, first).seen.laid[first].mask() == laid);
    CHECK(view_of(s, second).seen.laid[first].mask() == 0);

    rng generator(5);
    auto played = random_first_lead(ulti{}, generator);
    CHECK(chooser_of(played) == seat{played.soloist});
    const seat defender = seat_after<ulti>(played.soloist);
    CHECK(same_side(played, defender, seat_after<ulti>(defender)));
    CHECK(!same_side(played, defender, played.soloist));
    while (!rules<ulti>::is_over(played)) play_any(played);
    CHECK(seen_by(played, "talon") == "NES");
    CHECK(phase_of(played) == deal_phase::over);
}

TEST_CASE("places: snapszer's stock and face-up card") {
    auto s = deal_of<snapszer>(6);
    CHECK(names_of(s) == "hand hand face up stock ");
    CHECK(cards_of(s, "face up") == bit(s.face_up()));
    CHECK(seen_by(s, "face up") == "NE");
    CHECK(seen_by(s, "stock") == "-");
    CHECK(ops::popcount(cards_of(s, "stock")) == 9);
    for (int k = 0; k < 2; ++k) {
        const auto v = view_of(s, static_cast<seat>(k));
        CHECK(v.seen.face_up() == s.face_up());
        CHECK(cards_of(v.seen, "stock") == 0);
        CHECK(v.seen.hands[1 - k] == 0);
    }
    const auto from_outside = view_of(s, nobody).seen;
    CHECK(from_outside.face_up() == s.face_up());
    CHECK((from_outside.hands[0] | from_outside.hands[1] | cards_of(from_outside, "stock")) == 0);
    // What was taken for the lowest trump is known to be in that hand.
    for (std::uint64_t seed = 0;; ++seed) {
        auto t = deal_of<snapszer>(seed);
        if (!rules<snapszer>::legal_actions(t).contains(snapszer::exchange)) continue;
        const seat who = t.current_player;
        const card taken = t.face_up();
        rules<snapszer>::apply(t, snapszer::exchange);
        CHECK(view_of(t, seat_after<snapszer>(who)).seen.hands[who] == bit(taken));
        break;
    }
}

TEST_CASE("places: what is wrong with a deck") {
    auto s = deal_of<snapszer>(7);
    CHECK(!find_deck_fault(s));
    auto twice = s;
    twice.hands[0] |= static_cast<std::uint32_t>(bit(s.stock[2]));
    CHECK(find_deck_fault(twice).twice == bit(s.stock[2]));
    auto missing = s;
    missing.hands[1] ^= static_cast<std::uint32_t>(ops::lsb(s.hands[1]));
    CHECK(find_deck_fault(missing).missing == ops::lsb(s.hands[1]));
    auto short_stock = s;
    short_stock.stock[0] = no_card;
    CHECK(find_deck_fault(short_stock).wrong_size == "stock");
    auto euchre_kitty = deal_of<euchre>(8);
    euchre_kitty.hands[0] ^= static_cast<std::uint32_t>(ops::lsb(euchre_kitty.hands[0]));
    CHECK(find_deck_fault(euchre_kitty).wrong_size == "kitty");
}

TEST_CASE("places: a world is where the cards lie, from a state or from all views together") {
    const auto check = [](auto of, int deals) {
        using V = decltype(of);
        for (int i = 0; i < deals; ++i) {
            rng generator = rng(9).split(static_cast<std::uint64_t>(i));
            game_state<V> s = test::random_deal<V>({}, generator);
            while (!rules<V>::is_over(s)) {
                per_seat<view<V>, V::seats> views;
                for (int k = 0; k < V::seats; ++k) views[k] = view_of(s, static_cast<seat>(k));
                REQUIRE((world_of<V>(views) == world_of<V>(s)));
                game_state<V> filled = s;
                for_each_place(filled, [](const place_info& place, auto&& slot) {
                    if (place.number < place_count) put_cards(slot, 0);
                });
                fill_places<V>(filled, world_of<V>(s));
                REQUIRE((world_of<V>(filled) == world_of<V>(s)));
                rules<V>::apply(s, test::random_member(rules<V>::legal_actions(s), generator));
            }
        }
    };
#define MU_CHECK_WORLD(V) check(V{}, 20);
    MU_VARIANTS(MU_CHECK_WORLD)
}

TEST_CASE("hooks: phases come in order, and a contract has somebody who chose it") {
    auto contract = deal_of<contree>(10);
    CHECK(phase_of(contract) == deal_phase::auction);
    CHECK(chooser_of(contract) == std::nullopt);
    rng generator(10);
    contract = random_first_lead(contree{}, generator);
    CHECK(phase_of(contract) == deal_phase::play);
    CHECK(chooser_of(contract) == contract.extra.bidder);
    CHECK(same_side(contract, seat::north, seat::south));
    CHECK(!same_side(contract, seat::north, seat::east));

    auto pushed = deal_of<jass>(11);
    const seat forehand = forehand_of(pushed);
    CHECK(phase_of(pushed) == deal_phase::auction);
    rules<jass>::apply(pushed, jass::push);
    CHECK(chooser_of(pushed) == std::nullopt);
    rules<jass>::apply(pushed, jass::first_contract);
    CHECK(phase_of(pushed) == deal_phase::play);
    CHECK(chooser_of(pushed) == partner_of(forehand));

    auto predicted = deal_of<differenzler>(12);
    CHECK(phase_of(predicted) == deal_phase::auction);
    CHECK(!same_side(predicted, seat::north, seat::south));
    while (phase_of(predicted) == deal_phase::auction) play_any(predicted);
    CHECK(predicted.tricks_remaining == 9);
    CHECK(chooser_of(predicted) == std::nullopt);

    auto bid = deal_of<bridge>(13);
    CHECK(phase_of(bid) == deal_phase::auction);
    rules<bridge>::apply(bid, bridge::bid_action(3));
    for (int k = 0; k < 3; ++k) rules<bridge>::apply(bid, bridge::pass);
    CHECK(phase_of(bid) == deal_phase::play);
    CHECK(chooser_of(bid) == bid.extra.declarer);
    auto passed = deal_of<bridge>(13);
    for (int k = 0; k < 4; ++k) rules<bridge>::apply(passed, bridge::pass);
    CHECK(phase_of(passed) == deal_phase::over);
    CHECK(chooser_of(passed) == std::nullopt);
}
