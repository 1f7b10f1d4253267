#include <algorithm>

#include <fmt/format.h>

#include <mu/games/contree.h>
#include <mu/games/contree/gather.h>
#include <mu/games/contree/hidden.h>
#include <mu/games/contree/reason.h>
#include <mu/games/contree/soft_rules.h>
#include <mu/policy/rule.h>

#include "api/deal_text.h"
#include "api/fields.h"
#include "api/model.h"
#include "games/contree/contracts.h"
#include "games/contree/contree_text.h"
#include "games/contree/table_words.h"

namespace mu::detail {

namespace {

using phase = contree::phase;

constexpr std::array phase_names{"auction", "interjection", "play", "passed_out", "strain"};
constexpr std::array coinche_names{"none", "coinche", "surcoinche"};

}  // namespace

template <>
struct game_text<contree> {
    static constexpr std::string_view name = "contree";
    static constexpr std::string_view title = "Belote contrée";
    static constexpr point_scale scale{
        .zero_sum = false, .inaccuracy = 10, .mistake = 30, .blunder = 100};
    static constexpr int version = 1;
    using options = contree::options;
    using state = game_state<contree>;

    static const option_table<options>& options_table() {
        using rounding = options::rounding;
        using counting = options::counting;
        using capot = options::capot_rule;
        static const auto table =
            option_table<options>()
                .either("profile", "colver", "seed",
                        "the house whose scoring is followed; seed counts a base of 160, or 250 "
                        "with all eight tricks",
                        [](options& o, bool seed) { o.base = seed ? 160 : 162; })
                .flag("gathered_deal", false,
                      "in a match the cards are stacked, cut and dealt 3-3-2 instead of shuffled",
                      [](options& o, bool on) { o.gathered = on; })
                .number("floor", {80, 82}, 80, "the value of the lowest bid",
                        [](options& o, int n) { o.floor = static_cast<std::uint8_t>(n); })
                .either("contracts", "suits", "all",
                        "what is bid: a suit, or sans atout (nt) and tout atout (at) as well",
                        [](options& o, bool all) { o.house.all_contracts = all; })
                .number("step", {10, 5}, 10, "bids go by 10 or by 5",
                        [](options& o, int n) { o.house.by_fives = n == 5; })
                .choice<contree_cap>(
                    "cap",
                    {{"160", contree_cap::at_160},
                     {"170", contree_cap::at_170},
                     {"180", contree_cap::at_180},
                     {"270", contree_cap::at_270}},
                    "the highest bid below capot; 270 by tens only, and not with a capot of 250",
                    [](options& o, contree_cap cap) { o.house.cap = cap; })
                .either("coinche", "in_turn", "out_of_turn",
                        "out of turn: the bidder's right-hand opponent may coinche before the next "
                        "seat speaks",
                        [](options& o, bool out) { o.house.coinche_out_of_turn = out; })
                .either("partner_ruffed_trump_only", "free", "must_overtrump",
                        "a hand of trumps alone, partner winning by a ruff: free, or bound to beat "
                        "it",
                        [](options& o, bool must) { o.house.overtrump_ruffing_partner = must; })
                .either("undertrump", "free", "forced",
                        "a void hand that cannot overtrump: any card, or a trump",
                        [](options& o, bool forced) { o.house.undertrump_forced = forced; })
                .either("overtrump_partner_on_trump_lead", "yes", "no",
                        "whether partner's trump must be beaten when trumps were led",
                        [](options& o, bool no) { o.house.overtrump_partner = !no; })
                .choice<rounding>("rounding",
                                  {{"none", rounding::none},
                                   {"half_up", rounding::half_up},
                                   {"half_down", rounding::half_down}},
                                  "scores to tens: 85 is 90 with half_up, 80 with half_down",
                                  [](options& o, rounding by) { o.round = by; })
                .choice<int>("base", {{"profile", {}}, {"162", 162}, {"160", 160}},
                             "card points that a failure or a coinched contract counts; 252 or 250 "
                             "with all eight tricks",
                             [](options& o, int n) { o.base = static_cast<std::uint8_t>(n); })
                .number("surcoinche", {3, 4}, 3, "what a surcoinche multiplies the bid by",
                        [](options& o, int n) { o.surcoinche = static_cast<std::uint8_t>(n); })
                .choice<capot>(
                    "capot",
                    {{"250", capot::value_250}, {"270", capot::value_270}, {"flat", capot::flat}},
                    "the value of a capot contract, or 500, 1000, 2000 instead of points and bid",
                    [](options& o, capot value) { o.capot = value; })
                .flag("belote_kept", false, "the taker keeps his belote when he fails",
                      [](options& o, bool on) { o.belote_kept = on; })
                .choice<counting>(
                    "count",
                    {{"made_and_bid", counting::made_and_bid},
                     {"bid_only", counting::bid_only},
                     {"made_only", counting::made_only}},
                    "what scores besides the belote: card points made, the bid, or both",
                    [](options& o, counting what) { o.count = what; })
                .flag("defence_capot", false,
                      "a failure counts 90 more if the defenders took all eight tricks",
                      [](options& o, bool on) { o.defence_capot = on; })
                .number("target", {2000, 1000, 2001, 501}, 2000, "points that win a match",
                        [](options& o, int n) { o.target = static_cast<std::uint16_t>(n); });
        return table;
    }

