#include <fmt/format.h>

#include <mu/games/whist.h>
#include <mu/games/whist/hidden.h>
#include <mu/games/whist/soft_rules.h>

#include "api/common_text.h"
#include "games/whist/contracts.h"
#include "games/whist/table_words.h"

namespace mu::detail {

template <>
struct game_text<whist> : common_text<whist> {
    static constexpr std::string_view name = "whist";
    static constexpr std::string_view title = "Whist";
    // a trick is one
    static constexpr point_scale scale{
        .zero_sum = false, .inaccuracy = 0.25, .mistake = 0.5, .blunder = 1};

    static const option_table<options>& options_table() {
        // How trump is found, and the suit if it is given.
        using trumps = std::pair<whist::trump_rule, suit>;
        using rule = whist::trump_rule;
        static const auto table =
            option_table<options>()
                .choice<trumps>("trump",
                                {{"turn_up", trumps{rule::turn_up, suit::none}},
                                 {"s", trumps{rule::given, suit::spades}},
                                 {"h", trumps{rule::given, suit::hearts}},
                                 {"d", trumps{rule::given, suit::diamonds}},
                                 {"c", trumps{rule::given, suit::clubs}},
                                 {"none", trumps{rule::given, suit::none}},
                                 {"rotation", trumps{rule::rotation, suit::none}}},
                                "the dealer's last card, a given suit, no trump, or hearts clubs "
                                "diamonds spades none in turn",
                                [](options& o, const trumps& by) {
                                    o.trump_by = by.first;
                                    o.trump = by.second;
                                })
                .flag("honours", false, "three or four of A K Q J of trumps score 2 or 4",
                      [](options& o, bool on) { o.honours = on; })
                .choice<std::uint8_t>("game", {{"short", 5}, {"american", 7}, {"long", 10}},
                                      "a game is 5, 7 or 10 points",
                                      [](options& o, std::uint8_t points) { o.target = points; })
                .flag("rubber", false, "play the best of three games",
                      [](options& o, bool on) { o.rubber = on; });
        return table;
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
        return out + hands_text(s);
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
        const per_seat<card_mask> hands = read_hands<whist>(in, 13);
        in.finish();
        if (!turned) return whist_start(hands, trump, dealer);
        if (!(hands[dealer] & bit(turn_up)))
            throw parse_error(text, text.find(' ') + 1,
                              "the dealer does not hold the turned-up card");
        return whist_start_turn_up(hands, turn_up, dealer);
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
    // Endings may be set up without the tricks before them.
    static void validate(const options& o, const state& s) {
        validate_hands(s);
        validate_turn(s);
        validate_lengths(s);
        validate_trump(o, s);
        if (s.extra.honours_ns > 4) refuse("honours_ns is at most 4");
        const int won = s.tricks_won[0] + s.tricks_won[1];
        if (won + s.tricks_remaining > 13) refuse("there are 13 tricks");
        const int on_table = trick_play<whist>::leading(s) ? 0 : s.trick.num_played;
        if (ops::popcount(s.played) - on_table > 4 * won)
            refuse("more cards are played than the tricks won had");
        const seat first = next_seat(s.dealer);
        const seat leader = s.trick.num_played == 0 ? s.current_player : s.trick.lead_seat;
        if (s.tricks_remaining == 13 && leader != first)
            refuse(seat_str<whist>(first) + " leads to the first trick");
    }
    static void validate_trump(const options& o, const state& s) {
        const card up = s.extra.turn_up;
        if (o.trump_by == whist::trump_rule::given && s.trump != o.trump)
            refuse("the game is played with trump=" + suit_str<whist>(o.trump));
        if (o.trump_by != whist::trump_rule::turn_up) {
            if (up != no_card) refuse("no card is turned up in this game");
            return;
        }
        if (up == no_card) refuse("the turned-up card is missing");
        if (suit_of<whist>(up) != s.trump) refuse("the turned-up card is not of the trump suit");
        if (((s.hands[s.dealer] | s.played) & bit(up)) == 0)
            refuse("the dealer does not hold the turned-up card, nor is it played");
    }

    using match_state = whist_match;
    static whist_match match_add(const options& o, const whist_match& m, const state& s) {
        return whist_add_deal(m, whist_score(s, o), o);
    }
    static std::vector<int> match_totals(const whist_match& m) {
        const auto& p = m.winner < 0 ? m.points : m.last_game;
        return {p[0], p[1], p[0], p[1]};
    }
    static int match_target(const options& o) { return o.target; }
    static nlohmann::ordered_json match_facts(const options& o, const whist_match& m) {
        if (!o.rubber) return nlohmann::ordered_json::object();
        return {{"games", m.games}};
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
