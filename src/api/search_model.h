// Search behind the API, for every game: one seat's search through one deal.
//
// A game's folder has it compiled in a file of its own, search.cpp: MU_SEARCH(V).
#pragma once

#include <mu/search/pimc.h>

#include "api/game_model.h"
#include "api/plain.h"

namespace mu::detail {

template <typename V>
class search_model_of final : public search_model {
    using view_t = view<V>;

public:
    search_model_of(const typename V::options& o, const search_settings& how)
        : known_(how.evidence), by_worlds_(o, how) {}

    void begin(const std::byte* first_view) override { known_.begin(as<view_t>(first_view)); }
    void see(const std::byte* next_view, const seen_action& what) override {
        known_.see(as<view_t>(next_view), what);
    }
    search_report search(const std::byte* now, public_record record, rng& generator,
                         const search_limits& limits) override {
        return by_worlds_.search(known_, as<view_t>(now), record, generator, limits);
    }

private:
    seat_worlds<V> known_;
    pimc<V> by_worlds_;
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
