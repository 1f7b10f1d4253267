// Beliefs behind the API, for every game.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <mu/api/beliefs.h>
#include <mu/belief/soft_rules.h>
#include <mu/cards/text.h>

#include "api/game_model.h"
#include "api/plain.h"

namespace mu::detail {

// What a net says of cards; nothing without a net. std::invalid_argument for a net of another game
// or kind. Compiled in the game's folder (search_model.h).
template <typename V>
std::unique_ptr<card_weigher<V>> make_net_weigher(const std::shared_ptr<const net>& by);

template <typename V>
class belief_model_of final : public belief_model {
    using view_t = view<V>;

public:
    belief_model_of(const std::byte* first_view, evidence by,
                    std::unique_ptr<card_weigher<V>> weigher)
        : soft_(by == evidence::soft ? soft_rules<V>() : std::span<const soft_rule<V>>{}),
          weigher_(std::move(weigher)),
          ready_(!weigher_) {
        soft_.init(as<view_t>(first_view));
        if (weigher_) weigher_->begin(as<view_t>(first_view));
    }

    void see(const std::byte* next_view, const seen_action& what) override {
        soft_.see(as<view_t>(next_view));
        if (weigher_) weigher_->see(as<view_t>(next_view), what);
        ready_ = false;
    }
    std::uint64_t count() override { return belief().worlds().count(); }
    bool is_exact() override { return belief().worlds().is_exact(); }

    std::vector<std::string> places() const override {
        std::vector<std::string> out;
        for (int p = 0; p < place_count; ++p) {
            if (!world<V>::has(p)) continue;
            std::string name = p < V::seats       ? seat_str<V>(static_cast<seat>(p))
                               : p == place_aside ? "aside"
                                                  : "discard";
            for_each_place(soft_.belief().facts().now().seen,
                           [&](const place_info& place, const auto&) {
                               if (p >= V::seats && place.number == p) name = place.name;
                           });
            out.push_back(name);
        }
        return out;
    }
    std::vector<std::vector<double>> chances() override {
        const belief_state<V>& b = belief();
        std::vector<std::vector<double>> out;
        for (int p = 0; p < place_count; ++p) {
            if (!world<V>::has(p)) continue;
            auto& row = out.emplace_back(deck_traits<V>::cards, 0.0);
            if (p == index(b.observer))
                ops::for_each(card_mask{b.facts().now().seen.hands[b.observer]},
                              [&](card c) { row[c] = 1; });
            else
                std::ranges::copy(b.prob[b.row_of_place(p)], row.begin());
        }
        return out;
    }

    plain_bytes draw(rng& generator) override { return pack(determinize(belief(), generator)); }
    std::vector<plain_bytes> draw(std::size_t n, rng& generator) override {
        drawn_.resize(n);
        const std::size_t found = belief().draw(std::span(drawn_), generator);
        std::vector<plain_bytes> out;
        out.reserve(found);
        for (std::size_t i = 0; i < found; ++i)
            out.push_back(pack(belief().worlds().state(drawn_[i], generator)));
        return out;
    }

private:
    const belief_state<V>& belief() {
        if (!ready_) {
            if (weigher_) soft_.weigh_by(*weigher_);
            soft_.renormalize();
        }
        ready_ = true;
        return soft_.belief();
    }

    soft_belief<V> soft_;
    std::unique_ptr<card_weigher<V>> weigher_;
    bool ready_;
    std::vector<world<V>> drawn_;
};

}  // namespace mu::detail
