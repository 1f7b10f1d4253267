#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include <mu/games/snapszer.h>
#include <mu/games/snapszer/hidden.h>
#include <mu/games/snapszer/rule.h>
#include <mu/games/snapszer/soft_rules.h>

#include "api/fields.h"
#include "api/model.h"
#include "engine/dispatch.h"
#include "games/snapszer/contracts.h"

namespace mu::detail {

namespace {

constexpr std::array<std::string_view, 8> action_names{"exchange", "close",  "marryH", "marryB",
                                                       "marryL",   "marryA", "claim",  "draw"};
constexpr std::array<std::string_view, 5> reason_names{"at_least_33", "under_33", "trickless",
                                                       "closer_failed", "wrong_claim"};

bool same_word(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

template <typename V>
nlohmann::ordered_json card_json(card c) {
    return c == no_card ? nlohmann::ordered_json() : nlohmann::ordered_json(card_str<V>(c));
}
template <typename V>
nlohmann::ordered_json cards_json(card_mask m) {
    auto out = nlohmann::ordered_json::array();
    ops::for_each(m, [&](card c) { out.push_back(card_str<V>(c)); });
    return out;
}
nlohmann::ordered_json seat_json(int who) {
    return who < 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(std::to_string(who));
}

// The card that is exchanged, the lowest trump.
template <typename V>
constexpr std::string_view lowest_name = V::lowest == V::jack ? "trump jack" : "trump nine";

// --- Why an action is not legal, as a player would say it. ---------------------------------------

template <typename V>
std::string explain_card(const game_state<V>& s, card c) {
    const card_mask hand = s.current_hand_mask();
    if (!(hand & bit(c))) return "that card is not in the hand";
    if (rules<V>::draw_due(s)) return "first the cards are drawn, or the stock is closed";
    if (rules<V>::leading(s))
        return "after the marriage its king or queen must be led: " + suit_name<V>(s.marriage);
    const suit led = s.trick.lead_suit;
    if (!ops::cards_in_suit<V>(hand, led))
        return fmt::format("no {} in the hand: a trump must be played", suit_name<V>(led));
    if (suit_of<V>(c) != led)
        return "the led suit must be followed: " + suit_name<V>(led) + " were led";
    return "a higher card of the led suit is in the hand and must be played";
}

// What keeps a player from everything but answering or leading: nullptr if nothing does.
template <typename V>
const char* not_on_lead(const game_state<V>& s) {
    if (!rules<V>::leading(s)) return "only the player on lead may do that";
    if (s.marriage != suit::none) return "a marriage was declared: now its king or queen is led";
    return nullptr;
}

template <typename V>
std::string explain_exchange(const game_state<V>& s) {
    const bool leading = rules<V>::leading(s);
    if (leading || !(s.house & V::exchange_by_either))
        if (const char* why = not_on_lead(s)) return why;
    if (s.closer >= 0) return "the stock is closed";
    if (s.stock_left == 0) return "the stock is empty";
    if (rules<V>::draw_due(s)) return "first the cards are drawn, or the stock is closed";
    if (!(s.current_hand_mask() & bit(s.lowest_trump())))
        return fmt::format("the {} is not in the hand", lowest_name<V>);
    if (s.stock_left == 2 && (s.house & V::exchange_needs_3))
        return "only two cards are left in the stock";
    return "nothing is exchanged before the first trick won";
}

template <typename V>
std::string explain_close(const game_state<V>& s) {
    if (const char* why = not_on_lead(s)) return why;
    if (s.closer >= 0) return "the stock is closed already";
    if (s.stock_left == 0) return "the stock is empty";
    return "only two cards are left in the stock: it needs four";
}

template <typename V>
std::string explain_marriage(const game_state<V>& s, suit of) {
    if (const char* why = not_on_lead(s)) return why;
    if (rules<V>::draw_due(s)) return "first the cards are drawn, or the stock is closed";
    return fmt::format("a marriage needs king and queen of {} in the hand", suit_name<V>(of));
}

template <typename V>
std::string explain_claim(const game_state<V>& s) {
    if (!(s.house & V::claim_66)) return "with claim=auto nothing need be claimed";
    return "only the player on lead may claim";
}

// --- What a state read from text must satisfy. ---------------------------------------------------

template <typename V>
void validate_cards(const game_state<V>& s) {
    validate_hands(s);
    demand(s.stock_left <= V::stock_size && s.stock_left % 2 == 0,
           fmt::format("the stock has an even number of cards, at most {}", V::stock_size));
    card_mask seen = card_mask{s.hands[0]} | s.hands[1] | s.played;
    for (int k = 0; k < V::stock_size; ++k) {
        const card c = s.stock[k];
        const bool drawn = k < V::stock_size - s.stock_left;
        demand((c == no_card) == drawn, fmt::format("{} cards are left in the stock: the last "
                                                    "places hold them, the others are -",
                                                    int{s.stock_left}));
        if (drawn) continue;
        demand(!(seen & bit(c)), "twice: " + card_str<V>(c));
        seen |= bit(c);
    }
    demand(seen == deck_traits<V>::all_cards,
           "missing: " + mask_str<V>(deck_traits<V>::all_cards & ~seen));
    demand(s.trump != suit::none, "there is always a trump suit");
    demand(s.face_up() == no_card || suit_of<V>(s.face_up()) == s.trump,
           "the face-up card is not of the trump suit");
    if (s.taken == no_card) return;
    demand(suit_of<V>(s.taken) == s.trump && s.taken != s.lowest_trump(),
           fmt::format("the card taken for the {} is another trump", lowest_name<V>));
    demand(s.stock_left == 0 || s.face_up() == s.lowest_trump(),
           fmt::format("after an exchange the {} lies face up", lowest_name<V>));
}

// Who leads, how many tricks are left and how many cards each hand has.
template <typename V>
void validate_tricks(const game_state<V>& s) {
    const bool leading = rules<V>::leading(s);
    const int tricks = s.tricks_won[0] + s.tricks_won[1];
    demand(ops::popcount(s.played) == 2 * tricks + (leading ? 0 : 1),
           "the cards played do not fit the tricks won");
    demand(s.trick.num_played > 0 || tricks == 0, "the last trick is not on the table");
    const seat leader = s.trick.num_played > 0 ? s.trick.lead_seat : s.current_player;
    demand(tricks + (leading ? 0 : 1) > 1 || leader == seat_after<V>(s.dealer),
           "the non-dealer leads to the first trick");
    if (leading && tricks > 0)
        demand(s.tricks_won[index(s.current_player)] > 0,
               "the winner of the last trick has won no trick");

    const bool undrawn = (s.house & V::close_before_draw) && leading && s.stock_open() &&
                         s.stock_left > 2 && s.stock_left == V::stock_size + 2 - 2 * tricks;
    const int due = undrawn ? V::hand_size - 1 : s.stock_open() ? V::hand_size : s.tricks_remaining;
    for (int k = 0; k < 2; ++k) {
        const int on_table = !leading && s.trick.cards[k] != no_card ? 1 : 0;
        const int held = ops::popcount(s.hands[k]);
        demand(held + on_table == due,
               fmt::format("seat {} has {} cards, {} are due", k, held, due - on_table));
    }
    constexpr int all_tricks = deck_traits<V>::cards / 2;
    if (s.closer < 0)
        demand(tricks + s.tricks_remaining == all_tricks,
               fmt::format("{} tricks are played in all", all_tricks));
    demand(s.closer < 0 || s.stock_left > 2, "with two cards left the stock cannot be closed");
    demand(s.closer >= -1 && s.closer < 2, "no such seat: closer");
    demand(s.closer < 0 ? s.stake == 0 : s.stake >= 1 && s.stake <= 3,
           "stake is 1, 2 or 3 once the stock is closed, 0 before");
    demand(s.closer < 0 || s.stake == 3 || s.tricks_won[1 - s.closer] > 0,
           "stake is 3 against an opponent without a trick");
}

template <typename V>
void validate_marriages(const game_state<V>& s) {
    const bool leading = rules<V>::leading(s);
    const int leader = index(leading ? s.current_player : s.trick.lead_seat);
    for (int k = 0; k < 2; ++k) {
        demand(s.marriages[k] < 16, "marriages are a sum of 1, 2, 4 and 8, one for each suit");
        for (const suit of : all_suits) {
            if (!((s.marriages[k] >> index(of)) & 1)) continue;
            const card_mask pair = V::marriage_pair(of);
            demand(!(pair & ~card_mask{s.hands[k]} & ~card_mask{s.played}),
                   "a declared king or queen is in neither the declarer's hand nor played");
            demand((pair & s.played) || (leading && of == s.marriage && k == leader),
                   "neither card of a marriage was led");
        }
    }
    demand(!(s.marriages[0] & s.marriages[1]), "both seats declared the same marriage");
    if (s.marriage == suit::none) return;
    const card_mask pair = V::marriage_pair(s.marriage);
    demand((s.marriages[leader] >> index(s.marriage)) & 1,
           "the marriage of this trick was not declared by its leader");
    demand(leading ? (s.hands[leader] & pair) == pair : (bit(s.trick.cards[leader]) & pair) != 0,
           "a marriage is led from");
}

template <typename V>
void validate_points(const game_state<V>& s) {
    const bool leading = rules<V>::leading(s);
    const card_mask won = leading ? s.played : s.played & ~s.trick.mask;
    int due = card_points<V>(won, s.trump);
    for (int k = 0; k < 2; ++k) {
        const int marriages = s.marriages_count(k) ? s.declared_points(k) : 0;
        demand(s.tricks_won[k] > 0 ? s.points[k] >= marriages : s.points[k] == marriages,
               fmt::format("seat {} cannot have {} points", k, int{s.points[k]}));
        due += marriages;
    }
    demand(s.points[0] + s.points[1] == due,
           fmt::format("the points are {} together, not {}", due, s.points[0] + s.points[1]));
    demand(s.claimer >= -1 && s.claimer < 2, "no such seat: claimer");
    if (s.house & V::claim_66) {
        demand(s.claimer < 0 || (leading && s.claimer == index(s.current_player)),
               "only the player on lead may claim");
        return;
    }
    for (int k = 0; k < 2; ++k)
        demand((s.points[k] >= V::goal) == (s.claimer == k),
               "with claim=auto the seat with 66 points is the claimer");
}

}  // namespace

template <int Cards>
struct game_text<snapszer_game<Cards>> {
    static constexpr std::string_view name = "snapszer";
    static constexpr std::string_view title = "Snapszer";
    static constexpr int version = 1;
    using V = snapszer_game<Cards>;
    using state = game_state<V>;
    using options = typename V::options;

