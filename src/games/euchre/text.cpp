#include <fmt/format.h>

#include <mu/games/euchre.h>
#include <mu/games/euchre/hidden.h>
#include <mu/games/euchre/rule.h>
#include <mu/games/euchre/soft_rules.h>

#include "api/fields.h"
#include "api/model.h"
#include "engine/dispatch.h"
#include "games/euchre/contracts.h"

namespace mu::detail {

namespace {

using phase = euchre_terms::phase;

// --- Words -------------------------------------------------------------------------------------

constexpr std::array<std::string_view, 7> phase_names{
    "order_up", "name_suit", "discard", "go_alone", "defend_alone", "play", "passed_out"};
constexpr std::array<std::string_view, 5> call_names{"s", "h", "d", "c", "nt"};
constexpr std::string_view alone_suffix = "-alone";

std::string call_text(suit trump) { return std::string(call_names[index(trump)]); }

template <typename V>
bool is_call(action a) {
    return a >= V::call(suit::spades) && a <= V::call(suit::none);
}
template <typename V>
bool is_lone_call(action a) {
    return a >= V::lone_call(suit::spades) && a <= V::lone_call(suit::none);
}
template <typename V>
suit called(action a) {
    return static_cast<suit>(a -
                             (is_call<V>(a) ? V::call(suit::spades) : V::lone_call(suit::spades)));
}

// --- Why an action is illegal ------------------------------------------------------------------

template <typename V>
std::string explain_call(const game_state<V>& s, action a) {
    if (a < deck_traits<V>::cards) return "the bidding is not over";
    if (a == V::pass) return "the dealer is stuck: after seven passes he must name trumps";
    if (a == V::alone || a == V::with_partner) return "trumps must be called first";
    const suit trump = called<V>(a), up = upcard_suit(s);
    if (s.extra.phase == phase::order_up && trump != up)
        return "in the first round only the upcard's suit can become trumps: " + suit_name<V>(up);
    if (s.extra.phase == phase::name_suit && trump == up)
        return "the upcard's suit was turned down: " + suit_name<V>(up);
    if (trump == suit::none && !s.extra.house.no_trump) return "no-trump calls are not played";
    if (is_lone_call<V>(a)) return "playing alone is declared after the call";
    return "who orders up his own partner plays alone";
}

template <typename V>
std::string explain_discard(const game_state<V>& s, action a) {
    if (a >= deck_traits<V>::cards) return "the dealer must discard a card";
    if (!(s.hands[s.dealer] & bit(a))) return "that card is not in the hand";
    return "the upcard may not be discarded";
}

template <typename V>
std::string explain_card(const game_state<V>& s, action a) {
    if (a >= deck_traits<V>::cards) return "the bidding is over, a card must be played";
    if (!(s.hands[s.current_player] & bit(a))) return "that card is not in the hand";
    std::string out = "the led suit must be followed: ";
    out += s.trick.lead_suit == s.trump ? "trumps" : suit_name<V>(s.trick.lead_suit);
    out += " were led";
    if (V::deck.is_joker(a))
        out += ", and the joker is a trump";
    else if (effective_suit<V>(a, s.trump) != suit_of<V>(a))
        out += ", and the left bower is a trump";
    return out;
}

// --- What a state read from text must satisfy ----------------------------------------------------

template <typename V>
void validate_bidding(const game_state<V>& s) {
    demand(s.trump == suit::none && s.extra.maker == seat::north,
           "nobody has called: trump is n and maker is N");
    demand(s.extra.active == 0b1111, "nobody has called: active is 15");
    if (s.extra.phase != phase::passed_out) return;
    demand(!s.extra.house.stick_dealer, "with stick_dealer=on a deal cannot be passed out");
    demand(s.current_player == s.dealer, "the dealer is the last to pass");
}

// The upcard, where it may have gone, and the discard.
template <typename V>
void validate_upcard(const game_state<V>& s) {
    const auto& x = s.extra;
    card_mask held = s.played;
    for (const card_mask hand : s.hands) held |= hand;
    if (!ordered_up(s)) {
        demand(!(held & bit(x.upcard)), "the upcard was not taken, it is in nobody's hand");
        demand(x.discard == no_card, "the dealer has not discarded");
        return;
    }
    const bool with_dealer = (s.hands[s.dealer] & bit(x.upcard)) != 0;
    if (x.phase == phase::discard) {
        demand(x.discard == no_card && with_dealer, "the dealer holds the upcard and discards");
        return;
    }
    demand(x.discard != no_card, "the dealer's discard is missing");
    demand(!(held & bit(x.discard)), "the discard is in a hand or played");
    demand(x.discard != x.upcard || x.house.discard_upcard, "the upcard may not be discarded");
    demand(with_dealer || x.discard == x.upcard || (s.played & bit(x.upcard)),
           "the dealer took the upcard");
}

// Who may be alone at this point.
template <typename V>
void validate_active(const game_state<V>& s) {
    const auto& x = s.extra;
    demand(x.active <= 0b1111, "active is at most 15");
    demand(!sits_out(s, x.maker), "the maker does not sit out");
    const seat left = next_seat(x.maker), right = partner_of(left);
    demand(!sits_out(s, left) || !sits_out(s, right), "one defender must play");

    const bool ordered_partner = ordered_up(s) && x.maker == partner_of(s.dealer);
    if (x.house.canadian_loner && ordered_partner)
        demand(maker_alone(s), "who orders up his own partner plays alone");
    else if (!x.house.alone_with_call && x.phase <= phase::go_alone)
        demand(!maker_alone(s), "the maker has not yet been asked to play alone");
    if (lone_defender(s))
        demand(x.phase == phase::play && rules<V>::defenders_are_asked(s),
               "no defender can be alone");
}

template <typename V>
void validate_call(const game_state<V>& s) {
    const auto& x = s.extra;
    demand(s.trump != suit::none || x.house.no_trump, "no-trump calls are not played");
    demand(x.phase != phase::discard || ordered_up(s), "a discard follows an order to pick up");
    validate_active(s);
    switch (x.phase) {
        case phase::discard:
            return demand(s.current_player == s.dealer, "the dealer discards");
        case phase::go_alone:
            demand(!x.house.alone_with_call && !maker_alone(s), "the maker is not asked");
            return demand(s.current_player == x.maker, "the maker is asked");
        case phase::defend_alone:
            demand(rules<V>::defenders_are_asked(s), "the defenders are not asked");
            return demand(partnership_of(s.current_player) != partnership_of(x.maker),
                          "a defender is asked");
        default:
            return;
    }
}

template <typename V>
void validate_trick(const game_state<V>& s) {
    const trick_state& t = s.trick;
    const int done = V::play.tricks - s.tricks_remaining;
    const int size = trick_play<V>::trick_size(s);
    const bool leading = trick_play<V>::leading(s);
    const seat first = rules<V>::first_leader(s);
    if (t.num_played == 0) {
        demand(done == 0, "the last trick is missing");
        demand(s.current_player == first, seat_str<V>(first) + " leads to the first trick");
        demand(t.lead_seat == seat::north, "without a trick its leader is N");
    } else {
        demand(!sits_out(s, t.lead_seat) && t.num_played <= size, "who sits out plays no card");
        demand(done > (leading ? 1 : 0) || t.lead_seat == first,
               seat_str<V>(first) + " leads to the first trick");
        demand(!leading || (done > 0 && s.tricks_won[partnership_of(t.current_winner)] > 0),
               "the winners of the last trick have won none");
        validate_turn(s);
    }
    demand(s.tricks_won[0] + s.tricks_won[1] == done, "tricks won and left must make five");
    const int due = done * size + (leading ? 0 : t.num_played);
    demand(ops::popcount(s.played) == due,
           fmt::format("{} cards are played, {} are due", ops::popcount(s.played), due));
}

template <typename V>
int hand_due(const game_state<V>& s, seat who) {
    if (s.extra.phase == phase::discard && who == s.dealer) return 6;
    if (s.extra.phase != phase::play || sits_out(s, who)) return V::play.tricks;
    return cards_due(s, index(who));
}

template <typename V>
void validate_state(const game_state<V>& s) {
    demand(s.extra.phase <= phase::passed_out, "phase is at most 6");
    demand(s.extra.upcard != no_card, "the upcard is missing");
    if (has_maker(s))
        validate_call(s);
    else
        validate_bidding(s);
    validate_hands(s);  // after it is known who sits out
    validate_upcard(s);
    if (s.extra.phase == phase::play) {
        demand(s.tricks_remaining <= V::play.tricks, "a deal has five tricks");
        validate_trick(s);
    } else {
        const int left = s.extra.phase == phase::passed_out ? 0 : V::play.tricks;
        demand(s.tricks_remaining == left, fmt::format("left must be {}", left));
        demand(s.played == 0 && s.trick == trick_state{} && s.tricks_won[0] + s.tricks_won[1] == 0,
               "no card has been played yet");
    }
    validate_lengths(s, [&](int k) { return hand_due(s, static_cast<seat>(k)); });
}

}  // namespace

template <int Cards>
struct game_text<euchre_game<Cards>> {
    static constexpr std::string_view name = "euchre";
    static constexpr std::string_view title = "Euchre";
    static constexpr int version = 1;
    using V = euchre_game<Cards>;
    using state = game_state<V>;
    using options = typename V::options;

