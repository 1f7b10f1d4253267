// Reference files for ulti.

#include <algorithm>
#include <set>

#include <mu/cards/text.h>
#include <mu/games/ulti.h>

#include "check/trace_line.h"

namespace mu::cli::ulti_files {
namespace {

using state = game_state<ulti>;

// --- Text of the files -------------------------------------------------------------------------

// Cards one after another without blanks; "-" for none.
std::string packed(card_mask cards) {
    std::string out;
    ops::for_each(cards, [&](card c) { out += card_str<ulti>(c); });
    return out.empty() ? "-" : out;
}
card_mask parse_packed(std::string_view text) {
    if (text == "-") return 0;
    card_mask out = 0;
    for (std::size_t at = 0; at < text.size(); at += 2) {
        const card c = parse_card<ulti>(text.substr(at, 2));
        if (bit(c) <= out)
            throw std::invalid_argument("cards should be in index order, none twice");
        out |= bit(c);
    }
    return out;
}

std::string comma_list(const std::array<int, 3>& numbers) {
    return fmt::format("{}", fmt::join(numbers, ","));
}

constexpr std::array<std::string_view, ulti_unit_count> unit_names{
    "parti", "40-100", "20-100", "ulti", "durchmars", "four_aces", "betli"};
std::string_view name_of(ulti_unit u) { return unit_names[static_cast<std::size_t>(u)]; }

// --- What a finished deal looks like in them ---------------------------------------------------

std::string units_text(const ulti_bid& b) {
    std::vector<std::string_view> units;
    for (int i = 0; i < b.unit_count(); ++i) units.push_back(name_of(b.unit(i)));
    return fmt::format("{}", fmt::join(units, "+"));
}

// The parts of the bid: to the files every game with trumps is a parti, and a hundred two parts.
std::string components_text(const ulti_bid& b) {
    std::set<std::string_view> parts;
    for (int i = 0; i < b.unit_count(); ++i) {
        const ulti_unit u = b.unit(i);
        const bool hundred = u == ulti_unit::forty_hundred || u == ulti_unit::twenty_hundred;
        if (hundred) parts.insert("100");
        parts.insert(hundred ? name_of(u).substr(0, 2) : name_of(u));
    }
    if (b.trump) parts.insert("parti");
    return fmt::format("{}", fmt::join(parts, "+"));
}

std::string marriages_text(const state& s) {
    std::vector<std::string> out;
    for (int k = 0; k < 3; ++k) {
        const unsigned suits = marriages_to_tell(s, static_cast<seat>(k));
        for (const suit t : all_suits)
            if ((suits >> index(t)) & 1)
                out.push_back(
                    fmt::format("{}:{}:{}", k, suit_str<ulti>(t), t == s.trump ? 40 : 20));
    }
    return out.empty() ? "-" : fmt::format("{}", fmt::join(out, " "));
}

std::string kontra_text(const state& s) {
    std::vector<std::string> out;
    const ulti_bid& b = contract_of(s);
    for (int i = 0; i < b.unit_count(); ++i)
        if (const int level = s.stakes[static_cast<std::size_t>(i)].level; level > 0)
            out.push_back(fmt::format("{}={}", name_of(b.unit(i)), level));
    return fmt::format("{}", fmt::join(out, " "));
}

std::string seven_text(const ulti_outcome& o) {
    if (o.seven_by < 0) return "none";
    return fmt::format("{}_{}", o.seven_by == 0 ? "soloist" : "defender",
                       o.seven_won ? "won" : "lost");
}

std::string won_text(const ulti_bid& b, const ulti_payment& p) {
    std::vector<std::string> out;
    for (int i = 0; i < b.unit_count(); ++i)
        out.push_back(fmt::format("{}={}", name_of(b.unit(i)),
                                  p.made[static_cast<std::size_t>(i)] ? "won" : "lost"));
    return fmt::format("{}", fmt::join(out, " "));
}

std::string silent_text(const ulti_outcome& o, const ulti_payment& p) {
    std::vector<std::string> out;
    const auto add = [&](bool there, std::string_view label, int value) {
        if (there && value != 0) out.push_back(fmt::format("{}={}", label, value));
    };
    const bool his = o.seven_by == 0;
    add(p.silent_durchmars > 0, "Csendes_durchmars", p.silent_durchmars);
    add(true, o.soloist.twenty ? "Csendes_20-100" : "Csendes_40-100", p.silent_hundred);
    add(his, o.seven_won ? "Csendes_ulti" : "Bukott_csendes_ulti", p.silent_ulti);
    add(p.silent_durchmars < 0, "Vedok:_csendes_durchmars", p.silent_durchmars);
    add(true, o.defenders.twenty ? "Vedok:_csendes_20-100" : "Vedok:_csendes_40-100",
        p.silent_hundred_defenders);
    add(!his, o.seven_won ? "Vedok:_csendes_ulti" : "Vedok:_bukott_csendes_ulti", p.silent_ulti);
    return out.empty() ? "-" : fmt::format("{}", fmt::join(out, " "));
}

// --- Replay ------------------------------------------------------------------------------------

// Follows a file line by line. Every line is compared as it comes; what it says is then done, so
// that an illegal card or bid cannot be followed and ends the file.
class trace {
public:
    explicit trace(report& out) : out_(out) {}