    using other_deck = snapszer_24;
    static bool plays_other_deck(const settings& values) { return setting(values, "deck") == "24"; }

    static std::vector<option_info> option_list() {
        return {
            {"deck", {"20", "24"}, "20", "24: with the nines, six cards each"},
            {"exchange_stock",
             {"2", "3"},
             "2",
             "least cards in the stock, the face-up one included, to exchange the lowest trump"},
            {"exchange_trick",
             {"off", "on"},
             "off",
             "only a player who has won a trick may exchange"},
            {"exchange_by",
             {"leader", "either"},
             "leader",
             "who may exchange: the leader, or whoever is to play"},
            {"close_before_draw",
             {"off", "on"},
             "off",
             "the winner of a trick may close before the draw too"},
            {"closer_wins",
             {"closing", "end"},
             "closing",
             "a closer wins by his opponent's tricks and points at closing, or at the end"},
            {"closer_fails",
             {"fixed", "intended"},
             "fixed",
             "a closer loses 2, or 3 if the opponent was trickless; or what he would have won, at "
             "least 2"},
            {"marriages",
             {"at_once", "wait"},
             "at_once",
             "marriage points count at once, or wait for the first trick"},
            {"claim",
             {"auto", "compulsory"},
             "auto",
             "66 points end the deal, or must be claimed on lead; a wrong claim loses"},
            {"target", {"7", "none"}, "7", "game points that win a game; none: play on for ever"},
            {"sevens", {"1", "3", "5", "7"}, "1", "play the best of so many games"},
            {"profile",
             {"default", "repo"},
             "default",
             "repo: as closer_wins=end, whatever else is said about it"}};
    }

