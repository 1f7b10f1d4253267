#include <algorithm>
#include <cctype>

#include <mu/games/jass.h>
#include <mu/games/jass/hidden.h>
#include <mu/games/jass/rule.h>
#include <mu/games/jass/soft_rules.h>

#include "engine/dispatch.h"
#include "games/jass/contracts.h"
#include "games/jass/jass_text.h"

namespace mu::detail {

namespace {

// In the order of the action ids.
constexpr std::array<std::string_view, jass::contract_count> contract_names{
    "S", "H", "D", "C", "O", "U", "push", "slalom_O", "slalom_U", "gusti", "mary"};

constexpr std::array sides{"north-south", "east-west"};

std::string_view contract_name(jass::contract c) {
    return contract_names[static_cast<std::size_t>(c)];
}

bool same_word(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

struct multiplier_scheme {
    std::string_view name;
    std::array<std::uint8_t, 6> by_contract;  // S H D C O U
};
constexpr std::array<multiplier_scheme, 5> schemes{{{"x1", {1, 1, 1, 1, 1, 1}},
                                                    {"x123", {2, 1, 1, 2, 3, 3}},
                                                    {"x1234", {2, 1, 1, 2, 3, 4}},
                                                    {"x123_red", {1, 2, 2, 1, 3, 3}},
                                                    {"x1234_red", {1, 2, 2, 1, 3, 4}}}};

nlohmann::ordered_json seat_json(std::uint8_t who) {
    if (who == jass::nobody) return nullptr;
    return seat_str<jass>(static_cast<seat>(who));
}

}  // namespace

template <>
struct game_text<jass> {
    static constexpr std::string_view name = "jass";
    static constexpr std::string_view title = "Jass (Schieber)";
    static constexpr int version = 1;
    using options = jass::options;
    using state = game_state<jass>;

    static std::vector<option_info> option_list() {
        return {
            {"trump_order",
             {"swiss", "seed"},
             "swiss",
             "trumps rank J 9 A K Q 10 8 7 6, or J 9 A 10 K Q 8 7 6"},
            {"undertrump",
             {"forbidden", "allowed_if_void"},
             "forbidden",
             "whether a hand void in the led suit may play below a trump in the trick"},
            {"push_back", {"off", "on"}, "off", "the partner may push the choice back once"},
            {"slalom", {"off", "on"}, "off", "contract: top-down and bottom-up trick by trick"},
            {"gusti", {"off", "on"}, "off", "contract: first top-down, then bottom-up"},
            {"mary", {"off", "on"}, "off", "contract: first bottom-up, then top-down"},
            {"first_block", {"4", "5"}, "4", "tricks before gusti and mary turn over"},
            {"weis", {"on", "off"}, "on", "runs and quartets count"},
            {"long_runs", {"on", "off"}, "on", "six cards and more count 150 to 300, not 100"},
            {"low_quartets", {"on", "off"}, "on", "four sixes, sevens or eights count"},
            {"cross", {"on", "off"}, "on", "a card may serve in a run and in a quartet"},
            {"stoeck", {"on", "off"}, "on", "king and queen of trumps in one hand count 20"},
            {"need_trick", {"off", "on"}, "off", "no trick, no Weis and no Stöck"},
            {"match_bonus", {"on", "off"}, "on", "all nine tricks earn 100"},
            {"multipliers",
             {"x1", "x123", "x1234", "x123_red", "x1234_red"},
             "x1",
             "by contract: one; black suits 2, red 1, O 3, U 3 or 4; _red: red suits 2, black 1"},
            {"target",
             {"1000", "1500", "2000", "2500", "3000", "12_deals"},
             "1000",
             "points that win the match, or most points after twelve deals"},
            {"finish",
             {"at_once", "end_of_deal"},
             "at_once",
             "who reaches the target first (Stöck, Weis, tricks), or the higher total"}};
    }

