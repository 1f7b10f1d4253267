// What a pool says about itself: which game under which rules, which deals, and what is in a
// record. With it a reader needs to know nothing about games.
//
// A record is a deal and its values, `record_size()` bytes, nothing between them:
//
//     places    of every card in index order, `card_bits` bits each, lowest bits of a byte first
//     columns   in the order of the header, little-endian
//
// docs/pool.md has the file byte by byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <mu/agents/spec.h>
#include <mu/api/game.h>
#include <mu/cards/error.h>

namespace mu {

// A file that is not the pool it should be. The message names the file and the place.
struct pool_error : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

enum class pool_type : std::uint8_t { u8, i8, u16, i16, u32, i32 };

std::string_view pool_type_name(pool_type t);
int pool_type_size(pool_type t);  // in bytes
bool pool_type_signed(pool_type t);

struct pool_column {
    std::string name;
    pool_type type = pool_type::i16;
    std::optional<std::int64_t> none;  // stands for "no value"; empty: every record has one

    friend bool operator==(const pool_column&, const pool_column&) = default;
};

struct pool_place {
    std::string name;  // whose hand it is, or "up", "kitty", "stock1" ...
    int size = 0;      // cards

    friend bool operator==(const pool_place&, const pool_place&) = default;
};

// An agent that has played every deal in all seats. Its columns come after those of the solver,
// one for the points of each side: "rule_N+S", "rule_E+W".
struct pool_label {
    std::string agent;  // description
    std::string hash;   // of all it depends on

    friend bool operator==(const pool_label&, const pool_label&) = default;
};

struct pool_header {
    std::string game;         // with options, canonical
    int rules = 0;            // version of the rules
    std::uint64_t seed = 0;   // deal i is dealt by rng(seed).split(i), seat 0 deals
    std::uint64_t first = 0;  // number of the first deal
    std::uint32_t frame = 0;  // records that are compressed and written together
    std::string unit, side;   // what the values count, and whose they are
    std::string deck;         // name of the deck, as in cards/deck.h
    std::vector<pool_place> places;
    int card_bits = 0;  // 1, 2 or 4
    std::vector<pool_column> columns;
    std::vector<pool_label> labels;
    std::string solver;  // which mu made it: for the record, values do not depend on it

    int cards() const;
    std::size_t deal_size() const;  // bytes of a record before its columns
    std::size_t record_size() const;

    friend bool operator==(const pool_header&, const pool_header&) = default;
};

// Of a pool of this game made by this program, labelled by these agents. std::invalid_argument if
// the game has no solver.
pool_header make_pool_header(const game& of, std::uint64_t seed, std::uint64_t first,
                             std::uint32_t frame, const std::vector<agent_spec>& labels = {});

// What keeps records of two pools apart: "game whist, not bridge; seed 1, not 2". Empty if nothing
// does. The solver does not count, and the first number only if asked for.
std::string pool_difference(const pool_header& is, const pool_header& should, bool with_first);

nlohmann::ordered_json to_json(const pool_header& h);
pool_header parse_pool_header(std::string_view json);  // checks everything; pool_error

// --- Records -----------------------------------------------------------------------------------

// The place of every card. REQUIRES for these: spans of the header's sizes.
void pack_places(const pool_header& h, std::span<const card_mask> places,
                 std::span<std::byte> record);
int place_of(const pool_header& h, std::span<const std::byte> record, card c);
// The cards of every place; pool_error if the places do not have their sizes.
std::vector<card_mask> unpack_places(const pool_header& h, std::span<const std::byte> record);

// Where a column begins in a record.
std::size_t column_offset(const pool_header& h, std::size_t column);
std::int64_t read_column(const pool_header& h, std::span<const std::byte> record,
                         std::size_t column);
// REQUIRES: the value fits (std::out_of_range).
void write_column(const pool_header& h, std::span<std::byte> record, std::size_t column,
                  std::int64_t value);

}  // namespace mu
