// The exact solver of snapszer: all cards seen, the order of the stock known to both.
//
// A deal ends with one of six results for the player to act: -3 -2 -1 1 2 3 game points. The search
// asks one question at a time, "does he get more than level t?", of which there are five:
//
//     level          0    1    2    3    4
//     at least      -2   -1    1    2    3
//
// and "A gets more than t" is the opposite of "B gets more than 4 - t". The answer is a proof for
// one of the two players, and it comes with its slack: how many points fewer the prover, and how
// many more the other, might have had without a change. So one entry of the table serves many
// scores. docs/algorithms/snapszer.md derives it. games/snapszer/solver.h names the solver of the
// game itself.
#pragma once

#include <optional>
#include <stdexcept>
#include <vector>

#include <mu/solve/snapszer/search.h>

namespace mu::inline MU_ISA {

// What the players may do from here on.
enum class snapszer_actions : std::uint8_t {
    all,
    cards_only,  // no exchange, no closing, no marriages
};

template <variant V>
class basic_snapszer_solver {
public:
    using state = game_state<V>;
    using options = typename V::options;

    struct action_value {
        std::uint8_t a = 0;
        value_range value;  // game points for the player who does it
        friend constexpr bool operator==(const action_value&, const action_value&) = default;
    };

    // The table has 2^table_bits entries of 16 bytes.
    explicit basic_snapszer_solver(const options& o = {}, solve_switches use = {},
                                   snapszer_actions may = snapszer_actions::all,
                                   int table_bits = 15)
        : switches(use),
          options_(o),
          cards_only_(may == snapszer_actions::cards_only),
          search_(cards_only_, table_bits) {}

    solve_switches switches;
    solve_budget budget;  // of every call

    // Forgets everything but the options, in no time.
    void reset() { search_.reset(); }
    // Leads searched since then.
    std::uint64_t nodes() const { return search_.nodes(); }
    // The budget of the last call ran out.
    bool stopped() const { return search_.stopped(); }
    std::size_t bytes() const { return sizeof(*this) - sizeof(search_) + search_.bytes(); }

    // All of these throw std::invalid_argument if nobody is to act or a card is not known.

    // Game points for the player to act, or the range proved when the budget ran out.
    value_range value(const state& s) {
        begin(s);
        return solve(s);
    }

    // Does the player to act get at least so many game points? Empty if the budget ran out.
    std::optional<bool> at_least(const state& s, int game_points) {
        begin(s);
        if (game_points <= -3) return true;
        if (game_points > 3) return false;
        const int level =
            game_points > 0 ? game_points + 1 : std::min(game_points + 2, search::even);
        const bool yes = search_.ask(turn_of(s), level).yes;
        return search_.stopped() ? std::nullopt : std::optional(yes);
    }

    // The value of every legal action, lowest id first.
    std::vector<action_value> values(const state& s) {
        begin(s);
        return evaluate(s);
    }

    // One line of best play to the end of the deal. Empty if the budget ran out.
    std::vector<std::uint8_t> best_line(state s) {
        begin(s);
        std::vector<std::uint8_t> line;
        while (!rules<V>::is_over(s)) {
            action_value best;  // the first of the best
            for (const action_value& v : evaluate(s)) {
                if (!v.value.exact()) return {};
                if (best.value.low == 0 || v.value.low > best.value.low) best = v;
            }
            line.push_back(best.a);
            rules<V>::apply(s, best.a);
        }
        return line;
    }

private:
    using search = snapszer_search<V>;
    using board = snapszer_board<V>;

    void begin(const state& s) {
        refuse_unknown(s);
        search_.switches = switches;
        search_.budget = budget;
        search_.begin();
    }

    static void refuse_unknown(const state& s) {
        if (rules<V>::is_over(s))
            throw std::invalid_argument("snapszer solver: the deal is over, nobody is to act");
        const seat me = s.current_player;
        const int answering = trick_play<V>::leading(s) ? 0 : 1;
        if (ops::popcount(s.hands[me]) != ops::popcount(s.hands[1 - index(me)]) + answering)
            throw std::invalid_argument("snapszer solver: a hand is not known in full");
        for (int k = 1; s.stock_open() && k <= s.stock_left; ++k)
            if (s.stock[s.stock.size() - static_cast<std::size_t>(k)] == no_card)
                throw std::invalid_argument("snapszer solver: the order of the stock is not known");
    }

    snapszer_turn turn_of(const state& s) {
        const bool exchanged = search_.lay(board(s, options_));
        const board& on = search_.laid();
        snapszer_turn t{.at = on.at(s)};
        t.at.exchanged = exchanged;
        if (!trick_play<V>::leading(s)) {
            t.led = on.from_card(s.trick.cards[s.trick.lead_seat]);
            t.at.hand[t.at.lead] |= t.led;
        } else if (s.marriage != suit::none) {
            t.marriage = on.from_cards(V::marriage_pair(s.marriage));
        } else {
            t.undrawn = rules<V>::draw_due(s);
        }
        return t;
    }

    value_range solve(const state& s) {
        const snapszer_turn t = turn_of(s);
        int low = 0, high = 5;  // results, -3 .. 3
        // Questions about three points are soon answered, and narrow the others.
        for (const int level : {0, 4, 1, 3, 2}) {
            if (level < low || level >= high) continue;
            const bool yes = search_.ask(t, level).yes;
            if (search_.stopped()) break;
            (yes ? low : high) = yes ? level + 1 : level;
        }
        const auto points = [](int result) { return result < 3 ? result - 3 : result - 2; };
        return {points(low), points(high)};
    }

    card_mask legal(const state& s) const {
        constexpr card_mask declarations = bit(V::exchange) | bit(V::close) | bit(V::marry) * 15;
        const card_mask all = rules<V>::legal_actions(s).mask;
        return cards_only_ ? all & ~declarations : all;
    }

    std::vector<action_value> evaluate(const state& s) {
        std::vector<action_value> out;
        const seat me = s.current_player;
        ops::for_each(legal(s), [&](card a) {
            state next = s;
            rules<V>::apply(next, a);
            value_range v;
            if (rules<V>::is_over(next)) {
                v.low = v.high = score(next, options_)[static_cast<std::size_t>(me)];
            } else {
                v = solve(next);
                if (next.current_player != me) v = {-v.high, -v.low};
            }
            out.push_back({a, v});
        });
        return out;
    }

    options options_;
    bool cards_only_;
    search search_;
};

}  // namespace mu::inline MU_ISA
