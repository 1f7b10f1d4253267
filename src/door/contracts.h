// In which contracts can a deal be played? For every game, contracts<V> has
//
//     side                     whose values are reported, in words
//     questions(state, options) -> std::vector<contract_question<V>>
// or  solve(solver, state, options) -> std::vector<contract_value>, where an answer takes more than
//                              one question (ulti: beside its names in door/ulti.cpp)
//     columns(options)         with solve() only: all entries that a table can have, in its order
//     summary(state, entries)  (optional) one more line of text
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include <mu/door/solve.h>
#include <mu/games/bridge/par.h>
#include <mu/games/solver.h>

namespace mu::detail {

template <typename V>
struct contract_question {
    std::string contract, who;
    game_state<V> state;
    int turned_from = -1;  // not negative: report this less the value

    value_range report(value_range v) const {
        return turned_from < 0 ? v : value_range{turned_from - v.high, turned_from - v.low};
    }
};

template <typename V>
struct contracts;

template <typename V>
std::array<card_mask, V::seats> all_hands(const game_state<V>& s) {
    std::array<card_mask, V::seats> out{};
    for (int k = 0; k < V::seats; ++k)
        out[static_cast<std::size_t>(k)] = card_mask{s.hands[static_cast<seat>(k)]};
    return out;
}

// The tricks of every declarer in every suit and without trumps. His left neighbour leads.
template <typename V>
struct declarer_contracts {
    static constexpr std::string_view side = "the declarer's side";

    static std::vector<contract_question<V>> questions(const game_state<V>& s,
                                                       const typename V::options&) {
        std::vector<contract_question<V>> out;
        for (const suit trump :
             {suit::none, suit::spades, suit::hearts, suit::diamonds, suit::clubs})
            // Partners next to each other: what is known of one helps most with the other.
            for (const seat declarer : {seat::north, seat::south, seat::east, seat::west}) {
                auto state = open_deal<V>(all_hands(s), trump, seat_after<V>(declarer));
                const int turned = partnership_of(declarer) == 0 ? -1 : state.tricks_remaining;
                out.push_back({trump == suit::none ? "NT" : std::string(1, "SHDC"[index(trump)]),
                               std::string(1, "NESW"[index(declarer)]), state, turned});
            }
        return out;
    }
};

template <>
struct contracts<whist> : declarer_contracts<whist> {};

template <>
struct contracts<bridge> : declarer_contracts<bridge> {
    static std::string summary(const game_state<bridge>& s,
                               const std::vector<contract_value>& entries) {
        trick_table table{};
        for (const auto& e : entries) {
            const auto who = std::string_view("NESW").find(e.who);
            const auto strain = e.contract == "NT" ? 4 : std::string_view("CDHS").find(e.contract);
            table[who][strain] = static_cast<std::uint8_t>(e.value.low);
        }
        const int par = par_score(table, s.dealer, s.extra.vul);
        return fmt::format("par {} for N+S", par);
    }
};

// The points of N+S for every trump suit; who leads is settled by the dealer.
template <>
struct contracts<contree> {
    static constexpr std::string_view side = "N+S";

    static std::vector<contract_question<contree>> questions(const game_state<contree>& s,
                                                             const contree::options& o) {
        std::vector<contract_question<contree>> out;
        const seat leader = seat_after<contree>(s.dealer);
        const auto add = [&](std::string name, contree::order strain) {
            auto state = open_deal<contree>(all_hands(s), contree::trump_of(strain), leader);
            state.extra.house = s.extra.house;
            if (contree::trump_of(strain) == suit::none)
                state.extra.bid =
                    static_cast<std::uint8_t>(contree_calls::bid_in_two_steps(0, strain));
            out.push_back({std::move(name), std::string(1, "NESW"[index(leader)]), state});
        };
        for (const suit trump : all_suits)
            add(std::string(1, "shdc"[index(trump)]), contree::trump_order(trump));
        if (o.all_contracts) {
            add("nt", contree::order::no_trump);
            add("at", contree::order::all_trump);
        }
        return out;
    }
};

// The points of N+S in the six contracts and those that the options add; forehand leads.
template <>
struct contracts<jass> {
    static constexpr std::string_view side = "N+S";

    static std::vector<contract_question<jass>> questions(const game_state<jass>& s,
                                                          const jass::options& o) {
        std::vector<contract_question<jass>> out;
        const seat leader = seat_after<jass>(s.dealer);
        const auto add = [&](std::string name, jass::contract chosen) {
            auto state = open_deal<jass>(all_hands(s), trump_of_contract(chosen), leader);
            state.extra.table = s.extra.table;
            state.extra.chosen = chosen;
            out.push_back({std::move(name), std::string(1, "0123"[index(leader)]), state});
        };
        for (int c = 0; c < 6; ++c)
            add(std::string(1, "SHDCOU"[c]), static_cast<jass::contract>(c));
        if (o.slalom) {
            add("slalom_O", jass::contract::slalom_obenabe);
            add("slalom_U", jass::contract::slalom_undenufe);
        }
        if (o.gusti) add("gusti", jass::contract::gusti);
        if (o.mary) add("mary", jass::contract::mary);
        return out;
    }
};

// The tricks of N+S in every trump suit, and of every seat that plays alone. The upcard's suit is
// ordered up: the dealer takes the card and lays away what is best for his side. No defender plays
// alone.
template <int Cards>
struct contracts<euchre_game<Cards>> {
    static constexpr std::string_view side = "those who are named";
    using V = euchre_game<Cards>;
    using state = game_state<V>;

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
        std::vector<suit> out(all_suits.begin(), all_suits.end());
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

// A deal of snapszer is played in one way only.
template <int Cards>
struct contracts<snapszer_game<Cards>> {
    static constexpr std::string_view side = "seat 0";
    using V = snapszer_game<Cards>;

    static std::vector<contract_question<V>> questions(const game_state<V>& s,
                                                       const typename V::options&) {
        return {{"value", "", s}};
    }
};

}  // namespace mu::detail