    static void check(const options& o) {
        if (o.count == options::counting::made_only && o.capot == options::capot_rule::flat)
            throw std::invalid_argument(
                "capot=flat counts the bid, count=made_only does not: choose capot=250 or another "
                "count");
        if (o.house.cap == contree_cap::at_270 && o.house.by_fives)
            throw std::invalid_argument(
                "cap=270 is bid by tens, step=5 by fives: choose step=10 or a cap of 160, 170 or "
                "180");
        if (o.house.cap == contree_cap::at_270 && o.capot == options::capot_rule::value_250)
            throw std::invalid_argument(
                "cap=270 goes beyond capot=250, the highest bid: choose capot=270 or capot=flat, "
                "or a cap of 160, 170 or 180");
    }

    // "N <north> <east> <south> <west>": the dealer, the hands.
    static std::string deal_text(const state& s) {
        return seat_str<contree>(s.dealer) + hands_text(s);
    }
    static state parse_deal(const options& o, std::string_view text) {
        field_reader in(text);
        const seat dealer = in.read("the dealer", [](auto t) { return parse_seat<contree>(t); });
        const per_seat<card_mask> hands = read_hands<contree>(in, 8);
        in.finish();
        return contree_start(hands, o, dealer);
    }

    static std::string action_text(const options& o, action a) {
        using namespace contree_calls;
        const int call = a - rules<contree>::first_call;
        if (o.house.in_two_steps() == (call >= first_in_two_steps)) {
            if (is_level(call)) return contree_level_text(call - first_level);
            if (is_strain(call))
                return contree_strain_text(static_cast<strain>(call - first_strain));
            if (call < first_level) return call_text(in_one_step(call));
        }
        throw std::invalid_argument(fmt::format("no action {} in contree", a));
    }
    // Of a call that is the same in both kinds of auction, or a bid made in one step.
    static std::string call_text(int call) {
        if (call == contree_calls::pass) return "pass";
        if (call == contree_calls::coinche) return "coinche";
        if (call == contree_calls::surcoinche) return "surcoinche";
        return contree_bid_text(call);
    }
    static action parse_action(const options& o, std::string_view text) {
        using namespace contree_calls;
        std::string word(text);
        std::ranges::transform(word, word.begin(), lower);
        const bool two_steps = o.house.in_two_steps();
        const auto call = [&](int in_one, int in_two) {
            return static_cast<action>(rules<contree>::first_call + (two_steps ? in_two : in_one));
        };
        if (word == "pass") return call(pass, pass_in_two_steps);
        if (word == "coinche") return call(coinche, coinche_in_two_steps);
        if (word == "surcoinche") return call(surcoinche, surcoinche_in_two_steps);
        if (const int bid = two_steps ? parse_half_contree_bid(word) : parse_contree_bid(word);
            bid != pass)
            return call(bid, bid);
        try {
            return parse_card<contree>(text);
        } catch (const parse_error& e) {
            throw parse_error(text, e.offset,
                              two_steps ? "expected a card, pass, coinche, surcoinche, or half a "
                                          "bid: a number or capot, then s h d c nt at"
                                        : "expected a card, pass, coinche, surcoinche, or a bid "
                                          "like 100h or capot-h");
        }
    }

