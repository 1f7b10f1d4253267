// Cards of a hand that are as good as each other in snapszer, but for their points.
//
// Two cards of a suit with none of the other's between them take the same tricks. Playing one or
// the other first then differs by their points alone, for either player and at any time by no more
// than the difference of the two. What was proved against one therefore holds against the other if
// the proof has that much slack.
#pragma once

#include <mu/games/snapszer/search/board.h>
#include <mu/games/snapszer/search/proof.h>

namespace mu::inline MU_ISA {

// The cards of one hand that have been tried in one spot.
template <variant V>
class snapszer_twins {
public:
    using board = snapszer_board<V>;
    using set = typename board::set;

    // `use`: off, no card settles another. REQUIRES: board and spot outlive this.
    snapszer_twins(const board& on, const snapszer_spot& p, int who, bool may_marry, bool use)
        : board_(on), p_(p), who_(who), may_marry_(may_marry), use_(use) {}

    // c has been tried, and proved not to help whoever plays it.
    void add(set c, const race_proof& r) {
        cards_[size_] = c;
        spare_[size_] = r.spare;
        room_[size_++] = r.room;
    }

    // c need not be tried; `sum` is weakened accordingly.
    bool settles(set c, race_proof& sum) {
        if (!use_) return false;
        for (int k = 0; k < size_; ++k) {
            if ((board::suit_around(c) & cards_[k]) == 0) continue;
            const set low = std::min(c, cards_[k]), high = std::max(c, cards_[k]);
            const int apart = board::value_of(high) - board::value_of(low);
            if (spare_[k] < apart || room_[k] < apart) continue;
            if (unlike_ == 0) find_unlike();
            if ((unlike_ & (high * 2 - low)) != 0) continue;
            sum.weaken({false, spare_[k] - apart, room_[k] - apart});
            return true;
        }
        return false;
    }

private:
    // Cards that part others: those of the other player and of the stock, those that may marry, and
    // the jack that may be exchanged.
    void find_unlike() {
        const bool open = board::stock_open(p_);
        const set stock = open ? board_.stock_rest(p_) : 0;
        unlike_ = p_.hand[1 - who_] | stock;
        if (!may_marry_) return;
        const set all = open ? p_.hand[0] | p_.hand[1] | stock : p_.hand[who_];
        unlike_ |= board::couples_in(all) | (open ? board::jacks : 0);
    }

    const board& board_;
    const snapszer_spot& p_;
    int who_;
    bool may_marry_, use_;
    int size_ = 0;
    set unlike_ = 0;  // 0: not yet known
    // Filled up to size_ only: this is made at every node.
    std::array<set, V::hand_size> cards_;
    std::array<int, V::hand_size> spare_, room_;
};

}  // namespace mu::inline MU_ISA
