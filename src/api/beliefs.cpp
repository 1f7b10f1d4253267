#include <nlohmann/json.hpp>

#include <mu/api/beliefs.h>
#include <mu/cards/text.h>

#include "api/game_model.h"
#include "api/seat_log.h"

namespace mu {

namespace {

void check(const seat_view& v) {
    if (v.is_public())
        throw std::invalid_argument(
            "beliefs are a seat's: a spectator's view has no cards of its own");
}

}  // namespace

beliefs::beliefs(const seat_view& v, std::shared_ptr<const net> by) : view_(v), by_(std::move(by)) {
    check(v);
    static_cast<void>(model(evidence::facts));
    if (by_) static_cast<void>(model(evidence::net));
}
beliefs::beliefs(beliefs&&) noexcept = default;
beliefs& beliefs::operator=(beliefs&&) noexcept = default;
beliefs::~beliefs() = default;

// The model of this kind, brought up to the view.
detail::belief_model& beliefs::model(evidence by) const {
    kept& k = kept_[static_cast<std::size_t>(by)];
    if (by == evidence::net && !by_)
        throw std::invalid_argument("beliefs: no net was given to ask");
    if (!k.model) {
        k.model = view_.game_.model_->beliefs(view_.log_->view(0), by, by_);
        k.views = 1;
    }
    const public_record record = view_.history();
    for (; k.views <= view_.actions_; ++k.views)
        k.model->see(view_.log_->view(k.views), record[k.views - 1]);
    return *k.model;
}

void beliefs::see(const seat_view& next) {
    const bool same = next.game() == view_.game() && next.observer() == view_.observer() &&
                      next.actions_ >= view_.actions_ &&
                      std::ranges::equal(next.history().first(view_.actions_), view_.history()) &&
                      view_.game_.model_->same_view(next.log_->view(view_.actions_),
                                                    view_.log_->view(view_.actions_));
    if (!same)
        throw std::invalid_argument(
            "beliefs: this is not a later view of the same deal by the same seat");
    view_ = next;
}

std::uint64_t beliefs::count() const { return model(evidence::facts).count(); }
bool beliefs::is_exact() const { return model(evidence::facts).is_exact(); }
std::vector<std::string> beliefs::places() const { return model(evidence::facts).places(); }
std::vector<std::vector<double>> beliefs::chances(evidence by) const { return model(by).chances(); }

position beliefs::draw(rng& generator, evidence by) const {
    position out(view_.game_, model(by).draw(generator));
    out.dealt_ = false;
    return out;
}
std::vector<position> beliefs::draw(std::size_t n, rng& generator, evidence by) const {
    std::vector<position> out;
    out.reserve(n);
    for (const detail::plain_bytes& state : model(by).draw(n, generator)) {
        out.push_back(position(view_.game_, state));
        out.back().dealt_ = false;
    }
    return out;
}

nlohmann::ordered_json beliefs::to_json(evidence by) const {
    nlohmann::ordered_json out{{"worlds", count()}, {"exact", is_exact()}, {"places", places()}};
    const auto all = chances(by);
    auto& cards = out["cards"] = nlohmann::ordered_json::object();
    const deck_info& deck = view_.game().info().deck;
    for (int c = 0; c < deck.card_count(); ++c) {
        double sum = 0;
        std::vector<double> in;
        for (const auto& place : all) {
            in.push_back(place[static_cast<std::size_t>(c)]);
            sum += in.back();
        }
        if (sum > 0) cards[view_.action_text(static_cast<action>(c))] = in;
    }
    return out;
}

}  // namespace mu
