// Players at random: any legal action always, or now and then.

#include <mu/agents/cheat.h>
#include <mu/agents/match_player.h>

#include "agents/kinds.h"

namespace mu::detail {

namespace {

class random_player final : public player {
public:
    action choose(const request& r) override { return r.view.legal().draw(r.generator); }
};

// Now and then any action. One that stands in for a cheat is a cheat itself; the other never sees
// a position.
class blunder_player final : public player, public match_player {
public:
    blunder_player(double p, std::unique_ptr<player> inner) : p_(p), inner_(std::move(inner)) {}

    void stands(const game& g, std::span<const int> totals) override {
        tell_match(*inner_, g, totals);
    }
    void begin_deal(const game& g, seat me) override { inner_->begin_deal(g, me); }
    void see(const seat_view& v) override { inner_->see(v); }
    action choose(const request& r) override {
        if (r.generator.uniform() < p_) return r.view.legal().draw(r.generator);
        return inner_->choose(r);
    }
    void end_deal(const seat_view& last, std::span<const int> score) override {
        inner_->end_deal(last, score);
    }

private:
    double p_;
    std::unique_ptr<player> inner_;
};

class blundering_cheat final : public cheating_player, public match_player {
public:
    blundering_cheat(double p, std::unique_ptr<player> inner) : p_(p), inner_(std::move(inner)) {}

    void stands(const game& g, std::span<const int> totals) override {
        tell_match(*inner_, g, totals);
    }
    void begin_deal(const game& g, seat me) override { inner_->begin_deal(g, me); }
    void see(const seat_view& v) override { inner_->see(v); }
    action choose_with_all_hands(const position& p, const request& r) override {
        if (r.generator.uniform() < p_) return r.view.legal().draw(r.generator);
        return ask(*inner_, p, r.generator, r.seconds);
    }
    void end_deal(const seat_view& last, std::span<const int> score) override {
        inner_->end_deal(last, score);
    }

private:
    double p_;
    std::unique_ptr<player> inner_;
};

}  // namespace

std::unique_ptr<player> make_random(const agent_spec&, const game&) {
    return std::make_unique<random_player>();
}

std::unique_ptr<player> make_blunder(const agent_spec& spec, const game& g) {
    const double p = spec.number("p");
    auto inner = make_player(spec.inner("inner"), g);
    if (spec.cheats()) return std::make_unique<blundering_cheat>(p, std::move(inner));
    return std::make_unique<blunder_player>(p, std::move(inner));
}

}  // namespace mu::detail
