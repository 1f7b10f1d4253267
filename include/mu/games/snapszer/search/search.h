// The search behind solve/snapszer.h: questions about spots on a board, and proofs for answers.
#pragma once

#include <mu/games/snapszer/search/board.h>
#include <mu/games/snapszer/search/claim_table.h>
#include <mu/games/snapszer/search/key.h>
#include <mu/games/snapszer/search/order.h>
#include <mu/games/snapszer/search/proof.h>
#include <mu/games/snapszer/search/sight.h>
#include <mu/games/snapszer/search/twins.h>
#include <mu/solve/limits.h>

namespace mu::inline MU_ISA {

// A spot, and what of the turn is already done.
struct snapszer_turn {
    snapszer_spot at;
    std::uint32_t led = 0;       // the card of a trick that has begun; still in its hand
    std::uint32_t marriage = 0;  // declared, to be led from
    bool undrawn = false;
};

template <variant V>
class snapszer_search {
public:
    using board = snapszer_board<V>;
    using set = typename board::set;
    using spot = snapszer_spot;

    snapszer_search(bool cards_only, int table_bits)
        : cards_only_(cards_only), table_(table_bits) {}

    solve_switches switches;

    void reset() {
        table_.clear();
        order_.forget();
        meter_.begin();
        nodes_before_ = 0;
    }
    // A budget begins.
    void begin() {
        nodes_before_ += meter_.nodes();
        meter_.begin();
    }
    search_meter& meter() { return meter_; }
    bool stopped() const { return meter_.stopped(); }
    std::uint64_t nodes() const { return nodes_before_ + meter_.nodes(); }
    std::size_t bytes() const { return table_.bytes() + sizeof(*this); }

    // Lays the board. What was proved stays if the rest of the deal is the same. Returns whether
    // the face-up card has been exchanged since.
    bool lay(const board& fresh) {
        bool exchanged = false;
        if (!laid_ || !board_.continues_as(fresh, exchanged)) {
            board_ = fresh;
            laid_ = true;
            exchanged = false;
            table_.clear();
        }
        slack_ = switches.relevance && !board_.claims();
        return exchanged;
    }
    const board& laid() const { return board_; }

    // Does the player to act get more than `level`?
    race_proof ask(const snapszer_turn& t, int level) {
        if (t.led != 0) return answer(t.at, t.led, 4 - level).opposite();
        if (t.undrawn) return undrawn(t.at, level);
        if (t.marriage != 0) return lead_from(t.at, t.marriage, level);
        return closed_or_open(t.at, level);
    }

    static constexpr int even = 2;  // the level that asks who wins

private:
    using sight = snapszer_sight<V>;
    static constexpr int goal = V::goal;

    // --- Ends ----------------------------------------------------------------------------------

    // The deal is over and `winner` has it; `spare` of his points were not needed.
    race_proof settle(const spot& p, int winner, int me, int level, int spare) const {
        const int loser = 1 - winner;
        const int worth = board_.worth(p, winner);
        race_proof r;
        r.yes = (me == winner ? 2 + worth : 3 - worth) > level;
        // Where the question is "one point or more", 33 points of the loser decide.
        const bool fine = level == (me == winner ? 3 : 1) && p.tricks[loser] != 0 &&
                          board_.worth_by_points(p, winner);
        if (r.yes == (me == winner)) {
            r.spare = spare;
            r.room = (fine ? 32 : goal - 1) - p.points[loser];
        } else if (fine) {
            r.spare = p.points[loser] - 33;
        }
        return r;
    }

    // The last card has been played and nobody has won before.
    race_proof run_out(const spot& p, int me, int level) const {
        if (p.closer < 0) return settle(p, p.lead, me, level, plenty_of_points);
        const bool made = p.points[p.closer] >= goal;
        return settle(p, made ? p.closer : 1 - p.closer, me, level, plenty_of_points);
    }

    race_proof after_trick(spot& p, int me, int level) {
        const int winner = p.lead;
        if (p.points[winner] >= goal && !board_.claims())
            return settle(p, winner, me, level, p.points[winner] - goal);
        if (!board::stock_open(p)) {
            if (p.hand[winner] == 0) return run_out(p, me, level);
        } else if (board_.draw_waits(p)) {
            return winner == me ? undrawn(p, level) : undrawn(p, 4 - level).opposite();
        } else {
            board_.draw(p);
        }
        return winner == me ? lead(p, level) : lead(p, 4 - level).opposite();
    }

    // --- The player on lead --------------------------------------------------------------------

    // The winner of a trick may close before he draws.
    race_proof undrawn(const spot& p, int level) {
        race_proof r;
        if (claim(p, level, r)) return r;
        spot drawn = p;
        board_.draw(drawn);
        const race_proof played = lead(drawn, level);
        if (played.yes || stopped() || cards_only_) return played;
        race_proof closed = closing(p, level);
        if (closed.yes) return closed;
        closed.weaken(played);
        return closed;
    }

