#include <fmt/format.h>

#include <mu/games/ulti.h>
#include <mu/games/ulti/best_contract.h>
#include <mu/games/ulti/hidden.h>
#include <mu/games/ulti/reason.h>
#include <mu/games/ulti/soft_rules.h>
#include <mu/policy/rule.h>

#include "api/deal_text.h"
#include "api/fields.h"
#include "api/model.h"
#include "games/ulti/table_words.h"
#include "games/ulti/ulti_text.h"

namespace mu::detail {

namespace {

using json = nlohmann::ordered_json;

// --- Position text -----------------------------------------------------------------------------

// A small number from text. REQUIRES by the text: it is at most `most`.
std::uint8_t at_most(int value, int most, std::string_view name) {
    if (value < 0 || value > most)
        throw std::invalid_argument(fmt::format("{} is 0 to {}", name, most));
    return static_cast<std::uint8_t>(value);
}

ulti_pair pair_from(card_mask m) {
    if (m == 0) return {};
    if (ops::popcount(m) > 2) throw std::invalid_argument("two cards are laid away at most");
    const card low = ops::lsb_index(m);
    return {low, ops::popcount(m) == 2 ? ops::msb_index(m) : no_card};
}

// --- JSON --------------------------------------------------------------------------------------

json contract_json(const game_state<ulti>& s) {
    const ulti_bid& b = contract_of(s);
    json units = json::array();
    for (int i = 0; i < b.unit_count(); ++i) {
        json unit{{"unit", ulti_unit_names[static_cast<std::size_t>(b.unit(i))]},
                  {"value", unit_value(b, b.unit(i), s.rules.table)}};
        if (has_own_accounts(s))
            for (int d = 0; d < 2; ++d)
                unit["kontra"][seat_str<ulti>(seat_after<ulti>(s.soloist, d + 1))] =
                    int{s.stakes[static_cast<std::size_t>(d)].level};
        else
            unit["kontra"] = int{s.stakes[static_cast<std::size_t>(i)].level};
        units.push_back(std::move(unit));
    }
    return {{"bid", ulti_bid_name(s.bid)},
            {"value", bid_value(s.bid, s.rules.table)},
            {"red", b.red},
            {"open", b.open},
            {"units", units}};
}

json payment_json(const game_state<ulti>& s, const ulti::options& o) {
    const ulti_payment p = settlement_of(s, o);
    const ulti_bid& b = contract_of(s);
    json out;
    for (int i = 0; i < b.unit_count(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        out["units"].push_back({{"unit", ulti_unit_names[static_cast<std::size_t>(b.unit(i))]},
                                {"made", p.made[at]},
                                {"per_defender", p.units[at]}});
    }
    out["silent"] = {{"100", p.silent_hundred},
                     {"100_defenders", p.silent_hundred_defenders},
                     {"ulti", p.silent_ulti},
                     {"durchmars", p.silent_durchmars}};
    out["per_defender"] = p.net;
    return out;
}

}  // namespace

// For every bid what the soloist receives if he lays away and names trumps as well as can be.
template <>
struct contracts<ulti> {
    static constexpr std::string_view side = "the soloist";

    static std::vector<contract_column> columns(const ulti::options& o) {
        std::vector<contract_column> out;
        ops::for_each(bids_above(ulti_no_bid, o.rules.table, false),
                      [&](std::uint8_t bid) { out.push_back({ulti_bid_name(bid), "", false}); });
        return out;
    }
    static std::vector<contract_value> solve(solver<ulti>& by, const game_state<ulti>& s,
                                             const ulti::options& o) {
        std::vector<contract_value> out;
        for (const ulti_plan& p : best_plans(by, s, o)) {
            std::string how = "not played";
            if (p.played)
                how = fmt::format("lay {} {}, {}", card_str<ulti>(p.laid.low),
                                  card_str<ulti>(p.laid.high),
                                  p.trump == suit::none ? "no trumps" : ulti_trump_name(p.trump));
            out.push_back({ulti_bid_name(p.bid), how, p.value});
        }
        return out;
    }
};

template <>
struct game_text<ulti> {
    static constexpr std::string_view name = "ulti";
    static constexpr std::string_view title = "Ulti";
    static constexpr point_scale scale{
        .zero_sum = true, .inaccuracy = 0.3, .mistake = 1, .blunder = 3};
    static constexpr int version = 1;
    using options = ulti::options;
    using state = game_state<ulti>;

    static const option_table<options>& options_table() { return ulti_options(); }
    static void check(const options& o) {
        if (o.rules.give_up && o.rules.first_bidder_leads)
            throw std::invalid_argument(
                "give_up is said before the soloist leads: choose first_lead=soloist");
        if (o.deals % o.players != 0)
            throw std::invalid_argument(
                fmt::format("with players={} all deal equally often: choose deals=12, 24, 36 or 48",
                            int{o.players}));
    }

    // "0 <hand> <hand> <hand>": the dealer, then the hands of seats 0, 1, 2; the seat after the
    // dealer has twelve cards.
    static std::string deal_text(const state& s) {
        return seat_str<ulti>(s.dealer) + hands_text(s);
    }
    static state parse_deal(const options& o, std::string_view text) {
        field_reader in(text);
        const seat dealer = in.read("the dealer", [](auto t) { return parse_seat<ulti>(t); });
        const auto place_of = [&](int k) {
            return static_cast<std::size_t>((k - index(dealer) + 2) % 3);
        };
        const auto hands = read_hands<ulti>(in, 0, [&](int k, int n) {
            if (const int size = place_of(k) == 0 ? 12 : 10; n != size)
                in.fail(fmt::format("seat {} gets {} cards, this hand has {}", k, size, n));
        });
        std::array<card_mask, 3> places{};
        for (int k = 0; k < 3; ++k) places[place_of(k)] = hands[k];
        in.finish();
        return start_deal(ulti{}, o, places, dealer, 0);
    }

