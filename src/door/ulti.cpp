#include <algorithm>
#include <cctype>
#include <numeric>

#include <fmt/format.h>

#include <mu/games/ulti.h>
#include <mu/games/ulti/best_contract.h>

#include "door/fields.h"
#include "door/model.h"

namespace mu::detail {

namespace {

using json = nlohmann::ordered_json;

// --- Options -----------------------------------------------------------------------------------

// An option: its choices in order, and what choosing the i-th does. Those that the profiles settle
// differently begin with the choice to leave it to the profile, which sets nothing.
struct option_entry {
    const char* key;
    std::vector<std::string> choices;
    const char* preset;
    const char* help;
    void (*choose)(ulti::options& o, int i);
};

const std::vector<option_entry>& option_entries() {
    using options = ulti::options;
    static const std::string profile = "profile";
    static const std::vector<option_entry> entries{
        {"profile",
         {"default", "repo"},
         "default",
         "the settings of all options that are left to the profile",
         [](options& o, int i) { o = i == 0 ? options{} : ulti_repo_profile; }},
        {"bids",
         {profile, "42", "38", "54"},
         "profile",
         "how many bids there are: the usual ones, those of profile repo, or with four aces",
         [](options& o, int i) {
             o.rules.table = o.scoring.table = static_cast<ulti_table>(i - 1);
         }},
        {"tie",
         {"listed", "value"},
         "listed",
         "of bids of equal value the one listed later is higher, or neither",
         [](options& o, int i) { o.rules.tie_by_value = i == 1; }},
        {"passz_play",
         {"off", "on"},
         "off",
         "a passz that stands is played, or just paid",
         [](options& o, int i) { o.rules.passz_play = i == 1; }},
        {"first_lead",
         {"soloist", "first_bidder"},
         "soloist",
         "who leads to the first trick",
         [](options& o, int i) { o.rules.first_bidder_leads = i == 1; }},
        {"betli_beat",
         {"on", "off"},
         "on",
         "the duty to beat holds in betli too",
         [](options& o, int i) { o.rules.free_betli = i == 1; }},
        {"marriages",
         {profile, "first_card", "before_lead", "voluntary"},
         "profile",
         "told with the first card, before the lead, or before the first card by those who like",
         [](options& o, int i) { o.rules.marriages = static_cast<ulti_marriages>(i - 1); }},
        {"marriage_needs_trick",
         {"off", "side", "player"},
         "off",
         "marriages count only if the side, or the player, wins a trick",
         [](options& o, int i) { o.scoring.marriages = static_cast<marriage_needs>(i); }},
        {"extra_marriages",
         {"mute", "told"},
         "mute",
         "what else the soloist of a hundred holds is not told, or told without counting",
         [](options& o, int i) { o.rules.tell_mute = i == 1; }},
        {"kontra_time",
         {profile, "first_card", "after_trick", "before_lead"},
         "profile",
         "before one's first card, after the first trick, or before the first lead",
         [](options& o, int i) { o.rules.kontra_time = static_cast<ulti_kontra_time>(i - 1); }},
        {"kontra_max",
         {"0", "1", "2", "3", "4", "5"},
         "2",
         "the last step of kontra, rekontra, szubkontra, hirskontra, mordkontra",
         [](options& o, int i) { o.rules.kontra_max = i & 7; }},
        {"kontra_account",
         {profile, "own", "common"},
         "profile",
         "without trumps each defender doubles for himself, or for both",
         [](options& o, int i) { o.rules.own_accounts = i == 1; }},
        {"lost_parti",
         {profile, "once", "double"},
         "profile",
         "what a lost parti costs that is bid alone",
         [](options& o, int i) { o.scoring.lone_parti_double = i == 2; }},
        {"lost_100",
         {"once", "double"},
         "once",
         "what a lost 40-100 or 20-100 costs",
         [](options& o, int i) { o.scoring.hundred_double = i == 1; }},
        {"lost_ulti",
         {"fine", "double"},
         "fine",
         "a lost ulti costs its stake and its value once more, or twice its stake",
         [](options& o, int i) { o.scoring.ulti_double = i == 1; }},
        {"lost_durchmars",
         {profile, "once", "double"},
         "profile",
         "what a lost durchmars costs",
         [](options& o, int i) { o.scoring.durchmars_double = i == 2; }},
        {"redurchmars",
         {profile, "12", "6"},
         "profile",
         "what a redurchmars is settled at",
         [](options& o, int i) { o.scoring.redurchmars_half = i == 2; }},
        {"silent_100",
         {"graded", "flat"},
         "graded",
         "2 with a forty and 4 with a twenty, or 2 with either",
         [](options& o, int i) { o.scoring.silent_hundred_flat = i == 1; }},
        {"silent_durchmars",
         {"3", "0"},
         "3",
         "what a silent durchmars is worth",
         [](options& o, int i) { o.scoring.silent_durchmars = i == 0; }},
        {"silent_ulti",
         {"sides", "all"},
         "sides",
         "a defender's silent ulti is settled between the sides, or by all others with him",
         [](options& o, int i) { o.scoring.silent_ulti_from_all = i == 1; }},
        {"open_hands",
         {profile, "all", "soloist"},
         "profile",
         "in open games all hands after the first trick, or the soloist's from the lead on",
         [](options& o, int i) { o.rules.open_soloist = i == 2; }},
        {"durchmars_end",
         {profile, "no_trump", "always", "never"},
         "profile",
         "when a lone durchmars ends with the first trick it loses",
         [](options& o, int i) { o.rules.march_end = static_cast<ulti_march_end>(i - 1); }},
        {"give_up",
         {"off", "half", "full"},
         "off",
         "the soloist may give up before he leads, for half or all of the loss",
         [](options& o, int i) {
             o.rules.give_up = i > 0;
             o.scoring.give_up_half = i == 1;
         }},
        {"deals",
         {"3", "6", "12", "24", "36", "48"},
         "24",
         "deals of a match",
         [](options& o, int i) {
             constexpr std::array<std::uint8_t, 6> counts{3, 6, 12, 24, 36, 48};
             o.deals = counts[static_cast<std::size_t>(i)];
         }},
        {"players",
         {"3", "4"},
         "3",
         "players of a match; of four the dealer sits out, and his account does not move",
         [](options& o, int i) { o.players = i == 0 ? 3 : 4; }}};
    return entries;
}

// --- Names -------------------------------------------------------------------------------------

constexpr std::array<std::string_view, ulti_unit_count> unit_names{
    "parti", "40-100", "20-100", "ulti", "durchmars", "4aces", "betli"};

// P (piros) is red, T (terített) open: "P_40-100_ulti_T_durchmars".
std::string bid_name(std::uint8_t bid) {
    const ulti_bid& b = ulti_bids[bid];
    if (!b.trump && b.red) return b.has(ulti_unit::betli) ? "rebetli" : "redurchmars";
    if (b.units == units_of(ulti_unit::parti)) return b.red ? "P_passz" : "passz";
    std::string out = b.red ? "P" : "";
    if (!b.trump && b.has(ulti_unit::durchmars)) out = "nt";
    for (int i = 0; i < b.unit_count(); ++i) {
        const ulti_unit u = b.unit(i);
        if (u == ulti_unit::parti) continue;  // it goes without saying
        if (!out.empty()) out += '_';
        if (b.open && (u == ulti_unit::durchmars || u == ulti_unit::betli)) out += "T_";
        out += unit_names[static_cast<std::size_t>(u)];
    }
    return out;
}

std::string trump_name(suit s) { return s == suit::none ? "none" : suit_name<ulti>(s); }

// The names of all actions that are not cards, by number.
const std::vector<std::pair<action, std::string>>& action_names() {
    static const auto names = [] {
        std::vector<std::pair<action, std::string>> out;
        for (int u = 0; u < ulti_unit_count; ++u)
            out.emplace_back(ulti_action::kontra + u,
                             fmt::format("kontra_{}", unit_names[static_cast<std::size_t>(u)]));
        out.emplace_back(ulti_action::kontra_at, "kontra_left");
        out.emplace_back(ulti_action::kontra_at + 1, "kontra_right");
        out.emplace_back(ulti_action::done, "done");
        out.emplace_back(ulti_action::twenty, "twenty");
        out.emplace_back(ulti_action::forty, "forty");
        out.emplace_back(ulti_action::give_up, "give_up");
        for (int b = 0; b < ulti_bid_count; ++b)
            out.emplace_back(ulti_action::bid + b, bid_name(static_cast<std::uint8_t>(b)));
        out.emplace_back(ulti_action::pass, "pass");
        out.emplace_back(ulti_action::pick_up, "pick_up");
        out.emplace_back(ulti_action::stand, "stand");
        for (const suit s : all_suits)
            if (s != ulti::red)
                out.emplace_back(ulti_action::trump + index(s), "trump_" + suit_name<ulti>(s));
        return out;
    }();
    return names;
}

constexpr std::array<std::string_view, 7> phase_names{"lay_away", "bid",  "answer", "name_trump",
                                                      "kontra",   "play", "over"};
std::string_view phase_name(ulti_phase p) { return phase_names[static_cast<std::size_t>(p)]; }

bool same_word(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

// --- Why not -----------------------------------------------------------------------------------

std::string why_not_bid(const game_state<ulti>& s, action a) {
    if (a < ulti_action::bid || a >= ulti_action::bid + ulti_bid_count) return "a bid is due";
    const auto bid = static_cast<std::uint8_t>(a - ulti_action::bid);
    if (bid_rank(bid, s.rules.table) == 0) return "this table has no such bid";
    if (!((higher_bids(s) >> bid) & 1)) return "it does not beat the last bid: " + bid_name(s.bid);
    return "the hand lacks the king and over or the seven that this bid promises";
}

std::string why_not_lay_away(const game_state<ulti>& s, action a) {
    const card_mask hand = s.hands[s.current_player];
    if (a >= deck_traits<ulti>::cards) return "two cards have to be laid away first";
    if (!(hand & bit(a))) return "that card is not in the hand";
    const card first = s.laid[s.current_player].low;
    if (first != no_card && a < first)
        return fmt::format("the lower card is laid away first: after {} a higher one is due",
                           card_str<ulti>(first));
    if (first == no_card && bit(a) == bit(ops::msb_index(hand)))
        return "the lower card is laid away first: this is the highest";
    return "without it the hand can promise no higher bid";
}

std::string why_not_play(const game_state<ulti>& s, action a) {
    if (a >= ulti_action::kontra && a < ulti_action::done)
        return "there is nothing of that kind to double now";
    if (a == ulti_action::twenty || a == ulti_action::forty) return "no such marriage to declare";
    if (a == ulti_action::give_up) return "it is not the time to give up";
    if (a >= deck_traits<ulti>::cards) return "a card is due";
    const card_mask hand = s.hands[s.current_player];
    if (!(hand & bit(a))) return "that card is not in the hand";
    if (bit(a) == kept_seven(s) && s.current_player == s.soloist)
        return "the seven of trumps is kept for the last trick: ulti is announced";
    const suit led = s.trick.lead_suit;
    const std::string led_name = suit_name<ulti>(led);
    if (hand & suit_masks<ulti>[led])
        return suit_of<ulti>(a) == led
                   ? "the best of the led suit must be beaten: " + led_name + " were led"
                   : "the led suit must be followed: " + led_name + " were led";
    return suit_of<ulti>(a) == s.trump
               ? "the best trump must be beaten"
               : "who cannot follow must trump: " + suit_name<ulti>(s.trump) + " are trumps";
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

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument(why); }

// Hands, tricks and the cards laid away add up to the deck and to the phase.
void validate_cards(const game_state<ulti>& s) {
    validate_hands(s);
    const card_mask out = s.laid[s.soloist].mask();
    card_mask all = s.played;
    for (const card_mask hand : s.hands) all |= hand;
    if (all & out) refuse("laid away and yet in play: " + mask_str<ulti>(all & out));
    if ((all | out) != deck_traits<ulti>::all_cards)
        refuse("missing: " + mask_str<ulti>(deck_traits<ulti>::all_cards & ~(all | out)));
    const bool laying = s.phase == ulti_phase::lay_away;
    if (const int n = ops::popcount(out); laying ? n > 1 : n != 2)
        refuse(fmt::format("{} cards laid away in phase {}", n, phase_name(s.phase)));
    for (int k = 0; k < 3; ++k) {
        int due = cards_due(s, k);
        if (laying && k == index(s.soloist)) due += 2 - ops::popcount(out);
        if (const int n = ops::popcount(s.hands[k]); n != due)
            refuse(fmt::format("seat {} holds {} cards, {} are due", k, n, due));
    }
}

void validate_bid(const game_state<ulti>& s) {
    const bool may_lack = s.phase == ulti_phase::lay_away || s.phase == ulti_phase::bid;
    if (s.bid == ulti_no_bid) {
        if (!may_lack) refuse("nobody has bid");
        if (s.soloist != seat_after<ulti>(s.dealer)) refuse("the seat after the dealer bids first");
    } else if (s.bid >= ulti_bid_count || bid_rank(s.bid, s.rules.table) == 0) {
        refuse(fmt::format("no bid {} at this table", s.bid));
    } else if (may_lack && higher_bids(s) == 0) {
        refuse("there is no higher bid to take the talon for");
    }
    const bool playing =
        s.phase == ulti_phase::kontra || s.phase == ulti_phase::play || s.tricks_remaining < 10;
    if (!playing) {
        if (s.trump != suit::none && s.phase != ulti_phase::over) refuse("trump is not named yet");
        return;
    }
    const ulti_bid& b = contract_of(s);
    if (s.bid == bid_passz && !s.rules.passz_play) refuse("a passz is not played");
    if (!b.trump ? s.trump != suit::none : s.trump == suit::none || b.red != (s.trump == ulti::red))
        refuse("the trump suit does not fit the bid");
}

void validate_kontra(const game_state<ulti>& s) {
    const bool begun = s.bid != ulti_no_bid;
    for (int i = 0; i < most_ulti_units; ++i) {
        const ulti_stake& t = s.stakes[static_cast<std::size_t>(i)];
        const bool there = begun && i < stake_count(s);
        if (!there && (t.level != 0 || t.answer != 0)) refuse("kontra on something not bid");
        if (!there) continue;
        if (t.level > s.rules.kontra_max) refuse("more kontra than kontra_max allows");
        if (t.answer & ~answering_seats(s, i)) refuse("a seat may raise kontra out of turn");
    }
    if (s.phase == ulti_phase::kontra && !may_raise(s, s.current_player))
        refuse("the seat to act has nothing to double");
}

void validate_play(const game_state<ulti>& s) {
    const int tricks = std::accumulate(s.tricks_won.begin(), s.tricks_won.end(), 0);
    if (s.tricks_remaining > 10 || tricks != 10 - s.tricks_remaining)
        refuse("the tricks won and left are not ten");
    int tens = 0;
    for (const ulti_tally& t : s.tally) tens += t.tens;
    const card_mask tricks_cards =
        trick_play<ulti>::leading(s) ? s.played : s.played & ~s.trick.mask;
    const int due =
        card_points<ulti>(tricks_cards, order_now(s)) / 10 + (s.tricks_remaining == 0 ? 1 : 0);
    if (tens != due) refuse(fmt::format("{} tens won, {} are due", tens, due));
    if (s.aces > 4) refuse("there are four aces");
    if (s.trick.num_played == 0 && s.tricks_remaining < 10) refuse("the last trick is missing");
    if (s.phase == ulti_phase::over) return;
    if (s.tricks_remaining == 0) refuse("ten tricks are the end");
    seat due_seat = s.soloist;
    if (s.phase == ulti_phase::play)
        due_seat = !trick_play<ulti>::leading(s)
                       ? seat_after<ulti>(s.trick.lead_seat, s.trick.num_played)
                   : s.trick.num_played > 0     ? s.trick.current_winner
                   : s.rules.first_bidder_leads ? seat_after<ulti>(s.dealer)
                                                : seat{s.soloist};
    if (s.phase != ulti_phase::answer && s.phase != ulti_phase::kontra &&
        s.current_player != due_seat)
        refuse(fmt::format("seat {} is to act", index(due_seat)));
    if (s.phase < ulti_phase::kontra && s.trick.num_played > 0)
        refuse("cards are played after the auction");
    if (s.phase == ulti_phase::kontra && !trick_play<ulti>::leading(s))
        refuse("kontra is said between tricks");
}

// --- JSON --------------------------------------------------------------------------------------

json contract_json(const game_state<ulti>& s) {
    const ulti_bid& b = contract_of(s);
    json units = json::array();
    for (int i = 0; i < b.unit_count(); ++i) {
        json unit{{"unit", unit_names[static_cast<std::size_t>(b.unit(i))]},
                  {"value", unit_value(b, b.unit(i), s.rules.table)}};
        if (has_own_accounts(s))
            for (int d = 0; d < 2; ++d)
                unit["kontra"][seat_str<ulti>(seat_after<ulti>(s.soloist, d + 1))] =
                    int{s.stakes[static_cast<std::size_t>(d)].level};
        else
            unit["kontra"] = int{s.stakes[static_cast<std::size_t>(i)].level};
        units.push_back(std::move(unit));
    }
    return {{"bid", bid_name(s.bid)},
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
        out["units"].push_back({{"unit", unit_names[static_cast<std::size_t>(b.unit(i))]},
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
                      [&](std::uint8_t bid) { out.push_back({bid_name(bid), "", false}); });
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
                                  p.trump == suit::none ? "no trumps" : trump_name(p.trump));
            out.push_back({bid_name(p.bid), how, p.value});
        }
        return out;
    }
};

template <>
struct door_traits<ulti> {
    static constexpr std::string_view name = "ulti";
    static constexpr std::string_view title = "Ulti";
    static constexpr int version = 1;
    using options = ulti::options;
    using state = game_state<ulti>;