    // 66 points are claimed at once; without them a claim costs what it costs.
    bool claim(const spot& p, int level, race_proof& r) const {
        if (!board_.claims()) return false;
        if (p.points[p.lead] >= goal) {
            r = settle(p, p.lead, p.lead, level, 0);
            return true;
        }
        r.yes = 3 - board_.wrong_claim(p) > level;
        return r.yes;
    }

    race_proof closing(spot p, int level) {
        board::close(p);
        return closed_or_open(p, level);
    }

    // Of a closed stock there are two outcomes, so that all that is asked is who wins.
    race_proof closed_or_open(const spot& p, int level) {
        if (p.closer < 0 || !board_.closing_decides()) return lead(p, level);
        const int other = 1 - p.lead;
        const bool mine = p.closer == p.lead;
        const int failure = board_.failure(p);
        const bool if_made = (mine ? 2 + p.stake : 3 - p.stake) > level;
        const bool if_not = (mine ? 3 - failure : 2 + failure) > level;
        if (if_made == if_not) {
            race_proof r{.yes = if_made};
            if (mine && !if_made && level == 3) r.spare = p.points[other] - 33;
            return r;
        }
        race_proof r = lead(p, even);
        if (mine && r.yes && level == 3 && p.stake == 2)
            r.room = std::min(r.room, 32 - p.points[other]);
        return r;
    }

    race_proof lead(const spot& p, int level) {
        if (meter_.tick()) return {};
        const int me = p.lead, other = 1 - me;
        race_proof r;
        if (claim(p, level, r)) return r;
        const bool strict = !board::stock_open(p);
        if (switches.ending && strict && (p.hand[me] & (p.hand[me] - 1)) == 0 && !board_.claims())
            return last_trick(p, level);
        if (switches.bounds && at_sight(p, level, strict, r)) return firm(p, r);

        int hint = -1;
        std::uint64_t key = 0;
        if (switches.table) {
            key = snapszer_key<V>::of(p, board_.closing_decides(), switches.slide);
            claim_table::claim c;
            if (table_.find(key, level, p.points[me], p.points[other], c, hint)) {
                r.yes = c.by_lead;
                const int prover = c.by_lead ? me : other;
                r.spare = p.points[prover] - c.least;
                r.room = c.most - p.points[1 - prover];
                return r;
            }
        }
        int best = -1;
        r = firm(p, try_all(p, level, strict, hint, best));
        if (switches.table && !stopped()) {
            const int prover = r.yes ? me : other;
            table_.store(key,
                         {r.yes, level, std::max(0, p.points[prover] - r.spare),
                          p.points[1 - prover] + r.room},
                         best, board::stock_left(p) * 2 + board::count(p.hand[me]));
        }
        return r;
    }

    // With more points the other would have won before.
    race_proof firm(const spot& p, race_proof r) const {
        if (!slack_) return {r.yes, 0, 0};
        r.room = std::min(r.room, goal - 1 - p.points[r.yes ? 1 - p.lead : p.lead]);
        return r;
    }

    race_proof try_all(const spot& p, int level, bool strict, int hint, int& best) {
        const int me = p.lead;
        race_proof none;
        if (!cards_only_ && !strict) {
            if (board_.may_exchange(p, me)) {
                spot q = p;
                board_.exchange(q, me);
                const race_proof r = lead(q, level);
                if (r.yes || stopped()) return r;
                none.weaken(r);
            }
            if (board::may_close(p)) {
                const race_proof r = closing(p, level);
                if (r.yes || stopped()) return r;
                none.weaken(r);
            }
        }
        const auto list = order_.leads(p, hint, !cards_only_, switches);
        snapszer_twins<V> known(board_, p, me, !cards_only_, switches.equals && slack_);
        for (int k = 0; k < list.size; ++k) {
            const set c = list.cards[k];
            if (known.settles(c, none)) continue;
            const race_proof r = play(p, c, level);
            known.add(c, r);
            if (r.yes || stopped()) {
                best = arch::lowest_index(c);
                order_.lead_won(p, c);
                return r;
            }
            none.weaken(r);
        }
        return none;
    }

    // Leads a card, with a marriage if it belongs to one: more points never harm.
    race_proof play(const spot& p, set c, int level) {
        const set pair = board::pair_around(c);
        if (cards_only_ || pair == 0 || (p.hand[p.lead] & pair) != pair) return answer(p, c, level);
        race_proof r = married(p, c, level);
        if (r.yes || switches.equals || stopped()) return r;
        const race_proof silent = answer(p, c, level);
        if (silent.yes) return silent;
        r.weaken(silent);
        return r;
    }

