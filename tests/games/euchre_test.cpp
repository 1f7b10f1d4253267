#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <mu/api/match.h>
#include <mu/cards/text.h>
#include <mu/engine/playouts.h>
#include <mu/games/euchre.h>

namespace {

using namespace mu;
using phase = euchre::phase;
using play = trick_play<euchre>;

card card_of(std::string_view text) { return parse_card<euchre>(text); }

// A seat about to play one of `hand` to a trick that began with `table`; north led.
game_state<euchre> to_follow(std::string_view hand, std::string_view table, suit trump) {
    game_state<euchre> s;
    s.trump = trump;
    s.tricks_remaining = 5;
    s.extra.phase = phase::play;
    s.extra.upcard = card_of("9c");
    for (std::size_t at = 0; at < table.size(); at += 3) {
        const card c = card_of(table.substr(at, 2));
        s.hands[s.current_player] = static_cast<hand_mask<euchre>>(bit(c));
        play::play_card(s, c);
    }
    s.hands[s.current_player] = static_cast<hand_mask<euchre>>(parse_cards<euchre>(hand));
    return s;
}

std::string legal(std::string_view hand, std::string_view table, suit trump) {
    return mask_str<euchre>(play::legal_moves(to_follow(hand, table, trump)));
}

std::string winner(std::string_view table, suit trump) {
    return card_str<euchre>(to_follow("", table, trump).trick.winning_card);
}

// North deals, the upcard is Jh; hands of north, east, south, west. Kitty: 9s Ks 9c.
constexpr std::string_view deal = "N Jh AQ.9.K9.- JT.AT.T.- -.KQ.QJ.T -.-.A.AKQJ";

position after(position p, std::string_view actions) {
    for (std::size_t begin = 0; begin < actions.size();) {
        const std::size_t end = std::min(actions.find(' ', begin), actions.size());
        p.apply(actions.substr(begin, end - begin));
        begin = end + 1;
    }
    return p;
}
position at(const std::string& options, std::string_view actions) {
    return after(game("euchre" + options).deal(deal), actions);
}

std::string choices(const position& p) {
    std::string out;
    for (const action a : p.legal_actions()) out += (out.empty() ? "" : " ") + p.action_text(a);
    return out;
}

std::string complaint(position p, std::string_view action) {
    try {
        p.apply(action);
    } catch (const illegal_action& e) {
        return e.what();
    }
    return "";
}

std::string refusal(const std::string& options) {
    try {
        game("euchre" + options);
    } catch (const std::invalid_argument& e) {
        return e.what();
    }
    return "";
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

// The end of a deal that east made.
game_state<euchre> finished(int makers_tricks) {
    game_state<euchre> s;
    s.extra.phase = phase::play;
    s.extra.maker = seat::east;
    s.tricks_won = {static_cast<std::uint8_t>(5 - makers_tricks),
                    static_cast<std::uint8_t>(makers_tricks)};
    return s;
}

}  // namespace

TEST_CASE("euchre: the trumps rank right bower, left bower, A K Q T 9") {
    const auto beats = [](std::string_view a, std::string_view b, suit trump) {
        return (stronger<euchre>(card_of(b), trump) & bit(card_of(a))) != 0;
    };
    for (const suit trump : all_suits) {
        const std::string t = suit_str<euchre>(trump);
        const std::string left = "J" + suit_str<euchre>(euchre::same_colour(trump));
        const std::vector<std::string> order{"9" + t, "T" + t, "Q" + t, "K" + t,
                                             "A" + t, left,    "J" + t};
        for (std::size_t k = 1; k < order.size(); ++k) CHECK(beats(order[k], order[k - 1], trump));
        CHECK(ops::popcount(effective_suit_mask<euchre>(trump, trump)) == 7);
        CHECK(ops::popcount(effective_suit_mask<euchre>(euchre::same_colour(trump), trump)) == 5);
    }
    CHECK(beats("Qd", "Jd", suit::spades));
    CHECK(beats("Jd", "Td", suit::spades));
    CHECK(euchre::same_colour(suit::spades) == suit::clubs);
    CHECK(euchre::same_colour(suit::hearts) == suit::diamonds);
    for (const suit s : all_suits)
        CHECK(ops::popcount(effective_suit_mask<euchre>(s, suit::none)) == 6);
}

TEST_CASE("euchre: the left bower follows trumps and not its printed suit") {
    CHECK(legal("Jc Qs 9d", "Ac", suit::spades) == "Qs 9d Jc");
    CHECK(legal("Qs 9d Ac", "Jc", suit::spades) == "Qs");
    CHECK(legal("Jc Tc", "Kc", suit::spades) == "Tc");
    CHECK(legal("Jc Ah", "9s", suit::spades) == "Jc");
    CHECK(legal("Jh 9s", "Ah", suit::diamonds) == "9s Jh");
    CHECK(legal("Jc Ac", "Ks", suit::none) == "Jc Ac");
    CHECK(legal("Jc Ac 9s", "Kc", suit::none) == "Jc Ac");
}

TEST_CASE("euchre: tricks go to the best trump, else to the best card of the led suit") {
    CHECK(winner("Ah 9s Kh Jc", suit::spades) == "Jc");
    CHECK(winner("Jd Ah Qd 9d", suit::spades) == "Qd");
    CHECK(winner("Ah Kh Jh 9d", suit::diamonds) == "Jh");
    CHECK(winner("Jc Js Ac As", suit::spades) == "Js");
    CHECK(winner("Jc Ac Js As", suit::none) == "Ac");
}

TEST_CASE("euchre: the number of deals") {
    // 24 cards in four hands of five, one turned up, three left over.
    CHECK(to_string(game("euchre").deal_count()) == "498688594500096");
    // What the first to bid cannot see: 18 cards.
    CHECK(deal_count(layout({5, 5, 5, 3})) == 617512896);
}

TEST_CASE("euchre: the first round orders the upcard's suit, the dealer discards any of six") {
    position p = at("", "");
    CHECK(p.to_act() == seat::east);
    CHECK(choices(p) == "pass h");
    CHECK(contains(complaint(p, "s"), "only the upcard's suit can become trumps: hearts"));
    CHECK(contains(complaint(p, "Ah"), "the bidding is not over"));
    CHECK(contains(complaint(p, "alone"), "trumps must be called first"));
    p = at("", "pass h");
    CHECK(p.to_act() == seat::north);
    CHECK(choices(p) == "Qs As 9h Jh 9d Kd");
    CHECK(contains(complaint(p, "Ac"), "not in the hand"));
    CHECK(contains(complaint(p, "pass"), "must discard"));
    p.apply("Jh");
    CHECK(p.to_act() == seat::south);
    CHECK(choices(p) == "alone with");
    CHECK(contains(complaint(p, "Kh"), "alone or with his partner"));
    p.apply("with");
    CHECK(p.to_act() == seat::east);
    CHECK(choices(p) == "Ts Js Th Ah Td");
    CHECK(contains(complaint(p, "pass"), "a card must be played"));
}

TEST_CASE("euchre: the upcard stays, if the house says so") {
    for (const char* options : {"(discard_upcard=off)", "(profile=openspiel)"}) {
        const position p = at(options, "h");
        CHECK(choices(p) == "Qs As 9h 9d Kd");
        CHECK(contains(complaint(p, "Jh"), "the upcard may not be discarded"));
    }
}

TEST_CASE("euchre: the second round names another suit, and sticks the dealer") {
    position p = at("", "pass pass pass pass");
    CHECK(p.to_act() == seat::east);
    CHECK(choices(p) == "pass s d c");
    CHECK(contains(complaint(p, "h"), "turned down: hearts"));
    CHECK(contains(complaint(p, "nt"), "no-trump calls are not played"));
    p = at("", "pass pass pass pass pass pass pass");
    CHECK(choices(p) == "s d c");
    CHECK(contains(complaint(p, "pass"), "the dealer is stuck"));
    p.apply("c");
    CHECK(p.to_act() == seat::north);
    CHECK(choices(p) == "alone with");
    CHECK(p.to_json()["upcard_is"] == "turned_down");
}

TEST_CASE("euchre: eight passes void the deal where the dealer is not stuck") {
    position p = at("(stick_dealer=off)", "pass pass pass pass pass pass pass");
    CHECK(choices(p) == "pass s d c");
    p.apply("pass");
    CHECK(p.is_over());
    CHECK(p.score() == std::vector<int>{0, 0, 0, 0});
    CHECK(parse_position(p.state_text()).state_text() == p.state_text());
    match m(game("euchre(stick_dealer=off)"));
    m.add(p);
    CHECK(m.totals() == std::vector<int>{0, 0, 0, 0});
    CHECK(m.dealer() == seat::east);
}

TEST_CASE("euchre: a lone maker's partner sits out, and the lead passes over him") {
    position p = at("", "pass pass h Kd alone");  // west, so that east sits out
    CHECK(p.to_json()["sitting_out"] == nlohmann::json{"E"});
    CHECK(p.to_act() == seat::south);
    CHECK(contains(complaint(p, "Th"), "not in the hand"));
    p.apply("Tc");
    CHECK(p.to_act() == seat::west);
    p.apply("Ac");
    CHECK(p.to_act() == seat::north);
    p.apply("9d");
    CHECK(p.to_act() == seat::west);
    CHECK(p.to_json()["trick"]["winner"] == "W");
    // The dealer's partner alone: the dealer discards before he sits out.
    p = at("", "pass h");
    CHECK(p.to_act() == seat::north);
    p.apply("Kd");
    p.apply("alone");
    CHECK(p.to_json()["sitting_out"] == nlohmann::json{"N"});
    CHECK(p.to_act() == seat::east);
}

TEST_CASE("euchre: the lead against a lone maker may come from his left") {
    const std::string south_alone = "pass pass pass pass pass d alone";
    CHECK(at("", south_alone).to_act() == seat::east);
    CHECK(at("(loner_lead=left_of_maker)", south_alone).to_act() == seat::west);
    CHECK(at("(loner_lead=left_of_maker)", "pass pass pass pass pass d with").to_act() ==
          seat::east);
}

TEST_CASE("euchre: call and alone in one breath") {
    const std::string options = "(alone_with_call=on)";
    position p = at(options, "");
    CHECK(choices(p) == "pass h h-alone");
    CHECK(choices(at(options, "pass pass pass pass")) == "pass s d c s-alone d-alone c-alone");
    p.apply("h-alone");
    CHECK(p.to_act() == seat::north);  // who now knows it, and discards
    CHECK(p.view(seat::north).to_json()["sitting_out"] == nlohmann::json{"W"});
    p.apply("Kd");
    CHECK(p.to_act() == seat::east);
    CHECK(choices(p) == "Ts Js Th Ah Td");
    CHECK(choices(at(options, "h Kd")) == "Ts Js Th Ah Td");
    CHECK(contains(complaint(at("", ""), "h-alone"), "declared after the call"));
}

TEST_CASE("euchre: defenders may play alone") {
    CHECK(at("", "h Kd with").to_json()["phase"] == "play");
    const std::string always = "(defend_alone=always)";
    position p = at(always, "h Kd with");  // east makes: south is asked, then north
    CHECK(p.to_act() == seat::south);
    CHECK(choices(p) == "alone with");
    p.apply("with");
    CHECK(p.to_act() == seat::north);
    p.apply("alone");
    CHECK(p.to_json()["sitting_out"] == nlohmann::json{"S"});
    CHECK(p.to_act() == seat::east);
    p = at(always, "pass h Kd alone");  // south makes: east is asked first
    CHECK(p.to_act() == seat::east);
    p.apply("alone");  // two are left
    CHECK(p.to_json()["sitting_out"] == nlohmann::json{"N", "W"});
    p.apply("Th");
    CHECK(p.to_act() == seat::south);
    p.apply("Kh");
    CHECK(p.to_act() == seat::south);
    CHECK(at(always, "h Kd with with with").to_json()["sitting_out"].empty());

    const std::string loners = "(defend_alone=against_loner)";
    CHECK(at(loners, "h Kd with").to_json()["phase"] == "play");
    CHECK(at(loners, "h Kd alone").to_json()["phase"] == "defend_alone");
}

TEST_CASE("euchre: a Canadian loner is whoever orders up his partner") {
    const std::string options = "(canadian_loner=on)";
    position p = at(options, "pass h Kd");
    CHECK(p.to_json()["phase"] == "play");
    CHECK(p.to_json()["sitting_out"] == nlohmann::json{"N"});
    CHECK(at(options, "h Kd").to_json()["phase"] == "go_alone");
    CHECK(at(options, "pass pass pass pass pass d").to_json()["phase"] == "go_alone");
    p = at("(canadian_loner=on, alone_with_call=on)", "pass");
    CHECK(choices(p) == "pass h-alone");
    CHECK(contains(complaint(p, "h"), "orders up his own partner"));
}

TEST_CASE("euchre: no trump is a call of the second round") {
    const std::string options = "(no_trump=on)";
    CHECK(choices(at(options, "")) == "pass h");
    CHECK(contains(complaint(at(options, ""), "nt"), "only the upcard's suit"));
    position p = at(options, "pass pass pass pass");
    CHECK(choices(p) == "pass s d c nt");
    p.apply("nt");
    p.apply("with");
    CHECK(p.to_json()["trump"] == "n");
    CHECK(parse_position(p.state_text()).state_text() == p.state_text());
}

TEST_CASE("euchre: points of a deal") {
    const euchre::options plain, super{.super_euchre = true};
    const auto points = [](int tricks, int out, const euchre::options& o) {
        game_state<euchre> s = finished(tricks);
        s.extra.active = static_cast<std::uint8_t>(0b1111 & ~out);
        return euchre_points(s, o);
    };
    constexpr int no_one = 0, makers_partner = 0b1000, defender = 0b0100;
    constexpr std::array with{-2, -2, -2, 1, 1, 2}, loner{-2, -2, -2, 1, 1, 4};
    for (int tricks = 0; tricks <= 5; ++tricks) {
        CAPTURE(tricks);
        CHECK(points(tricks, no_one, plain) == with[tricks]);
        CHECK(points(tricks, makers_partner, plain) == loner[tricks]);
        CHECK(points(tricks, defender, plain) == (tricks < 3 ? -4 : with[tricks]));
        CHECK(points(tricks, defender | makers_partner, plain) ==
              (tricks < 3 ? -4 : loner[tricks]));
        CHECK(points(tricks, no_one, super) == (tricks == 0 ? -4 : with[tricks]));
        CHECK(points(tricks, defender, {.lone_euchre = 3}) == (tricks < 3 ? -3 : with[tricks]));
        CHECK(points(tricks, defender, {.lone_euchre = 2}) == (tricks < 3 ? -2 : with[tricks]));
        CHECK(points(tricks, defender, {.lone_euchre = 3, .super_euchre = true}) ==
              (tricks == 0  ? -4
               : tricks < 3 ? -3
                            : with[tricks]));
    }
    CHECK(score(finished(5), plain) == std::array{-2, 2, -2, 2});
    CHECK(score(finished(1), plain) == std::array{2, -2, 2, -2});
}

TEST_CASE("euchre: a match goes to the first side with the points") {
    euchre_match m;
    const euchre::options o{.target = 5};
    m = euchre_add_deal(m, finished(5), o);
    m = euchre_add_deal(m, finished(2), o);
    m = euchre_add_deal(m, finished(4), o);
    CHECK(m == euchre_match{.points = {2, 3}});
    m = euchre_add_deal(m, finished(5), o);
    CHECK(m == euchre_match{.points = {2, 5}, .winner = 1});
}

TEST_CASE("euchre: options that contradict each other are refused by name") {
    CHECK(refusal("") == "");
    CHECK(refusal("(profile=openspiel, stick_dealer=off, defend_alone=always)") == "");
    CHECK(refusal("(profile=openspiel, discard_upcard=off)") == "");
    CHECK(contains(refusal("(lone_euchre=3)"), "lone_euchre needs defend_alone"));
    for (const char* option :
         {"discard_upcard=on", "alone_with_call=on", "defend_alone=against_loner",
          "canadian_loner=on", "no_trump=on", "loner_lead=left_of_maker", "super_euchre=on"})
        CHECK(contains(refusal("(profile=openspiel, " + std::string(option) + ")"), option));
    CHECK(contains(refusal("(profile=openspiel, defend_alone=always, lone_euchre=2)"),
                   "lone_euchre"));
    CHECK(refusal("(joker=on, turned_joker=h)") == "");
    CHECK(contains(refusal("(profile=openspiel, joker=on)"), "joker=on"));
    CHECK(contains(refusal("(joker=on, no_trump=on)"), "choose joker=off or no_trump=off"));
    CHECK(contains(refusal("(turned_joker=h)"), "turned_joker needs joker=on"));
    CHECK(contains(refusal("(joker=on, turned_joker=n)"), "choices: s, h, d, c"));
    CHECK(contains(refusal("(target=9)"), "choices: 10, 5, 7, 11, 15"));
}

TEST_CASE("euchre: deals are read strictly") {
    const game g("euchre");
    CHECK(g.deal(deal).deal_text() == deal);
    CHECK_THROWS_AS(g.deal("N Jh AQ.9.K9.- JT.AT.T.- -.KQ.QJ.T -.-.-.AKQJ"), parse_error);
    CHECK_THROWS_AS(g.deal("N 9h AQ.9.K9.- JT.AT.T.- -.KQ.QJ.T -.-.A.AKQJ"), parse_error);
    CHECK_THROWS_AS(g.deal("N Jh AQ.9.K9.- JT.AT.T.- -.KQ.QJ.T"), parse_error);
    CHECK_THROWS_AS(g.deal(std::string(deal) + " 9s"), parse_error);
}

TEST_CASE("euchre: impossible positions are refused") {
    const std::string text = at("", "h Kd with Ah").state_text();
    CHECK(parse_position(text).state_text() == text);
    const auto with = [&](std::string_view from, std::string_view to) {
        std::string other = text;
        const std::size_t begin = other.find(from);
        REQUIRE(begin != std::string::npos);
        return other.replace(begin, from.size(), to);
    };
    for (const auto& [from, to] : std::initializer_list<std::pair<const char*, const char*>>{
             {"to_act=S", "to_act=W"},
             {"phase=5", "phase=4"},
             {"phase=5", "phase=7"},
             {"phase=5", "phase=0"},
             {"upcard=Jh", "upcard=-"},
             {"upcard=Jh", "upcard=9c"},
             {"discard=Kd", "discard=-"},
             {"discard=Kd", "discard=Ah"},
             {"trump=h", "trump=n"},
             {"trump=h", "trump=s"},
             {"active=15", "active=0"},
             {"active=15", "active=13"},
             {"active=15", "active=11"},
             {"active=15", "active=31"},
             {"trick=E:Ah,-,-,-", "trick=E:Ah,-,Kc,-"},
             {"trick=E:Ah,-,-,-", "trick=S:Ah,-,-,-"},
             {"won=0,0", "won=0,1"},
             {"left=5", "left=4"},
             {"left=5", "left=6"}}) {
        CAPTURE(std::string(to));
        CHECK_THROWS_AS(parse_position(with(from, to)), std::invalid_argument);
    }
}

TEST_CASE("euchre: the discard is the dealer's secret") {
    const position p = at("", "h Kd with Ah");
    for (const seat who : {seat::north, seat::east, seat::south, seat::west}) {
        const seat_view v = p.view(who);
        const bool dealer = who == seat::north;
        CHECK(v.history()[0].what == euchre::call(suit::hearts));
        CHECK(v.history()[1].what.has_value() == dealer);
        CHECK(v.history()[1].who == seat::north);
        CHECK(v.to_json()["discard"].is_null() == !dealer);
        CHECK(v.to_json()["upcard_is"] == "taken");
        CHECK(contains(v.text(), "Kd") == dealer);
    }
}

namespace {

// One playout through the rules in card space, with the draws that the kernel makes.
template <typename V>
int naive_tricks(game_state<V> s, std::uint64_t seed) {
    using word = word_of<V>;
    using table = trick_play<V>;
    const play_space<V> space = space_of<V>(s.trump);
    const int side = partnership_of(table::leading(s) ? s.current_player : s.trick.lead_seat);
    const int before = s.tricks_won[side];
    word random = random_start<word>(seed), bits = 0;
    for (bool first = true; !table::is_over(s); first = false) {
        const int k = table::leading(s) ? 0 : s.trick.num_played;
        if (first || k % 2 == 0) bits = random = random_step(random);
        const word choice = space.to_play(table::legal_moves(s));
        const word n = arch::scale16(bits, static_cast<word>(arch::popcount(choice)));
        bits >>= 16;
        table::play_card(s, space.to_card(arch::nth_bit(choice, n, 5)));
    }
    return s.tricks_won[side] - before;
}

template <typename V>
void check_playouts(bool without_trumps) {
    using table = trick_play<V>;
    rng generator(11);
    for (const int cards_played : {0, 1, 2, 3, 4, 7, 13, 19}) {
        std::vector<game_state<V>> states;
        std::vector<position_of<V>> positions;
        for (int i = 0; i < 96; ++i) {
            game_state<V> s = random_first_lead(V{}, generator);
            REQUIRE(rules<V>::to_act(s) == next_seat(s.dealer));
            if (without_trumps && i % 5 == 0) s.trump = suit::none;
            for (int k = 0; k < cards_played; ++k)
                table::play_card(s, ops::lsb_index(table::legal_moves(s)));
            states.push_back(s);
            positions.push_back(to_position(s));
        }
        std::vector<playout_result<word_of<V>>> expected(500);
        for (std::size_t i = 0; i < expected.size(); ++i) {
            expected[i] = playout<V::play>(positions[i % positions.size()], playout_stream(3, i));
            REQUIRE(static_cast<int>(expected[i].tricks) ==
                    naive_tricks(states[i % states.size()], playout_stream(3, i)));
        }
        for (const isa on : available_isas())
            for (const auto width : {playout_width::one, playout_width::lanes}) {
                std::vector<playout_result<word_of<V>>> results(expected.size());
                playouts<V>({positions, 3, 0, results}, width, on);
                CAPTURE(isa_name(on));
                CHECK(results == expected);
            }
    }
}

}  // namespace

TEST_CASE("euchre: playouts are the same on every instruction set and in the rules") {
    check_playouts<euchre>(true);
    check_playouts<euchre_25>(false);
}

// --- The joker. ----------------------------------------------------------------------------------

namespace {

// North deals and turns the joker up; nobody else holds it. Kitty: 9s Ks 9c Jh.
constexpr std::string_view joker_up = "N Jo AQ.9.K9.- JT.AT.T.- -.KQ.QJ.T -.-.A.AKQJ";
// West holds the joker, the upcard is Jh. Kitty: 9s Ks 9c Ad.
constexpr std::string_view joker_west = "N Jh AQ.9.K9.- JT.AT.T.- -.KQ.QJ.T -.-.-.AKQJ.Jo";

position joker_at(const std::string& options, std::string_view cards, std::string_view actions) {
    return after(game("euchre(joker=on" + options + ")").deal(cards), actions);
}

}  // namespace

TEST_CASE("euchre: the joker is the best of eight trumps") {
    const card joker = parse_card<euchre_25>("Jo");
    CHECK(joker == 24);
    CHECK(euchre_25::deck.is_joker(joker));
    CHECK(suit_of<euchre_25>(joker) == suit::none);
    for (const suit trump : all_suits) {
        CHECK(euchre_25::effective_suit(joker, trump) == trump);
        CHECK(stronger<euchre_25>(joker, trump) == 0);
        const card_mask trumps = effective_suit_mask<euchre_25>(trump, trump);
        CHECK(ops::popcount(trumps) == 8);
        CHECK(trick_winner<euchre_25>(trumps, trump, trump) == bit(joker));
        // The trump field of play space is full, and the map is one to one.
        const play_space<euchre_25> space(trump);
        CHECK(space.to_play(trumps) == space.trumps());
        CHECK(space.to_cards(space.to_play(deck_traits<euchre_25>::all_cards)) ==
              deck_traits<euchre_25>::all_cards);
        // The other cards rank as without it.
        for (card c = 0; c < 24; ++c)
            CHECK((stronger<euchre_25>(c, trump) & ~bit(joker)) == stronger<euchre>(c, trump));
    }
    // Before trumps are known it belongs to no suit.
    CHECK(euchre_25::effective_suit(joker, suit::none) == suit::none);
    CHECK(effective_suit_mask<euchre_25>(suit::none, suit::none) == bit(joker));
    CHECK(euchre_25::pass == 25);
    CHECK(euchre_25::lone_call(suit::none) + 1 == euchre_25::action_count);
}

TEST_CASE("euchre: the joker follows trumps alone, and wins") {
    CHECK(to_string(game("euchre(joker=on)").deal_count()) == "3116803715625600");
    // East leads a trump: west has no other than the joker.
    position p = joker_at("", joker_west, "h Kd with Ah Kh");
    CHECK(choices(p) == "Jo");
    CHECK(contains(complaint(p, "Ac"), "trumps were led"));
    p.apply("Jo");
    p.apply("Jh");
    CHECK(p.to_json()["trick"]["winner"] == "W");
    CHECK(p.to_json()["trick"]["cards"][3] == "Jo");
    // A void hand may ruff with it; a hand with the led suit may not.
    p = joker_at("", joker_west, "h Kd with Td Qd");
    CHECK(choices(p) == "Jc Qc Kc Ac Jo");
    p = joker_at("", joker_west, "h Kd with Td Qd Jc 9d Tc");
    CHECK(choices(p) == "Qc Kc Ac");
    CHECK(contains(complaint(p, "Jo"), "clubs were led, and the joker is a trump"));
    // Led, it asks for trumps, the left bower among them.
    p = joker_at("", joker_west, "pass pass pass pass pass pass c with Ts Kh Ac Qs Jo 9h");
    CHECK(choices(p) == "Js");
    p.apply("Js");
    CHECK(choices(p) == "Tc");
    CHECK(contains(p.view(seat::west).text(), "Jo"));
    CHECK_FALSE(contains(joker_at("", joker_west, "h").view(seat::south).text(), "Jo"));
}

TEST_CASE(
    "euchre: a joker turned up stands for a suit, which the dealer is ordered to take it in") {
    for (const std::string suit : {"s", "h", "d", "c"}) {
        const std::string options = suit == "s" ? "" : ", turned_joker=" + suit;
        position p = joker_at(options, joker_up, "");
        CHECK(choices(p) == "pass " + suit);
        CHECK(p.to_json()["upcard_suit"] == suit);
        p.apply(suit);
        CHECK(p.to_act() == seat::north);
        CHECK(choices(p) == "Qs As 9h 9d Kd Jo");
        p.apply("9d");
        p.apply("with");
        CHECK(p.to_json()["upcard_is"] == "taken");
        CHECK(parse_position(p.state_text()).state_text() == p.state_text());
    }
    CHECK(choices(joker_at(", discard_upcard=off", joker_up, "s")) == "Qs As 9h 9d Kd");
    position down = joker_at("", joker_up, "pass pass pass pass");
    CHECK(choices(down) == "pass h d c");
    CHECK(contains(complaint(down, "s"), "turned down: spades"));
    CHECK(down.to_json()["upcard_suit"] == "s");
    CHECK(choices(joker_at(", turned_joker=d", joker_up, "pass pass pass pass")) == "pass s h c");
    CHECK_FALSE(at("", "").to_json().contains("upcard_suit"));
}

TEST_CASE("euchre: texts with the joker are strict") {
    const game g("euchre(joker=on)");
    CHECK(g.deal(joker_west).deal_text() == joker_west);
    CHECK(g.info().deck.name == "25");
    CHECK(game("euchre").info().deck.name == "24");
    CHECK_THROWS_AS(game("euchre").deal(joker_west), parse_error);
    CHECK_THROWS_AS(g.deal("N Jo AQ.9.K9.- JT.AT.T.- -.KQ.QJ.T -.-.-.AKQJ.Jo"), parse_error);
    const std::string text = joker_at("", joker_west, "h Kd with Ah Kh").state_text();
    CHECK(parse_position(text).state_text() == text);
    CHECK_THROWS_AS(parse_position("euchre/1" + text.substr(text.find(" @"))),
                    std::invalid_argument);
    std::string other = text;
    CHECK_THROWS_AS(parse_position(other.replace(other.find("trump=h"), 7, "trump=n")),
                    std::invalid_argument);
}