    static void set(options& o, std::string_view key, std::string_view value) {
        const bool on = value == "on";
        const auto digit = static_cast<std::uint8_t>(value.front() - '0');
        if (key == "exchange_stock") o.exchange_stock = digit;
        if (key == "exchange_trick") o.exchange_trick = on;
        if (key == "exchange_by") o.exchange_either = value == "either";
        if (key == "close_before_draw") o.close_undrawn = on;
        if (key == "closer_wins") o.closer_wins_at_end = value == "end";
        if (key == "closer_fails") o.closer_fails_intended = value == "intended";
        if (key == "marriages") o.marriages_wait = value == "wait";
        if (key == "claim") o.claim = value == "compulsory";
        if (key == "target") o.target = value == "none" ? 0 : digit;
        if (key == "sevens") o.sevens = digit;
        if (key == "profile" && value == "repo") o.closer_wins_at_end = true;
    }

    static void check(const options& o) {
        if (o.target == 0 && o.sevens > 1)
            throw std::invalid_argument("target=none never ends a game: choose sevens=1");
    }

    static std::string action_text(action a) {
        if (a < V::exchange || a > V::draw)
            throw std::invalid_argument(fmt::format("no action {} in snapszer", a));
        return std::string(action_names[a - V::exchange]);
    }
    static action parse_action(std::string_view text) {
        const auto word = std::ranges::find_if(
            action_names, [&](std::string_view known) { return same_word(known, text); });
        if (word == action_names.end()) return parse_card<V>(text);
        return static_cast<action>(V::exchange + (word - action_names.begin()));
    }

