// Search behind the API, for every game: one seat's search through one deal, and what a net says
// of cards.
//
// A game's folder has it compiled in a file of its own, search.cpp: MU_SEARCH(V).
#pragma once

#include <mu/search/alpha_mu.h>
#include <mu/search/ismcts.h>
#include <mu/search/net_policy.h>
#include <mu/search/net_weigher.h>
#include <mu/search/outlook.h>
#include <mu/search/pimc.h>

#include "api/game_model.h"
#include "api/plain.h"

namespace mu::detail {

template <typename V>
inline constexpr bool has_encoding = requires { encoding<V>::version; };

template <typename V>
std::unique_ptr<card_weigher<V>> make_net_weigher(const std::shared_ptr<const net>& by) {
    if (!by) return nullptr;
    if constexpr (has_encoding<V>) {
        if (by->shape().inputs != encoding_width<V> || by->shape().actions != place_outputs<V>)
            throw std::invalid_argument("beliefs: the net is of another game, or of another kind");
        return std::make_unique<net_weigher<V>>(by);
    } else {
        throw std::invalid_argument("beliefs: this game has no nets");
    }
}

template <typename V>
class search_model_of final : public search_model {
    using view_t = view<V>;

public:
    search_model_of(const typename V::options& o, const search_settings& how)
        : options_(o),
          judge_(how.judge),
          method_(how.method),
          known_(
              how.evidence, make_net_weigher<V>(how.evidence.by_net),
              made(policy_of(how.evidence.policy_net, how.evidence.spread, how.evidence.errors))),
          by_worlds_(o, how, policy_of(how.judge.by_net)),
          by_tree_(o, how.tree, policy_of_leaves(how.tree)) {
        if (method_ != search_method::alpha_mu) return;
        if constexpr (has_solver<V>)
            by_fronts_.emplace(o, how.alpha_mu, how.judge);
        else
            throw std::invalid_argument("search: alpha-mu needs a solver, and this game has none");
    }

    void begin(const std::byte* first_view) override {
        known_.begin(as<view_t>(first_view));
        if (remembers_) past_.begin(as<view_t>(first_view));
    }
    void see(const std::byte* next_view, const seen_action& what) override {
        known_.see(as<view_t>(next_view), what);
        if constexpr (has_encoding<V>)
            if (remembers_) past_.see(as<view_t>(next_view), what);
    }
    search_report search(const std::byte* now, public_record record, rng& generator,
                         const search_limits& limits) override {
        const view_t& v = as<view_t>(now);
        if (method_ == search_method::tree && !(limits.early && can_be_solved(v)))
            return by_tree_.search(
                [&](std::size_t n, rng& g, auto& out) { known_.draw_singly(n, g, out); }, v, record,
                generator, limits,
                [&](const game_state<V>& w, seat who, rng& g) {
                    return known_.seen_by(w, who, g);
                });
        if constexpr (has_solver<V>)
            if (by_fronts_ && solving<V>::playing(v.seen))
                if (const auto found = by_fronts_->search(known_, v, record, generator, limits))
                    return *found;
        return by_worlds_.search(known_, v, record, generator, limits);
    }

    std::vector<judged> kept() const override {
        std::vector<judged> out;
        const auto& worlds = by_worlds_.kept();
        for (std::size_t i = 0; i < worlds.size(); ++i) {
            const auto values = by_worlds_.values_in(i);
            out.push_back({pack(worlds[i]), {values.begin(), values.end()}});
        }
        return out;
    }

    open_values judge(const plain_bytes& state, public_record record, seat me,
                      std::chrono::steady_clock::time_point deadline) override {
        open_values out;
        if constexpr (has_solver<V>) {
            const auto& s = as<game_state<V>>(state);
            if (!open_) open_.emplace(options_, judge_);
            const action_set legal = rules<V>::legal_actions(s);
            std::vector<action> choices;
            for (int i = 0; i < legal.count(); ++i) choices.push_back(legal.nth(i));
            std::vector<double> values(choices.size());
            rng unused(0);
            // Cards are solved to the end; after a call the deal is played on until it can be.
            const int depth =
                solving<V>::playing(s) ? deck_traits<V>::cards : world_judge<V>::usual_depth(s);
            if (!open_->judge(s, record, choices, me, depth, deadline, unused, values)) return out;
            out.exact = open_->exact();
            out.values = std::move(values);
        }
        return out;
    }

    bool wins_trick(const plain_bytes& state, action a, seat me) const override {
        auto s = as<game_state<V>>(state);
        rules<V>::apply(s, a);
        return mu::wins_trick(s, me);
    }
    plain_bytes after_calls(const plain_bytes& state, public_record record,
                            action a) const override {
        return pack(mu::after_calls(as<game_state<V>>(state), record, a));
    }

private:
    struct none {};
    template <typename T, bool Has>
    struct fronts {
        using type = none;
    };
    template <typename T>
    struct fronts<T, true> {
        using type = std::optional<alpha_mu<T>>;
    };

    // One world is left, and its cards can be solved.
    bool can_be_solved([[maybe_unused]] const view_t& v) {
        if constexpr (has_solver<V>)
            return solving<V>::playing(v.seen) &&
                   world_judge<V>::cards_in_hand(v.seen) <= world_judge<V>::usual_depth(v.seen) &&
                   known_.one_left();
        return false;
    }

    using policy_maker = typename pimc<V>::policy_maker;

    static std::unique_ptr<policy<V>> made(const policy_maker& make) {
        return make ? make() : nullptr;
    }
    std::unique_ptr<policy<V>> policy_of_leaves(const ismcts_settings& how) {
        if (how.by_rule) return std::make_unique<rule_policy<V>>();
        return made(policy_of(how.by_net));
    }
    // Nothing without a net.
    policy_maker policy_of(const std::shared_ptr<const net>& by, double spread = 0.05,
                           double errors = 0.01) {
        if (!by) return nullptr;
        if constexpr (has_encoding<V>) {
            if (by->shape().inputs != encoding_width<V> ||
                by->shape().actions != encoding<V>::actions)
                throw std::invalid_argument("search: the net is of another game");
            remembers_ = true;
            return [=, this] { return std::make_unique<net_policy<V>>(by, past_, spread, errors); };
        } else {
            throw std::invalid_argument("search: this game has no nets");
        }
    }

    bool remembers_ = false;  // past_ is kept
    remembered_deal<V> past_;
    typename V::options options_;
    judge_settings judge_;
    search_method method_;
    seat_worlds<V> known_;
    pimc<V> by_worlds_;
    ismcts<V> by_tree_;
    std::optional<world_judge<V>> open_;
    [[no_unique_address]] typename fronts<V, has_solver<V>>::type by_fronts_;
};

template <typename V>
std::unique_ptr<search_model> make_search(const typename V::options& o,
                                          const search_settings& how) {
    return std::make_unique<search_model_of<V>>(o, how);
}

}  // namespace mu::detail

// NOLINTBEGIN(bugprone-macro-parentheses): the argument is a type.
#define MU_SEARCH(V)                                                               \
    template std::unique_ptr<mu::detail::search_model> mu::detail::make_search<V>( \
        const V::options&, const mu::search_settings&);                            \
    template std::unique_ptr<mu::card_weigher<V>> mu::detail::make_net_weigher<V>( \
        const std::shared_ptr<const mu::net>&);
// NOLINTEND(bugprone-macro-parentheses)
