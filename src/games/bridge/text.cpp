#include <fmt/format.h>

#include <mu/games/bridge.h>
#include <mu/games/bridge/hidden.h>
#include <mu/games/bridge/soft_rules.h>
#include <mu/policy/rule.h>

#include "api/deal_text.h"
#include "api/fields.h"
#include "api/model.h"
#include "games/bridge/bridge_text.h"
#include "games/bridge/contracts.h"
#include "games/bridge/table_words.h"

namespace mu::detail {

namespace {

using options = bridge::options;
using phase = bridge::phase;
using state = game_state<bridge>;

constexpr std::array side_names{"north-south", "east-west"};
constexpr std::array<std::string_view, 6> phase_names{"auction", "play",       "claim",
                                                      "answer",  "passed_out", "claimed"};

std::string contract_text(const state& s) {
    return bid_text(s.extra.last_bid) + std::string(stake_text(s.extra.stake));
}

// --- Why an action is not legal ----------------------------------------------------------------

std::string explain_call(const state& s, action a) {
    const bridge::extra& x = s.extra;
    const bool ours = partnership_of(x.bidder) == partnership_of(s.current_player);
    if (a < bridge::pass) return "cards are played after the auction";
    if (a >= bridge::first_claim) return "claims are made in the play of the cards";
    if (a == bridge::x) {
        if (x.last_bid == no_bridge_bid) return "there is no bid to double";
        return ours ? "a side does not double its own bid" : "the last bid is doubled already";
    }
    if (a == bridge::xx) {
        if (x.last_bid == no_bridge_bid) return "there is no bid to redouble";
        if (!ours) return "a side redoubles its own bid only";
        return x.stake == doubling::none ? "the last bid is not doubled"
                                         : "the last bid is redoubled already";
    }
    return "a bid must be higher than " + bid_text(x.last_bid);
}

std::string explain_play(const state& s, action a) {
    if (a == bridge::pass) {
        if (!s.extra.claims) return "the auction is over, and this game has no claims";
        return s.extra.claim_refused ? "a claim was refused in this trick: play on"
                                     : "claims begin after the opening lead";
    }
    if (a > bridge::pass && a < bridge::first_claim) return "the auction is over";
    if (a >= bridge::first_claim) return "no claim has been made: say P to claim";
    if (!(s.hands[s.current_player] & bit(a)))
        return s.current_player == dummy_of(s) ? "that card is not in dummy's hand"
                                               : "that card is not in the hand";
    return "the led suit must be followed: " + suit_name<bridge>(s.trick.lead_suit) + " were led";
}

}  // namespace

template <>
struct game_text<bridge> {
    static constexpr std::string_view name = "bridge";
    static constexpr std::string_view title = "Contract bridge";
    // 1, 3 and 6 IMPs
    static constexpr point_scale scale{
        .zero_sum = true, .inaccuracy = 20, .mistake = 90, .blunder = 220};
    static constexpr int version = 1;

    static int duplicate_swing(int points) { return imps(points); }

    static const option_table<options>& options_table() {
        using vul = bridge::vul_rule;
        static const auto table =
            option_table<options>()
                .choice<vul>("vul",
                             {{"board", vul::board},
                              {"none", vul::none},
                              {"ns", vul::ns},
                              {"ew", vul::ew},
                              {"both", vul::both}},
                             "who is vulnerable: by the board's number (duplicate) or the games "
                             "won (rubber), or always the same",
                             [](options& o, vul by) { o.vul = by; })
                .either("scoring", "duplicate", "rubber",
                        "each deal for itself, or games of 100 points and the rubber",
                        [](options& o, bool rubber) {
                            o.scoring = rubber ? bridge::scoring_rule::rubber
                                               : bridge::scoring_rule::duplicate;
                        })
                .flag("honours", false, "rubber: trump honours or aces in one hand score",
                      [](options& o, bool on) { o.honours = on; })
                .flag("claims", false, "a player may claim tricks, the others agree or not",
                      [](options& o, bool on) { o.claims = on; })
                .number("boards", {4, 8, 12, 16, 20, 24, 28, 32, 36}, 16,
                        "the length of a duplicate match",
                        [](options& o, int n) { o.boards = static_cast<std::uint8_t>(n); });
        return table;
    }

    static void check(const options& o) {
        const bool rubber = o.scoring == bridge::scoring_rule::rubber;
        if (o.honours && !rubber)
            refuse("duplicate bridge does not count honours: choose honours=off or scoring=rubber");
        if (rubber && o.vul != bridge::vul_rule::board)
            refuse("in a rubber the games won make a side vulnerable: leave vul out");
        if (rubber && o.boards != options{}.boards)
            refuse("a rubber ends with the second game: leave boards out");
    }