    static void set(options& o, std::string_view key, std::string_view value) {
        const bool on = value == "on";
        if (key == "trump_order") o.seed_order = value == "seed";
        if (key == "undertrump") o.undertrump_if_void = value == "allowed_if_void";
        if (key == "push_back") o.push_back = on;
        if (key == "slalom") o.slalom = on;
        if (key == "gusti") o.gusti = on;
        if (key == "mary") o.mary = on;
        if (key == "first_block") o.long_first_block = value == "5";
        if (key == "weis") o.weis = on;
        if (key == "long_runs") o.weis_by.long_runs = on;
        if (key == "low_quartets") o.weis_by.low_quartets = on;
        if (key == "cross") o.weis_by.cross = on;
        if (key == "stoeck") o.stoeck = on;
        if (key == "need_trick") o.need_trick = on;
        if (key == "match_bonus") o.match_bonus = on;
        if (key == "multipliers")
            o.multipliers =
                std::ranges::find(schemes, value, &multiplier_scheme::name)->by_contract;
        if (key == "target")
            o.target = value == "12_deals"
                           ? std::uint16_t{0}
                           : static_cast<std::uint16_t>(std::stoi(std::string(value)));
        if (key == "finish")
            o.finish =
                value == "at_once" ? jass::finish_rule::at_once : jass::finish_rule::end_of_deal;
    }

    static void check(const options& o) {
        if (!o.weis && !(o.weis_by == weis_rules{}))
            refuse("long_runs, low_quartets and cross are about Weis: choose weis=on");
        if (o.need_trick && !o.weis && !o.stoeck)
            refuse("need_trick=on is about Weis and Stöck: choose weis=on or stoeck=on");
        if (o.long_first_block && !o.gusti && !o.mary)
            refuse("first_block=5 is about Gusti and Mary: choose gusti=on or mary=on");
    }

    static std::string action_text(action a) {
        if (a < jass::first_contract || a >= jass::first_contract + jass::contract_count)
            throw std::invalid_argument(fmt::format("no action {} in jass", a));
        return std::string(contract_names[static_cast<std::size_t>(a - jass::first_contract)]);
    }
    static action parse_action(std::string_view text) {
        const auto found = std::ranges::find_if(
            contract_names, [&](std::string_view n) { return same_word(n, text); });
        if (found == contract_names.end()) return parse_card<jass>(text);
        return static_cast<action>(jass::first_contract + (found - contract_names.begin()));
    }

    // "N <north> <east> <south> <west>": dealer and hands.
    static std::string deal_text(const state& s) {
        std::string out = seat_str<jass>(s.dealer);
        for (const card_mask hand : s.hands) out += " " + hand_str<jass>(hand);
        return out;
    }
    static state parse_deal(const options& o, std::string_view text) {
        field_reader in(text);
        const seat dealer = in.read("the dealer", [](auto t) { return parse_seat<jass>(t); });
        const per_seat<card_mask> hands = read_hands<jass>(in);
        in.finish();
        return jass_start(hands, next_seat(dealer), o);
    }

    static std::string explain(const state& s, action a) {
        if (a >= deck_traits<jass>::cards) {
            if (!is_choosing(s)) return "the contract is settled; a card is to be played";
            if (a == jass::push) return "the choice was pushed already; a contract must be named";
            return "that contract is not played at this table";
        }
        if (is_choosing(s)) return "the contract is not settled yet";
        return explain_play(s, a);
    }

    static void facts(const options& o, const view<jass>& v, nlohmann::ordered_json& out) {
        const state& s = v.seen;
        const auto& x = s.extra;
        const bool choosing = is_choosing(s);
        out["phase"] = choosing ? "contract" : rules<jass>::is_over(s) ? "over" : "play";
        out["forehand"] = seat_str<jass>(forehand_of(s));
        out["pushes"] = x.pushes;
        out["contract"] = nullptr;
        if (choosing) return;
        out["contract"] = contract_name(x.chosen);
        out["trump"] = suit_str<jass>(s.trump);
        if (s.trump == suit::none && !rules<jass>::is_over(s))
            out["mode"] = order_now(s) == jass::order::obenabe ? "O" : "U";
        const jass_points p = jass_score(s, o);
        out["multiplier"] = p.multiplier;
        out["points"] = p.tricks;
        if (o.weis) weis_facts(s, out);
        if (o.stoeck) out["stoeck"] = seat_json(x.stoeck);
    }

