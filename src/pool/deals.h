// The deals of a pool, and their records.
#pragma once

#include <limits>

#include <mu/door/solve.h>
#include <mu/pool/header.h>

namespace mu::detail {

// Deal i is round i of a match, and rounds are ints.
inline constexpr std::uint64_t most_deals = std::numeric_limits<int>::max();

// One thread's workshop.
class pool_dealer {
public:
    pool_dealer(const game& of, const pool_header& h) : game_(of), header_(h), by_(of) {
        places_.resize(h.places.size());
        values_.resize(by_.columns().size());
    }

    // The cards of deal i into its record.
    void deal(std::uint64_t i, std::span<std::byte> record) {
        rng generator = rng(header_.seed).split(i);
        deal_random(game_.layout(), generator, places_);
        pack_places(header_, places_, record);
    }
    // The values of the deal that deal() made. REQUIRES: the same i and record.
    void solve(std::uint64_t i, std::span<std::byte> record) {
        by_.values(game_.deal(places_, seat::north, static_cast<int>(i)), values_);
        for (std::size_t c = 0; c < values_.size(); ++c)
            write_column(header_, record, c,
                         values_[c] == contract_solver::no_value ? header_.columns[c].none.value()
                                                                 : values_[c]);
    }

private:
    game game_;
    const pool_header& header_;
    contract_solver by_;
    std::vector<card_mask> places_;
    std::vector<int> values_;
};

}  // namespace mu::detail
