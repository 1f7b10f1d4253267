#include "web/web_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <mu/agents/levels.h>
#include <mu/api/beliefs.h>
#include <mu/api/nets.h>
#include <mu/cards/text.h>

namespace mu::detail {

namespace {

constexpr std::string_view person = "person";

// A stream for something that is not the play itself.
constexpr std::uint64_t hint_stream = 0x68696e74;

json ranks_json(const seat_view& v) {
    json out = json::object();
    const deck_info& deck = v.game().info().deck;
    const auto ranks = v.card_ranks();
    for (std::size_t c = 0; c < ranks.size(); ++c) {
        const card_rank& r = ranks[c];
        json& one = out[card_str(static_cast<card>(c), deck)] = {
            {"suit", r.of == suit::none ? "" : suit_str(r.of, deck)}, {"above", r.above}};
        if (r.trump) one["trump"] = true;
        if (!r.mark.empty()) one["mark"] = r.mark;
    }
    return out;
}

}  // namespace

web_table::web_table(std::string name, const table_setup& setup, const std::atomic<bool>* stop)
    : name_(std::move(name)),
      setup_(setup),
      stop_(stop),
      game_(setup.game),
      match_(game_, static_cast<seat>(setup.dealer)) {
    if (setup_.seats.size() != static_cast<std::size_t>(match_.players()))
        throw refusal("malformed",
                      fmt::format("{} has {} players; {} seats were given", game_.info().title,
                                  match_.players(), setup_.seats.size()));
    bots_.resize(setup_.seats.size());
    for (std::size_t k = 0; k < setup_.seats.size(); ++k)
        if (setup_.seats[k] != person)
            bots_[k] = make_player(agent_of_level(setup_.seats[k], game_), game_);
    deal();
}

std::unique_ptr<web_table> web_table::load(std::string name, const json& saved,
                                           const std::atomic<bool>* stop) {
    message_reader in(saved);
    table_setup setup{.game = in.text("game")};
    for (const json& who : in.list("seats", 4)) {
        if (!who.is_string()) message_reader::wrong("seats", "a list of texts");
        setup.seats.push_back(who.get<std::string>());
    }
    if (!in.at("seed").is_number_unsigned()) message_reader::wrong("seed", "a whole number");
    setup.seed = in.at("seed").get<std::uint64_t>();
    setup.dealer = static_cast<int>(in.whole("dealer", 0, 3));
    const json& deals = in.list("deals", 10000);
    in.finish();
    if (deals.empty()) message_reader::wrong("deals", "a list of at least one deal");
    auto out = std::make_unique<web_table>(std::move(name), setup, stop);
    // Everything is dealt and played again, and checked on the way.
    for (std::size_t i = 0; i < deals.size(); ++i) {
        if (!deals[i].is_array()) message_reader::wrong("deals", "a list of lists of actions");
        if (i > 0) out->next_deal();
        for (const json& a : deals[i]) {
            if (!a.is_string() || out->is_over())
                message_reader::wrong("deals", "lists of the actions of a deal each");
            const action what = out->at_->now().parse_action(a.get<std::string>());
            const int who = out->seating_[static_cast<std::size_t>(out->at_->now().to_act())];
            const std::size_t before = out->at_->now().history().size();
            out->at_->apply(what);
            if (out->is_person(who)) out->choices_.push_back(before);
            out->made();
        }
    }
    return out;
}

bool web_table::has_people() const {
    return std::ranges::find(setup_.seats, person) != setup_.seats.end();
}

int web_table::seat_of(int player) const {
    const auto at = std::ranges::find(seating_, player);
    return at == seating_.end() ? -1 : static_cast<int>(at - seating_.begin());
}

seat_view web_table::seen_by(int player) const {
    const int s = player < 0 ? -1 : seat_of(player);
    return s < 0 ? at_->now().public_view() : at_->now().view(static_cast<seat>(s));
}

void web_table::deal() {
    hand_of_.clear();
    tricks_.clear();
    choices_.clear();
    advisers_.clear();
    hints_ = 0;
    seating_ = match_.seating();
    const std::vector<int> totals = match_.seat_totals();
    const rng stream = rng(setup_.seed).split(static_cast<std::uint64_t>(deal_));
    position p = match_.next_deal(setup_.seed, static_cast<std::uint64_t>(deal_));
    ++deal_;
    std::vector<player*> who;
    for (const int k : seating_) who.push_back(bots_[static_cast<std::size_t>(k)].get());
    table_options how{.stream = stream, .stop = stop_, .totals = totals};
    how.on_fault = [this](seat s, const std::exception& e) {
        faults_.push_back(fmt::format("{}: {}", seat_str(s, game_.info().seats), e.what()));
    };
    at_.emplace(std::move(p), who, std::move(how));
    at_->add(*this);
}

// After every action: whose card it was, and whether a trick is complete.
void web_table::see(const seat_view& all) {
    const seen_action last = all.history().back();
    const json view = all.to_json();
    const json& trick = view["trick"];
    int from = -1;
    if (last.what && *last.what < game_.info().deck.card_count()) {
        from = index(last.who);
        if (!trick.is_null())
            for (std::size_t k = 0; k < trick["cards"].size(); ++k)
                if (trick["cards"][k] == all.action_text(*last.what)) from = static_cast<int>(k);
    }
    hand_of_.push_back(from);
    if (!trick.is_null() && trick["complete"].get<bool>() &&
        (tricks_.empty() || tricks_.back().second != trick))
        tricks_.emplace_back(all.history().size(), trick);
}

void web_table::made() {
    if (is_over()) finish();
}

void web_table::finish() {
    const position& p = at_->now();
    const int dealer = index(match_.dealer());
    match_.add(p);
    const auto score = p.score();
    std::vector<std::optional<int>> of_players(setup_.seats.size());
    for (std::size_t s = 0; s < score.size(); ++s)
        of_players[static_cast<std::size_t>(seating_[s])] = score[s];
    json points = json::array();
    for (const auto& n : of_players) points.push_back(n ? json(*n) : json());
    sheet_.push_back({{"deal", deal_},
                      {"dealer", dealer},
                      {"seating", seating_},
                      {"result", p.result()},
                      {"words", p.phrases()},
                      {"line", p.sheet()},
                      {"score", points},
                      {"totals", match_.totals()},
                      {"match", match_.to_json()["facts"]}});
}

void web_table::act(int player, const json& what, std::optional<std::int64_t> at) {
    if (is_over()) throw refusal("over", "the deal is over");
    const position& p = at_->now();
    expect(at);
    const int turn = seating_[static_cast<std::size_t>(p.to_act())];
    if (!is_person(turn)) throw refusal("turn", "a bot is to act");
    if (player != turn) throw refusal("turn", "it is another player's turn");
    std::vector<action> chosen;
    if (what.is_string()) {
        chosen = p.parse_actions(what.get<std::string>());
    } else if (what.is_number_unsigned() &&
               what.get<std::uint64_t>() < static_cast<std::uint64_t>(game_.action_count())) {
        chosen.push_back(static_cast<action>(what.get<std::uint64_t>()));
    } else {
        message_reader::wrong(
            "action", fmt::format("a text, or a number from 0 to {}", game_.action_count() - 1));
    }
    position trial = p;  // all of them or none
    for (const action a : chosen) trial.apply(a);
    const std::size_t before = p.history().size();
    for (const action a : chosen) {
        at_->apply(a);
        made();
    }
    choices_.push_back(before);
}

void web_table::expect(std::optional<std::int64_t> at) const {
    const std::size_t made = at_->now().history().size();
    if (at && static_cast<std::size_t>(*at) != made)
        throw refusal("stale", fmt::format("that was for the table after {} actions; there are {}",
                                           *at, made));
}

void web_table::step(std::optional<std::int64_t> at) {
    if (is_over()) throw refusal("over", "the deal is over");
    expect(at);
    if (at_->waits()) throw refusal("turn", "a person is to act");
    at_->step();
    made();
}

void web_table::undo(int player) {
    if (is_over()) throw refusal("over", "a finished deal lies open: it cannot be taken back");
    if (std::ranges::count(setup_.seats, person) > 1)
        throw refusal("undo", "choices can be taken back only where one person plays");
    if (player < 0 || !is_person(player)) throw refusal("undo", "nothing to take back");
    if (choices_.empty()) throw refusal("undo", "you have not chosen anything in this deal yet");
    const std::size_t to = choices_.back();
    choices_.pop_back();
    at_->take_back(at_->now().history().size() - to);
    hand_of_.resize(to);
    std::erase_if(tricks_, [&](const auto& t) { return t.first > to; });
    advisers_.clear();
}

void web_table::next_deal() {
    if (!is_over()) throw refusal("turn", "the deal is not over");
    done_.push_back(actions_json());
    if (match_.is_over()) {  // another one, in which the next player deals first
        match_ = match(game_, match_.dealer());
        sheet_.clear();
    }
    deal();
}

void web_table::set_seat(int player, const std::string& who) {
    const auto k = static_cast<std::size_t>(player);
    if (is_person(player) != (who == person))
        throw refusal("malformed", "people and bots do not change places in a match");
    if (who == person) return;
    if (!is_over() && !at_->now().history().empty())
        throw refusal("turn", "a bot is exchanged before a deal begins or after it ends");
    auto next = make_player(agent_of_level(who, game_), game_);
    const bool again = !is_over();
    setup_.seats[k] = who;
    bots_[k].swap(next);
    if (again) {
        --deal_;
        deal();
    }
}

json web_table::result() const {
    const position& p = at_->now();
    json tricks = json::array();
    for (const auto& [at, trick] : tricks_) tricks.push_back(trick);
    const json dealt = game_.deal(p.deal_text()).to_json();
    return {{"text", p.result()},      {"words", p.phrases()},  {"score", p.score()},
            {"hands", dealt["hands"]}, {"deal", p.deal_text()}, {"record", p.record()},
            {"tricks", tricks}};
}

json web_table::view(int player, std::size_t since) const {
    const seat_view seen = seen_by(player);
    const deck_info& deck = game_.info().deck;
    const int seats = game_.info().seats;
    const int my_seat = player < 0 ? -1 : seat_of(player);
    json out{{"table", name_},
             {"game", game_.spec()},
             {"name", game_.info().name},
             {"title", game_.info().title},
             {"player", player < 0 ? json() : json(player)},
             {"seat", my_seat < 0 ? json() : json(my_seat)},
             {"seats", seats},
             {"sides", game_.info().sides},
             {"deal", deal_},
             {"at", seen.history().size()},
             {"since", std::min(since, seen.history().size())}};
    json& players = out["players"] = json::array();
    for (int s = 0; s < seats; ++s) {
        const int who = seating_[static_cast<std::size_t>(s)];
        players.push_back({{"player", who}, {"who", setup_.seats[static_cast<std::size_t>(who)]}});
    }
    json& events = out["events"] = json::array();
    const auto history = seen.history();
    for (std::size_t i = since; i < history.size(); ++i) {
        const seen_action& a = history[i];
        events.push_back({{"seat", index(a.who)},
                          {"action", a.what ? json(seen.action_text(*a.what)) : json()},
                          {"id", a.what ? json(*a.what) : json()},
                          {"from", hand_of_[i] < 0 ? json() : json(hand_of_[i])}});
    }
    out["view"] = seen.to_json();
    out["view"].erase("history");
    json& calls = out["calls"] = json::array();
    for (const seen_action& a : history)
        if (a.what && *a.what >= deck.card_count())
            calls.push_back({{"seat", index(a.who)}, {"text", seen.action_text(*a.what)}});
    json& legal = out["legal"] = json::array();
    for (const action a : seen.legal_actions())
        legal.push_back(
            {{"id", a}, {"text", seen.action_text(a)}, {"card", a < deck.card_count()}});
    out["ranks"] = ranks_json(seen);
    out["status"] = seen.status();
    out["prompt"] = seen.prompt();
    out["help"] = seen.help();
    out["words"] = seen.phrases();
    out["tricks"] = tricks_.size();
    out["last_trick"] = tricks_.empty() ? json() : tricks_.back().second;
    out["to_act"] = is_over() ? json() : json(index(at_->now().to_act()));
    out["waits"] = !is_over() && at_->waits();
    out["can_undo"] = !is_over() && !choices_.empty() &&
                      std::ranges::count(setup_.seats, person) == 1 && player >= 0 &&
                      is_person(player);
    out["match"] = match_.to_json();
    out["sheet"] = sheet_;
    if (!faults_.empty()) out["faults"] = faults_;
    if (is_over()) out["result"] = result();
    if (is_open()) {
        const json all = at_->now().to_json();
        out["open"] = all["hands"];
    }
    return out;
}

seat_view web_table::to_choose(int player) const {
    if (is_over()) throw refusal("over", "the deal is over");
    const int s = player < 0 ? -1 : seat_of(player);
    if (s < 0) throw refusal("turn", "only a player who sits in this deal has something to choose");
    seat_view seen = at_->now().view(static_cast<seat>(s));
    if (!seen.to_act()) throw refusal("turn", "it is another player's turn");
    return seen;
}

json web_table::net_hint(int player) const {
    const seat_view seen = to_choose(player);
    const auto all = game_net::of(game_).values(seen);
    const action chosen = std::ranges::max_element(all, {}, &net_value::value)->what;
    json out{{"table", name_},
             {"player", player},
             {"at", seen.history().size()},
             {"chosen", {{"id", chosen}, {"text", seen.action_text(chosen)}}}};
    json& values = out["values"] = json::array();
    for (const net_value& v : all)
        values.push_back({{"id", v.what}, {"text", seen.action_text(v.what)}, {"value", v.value}});
    return out;
}

json web_table::hint(int player, double ms) {
    const seat_view seen = to_choose(player);
    const int s = seat_of(player);
    auto& by = advisers_[s];
    if (!by) {
        search_settings how;
        how.evidence.policy = true;
        if (seen.phase() != deal_phase::play) how.judge.solve_cards = 0;
        by = std::make_unique<searcher>(game_, how);
    }
    rng generator = rng(setup_.seed ^ hint_stream).split(hints_++);
    const search_limits limits{
        .rounds = 0,
        .deadline = std::chrono::steady_clock::now() +
                    std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                        std::chrono::duration<double, std::milli>(ms)),
        .stop = stop_};
    const search_report r = by->search(seen, generator, limits);
    json out{{"table", name_},
             {"player", player},
             {"at", seen.history().size()},
             {"chosen", {{"id", r.chosen}, {"text", seen.action_text(r.chosen)}}},
             {"worlds", r.rounds},
             {"end", name_of(r.why)}};
    json& values = out["values"] = json::array();
    for (const action_value& v : r.actions)
        values.push_back({{"id", v.what},
                          {"text", seen.action_text(v.what)},
                          {"value", v.value},
                          {"error", v.error},
                          {"visits", v.visits}});
    return out;
}

