// The contracts that a deal of euchre can be played in.
#pragma once

#include <mu/games/euchre/solving.h>

#include "api/contracts.h"

namespace mu::detail {

// The tricks of N+S in every trump suit, and of every seat that plays alone. The upcard's suit is
// ordered up: the dealer takes the card and lays away what is best for his side. No defender plays
// alone.
template <int Cards>
struct contracts<euchre_game<Cards>> {
    static constexpr std::string_view side = "those who are named";
    using V = euchre_game<Cards>;
    using state = game_state<V>;

    static contract_bids bids() { return {.levels = {{"3", 3}, {"5", 5}}}; }
    static std::vector<contract_column> columns(const euchre_terms::options& o) {
        std::vector<contract_column> out;
        for (const suit trump : trumps(o))
            for (const std::string_view who : {"N+S", "N alone", "E alone", "S alone", "W alone"})
                out.push_back({name(trump), std::string(who)});
        return out;
    }
    static std::vector<contract_value> solve(solver<V>& by, const state& s,
                                             const euchre_terms::options& o) {
        std::vector<contract_value> out;
        for (const auto& c : columns(o)) {
            const auto trump = static_cast<suit>(std::string_view("shdcn").find(c.contract[0]));
            const bool alone = c.who != "N+S";
            const auto maker = static_cast<seat>(std::string_view("NESW").find(c.who[0]));
            out.push_back({c.contract, c.who, value(by, s, trump, maker, alone)});
        }
        return out;
    }

private:
    static std::string name(suit trump) {
        return trump == suit::none ? "nt" : std::string(1, "shdc"[index(trump)]);
    }
    static std::vector<suit> trumps(const euchre_terms::options& o) {
        std::vector<suit> out(suit_list::begin(), suit_list::end());
        if (o.house.no_trump) out.push_back(suit::none);
        return out;
    }
    static value_range value(solver<V>& by, state s, suit trump, seat maker, bool alone) {
        // As it was dealt, whatever has been called since.
        card_mask six = card_mask{s.hands[s.dealer]} | bit(s.extra.upcard);
        if (s.extra.discard != no_card) six |= bit(s.extra.discard);
        s.hands[s.dealer] = static_cast<hand_mask<V>>(six & ~bit(s.extra.upcard));
        s.extra.discard = no_card;
        s.trump = trump;
        s.extra.maker = maker;
        s.extra.active =
            static_cast<std::uint8_t>(alone ? 0b1111 & ~(1 << index(partner_of(maker))) : 0b1111);
        s.extra.phase = euchre_terms::phase::play;
        s.current_player = rules<V>::first_leader(s);
        if (trump != upcard_suit(s)) return by.value(s);

        const bool up = partnership_of(s.dealer) == partnership_of(maker);
        const card_mask choices = s.extra.house.discard_upcard ? six : six & ~bit(s.extra.upcard);
        value_range best = up ? value_range{-1, -1} : value_range{no_bound, no_bound};
        ops::for_each(choices, [&](card c) {
            s.hands[s.dealer] = static_cast<hand_mask<V>>(six & ~bit(c));
            s.extra.discard = c;
            const value_range v = by.value(s);
            best = up ? value_range{std::max(best.low, v.low), std::max(best.high, v.high)}
                      : value_range{std::min(best.low, v.low), std::min(best.high, v.high)};
        });
        return best;
    }
};

}  // namespace mu::detail