    static std::vector<option_info> option_list() {
        std::vector<option_info> out;
        for (const option_entry& e : option_entries())
            out.push_back({e.key, e.choices, e.preset, e.help});
        return out;
    }
    static void set(options& o, std::string_view key, std::string_view value) {
        for (const option_entry& e : option_entries()) {
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
        for (const auto& [id, text] : action_names())
            if (id == a) return text;
        throw std::invalid_argument("no action " + std::to_string(a) + " in ulti");
    }
    static action parse_action(std::string_view text) {
        for (const auto& [id, word] : action_names())
            if (same_word(text, word)) return id;
        return parse_card<ulti>(text);
    }
    // Nobody sees what another lays away.
    static bool hidden(const state& before, action, seat observer) {
        return before.phase == ulti_phase::lay_away && before.current_player != observer;
    }

    static std::string explain(const state& s, action a) {
        switch (s.phase) {
            case ulti_phase::lay_away:
                return why_not_lay_away(s, a);
            case ulti_phase::bid:
                return why_not_bid(s, a);
            case ulti_phase::answer:
                if (a == ulti_action::pick_up) return "there is no higher bid to pick up for";
                return s.current_player == s.soloist ? "the holder of the bid stands or picks up"
                                                     : "the choice is to pass or to pick up";
            case ulti_phase::name_trump:
                return a > ulti_action::trump
                           ? "in that suit the hand lacks what the bid promises"
                           : "a trump suit must be named, bells, leaves or acorns";
            case ulti_phase::kontra:
                return "the choice is a kontra that is open to the seat, or done";
            case ulti_phase::play:
                return why_not_play(s, a);
            case ulti_phase::over:
                break;
        }
        return "the deal is over";
    }

    static void facts(const options& o, const view<ulti>& v, json& out) {
        const state& s = v.seen;
        out["phase"] = phase_name(s.phase);
        out["trump"] = trump_name(s.trump);
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
        out["laid_away"] = card_list(s.laid[v.observer].mask());
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
        field("hands", s.hands);
        field("played", s.played);
        field("trick", s.trick);
        field("won", s.tricks_won);
        field("left", s.tricks_remaining);

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
        if (!(s.rules == o.rules)) refuse("rules do not agree with the options of the game");
        validate_cards(s);
        validate_bid(s);
        validate_kontra(s);
        validate_play(s);
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

MU_DOOR(ulti)

}  // namespace mu::detail
