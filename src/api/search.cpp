#include <algorithm>

#include <fmt/format.h>

#include <mu/api/search.h>

#include "api/game_model.h"
#include "api/seat_log.h"

namespace mu {

namespace {

void check(bool good, std::string_view what) {
    if (!good) throw std::invalid_argument(fmt::format("search: {}", what));
}

}  // namespace

searcher::searcher(mu::game g, const search_settings& how) : game_(std::move(g)), how_(how) {
    const auto& e = how.evidence;
    check(e.errors > 0 && e.errors <= 1, "errors of the policy are above 0 and at most 1");
    check(e.spread > 0, "spread is above 0");
    check(e.candidates >= 1 && e.candidates <= 1000, "candidates are from 1 to 1000");
    check(e.soft == 0 || !e.by_net, "worlds are weighed by soft rules or by a net, not by both");
    check(e.soft >= 0 && e.soft <= 10, "the strength of soft rules is from 0 to 10");
    check(e.smoothing >= 0 && e.smoothing <= 1, "smoothing is from 0 to 1");
    check(e.decay >= 0 && e.decay <= 1, "decay is from 0 to 1");
    check(e.memory >= 0 && e.memory <= 1'000'000, "memory is from 0 to 1000000 worlds");
    check(how.judge.solve_cards >= judge_settings::game_decides, "solve_cards is at least 0");
    check(how.judge.errors >= 0 && how.judge.errors <= 1, "errors in playouts are from 0 to 1");
    check(how.judge.tolerance >= 0 && how.judge.tolerance <= 1000, "tolerance is from 0 to 1000");
    check(how.alpha_mu.depth >= 1 && how.alpha_mu.depth <= 8, "depth of alpha-mu is from 1 to 8");
    check(how.tree.exploration >= 0, "exploration is at least 0");
    check(!how.tree.by_value || (how.tree.by_net && game_.info().sides == 2),
          "leaves by value want a net, and a game of two sides");
    check(!how.tree.by_rule || !how.tree.by_net, "leaves are played on by rule or by a net");
    check(how.least >= 2, "at least 2 worlds have to be looked at before an action is left out");
    check(how.alike >= 2, "at least 2 worlds have to be looked at before actions are alike");
    check(how.behind > 0, "behind is above 0");
    check(how.caution >= 0, "caution is at least 0");
}
searcher::searcher(searcher&&) noexcept = default;
searcher& searcher::operator=(searcher&&) noexcept = default;
searcher::~searcher() = default;

void searcher::catch_up(const seat_view& v) {
    const bool goes_on =
        last_ && last_->observer() == v.observer() && v.actions_ >= last_->actions_ &&
        (v.log_ == last_->log_ ||
         (std::ranges::equal(v.history().first(last_->actions_), last_->history()) &&
          game_.model_->same_view(v.log_->view(0), last_->log_->view(0)) &&
          game_.model_->same_view(v.log_->view(last_->actions_),
                                  last_->log_->view(last_->actions_))));
    std::size_t seen = goes_on ? last_->actions_ : 0;
    last_.reset();
    if (!goes_on) {
        if (!model_) model_ = game_.model_->search(how_);
        model_->begin(v.log_->view(0));
    }
    const public_record record = v.history();
    for (; seen < v.actions_; ++seen) model_->see(v.log_->view(seen + 1), record[seen]);
    last_ = v;
}

search_report searcher::search(const seat_view& v, rng& generator, const search_limits& limits) {
    check(v.game() == game_, "the view is of another game");
    check(!v.is_public(), "a spectator has nothing to decide");
    check(v.to_act(), "the seat is not to act");
    check(limits.rounds > 0 || limits.timed() || limits.stop != nullptr,
          "neither rounds nor time end it");
    catch_up(v);
    return model_->search(v.now(), v.history(), generator, limits);
}

std::vector<judged_world> searcher::judged() const {
    std::vector<judged_world> out;
    if (!model_) return out;
    for (auto& [state, values] : model_->kept()) {
        position world(game_, state);
        world.dealt_ = false;
        out.push_back({std::move(world), std::move(values)});
    }
    return out;
}

bool searcher::wins_trick(const position& world, action a) const {
    return model_->wins_trick(world.now_, a, last_->observer());
}

position searcher::after_calls(const position& world, action a) const {
    position out(game_, model_->after_calls(world.now_, last_->history(), a));
    out.dealt_ = false;
    return out;
}

open_judge::open_judge(mu::game g, const judge_settings& how)
    : game_(std::move(g)), model_(game_.model_->search({.judge = how})) {}
open_judge::open_judge(open_judge&&) noexcept = default;
open_judge& open_judge::operator=(open_judge&&) noexcept = default;
open_judge::~open_judge() = default;

open_values open_judge::judge(const position& p, std::chrono::steady_clock::time_point deadline) {
    check(p.game() == game_, "the position is of another game");
    if (p.is_over()) throw std::logic_error("the deal is over: there is nothing to judge");
    return model_->judge(p.now_, p.public_view().history(), p.to_act(), deadline);
}

}  // namespace mu