    // "0 LQ <hand of 0> <hand of 1> LA HA ...": dealer, face-up card, hands, the stock in the order
    // of drawing.
    static std::string deal_text(const state& s) {
        std::string out = seat_str<V>(s.dealer) + " " + card_str<V>(s.face_up());
        for (const card_mask hand : s.hands) out += " " + hand_str<V>(hand);
        for (int k = 0; k + 1 < V::stock_size; ++k) out += " " + card_str<V>(s.stock[k]);
        return out;
    }

    static state parse_deal(const options& o, std::string_view text) {
        field_reader in(text);
        card_mask seen = 0;
        const auto take = [&](card_mask cards, int due, std::string_view what) {
            if (cards & seen) in.fail("dealt twice: " + mask_str<V>(cards & seen));
            if (const int n = ops::popcount(cards); n != due)
                in.fail(fmt::format("{} has {} cards, this one {}", what, due, n));
            seen |= cards;
            return cards;
        };
        const auto one_card = [](auto t) { return bit(parse_card<V>(t)); };
        const auto hand = [](auto t) { return parse_hand<V>(t); };

        const seat dealer = in.read("the dealer", [](auto t) { return parse_seat<V>(t); });
        std::array<card_mask, V::layout({}).places> places{};  // as the layout has them
        places[2] = take(in.read("the face-up card", one_card), 1, "");
        for (int k = 0; k < 2; ++k)
            places[k == index(dealer) ? 1 : 0] =
                take(in.read("a hand", hand), V::hand_size, "a hand");
        for (std::size_t k = 3; k < places.size(); ++k)
            places[k] = take(in.read("a card of the stock", one_card), 1, "");
        in.finish();
        return start_deal(V{}, o, places, dealer, 0);
    }

