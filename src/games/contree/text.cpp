#include <algorithm>
#include <cctype>
#include <charconv>

#include <fmt/format.h>

#include <mu/games/contree/gather.h>
#include <mu/games/contree/hidden.h>
#include <mu/games/contree/rule.h>
#include <mu/games/contree/soft_rules.h>

#include "api/fields.h"
#include "api/model.h"
#include "engine/dispatch.h"
#include "games/contree/contracts.h"

namespace mu::detail {

namespace {

using contree_state = game_state<contree>;
using phase = contree::phase;

constexpr std::array team_names{"north-south", "east-west"};
constexpr std::array phase_names{"auction", "interjection", "play", "passed_out", "strain"};
constexpr std::array coinche_names{"none", "coinche", "surcoinche"};

std::string strain_text(contree_calls::strain s) {
    if (s == contree_calls::strain::no_trump) return "nt";
    if (s == contree_calls::strain::all_trump) return "at";
    return suit_str<contree>(contree_calls::trump_of(s));
}
std::string level_text(int level) {
    return level == contree_calls::level_capot ? "capot"
                                               : std::to_string(contree_calls::number_of(level));
}
std::string bid_text(int bid) {
    return level_text(contree_calls::level_of(bid)) + (contree_calls::is_capot(bid) ? "-" : "") +
           strain_text(contree_calls::strain_of(bid));
}
// The bid of a state, without the strain while that is owed.
std::string standing_text(const contree::extra& x) {
    return x.stage == phase::strain ? level_text(contree_calls::level_of(x.bid)) : bid_text(x.bid);
}

// The suit that ends a bid.
suit parse_bid_suit(std::string_view text, std::size_t at) {
    suit in = suit::none;
    try {
        in = parse_suit<contree>(text.substr(at));
    } catch (const parse_error& e) {
        throw parse_error(text, at + e.offset, "expected a suit (s h d c) after the bid");
    }
    if (in == suit::none) throw parse_error(text, at, "a bid names one of the four suits");
    return in;
}

// A level, and where the text goes on after it; level -1 if the text does not begin like a bid. 82
// is another name for 80.
struct level_read {
    int level = -1;
    std::size_t end = 0;
};
level_read parse_level(std::string_view text, int step, int most) {
    constexpr std::string_view capot = "capot";
    if (text.starts_with(capot)) return {contree_calls::level_capot, capot.size()};
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || value < 80) return {};
    if (value == 82) value = 80;
    if (value % (value > 180 ? 10 : step) != 0 || value > most)
        throw parse_error(text, 0,
                          step == 10 ? "bids are 80, 90, ... 180 and capot"
                                     : "bids are 80, 85, ... 180, 190, ... 270 and capot");
    return {contree_calls::level_at(value), static_cast<std::size_t>(end - text.data())};
}

// The bid in the text, or `pass` if it does not look like one.
int parse_bid(std::string_view text) {
    const auto [level, end] = parse_level(text, 10, 180);
    if (level < 0) return contree_calls::pass;
    const bool capot = level == contree_calls::level_capot;
    if (capot && !text.substr(end).starts_with('-')) return contree_calls::pass;
    return contree_calls::bid(level, parse_bid_suit(text, end + (capot ? 1 : 0)));
}

// The level or strain in the text, as a call of an auction in two steps, or `pass`.
int parse_half_bid(std::string_view text) {
    if (text == "nt" || text == "at")
        return contree_calls::first_strain +
               static_cast<int>(text == "nt" ? contree_calls::strain::no_trump
                                             : contree_calls::strain::all_trump);
    if (const auto [level, end] = parse_level(text, 5, 270); level >= 0) {
        if (end == text.size()) return contree_calls::first_level + level;
        const std::size_t rest = end + (text[end] == '-' ? 1 : 0);
        throw parse_error(
            text, end,
            fmt::format("in this game a bid is two actions, first {} and then {}",
                        level_text(level), rest < text.size() ? text.substr(rest) : "its suit"));
    }
    try {
        const suit in = parse_suit<contree>(text);
        return in == suit::none ? contree_calls::pass : contree_calls::first_strain + index(in);
    } catch (const parse_error&) {
        return contree_calls::pass;  // not a suit
    }
}

// What may be bid, in words.
std::string ladder_text(const contree_calls::ladder& of) {
    return fmt::format("bids go by {} from 80 to {}, and capot", of.step, of.cap);
}

// Why half a bid is not legal, or anything while one waits for its other half.
std::string explain_half_bid(const contree_state& s, int call) {
    using namespace contree_calls;
    const contree::extra& x = s.extra;
    if (x.stage == phase::strain) {
        const bool all = contree::has_all_contracts(x.house);
        if (is_strain(call)) return "only suits can be bid in this game";
        return fmt::format("the bid of {} still needs its {}", standing_text(x),
                           all ? "suit, or nt or at" : "suit");
    }
    return "a bid begins with its number, or capot";
}

// Why a call is not legal. `call` is numbered as in an auction in one step where it can be.
std::string explain_call(const contree_state& s, int call) {
    using namespace contree_calls;
    const contree::extra& x = s.extra;
    if (x.stage == phase::strain || is_strain(call)) return explain_half_bid(s, call);
    const bool own = partnership_of(s.current_player) == partnership_of(x.bidder);
    if (call == coinche) {
        if (x.bid == pass) return "there is no bid to coinche";
        if (x.coinche != 0) return "the contract is coinched already";
        return "only the other team's bid can be coinched";
    }
    if (call == surcoinche)
        return x.coinche == 0 ? "there is no coinche to answer"
                              : "only the coinched team may surcoinche";
    if (x.coinche != 0)
        return own ? "the contract is coinched: only pass or surcoinche is left"
                   : "the contract is coinched: only pass is left";
    if (x.stage == phase::interjection) return "out of turn only a coinche may be called";
    const ladder of = contree::ladder_of(x.house);
    if (is_level(call) && !of.has(call - first_level)) return ladder_text(of);
    if (!is_level(call) && !of.has(level_of(call)))
        return fmt::format("the highest bid below capot is {}", of.cap);
    return "a bid must be higher than " + bid_text(x.bid);
}

// Why a card in hand is not legal. REQUIRES: a trick has begun.
std::string explain_card(const contree_state& s, card c) {
    const suit led = s.trick.lead_suit;
    const bool follows = suit_of<contree>(c) == led;
    const bool trumps = suit_of<contree>(c) == s.trump;
    if (!follows && ops::cards_in_suit<contree>(s.hands[s.current_player], led) != 0)
        return "the led suit must be followed: " + suit_name<contree>(led) + " were led";
    if (s.trump == suit::none)
        return "a higher card must be played: the " + card_str<contree>(s.trick.winning_card) +
               " can be beaten";
    if (!trumps) return "a hand void in the led suit must trump unless partner is winning";
    return "a higher trump must be played: the " + card_str<contree>(s.trick.winning_card) +
           " can be beaten";
}

// The seat to speak follows from the calls since the last bid or coinche.
void validate_auction(const contree_state& s) {
    const contree::extra& x = s.extra;
    if (s.trump != suit::none) refuse("there is no trump suit before the auction is over");
    if (s.played != 0 || s.tricks_remaining != 8 || s.tricks_won != contree_state{}.tricks_won ||
        x.points != contree::extra{}.points || x.belote != -1)
        refuse("nothing is played or won before the auction is over");
    if (x.bid == contree_calls::pass && (x.bidder != contree::extra{}.bidder || x.coinche != 0))
        refuse("a bidder or a coinche without a bid");
    if (x.stage == phase::passed_out) {
        if (x.bid != contree_calls::pass || x.passes != 4)
            refuse("a deal is passed out by four passes without a bid");
        return;
    }
    if (x.stage == phase::strain) {
        if (x.bid == contree_calls::pass || x.coinche != 0 || x.passes != 0 ||
            s.current_player != x.bidder)
            refuse("only the bidder may name the strain, right after the level");
        if (!contree::in_two_steps(x.house)) refuse("a bid is one action in this game");
        if (contree_calls::strain_of(int{x.bid}) != contree_calls::strain::spades)
            refuse("a bid whose strain is owed is numbered as if in spades");
        return;
    }
    if (x.passes > (x.bid == contree_calls::pass ? 3 : 2)) refuse("too many passes in a row");
    if (x.coinche > 1) refuse("a surcoinche ends the auction");
    const int since = (index(s.current_player) - x.passes - 1) & 3;  // who spoke before the passes
    if (x.stage == phase::interjection) {
        if (!(x.house & 32)) refuse("no coinche out of turn in this game");
        if (x.bid == contree_calls::pass || x.coinche != 0 || x.passes != 0 ||
            s.current_player != seat_after<contree>(x.bidder, 3))
            refuse("only the bidder's right-hand opponent may interject, right after the bid");
    } else if (x.bid == contree_calls::pass) {
        if (since != index(s.dealer)) refuse("the seat after the dealer speaks first");
    } else if (x.coinche == 0 ? since != index(x.bidder)
                              : (since & 1) == partnership_of(x.bidder)) {
        refuse(fmt::format("{} is not the seat to speak", seat_str<contree>(s.current_player)));
    }
}

void validate_belote(const contree_state& s) {
    const card_mask pair = contree_pair(s.trump), gone = pair & s.played;
    const int said = s.extra.belote;
    if (said < -1 || said > 3) refuse("belote is a seat from 0 to 3, or -1 for nobody");
    if (gone == 0) {
        if (said != -1) refuse("a belote is announced with the king or queen of trumps");
        return;
    }
    for (int k = 0; k < 4; ++k) {
        const bool left = (pair & s.hands[k]) != 0;  // the other card of the pair
        if (left && said != -1 && said != k)
            refuse(fmt::format("seat {} announced the belote, but seat {} holds its other card",
                               said, k));
        const card c = s.trick.cards[k];
        if (left && c != no_card && (pair & bit(c)) != 0 && said != k)
            refuse(fmt::format("seat {} did not announce the belote", k));
    }
}

void validate_play(const contree_state& s) {
    const contree::extra& x = s.extra;
    if (!contree_calls::is_bid(x.bid)) refuse("there is no contract");
    if (s.trump != contree_calls::suit_of(x.bid)) refuse("the contract is in another trump suit");
    if (x.coinche > 2) refuse("coinche is 0, 1, or 2 for surcoinche");
    if (x.passes != 0) refuse("passes are not counted after the auction");
    if (s.tricks_won[0] + s.tricks_won[1] + s.tricks_remaining != 8)
        refuse("tricks won and left are not eight");

    const trick_state& t = s.trick;
    const bool leading = trick_play<contree>::leading(s);
    if ((t.num_played == 0) != (s.played == 0)) refuse("the last trick stays on the table");
    if (t.num_played == 0 || (s.tricks_remaining == 8 && !leading)) {
        const seat first = t.num_played == 0 ? s.current_player : t.lead_seat;
        if (first != next_seat(s.dealer)) refuse("the seat after the dealer leads first");
    }
    int won = card_points<contree>(card_mask{s.played} & ~(leading ? 0 : t.mask), order_now(s));
    if (s.tricks_remaining == 0) won += s.tricks_won[0] == 8 || s.tricks_won[1] == 8 ? 100 : 10;
    if (x.points[0] + x.points[1] != won)
        refuse(fmt::format("the points are not the {} of the tricks won", won));
    for (std::size_t team = 0; team < 2; ++team)
        if (s.tricks_won[team] == 0 && x.points[team] != 0)
            refuse(fmt::format("{} have points without a trick", team_names[team]));
    validate_turn(s);
    validate_belote(s);
}

}  // namespace