    using other_deck = euchre_25;
    static bool plays_other_deck(const settings& values) {
        return setting(values, "joker") == "on";
    }

    static std::vector<option_info> option_list() {
        return {
            {"profile",
             {"own", "openspiel"},
             "own",
             "openspiel: the upcard may not be discarded, nor anything be played that it lacks"},
            {"stick_dealer", {"on", "off"}, "on", "the dealer may not pass in the second round"},
            {"discard_upcard",
             {"auto", "on", "off"},
             "auto",
             "the dealer may discard the upcard; auto: on, but off with profile=openspiel"},
            {"alone_with_call",
             {"off", "on"},
             "off",
             "playing alone is declared with the call, before the dealer discards"},
            {"defend_alone",
             {"off", "always", "against_loner"},
             "off",
             "a defender may play alone: always, or only against a maker who does"},
            {"lone_euchre", {"4", "3", "2"}, "4", "points of a lone defender who euchres"},
            {"canadian_loner", {"off", "on"}, "off", "who orders up his partner plays alone"},
            {"no_trump", {"off", "on"}, "off", "the second round may call no trump"},
            {"joker", {"off", "on"}, "off", "a joker is the 25th card and the best trump"},
            {"turned_joker",
             {"s", "h", "d", "c"},
             "s",
             "the suit that a joker stands for if it is turned up"},
            {"loner_lead",
             {"left_of_dealer", "left_of_maker"},
             "left_of_dealer",
             "who leads to the first trick if the maker is alone"},
            {"super_euchre", {"off", "on"}, "off", "makers without a trick cost 4 points"},
            {"target", {"10", "5", "7", "11", "15"}, "10", "points that win a match"}};
    }

