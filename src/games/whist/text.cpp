#include <fmt/format.h>

#include <mu/games/whist.h>
#include <mu/games/whist/hidden.h>
#include <mu/games/whist/soft_rules.h>

#include "api/fields.h"
#include "api/model.h"
#include "engine/dispatch.h"
#include "games/whist/contracts.h"

namespace mu::detail {

template <>
struct game_text<whist> {
    static constexpr std::string_view name = "whist";
    static constexpr std::string_view title = "Whist";
    static constexpr int version = 1;
    using options = whist::options;
    using state = game_state<whist>;

    static std::vector<option_info> option_list() {
        return {
            {"trump",
             {"turn_up", "s", "h", "d", "c", "none", "rotation"},
             "turn_up",
             "the dealer's last card, a given suit, no trump, or hearts clubs diamonds spades none "
             "in turn"},
            {"honours", {"off", "on"}, "off", "three or four of A K Q J of trumps score 2 or 4"},
            {"game", {"short", "american", "long"}, "short", "a game is 5, 7 or 10 points"},
            {"rubber", {"off", "on"}, "off", "play the best of three games"}};
    }

    static void set(options& o, std::string_view key, std::string_view value) {
        if (key == "trump") {
            o.trump_by = value == "turn_up"    ? whist::trump_rule::turn_up
                         : value == "rotation" ? whist::trump_rule::rotation
                                               : whist::trump_rule::given;
            if (o.trump_by == whist::trump_rule::given) o.trump = parse_suit<whist>(value);
        } else if (key == "honours") {
            o.honours = value == "on";
        } else if (key == "game") {
            o.target = value == "short" ? 5 : value == "american" ? 7 : 10;
        } else if (key == "rubber") {
            o.rubber = value == "on";
        }
    }

    static void check(const options& o) {
        if (o.target == 7 && o.honours)
            throw std::invalid_argument(
                "game=american does not count honours: choose honours=off, or game=short or long");
    }

    // "N 3h <north> <east> <south> <west>": dealer, turned-up card or trump suit, the hands.
    static std::string deal_text(const state& s) {
        std::string out = seat_str<whist>(s.dealer) + " ";
        out += s.extra.turn_up != no_card ? card_str<whist>(s.extra.turn_up)
                                          : suit_str<whist>(s.trump);
        for (const card_mask hand : s.hands) out += " " + hand_str<whist>(hand);
        return out;
    }

    static state parse_deal(const options& o, std::string_view text) {
        field_reader in(text);
        const seat dealer = in.read("the dealer", [](auto t) { return parse_seat<whist>(t); });
        const bool turned = o.trump_by == whist::trump_rule::turn_up;
        card turn_up = no_card;
        suit trump = o.trump;
        if (turned)
            turn_up = in.read("the turned-up card", [](auto t) { return parse_card<whist>(t); });
        else
            trump = in.read("the trump suit", [](auto t) { return parse_suit<whist>(t); });
        if (o.trump_by == whist::trump_rule::given && trump != o.trump)
            in.fail("the game is played with trump=" + suit_str<whist>(o.trump));
        per_seat<card_mask> hands{};
        card_mask seen = 0;
        for (int k = 0; k < 4; ++k) {
            hands[k] = in.read("a hand", [](auto t) { return parse_hand<whist>(t); });
            if (hands[k] & seen) in.fail("dealt twice: " + mask_str<whist>(hands[k] & seen));
            if (const int n = ops::popcount(hands[k]); n != 13)
                in.fail(fmt::format("a hand has 13 cards, this one {}", n));
            seen |= hands[k];
        }
        in.finish();
        if (!turned) return whist_start(hands, trump, dealer);
        if (!(hands[dealer] & bit(turn_up)))
            throw parse_error(text, text.find(' ') + 1,
                              "the dealer does not hold the turned-up card");
        return whist_start_turn_up(hands, turn_up, dealer);
    }

    static std::string explain(const state& s, action a) {
        const card_mask hand = s.hands[s.current_player];
        if (a >= deck_traits<whist>::cards || !(hand & bit(a)))
            return "that card is not in the hand";
        return "the led suit must be followed: " + suit_name<whist>(s.trick.lead_suit) +
               " were led";
    }

    static void facts(const options& o, const view<whist>& v, nlohmann::ordered_json& out) {
        out["trump"] = suit_str<whist>(v.seen.trump);
        if (o.trump_by == whist::trump_rule::turn_up)
            out["turn_up"] = card_str<whist>(v.seen.extra.turn_up);
    }

    // Every field of the state, for position text.
    template <typename State, typename Visitor>
    static void visit(State& s, Visitor&& field) {
        field("dealer", s.dealer);
        field("to_act", s.current_player);
        field("trump", s.trump);
        field.card("turn_up", s.extra.turn_up);
        field("honours_ns", s.extra.honours_ns);
        visit_play(s, field);
    }
    static void validate(const options&, const state& s) {
        validate_hands(s);
        validate_turn(s);
        validate_lengths(s);
        if (s.extra.honours_ns > 4) refuse("honours_ns is at most 4");
        if (s.extra.turn_up != no_card && suit_of<whist>(s.extra.turn_up) != s.trump)
            refuse("the turned-up card is not of the trump suit");
    }

    using match_state = whist_match;
    static whist_match match_add(const options& o, const whist_match& m, const state& s) {
        return whist_add_deal(m, whist_score(s, o), o);
    }
    static std::vector<int> match_totals(const whist_match& m) {
        const auto& p = m.winner < 0 ? m.points : m.last_game;
        return {p[0], p[1], p[0], p[1]};
    }
    static int match_winner(const whist_match& m) { return m.winner; }
    static std::string match_text(const options& o, const whist_match& m) {
        constexpr std::array sides{"north-south", "east-west"};
        const auto totals = match_totals(m);
        std::string out = fmt::format("north-south {}, east-west {} of {}", totals[0], totals[1],
                                      static_cast<int>(o.target));
        if (o.rubber) out += fmt::format("; games {}:{}", m.games[0], m.games[1]);
        if (m.winner >= 0)
            out += fmt::format("; {} win the {} by {}", sides[static_cast<std::size_t>(m.winner)],
                               o.rubber ? "rubber" : "game", m.margin);
        return out;
    }
};

MU_GAME(whist)

}  // namespace mu::detail

MU_PLAYOUTS(whist)
MU_SOLVER(whist)
