#include <charconv>

#include <mu/games/differenzler.h>
#include <mu/games/differenzler/hidden.h>
#include <mu/games/differenzler/reason.h>
#include <mu/games/differenzler/soft_rules.h>
#include <mu/policy/rule.h>

#include "games/differenzler/table_words.h"
#include "games/jass/jass_text.h"

namespace mu::detail {

namespace {

// The prediction as a table shows it: a number, "made" if it is hidden, nothing before.
nlohmann::ordered_json prediction_json(std::uint8_t predicted) {
    if (predicted == differenzler::no_prediction) return nullptr;
    if (predicted == differenzler::hidden_prediction) return "made";
    return predicted;
}

// The digits of a prediction's half. REQUIRES by the text: nothing but digits, at most `most`.
int read_number(std::string_view text, std::size_t at, std::string_view digits, int most) {
    int n = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    if (error != std::errc() || end != digits.data() + digits.size() || n < 0 || n > most)
        throw parse_error(text, at, fmt::format("expected a number from 0 to {}", most));
    return n;
}

}  // namespace

template <>
struct game_text<differenzler> {
    using V = differenzler;
    static constexpr std::string_view name = "differenzler";
    static constexpr std::string_view title = "Differenzler";
    static constexpr point_scale scale{
        .zero_sum = false, .inaccuracy = 2, .mistake = 5, .blunder = 12};
    static constexpr int version = 1;
    static constexpr std::string_view why_unsolved =
        "every seat plays for itself, and best play has one value between two sides only";
    using options = V::options;
    using state = game_state<V>;

    static const option_table<options>& options_table() {
        static const auto table =
            option_table<options>()
                .either("predictions", "hidden", "open", "whether all hear a prediction",
                        [](options& o, bool open) { o.house.open = open; })
                .flag("bonus", false, "an exact prediction earns 10",
                      [](options& o, bool on) { o.bonus = on; })
                .either("trump_order", "swiss", "seed",
                        "trumps rank J 9 A K Q 10 8 7 6, or J 9 A 10 K Q 8 7 6",
                        [](options& o, bool seed) { o.house.seed_order = seed; })
                .number("deals", {12, 4, 8, 16, 24}, 12, "deals of a match",
                        [](options& o, int n) { o.deals = static_cast<std::uint8_t>(n); });
        return table;
    }
    static void check(const options&) {}

    // A prediction of 42 is "40+" and "+2".
    static std::string action_text(action a) {
        if (a >= V::first_units && a < V::first_units + 10)
            return fmt::format("+{}", a - V::first_units);
        if (a >= V::first_tens && a < V::first_units)
            return fmt::format("{}+", 10 * (a - V::first_tens));
        throw std::invalid_argument(fmt::format("no action {} in differenzler", a));
    }
    static action parse_action(std::string_view text) {
        if (text.starts_with('+'))
            return static_cast<action>(V::first_units + read_number(text, 1, text.substr(1), 9));
        if (!text.ends_with('+')) return parse_card<V>(text);
        const int tens = read_number(text, 0, text.substr(0, text.size() - 1), 150);
        if (tens % 10 != 0) throw parse_error(text, 0, "expected tens: 0+, 10+, .. 150+");
        return static_cast<action>(V::first_tens + tens / 10);
    }
    // A prediction as one number, "47": its tens and its units; after the tens, "7" its units.
    static std::vector<action> parse_several(const state& s, std::string_view text) {
        const std::string_view digits = trimmed(text);
        if (!is_predicting(s) || digits.empty() ||
            digits.find_first_not_of("0123456789") != std::string_view::npos)
            return {};
        const bool units_due = s.extra.tens != V::no_prediction;
        const int n = read_number(digits, 0, digits, units_due ? 9 : V::total_points);
        const auto units = static_cast<action>(V::first_units + n % 10);
        if (units_due) return {units};
        return {static_cast<action>(V::first_tens + n / 10), units};
    }

    // "N h <north> <east> <south> <west>": dealer, trump suit, hands.
    static std::string deal_text(const state& s) {
        return seat_str<V>(s.dealer) + " " + suit_str<V>(s.trump) + hands_text(s);
    }
    static state parse_deal(const options& o, std::string_view text) {
        field_reader in(text);
        const seat dealer = in.read("the dealer", [](auto t) { return parse_seat<V>(t); });
        const suit trump = in.read("the trump suit", [](auto t) { return parse_suit<V>(t); });
        if (trump == suit::none) in.fail("one of the four suits is trump");
        const per_seat<card_mask> hands = read_hands<V>(in, V::play.tricks);
        in.finish();
        return differenzler_start(hands, trump, dealer, o);
    }

