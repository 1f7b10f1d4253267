#include <algorithm>

#include <fmt/format.h>

#include <mu/games/snapszer.h>
#include <mu/games/snapszer/hidden.h>
#include <mu/games/snapszer/reason.h>
#include <mu/games/snapszer/soft_rules.h>
#include <mu/policy/rule.h>

#include "api/deal_text.h"
#include "api/fields.h"
#include "api/model.h"
#include "games/snapszer/checks.h"
#include "games/snapszer/contracts.h"
#include "games/snapszer/table_words.h"

namespace mu::detail {

namespace {

constexpr std::array<std::string_view, 8> action_names{"exchange", "close",  "marryH", "marryB",
                                                       "marryL",   "marryA", "claim",  "draw"};
constexpr std::array<std::string_view, 5> reason_names{"at_least_33", "under_33", "trickless",
                                                       "closer_failed", "wrong_claim"};

template <typename V>
nlohmann::ordered_json card_json(card c) {
    return c == no_card ? nlohmann::ordered_json() : nlohmann::ordered_json(card_str<V>(c));
}
nlohmann::ordered_json seat_json(int who) {
    return who < 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(std::to_string(who));
}

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
    if (leading || !s.house.exchange_either)
        if (const char* why = not_on_lead(s)) return why;
    if (s.closer >= 0) return "the stock is closed";
    if (s.stock_left == 0) return "the stock is empty";
    if (rules<V>::draw_due(s)) return "first the cards are drawn, or the stock is closed";
    if (!(s.current_hand_mask() & bit(s.lowest_trump())))
        return fmt::format("the {} is not in the hand", lowest_trump_name<V>);
    if (s.stock_left == 2 && s.house.exchange_needs_3)
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
    if (!s.house.claim) return "with claim=auto nothing need be claimed";
    return "only the player on lead may claim";
}

}  // namespace

template <int Cards>
struct game_text<snapszer_game<Cards>> {
    static constexpr std::string_view name = "snapszer";
    static constexpr std::string_view title = "Snapszer";
    static constexpr point_scale scale{
        .zero_sum = true, .inaccuracy = 0.15, .mistake = 0.4, .blunder = 1};
    static constexpr int version = 1;
    using V = snapszer_game<Cards>;
    using state = game_state<V>;
    using options = typename V::options;

    using other_deck = snapszer_24;
    static bool plays_other_deck(const settings& values) { return setting(values, "deck") == "24"; }

    static const option_table<options>& options_table() {
        static const auto table =
            option_table<options>()
                .number("deck", {20, 24}, 20, "24: with the nines, six cards each",
                        [](options&, int) {})  // it makes another variant: plays_other_deck
                .number("exchange_stock", {2, 3}, 2,
                        "least cards in the stock, the face-up one included, to exchange the "
                        "lowest trump",
                        [](options& o, int n) { o.house.exchange_needs_3 = n == 3; })
                .flag("exchange_trick", false, "only a player who has won a trick may exchange",
                      [](options& o, bool on) { o.house.exchange_trick = on; })
                .either("exchange_by", "leader", "either",
                        "who may exchange: the leader, or whoever is to play",
                        [](options& o, bool either) { o.house.exchange_either = either; })
                .flag("close_before_draw", false,
                      "the winner of a trick may close before the draw too",
                      [](options& o, bool on) { o.house.close_undrawn = on; })
                .either("closer_wins", "closing", "end",
                        "a closer wins by his opponent's tricks and points at closing, or at the "
                        "end",
                        [](options& o, bool end) { o.closer_wins_at_end = end; })
                .either("closer_fails", "fixed", "intended",
                        "a closer loses 2, or 3 if the opponent was trickless; or what he would "
                        "have won, at least 2",
                        [](options& o, bool intended) { o.closer_fails_intended = intended; })
                .either("marriages", "at_once", "wait",
                        "marriage points count at once, or wait for the first trick",
                        [](options& o, bool wait) { o.house.marriages_wait = wait; })
                .either("claim", "auto", "compulsory",
                        "66 points end the deal, or must be claimed on lead; a wrong claim loses",
                        [](options& o, bool compulsory) { o.house.claim = compulsory; })
                .template choice<std::uint8_t>(
                    "target", {{"7", 7}, {"none", 0}},
                    "game points that win a game; none: play on for ever",
                    [](options& o, std::uint8_t points) { o.target = points; })
                .number("sevens", {1, 3, 5, 7}, 1, "play the best of so many games",
                        [](options& o, int n) { o.sevens = static_cast<std::uint8_t>(n); })
                .template choice<bool>("profile", {{"default", {}}, {"repo", true}},
                                       "repo: as closer_wins=end, whatever else is said about it",
                                       [](options& o, bool) { o.closer_wins_at_end = true; });
        return table;
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
        const auto word = std::ranges::find(action_names, plain_word(text), plain_word);
        if (word == action_names.end()) return parse_card<V>(text);
        return static_cast<action>(V::exchange + (word - action_names.begin()));
    }

