#include "web/lab.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include <mu/api/meanings.h>
#include <mu/api/reason.h>
#include <mu/api/search.h>
#include <mu/api/solve.h>
#include <mu/cards/text.h>

namespace mu::detail {

namespace {

constexpr std::uint64_t lab_stream = 0x6c6162;

// The deal as the seat that is to call may know it; the other cards lie anyhow.
struct setting {
    position at;
    seat who;
};

card_mask read_cards(const std::string& text, const deck_info& deck) {
    return text.find('.') != std::string::npos ? parse_hand(text, deck) : parse_cards(text, deck);
}

// The places of a deal in which `place` has these cards; the others have what is left.
std::vector<card_mask> fill(const deal_layout& of, std::span<const card_mask> given) {
    card_mask left = ((card_mask{1} << of.cards) - 1);
    for (const card_mask m : given) left &= ~m;
    std::vector<card_mask> out(given.begin(), given.end());
    for (std::size_t p = 0; p < out.size(); ++p)
        while (std::popcount(out[p]) < of.sizes[p]) {
            const card_mask next = left & -left;
            out[p] |= next;
            left &= ~next;
        }
    return out;
}

setting set_up(const game& g, const lab_question& q) {
    const auto& info = g.info();
    if (q.dealer < 0 || q.dealer >= info.seats)
        throw refusal("malformed",
                      fmt::format("'dealer' has to be a seat from 0 to {}", info.seats - 1));
    const auto dealer = static_cast<seat>(q.dealer);
    const card_mask hand = read_cards(q.hand, info.deck);
    const card_mask up = q.up.empty() ? 0 : bit(parse_card(q.up, info.deck));
    if ((hand & up) != 0)
        throw refusal("malformed", "the card turned up cannot be in the hand as well");
    const deal_layout of = g.layout();
    const auto names = g.place_names();
    std::vector<card_mask> empty(static_cast<std::size_t>(of.places));
    const auto up_place = std::ranges::find(names, "up");
    const bool has_up = up_place != names.end() &&
                        of.sizes[static_cast<std::size_t>(up_place - names.begin())] == 1;
    if (has_up && up == 0)
        throw refusal("malformed", "the key 'up' is missing: the card turned up, such as '" +
                                       card_str(static_cast<card>(0), info.deck) + "'");
    if (!has_up && up != 0)
        throw refusal("malformed", info.title + " turns no card up: leave 'up' out");
    if (has_up) empty[static_cast<std::size_t>(up_place - names.begin())] = up;

    // Which place is whose hand, with this dealer.
    const std::vector<card_mask> any = fill(of, empty);
    const position dealt = g.deal(any, dealer);
    std::vector<int> sizes;
    std::optional<std::string> trouble;
    for (int k = 0; k < info.seats; ++k) {
        const auto who = static_cast<seat>(k);
        const auto place =
            static_cast<std::size_t>(std::ranges::find(any, dealt.view(who).hand()) - any.begin());
        if (place >= any.size()) continue;
        const int size = of.sizes[place];
        if (std::ranges::find(sizes, size) == sizes.end()) sizes.push_back(size);
        if (std::popcount(hand) != size) continue;
        std::vector<card_mask> given = empty;
        given[place] = hand;
        position at = g.deal(fill(of, given), dealer);
        try {
            for (const std::string& call : q.calls)
                for (const action a : at.parse_actions(call)) {
                    if (a < info.deck.card_count() && at.to_act() != who)
                        throw refusal("malformed", "'" + call +
                                                       "' is a card of another: 'calls' are what "
                                                       "was said");
                    at.apply(a);
                }
        } catch (const std::exception& e) {
            trouble = e.what();
            continue;
        }
        if (!at.is_over() && at.to_act() == who) return {std::move(at), who};
    }
    if (std::ranges::find(sizes, std::popcount(hand)) == sizes.end())
        throw refusal("malformed",
                      fmt::format("'hand' has {} cards; {} deals {}", std::popcount(hand),
                                  info.title, fmt::join(sizes, " or ")));
    throw refusal("malformed",
                  trouble.value_or("nobody with this hand is to call there: the auction "
                                   "is over, or another seat decides"));
}

// How often a contract came to which value.
class tally {
public:
    void add(const std::string& contract, const std::string& by, int value) {
        for (row& r : rows_)
            if (r.contract == contract && r.by == by) {
                ++r.values[value];
                return;
            }
        rows_.push_back({contract, by, {{value, 1}}});
    }
    json contracts() const {
        json out = json::array();
        for (const row& r : rows_) {
            json values = json::array();
            for (const auto& [value, count] : r.values)
                values.push_back(json::array({value, count}));
            out.push_back({{"contract", r.contract}, {"by", r.by}, {"values", values}});
        }
        return out;
    }

private:
    struct row {
        std::string contract, by;
        std::map<int, int> values;
    };
    std::vector<row> rows_;
};

// What the side of `who` has in the end.
int side_value(const position& over, seat who) {
    const json view = over.public_view().to_json();
    const auto side = static_cast<std::size_t>(index(who) % 2);
    const bool points = view.contains("points");
    int out = view[points ? "points" : "tricks_won"][side].get<int>();
    if (view.contains("belote") && view["belote"].is_string() &&
        index(parse_seat(view["belote"].get<std::string>())) % 2 == static_cast<int>(side))
        out += 20;
    return out;
}

// A deal of these hands, seat by seat. Places turn with the dealer or not: that is found out.
position deal_hands(const game& g, const std::vector<card_mask>& hands, seat dealer) {
    std::vector<card_mask> places = hands;
    position p = g.deal(places, dealer);
    const auto shift = std::ranges::find(hands, p.view(seat::north).hand()) - hands.begin();
    if (shift == 0) return p;
    std::ranges::rotate(places, places.end() - shift);
    return g.deal(places, dealer);
}
std::vector<card_mask> hands_of(const position& world) {
    std::vector<card_mask> out;
    for (int k = 0; k < 4; ++k) out.push_back(world.view(static_cast<seat>(k)).hand());
    return out;
}
constexpr seat turned(seat s, int by) { return static_cast<seat>((index(s) + by + 4) % 4); }

// The hands of a world, with `who` as declarer in every contract, played by rules of thumb.
void play_contracts(const position& world, seat who, const contract_bids& bids, tally& out) {
    const game& g = world.game();
    const seat first = g.deal(deal_number{0}).to_act();  // if north deals
    const seat dealer = turned(who, -index(first));
    const position dealt = deal_hands(g, hands_of(world), dealer);
    for (const std::string& call : bids.calls) {
        position p = dealt;
        p.apply(call);
        while (p.public_view().phase() == deal_phase::auction) p.apply(bids.pass);
        while (!p.is_over()) p.apply(p.view(p.to_act()).rule_choice());
        out.add(call.substr(call.find_first_not_of("0123456789")), "", side_value(p, who));
    }
}

// What our side gets in every contract, in the words of the game's table. False: the budget did not
// last.
bool solve_contracts(contract_solver& by, const position& world, seat who, seat dealer,
                     tally& out) {
    const bool theirs = index(who) % 2 == 1;  // we are east and west
    position turned_world = world;
    if (by.side() == "N+S" && theirs) {  // everybody moves on by a seat
        std::vector<card_mask> hands = hands_of(world);
        std::ranges::rotate(hands, hands.end() - 1);
        turned_world = deal_hands(world.game(), hands, turned(dealer, 1));
    }
    const contract_table t = by.solve(turned_world);
    if (!t.complete) return false;
    for (const contract_value& c : t.entries) {
        if (by.side() == "N+S") {
            out.add(c.contract, "", c.value.low);
        } else if (c.who == "N+S") {  // tricks: we have what they have not
            const int all = by.bids().levels.back().need;
            out.add(c.contract, "", theirs ? all - c.value.low : c.value.low);
        } else if (t.who_is == "declarer" && index(parse_seat(c.who)) % 2 == index(who) % 2) {
            out.add(c.contract, c.who, c.value.low);
        }
    }
    return true;
}

json cards_json(card_mask cards, const deck_info& deck) {
    json out = json::array();
    for (; cards != 0; cards &= cards - 1)
        out.push_back(card_str(static_cast<card>(arch::lowest_index(cards)), deck));
    return out;
}

}  // namespace

json lab(const lab_question& q) {
    const game g(q.game);
    const auto& info = g.info();
    if (g.deal(deal_number{0}).public_view().phase() == deal_phase::play)
        throw refusal("malformed", info.title + " has no auction: cards are played at once");
    const setting s = set_up(g, q);
    const seat_view v = s.at.view(s.who);
    if (v.phase() == deal_phase::play)
        throw refusal("malformed", "the auction is over: cards are played there");
    json out{{"game", g.spec()},     {"name", info.name},
             {"title", info.title},  {"seats", info.seats},
             {"sides", info.sides},  {"dealer", q.dealer},
             {"seat", index(s.who)}, {"hand", cards_json(v.hand(), info.deck)}};
    json& ranks = out["ranks"] = json::object();
    const auto of = v.card_ranks();
    for (std::size_t c = 0; c < of.size(); ++c)
        ranks[card_str(static_cast<card>(c), info.deck)] = {
            {"suit", of[c].of == suit::none ? "" : suit_str(of[c].of, info.deck)},
            {"above", of[c].above},
            {"trump", of[c].trump}};
    json& calls = out["calls"] = json::array();
    const auto said = call_meanings(v);
    for (std::size_t i = 0; i < s.at.history().size(); ++i)
        calls.push_back({{"seat", index(s.at.actor(i))},
                         {"text", s.at.action_text(s.at.history()[i])},
                         {"meaning", said && i < said->size() ? (*said)[i].text : ""},
                         {"words", said && i < said->size() ? (*said)[i].words : json::array()}});
    const action rule = v.rule_choice();
    out["rule"] = {{"id", rule}, {"text", v.action_text(rule)}, {"reason", rule_reason(v)}};

    const std::vector<action> legal = v.legal_actions();
    std::vector<judged_world> worlds;
    double effective = 0;
    std::optional<action> chosen;
    if (q.worlds > 0 && legal.size() > 1) {
        search_settings how;
        how.evidence.policy = true;
        how.judge.solve_cards = 0;
        how.caution = 2;
        how.keep = true;
        how.behind = 1e9;  // no call is left out, and nothing ends early: the sums are of all deals
        how.alike = ~std::uint64_t{0};
        searcher by(g, how);
        rng generator = rng(lab_stream).split(q.from);
        const search_report r =
            by.search(v, generator, {.rounds = q.worlds, .stop = q.budget.stop});
        worlds = by.judged();
        chosen = r.chosen;
        const auto n = static_cast<double>(worlds.size());
        effective = r.effective > 0 ? std::min(r.effective, n) : n;
    }
    const double unit = g.scale().zero_sum ? (info.sides - 1.0) / info.sides : 1;
    json& actions = out["actions"] = json::array();
    for (std::size_t i = 0; i < legal.size(); ++i) {
        double sum = 0, squares = 0;
        std::uint64_t n = 0, gains = 0;
        for (const judged_world& w : worlds) {
            const double x = unit * w.values[i];
            if (std::isnan(x)) continue;
            ++n, sum += x, squares += x * x;
            if (x > 1e-9) ++gains;
        }
        const auto meaning = meaning_of_call(v, legal[i]);
        actions.push_back({{"id", legal[i]},
                           {"text", v.action_text(legal[i])},
                           {"card", legal[i] < info.deck.card_count()},
                           {"meaning", meaning ? meaning->text : ""},
                           {"words", meaning ? meaning->words : json::array()},
                           {"worlds", n},
                           {"sum", sum},
                           {"squares", squares},
                           {"gains", gains}});
    }
    out["from"] = q.from;
    out["worlds"] = worlds.size();
    out["effective"] = effective;
    if (chosen) out["chosen"] = {{"id", *chosen}, {"text", v.action_text(*chosen)}};
    // A soloist's contracts depend on what he would lay away: they are not told here.
    if (info.seats != 4) return out;
    std::optional<contract_solver> contracts;
    try {
        contracts.emplace(g, solve_options{.budget = q.budget});
    } catch (const std::invalid_argument&) {
        return out;  // no solver
    }
    contract_solver& by = *contracts;
    json& levels = out["levels"] = json::array();
    for (const auto& l : by.bids().levels) levels.push_back({{"name", l.name}, {"need", l.need}});
    tally played, solved;
    std::uint64_t playing = 0, solving = 0;
    const auto stopped = [&] { return q.budget.stop != nullptr && *q.budget.stop; };
    if (!by.bids().calls.empty())
        for (; playing < std::min<std::uint64_t>(q.played, worlds.size()) && !stopped(); ++playing)
            play_contracts(worlds[playing].world, s.who, by.bids(), played);
    if (q.solved > 0) {
        out["unit"] = by.unit();
        for (std::size_t i = 0; i < std::min<std::uint64_t>(q.solved, worlds.size()) && !stopped();
             ++i)
            if (solve_contracts(by, worlds[i].world, s.who, static_cast<seat>(q.dealer), solved))
                ++solving;
    }
    out["played"] = {{"worlds", playing}, {"contracts", played.contracts()}};
    out["open"] = {{"worlds", solving}, {"contracts", solved.contracts()}};
    return out;
}

}  // namespace mu::detail