    static void set(options& o, std::string_view key, std::string_view value) {
        const bool on = value == "on";
        if (key == "profile") {
            o.openspiel = value == "openspiel";
            o.house.discard_upcard = !o.openspiel;
        } else if (key == "stick_dealer") {
            o.house.stick_dealer = on;
        } else if (key == "discard_upcard") {
            if (value != "auto") o.house.discard_upcard = on;
        } else if (key == "alone_with_call") {
            o.house.alone_with_call = on;
        } else if (key == "defend_alone") {
            o.house.defend_alone = value == "off"      ? V::lone_defence::off
                                   : value == "always" ? V::lone_defence::always
                                                       : V::lone_defence::against_loner;
        } else if (key == "lone_euchre") {
            o.lone_euchre = static_cast<std::uint8_t>(value.front() - '0');
        } else if (key == "canadian_loner") {
            o.house.canadian_loner = on;
        } else if (key == "no_trump") {
            o.house.no_trump = on;
        } else if (key == "turned_joker") {
            o.house.turned_joker = parse_suit<V>(value);
        } else if (key == "loner_lead") {
            o.house.lead = value == "left_of_maker" ? V::loner_lead::left_of_maker
                                                    : V::loner_lead::left_of_dealer;
        } else if (key == "super_euchre") {
            o.super_euchre = on;
        } else if (key == "target") {
            o.target = static_cast<std::uint8_t>(std::stoi(std::string(value)));
        }
    }