    void read(const row& from) {
        const trace_line l(from);
        out_.begin_row(l.number);
        const std::string_view word = l.word();
        if (word == "GAME")
            game(l);
        else if (word == "DEAL")
            deal(l);
        else if (word == "BID")
            bid(l);
        else if (word == "PICKUP" || word == "PASS" || word == "STAND")
            answer(l);
        else if (word == "CONTRACT")
            contract(l);
        else if (word == "HANDS")
            hands(l);
        else if (word == "MARRIAGES")
            marriages(l);
        else if (word == "PLAY")
            play(l);
        else if (word == "KONTRA")
            kontra(l);
        else if (word == "POINTS")
            points(l);
        else if (word == "UNITS")
            units(l);
        else if (word == "SILENT")
            silent(l);
        else if (word == "RESULT")
            result(l);
        else if (word == "END")
            end(l);
        else
            throw std::invalid_argument(fmt::format("unknown line {}", word));
    }
    // REQUIRES by the text: the last game has its END.
    void finish() const { need("", at_end()); }

private:
    enum class step {
        game,
        deal,
        auction,
        contract,
        hands,
        marriages,
        play,
        kontra,
        points,
        units,
        silent,
        result,
        end
    };

    bool at_end() const { return next_ == step::game; }
    static void need(std::string_view what, bool expected) {
        if (!expected)
            throw std::invalid_argument(what.empty()
                                            ? std::string("the last game is not finished")
                                            : fmt::format("{} does not belong here", what));
    }
    void need(const trace_line& l, step expected) const { need(l.word(), next_ == expected); }

    void apply(action a, std::string_view what) {
        if (!rules<ulti>::legal_actions(s_).contains(a))
            throw std::invalid_argument(fmt::format("{} is not legal here", what));
        rules<ulti>::apply(s_, a);
    }
    int player() const { return index(rules<ulti>::to_act(s_)); }

    void game(const trace_line& l) {
        need(l, step::game);
        if (l.field_count() != 1) throw std::invalid_argument("expected: GAME id");
        out_.compare("id", parse_int(l.text(0), "id"), std::int64_t{games_++});
        next_ = step::deal;
    }

    void deal(const trace_line& l) {
        need(l, step::deal);
        l.expect({"dealer", "h0", "h1", "h2", "talon"});
        const seat dealer = parse_seat<ulti>(l.value(0));
        std::array<card_mask, 3> places{};
        card_mask seen = parse_packed(l.value(4));
        if (ops::popcount(seen) != 2) throw std::invalid_argument("the talon has two cards");
        places[0] = seen;
        for (int k = 0; k < 3; ++k) {
            const card_mask hand = parse_packed(l.value(static_cast<std::size_t>(k) + 1));
            if (ops::popcount(hand) != 10) throw std::invalid_argument("a hand has ten cards");
            if (hand & seen) throw std::invalid_argument("dealt twice: " + packed(hand & seen));
            seen |= hand;
            places[static_cast<std::size_t>((k - index(dealer) + 2) % 3)] |= hand;
        }
        s_ = start_deal(ulti{}, ulti_repo_profile, places, dealer, 0);
        next_ = step::auction;
    }

