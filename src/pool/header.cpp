#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <mu/api/build.h>
#include <mu/api/solve.h>
#include <mu/cards/card_mask.h>
#include <mu/cards/text.h>
#include <mu/pool/header.h>

#include "pool/bytes.h"

namespace mu {

namespace {

constexpr std::string_view not_in_names = " \t\r\n,\"/\\";
constexpr std::size_t largest_frame = std::size_t{64} << 20;  // bytes; ours take a few kilobytes
constexpr std::array<std::string_view, 6> type_names{"u8", "i8", "u16", "i16", "u32", "i32"};

// Wide enough for the number of the last place, and so that no card crosses a byte.
int bits_for(std::size_t places) { return places <= 2 ? 1 : places <= 4 ? 2 : 4; }

const deck_info& deck_named(std::string_view name) {
    const auto found = std::ranges::find(decks::all, name, &deck_info::name);
    if (found != decks::all.end()) return *found;
    std::vector<std::string_view> names;
    for (const auto& d : decks::all) names.push_back(d.name);
    throw pool_error(fmt::format("no deck '{}'; decks: {}", name, fmt::join(names, ", ")));
}

// "NT" and "N" to "NT_N": a name without blanks.
std::string column_name(const contract_column& c) {
    std::string out = c.who.empty() ? c.contract : c.contract + "_" + c.who;
    std::ranges::replace(out, ' ', '_');
    return out;
}

// "rule" and side 0 of bridge to "rule_N+S". What a name may not hold becomes "_".
std::string label_name(const agent_spec& by, const game_info& of, int side) {
    std::vector<std::string> seats;
    for (int k = side; k < of.seats; k += of.sides)
        seats.push_back(seat_str(static_cast<seat>(k), of.seats));
    std::string out;
    for (const char c : by.text())
        if (c != ' ') out += not_in_names.find(c) == std::string_view::npos ? c : '_';
    return fmt::format("{}_{}", out, fmt::join(seats, "+"));
}

std::string label_text(const pool_header& h) {
    std::vector<std::string> out;
    for (const auto& l : h.labels) out.push_back(fmt::format("{}#{}", l.agent, l.hash));
    return out.empty() ? "none" : fmt::format("{}", fmt::join(out, " "));
}

std::string column_text(const pool_header& h) {
    std::vector<std::string> out;
    for (const auto& c : h.columns)
        out.push_back(fmt::format("{}:{}", c.name, pool_type_name(c.type)));
    return fmt::format("{}", fmt::join(out, " "));
}

std::string place_text(const pool_header& h) {
    std::vector<std::string> out;
    for (const auto& p : h.places) out.push_back(fmt::format("{}:{}", p.name, p.size));
    return fmt::format("{}", fmt::join(out, " "));
}

void check(bool holds, std::string_view complaint) {
    if (!holds) throw pool_error(std::string(complaint));
}

void check_header(const pool_header& h) {
    const int cards = deck_named(h.deck).card_count();
    check(!h.places.empty() && h.places.size() <= most_places, "a deal has 1 to 16 places");
    for (const auto& p : h.places)
        check(p.size >= 0 && p.size <= cards, "a place is too large for the deck");
    check(h.cards() == cards, "the places do not have the cards of the deck");
    check(h.card_bits == bits_for(h.places.size()), "card_bits does not suit the places");
    check(h.frame >= 1 && h.frame <= 65536, "frame: 1 to 65536 records");
    check(!h.columns.empty() && h.columns.size() <= 4096, "1 to 4096 columns");
    std::set<std::string_view> names;
    for (const auto& c : h.columns) {
        check(!c.name.empty() && c.name.find_first_of(not_in_names) == std::string::npos,
              "the name of a column is empty or has blanks, commas, quotes or slashes in it");
        check(names.insert(c.name).second, "two columns have one name");
    }
    check(h.frame * h.record_size() <= largest_frame, "a frame has 64 MiB at most");
}

}  // namespace

std::string_view pool_type_name(pool_type t) { return type_names[static_cast<std::size_t>(t)]; }
int pool_type_size(pool_type t) { return 1 << static_cast<int>(t) / 2; }
bool pool_type_signed(pool_type t) { return static_cast<int>(t) % 2 != 0; }

int pool_header::cards() const {
    int sum = 0;
    for (const auto& p : places) sum += p.size;
    return sum;
}

std::size_t pool_header::deal_size() const {
    return static_cast<std::size_t>(cards() * card_bits + 7) / 8;
}

std::size_t pool_header::record_size() const { return column_offset(*this, columns.size()); }

pool_header make_pool_header(const game& of, std::uint64_t seed, std::uint64_t first,
                             std::uint32_t frame, const std::vector<agent_spec>& labels) {
    contract_solver by(of);
    pool_header h;
    h.game = of.spec();
    h.rules = of.info().version;
    h.seed = seed;
    h.first = first;
    h.frame = frame;
    h.unit = by.unit();
    h.side = by.side();
    h.deck = of.info().deck.name;
    const deal_layout layout = of.layout();
    const auto names = of.place_names();
    for (std::size_t p = 0; p < names.size(); ++p) h.places.push_back({names[p], layout.sizes[p]});
    h.card_bits = bits_for(names.size());
    // Tricks are few; anything else fits two bytes in every game.
    const pool_type type = h.unit == "tricks" ? pool_type::u8 : pool_type::i16;
    for (const auto& c : by.columns()) {
        pool_column column{column_name(c), type, std::nullopt};
        if (!c.always) column.none = -32768;
        h.columns.push_back(column);
    }
    for (const auto& agent : labels) {
        h.labels.push_back({agent.text(), agent.hash(of.spec())});
        for (int side = 0; side < of.info().sides; ++side)
            h.columns.push_back({label_name(agent, of.info(), side), pool_type::i32, std::nullopt});
    }
    h.solver = build_commit();
    check_header(h);
    return h;
}

std::string pool_difference(const pool_header& is, const pool_header& should, bool with_first) {
    std::vector<std::string> out;
    const auto compare = [&](std::string_view name, const auto& a, const auto& b) {
        if (a != b) out.push_back(fmt::format("{} {}, not {}", name, a, b));
    };
    compare("game", is.game, should.game);
    compare("rules version", is.rules, should.rules);
    compare("seed", is.seed, should.seed);
    if (with_first) compare("first deal", is.first, should.first);
    compare("frames of", is.frame, should.frame);
    compare("labels", label_text(is), label_text(should));
    if (out.empty()) {  // otherwise they follow from the rest
        compare("unit", is.unit, should.unit);
        compare("values of", is.side, should.side);
        compare("deck", is.deck, should.deck);
        compare("places", place_text(is), place_text(should));
        compare("columns", column_text(is), column_text(should));
        if (out.empty() && (is.columns != should.columns || is.card_bits != should.card_bits))
            out.emplace_back("another layout of records");
    }
    return fmt::format("{}", fmt::join(out, "; "));
}

nlohmann::ordered_json to_json(const pool_header& h) {
    const deck_info& deck = deck_named(h.deck);
    nlohmann::ordered_json out{
        {"game", h.game},      {"rules", h.rules},         {"seed", h.seed},
        {"first", h.first},    {"frame", h.frame},         {"unit", h.unit},
        {"side", h.side},      {"deck", h.deck},           {"ranks", deck.ranks},
        {"suits", deck.suits}, {"card_bits", h.card_bits}, {"record_size", h.record_size()}};
    for (const auto& p : h.places) out["places"].push_back({{"name", p.name}, {"cards", p.size}});
    for (const auto& c : h.columns) {
        nlohmann::ordered_json column{{"name", c.name}, {"type", pool_type_name(c.type)}};
        if (c.none) column["none"] = *c.none;
        out["columns"].push_back(column);
    }
    for (const auto& l : h.labels) out["labels"].push_back({{"agent", l.agent}, {"hash", l.hash}});
    out["solver"] = h.solver;
    return out;
}

namespace {

// A whole number that T can hold: conversions of the JSON library cut off what does not fit.
template <typename T>
T whole_number(const nlohmann::ordered_json& in, const char* key) {
    const auto& value = in.at(key);
    const bool fits = value.is_number_unsigned() ? std::in_range<T>(value.get<std::uint64_t>())
                                                 : value.is_number_integer() &&
                                                       std::in_range<T>(value.get<std::int64_t>());
    if (!fits)
        throw pool_error(
            fmt::format("{}: expected a whole number, not {}", key, value.dump().substr(0, 40)));
    return value.get<T>();
}

}  // namespace

pool_header parse_pool_header(std::string_view json) {
    try {
        const auto in = nlohmann::ordered_json::parse(json);
        pool_header h;
        in.at("game").get_to(h.game);
        h.rules = whole_number<int>(in, "rules");
        h.seed = whole_number<std::uint64_t>(in, "seed");
        h.first = whole_number<std::uint64_t>(in, "first");
        h.frame = whole_number<std::uint32_t>(in, "frame");
        in.at("unit").get_to(h.unit);
        in.at("side").get_to(h.side);
        in.at("deck").get_to(h.deck);
        h.card_bits = whole_number<int>(in, "card_bits");
        for (const auto& p : in.at("places"))
            h.places.push_back({p.at("name").get<std::string>(), whole_number<int>(p, "cards")});
        for (const auto& c : in.at("columns")) {
            const auto type = c.at("type").get<std::string>();
            const auto at = std::ranges::find(type_names, type);
            if (at == type_names.end())
                throw pool_error(fmt::format("no type '{}' of columns; types: {}", type,
                                             fmt::join(type_names, ", ")));
            pool_column column{c.at("name").get<std::string>(),
                               static_cast<pool_type>(at - type_names.begin()), std::nullopt};
            if (c.contains("none")) column.none = whole_number<std::int64_t>(c, "none");
            h.columns.push_back(column);
        }
        if (in.contains("labels"))
            for (const auto& l : in["labels"])
                h.labels.push_back(
                    {l.at("agent").get<std::string>(), l.at("hash").get<std::string>()});
        in.at("solver").get_to(h.solver);
        check_header(h);
        check(whole_number<std::size_t>(in, "record_size") == h.record_size(),
              "record_size is not that of the columns");
        return h;
    } catch (const nlohmann::json::exception& e) {
        throw pool_error(e.what());
    }
}

void pack_places(const pool_header& h, std::span<const card_mask> places,
                 std::span<std::byte> record) {
    const auto cards = record.first(h.deal_size());
    std::ranges::fill(cards, std::byte{0});
    const int per_byte = 8 / h.card_bits;
    for (std::size_t p = 0; p < places.size(); ++p)
        ops::for_each(places[p], [&](card c) {
            cards[static_cast<std::size_t>(c / per_byte)] |=
                static_cast<std::byte>(p << (c % per_byte * h.card_bits));
        });
}

int place_of(const pool_header& h, std::span<const std::byte> record, card c) {
    const int per_byte = 8 / h.card_bits;
    const int byte = std::to_integer<int>(record[static_cast<std::size_t>(c / per_byte)]);
    return byte >> (c % per_byte * h.card_bits) & ((1 << h.card_bits) - 1);
}

std::vector<card_mask> unpack_places(const pool_header& h, std::span<const std::byte> record) {
    std::vector<card_mask> out(h.places.size());
    for (int i = 0; i < h.cards(); ++i) {
        const auto c = static_cast<card>(i);
        const auto p = static_cast<std::size_t>(place_of(h, record, c));
        check(p < out.size(), "a card lies where there is no place");
        out[p] |= bit(c);
    }
    for (std::size_t p = 0; p < out.size(); ++p)
        check(ops::popcount(out[p]) == h.places[p].size, "a place does not have its cards");
    return out;
}

std::size_t column_offset(const pool_header& h, std::size_t column) {
    std::size_t out = h.deal_size();
    for (std::size_t i = 0; i < column; ++i)
        out += static_cast<std::size_t>(pool_type_size(h.columns[i].type));
    return out;
}

std::int64_t read_column(const pool_header& h, std::span<const std::byte> record,
                         std::size_t column) {
    const pool_type type = h.columns[column].type;
    const int size = pool_type_size(type);
    const std::uint64_t bits =
        detail::get_le(record.subspan(column_offset(h, column), static_cast<std::size_t>(size)));
    if (!pool_type_signed(type)) return static_cast<std::int64_t>(bits);
    const int unused = 64 - 8 * size;
    return static_cast<std::int64_t>(bits << unused) >> unused;
}

void write_column(const pool_header& h, std::span<std::byte> record, std::size_t column,
                  std::int64_t value) {
    const pool_type type = h.columns[column].type;
    const int bits = 8 * pool_type_size(type);
    const std::int64_t low = pool_type_signed(type) ? -(std::int64_t{1} << (bits - 1)) : 0;
    if (value < low || value >= low + (std::int64_t{1} << bits))
        throw std::out_of_range(fmt::format("{} does not fit column {} ({})", value,
                                            h.columns[column].name, pool_type_name(type)));
    detail::put_le(record.subspan(column_offset(h, column), static_cast<std::size_t>(bits / 8)),
                   static_cast<std::uint64_t>(value));
}

}  // namespace mu