    static void check(const options& o) {
        if (o.house.defend_alone == V::lone_defence::off && o.lone_euchre != 4)
            throw std::invalid_argument("lone_euchre needs defend_alone=always or against_loner");
        if (!V::deck.joker && o.house.turned_joker != suit::spades)
            throw std::invalid_argument("turned_joker needs joker=on");
        if (V::deck.joker && o.house.no_trump)
            throw std::invalid_argument(
                "without trumps the joker has no suit: choose joker=off or no_trump=off");
        if (!o.openspiel) return;
        const auto refuse = [](bool given, std::string_view what) {
            if (given)
                throw std::invalid_argument(
                    fmt::format("profile=openspiel does not play {}", what));
        };
        refuse(o.house.discard_upcard, "discard_upcard=on");
        refuse(o.house.alone_with_call, "alone_with_call=on");
        refuse(o.house.defend_alone == V::lone_defence::against_loner,
               "defend_alone=against_loner");
        refuse(o.lone_euchre != 4, "lone_euchre=3 or 2");
        refuse(o.house.canadian_loner, "canadian_loner=on");
        refuse(o.house.no_trump, "no_trump=on");
        refuse(V::deck.joker, "joker=on");
        refuse(o.house.lead == V::loner_lead::left_of_maker, "loner_lead=left_of_maker");
        refuse(o.super_euchre, "super_euchre=on");
    }

    // "N Jh <north> <east> <south> <west>": dealer, upcard, the hands; the kitty is what is left.
    static std::string deal_text(const state& s) {
        std::string out = seat_str<V>(s.dealer) + " " + card_str<V>(s.extra.upcard);
        for (const card_mask hand : s.hands) out += " " + hand_str<V>(hand);
        return out;
    }

    static state parse_deal(const options& o, std::string_view text) {
        field_reader in(text);
        const seat dealer = in.read("the dealer", [](auto t) { return parse_seat<V>(t); });
        const card upcard = in.read("the upcard", [](auto t) { return parse_card<V>(t); });
        std::array<card_mask, 6> places{};  // as the layout has them, from the dealer's left
        card_mask seen = bit(upcard);
        for (int k = 0; k < 4; ++k) {
            const card_mask hand = in.read("a hand", [](auto t) { return parse_hand<V>(t); });
            if (hand & seen) in.fail("dealt twice: " + mask_str<V>(hand & seen));
            if (const int n = ops::popcount(hand); n != 5)
                in.fail(fmt::format("a hand has 5 cards, this one {}", n));
            places[(k - index(dealer) + 3) % 4] = hand;
            seen |= hand;
        }
        in.finish();
        places[4] = bit(upcard);
        places[5] = deck_traits<V>::all_cards & ~seen;
        return start_deal(V{}, o, places, dealer, 0);
    }