    static std::string action_text(action a) {
        for (const auto& [id, text] : ulti_action_names())
            if (id == a) return text;
        throw std::invalid_argument("no action " + std::to_string(a) + " in ulti");
    }
    static action parse_action(std::string_view text) {
        const std::string said = plain_word(text);
        for (const auto& [id, word] : ulti_action_names())
            if (said == plain_word(word)) return id;
        return parse_card<ulti>(text);
    }
    static void add_words(const state& s, word_finder& words) { add_ulti_words(s, words); }
    // Two cards to lay away, in any order: the lower goes first.
    static std::vector<action> parse_several(const state& s, std::string_view text) {
        if (s.phase != ulti_phase::lay_away || s.laid[s.current_player].low != no_card) return {};
        return parse_two_cards<ulti>(text);
    }

    static std::string explain(const state& s, action a) { return why_not_in_ulti(s, a); }

    static void facts(const options& o, const view<ulti>& v, json& out) {
        const state& s = v.seen;
        out["phase"] = ulti_phase_name(s.phase);
        out["trump"] = ulti_trump_name(s.trump);
        out["soloist"] = seat_str<ulti>(s.soloist);
        out["contract"] = s.bid == ulti_no_bid ? json() : contract_json(s);
        json marriages = json::array(), points = json::array(), open = json::object();
        for (int k = 0; k < 3; ++k) {
            const ulti_tally& t = s.tally[k];
            marriages.push_back({{"forty", int{t.forty}}, {"twenties", int{t.twenties}}});
            points.push_back(s.bid == ulti_no_bid ? 0 : seat_points(s, static_cast<seat>(k)));
            if ((open_hands(s) >> k) & 1) open[std::to_string(k)] = cards_json<ulti>(s.hands[k]);
        }
        out["marriages"] = marriages;
        out["points"] = points;
        out["open_hands"] = open;
        out["laid_away"] = cards_json<ulti>(v.observer == nobody ? 0 : s.laid[v.observer].mask());
        const bool over = s.phase == ulti_phase::over;
        out["out"] = over ? cards_json<ulti>(s.laid[s.soloist].mask()) : json();
        out["settlement"] = over ? payment_json(s, o) : json();
    }

    // Every field of the state but the rules, which are options: for position text.
    template <typename State, typename Visitor>
    static void visit(State& s, Visitor&& field) {
        field("dealer", s.dealer);
        field("to_act", s.current_player);
        int phase = static_cast<int>(s.phase);
        field("phase", phase);
        s.phase = static_cast<ulti_phase>(at_most(phase, 6, "phase"));
        seat soloist = s.soloist;
        field("soloist", soloist);
        s.soloist = soloist;
        field("bid", s.bid);
        field("trump", s.trump);
        visit_play(s, field);

        per_seat<std::uint32_t, 3> laid{};
        std::array<int, 3> tens{}, forties{}, twenties{}, levels{}, answers{};
        int aces = s.aces;
        for (std::size_t k = 0; k < 3; ++k) {
            laid[k] = static_cast<std::uint32_t>(s.laid[k].mask());
            tens[k] = s.tally[k].tens;
            forties[k] = s.tally[k].forty;
            twenties[k] = s.tally[k].twenties;
            levels[k] = s.stakes[k].level;
            answers[k] = s.stakes[k].answer;
        }
        field("laid", laid);
        field("tens", tens);
        field("aces", aces);
        field("forty", forties);
        field("twenty", twenties);
        field("kontra", levels);
        field("answer", answers);
        for (std::size_t k = 0; k < 3; ++k) {
            s.laid[k] = pair_from(laid[k]);
            s.tally[k].tens = at_most(tens[k], 9, "tens") & 0xF;
            s.tally[k].forty = at_most(forties[k], 1, "forty") & 1;
            s.tally[k].twenties = at_most(twenties[k], 3, "twenty") & 3;
            s.stakes[k].level = at_most(levels[k], 5, "kontra") & 7;
            s.stakes[k].answer = at_most(answers[k], 7, "answer") & 7;
        }
        s.aces = at_most(aces, 4, "aces") & 7;
    }
    static void settle(const options& o, state& s) { s.rules = o.rules; }
    static void validate(const options&, const state& s) { check_ulti_position(s); }

    using match_state = ulti_match;
    static int players(const options& o) { return o.players; }
    static ulti_match match_add(const options& o, const ulti_match& m, const state& s,
                                std::span<const int> seating) {
        return ulti_add_deal(m, score(s, o), seating, o);
    }
    static std::vector<int> match_totals(const options& o, const ulti_match& m) {
        return {m.totals.begin(), m.totals.begin() + o.players};
    }
    static nlohmann::ordered_json match_facts(const options& o, const ulti_match&) {
        return {{"length", o.deals}};
    }
    static int match_winner(const ulti_match& m) { return m.winner; }
    static std::string match_text(const options& o, const ulti_match& m) {
        std::string out = fmt::format("deal {} of {}:", m.deals, int{o.deals});
        for (const int total : match_totals(o, m)) out += fmt::format(" {:+}", total);
        if (m.winner >= 0)
            out +=
                fmt::format("; {} {} wins", o.players == ulti::seats ? "seat" : "player", m.winner);
        return out;
    }
};

MU_GAME(ulti)

}  // namespace mu::detail
