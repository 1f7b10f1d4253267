#include <fmt/format.h>
#include <fmt/ranges.h>

#include <mu/api/position.h>
#include <mu/api/typed_view.h>

#include "api/model.h"
#include "api/table_text.h"

namespace mu {

bool position::is_over() const { return game_.model_->is_over(now_); }

seat position::to_act() const {
    if (is_over()) throw std::logic_error("the deal is over: nobody is to act");
    return game_.model_->to_act(now_);
}

std::vector<action> position::legal_actions() const {
    return detail::action_list(game_.model_->legal(now_));
}

void position::apply(action a) {
    const auto& model = *game_.model_;
    if (is_over()) throw illegal_action("the deal is over: no action is legal");
    if (const action_set legal = model.legal(now_); !legal.contains(a)) {
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
    history_.reserve(history_.size() + 1);  // so that nothing can throw between the two
    model.apply(now_, a);
    history_.push_back(a);
}

void position::apply(std::string_view action_text) { apply(parse_action(action_text)); }

void position::undo() {
    if (history_.empty()) throw std::logic_error("nothing to undo: no action has been made");
    history_.pop_back();
    now_ = start_;
    for (const action a : history_) game_.model_->apply(now_, a);
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
    return game_.model_->parse_action(text);
}

seat_view position::view(seat s) const {
    if (index(s) >= game_.info().seats)
        throw std::invalid_argument(fmt::format("no seat {}: {} has seats 0 to {}", index(s),
                                                game_.info().name, game_.info().seats - 1));
    seat_view v;
    v.model_ = game_.model_;
    v.view_ = game_.model_->view(now_, s);
    v.observer_ = s;
    if (!is_over() && to_act() == s) v.legal_ = legal_actions();
    detail::plain_bytes then = start_;
    for (const action a : history_) {
        seen_action seen{.who = game_.model_->to_act(then), .what = a};
        if (game_.model_->hidden(then, a, s)) seen.what.reset();
        v.history_.push_back(seen);
        game_.model_->apply(then, a);
    }
    return v;
}

bool position::operator==(const position& other) const {
    const auto& model = *game_.model_;
    return game_ == other.game_ && history_ == other.history_ &&
           model.same_state(start_, other.start_) && model.same_state(now_, other.now_);
}

bool seat_view::operator==(const seat_view& other) const {
    return model_->info().name == other.model_->info().name &&
           model_->values() == other.model_->values() && observer_ == other.observer_ &&
           legal_ == other.legal_ && history_ == other.history_ &&
           model_->same_view(view_, other.view_);
}

action seat_view::rule_choice() const {
    if (!to_act()) throw std::logic_error("the seat is not to act: there is nothing to choose");
    return model_->rule_choice(view_, history_);
}

const std::byte* detail::view_access::bytes(const seat_view& v, const std::type_info& variant) {
    return v.model_->variant() == variant ? v.view_.bytes.data() : nullptr;
}

nlohmann::ordered_json position::to_json() const { return game_.model_->state_json(now_); }
nlohmann::ordered_json seat_view::to_json() const {
    auto out = model_->view_json(view_);
    auto& list = out["history"] = nlohmann::ordered_json::array();
    for (const seen_action& a : history_)
        list.push_back({{"seat", seat_str(a.who, model_->info().seats)},
                        {"action", a.what ? nlohmann::ordered_json(model_->action_text(*a.what))
                                          : nlohmann::ordered_json()}});
    return out;
}

std::string position::text() const { return detail::table_text(to_json()); }
std::string seat_view::text() const { return detail::table_text(to_json()); }

std::string position::deal_text() const {
    if (!dealt_)
        throw std::logic_error("this position was set up, not dealt: it has no deal or record");
    return game_.model_->deal_text(start_);
}

}  // namespace mu
