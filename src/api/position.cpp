#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <mu/api/position.h>
#include <mu/api/typed_view.h>
#include <mu/cards/text.h>

#include "api/game_model.h"
#include "api/seat_log.h"
#include "api/table_text.h"

namespace mu {

using detail::plain_bytes;
using detail::seat_log;

bool position::is_over() const { return game_.model_->is_over(now_); }

seat position::to_act() const {
    if (is_over()) throw std::logic_error("the deal is over: nobody is to act");
    return game_.model_->to_act(now_);
}

action_set position::legal() const { return game_.model_->legal(now_); }
std::vector<action> position::legal_actions() const { return detail::action_list(legal()); }

void position::legal_mask(std::span<std::uint8_t> out) const {
    if (out.size() != static_cast<std::size_t>(game_.action_count()))
        throw std::invalid_argument(fmt::format("a mask for {} actions, not for the {} of {}",
                                                out.size(), game_.action_count(),
                                                game_.info().name));
    std::ranges::fill(out, std::uint8_t{0});
    const action_set set = legal();
    for (std::uint64_t m = set.mask; m != 0; m &= m - 1)
        out[static_cast<std::size_t>(set.first + ops::lsb_index(m))] = 1;
}

void position::apply(action a) {
    const auto& model = *game_.model_;
    if (const action_set legal = model.legal(now_); !legal.contains(a)) {
        if (is_over()) throw illegal_action("the deal is over: no action is legal");
        std::vector<std::string> choices;
        for (const action b : detail::action_list(legal)) choices.push_back(model.action_text(b));
        std::string name;
        try {
            name = model.action_text(a);
        } catch (const std::invalid_argument&) {
            throw illegal_action(fmt::format("no action {} in {}; legal: {}", a, model.info().name,
                                             fmt::join(choices, " ")));
        }
        throw illegal_action(fmt::format("{} is not legal: {}; legal: {}", name,
                                         model.explain(now_, a), fmt::join(choices, " ")));
    }
    // What may throw comes first.
    const std::size_t size = model.state_size();
    if (history_.size() == history_.capacity()) {
        const std::size_t room = history_.empty()
                                     ? static_cast<std::size_t>(game_.info().deck.card_count()) + 12
                                     : 2 * history_.size();
        states_.reserve(room * size);
        history_.reserve(room);
    }
    states_.insert(states_.end(), now_.bytes.begin(),
                   now_.bytes.begin() + static_cast<std::ptrdiff_t>(size));
    history_.push_back(a);
    model.apply(now_, a);
}

void position::apply(std::string_view action_text) { apply(parse_action(action_text)); }

std::span<const std::byte> position::state_before(std::size_t i) const {
    const std::size_t size = game_.model_->state_size();
    return i < history_.size() ? std::span(states_).subspan(i * size, size)
                               : std::span(now_.bytes).first(size);
}

plain_bytes position::start() const {
    plain_bytes out;
    std::ranges::copy(state_before(0), out.bytes.begin());
    return out;
}

void position::undo() {
    if (history_.empty()) throw std::logic_error("nothing to undo: no action has been made");
    std::ranges::copy(state_before(history_.size() - 1), now_.bytes.begin());
    states_.resize(states_.size() - game_.model_->state_size());
    history_.pop_back();
    // What was seen of the action is no longer of this history.
    for (auto& by : seen_) by.views = std::min(by.views, history_.size() + 1);
}

seat position::actor(std::size_t i) const {
    if (i >= history_.size())
        throw std::out_of_range(fmt::format("no action {}: {} have been made", i, history_.size()));
    return game_.model_->seen(state_before(i).data(), history_[i], nobody).who;
}

std::vector<int> position::score() const { return game_.model_->score(now_); }

std::vector<std::uint64_t> position::perft(int plies) const {
    if (plies < 1)
        throw std::invalid_argument(fmt::format("perft needs 1 ply or more, not {}", plies));
    std::vector<std::uint64_t> counts(static_cast<std::size_t>(plies));
    game_.model_->perft(now_, counts);
    return counts;
}

std::string position::action_text(action a) const { return game_.model_->action_text(a); }

action position::parse_action(std::string_view text) const {
    return game_.model_->parse_action(now_, text);
}

std::vector<action> position::parse_actions(std::string_view text) const {
    return game_.model_->parse_actions(now_, text);
}

// --- What seats see ----------------------------------------------------------------------------

// Where the log of a spectator stands, behind those of the seats.
constexpr std::size_t spectators_log = 4;

// Writes the entries that the log lacks. After an undo, and where a copy of this position has gone
// another way, it continues in a log of its own.
void position::log_up_to_now(std::size_t watcher) const {
    const detail::game_model& model = *game_.model_;
    const seat observer = watcher == spectators_log ? nobody : static_cast<seat>(watcher);
    const std::size_t due = history_.size();
    auto& log = seen_[watcher].log;
    std::size_t& views = seen_[watcher].views;
    if (!log)
        log = std::make_shared<seat_log>(model.view_size(),
                                         std::max<std::size_t>(history_.capacity(), due + 64));
    for (; views <= due; ++views) {
        if (!log->claim(views)) {
            log = log->copy(views, std::max(log->room(), 2 * due + 64));
            log->claim(views);
        }
        model.view(state_before(views).data(), observer, log->place(views));
        if (views > 0)
            log->set_action(views - 1, model.seen(state_before(views - 1).data(),
                                                  history_[views - 1], observer));
    }
}

void position::update(seat_view& v) const {
    const std::size_t watcher =
        v.is_public() ? spectators_log : static_cast<std::size_t>(v.observer_);
    if (seen_[watcher].views <= history_.size()) log_up_to_now(watcher);
    if (v.log_ != seen_[watcher].log) v.log_ = seen_[watcher].log;
    v.actions_ = history_.size();
}

seat_view position::view(seat s) const {
    if (index(s) >= game_.info().seats)
        throw std::invalid_argument(fmt::format("no seat {}: {} has seats 0 to {}", index(s),
                                                game_.info().name, game_.info().seats - 1));
    seat_view v(game_);
    v.observer_ = s;
    update(v);
    return v;
}

seat_view position::public_view() const {
    seat_view v(game_);
    v.observer_ = nobody;
    update(v);
    return v;
}

bool position::operator==(const position& other) const {
    const auto& model = *game_.model_;
    return game_ == other.game_ && history_ == other.history_ &&
           model.same_state(start(), other.start()) && model.same_state(now_, other.now_);
}

const std::byte* seat_view::now() const { return log_->view(actions_); }
bool seat_view::is_public() const { return observer_ == nobody; }
action_set seat_view::legal() const { return game_.model_->view_legal(now()); }
std::vector<action> seat_view::legal_actions() const { return detail::action_list(legal()); }
public_record seat_view::history() const { return log_->record(actions_); }
std::string seat_view::action_text(action a) const { return game_.model_->action_text(a); }
action seat_view::parse_action(std::string_view text) const {
    return game_.model_->parse_seen_action(now(), text);
}

std::vector<std::string> seat_view::status() const {
    std::vector<std::string> out;
    if (const auto hook = game_.model_->words().status)
        for (auto& line : hook(to_json())) out.push_back(std::move(line.text));
    return out;
}
std::string seat_view::prompt() const {
    const auto hook = game_.model_->words().prompt;
    return hook ? hook(to_json()).text : "";
}
std::string seat_view::help() const {
    const auto hook = game_.model_->words().help;
    return hook ? hook(to_json()).text : "";
}
bool seat_view::lists_choices() const {
    const auto hook = game_.model_->words().list_choices;
    return !hook || hook(to_json());
}
std::vector<card_rank> seat_view::card_ranks() const {
    std::vector<card_rank> out = game_.model_->card_ranks(now());
    if (const auto hook = game_.model_->words().mark) {
        const auto table = to_json();
        for (std::size_t c = 0; c < out.size(); ++c)
            out[c].mark = hook(table, action_text(static_cast<action>(c)));
    }
    return out;
}
std::string position::result() const {
    const auto hook = game_.model_->words().result;
    return hook && is_over() ? hook(to_json()).text : "";
}

nlohmann::ordered_json seat_view::phrases() const {
    using json = nlohmann::ordered_json;
    const detail::word_hooks hooks = game_.model_->words();
    const json table = to_json();
    const auto of = [&](const auto hook) {
        return hook ? detail::phrases_json(hook(table).said) : json::array();
    };
    json status = json::array();
    if (hooks.status)
        for (const auto& line : hooks.status(table))
            status.push_back(detail::phrases_json(line.said));
    return {{"status", status}, {"prompt", of(hooks.prompt)}, {"help", of(hooks.help)}};
}
nlohmann::ordered_json position::phrases() const {
    const auto hook = game_.model_->words().result;
    return hook && is_over() ? detail::phrases_json(hook(to_json()).said)
                             : nlohmann::ordered_json::array();
}
nlohmann::ordered_json position::sheet() const {
    const auto hook = game_.model_->words().sheet;
    return hook && is_over() ? hook(to_json()) : nlohmann::ordered_json::object();
}

card_mask seat_view::hand() const { return game_.model_->hand(now()); }
deal_phase seat_view::phase() const { return game_.model_->phase(now()); }

action seat_view::rule_choice() const {
    if (!to_act()) throw std::logic_error("the seat is not to act: there is nothing to choose");
    return game_.model_->rule_choice(now(), history());
}

info_key seat_view::key() const {
    return log_->key(
        actions_, [&] { return game_.model_->first_key(log_->view(0)); },
        [&](info_key before, std::size_t i) {
            return game_.model_->next_key(before, log_->record(i)[i - 1], log_->view(i));
        });
}

bool seat_view::operator==(const seat_view& other) const {
    return game_ == other.game_ && observer_ == other.observer_ &&
           std::ranges::equal(history(), other.history()) &&
           game_.model_->same_view(now(), other.now());
}

const std::byte* detail::view_access::bytes(const seat_view& v, const std::type_info& variant) {
    return game_access::model(v.game()).variant() == variant ? v.now() : nullptr;
}
const std::byte* detail::view_access::bytes(const seat_view& v, const std::type_info& variant,
                                            std::size_t n) {
    return game_access::model(v.game()).variant() == variant ? v.log_->view(n) : nullptr;
}
const std::byte* detail::state_access::bytes(const position& p, const std::type_info& variant) {
    return game_access::model(p.game()).variant() == variant ? p.now_.bytes.data() : nullptr;
}

nlohmann::ordered_json position::to_json() const { return game_.model_->state_json(now_); }
nlohmann::ordered_json seat_view::to_json() const {
    auto out = game_.model_->view_json(now());
    auto& list = out["history"] = nlohmann::ordered_json::array();
    for (const seen_action& a : history())
        list.push_back({{"seat", seat_str(a.who, game_.info().seats)},
                        {"action", a.what ? nlohmann::ordered_json(action_text(*a.what)) : nullptr},
                        {"id", a.what ? nlohmann::ordered_json(*a.what) : nullptr}});
    return out;
}

std::string position::text() const { return detail::table_text(to_json()); }
std::string seat_view::text() const { return detail::table_text(to_json()); }

std::string position::deal_text() const {
    if (!dealt_)
        throw std::logic_error("this position was set up, not dealt: it has no deal or record");
    return game_.model_->deal_text(start());
}

}  // namespace mu
