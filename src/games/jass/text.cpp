#include <algorithm>

#include <mu/games/jass.h>
#include <mu/games/jass/hidden.h>
#include <mu/games/jass/reason.h>
#include <mu/games/jass/soft_rules.h>
#include <mu/policy/rule.h>

#include "games/jass/contracts.h"
#include "games/jass/jass_text.h"
#include "games/jass/table_words.h"

namespace mu::detail {

namespace {

// In the order of the action ids.
constexpr std::array<std::string_view, jass::contract_count> contract_names{
    "S", "H", "D", "C", "O", "U", "push", "slalom_O", "slalom_U", "gusti", "mary"};

constexpr std::array sides{"north-south", "east-west"};

std::string_view contract_name(jass::contract c) {
    return contract_names[static_cast<std::size_t>(c)];
}

using multipliers = std::array<std::uint8_t, 6>;  // S H D C O U

nlohmann::ordered_json seat_json(std::uint8_t who) {
    if (who == jass::nobody) return nullptr;
    return seat_str<jass>(static_cast<seat>(who));
}

}  // namespace

template <>
struct game_text<jass> {
    static constexpr std::string_view name = "jass";
    static constexpr std::string_view title = "Jass (Schieber)";
    static constexpr point_scale scale{
        .zero_sum = false, .inaccuracy = 5, .mistake = 12, .blunder = 30};
    static constexpr int version = 1;
    using options = jass::options;
    using state = game_state<jass>;

    static const option_table<options>& options_table() {
        using finish = jass::finish_rule;
        static const auto table =
            option_table<options>()
                .either("trump_order", "swiss", "seed",
                        "trumps rank J 9 A K Q 10 8 7 6, or J 9 A 10 K Q 8 7 6",
                        [](options& o, bool seed) { o.house.seed_order = seed; })
                .either("undertrump", "forbidden", "allowed_if_void",
                        "whether a hand void in the led suit may play below a trump in the trick",
                        [](options& o, bool allowed) { o.house.undertrump_if_void = allowed; })
                .flag("push_back", false, "the partner may push the choice back once",
                      [](options& o, bool on) { o.house.push_back = on; })
                .flag("slalom", false, "contract: top-down and bottom-up trick by trick",
                      [](options& o, bool on) { o.house.slalom = on; })
                .flag("gusti", false, "contract: first top-down, then bottom-up",
                      [](options& o, bool on) { o.house.gusti = on; })
                .flag("mary", false, "contract: first bottom-up, then top-down",
                      [](options& o, bool on) { o.house.mary = on; })
                .number("first_block", {4, 5}, 4, "tricks before gusti and mary turn over",
                        [](options& o, int n) { o.house.long_first_block = n == 5; })
                .flag("weis", true, "runs and quartets count",
                      [](options& o, bool on) { o.house.weis = on; })
                .flag("long_runs", true, "six cards and more count 150 to 300, not 100",
                      [](options& o, bool on) { o.house.weis_by.long_runs = on; })
                .flag("low_quartets", true, "four sixes, sevens or eights count",
                      [](options& o, bool on) { o.house.weis_by.low_quartets = on; })
                .flag("cross", true, "a card may serve in a run and in a quartet",
                      [](options& o, bool on) { o.house.weis_by.cross = on; })
                .flag("stoeck", true, "king and queen of trumps in one hand count 20",
                      [](options& o, bool on) { o.stoeck = on; })
                .flag("need_trick", false, "no trick, no Weis and no Stöck",
                      [](options& o, bool on) { o.need_trick = on; })
                .flag("match_bonus", true, "all nine tricks earn 100",
                      [](options& o, bool on) { o.match_bonus = on; })
                .choice<multipliers>("multipliers",
                                     {{"x1", multipliers{1, 1, 1, 1, 1, 1}},
                                      {"x123", multipliers{2, 1, 1, 2, 3, 3}},
                                      {"x1234", multipliers{2, 1, 1, 2, 3, 4}},
                                      {"x123_red", multipliers{1, 2, 2, 1, 3, 3}},
                                      {"x1234_red", multipliers{1, 2, 2, 1, 3, 4}}},
                                     "by contract: one; black suits 2, red 1, O 3, U 3 or 4; _red: "
                                     "red suits 2, black 1",
                                     [](options& o, const multipliers& by) { o.multipliers = by; })
                .choice<std::uint16_t>(
                    "target",
                    {{"1000", 1000},
                     {"1500", 1500},
                     {"2000", 2000},
                     {"2500", 2500},
                     {"3000", 3000},
                     {"12_deals", 0}},
                    "points that win the match, or most points after twelve deals",
                    [](options& o, std::uint16_t points) { o.target = points; })
                .choice<finish>(
                    "finish", {{"at_once", finish::at_once}, {"end_of_deal", finish::end_of_deal}},
                    "who reaches the target first (Stöck, Weis, tricks), or the higher total",
                    [](options& o, finish by) { o.finish = by; });
        return table;
    }

