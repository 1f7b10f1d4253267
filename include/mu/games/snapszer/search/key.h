// The key of a spot in snapszer without the score: exact, in 64 bits.
#pragma once

#include <algorithm>

#include <mu/games/snapszer/search/board.h>

namespace mu::inline MU_ISA {

template <variant V>
class snapszer_key {
public:
    using board = snapszer_board<V>;

    // `binary`: of a closed stock only who wins is asked. `sorted`: give side suits no names.
    static std::uint64_t of(const snapszer_spot& p, bool binary, bool sorted) {
        const int me = p.lead, other = 1 - me;
        const bool strict = !board::stock_open(p);
        std::uint64_t mine = p.hand[me], his = p.hand[other];
        if (strict && sorted) sort_suits(mine, his);
        unsigned rest = 0;
        if (p.closer < 0 || !binary)
            rest = unsigned{p.tricks[me]} | unsigned{p.tricks[other]} << 1 | unsigned{p.stake} << 2;
        if (p.closer >= 0)
            rest |= (p.closer == me ? 1U : 2U) << 4;
        else
            rest |= unsigned{p.drawn} / 2 << 6 | (strict ? 0U : unsigned{p.exchanged} << 9);
        return mine | his << board::cards | std::uint64_t{rest} << (2 * board::cards);
    }

private:
    // Once nobody draws any more side suits are all alike.
    static void sort_suits(std::uint64_t& mine, std::uint64_t& his) {
        constexpr int n = board::ranks;
        constexpr std::uint64_t one = board::side_suit;
        std::uint32_t column[3];
        for (int k = 0; k < 3; ++k)
            column[k] = static_cast<std::uint32_t>(((mine >> (k * n)) & one) << n |
                                                   ((his >> (k * n)) & one));
        const auto order = [&](int a, int b) {
            const std::uint32_t low = std::min(column[a], column[b]);
            column[b] = std::max(column[a], column[b]);
            column[a] = low;
        };
        order(0, 1);
        order(1, 2);
        order(0, 1);
        mine &= std::uint64_t{board::trumps};
        his &= std::uint64_t{board::trumps};
        for (int k = 0; k < 3; ++k) {
            mine |= (column[k] >> n) << (k * n);
            his |= (column[k] & one) << (k * n);
        }
    }
};

}  // namespace mu::inline MU_ISA
