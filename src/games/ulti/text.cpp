#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include <mu/games/ulti/best_contract.h>
#include <mu/games/ulti/hidden.h>
#include <mu/games/ulti/rule.h>
#include <mu/games/ulti/soft_rules.h>

#include "api/fields.h"
#include "api/model.h"
#include "engine/dispatch.h"
#include "games/ulti/ulti_text.h"

namespace mu::detail {

namespace {

using json = nlohmann::ordered_json;

bool same_word(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

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

using rule_list = std::array<std::uint8_t, 13>;

rule_list list_of(const ulti_rules& r) {
    return {static_cast<std::uint8_t>(r.table),
            static_cast<std::uint8_t>(r.marriages),
            static_cast<std::uint8_t>(r.kontra_time),
            static_cast<std::uint8_t>(r.march_end),
            r.kontra_max,
            r.tie_by_value,
            r.passz_play,
            r.free_betli,
            r.own_accounts,
            r.open_soloist,
            r.give_up,
            r.tell_mute,
            r.first_bidder_leads};
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

json card_list(card_mask m) {
    json out = json::array();
    ops::for_each(m, [&](card c) { out.push_back(card_str<ulti>(c)); });
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
    static constexpr int version = 1;
    using options = ulti::options;
    using state = game_state<ulti>;

    static std::vector<option_info> option_list() {
        std::vector<option_info> out;
        for (const ulti_option& e : ulti_options())
            out.push_back({e.key, e.choices, e.preset, e.help});
        return out;
    }
    static void set(options& o, std::string_view key, std::string_view value) {
        for (const ulti_option& e : ulti_options()) {
            if (key != e.key || value == "profile") continue;
            const auto at = std::ranges::find(e.choices, value) - e.choices.begin();
            e.choose(o, static_cast<int>(at));
        }
    }
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
        std::string out = seat_str<ulti>(s.dealer);
        for (const card_mask hand : s.hands) out += " " + hand_str<ulti>(hand);
        return out;
    }
    static state parse_deal(const options& o, std::string_view text) {
        field_reader in(text);
        const seat dealer = in.read("the dealer", [](auto t) { return parse_seat<ulti>(t); });
        std::array<card_mask, 3> places{};
        card_mask seen = 0;
        for (int k = 0; k < 3; ++k) {
            const card_mask hand = in.read("a hand", [](auto t) { return parse_hand<ulti>(t); });
            if (hand & seen) in.fail("dealt twice: " + mask_str<ulti>(hand & seen));
            const int place = (k - index(dealer) + 2) % 3, size = place == 0 ? 12 : 10;
            if (const int n = ops::popcount(hand); n != size)
                in.fail(fmt::format("seat {} gets {} cards, this hand has {}", k, size, n));
            seen |= hand;
            places[static_cast<std::size_t>(place)] = hand;
        }
        in.finish();
        return start_deal(ulti{}, o, places, dealer, 0);
    }

    static std::string action_text(action a) {
        for (const auto& [id, text] : ulti_action_names())
            if (id == a) return text;
        throw std::invalid_argument("no action " + std::to_string(a) + " in ulti");
    }
    static action parse_action(std::string_view text) {
        for (const auto& [id, word] : ulti_action_names())
            if (same_word(text, word)) return id;
        return parse_card<ulti>(text);
    }
    // Nobody sees what another lays away.
    static bool hidden(const state& before, action, seat observer) {
        return before.phase == ulti_phase::lay_away && before.current_player != observer;
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
            if ((open_hands(s) >> k) & 1) open[std::to_string(k)] = card_list(s.hands[k]);
        }
        out["marriages"] = marriages;
        out["points"] = points;
        out["open_hands"] = open;
        out["laid_away"] = card_list(v.observer == nobody ? 0 : s.laid[v.observer].mask());
        const bool over = s.phase == ulti_phase::over;
        out["out"] = over ? card_list(s.laid[s.soloist].mask()) : json();
        out["settlement"] = over ? payment_json(s, o) : json();
    }

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
        visit_rules(s.rules, field);
    }
    template <typename Visitor>
    static void visit_rules(ulti_rules& r, Visitor& field) {
        rule_list l = list_of(r);
        field("rules", l);
        r.table = static_cast<ulti_table>(at_most(l[0], 2, "table"));
        r.marriages = static_cast<ulti_marriages>(at_most(l[1], 2, "marriages"));
        r.kontra_time = static_cast<ulti_kontra_time>(at_most(l[2], 2, "kontra_time"));
        r.march_end = static_cast<ulti_march_end>(at_most(l[3], 2, "march_end"));
        r.kontra_max = at_most(l[4], 5, "kontra_max") & 7;
        r.tie_by_value = l[5] != 0;
        r.passz_play = l[6] != 0;
        r.free_betli = l[7] != 0;
        r.own_accounts = l[8] != 0;
        r.open_soloist = l[9] != 0;
        r.give_up = l[10] != 0;
        r.tell_mute = l[11] != 0;
        r.first_bidder_leads = l[12] != 0;
    }
    static void validate(const options& o, const state& s) {
        if (!(s.rules == o.rules))
            throw std::invalid_argument("rules do not agree with the options of the game");
        check_ulti_position(s);
    }

    using match_state = ulti_match;
    static int players(const options& o) { return o.players; }
    static ulti_match match_add(const options& o, const ulti_match& m, const state& s,
                                std::span<const int> seating) {
        return ulti_add_deal(m, score(s, o), seating, o);
    }
    static std::vector<int> match_totals(const options& o, const ulti_match& m) {
        return {m.totals.begin(), m.totals.begin() + o.players};
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

MU_PLAYOUTS(ulti)
MU_SOLVER(ulti)