    race_proof married(spot p, set c, int level) {
        const int me = p.lead;
        board::marry(p, c);
        race_proof r;
        if (p.points[me] >= goal) {
            if (!board_.claims()) return settle(p, me, me, level, p.points[me] - goal);
            if (claim(p, level, r)) return r;
        }
        return firm(p, answer(p, c, level));
    }

    // A marriage has been declared: one of the two is led.
    race_proof lead_from(const spot& p, set pair, int level) {
        race_proof r;
        if (claim(p, level, r)) return r;
        race_proof none;
        for (set moves = pair; moves != 0; moves &= moves - 1) {
            const race_proof one = answer(p, moves & (~moves + 1), level);
            if (one.yes) return one;
            none.weaken(one);
        }
        return none;
    }

    // --- The player who answers ----------------------------------------------------------------

    // Does the leader, having led a card, get more than `level`?
    race_proof answer(const spot& p, set led, int level) {
        const int me = p.lead, other = 1 - me;
        race_proof all{.yes = true};
        const auto list = order_.answers(p, led, switches);
        snapszer_twins<V> known(board_, p, other, !cards_only_, switches.equals && slack_);
        for (int k = 0; k < list.size; ++k) {
            const set c = list.cards[k];
            if (known.settles(c, all)) continue;
            spot q = p;
            board::trick(q, led, c);
            const race_proof r = after_trick(q, me, level);
            known.add(c, r);
            if (!r.yes || stopped()) {
                order_.answer_won(p, led, c);
                return r;
            }
            all.weaken(r);
        }
        if (board_.answer_may_exchange() && !cards_only_ && board_.may_exchange(p, other)) {
            spot q = p;
            board_.exchange(q, other);
            const race_proof r = answer(q, led, level);
            if (!r.yes || stopped()) return r;
            all.weaken(r);
        }
        return all;
    }

    // One card each.
    race_proof last_trick(const spot& p, int level) {
        const set led = p.hand[p.lead];
        spot q = p;
        board::trick(q, led, p.hand[1 - p.lead]);
        return firm(p, after_trick(q, p.lead, level));
    }

    // --- Bounds --------------------------------------------------------------------------------

    bool at_sight(const spot& p, int level, bool strict, race_proof& r) const {
        const int me = p.lead, other = 1 - me;
        if (p.closer < 0) {
            // Nobody can get more than against the loser as he stands now.
            if (2 + V::win_value(p.tricks[other], p.points[other]) <= level) {
                r.yes = false;
                if (level == 3) r.spare = p.points[other] - 33;
                return true;
            }
            if (3 - V::win_value(p.tricks[me], p.points[me]) > level) {
                r.yes = true;
                if (level == 1) r.spare = p.points[me] - 33;
                return true;
            }
        }
        if (!strict && (cards_only_ || !board::may_close(p))) return false;
        if (p.closer >= 0 && !board_.failure_is_fixed()) return false;

        // From here on nobody draws, or the player on lead can see to that.
        const set mine = p.hand[me], his = p.hand[other];
        const int rest = board::value_of_all(mine | his);
        int reach = p.points[me] + rest + marriages(mine);
        if (strict && !board_.claims()) {
            // The other's best trumps win whatever is played. If what they leave is too little...
            const int won = sight::sure_of_trumps(his, mine);
            reach -= won;
            if (reach < goal && p.closer == me) {  // ... the closer fails,
                r = settle(p, other, me, level, plenty_of_points);
                r.room = std::min(r.room, goal - 1 - reach);
                return true;
            }
            const bool fixed = level >= even || (p.closer >= 0 && board_.closing_decides());
            if (reach < goal && p.points[other] + won >= goal &&
                fixed) {  // ... or the other is out.
                r = settle(p, other, me, level, p.points[other] + won - goal);
                r.room = std::min(r.room, goal - 1 - reach);
                return true;
            }
            if (p.closer == other) {
                const int his_reach =
                    p.points[other] + rest + marriages(his) - sight::sure_of_trumps(mine, his);
                if (his_reach < goal) {
                    r = settle(p, me, me, level, plenty_of_points);
                    r.room = std::min(r.room, goal - 1 - his_reach);
                    return true;
                }
            }
        }
        if (reach < goal) return false;
        const int sure = p.points[me] + sight::cash(mine, his, !cards_only_);
        if (sure < goal) return false;
        r = settle(p, me, me, level, sure - goal);
        return r.yes;
    }

    int marriages(set hand) const { return cards_only_ ? 0 : sight::marriages(hand); }

    bool cards_only_;
    claim_table table_;
    snapszer_order<V> order_;
    board board_;
    bool laid_ = false;
    bool slack_ = true;  // proofs count their slack
    search_meter meter_;
    std::uint64_t nodes_before_ = 0;  // of this budget
};

}  // namespace mu::inline MU_ISA