    static std::string explain(const state& s, action a) {
        if (a >= deck_traits<V>::cards) {
            if (!is_predicting(s)) return "all have predicted; a card is to be played";
            if (a < V::first_units) return "the tens are settled; the units are due";
            return s.extra.tens == V::no_prediction ? "the tens are due, then the units"
                                                    : "there are only 157 points";
        }
        return is_predicting(s) ? "a prediction is due" : explain_play(s, a);
    }

    static void facts(const options&, const view<V>& v, nlohmann::ordered_json& out) {
        const state& s = v.seen;
        out["phase"] = is_predicting(s) ? "predict" : rules<V>::is_over(s) ? "over" : "play";
        out["trump"] = suit_str<V>(s.trump);
        out["points"] = s.extra.points;
        for (const auto p : s.extra.predicted) out["predictions"].push_back(prediction_json(p));
        out["tens"] = prediction_json(s.extra.tens);
    }

    // Every field of the state, for position text.
    template <typename State, typename Visitor>
    static void visit(State& s, Visitor&& field) {
        field("dealer", s.dealer);
        field("to_act", s.current_player);
        field("trump", s.trump);
        field("seed_order", s.extra.house.seed_order);
        field("open", s.extra.house.open);
        field("predicted", s.extra.predicted);
        field("tens", s.extra.tens);
        visit_play(s, field);
        field("points", s.extra.points);
    }
    static void validate(const options& o, const state& s) {
        if (s.extra.house != o.house) refuse("seed_order and open are those of the options");
        if (s.trump == suit::none) refuse("one of the four suits is trump");
        validate_tricks(s, next_seat(s.dealer));
        validate_predictions(s);
        int points = 0;
        for (int k = 0; k < V::seats; ++k) {
            points += s.extra.points[k];
            if (s.extra.points[k] > 0 && s.tricks_won[k] == 0)
                refuse(seat_str<V>(static_cast<seat>(k)) + " has points but no trick");
        }
        const int due = card_points<V>(cards_won(s), order_now(s)) +
                        (rules<V>::is_over(s) ? V::last_trick_bonus : 0);
        if (points != due)
            refuse(fmt::format("points are {} in all, the cards won {}", points, due));
    }

    using match_state = differenzler_match;
    static differenzler_match match_add(const options& o, const differenzler_match& m,
                                        const state& s) {
        return differenzler_add_deal(m, score(s, o), o);
    }
    static std::vector<int> match_totals(const differenzler_match& m) {
        return {m.totals.begin(), m.totals.end()};
    }
    static nlohmann::ordered_json match_facts(const options& o, const differenzler_match&) {
        return {{"length", o.deals}};
    }
    static int match_winner(const differenzler_match& m) { return m.winner; }
    static std::string match_text(const options& o, const differenzler_match& m) {
        std::string out = "penalties";
        for (std::size_t k = 0; k < V::seats; ++k)
            out += fmt::format(" {} {}", seat_str<V>(static_cast<seat>(k)), -m.totals[k]);
        out += fmt::format(" after {} of {} deals", m.deals, o.deals);
        if (m.winner >= 0)
            out += fmt::format("; {} wins", seat_str<V>(static_cast<seat>(m.winner)));
        return out;
    }

private:
    // Forehand and so on have predicted, up to the player to act.
    static void validate_predictions(const state& s) {
        const auto& x = s.extra;
        int made = 0;
        for (int k = 0; k < V::seats; ++k) {
            const auto p = x.predicted[seat_after<V>(s.dealer, k + 1)];
            if (p == V::no_prediction) break;
            if (p > V::total_points) refuse("a prediction is at most 157");
            ++made;
        }
        for (int k = made; k < V::seats; ++k)
            if (x.predicted[seat_after<V>(s.dealer, k + 1)] != V::no_prediction)
                refuse("predictions are made in turn");
        if (made < V::seats && s.played != 0) refuse("cards were played before all predicted");
        if (s.played == 0 && s.current_player != seat_after<V>(s.dealer, made + 1))
            refuse("out of turn: " + seat_str<V>(seat_after<V>(s.dealer, made + 1)) + " is to act");
        if (x.tens != V::no_prediction && (made == V::seats || x.tens % 10 != 0 || x.tens > 150))
            refuse("tens are 0, 10, .. 150, and only while a prediction is made");
    }
};

MU_GAME(differenzler)

}  // namespace mu::detail