    static void check(const options& o) {
        if (!o.house.weis && !(o.house.weis_by == weis_rules{}))
            refuse("long_runs, low_quartets and cross are about Weis: choose weis=on");
        if (o.need_trick && !o.house.weis && !o.stoeck)
            refuse("need_trick=on is about Weis and Stöck: choose weis=on or stoeck=on");
        if (o.house.long_first_block && !o.house.gusti && !o.house.mary)
            refuse("first_block=5 is about Gusti and Mary: choose gusti=on or mary=on");
    }

    static std::string action_text(action a) {
        if (a < jass::first_contract || a >= jass::first_contract + jass::contract_count)
            throw std::invalid_argument(fmt::format("no action {} in jass", a));
        return std::string(contract_names[static_cast<std::size_t>(a - jass::first_contract)]);
    }
    static action parse_action(std::string_view text) {
        const std::string word = plain_word(text);
        const auto found = std::ranges::find(contract_names, word, plain_word);
        if (found == contract_names.end()) return parse_card<jass>(text);
        return static_cast<action>(jass::first_contract + (found - contract_names.begin()));
    }
    // What else people say: "trump hearts", "obenabe", "schieben".
    static void add_words(const state& s, word_finder& words) {
        using enum jass::contract;
        if (!is_choosing(s)) return;
        constexpr std::array<std::string_view, suit_count> swiss{"schaufel", "herz", "ecken",
                                                                 "kreuz"};
        for (const suit in : all_suits) {
            const action call = jass::call(static_cast<jass::contract>(in));
            auto names = suit_words<jass>(in);
            names.emplace_back(swiss[static_cast<std::size_t>(in)]);
            for (const std::string& word : names)
                words.add(call, {word, "trump" + word, "trumpf" + word, word + "trump"});
        }
        words.add(jass::call(obenabe), {"obenabe", "oben", "obe", "top down"});
        words.add(jass::call(undenufe),
                  {"undenufe", "unden", "unde", "une", "uneufe", "bottom up"});
        words.add(jass::push, {"schieben", "schiebe", "gschobe", "geschoben"});
        words.add(jass::call(slalom_obenabe), {"slalom", "slalom oben", "slalom obenabe"});
        words.add(jass::call(slalom_undenufe), {"slalom", "slalom unden", "slalom undenufe"});
    }

    // "N <north> <east> <south> <west>": dealer and hands.
    static std::string deal_text(const state& s) {
        return seat_str<jass>(s.dealer) + hands_text(s);
    }
    static state parse_deal(const options& o, std::string_view text) {
        field_reader in(text);
        const seat dealer = in.read("the dealer", [](auto t) { return parse_seat<jass>(t); });
        const per_seat<card_mask> hands = read_hands<jass>(in, jass::play.tricks);
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
        if (o.house.weis) weis_facts(s, out);
        if (o.stoeck) out["stoeck"] = seat_json(x.stoeck);
    }

    // Every field of the state but the house rules, which are options: for position text.
    template <typename State, typename Visitor>
    static void visit(State& s, Visitor&& field) {
        field("dealer", s.dealer);
        field("to_act", s.current_player);
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

    static void settle(const options& o, state& s) { s.extra.house = o.house; }
    static void validate(const options&, const state& s) {
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
    static int match_target(const options& o) { return o.target; }
    static nlohmann::ordered_json match_facts(const options& o, const jass_match&) {
        if (o.target > 0) return nlohmann::ordered_json::object();
        return {{"length", jass_match_deals}};
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
        if (x.pushes > (s.extra.house.push_back ? 2 : 1)) refuse("too many pushes");
        if (s.trump != trump_of_contract(x.chosen)) refuse("trump is not that of the contract");
        if (is_choosing(s)) {
            const seat due = seat_after<jass>(forehand_of(s), 2 * x.pushes);
            if (s.played != 0) refuse("cards were played before the contract was chosen");
            if (s.current_player != due)
                refuse("out of turn: " + seat_str<jass>(due) + " is to choose");
            return;
        }
        state before;
        before.extra.house = x.house;
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
        const bool on = s.extra.house.weis && !is_choosing(s);
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
