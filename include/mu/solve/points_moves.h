// The cards of a hand that are worth trying, and what a card that was tried tells of the others.
//
// Cards of a run, neighbours in one hand, are one move if they count alike. If not, or if other
// cards lie between them that did not matter, one of them still bounds what the other can bring.
#pragma once

#include <cstdlib>

#include <mu/solve/points_order.h>

namespace mu::inline MU_ISA {

// A value, and what it rests on: who wins the current trick, and the cards that mattered by their
// rank.
template <typename Ranks>
struct points_found {
    int value = 0;
    unsigned taken = 0;  // bit 0: side A, in some line of play; bit 1: side B
    Ranks relevant{};
};

// What cards count, in the unit of values, so that cards of equal prizes are alike.
template <typename E>
struct card_prizes {
    // Marked cards are told apart by their rules, and count more than any distance.
    static constexpr int special = 128;
    std::uint8_t at[8 * sizeof(E)] = {};
};

template <solve_rules R, typename E, template <typename> typename Goal>
class points_moves {
public:
    using board = points_board<R, E, Goal>;
    using trick = open_trick<E, R.fields>;
    using ranks_set = typename board::ranks_set;
    using found = points_found<ranks_set>;

    struct move {
        E bit;
        E top;   // of equal cards the highest; they are one move
        E free;  // the ranks of its suit that what was found did not rely on; 0: on its own too
        int score;
        std::int16_t value;
        std::uint8_t taken;
        std::uint8_t run;  // cards of one run are neighbours
        std::uint8_t worth, prize;
    };

    // Its cards are listed by list().
    MU_INLINE points_moves(const board& b, const card_prizes<E>& prizes, const solve_switches& use)
        : board_(b), prizes_(prizes), use_(use) {}

    MU_INLINE int size() const { return count_; }
    MU_INLINE const move& operator[](int i) const { return moves_[i]; }

    // All choices of hand p. `second` is the place of a card that has refuted positions like this.
    template <int k>
    MU_INLINE void list(const trick_stage& s, const trick& t, int p, E choice,
                        const points_weights& weights, int second) {
        const E apart = keeps_apart<k>(t, p);
        cards_ahead<E> ahead;
        if (k > 0 && use_.order) ahead = look_ahead<k>(board_, t, p);
        int run = 0, prize_before = 0;
        E before = 0;
        for (E rest = choice; rest != 0; rest &= rest - 1) {
            const E bit = board::lowest(rest);
            const int at = arch::lowest_index(bit), worth = board_.logic.worth(at),
                      prize = prizes_.at[at] & (prizes_.special - 1);
            const E between = (bit - 1) & ~(before | (before - 1));
            const bool neighbour = before != 0 && (between & apart) == 0 &&
                                   (board::suit_of(before) & bit) != 0 &&
                                   ((before | bit) & board_.marked) == 0;
            before = bit;
            if (neighbour && use_.equals && prize == prize_before) {
                moves_[count_ - 1].top = bit;
                continue;
            }
            if (!neighbour) ++run;
            prize_before = prize;
            int score = 0;
            if (use_.order) {
                if constexpr (k == 0)
                    score = score_lead(board_, weights, p, bit, worth, board_.low(s.tricks));
                else
                    score = score_follow<k>(board_, weights, t, ahead, p, bit, worth,
                                            board_.low(s.tricks));
            }
            if (use_.killers && at == second) score += weights.killer;
            moves_[count_++] = {.bit = bit,
                                .top = bit,
                                .free = 0,
                                .score = score,
                                .value = 0,
                                .taken = 0,
                                .run = static_cast<std::uint8_t>(run),
                                .worth = static_cast<std::uint8_t>(worth),
                                .prize = static_cast<std::uint8_t>(prize)};
        }
    }

    // Puts the move with this card first. REQUIRES: it was a choice.
    MU_INLINE void bring(E card) {
        for (int i = 0;; ++i)
            if (moves_[i].bit <= card && card <= moves_[i].top) {
                std::swap(moves_[0], moves_[i]);
                break;
            }
    }
    // Puts the best of those from the i-th on in its place.
    MU_INLINE void bring_best(int i) {
        int top = i, high = moves_[i].score;
        for (int j = i + 1; j < count_; ++j)
            if (moves_[j].score > high) {
                high = moves_[j].score;
                top = j;
            }
        if (top != i) std::swap(moves_[i], moves_[top]);
    }

    // Notes what the i-th has shown that was not good enough; `tried` is one of its equal cards.
    MU_INLINE void failed(int i, E tried, const found& v, int& alpha, found& out) {
        move& m = moves_[i];
        m.value = static_cast<std::int16_t>(v.value);
        m.taken = static_cast<std::uint8_t>(v.taken);
        m.free = board::ranks_free(v.relevant, board::suit_of(m.bit));
        if ((tried & m.free) == 0) m.free = 0;
        out.relevant |= v.relevant;
        out.taken |= v.taken;
        // Equal cards were taken to fare as this one does. That holds while they are neighbours,
        // unless their ranks do not matter.
        if (m.top != m.bit && ((m.bit | m.top) & ~m.free) != 0)
            out.relevant |= board::rank_of(m.bit, false);
        out.value = std::max(out.value, v.value);
        alpha = std::max(alpha, v.value);
    }

    // A card tried before tells that the i-th is no better than alpha.
    //
    // Let c have been tried, and d be a card of the same suit. If no other hand's card lies between
    // them, or if c's value did not depend on any rank near theirs, then playing d instead
    // of c leaves the same game up to names: every trick goes the same way, with d for c in this
    // one and c for d in a later one. This trick changes by what d counts more, in favour of those
    // who win it, if c showed who does; the later one by as much, in favour of who knows whom.
    MU_INLINE bool answered(int i, int p, int alpha, found& out) {
        move& m = moves_[i];
        int most = no_bound;
        const move* by = nullptr;
        const unsigned ours = board_.in_a(p) ? 1 : 2;
        const auto alike = [&](const move& c) {
            return use_.relevance && ((m.bit | m.top) & ~c.free) == 0 &&
                   ((c.bit | m.bit) & board_.marked) == 0;
        };
        for (int j = 0; j < i; ++j) {
            const move& c = moves_[j];
            if (c.run != m.run && ((c.bit & board::suit_of(m.bit)) == 0 || !alike(c))) continue;
            const int more = m.prize - c.prize, gap = std::abs(more);
            if (!goal_logic<Goal<E>>::additive && gap != 0) continue;
            const int now = c.taken == 3 ? gap : c.taken == ours ? more : -more;
            if (c.value + now + gap < most) {
                most = c.value + now + gap;
                by = &c;
            }
        }
        if (most > alpha) return false;
        if (alike(*by)) {
            m.free = by->free;
        } else {
            m.free = 0;
            out.relevant |= board::rank_of(std::min(m.bit, by->bit), false);
        }
        m.value = static_cast<std::int16_t>(most);
        m.taken = by->taken;
        out.value = std::max(out.value, most);
        return true;
    }

private:
    // Cards that make a difference between two of hand p if they lie between them.
    template <int k>
    MU_INLINE E keeps_apart(const trick& t, int p) const {
        E out = (board_.live() & ~board_.hand[p]) | board_.marked;
        if constexpr (k > 0) {
            out |= t.best;
            if (board_.follow().head) out |= t.best_led;
        }
        return out;
    }

    const board& board_;
    const card_prizes<E>& prizes_;
    const solve_switches& use_;
    int count_ = 0;
    move moves_[most_solver_cards];
};

}  // namespace mu::inline MU_ISA
