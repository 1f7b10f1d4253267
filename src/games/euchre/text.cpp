#include <fmt/format.h>

#include <mu/games/euchre.h>
#include <mu/games/euchre/hidden.h>
#include <mu/games/euchre/reason.h>
#include <mu/games/euchre/soft_rules.h>
#include <mu/policy/rule.h>

#include "api/deal_text.h"
#include "api/fields.h"
#include "api/model.h"
#include "games/euchre/checks.h"
#include "games/euchre/contracts.h"
#include "games/euchre/table_words.h"

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

}  // namespace

template <int Cards>
struct game_text<euchre_game<Cards>> {
    static constexpr std::string_view name = "euchre";
    static constexpr std::string_view title = "Euchre";
    static constexpr point_scale scale{
        .zero_sum = true, .inaccuracy = 0.15, .mistake = 0.4, .blunder = 1};
    static constexpr int version = 1;
    using V = euchre_game<Cards>;
    using state = game_state<V>;
    using options = typename V::options;

    using other_deck = euchre_25;
    static bool plays_other_deck(const settings& values) {
        return setting(values, "joker") == "on";
    }

    static const option_table<options>& options_table() {
        using defence = typename V::lone_defence;
        static const auto table =
            option_table<options>()
                .either("profile", "own", "openspiel",
                        "openspiel: the upcard may not be discarded, nor anything be played that "
                        "it lacks",
                        [](options& o, bool openspiel) {
                            o.openspiel = openspiel;
                            o.house.discard_upcard = !openspiel;
                        })
                .flag("stick_dealer", true, "the dealer may not pass in the second round",
                      [](options& o, bool on) { o.house.stick_dealer = on; })
                .template choice<bool>(
                    "discard_upcard", {{"auto", {}}, {"on", true}, {"off", false}},
                    "the dealer may discard the upcard; auto: on, but off with profile=openspiel",
                    [](options& o, bool on) { o.house.discard_upcard = on; })
                .flag("alone_with_call", false,
                      "playing alone is declared with the call, before the dealer discards",
                      [](options& o, bool on) { o.house.alone_with_call = on; })
                .template choice<defence>(
                    "defend_alone",
                    {{"off", defence::off},
                     {"always", defence::always},
                     {"against_loner", defence::against_loner}},
                    "a defender may play alone: always, or only against a maker who does",
                    [](options& o, defence when) { o.house.defend_alone = when; })
                .number("lone_euchre", {4, 3, 2}, 4, "points of a lone defender who euchres",
                        [](options& o, int n) { o.lone_euchre = static_cast<std::uint8_t>(n); })
                .flag("canadian_loner", false, "who orders up his partner plays alone",
                      [](options& o, bool on) { o.house.canadian_loner = on; })
                .flag("no_trump", false, "the second round may call no trump",
                      [](options& o, bool on) { o.house.no_trump = on; })
                .flag("joker", false, "a joker is the 25th card and the best trump",
                      [](options&, bool) {})  // it makes another variant: plays_other_deck
                .template choice<suit>("turned_joker",
                                       {{"s", suit::spades},
                                        {"h", suit::hearts},
                                        {"d", suit::diamonds},
                                        {"c", suit::clubs}},
                                       "the suit that a joker stands for if it is turned up",
                                       [](options& o, suit s) { o.house.turned_joker = s; })
                .either("loner_lead", "left_of_dealer", "left_of_maker",
                        "who leads to the first trick if the maker is alone",
                        [](options& o, bool maker) {
                            o.house.lead = maker ? V::loner_lead::left_of_maker
                                                 : V::loner_lead::left_of_dealer;
                        })
                .flag("super_euchre", false, "makers without a trick cost 4 points",
                      [](options& o, bool on) { o.super_euchre = on; })
                .number("target", {10, 5, 7, 11, 15}, 10, "points that win a match",
                        [](options& o, int n) { o.target = static_cast<std::uint8_t>(n); });
        return table;
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
        return seat_str<V>(s.dealer) + " " + card_str<V>(s.extra.upcard) + hands_text(s);
    }

    static state parse_deal(const options& o, std::string_view text) {
        field_reader in(text);
        const seat dealer = in.read("the dealer", [](auto t) { return parse_seat<V>(t); });
        const card upcard = in.read("the upcard", [](auto t) { return parse_card<V>(t); });
        const per_seat<card_mask> hands = read_hands<V>(in, V::play.tricks, bit(upcard));
        in.finish();
        std::array<card_mask, 6> places{};  // as the layout has them, from the dealer's left
        card_mask seen = bit(upcard);
        for (int k = 0; k < 4; ++k) {
            places[(k - index(dealer) + 3) % 4] = hands[k];
            seen |= hands[k];
        }
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
            if (const auto id = static_cast<action>(a);
                plain_word(action_text(id)) == plain_word(text))
                return id;
        try {
            return parse_card<V>(text);
        } catch (const parse_error& e) {
            throw parse_error(text, e.offset,
                              e.message +
                                  "; or an action: pass, s h d c nt, s-alone .. nt-alone, "
                                  "alone, with");
        }
    }
    // What else people say: "order up", "hearts alone", "go alone".
    static void add_words(const state& s, word_finder& words) {
        const bool first = s.extra.phase == phase::order_up;
        if (first || s.extra.phase == phase::name_suit) {
            words.add(V::pass, "p");
            if (first) {
                const suit up = upcard_suit(s);
                for (const std::string_view order :
                     {"order", "order up", "order it up", "pick up", "pick it up", "take it"}) {
                    words.add(V::call(up), order);
                    words.add(V::lone_call(up), std::string(order) + "alone");
                }
            }
            for (const suit trump :
                 {suit::spades, suit::hearts, suit::diamonds, suit::clubs, suit::none})
                for (const std::string& word : suit_words<V>(trump)) {
                    words.add(V::call(trump), word);
                    words.add(V::lone_call(trump), word + "alone");
                    if (s.extra.house.alone_with_call && (!first || trump == upcard_suit(s)))
                        words.add(V::lone_call(trump), "alone");
                }
        }
        if (s.extra.phase == phase::go_alone || s.extra.phase == phase::defend_alone) {
            words.add(V::alone, {"go alone", "play alone", "defend alone", "yes"});
            words.add(V::with_partner, {"with partner", "partner", "together", "no"});
        }
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
        using value = nlohmann::ordered_json;
        const state& s = v.seen;
        const bool made = has_maker(s);
        const auto when = [](bool known, auto&& text) { return known ? value(text()) : value(); };
        out["phase"] = phase_names[static_cast<std::size_t>(s.extra.phase)];
        out["upcard"] = card_str<V>(s.extra.upcard);
        if (V::deck.is_joker(s.extra.upcard)) out["upcard_suit"] = suit_str<V>(upcard_suit(s));
        out["upcard_is"] = s.extra.phase == phase::order_up ? "up"
                           : ordered_up(s)                  ? "taken"
                                                            : "turned_down";
        out["trump"] = when(made, [&] { return suit_str<V>(s.trump); });
        out["maker"] = when(made, [&] { return seat_str<V>(s.extra.maker); });
        out["sitting_out"] = value::array();
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
    static void validate(const options&, const state& s) { check_euchre_position(s); }

    using match_state = euchre_match;
    static euchre_match match_add(const options& o, const euchre_match& m, const state& s) {
        return euchre_add_deal(m, s, o);
    }
    static std::vector<int> match_totals(const euchre_match& m) {
        return {m.points[0], m.points[1], m.points[0], m.points[1]};
    }
    static int match_target(const options& o) { return o.target; }
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