    // What else people say: "90 hearts", "double".
    static void add_words(const state& s, word_finder& words) {
        using namespace contree_calls;
        if (s.extra.stage == phase::play) return;
        const bool two_steps = s.extra.house.in_two_steps();
        const auto add = [&](int in_one, int in_two,
                             std::initializer_list<std::string_view> phrases) {
            words.add(
                static_cast<action>(rules<contree>::first_call + (two_steps ? in_two : in_one)),
                phrases);
        };
        add(pass, pass_in_two_steps, {"p", "passe"});
        add(coinche, coinche_in_two_steps, {"double", "dbl", "x", "contre"});
        add(surcoinche, surcoinche_in_two_steps, {"redouble", "xx", "surcontre"});
        for (const suit in : all_suits)
            for (const std::string& word : suit_words<contree>(in)) {
                if (two_steps) {
                    add(pass, first_strain + index(in), {word});
                    continue;
                }
                for (int level = 0; level <= level_180; level += 2)
                    add(bid(level, in), 0, {contree_level_text(level) + word});
                add(bid(level_capot, in), 0, {"capot" + word});
            }
        if (!two_steps) return;
        add(pass, first_strain + static_cast<int>(strain::no_trump),
            {"no trump", "no trumps", "sans atout", "sa"});
        add(pass, first_strain + static_cast<int>(strain::all_trump),
            {"all trump", "all trumps", "tout atout", "ta"});
    }
    // A bid in two steps, "105h": its level and its strain.
    static std::vector<action> parse_several(const state& s, std::string_view text) {
        if (s.extra.stage != phase::auction || !s.extra.house.in_two_steps()) return {};
        using namespace contree_calls;
        const std::string word = plain_word(text);
        const auto id = [](int call) {
            return static_cast<action>(rules<contree>::first_call + call);
        };
        for (int level = 0; level < level_count; ++level) {
            const std::string number = contree_level_text(level);
            if (!word.starts_with(number) || word == number) continue;
            state named = s;
            named.extra.stage = phase::strain;
            word_finder strains(word.substr(number.size()));
            add_words(named, strains);
            for (int in = 0; in < strain_count; ++in)
                strains.add(id(first_strain + in), contree_strain_text(static_cast<strain>(in)));
            for (const action a : strains.found())
                if (a >= id(first_strain)) return {id(first_level + level), a};
        }
        return {};
    }

    static std::string explain(const state& s, action a) { return why_not_in_contree(s, a); }

    static void facts(const options& o, const view<contree>& v, nlohmann::ordered_json& out) {
        const contree::extra& x = v.seen.extra;
        out["phase"] = phase_names[static_cast<std::size_t>(x.stage)];
        nlohmann::ordered_json contract;  // null before the first bid
        if (x.bid != contree_calls::pass) {
            contract["bid"] = contree_standing_text(x);
            contract["value"] = contree_value(x.bid, o);
            contract["bidder"] = seat_str<contree>(x.bidder);
            contract["coinche"] = coinche_names[x.coinche];
        }
        out["contract"] = contract;
        out["trump"] = x.stage == phase::play ? contree_strain_text(order_now(v.seen))
                                              : suit_str<contree>(v.seen.trump);
        out["passes"] = x.passes;
        out["points"] = x.points;
        out["belote"] =
            x.belote < 0 ? nlohmann::ordered_json()
                         : nlohmann::ordered_json(seat_str<contree>(static_cast<seat>(x.belote)));
    }

    // Every field of the state but the house rules, which are options: for position text.
    template <typename State, typename Visitor>
    static void visit(State& s, Visitor&& field) {
        field("dealer", s.dealer);
        field("to_act", s.current_player);
        field("phase", s.extra.stage);
        field("bid", s.extra.bid);
        field("bidder", s.extra.bidder);
        field("coinche", s.extra.coinche);
        field("passes", s.extra.passes);
        field("trump", s.trump);
        visit_play(s, field);
        field("points", s.extra.points);
        field("belote", s.extra.belote);
    }
    static void settle(const options& o, state& s) { s.extra.house = o.house; }
    static void validate(const options&, const state& s) { check_contree_position(s); }

    // A deal that was set up in the middle has no order of tricks: the next one is shuffled.
    static bool gather(const options& o, const state& start, std::span<const action> history,
                       rng& generator, std::span<card_mask> places) {
        if (!o.gathered || start.played != 0) return false;
        const int cut = static_cast<int>(generator.below(deck_traits<contree>::cards));
        contree_deal_stack(contree_gather(start, history), cut, places);
        return true;
    }

    using match_state = contree_match;
    static contree_match match_add(const options& o, const contree_match& m, const state& s) {
        const auto points = points_of(s, o);
        return contree_add_deal(m, {points[0], points[1]}, o);
    }
    static std::vector<int> match_totals(const contree_match& m) {
        return {m.totals[0], m.totals[1], m.totals[0], m.totals[1]};
    }
    static int match_target(const options& o) { return o.target; }
    static int match_winner(const contree_match& m) { return m.winner; }
    static std::string match_text(const options& o, const contree_match& m) {
        std::string out =
            fmt::format("north-south {}, east-west {} of {}", m.totals[0], m.totals[1], o.target);
        if (m.winner >= 0)
            out += fmt::format("; {} win", contree_teams[static_cast<std::size_t>(m.winner)]);
        return out;
    }
};

MU_GAME(contree)

}  // namespace mu::detail
