// The deals of a pool, and their records.
#pragma once

#include <limits>

#include <mu/agents/table.h>
#include <mu/api/solve.h>
#include <mu/pool/header.h>

namespace mu::detail {

// Deal i is round i of a match, and rounds are ints.
inline constexpr std::uint64_t most_deals = std::numeric_limits<int>::max();

// One thread's workshop.
class pool_dealer {
public:
    // Labels to skip are not played; `skip` is empty or has a word for each.
    pool_dealer(const game& of, const pool_header& h, const std::vector<bool>& skip = {})
        : game_(of), header_(h), by_(of) {
        places_.resize(h.places.size());
        values_.resize(by_.columns().size());
        for (std::size_t label = 0; label < h.labels.size(); ++label) {
            players_.emplace_back();
            if (label < skip.size() && skip[label]) continue;
            for (int k = 0; k < of.info().seats; ++k)
                players_.back().push_back(make_player(agent_spec(h.labels[label].agent), of));
        }
    }

    // The cards of deal i into its record.
    void deal(std::uint64_t i, std::span<std::byte> record) {
        rng generator = rng(header_.seed).split(i);
        deal_random(game_.layout(), generator, places_);
        pack_places(header_, places_, record);
    }
    // The columns of the deal that deal() made. REQUIRES: the same i and record.
    void fill(std::uint64_t i, std::span<std::byte> record) {
        const position p = game_.deal(places_, seat::north, static_cast<int>(i));
        by_.values(p, values_);
        std::size_t column = 0;
        for (const int value : values_) {
            const bool none = value == contract_solver::no_value;
            write_column(header_, record, column,
                         none ? header_.columns[column].none.value() : value);
            ++column;
        }
        const auto sides = static_cast<std::size_t>(game_.info().sides);
        for (std::size_t k = 0; k < players_.size(); ++k) {
            if (players_[k].empty()) {  // skipped
                column += sides;
                continue;
            }
            const std::vector<int> points = played_by(k, p, i);
            for (std::size_t side = 0; side < sides; ++side)
                write_column(header_, record, column++, points[side]);
        }
    }

private:
    // Seats 0, 1 ... are those of sides 0, 1 ...
    std::vector<int> played_by(std::size_t label, position p, std::uint64_t i) {
        try {
            play_out(p, players_[label], rng(header_.seed).split(i).split(label));
        } catch (const std::exception& e) {
            throw std::runtime_error("deal " + std::to_string(i) + ", label " +
                                     header_.labels[label].agent + ": " + e.what());
        }
        return p.score();
    }

    game game_;
    const pool_header& header_;
    contract_solver by_;
    std::vector<card_mask> places_;
    std::vector<int> values_;
    std::vector<std::vector<std::unique_ptr<player>>> players_;  // of each label, in each seat
};

}  // namespace mu::detail