template <>
struct game_text<contree> {
    static constexpr std::string_view name = "contree";
    static constexpr std::string_view title = "Belote contrée";
    static constexpr int version = 1;
    using options = contree::options;
    using state = contree_state;

    static std::vector<option_info> option_list() {
        return {
            {"profile",
             {"colver", "seed"},
             "colver",
             "the house whose scoring is followed; seed counts a base of 160, or 250 with all "
             "eight tricks"},
            {"gathered_deal",
             {"off", "on"},
             "off",
             "in a match the cards are stacked, cut and dealt 3-3-2 instead of shuffled"},
            {"floor", {"80", "82"}, "80", "the value of the lowest bid"},
            {"contracts",
             {"suits", "all"},
             "suits",
             "what is bid: a suit, or sans atout (nt) and tout atout (at) as well"},
            {"step", {"10", "5"}, "10", "bids go by 10 or by 5"},
            {"cap",
             {"160", "170", "180", "270"},
             "160",
             "the highest bid below capot; 270 by tens only, and not with a capot of 250"},
            {"coinche",
             {"in_turn", "out_of_turn"},
             "in_turn",
             "out of turn: the bidder's right-hand opponent may coinche before the next seat "
             "speaks"},
            {"partner_ruffed_trump_only",
             {"free", "must_overtrump"},
             "free",
             "a hand of trumps alone, partner winning by a ruff: free, or bound to beat it"},
            {"undertrump",
             {"free", "forced"},
             "free",
             "a void hand that cannot overtrump: any card, or a trump"},
            {"overtrump_partner_on_trump_lead",
             {"yes", "no"},
             "yes",
             "whether partner's trump must be beaten when trumps were led"},
            {"rounding",
             {"none", "half_up", "half_down"},
             "none",
             "scores to tens: 85 is 90 with half_up, 80 with half_down"},
            {"base",
             {"profile", "162", "160"},
             "profile",
             "card points that a failure or a coinched contract counts; 252 or 250 with all eight "
             "tricks"},
            {"surcoinche", {"3", "4"}, "3", "what a surcoinche multiplies the bid by"},
            {"capot",
             {"250", "270", "flat"},
             "250",
             "the value of a capot contract, or 500, 1000, 2000 instead of points and bid"},
            {"belote_kept", {"off", "on"}, "off", "the taker keeps his belote when he fails"},
            {"count",
             {"made_and_bid", "bid_only", "made_only"},
             "made_and_bid",
             "what scores besides the belote: card points made, the bid, or both"},
            {"defence_capot",
             {"off", "on"},
             "off",
             "a failure counts 90 more if the defenders took all eight tricks"},
            {"target", {"2000", "1000", "2001", "501"}, "2000", "points that win a match"}};
    }