    void bid(const trace_line& l) {
        need(l, step::auction);
        l.expect({"p", "rank", "discard", "legal_ranks"});
        need(l.word(), s_.phase == ulti_phase::lay_away);
        out_.compare("p", l.value(0), std::to_string(player()));
        const card_mask away = parse_packed(l.value(2));
        if (ops::popcount(away) != 2) throw std::invalid_argument("two cards are laid away");
        ops::for_each(away, [&](card c) { apply(c, card_str<ulti>(c)); });
        out_.compare("legal_ranks", l.value(3), legal_ranks());
        const auto rank = parse_int(l.value(1), "rank");
        std::uint8_t chosen = 0;
        while (chosen < ulti_bid_count && bid_rank(chosen, s_.rules.table) != rank) ++chosen;
        if (chosen == ulti_bid_count) throw std::invalid_argument("there is no such rank");
        apply(static_cast<action>(ulti_action::bid + chosen), l.text(1));
    }
    // The bids that beat the last one, which are a range of ranks.
    std::string legal_ranks() const {
        std::set<int> ranks;
        ops::for_each(higher_bids(s_), [&](card b) { ranks.insert(bid_rank(b, s_.rules.table)); });
        const int low = *ranks.begin(), high = *ranks.rbegin();
        if (high - low + 1 != static_cast<int>(ranks.size()))
            return fmt::format("{}", fmt::join(ranks, ","));
        return fmt::format("{}..{}", low, high);
    }

    void answer(const trace_line& l) {
        need(l, step::auction);
        need(l.word(), s_.phase == ulti_phase::answer);
        l.expect({"p", "legal"});
        out_.compare("p", l.value(0), std::to_string(player()));
        const action_set legal = rules<ulti>::legal_actions(s_);
        const bool may_pick_up = legal.contains(ulti_action::pick_up);
        out_.compare("legal", l.value(1), may_pick_up ? "pickup,pass" : "pass");
        const action a = l.word() == "PICKUP" ? ulti_action::pick_up
                         : l.word() == "PASS" ? ulti_action::pass
                                              : ulti_action::stand;
        apply(a, l.word());
        if (a == ulti_action::stand) next_ = step::contract;
    }

    void contract(const trace_line& l) {
        need(l, step::contract);
        const ulti_bid& b = contract_of(s_);
        const auto rank = fmt::format("rank={}", bid_rank(s_.bid, s_.rules.table));
        const auto soloist = fmt::format("soloist={}", index(s_.soloist));
        if (rules<ulti>::is_over(s_)) {
            out_.compare("CONTRACT", l.rest(),
                         fmt::format("{} {} trump=- (all passed, not played)", rank, soloist));
            next_ = step::result;
            return;
        }
        l.expect({"rank", "soloist", "trump", "red", "open", "units", "components", "order"});
        if (s_.phase == ulti_phase::name_trump)
            apply(static_cast<action>(ulti_action::trump + index(parse_suit<ulti>(l.value(2)))),
                  l.text(2));
        out_.compare("rank", std::string(l.text(0)), rank);
        out_.compare("soloist", std::string(l.text(1)), soloist);
        out_.compare("trump", l.value(2), s_.trump == suit::none ? "-" : suit_str<ulti>(s_.trump));
        // Without trumps a red bid is only dearer.
        out_.compare("red", l.value(3), b.red && b.trump ? "1" : "0");
        out_.compare("open", l.value(4), b.open ? "1" : "0");
        out_.compare("units", l.value(5), units_text(b));
        out_.compare("components", l.value(6), components_text(b));
        out_.compare("order", l.value(7), b.trump ? "trump" : "plain");
        next_ = step::hands;
    }

    void hands(const trace_line& l) {
        need(l, step::hands);
        l.expect({"h0", "h1", "h2", "out"});
        for (std::size_t k = 0; k < 3; ++k)
            out_.compare(fmt::format("h{}", k), l.value(k), packed(s_.hands[k]));
        out_.compare("out", l.value(3), packed(s_.laid[s_.soloist].mask()));
        next_ = step::marriages;
    }

    void marriages(const trace_line& l) {
        need(l, step::marriages);
        out_.compare("marriages", l.rest(), marriages_text(s_));
        next_ = step::play;
    }

    void play(const trace_line& l) {
        if (next_ == step::marriages) {
            out_.compare("marriages", "-", marriages_text(s_));
            next_ = step::play;
        }
        if (next_ == step::kontra) no_kontra();
        need(l, step::play);
        const bool third = s_.trick.num_played == 2;
        if (third)
            l.expect({"t", "p", "card", "legal", "win"});
        else
            l.expect({"t", "p", "card", "legal"});
        out_.compare("t", l.value(0), std::to_string(11 - s_.tricks_remaining));
        out_.compare("p", l.value(1), std::to_string(player()));
        out_.compare("legal", l.value(3), packed(rules<ulti>::legal_actions(s_).mask));
        apply(parse_card<ulti>(l.value(2)), l.value(2));
        if (third) out_.compare("win", l.value(4), std::to_string(index(s_.trick.current_winner)));
        if (rules<ulti>::is_over(s_))
            next_ = step::points;
        else if (s_.phase == ulti_phase::kontra)
            next_ = step::kontra;
    }