    // Every field of the state, for position text.
    template <typename State, typename Visitor>
    static void visit(State& s, Visitor&& field) {
        field("dealer", s.dealer);
        field("to_act", s.current_player);
        field("table", s.extra.table);
        field("pushes", s.extra.pushes);
        field("contract", s.extra.chosen);
        field("trump", s.trump);
        visit_play(s, field);
        field("log", s.extra.log);
        field("announced", s.extra.announced);
        field("weis_winner", s.extra.weis_winner);
        field("weis_tens", s.extra.weis_tens);
        field("shown", s.extra.shown);
        field("royal", s.extra.royal);
        field("stoeck", s.extra.stoeck);
    }

    static void validate(const options& o, const state& s) {
        if (s.extra.table != table_of(o))
            refuse(fmt::format("table={} for the options of this game", table_of(o)));
        validate_contract(s);
        validate_tricks(s, forehand_of(s));
        validate_log(s);
        validate_weis(s);
        validate_stoeck(s);
    }

    using match_state = jass_match;
    static jass_match match_add(const options& o, const jass_match& m, const state& s) {
        return jass_add_deal(m, s, o);
    }
    static std::vector<int> match_totals(const jass_match& m) {
        return {m.points[0], m.points[1], m.points[0], m.points[1]};
    }
    static int match_winner(const jass_match& m) { return m.winner; }
    static std::string match_text(const options& o, const jass_match& m) {
        std::string out = fmt::format("north-south {}, east-west {}", m.points[0], m.points[1]);
        out += o.target == 0 ? fmt::format(" after {} of {} deals", m.deals, jass_match_deals)
                             : fmt::format(" of {}", o.target);
        if (m.winner >= 0)
            out += fmt::format("; {} win", sides[static_cast<std::size_t>(m.winner)]);
        return out;
    }

private:
    // Announcements in the order of the seats, null for who has not played to the first trick; and
    // what the winners showed after it, as a whole and what each seat still holds of it.
    static void weis_facts(const state& s, nlohmann::ordered_json& out) {
        const auto& x = s.extra;
        for (int k = 0; k < jass::seats; ++k) {
            nlohmann::ordered_json said;
            if (has_announced(s, k)) {
                const called_weis w = read_call(x.announced[k], weis_rules_of(s));
                if (x.announced[k] == 0)
                    said = "none";
                else
                    said = fmt::format("{} {} of {} to the {}", w.points,
                                       w.quartet ? "quartet" : "run", w.size,
                                       jass::deck.ranks[static_cast<std::size_t>(w.top)]);
            }
            out["weis"].push_back(said);
            out["weis_held"].push_back(mask_str<jass>(s.hands[k] & x.shown));
        }
        out["weis_winner"] = seat_json(x.weis_winner);
        out["weis_points"] = 10 * x.weis_tens;
        out["weis_shown"] = mask_str<jass>(x.shown);
    }
    static bool first_trick(const state& s) { return tricks_begun_before(s) == 0; }
    static bool has_announced(const state& s, int k) {
        return !first_trick(s) || s.trick.cards[k] != no_card;
    }