    static std::string explain(const state& s, action a) {
        if (a < V::exchange) return explain_card(s, a);
        if (a == V::exchange) return explain_exchange(s);
        if (a == V::close) return explain_close(s);
        if (a == V::claim) return explain_claim(s);
        if (a == V::draw) return "there is nothing to draw now";
        return explain_marriage(s, static_cast<suit>(a - V::marry));
    }

    static void facts(const options& o, const view<V>& v, nlohmann::ordered_json& out) {
        const state& s = v.seen;
        const int opponent = v.observer == seat::north ? 1 : 0;
        out["trump"] = suit_str<V>(s.trump);
        out["face_up"] = card_json<V>(s.face_up());
        out["stock"] = s.stock_left;
        out["closed_by"] = seat_json(s.closer);
        out["must_follow"] = !s.stock_open();
        out["points"] = s.points;
        for (int k = 0; k < 2; ++k) {
            std::string suits;
            for (const suit of : all_suits)
                if ((s.marriages[k] >> index(of)) & 1) suits += suit_str<V>(of);
            out["marriages"].push_back(suits);
        }
        out["marriage"] = s.marriage == suit::none
                              ? nlohmann::ordered_json()
                              : nlohmann::ordered_json(suit_str<V>(s.marriage));
        out["exchanged_for"] = card_json<V>(s.taken);
        out["known_with_opponent"] = cards_json<V>(s.known_cards(opponent));
        if (s.closer >= 0) out["stake"] = s.stake;
        if (const snapszer_result r = snapszer_score(s, o); r.winner >= 0)
            out["result"] = {{"winner", seat_json(r.winner)},
                             {"game_points", r.game_points},
                             {"reason", reason_names[static_cast<std::size_t>(r.reason)]}};
    }

    // Every field of the state, for position text.
    template <typename State, typename Visitor>
    static void visit(State& s, Visitor&& field) {
        field("dealer", s.dealer);
        field("to_act", s.current_player);
        field("trump", s.trump);
        field("hands", s.hands);
        field("stock_left", s.stock_left);
        field.cards("stock", s.stock);
        field.card("taken", s.taken);
        field("marriages", s.marriages);
        field("marriage", s.marriage);
        field("closer", s.closer);
        field("stake", s.stake);
        field("claimer", s.claimer);
        field("points", s.points);
        field("house", s.house);
        visit_tricks(s, field);
    }
    static void validate(const options& o, const state& s) {
        demand(s.house == V::house_rules(o),
               fmt::format("house is {} with these options", int{V::house_rules(o)}));
        validate_cards(s);
        validate_turn(s);
        validate_tricks(s);
        validate_marriages(s);
        validate_points(s);
    }

    using match_state = snapszer_match;
    static snapszer_match match_add(const options& o, const snapszer_match& m, const state& s) {
        return snapszer_add_deal(m, snapszer_score(s, o), o);
    }
    static std::vector<int> match_totals(const snapszer_match& m) {
        const auto& p = m.winner < 0 ? m.points : m.last_game;
        return {p[0], p[1]};
    }
    static int match_winner(const snapszer_match& m) { return m.winner; }
    static std::string match_text(const options& o, const snapszer_match& m) {
        const auto totals = match_totals(m);
        std::string out = fmt::format("{}:{}", totals[0], totals[1]);
        if (o.target > 0) out += fmt::format(" of {}", int{o.target});
        if (o.sevens > 1) out += fmt::format("; games {}:{}", m.games[0], m.games[1]);
        if (m.winner >= 0) out += fmt::format("; seat {} wins the match", m.winner);
        return out;
    }
};

MU_GAME(snapszer)

}  // namespace mu::detail

MU_PLAYOUTS(snapszer)
MU_PLAYOUTS(snapszer_24)
