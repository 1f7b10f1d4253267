// Players that search.

#include <mu/agents/match_player.h>
#include <mu/api/match_table.h>
#include <mu/api/nets.h>
#include <mu/api/search.h>

#include "agents/kinds.h"

namespace mu::detail {

namespace {

class search_player final : public player, public match_player {
public:
    struct plan {
        search_settings how{};
        std::uint64_t rounds = 0;
        double ms = 0;
        bool scale = false;  // ms is for a full hand
        bool early = true;   // may end before
        unsigned threads = 1;
        bool cards_only = false;  // anything else by rules of thumb
        bool for_match = false;   // plays for the match where there is one
    };
    search_player(const game& g, const plan& p) : plan_(p), by_(g, p.how) {}

    void stands(const game& g, std::span<const int> totals) override {
        if (!plan_.for_match || (totals.empty() && !in_match_)) return;
        search_settings how = plan_.how;
        if (!totals.empty()) how.judge.match = match_table(g);
        if (how.judge.match) how.judge.totals = {totals[0], totals[1]};
        in_match_ = how.judge.match != nullptr;
        by_ = searcher(g, how);
    }

    action choose(const request& r) override {
        if (r.view.legal().count() == 1) return r.view.legal().nth(0);
        if (plan_.cards_only && r.view.phase() != deal_phase::play) return r.view.rule_choice();
        search_limits limits{
            .rounds = plan_.rounds, .stop = r.stop, .threads = plan_.threads, .early = plan_.early};
        const double share = plan_.scale ? share_of_hand(r.view) : 1;
        const double seconds =
            std::min(plan_.ms > 0 ? share * plan_.ms / 1000 : r.seconds, r.seconds);
        if (seconds < std::numeric_limits<double>::infinity())
            limits.deadline = std::chrono::steady_clock::now() +
                              std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                  std::chrono::duration<double>(0.95 * seconds));
        return by_.search(r.view, r.generator, limits).chosen;
    }

private:
    // Of the cards that its hand began with.
    double share_of_hand(const seat_view& v) {
        const auto left = static_cast<double>(ops::popcount(v.hand()));
        most_cards_ = std::max(most_cards_, left);
        return left / most_cards_;
    }

    plan plan_;
    searcher by_;
    bool in_match_ = false;
    double most_cards_ = 1;
};

bool is_on(const agent_spec& spec, const char* key) { return spec.number(key) != 0; }

// Nothing where the parameter is one of the words that stand for no net.
std::shared_ptr<const net> net_of(const agent_spec& spec, const game& g, const char* key,
                                  std::initializer_list<std::string_view> no_nets = {"rule"}) {
    const std::string& name = spec.file(key);
    if (std::ranges::find(no_nets, name) != no_nets.end()) return nullptr;
    return game_net::of(g, name == "net" ? "" : name).shared_weights();
}

// What all searches have; `rounds` is the parameter that counts them.
search_player::plan common_plan(const agent_spec& spec, const game& g, const char* rounds) {
    search_player::plan p;
    p.rounds = static_cast<std::uint64_t>(spec.number(rounds));
    p.ms = spec.number("ms");
    if (p.rounds == 0 && p.ms == 0)
        throw std::invalid_argument(spec.text() + ": " + rounds + " or ms has to be above 0");
    p.how.evidence.soft = spec.number("soft");
    if (const std::string& belief = spec.file("belief"); belief != "none") {
        if (p.how.evidence.soft > 0)
            throw std::invalid_argument(spec.text() +
                                        ": soft and belief are two ways to weigh worlds; use one");
        p.how.evidence.by_net = belief_net::of(g, belief == "net" ? "" : belief).shared_weights();
    }
    p.how.evidence.policy = is_on(spec, "infer");
    p.how.evidence.calls_only = spec.number("infer") == 2;
    p.how.evidence.policy_net = net_of(spec, g, "infer_by");
    p.how.evidence.spread = spec.number("spread");
    p.how.evidence.errors = spec.number("errors");
    p.how.evidence.candidates = static_cast<int>(spec.number("candidates"));
    p.how.evidence.memory = static_cast<int>(spec.number("memory"));
    p.how.evidence.smoothing = spec.number("smoothing");
    p.how.evidence.decay = spec.number("decay");
    p.scale = is_on(spec, "scale");
    p.early = is_on(spec, "early");
    return p;
}

search_player::plan plan_of(const agent_spec& spec, const game& g) {
    search_player::plan p = common_plan(spec, g, "worlds");
    p.threads = static_cast<unsigned>(spec.number("threads"));
    p.how.judge.solve_cards = static_cast<int>(spec.number("depth"));
    if (spec.number("nodes") > 0)
        p.how.judge.nodes = static_cast<std::uint64_t>(spec.number("nodes"));
    p.how.judge.tolerance = static_cast<int>(spec.number("tolerance"));
    p.how.caution = spec.number("caution");
    if (is_on(spec, "wins")) p.how.judge.aim = objective::wins;
    p.for_match = is_on(spec, "match");
    p.how.judge.by_net = net_of(spec, g, "policy");
    return p;
}

// Cards by one player, everything else by another.
class bot_player final : public player, public match_player {
public:
    bot_player(std::unique_ptr<player> play, std::unique_ptr<player> bid)
        : play_(std::move(play)), bid_(std::move(bid)) {}