json web_table::beliefs(int player) const {
    const int s = player < 0 ? -1 : seat_of(player);
    if (s < 0) throw refusal("turn", "only a player who sits in this deal has beliefs");
    if (is_over()) throw refusal("over", "the deal is over: nothing is hidden");
    const mu::beliefs b(at_->now().view(static_cast<seat>(s)));
    json out{{"table", name_}, {"player", player}, {"at", at_->now().history().size()}};
    const auto chances = b.chances(evidence::soft);
    out["places"] = b.places();
    json& cards = out["cards"] = json::object();
    const deck_info& deck = game_.info().deck;
    for (int c = 0; c < deck.card_count(); ++c) {
        json row = json::array();
        double sum = 0;
        for (const auto& place : chances) {
            const double p = place[static_cast<std::size_t>(c)];
            row.push_back(std::round(p * 1000) / 1000);
            sum += p;
        }
        if (sum > 0) cards[card_str(static_cast<card>(c), deck)] = row;
    }
    return out;
}

json web_table::setup_json() const {
    return {{"game", game_.spec()},
            {"seats", setup_.seats},
            {"seed", setup_.seed},
            {"dealer", setup_.dealer}};
}

json web_table::actions_json() const {
    const position& p = at_->now();
    json out = json::array();
    for (const action a : p.history()) out.push_back(p.action_text(a));
    return out;
}

json web_table::save() const {
    json out = setup_json();
    json& deals = out["deals"] = done_;
    deals.push_back(actions_json());
    return out;
}

table_standing web_table::standing() const {
    table_standing out{.setup = setup_json().dump(),
                       .deal = deal_,
                       .at = at_->now().history().size(),
                       .actions = actions_json().dump()};
    if (is_over()) {
        out.record = at_->now().record();
        out.score = json(at_->now().score()).dump();
    }
    return out;
}

}  // namespace mu::detail