    static void set(options& o, std::string_view key, std::string_view value) {
        using rounding = options::rounding;
        using counting = options::counting;
        using capot_rule = options::capot_rule;
        const bool on = value == "on";
        const auto number = [value] {
            int n = 0;
            std::from_chars(value.data(), value.data() + value.size(), n);
            return n;
        };
        if (key == "profile") {
            o.base = value == "seed" ? 160 : 162;
        } else if (key == "gathered_deal") {
            o.gathered = on;
        } else if (key == "floor") {
            o.floor = static_cast<std::uint8_t>(number());
        } else if (key == "cap") {
            o.cap = static_cast<std::uint16_t>(number());
        } else if (key == "contracts") {
            o.all_contracts = value == "all";
        } else if (key == "step") {
            o.step = static_cast<std::uint8_t>(number());
        } else if (key == "coinche") {
            o.coinche_out_of_turn = value == "out_of_turn";
        } else if (key == "partner_ruffed_trump_only") {
            o.overtrump_ruffing_partner = value == "must_overtrump";
        } else if (key == "undertrump") {
            o.undertrump_forced = value == "forced";
        } else if (key == "overtrump_partner_on_trump_lead") {
            o.overtrump_partner = value == "yes";
        } else if (key == "rounding") {
            o.round = value == "half_up"     ? rounding::half_up
                      : value == "half_down" ? rounding::half_down
                                             : rounding::none;
        } else if (key == "base") {
            if (value != "profile") o.base = static_cast<std::uint8_t>(number());
        } else if (key == "surcoinche") {
            o.surcoinche = static_cast<std::uint8_t>(number());
        } else if (key == "capot") {
            o.capot = value == "flat"  ? capot_rule::flat
                      : value == "270" ? capot_rule::value_270
                                       : capot_rule::value_250;
        } else if (key == "belote_kept") {
            o.belote_kept = on;
        } else if (key == "count") {
            o.count = value == "bid_only"    ? counting::bid_only
                      : value == "made_only" ? counting::made_only
                                             : counting::made_and_bid;
        } else if (key == "defence_capot") {
            o.defence_capot = on;
        } else if (key == "target") {
            o.target = static_cast<std::uint16_t>(number());
        }
    }