    static std::string action_text(action a) {
        if (a == V::pass) return "pass";
        if (a == V::alone) return "alone";
        if (a == V::with_partner) return "with";
        if (is_call<V>(a)) return call_text(called<V>(a));
        if (is_lone_call<V>(a)) return call_text(called<V>(a)) + std::string(alone_suffix);
        throw std::invalid_argument(fmt::format("no action {} in euchre", a));
    }
    static action parse_action(std::string_view text) {
        for (int a = deck_traits<V>::cards; a < V::action_count; ++a)
            if (const auto id = static_cast<action>(a); action_text(id) == text) return id;
        try {
            return parse_card<V>(text);
        } catch (const parse_error& e) {
            throw parse_error(text, e.offset,
                              e.message +
                                  "; or an action: pass, s h d c nt, s-alone .. nt-alone, "
                                  "alone, with");
        }
    }
    // The discard is seen by the dealer alone.
    static bool hidden(const state& before, action, seat observer) {
        return before.extra.phase == phase::discard && observer != before.dealer;
    }

    static std::string explain(const state& s, action a) {
        switch (s.extra.phase) {
            case phase::order_up:
            case phase::name_suit:
                return explain_call(s, a);
            case phase::discard:
                return explain_discard(s, a);
            case phase::go_alone:
                return "the maker says whether he plays alone or with his partner";
            case phase::defend_alone:
                return "the defender says whether he plays alone or with his partner";
            case phase::play:
            case phase::passed_out:
                break;
        }
        return explain_card(s, a);
    }

    static void facts(const options&, const view<V>& v, nlohmann::ordered_json& out) {
        using json = nlohmann::ordered_json;
        const state& s = v.seen;
        const bool made = has_maker(s);
        const auto when = [](bool known, auto&& text) { return known ? json(text()) : json(); };
        out["phase"] = phase_names[static_cast<std::size_t>(s.extra.phase)];
        out["upcard"] = card_str<V>(s.extra.upcard);
        if (V::deck.is_joker(s.extra.upcard)) out["upcard_suit"] = suit_str<V>(upcard_suit(s));
        out["upcard_is"] = s.extra.phase == phase::order_up ? "up"
                           : ordered_up(s)                  ? "taken"
                                                            : "turned_down";
        out["trump"] = when(made, [&] { return suit_str<V>(s.trump); });
        out["maker"] = when(made, [&] { return seat_str<V>(s.extra.maker); });
        out["sitting_out"] = json::array();
        for (const seat who : {seat::north, seat::east, seat::south, seat::west})
            if (sits_out(s, who)) out["sitting_out"].push_back(seat_str<V>(who));
        out["discard"] =
            when(s.extra.discard != no_card, [&] { return card_str<V>(s.extra.discard); });
    }

    // Every field of the state but the house rules, which are options: for position text.
    template <typename State, typename Visitor>
    static void visit(State& s, Visitor&& field) {
        field("dealer", s.dealer);
        field("to_act", s.current_player);
        field("phase", s.extra.phase);
        field.card("upcard", s.extra.upcard);
        field.card("discard", s.extra.discard);
        field("trump", s.trump);
        field("maker", s.extra.maker);
        field("active", s.extra.active);
        visit_play(s, field);
    }
    static void settle(const options& o, state& s) { s.extra.house = o.house; }
    static void validate(const options&, const state& s) { validate_state(s); }

    using match_state = euchre_match;
    static euchre_match match_add(const options& o, const euchre_match& m, const state& s) {
        return euchre_add_deal(m, s, o);
    }
    static std::vector<int> match_totals(const euchre_match& m) {
        return {m.points[0], m.points[1], m.points[0], m.points[1]};
    }
    static int match_winner(const euchre_match& m) { return m.winner; }
    static std::string match_text(const options& o, const euchre_match& m) {
        std::string out = fmt::format("north-south {}, east-west {} of {}", m.points[0],
                                      m.points[1], static_cast<int>(o.target));
        if (m.winner >= 0)
            out += fmt::format("; {} win", m.winner == 0 ? "north-south" : "east-west");
        return out;
    }
};

MU_GAME(euchre)

}  // namespace mu::detail

MU_PLAYOUTS(euchre)
MU_PLAYOUTS(euchre_25)
MU_SOLVER(euchre)
MU_SOLVER(euchre_25)
