// Search behind the API, for every game: one seat's search through one deal.
//
// A game's folder has it compiled in a file of its own, search.cpp: MU_SEARCH(V).
#pragma once

#include <mu/search/alpha_mu.h>
#include <mu/search/ismcts.h>
#include <mu/search/pimc.h>

#include "api/game_model.h"
#include "api/plain.h"

namespace mu::detail {

template <typename V>
class search_model_of final : public search_model {
    using view_t = view<V>;

public:
    search_model_of(const typename V::options& o, const search_settings& how)
        : method_(how.method), known_(how.evidence), by_worlds_(o, how), by_tree_(o, how.tree) {
        if (method_ != search_method::alpha_mu) return;
        if constexpr (has_solver<V>)
            by_fronts_.emplace(o, how.alpha_mu, how.judge);
        else
            throw std::invalid_argument("search: alpha-mu needs a solver, and this game has none");
    }

    void begin(const std::byte* first_view) override { known_.begin(as<view_t>(first_view)); }
    void see(const std::byte* next_view, const seen_action& what) override {
        known_.see(as<view_t>(next_view), what);
    }
    search_report search(const std::byte* now, public_record record, rng& generator,
                         const search_limits& limits) override {
        const view_t& v = as<view_t>(now);
        if (method_ == search_method::tree)
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

    search_method method_;
    seat_worlds<V> known_;
    pimc<V> by_worlds_;
    ismcts<V> by_tree_;
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
        const V::options&, const mu::search_settings&);
// NOLINTEND(bugprone-macro-parentheses)
