// The bids of ulti: what each one promises, what it is worth, and which beats which.
//
// A bid is a set of units, each won or lost and doubled on its own. Bids are numbered by the
// default table of 42 (docs/games/ulti.md); the twelve with four aces follow. Other tables choose
// from these and rank them in their own order, so that a number means the same bid everywhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <mu/arch.h>

namespace mu {

enum class ulti_unit : std::uint8_t {
    parti,           // more points than the defenders
    forty_hundred,   // 100 points, with K+Q of trumps
    twenty_hundred,  // 100 points, with another K+Q
    ulti,            // the last trick with the 7 of trumps
    durchmars,       // all tricks
    four_aces,       // all aces in tricks
    betli,           // no trick
};
inline constexpr int ulti_unit_count = 7;

using ulti_units = std::uint8_t;  // a set: bit u for unit u
constexpr ulti_units units_of(ulti_unit u) {
    return static_cast<ulti_units>(1 << static_cast<int>(u));
}

struct ulti_bid {
    ulti_units units = 0;
    bool red = false;   // hearts are trumps; without trumps it only doubles the stake
    bool open = false;  // the hands are laid open
    bool trump = true;

    constexpr bool has(ulti_unit u) const { return (units & units_of(u)) != 0; }
    constexpr int unit_count() const {
        return static_cast<int>(arch::popcount(std::uint32_t{units}));
    }
    // The units in the order of the enumeration. REQUIRES: i < unit_count().
    constexpr ulti_unit unit(int i) const {
        std::uint32_t rest = units;
        while (i-- > 0) rest &= rest - 1;
        return static_cast<ulti_unit>(arch::lowest_index(rest));
    }
    // Its place among them. REQUIRES: has(u).
    constexpr int place(ulti_unit u) const {
        return static_cast<int>(
            arch::popcount(std::uint32_t{units} & (std::uint32_t{units_of(u)} - 1)));
    }
};

inline constexpr int most_ulti_units = 3;  // in one bid

using ulti_bid_set = std::uint64_t;  // bit b for bid b
inline constexpr int ulti_bid_count = 54;
inline constexpr std::uint8_t ulti_no_bid = 0xFF;
inline constexpr std::uint8_t bid_passz = 0;

enum class ulti_table : std::uint8_t {
    standard,   // 42 bids
    repo,       // 38: no lone durchmars with trumps, the open one without trumps low
    four_aces,  // all 54
};
inline constexpr int ulti_table_count = 3;

namespace ulti_detail {
constexpr ulti_bid with(int units) { return {.units = static_cast<ulti_units>(units)}; }
constexpr ulti_bid open(ulti_bid b) { return b.open = true, b; }
constexpr ulti_bid red(ulti_bid b) { return b.red = true, b; }
constexpr ulti_bid no_trump(ulti_units unit) { return {.units = unit, .trump = false}; }
}  // namespace ulti_detail

// clang-format off
inline constexpr std::array<ulti_bid, ulti_bid_count> ulti_bids = [] {
    using namespace ulti_detail;
    constexpr int parti = units_of(ulti_unit::parti), ulti = units_of(ulti_unit::ulti),
                  h40 = units_of(ulti_unit::forty_hundred),
                  h20 = units_of(ulti_unit::twenty_hundred),
                  march = units_of(ulti_unit::durchmars), aces = units_of(ulti_unit::four_aces);
    constexpr ulti_bid nt_march = no_trump(units_of(ulti_unit::durchmars));
    constexpr ulti_bid betli = no_trump(units_of(ulti_unit::betli));
    return std::array<ulti_bid, ulti_bid_count>{
        with(parti), red(with(parti)), with(h40), with(parti | ulti), betli,
        with(march), nt_march, with(h40 | ulti), red(with(h40)), with(h20),
        red(with(parti | ulti)), red(betli), with(h40 | march),
        with(ulti | march), with(h20 | ulti), red(nt_march), red(with(march)),
        open(with(march)), with(h40 | ulti | march), with(h20 | march),
        red(with(h40 | ulti)), red(with(h20)), open(with(h40 | march)),
        open(with(ulti | march)), with(h20 | ulti | march),
        open(with(h40 | ulti | march)), red(with(h40 | march)), red(with(ulti | march)),
        open(with(h20 | march)), open(betli), open(with(h20 | ulti | march)),
        red(with(h20 | ulti)), open(nt_march), open(red(with(march))),
        red(with(h40 | ulti | march)), red(with(h20 | march)), open(red(with(h40 | march))),
        open(red(with(ulti | march))), red(with(h20 | ulti | march)),
        open(red(with(h40 | ulti | march))), open(red(with(h20 | march))),
        open(red(with(h20 | ulti | march))),
        // With four aces: parti stays beside them unless a hundred is bid.
        with(parti | aces), with(h40 | aces), with(parti | ulti | aces),
        red(with(parti | aces)), with(h40 | ulti | aces), with(h20 | aces),
        with(h20 | ulti | aces), red(with(h40 | aces)), red(with(parti | ulti | aces)),
        red(with(h40 | ulti | aces)), red(with(h20 | aces)),
        red(with(h20 | ulti | aces))};
}();

// Rank of the first 42 bids in the table of 38; 0 where it lacks them.
inline constexpr std::array<std::uint8_t, 42> ulti_repo_ranks{
     1,  2,  3,  4,  5,  0,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15,  0,  0, 17, 18, 19,
    20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 16,  0, 31, 32, 33, 34, 35, 36, 37, 38};
// clang-format on

// What a unit of a bid is worth to each defender. REQUIRES: b.has(u).
constexpr int unit_value(const ulti_bid& b, ulti_unit u, ulti_table table) {
    int value = 0;
    switch (u) {
        case ulti_unit::parti:
            value = 1;
            break;
        case ulti_unit::forty_hundred:
        case ulti_unit::ulti:
        case ulti_unit::four_aces:
            value = 4;
            break;
        case ulti_unit::twenty_hundred:
            value = 8;
            break;
        case ulti_unit::durchmars:
            value = !b.open ? 6 : b.trump || table == ulti_table::repo ? 12 : 24;
            break;
        case ulti_unit::betli:
            value = b.open ? 20 : 5;
            break;
    }
    return b.red ? 2 * value : value;
}

namespace ulti_detail {

using per_bid = std::array<std::uint8_t, ulti_bid_count>;

constexpr per_bid make_values(ulti_table table) {
    per_bid out{};
    for (std::size_t k = 0; k < out.size(); ++k) {
        int sum = 0;
        for (int i = 0; i < ulti_bids[k].unit_count(); ++i)
            sum += unit_value(ulti_bids[k], ulti_bids[k].unit(i), table);
        out[k] = static_cast<std::uint8_t>(sum);
    }
    return out;
}
inline constexpr std::array<per_bid, ulti_table_count> values{make_values(ulti_table::standard),
                                                              make_values(ulti_table::repo),
                                                              make_values(ulti_table::four_aces)};

// With four aces the bids are sorted by value, those with aces after the others of the same value.
constexpr per_bid make_ranks(ulti_table table) {
    per_bid out{};
    const per_bid& value = values[static_cast<std::size_t>(table)];
    for (std::size_t k = 0; k < out.size(); ++k) {
        if (table == ulti_table::four_aces)
            for (std::size_t other = 0; other < out.size(); ++other)
                out[k] += value[other] < value[k] || (value[other] == value[k] && other <= k);
        else if (k < ulti_repo_ranks.size())
            out[k] =
                table == ulti_table::repo ? ulti_repo_ranks[k] : static_cast<std::uint8_t>(k + 1);
    }
    return out;
}
inline constexpr std::array<per_bid, ulti_table_count> ranks{make_ranks(ulti_table::standard),
                                                             make_ranks(ulti_table::repo),
                                                             make_ranks(ulti_table::four_aces)};

using higher_list = std::array<ulti_bid_set, ulti_bid_count>;
constexpr higher_list make_higher(ulti_table table, bool by_value) {
    const per_bid& rank = ranks[static_cast<std::size_t>(table)];
    const per_bid& order = by_value ? values[static_cast<std::size_t>(table)] : rank;
    std::array<ulti_bid_set, 256> above{};  // the bids at each place of the order, then above it
    for (std::size_t b = 0; b < order.size(); ++b)
        if (rank[b] > 0) above[order[b]] |= ulti_bid_set{1} << b;
    ulti_bid_set so_far = 0;
    for (std::size_t k = above.size(); k-- > 0;) so_far |= std::exchange(above[k], so_far);
    higher_list out{};
    for (std::size_t a = 0; a < out.size(); ++a) out[a] = above[order[a]];
    return out;
}
inline constexpr std::array<std::array<higher_list, 2>, ulti_table_count> higher{
    {{make_higher(ulti_table::standard, false), make_higher(ulti_table::standard, true)},
     {make_higher(ulti_table::repo, false), make_higher(ulti_table::repo, true)},
     {make_higher(ulti_table::four_aces, false), make_higher(ulti_table::four_aces, true)}}};

template <typename Predicate>
constexpr ulti_bid_set bids_where(Predicate&& p) {
    ulti_bid_set out = 0;
    for (std::size_t k = 0; k < ulti_bids.size(); ++k)
        if (p(ulti_bids[k])) out |= ulti_bid_set{1} << k;
    return out;
}
constexpr ulti_bid_set bids_with(ulti_unit u) {
    return bids_where([&](const ulti_bid& b) { return b.has(u); });
}

}  // namespace ulti_detail

// What a bid is worth to each defender, and its place in the table, from 1; 0 if it is not there.
constexpr int bid_value(std::uint8_t bid, ulti_table table) {
    return MU_TABLE(ulti_detail::values)[static_cast<std::size_t>(table)][bid];
}
constexpr int bid_rank(std::uint8_t bid, ulti_table table) {
    return MU_TABLE(ulti_detail::ranks)[static_cast<std::size_t>(table)][bid];
}

// The bids that beat `bid`: those after it in the table, or those of a greater value. All bids of
// the table beat ulti_no_bid.
constexpr ulti_bid_set bids_above(std::uint8_t bid, ulti_table table, bool by_value) {
    const auto t = static_cast<std::size_t>(table);
    if (bid != ulti_no_bid) return MU_TABLE(ulti_detail::higher)[t][by_value ? 1 : 0][bid];
    return MU_TABLE(ulti_detail::higher)[t][0][bid_passz] | ulti_bid_set{1} << bid_passz;
}

static_assert(bids_above(ulti_no_bid, ulti_table::standard, false) == (ulti_bid_set{1} << 42) - 1);
static_assert(arch::popcount(bids_above(ulti_no_bid, ulti_table::repo, false)) == 38);
static_assert(bids_above(ulti_no_bid, ulti_table::four_aces, true) == (ulti_bid_set{1} << 54) - 1);

}  // namespace mu