    // "P" "X" "XX" "1C" .. "7NT" "claim0" .. "claim13" "accept" "reject"
    static std::string action_text(action a) {
        switch (a) {
            case bridge::pass:
                return "P";
            case bridge::x:
                return "X";
            case bridge::xx:
                return "XX";
            case bridge::accept:
                return "accept";
            case bridge::reject:
                return "reject";
            default:
                break;
        }
        if (a >= bridge::first_bid && a < bridge::first_claim)
            return bid_text(static_cast<bridge_bid>(a - bridge::first_bid));
        if (a >= bridge::first_claim && a < bridge::accept)
            return fmt::format("claim{}", a - bridge::first_claim);
        throw std::invalid_argument(fmt::format("no action {} in bridge", a));
    }

    // A bid's suit is a capital and a card's is not: 7C is a bid, 7c the seven of clubs. Where
    // there is no such card, as with 1c and 7nt, case does not matter.
    static action parse_action(std::string_view text) {
        const std::string word = upper(text);
        if (word == "P" || word == "PASS") return bridge::pass;
        if (word == "CLAIM") return bridge::pass;  // what it means in the play
        for (int a = bridge::x; a <= bridge::xx; ++a)
            if (word == action_text(static_cast<action>(a))) return static_cast<action>(a);
        for (int a = bridge::first_claim; a <= bridge::reject; ++a)
            if (word == upper(action_text(static_cast<action>(a)))) return static_cast<action>(a);
        if (const auto b = read_bid(text);
            b && (text == word || text[0] == '1' || text.size() > 2 || upper(text[1]) == 'N'))
            return bridge::bid_action(*b);
        return parse_card<bridge>(text);
    }

    // What else people say. In the auction 7c is a bid: no card is played there.
    static void add_words(const state& s, word_finder& words) {
        switch (s.extra.now) {
            case phase::auction:
                words.add(bridge::pass, {"no bid", "nb"});
                words.add(bridge::x, {"double", "dbl", "dble", "d"});
                words.add(bridge::xx, {"redouble", "rdbl", "rd", "r"});
                for (int b = 0; b < bridge_bid_count; ++b) {
                    const auto bid = static_cast<bridge_bid>(b);
                    const std::string level = std::to_string(bridge_level(bid));
                    for (const auto& suited :
                         suit_words<bridge>(trump_suit(bridge_denomination(bid))))
                        words.add(bridge::bid_action(bid), level + suited);
                }
                return;
            case phase::answer:
                words.add(bridge::accept, {"yes", "agree", "ok"});
                words.add(bridge::reject, {"no", "refuse", "disagree"});
                return;
            case phase::claim:
                for (int n = 0; n <= 13; ++n)
                    words.add(bridge::claim_action(n),
                              {std::to_string(n), "claim" + std::to_string(n)});
                return;
            default:
                return;
        }
    }

    // "N none <north> <east> <south> <west>": dealer, vulnerability, the hands.
    static std::string deal_text(const state& s) {
        std::string out = seat_str<bridge>(s.dealer) + " " + std::string(vul_names[s.extra.vul]);
        return out + hands_text(s);
    }

    static state parse_deal(const options& o, std::string_view text) {
        field_reader in(text);
        const seat dealer = in.read("the dealer", [](auto t) { return parse_seat<bridge>(t); });
        const vulnerability vul = in.read("the vulnerability", [](auto t) {
            for (std::size_t v = 0; v < vul_names.size(); ++v)
                if (t == vul_names[v]) return static_cast<vulnerability>(v);
            throw parse_error(t, 0, "expected the vulnerability: none, ns, ew or both");
        });
        if (o.vul != bridge::vul_rule::board && vul != bridge_vulnerability(o, 0))
            in.fail(fmt::format("the game is played with vul={}",
                                vul_names[bridge_vulnerability(o, 0)]));
        const per_seat<card_mask> hands = read_hands<bridge>(in, 13);
        in.finish();
        return bridge_start(hands, dealer, vul, o.claims);
    }

    static std::string explain(const state& s, action a) {
        switch (s.extra.now) {
            case phase::auction:
                return explain_call(s, a);
            case phase::claim:
                return fmt::format(
                    "say how many of the tricks left your side takes: claim0 to "
                    "claim{}",
                    int{s.tricks_remaining});
            case phase::answer:
                return "a claim waits for an answer: accept or reject";
            default:
                return explain_play(s, a);
        }
    }

