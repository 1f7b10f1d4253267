// Players that ask a net.

#include <mu/agents/match_player.h>
#include <mu/api/nets.h>

#include "agents/kinds.h"

namespace mu::detail {

namespace {

class net_player : public player {
public:
    explicit net_player(game_net by) : by_(std::move(by)) {}

    action choose(const request& r) override {
        return r.view.legal().count() == 1 ? r.view.legal().nth(0) : by_.choose(r.view);
    }

private:
    game_net by_;
};

// The end of the play by another player.
class hybrid_player final : public net_player, public match_player {
public:
    hybrid_player(game_net by, int cards, std::unique_ptr<player> play)
        : net_player(std::move(by)), cards_(cards), play_(std::move(play)) {}

    void stands(const game& g, std::span<const int> totals) override {
        tell_match(*play_, g, totals);
    }
    void begin_deal(const game& g, seat me) override { play_->begin_deal(g, me); }
    void see(const seat_view& v) override { play_->see(v); }
    action choose(const request& r) override {
        const bool end =
            r.view.phase() == deal_phase::play && ops::popcount(r.view.hand()) <= cards_;
        return end ? play_->choose(r) : net_player::choose(r);
    }
    void end_deal(const seat_view& last, std::span<const int> score) override {
        play_->end_deal(last, score);
    }

private:
    int cards_;
    std::unique_ptr<player> play_;
};

}  // namespace

std::unique_ptr<player> make_net(const agent_spec& spec, const game& g) {
    return std::make_unique<net_player>(game_net::of(g, spec.file("file")));
}

std::unique_ptr<player> make_hybrid(const agent_spec& spec, const game& g) {
    if (spec.cheats())
        throw std::invalid_argument(spec.text() + ": a hybrid's part may not see all hands");
    return std::make_unique<hybrid_player>(game_net::of(g, spec.file("net")),
                                           static_cast<int>(spec.number("cards")),
                                           make_player(spec.inner("play"), g));
}

}  // namespace mu::detail
