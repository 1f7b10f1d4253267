// What is hidden in jass, and what is known of it.
#pragma once

#include <mu/belief/hidden.h>
#include <mu/games/jass.h>

namespace mu {

// Weis: what each player announced is true of the hand he was dealt, and after the first trick the
// best team's are shown. Cards shown are in the view.
template <>
struct hidden_cards<jass> : hands_hidden<jass> {
    static bool is_joint(const facts& f) {
        if (!f.from_start() || !f.now().seen.extra.house.weis) return false;
        for (int k = 0; k < 4; ++k)
            if (k != index(f.observer()) && f.played_by(static_cast<seat>(k)) != 0) return true;
        return false;
    }
    static bool holds(const facts& f, const world<jass>& w) {
        const auto& s = f.now().seen;
        const weis_rules r = weis_rules_of(s);
        const weis_sense how = weis_sense_of(s.extra.chosen);
        per_seat<card_mask> hands{};
        bool any = false;
        for (int k = 0; k < 4; ++k) {
            const seat who = static_cast<seat>(k);
            hands[k] = dealt(f, w, who);
            any = any || s.extra.announced[k] != 0;
            if (has_announced(f, who) && s.extra.announced[k] == 0 && has_weis(hands[k], r))
                return false;
        }
        for (int k = 0; k < 4; ++k)
            if (has_announced(f, static_cast<seat>(k)) && s.extra.announced[k] != 0 &&
                call_of(find_weis(hands[k], r, how).best(how)) != s.extra.announced[k])
                return false;
        if (!any || s.tricks_remaining == jass::play.tricks) return true;
        const weis_result found = compare_weis(hands, forehand_of(s), s.extra.chosen, r);
        return found.winner == s.extra.weis_winner && found.points == 10 * s.extra.weis_tens &&
               found.shown == s.extra.shown;
    }
    // A run is announced by length and height: it lies in one of four suits.
    static void find_alternatives(const facts& f, std::vector<held_cards<jass>>& out) {
        const auto& s = f.now().seen;
        for (int k = 0; k < 4; ++k) {
            const seat who = static_cast<seat>(k);
            const weis_call call = s.extra.announced[k];
            if (!has_announced(f, who) || call == 0) continue;
            const called_weis said = read_call(call, weis_rules_of(s));
            std::vector<held_cards<jass>> longer;
            for (const suit in : all_suits) {
                card_mask cards = 0;
                if (said.quartet)
                    for (const suit each : all_suits) cards |= bit(make_card<jass>(each, said.top));
                else
                    cards = ((card_mask{1} << said.size) - 1)
                            << make_card<jass>(in, said.top - said.size + 1);
                for (held_cards<jass> held : out) {
                    held[k] = cards & ~f.played_by(who);
                    longer.push_back(held);
                }
                if (said.quartet) break;
            }
            out = std::move(longer);
        }
    }

private:
    static bool has_announced(const facts& f, seat who) {
        return who != f.observer() && f.played_by(who) != 0;
    }
    // Whether find_weis() would find any.
    static bool has_weis(card_mask hand, const weis_rules& r) {
        constexpr int ranks = deck_traits<jass>::ranks;
        constexpr card_mask starts = [] {  // of runs of three
            card_mask out = 0;
            for (const suit s : all_suits) out |= card_mask{0x7F} << make_card<jass>(s, 0);
            return out;
        }();
        if ((hand & hand >> 1 & hand >> 2 & starts) != 0) return true;
        const card_mask two = hand & hand >> (2 * ranks), four = two & two >> ranks;
        const card_mask counted = r.low_quartets ? 0x1FF : 0x1F8;
        return (four & counted) != 0;
    }
};

}  // namespace mu
