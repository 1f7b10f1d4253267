#include <fmt/format.h>

#include <mu/games/skat.h>
#include <mu/games/skat/hidden.h>
#include <mu/games/skat/reason.h>
#include <mu/games/skat/soft_rules.h>
#include <mu/policy/rule.h>

#include "api/deal_text.h"
#include "api/fields.h"
#include "api/model.h"
#include "games/skat/contracts.h"
#include "games/skat/skat_text.h"
#include "games/skat/table_words.h"

namespace mu::detail {

namespace {

using json = nlohmann::ordered_json;

// A member of few bits: read as a number that must be at most `most`.
template <typename T>
T small(int value, int most, std::string_view name) {
    if (value < 0 || value > most)
        throw std::invalid_argument(fmt::format("{} is 0 to {}", name, most));
    return static_cast<T>(value);
}

json contract_json(const game_state<skat>& s) {
    return {{"game", skat_kind_name(s.kind, s.trump)},
            {"hand", s.hand != 0},
            {"announced", skat_announced_name(s.announced)},
            {"contra", int{s.contra}}};
}

json result_json(const game_state<skat>& s, const skat::options& o) {
    const skat_outcome end = outcome_of(s);
    const skat_worth w = worth_of_deal(s, o);
    json out{{"won", w.won}};
    if (s.kind != skat_kind::null) {
        out["points"] = end.points;
        out["matadors"] = end.matadors;
        out["level"] = w.level;
    }
    out["value"] = w.value;
    out["overbid"] = w.overbid;
    out["charged"] = w.charged;
    return out;
}

}  // namespace

template <>
struct game_text<skat> {
    static constexpr std::string_view name = "skat";
    static constexpr std::string_view title = "Skat";
    static constexpr int version = 1;
    using options = skat::options;
    using state = game_state<skat>;

    static const option_table<options>& options_table() { return skat_options(); }
    static void check(const options&) {}

    // "0 <hand> <hand> <hand>": the dealer, then the hands of seats 0, 1, 2; the skat is the rest.
    static std::string deal_text(const state& s) {
        return seat_str<skat>(s.dealer) + hands_text(s);
    }
    static state parse_deal(const options& o, std::string_view text) {
        field_reader in(text);
        const seat dealer = in.read("the dealer", [](auto t) { return parse_seat<skat>(t); });
        const auto hands = read_hands<skat>(in, 10);
        in.finish();
        std::array<card_mask, 4> places{};
        places[3] = deck_traits<skat>::all_cards;
        for (int k = 0; k < 3; ++k) {
            const card_mask hand = hands[seat_after<skat>(dealer, k + 1)];
            places[static_cast<std::size_t>(k)] = hand;
            places[3] &= ~hand;
        }
        return start_deal(skat{}, o, places, dealer, 0);
    }

    static std::string action_text(action a) {
        for (const auto& [id, text] : skat_action_names())
            if (id == a) return text;
        throw std::invalid_argument("no action " + std::to_string(a) + " in skat");
    }
    static action parse_action(std::string_view text) {
        const std::string said = plain_word(text);
        for (const auto& [id, word] : skat_action_names())
            if (said == plain_word(word)) return id;
        return parse_card<skat>(text);
    }
    static void add_words(const state& s, word_finder& words) { add_skat_words(s, words); }
    // Two cards to lay away, in any order: the lower goes first.
    static std::vector<action> parse_several(const state& s, std::string_view text) {
        if (s.phase != skat_phase::discard || skat_cards(s) != 0) return {};
        return parse_two_cards<skat>(text);
    }

    static std::string explain(const state& s, action a) { return why_not_in_skat(s, a); }

    static void facts(const options& o, const view<skat>& v, json& out) {
        const state& s = v.seen;
        const bool over = s.phase == skat_phase::over;
        const bool alone = s.phase != skat_phase::bidding && s.passed != 7;
        out["phase"] = skat_phase_name(s.phase);
        out["trump"] = s.trump == suit::none ? "n" : suit_str<skat>(s.trump);
        out["soloist"] = alone ? json(seat_str<skat>(seat{s.soloist})) : json();
        out["bid"] = s.bid == skat_no_bid ? json() : json(skat_value(s.bid));
        out["answering"] = s.answering != 0;
        json passed = json::array(), open = json::object();
        for (int k = 0; k < 3; ++k) {
            passed.push_back((s.passed >> k & 1) != 0);
            if ((open_hands(s) >> k & 1) != 0)
                open[std::to_string(k)] = cards_json<skat>(s.hands[k]);
        }
        out["passed"] = passed;
        out["contract"] = is_declared(s) ? contract_json(s) : json();
        // What lies in tricks: the skat is added when it is known to all.
        const int taken = card_points<skat>(
            trick_play<skat>::leading(s) ? s.played : s.played & ~s.trick.mask, skat::order::grand);
        out["points"] = {{"soloist", int{s.points}}, {"defenders", taken - s.points}};
        out["open_hands"] = open;
        out["skat"] = cards_json<skat>(skat_cards(s));
        out["settlement"] = over && is_declared(s) ? result_json(s, o) : json();
    }

    // Every field of the state but the house rules, which are options: for position text.
    template <typename State, typename Visitor>
    static void visit(State& s, Visitor&& field) {
        field("dealer", s.dealer);
        field("to_act", s.current_player);
        int phase = static_cast<int>(s.phase), kind = static_cast<int>(s.kind);
        int announced = static_cast<int>(s.announced);
        int hand = s.hand, passed = s.passed, answering = s.answering, contra = s.contra;
        seat soloist = s.soloist;
        field("phase", phase);
        field("bid", s.bid);
        field("passed", passed);
        field("answering", answering);
        field("soloist", soloist);
        field("game", kind);
        field("trump", s.trump);
        field("hand", hand);
        field("announced", announced);
        field("contra", contra);
        s.phase = small<skat_phase>(phase, 6, "phase");
        s.passed = small<std::uint8_t>(passed, 7, "passed") & 7;
        s.answering = small<std::uint8_t>(answering, 1, "answering") & 1;
        s.soloist = soloist;
        s.kind = small<skat_kind>(kind, 3, "game");
        s.hand = small<std::uint8_t>(hand, 1, "hand") & 1;
        s.announced = small<skat_announced>(announced, 3, "announced");
        s.contra = small<std::uint8_t>(contra, 2, "contra") & 3;
        visit_play(s, field);
        field.cards("skat", s.skat);
        field("by_soloist", s.by_soloist);
        field("points", s.points);
    }
    static void settle(const options& o, state& s) { s.house = o.house; }
    static void validate(const options&, const state& s) { check_skat_position(s); }

    using match_state = skat_match;
    static skat_match match_add(const options& o, const skat_match& m, const state& s) {
        return skat_add_deal(m, score(s, o), o);
    }
    static std::vector<int> match_totals(const skat_match& m) {
        return {m.totals.begin(), m.totals.end()};
    }
    static nlohmann::ordered_json match_facts(const options& o, const skat_match&) {
        constexpr std::array names{"list", "seeger", "pay"};  // as the option has them
        return {{"length", o.deals}, {"settlement", names[static_cast<std::size_t>(o.settlement)]}};
    }
    static int match_winner(const skat_match& m) { return m.winner; }
    static std::string match_text(const options& o, const skat_match& m) {
        std::string out = fmt::format("deal {} of {}:", m.deals, int{o.deals});
        for (const int total : m.totals) out += fmt::format(" {:+}", total);
        if (m.winner >= 0) out += fmt::format("; seat {} wins", m.winner);
        return out;
    }
};

MU_GAME(skat)

}  // namespace mu::detail
