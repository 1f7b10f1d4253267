// The games that a deal of skat can be played in.
#pragma once

#include <mu/games/skat/best_contract.h>

#include "api/contracts.h"
#include "games/skat/skat_text.h"

namespace mu::detail {

// For every seat and every game what it scores if it lays away as well as can be, and what it
// scores in a hand game with the best announcement. Once there is a soloist, for him alone.
template <>
struct contracts<skat> {
    static constexpr std::string_view side = "the soloist";

    static std::vector<contract_column> columns(const skat::options&) {
        std::vector<contract_column> out;
        for (int k = 0; k < 3; ++k)
            for (const bool hand : {false, true})
                for (const skat_game& g : skat_declarations(hand))
                    if (g.announced == skat_announced::nothing)
                        out.push_back({name_of(static_cast<seat>(k), g), "", true});
        return out;
    }
    static std::vector<contract_value> solve(solver<skat>& by, const game_state<skat>& s,
                                             const skat::options& o) {
        std::vector<contract_value> out;
        for (int k = 0; k < 3; ++k)
            for (const bool hand : {false, true})
                if (may_play(s, static_cast<seat>(k), hand))
                    add(out, by, s, static_cast<seat>(k), hand, o);
        return out;
    }

private:
    static std::string name_of(seat who, const skat_game& g) {
        return fmt::format("seat{}_{}{}", index(who), skat_kind_name(g.kind, g.trump),
                           g.hand ? "_hand" : "");
    }
    static bool may_play(const game_state<skat>& s, seat who, bool hand) {
        if (s.phase == skat_phase::bidding) return true;
        if (who != s.soloist || s.phase == skat_phase::over) return false;
        return s.phase == skat_phase::skat || hand == (s.hand != 0);
    }
    static void add(std::vector<contract_value>& out, solver<skat>& by, const game_state<skat>& s,
                    seat who, bool hand, const skat::options& o) {
        const auto plans = best_declarations(by, s, who, hand, o);
        for (std::size_t i = 0; i < plans.size();) {
            std::size_t best = i, next = i;
            while (next < plans.size() && plans[next].game.kind == plans[i].game.kind &&
                   plans[next].game.trump == plans[i].game.trump) {
                if (plans[next].score > plans[best].score) best = next;
                ++next;
            }
            const skat_plan& p = plans[best];
            const auto lead = first_lead_of(s, who, p);
            const auto at = static_cast<std::size_t>(who);
            std::string how = hand ? "hand" : "lay " + mask_str<skat>(p.laid);
            if (p.game.announced != skat_announced::nothing)
                how += fmt::format(", {}", skat_announced_name(p.game.announced));
            out.push_back({name_of(who, plans[i].game),
                           how,
                           {p.score, solving<skat>::score_at(lead, p.value.high, o)[at]}});
            i = next;
        }
    }
};

}  // namespace mu::detail