    static void facts(const options& o, const view<bridge>& v, nlohmann::ordered_json& out) {
        const bridge::extra& x = v.seen.extra;
        const bool has_bid = x.last_bid != no_bridge_bid;
        const bool has_contract = has_bid && x.now != phase::auction;
        out["phase"] = phase_names[static_cast<std::size_t>(x.now)];
        out["vulnerable"] = vul_names[x.vul];
        out["bid"] = has_bid ? nlohmann::ordered_json(contract_text(v.seen)) : nullptr;
        out["bidder"] = has_bid ? nlohmann::ordered_json(seat_str<bridge>(x.bidder)) : nullptr;
        if (has_contract) {
            out["contract"] = contract_text(v.seen);
            out["trump"] = suit_str<bridge>(v.seen.trump);
            out["declarer"] = seat_str<bridge>(x.declarer);
            out["dummy"] = seat_str<bridge>(dummy_of(v.seen));
            out["turn"] = seat_str<bridge>(v.seen.current_player);  // whose card is due
        }
        if (has_contract && rules<bridge>::is_over(v.seen) &&
            o.scoring == bridge::scoring_rule::rubber) {
            const rubber_entry e = bridge_rubber_entry(v.seen, x.vul, o.honours);
            out["rubber"] = {{"below", e.below}, {"above", e.above}};
        }
        auto open = nlohmann::ordered_json::object();
        for (int k = 0; k < 4; ++k)
            if ((x.faced >> k) & 1)
                open[seat_str<bridge>(static_cast<seat>(k))] = mask_str<bridge>(v.seen.hands[k]);
        out["open_hands"] = open;
        if (x.now == phase::answer || x.now == phase::claimed)
            out["claim"] = {{"by", seat_str<bridge>(controller_of(v.seen))}, {"tricks", x.claimed}};
        if (o.honours && v.seen.tricks_remaining == 0 && x.honours > 0)
            out["honours"] = {{"seat", seat_str<bridge>(x.honours_seat)}, {"points", x.honours}};
    }

    // Every field of the state, for position text.
    template <typename State, typename Visitor>
    static void visit(State& s, Visitor&& field) {
        field("dealer", s.dealer);
        field("vul", s.extra.vul);
        field("phase", s.extra.now);
        field("last_bid", s.extra.last_bid);
        field("bidder", s.extra.bidder);
        field("stake", s.extra.stake);
        field("passes", s.extra.passes);
        field("named", s.extra.named);
        field("declarer", s.extra.declarer);
        field("trump", s.trump);
        field("turn", s.current_player);
        visit_play(s, field);
        field("faced", s.extra.faced);
        field("honours", s.extra.honours);
        field("honours_seat", s.extra.honours_seat);
        field("claims", s.extra.claims);
        field("claim_refused", s.extra.claim_refused);
        field("claimed", s.extra.claimed);
        field("accepted", s.extra.accepted);
    }

    static void validate(const options& o, const state& s) { check_bridge_position(s, o); }

    using match_state = bridge_match;
    static int match_round(const options& o, const bridge_match& m, int deals) {
        return o.scoring == bridge::scoring_rule::rubber ? m.rubber.vul() : deals;
    }
    static bridge_match match_add(const options& o, const bridge_match& m, const state& s) {
        return bridge_add_deal(m, s, o);
    }
    static std::vector<int> match_totals(const bridge_match& m) {
        const int ns = m.rubber.total[0] + m.ns_total, ew = m.rubber.total[1] - m.ns_total;
        return {ns, ew, ns, ew};
    }
    static nlohmann::ordered_json match_facts(const options& o, const bridge_match& m) {
        if (o.scoring != bridge::scoring_rule::rubber) return {{"length", o.boards}};
        return {{"games", m.rubber.games}, {"below", m.rubber.below}};
    }
    static int match_winner(const bridge_match& m) { return m.winner; }
    static std::string match_text(const options& o, const bridge_match& m) {
        const auto totals = match_totals(m);
        std::string out = fmt::format("north-south {}, east-west {}", totals[0], totals[1]);
        if (o.scoring == bridge::scoring_rule::rubber)
            out += fmt::format("; below the line {}:{}, games {}:{}", m.rubber.below[0],
                               m.rubber.below[1], m.rubber.games[0], m.rubber.games[1]);
        else
            out += fmt::format(" after {} of {} boards", m.boards, int{o.boards});
        if (m.winner >= 0)
            out += fmt::format("; {} win", side_names[static_cast<std::size_t>(m.winner)]);
        return out;
    }
};

MU_GAME(bridge)

}  // namespace mu::detail