    void no_kontra() {
        while (s_.phase == ulti_phase::kontra) apply(ulti_action::done, "done");
        next_ = step::play;
    }
    // The line has the levels that were reached: each speaker raises what is to go higher.
    void kontra(const trace_line& l) {
        need(l, step::kontra);
        std::array<std::int64_t, ulti_unit_count> wanted{};
        for (std::size_t i = 0; i < l.field_count(); ++i) {
            const auto parts = split(l.text(i), '=');
            const auto at = std::ranges::find(unit_names, parts[0]);
            if (parts.size() != 2 || at == unit_names.end())
                throw std::invalid_argument("expected: KONTRA unit=level ...");
            wanted[static_cast<std::size_t>(at - unit_names.begin())] =
                parse_int(parts[1], "level");
        }
        while (s_.phase == ulti_phase::kontra) {
            action said = ulti_action::done;
            const ulti_bid& b = contract_of(s_);
            for (int i = 0; i < b.unit_count(); ++i) {
                const auto u = static_cast<std::size_t>(b.unit(i));
                const auto raise = static_cast<action>(ulti_action::kontra + static_cast<int>(u));
                if (s_.stakes[static_cast<std::size_t>(i)].level < wanted[u] &&
                    rules<ulti>::legal_actions(s_).contains(raise))
                    said = raise;
            }
            apply(said, "kontra");
        }
        out_.compare("kontra", l.rest(), kontra_text(s_));
        next_ = step::play;
    }

    void points(const trace_line& l) {
        need(l, step::points);
        l.expect({"card_and_marriage", "soloist", "defenders_with_out", "tricks", "tricks_played",
                  "trump7_last"});
        const ulti_outcome o = outcome_of(s_, marriage_needs::nothing);
        std::array<int, 3> sums{}, tricks{};
        for (std::size_t k = 0; k < 3; ++k) {
            sums[k] = seat_points(s_, static_cast<seat>(k));
            tricks[k] = s_.tricks_won[k];
        }
        out_.compare("card_and_marriage", l.value(0), comma_list(sums));
        out_.compare("soloist", l.value(1), std::to_string(o.soloist.points));
        out_.compare("defenders_with_out", l.value(2), std::to_string(o.defenders.points));
        out_.compare("tricks", l.value(3), comma_list(tricks));
        out_.compare("tricks_played", l.value(4), std::to_string(10 - s_.tricks_remaining));
        out_.compare("trump7_last", l.value(5), seven_text(o));
        next_ = step::units;
    }

    ulti_payment payment() const { return settlement_of(s_, ulti_repo_profile); }

    void units(const trace_line& l) {
        need(l, step::units);
        out_.compare("units", l.rest(), won_text(contract_of(s_), payment()));
        next_ = step::silent;
    }
    void silent(const trace_line& l) {
        need(l, step::silent);
        out_.compare("silent", l.rest(),
                     silent_text(outcome_of(s_, marriage_needs::nothing), payment()));
        next_ = step::result;
    }
    void result(const trace_line& l) {
        need(l, step::result);
        const ulti_payment p = payment();
        const bool played = s_.tricks_remaining < 10;
        if (played)
            l.expect({"contract", "net_per_defender", "soloist_total"});
        else
            l.expect({"net_per_defender", "soloist_total"});
        if (played) out_.compare("contract", l.value(0), std::to_string(p.contract(0)));
        const std::size_t at = played ? 1 : 0;
        out_.compare("net_per_defender", l.value(at), std::to_string(p.net[0]));
        const auto paid = score(s_, ulti_repo_profile);
        out_.compare("soloist_total", l.value(at + 1),
                     std::to_string(paid[static_cast<std::size_t>(s_.soloist)]));
        next_ = step::end;
    }
    void end(const trace_line& l) {
        need(l, step::end);
        if (l.field_count() != 0) throw std::invalid_argument("expected: END");
        next_ = step::game;
    }

    report& out_;
    state s_{};
    step next_ = step::game;
    int games_ = 0;
};

void check_traces(row_reader& rows, report& out) {
    trace t(out);
    while (const auto row = rows.next()) t.read(*row);
    t.finish();
}

const check_registration trace_files("ulti", "traces", check_traces);

}  // namespace
}  // namespace mu::cli::ulti_files