    static void check(const options& o) {
        if (o.count == options::counting::made_only && o.capot == options::capot_rule::flat)
            throw std::invalid_argument(
                "capot=flat counts the bid, count=made_only does not: choose capot=250 or another "
                "count");
        if (o.cap == 270 && o.step == 5)
            throw std::invalid_argument(
                "cap=270 is bid by tens, step=5 by fives: choose step=10 or a cap of 160, 170 or "
                "180");
        if (o.cap == 270 && o.capot == options::capot_rule::value_250)
            throw std::invalid_argument(
                "cap=270 goes beyond capot=250, the highest bid: choose capot=270 or capot=flat, "
                "or a cap of 160, 170 or 180");
    }

    // "N <north> <east> <south> <west>": the dealer, the hands.
    static std::string deal_text(const state& s) {
        std::string out = seat_str<contree>(s.dealer);
        for (const card_mask hand : s.hands) out += " " + hand_str<contree>(hand);
        return out;
    }
    static state parse_deal(const options& o, std::string_view text) {
        field_reader in(text);
        const seat dealer = in.read("the dealer", [](auto t) { return parse_seat<contree>(t); });
        per_seat<card_mask> hands{};
        card_mask seen = 0;
        for (int k = 0; k < 4; ++k) {
            hands[k] = in.read("a hand", [](auto t) { return parse_hand<contree>(t); });
            if (hands[k] & seen) in.fail("dealt twice: " + mask_str<contree>(hands[k] & seen));
            if (const int n = ops::popcount(hands[k]); n != 8)
                in.fail(fmt::format("a hand has 8 cards, this one {}", n));
            seen |= hands[k];
        }
        in.finish();
        return contree_start(hands, o, dealer);
    }

