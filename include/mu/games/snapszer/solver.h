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
// scores. docs/algorithms/snapszer.md derives it.
#pragma once

#include <optional>
#include <stdexcept>
#include <vector>

#include <mu/games/snapszer.h>
#include <mu/games/snapszer/search/search.h>
#include <mu/solve/narrow.h>

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
    int tolerance = 0;    // value() and values() may be ranges up to twice as wide

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
        if (!search_.meter().limited()) return solve(s, tolerance);
        std::vector<open_value> one{{.known = anything, .outside_in = true}};
        narrow_all(one, {s});
        return one.front().known;
    }

    // Does the player to act get at least so many game points? Empty if the budget ran out.
    std::optional<bool> at_least(const state& s, int game_points) {
        begin(s);
        if (game_points <= -3) return true;
        if (game_points > 3) return false;
        const bool yes = search_.ask(turn_of(s), level_of(game_points)).yes;
        return search_.stopped() ? std::nullopt : std::optional(yes);
    }

    // The value of every legal action, lowest id first.
    std::vector<action_value> values(const state& s) {
        begin(s);
        return search_.meter().limited() ? evaluate_in_time(s) : evaluate(s, tolerance);
    }

    // One line of best play to the end of the deal. Empty if the budget ran out.
    std::vector<std::uint8_t> best_line(state s) {
        begin(s);
        std::vector<std::uint8_t> line;
        while (!rules<V>::is_over(s)) {
            action_value best;  // the first of the best
            for (const action_value& v : evaluate(s, 0)) {
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
    static constexpr value_range anything{-3, 3};

    void begin(const state& s) {
        refuse_unknown(s);
        search_.switches = switches;
        search_.meter().set_budget(budget);
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

    // Results from 0 to 5 are game points from -3 to 3. "At least t points" is "more than level".
    static constexpr int points_of(int result) { return result < 3 ? result - 3 : result - 2; }
    static constexpr int level_of(int t) { return t > 0 ? t + 1 : std::min(t + 2, search::even); }

    // Asks one question about the value of s for the player to act. False if the search stopped.
    bool ask(const state& s, int level, value_range& known) {
        const bool yes = search_.ask(turn_of(s), level).yes;
        if (search_.stopped()) return false;
        if (yes)
            known.low = std::max(known.low, points_of(level + 1));
        else
            known.high = std::min(known.high, points_of(level));
        return true;
    }

    value_range solve(const state& s, int within) {
        value_range known = anything;
        // Questions about three points are soon answered, and narrow the others.
        for (const int level : {0, 4, 1, 3, 2}) {
            if (points_of(level) < known.low || points_of(level + 1) > known.high) continue;
            if (known.high - known.low <= 2 * within || !ask(s, level, known)) break;
        }
        return known;
    }

    // The same for several positions on the board that lies, while a budget lasts.
    void narrow_all(std::vector<open_value>& values, const std::vector<state>& at) {
        narrow(
            values.data(), static_cast<int>(values.size()), tolerance,
            [&](int i, int t, std::uint64_t nodes) {
                const auto k = static_cast<std::size_t>(i);
                value_range news = anything;
                search_.meter().allow(nodes);
                const bool answered = ask(at[k], level_of(t), news);
                values[k].learn(news);
                return answered;
            },
            [&] { return search_.meter().spent(); });
    }

    card_mask legal(const state& s) const {
        constexpr card_mask declarations = bit(V::exchange) | bit(V::close) | bit(V::marry) * 15;
        const card_mask all = rules<V>::legal_actions(s).mask;
        return cards_only_ ? all & ~declarations : all;
    }

    // The value of a deal that has ended, for seat `me`.
    value_range ended(const state& s, seat me) const {
        const int points = score(s, options_)[static_cast<std::size_t>(me)];
        return {points, points};
    }
    // From the player to act to seat `me`, or back.
    static value_range seen_by(const value_range& v, const state& s, seat me) {
        return s.current_player == me ? v : value_range{-v.high, -v.low};
    }

    std::vector<action_value> evaluate(const state& s, int within) {
        std::vector<action_value> out;
        const seat me = s.current_player;
        ops::for_each(legal(s), [&](card a) {
            state next = s;
            rules<V>::apply(next, a);
            out.push_back({a, rules<V>::is_over(next) ? ended(next, me)
                                                      : seen_by(solve(next, within), next, me)});
        });
        return out;
    }

    // The same while the budget lasts, all actions side by side.
    std::vector<action_value> evaluate_in_time(const state& s) {
        turn_of(s);  // what comes after any action continues on this board
        std::vector<action_value> out;
        std::vector<state> at;
        std::vector<open_value> values;
        const seat me = s.current_player;
        ops::for_each(legal(s), [&](card a) {
            state next = s;
            rules<V>::apply(next, a);
            const bool over = rules<V>::is_over(next);
            values.push_back({.known = over ? seen_by(ended(next, me), next, me) : anything,
                              .outside_in = true});
            at.push_back(next);
            out.push_back({a, {}});
        });
        narrow_all(values, at);
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i].value = seen_by(values[i].known, at[i], me);
        return out;
    }

    options options_;
    bool cards_only_;
    search search_;
};

using snapszer_solver = basic_snapszer_solver<snapszer>;

}  // namespace mu::inline MU_ISA