    // What else people say: "marriage hearts", "40", "takar".
    static void add_words(const state& s, word_finder& words) {
        words.add(V::exchange, {"swap", "csere", "cserel"});
        words.add(V::close, {"close stock", "takar", "betakar"});
        words.add(V::claim, {"66", "out", "eleg"});
        words.add(V::draw, "huz");
        for (const suit k : all_suits) {
            const auto marry = static_cast<action>(V::marry + index(k));
            words.add(marry, {"marry", "marriage"});
            words.add(marry, std::to_string(V::marriage_points(k, s.trump)));
            for (const std::string& of : suit_words<V>(k))
                words.add(marry, {"marry" + of, "marriage" + of, of + "marriage"});
        }
    }

    // "0 LQ <hand of 0> <hand of 1> LA HA ...": dealer, face-up card, hands, the stock in the order
    // of drawing.
    static std::string deal_text(const state& s) {
        std::string out = seat_str<V>(s.dealer) + " " + card_str<V>(s.face_up());
        out += hands_text(s);
        for (int k = 0; k + 1 < V::stock_size; ++k) out += " " + card_str<V>(s.stock[k]);
        return out;
    }

    static state parse_deal(const options& o, std::string_view text) {
        field_reader in(text);
        const seat dealer = in.read("the dealer", [](auto t) { return parse_seat<V>(t); });
        card_mask seen = 0;
        const auto one_card = [&](std::string_view what) {
            const card_mask c = in.read(what, [](auto t) { return bit(parse_card<V>(t)); });
            if (c & seen) in.fail("dealt twice: " + mask_str<V>(c & seen));
            seen |= c;
            return c;
        };
        std::array<card_mask, V::layout({}).places> places{};  // as the layout has them
        places[2] = one_card("the face-up card");
        const auto hands = read_hands<V>(in, V::hand_size, seen);
        for (int k = 0; k < 2; ++k) {
            places[k == index(dealer) ? 1 : 0] = hands[k];
            seen |= hands[k];
        }
        for (std::size_t k = 3; k < places.size(); ++k) places[k] = one_card("a card of the stock");
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

    // Every field of the state but the house rules, which are options: for position text.
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
        visit_tricks(s, field);
    }
    static void settle(const options& o, state& s) { s.house = o.house; }
    static void validate(const options&, const state& s) { check_snapszer_position(s); }

    using match_state = snapszer_match;
    static snapszer_match match_add(const options& o, const snapszer_match& m, const state& s) {
        return snapszer_add_deal(m, snapszer_score(s, o), o);
    }
    static std::vector<int> match_totals(const snapszer_match& m) {
        const auto& p = m.winner < 0 ? m.points : m.last_game;
        return {p[0], p[1]};
    }
    static int match_target(const options& o) { return o.target; }
    static nlohmann::ordered_json match_facts(const options& o, const snapszer_match& m) {
        if (o.sevens <= 1) return nlohmann::ordered_json::object();
        return {{"games", m.games}};
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