    static bool in_two_steps(const options& o) {
        return contree::in_two_steps(contree::house_of(o));
    }
    static std::string action_text(const options& o, action a) {
        using namespace contree_calls;
        const int call = a - rules<contree>::first_call;
        if (in_two_steps(o) == (call >= first_in_two_steps)) {
            if (is_level(call)) return level_text(call - first_level);
            if (is_strain(call)) return strain_text(static_cast<strain>(call - first_strain));
            if (call < first_level) return call_text(in_one_step(call));
        }
        throw std::invalid_argument(fmt::format("no action {} in contree", a));
    }
    // Of a call that is the same in both kinds of auction, or a bid made in one step.
    static std::string call_text(int call) {
        if (call == contree_calls::pass) return "pass";
        if (call == contree_calls::coinche) return "coinche";
        if (call == contree_calls::surcoinche) return "surcoinche";
        return bid_text(call);
    }
    static action parse_action(const options& o, std::string_view text) {
        using namespace contree_calls;
        std::string word(text);
        std::ranges::transform(word, word.begin(),
                               [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        const bool two_steps = in_two_steps(o);
        const auto call = [&](int in_one, int in_two) {
            return static_cast<action>(rules<contree>::first_call + (two_steps ? in_two : in_one));
        };
        if (word == "pass") return call(pass, pass_in_two_steps);
        if (word == "coinche") return call(coinche, coinche_in_two_steps);
        if (word == "surcoinche") return call(surcoinche, surcoinche_in_two_steps);
        if (const int bid = two_steps ? parse_half_bid(word) : parse_bid(word); bid != pass)
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

    static std::string explain(const state& s, action a) {
        const bool is_card = a < deck_traits<contree>::cards;
        if (s.extra.stage != phase::play)
            return is_card ? "the auction is not over"
                           : explain_call(
                                 s, contree_calls::in_one_step(a - rules<contree>::first_call));
        if (!is_card) return "the auction is over";
        if (!(s.hands[s.current_player] & bit(a))) return "that card is not in the hand";
        return explain_card(s, a);
    }

    static void facts(const options& o, const view<contree>& v, nlohmann::ordered_json& out) {
        const contree::extra& x = v.seen.extra;
        out["phase"] = phase_names[static_cast<std::size_t>(x.stage)];
        nlohmann::ordered_json contract;  // null before the first bid
        if (x.bid != contree_calls::pass) {
            contract["bid"] = standing_text(x);
            contract["value"] = contree_value(x.bid, o);
            contract["bidder"] = seat_str<contree>(x.bidder);
            contract["coinche"] = coinche_names[x.coinche];
        }
        out["contract"] = contract;
        out["trump"] = x.stage == phase::play ? strain_text(order_now(v.seen))
                                              : suit_str<contree>(v.seen.trump);
        out["passes"] = x.passes;
        out["points"] = x.points;
        out["belote"] =
            x.belote < 0 ? nlohmann::ordered_json()
                         : nlohmann::ordered_json(seat_str<contree>(static_cast<seat>(x.belote)));
    }

    // Every field of the state, for position text.
    template <typename State, typename Visitor>
    static void visit(State& s, Visitor&& field) {
        field("dealer", s.dealer);
        field("to_act", s.current_player);
        field("phase", s.extra.stage);
        field("bid", s.extra.bid);
        field("bidder", s.extra.bidder);
        field("coinche", s.extra.coinche);
        field("passes", s.extra.passes);
        field("house", s.extra.house);
        field("trump", s.trump);
        visit_play(s, field);
        field("points", s.extra.points);
        field("belote", s.extra.belote);
    }
    static bool is_bid_of(int house, int bid) {
        using namespace contree_calls;
        return is_bid(bid) && is_bid_in_two_steps(bid) == contree::in_two_steps(house) &&
               contree::ladder_of(house).has(level_of(bid)) &&
               (suit_of(bid) != suit::none || contree::has_all_contracts(house));
    }
    static void validate(const options& o, const state& s) {
        validate_hands(s);
        if (s.extra.stage > phase::strain) refuse("phase is 0 to 4");
        if (s.extra.house != contree::house_of(o))
            refuse(fmt::format("house is {} under these options", contree::house_of(o)));
        if (s.extra.bid != contree_calls::pass && !is_bid_of(s.extra.house, s.extra.bid))
            refuse(fmt::format("{} is no bid of this game", s.extra.bid));
        validate_lengths(s);
        validate_deck(s);
        if (s.extra.stage == phase::play)
            validate_play(s);
        else
            validate_auction(s);
    }

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
    static int match_winner(const contree_match& m) { return m.winner; }
    static std::string match_text(const options& o, const contree_match& m) {
        std::string out =
            fmt::format("north-south {}, east-west {} of {}", m.totals[0], m.totals[1], o.target);
        if (m.winner >= 0)
            out += fmt::format("; {} win", team_names[static_cast<std::size_t>(m.winner)]);
        return out;
    }
};

MU_GAME(contree)

}  // namespace mu::detail

MU_PLAYOUTS(contree)
MU_SOLVER(contree)