    static void validate_contract(const state& s) {
        const auto& x = s.extra;
        if (static_cast<int>(x.chosen) >= jass::contract_count)
            refuse(fmt::format("contract is at most {}", jass::contract_count - 1));
        if (x.pushes > (plays_by(s, jass::back_allowed) ? 2 : 1)) refuse("too many pushes");
        if (s.trump != trump_of_contract(x.chosen)) refuse("trump is not that of the contract");
        if (is_choosing(s)) {
            const seat due = seat_after<jass>(forehand_of(s), 2 * x.pushes);
            if (s.played != 0) refuse("cards were played before the contract was chosen");
            if (s.current_player != due)
                refuse("out of turn: " + seat_str<jass>(due) + " is to choose");
            return;
        }
        state before;
        before.extra.table = x.table;
        if (!rules<jass>::legal_actions(before).contains(jass::call(x.chosen)))
            refuse("that contract is not played at this table");
        if (s.trick.num_played == 0 && s.current_player != forehand_of(s))
            refuse("forehand is to lead: " + seat_str<jass>(forehand_of(s)));
    }
    static void validate_log(const state& s) {
        int points = 0, won = 0;
        for (int trick = 0; trick < jass::play.tricks; ++trick) {
            const std::uint8_t entry = s.extra.log[static_cast<std::size_t>(trick)];
            if (entry != 0 && trick >= tricks_begun_before(s))
                refuse("the log holds a trick that was not played");
            points += logged_points(entry);
            won += static_cast<int>(logged_side(entry));
        }
        if (won != s.tricks_won[1]) refuse("the log and the tricks won differ");
        const int due = card_points<jass>(cards_won(s), points_order(s)) +
                        (rules<jass>::is_over(s) ? jass::last_trick_bonus : 0);
        if (points != due)
            refuse(fmt::format("the log holds {} points, the cards won {}", points, due));
    }
    static void validate_weis(const state& s) {
        const auto& x = s.extra;
        const bool on = plays_by(s, jass::has_weis) && !is_choosing(s);
        per_seat<card_mask> dealt{};
        for (int k = 0; k < jass::seats; ++k) {
            const weis_call said = x.announced[k];
            if (said != 0 && (!is_call(said) || read_call(said, weis_rules_of(s)).points == 0))
                refuse("announced: no such Weis");
            if (said != 0 && !(on && has_announced(s, k)))
                refuse("a Weis is announced with a card to the first trick");
            const card led = s.trick.cards[k];
            dealt[k] = s.hands[k] | (led == no_card ? 0 : bit(led));
        }
        if (on && dealt_known(s)) {
            const weis_sense how = weis_sense_of(x.chosen);
            for (int k = 0; k < jass::seats; ++k)
                if (has_announced(s, k) &&
                    x.announced[k] != call_of(find_weis(dealt[k], weis_rules_of(s), how).best(how)))
                    refuse("announced is not the best Weis of the hand");
        }
        validate_shown(s, on, dealt);
    }
    // The hands as dealt can still be told: no second trick has begun.
    static bool dealt_known(const state& s) {
        return first_trick(s) || (tricks_begun_before(s) == 1 && s.trick.num_played == 4);
    }
    static void validate_shown(const state& s, bool on, const per_seat<card_mask>& dealt) {
        const auto& x = s.extra;
        weis_result due;
        if (on && !first_trick(s)) {
            if (!dealt_known(s)) {
                validate_shown_later(s);
                return;
            }
            due = compare_weis(dealt, s.trick.lead_seat, x.chosen, weis_rules_of(s));
        }
        if (x.weis_winner != due.winner || 10 * x.weis_tens != due.points || x.shown != due.shown)
            refuse("weis_winner, weis_tens or shown are not what the first trick showed");
    }
    static void validate_shown_later(const state& s) {
        const auto& x = s.extra;
        const bool none = std::ranges::count(x.announced, 0) == jass::seats;
        if (none != (x.weis_winner == jass::nobody) || none != (x.weis_tens == 0) ||
            none != (x.shown == 0))
            refuse("announced, weis_winner, weis_tens and shown contradict each other");
        if (none) return;
        if (x.weis_winner >= jass::seats) refuse("weis_winner is no seat");
        constexpr int most =
            2 * 37;  // two hands with four jacks, four nines and a run: no team has
        if (x.weis_tens > most) refuse(fmt::format("weis_tens is at most {}", most));
        const auto winner = static_cast<seat>(x.weis_winner);
        const int best = read_call(x.announced[winner], weis_rules_of(s)).points;
        if (best == 0) refuse("the winner of the Weis announced none");
        if (10 * x.weis_tens < best) refuse("the winner's team scores less than his best Weis");
        const card_mask others =
            s.hands[next_seat(winner)] | s.hands[partner_of(next_seat(winner))];
        if (x.shown & others)
            refuse("shown by the other team: " + mask_str<jass>(x.shown & others));
    }
    static void validate_stoeck(const state& s) {
        const auto& x = s.extra;
        const int fallen = ops::popcount(s.played & royal_pair(s.trump));
        if ((x.royal == jass::nobody) != (fallen == 0) ||
            (x.royal != jass::nobody && x.royal >= jass::seats))
            refuse("royal is who played the first of king and queen of trumps");
        if (x.stoeck != jass::nobody && (x.stoeck != x.royal || fallen < 2))
            refuse("stoeck is who played king and queen of trumps");
    }
};

MU_GAME(jass)

}  // namespace mu::detail

MU_PLAYOUTS(jass)
MU_SOLVER(jass)