    void stands(const game& g, std::span<const int> totals) override {
        tell_match(*play_, g, totals);
        tell_match(*bid_, g, totals);
    }
    void begin_deal(const game& g, seat me) override {
        play_->begin_deal(g, me);
        bid_->begin_deal(g, me);
    }
    void see(const seat_view& v) override {
        play_->see(v);
        bid_->see(v);
    }
    action choose(const request& r) override {
        return (r.view.phase() == deal_phase::play ? play_ : bid_)->choose(r);
    }
    void end_deal(const seat_view& last, std::span<const int> score) override {
        play_->end_deal(last, score);
        bid_->end_deal(last, score);
    }

private:
    std::unique_ptr<player> play_, bid_;
};

}  // namespace

std::unique_ptr<player> make_isdd(const agent_spec& spec, const game& g) {
    auto p = plan_of(spec, g);
    p.cards_only = true;
    return std::make_unique<search_player>(g, p);
}

std::unique_ptr<player> make_sim(const agent_spec& spec, const game& g) {
    auto p = plan_of(spec, g);
    if (spec.number("solve") == 0) p.how.judge.solve_cards = 0;
    return std::make_unique<search_player>(g, p);
}

std::unique_ptr<player> make_ismcts(const agent_spec& spec, const game& g) {
    auto p = common_plan(spec, g, "iterations");
    p.how.method = search_method::tree;
    p.how.tree.exploration = spec.number("exploration");
    p.how.tree.all_seats = is_on(spec, "all_seats");
    p.how.tree.resample_own = is_on(spec, "resample");
    p.how.tree.reuse = is_on(spec, "reuse");
    p.how.tree.by_rule = spec.file("policy") == "rule";
    p.how.tree.by_net = net_of(spec, g, "policy", {"rule", "random"});
    p.how.tree.by_value = is_on(spec, "value");
    if (p.how.tree.by_value && !p.how.tree.by_net)
        throw std::invalid_argument(spec.text() + ": value wants a net as policy");
    return std::make_unique<search_player>(g, p);
}

std::unique_ptr<player> make_alphamu(const agent_spec& spec, const game& g) {
    auto p = common_plan(spec, g, "worlds");
    p.cards_only = true;
    p.how.method = search_method::alpha_mu;
    p.how.alpha_mu.depth = static_cast<int>(spec.number("depth"));
    p.how.alpha_mu.most_cards = static_cast<int>(spec.number("cards"));
    p.how.alpha_mu.alone = is_on(spec, "alone");
    p.how.judge.solve_cards = static_cast<int>(spec.number("solve"));
    return std::make_unique<search_player>(g, p);
}

std::unique_ptr<player> make_bot(const agent_spec& spec, const game& g) {
    if (spec.cheats())
        throw std::invalid_argument(spec.text() + ": a bot's parts may not see all hands");
    return std::make_unique<bot_player>(make_player(spec.inner("play"), g),
                                        make_player(spec.inner("bid"), g));
}

}  // namespace mu::detail
