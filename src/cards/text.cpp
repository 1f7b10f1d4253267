#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include <mu/cards/card_mask.h>
#include <mu/cards/text.h>

namespace mu {
namespace {

struct suit_look {
    std::string_view name;
    std::string_view symbol;
    std::string_view outline;                       // the other symbol that is read
    std::array<std::string_view, 4> other_names{};  // that are read; those at the end may be empty
    char letter = 0;                                // in the deck's own language
};
using suit_looks = std::array<suit_look, suit_count>;

constexpr suit_looks french_suits{{
    {"spades", "♠", "♤", {"spade"}},
    {"hearts", "♥", "♡", {"heart"}},
    {"diamonds", "♦", "♢", {"diamond"}},
    {"clubs", "♣", "♧", {"club"}},
}};
// Unicode has no German suits; these pictures come nearest (the acorn is a chestnut).
constexpr suit_looks hungarian_suits{{
    {"hearts", "♥", "♡", {"heart", "piros"}, 'P'},
    {"bells", "🔔", "🔔", {"bell", "tök", "TÖK", "tok"}, 'T'},
    {"leaves", "🍃", "🍃", {"leaf", "zöld", "ZÖLD", "zold"}, 'Z'},
    {"acorns", "🌰", "🌰", {"acorn", "makk"}, 'M'},
}};
// The ranks of hungarian decks by name.
constexpr std::array<std::pair<std::string_view, char>, 13> rank_names{{{"alsó", 'J'},
                                                                        {"also", 'J'},
                                                                        {"under", 'J'},
                                                                        {"felső", 'Q'},
                                                                        {"felso", 'Q'},
                                                                        {"over", 'Q'},
                                                                        {"ober", 'Q'},
                                                                        {"király", 'K'},
                                                                        {"kiraly", 'K'},
                                                                        {"king", 'K'},
                                                                        {"ász", 'A'},
                                                                        {"asz", 'A'},
                                                                        {"ace", 'A'}}};

constexpr char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

// French suits are known by their letters: not every deck has them in the same order.
const suit_look& look_of(suit s, const deck_info& deck) {
    const auto at = static_cast<std::size_t>(s);
    if (deck.style == card_style::hungarian) return hungarian_suits[at];
    for (const suit_look& look : french_suits)
        if (upper(look.name.front()) == upper(deck.suits[at])) return look;
    return french_suits[at];
}

constexpr std::string_view seat_letters = "NESW";
constexpr std::string_view joker_text = "Jo";
// Follows a symbol that a keyboard wants drawn as a picture.
constexpr std::string_view picture_selector = "\xEF\xB8\x8F";

bool same(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, upper, upper);
}

// A card's letters from the deck's lists. REQUIRES: c is in the deck and not its joker.
char rank_letter(int c, const deck_info& deck) {
    return deck.ranks[static_cast<std::size_t>(c % deck.rank_count())];
}
char suit_letter(int c, const deck_info& deck) {
    return deck.suits[static_cast<std::size_t>(c / deck.rank_count())];
}

void check_card(card c, const deck_info& deck) {
    if (c < deck.card_count()) return;
    throw std::invalid_argument("there is no card " + std::to_string(c) + " in the deck " +
                                std::string(deck.name) + " (0 to " +
                                std::to_string(deck.card_count() - 1) + ")");
}
void check_cards(card_mask m, const deck_info& deck) {
    const card_mask strange = m >> deck.card_count() << deck.card_count();
    if (strange != 0) check_card(ops::lsb_index(strange), deck);
}

// A letter, symbol or number found at the front of a text, and its length in bytes.
struct match {
    int index;
    std::size_t length;
};

std::optional<match> find(std::string_view letters, char letter, std::size_t length = 1) {
    const std::size_t i = letters.find(letter);
    if (i == std::string_view::npos) return std::nullopt;
    return match{static_cast<int>(i), length};
}

std::optional<match> scan_rank(std::string_view text, const deck_info& deck) {
    constexpr std::array<std::pair<char, char>, 5> other_names{
        {{'U', 'J'}, {'V', 'J'}, {'O', 'Q'}, {'D', 'Q'}, {'R', 'K'}}};
    if (text.starts_with("10")) return find(deck.ranks, 'T', 2);
    if (text.empty()) return std::nullopt;
    const char letter = upper(text.front());
    if (const auto rank = find(deck.ranks, letter)) return rank;
    for (const auto& [name, rank] : other_names)
        if (name == letter) return find(deck.ranks, rank);
    return std::nullopt;
}

// The rank that ends a hungarian card, which may be a name.
std::optional<match> scan_last_rank(std::string_view text, const deck_info& deck) {
    if (deck.style == card_style::hungarian)
        for (const auto& [name, rank] : rank_names)
            if (same(text, name)) return find(deck.ranks, rank, name.size());
    return scan_rank(text, deck);
}

std::optional<match> scan_symbol(std::string_view text, const deck_info& deck) {
    for (const suit s : all_suits) {
        const auto& look = look_of(s, deck);
        for (const auto symbol : {look.symbol, look.outline}) {
            if (!text.starts_with(symbol)) continue;
            const bool selected = text.substr(symbol.size()).starts_with(picture_selector);
            return match{index(s), symbol.size() + (selected ? picture_selector.size() : 0)};
        }
    }
    return std::nullopt;
}

// A name at the front of a text, with the blanks after it.
bool begins_with_name(std::string_view text, std::string_view name) {
    return !name.empty() && same(text.substr(0, name.size()), name);
}
std::size_t length_with_blanks(std::string_view text, std::size_t name) {
    return std::min(text.find_first_not_of(blank_characters, name), text.size());
}

std::optional<match> scan_suit(std::string_view text, const deck_info& deck) {
    if (text.empty()) return std::nullopt;
    const bool names = deck.style == card_style::hungarian;  // before letters: B begins bells too
    for (const suit s : all_suits) {
        const auto& look = look_of(s, deck);
        if (names && begins_with_name(text, look.name))
            return match{index(s), length_with_blanks(text, look.name.size())};
        for (const std::string_view name : look.other_names)
            if (names && begins_with_name(text, name))
                return match{index(s), length_with_blanks(text, name.size())};
    }
    const char first = upper(text.front());
    for (const suit s : all_suits)
        if (first == upper(deck.suits[static_cast<std::size_t>(s)]) ||
            (first != '\0' && first == look_of(s, deck).letter))
            return match{index(s), 1};
    return scan_symbol(text, deck);
}

std::string joined(std::string_view letters, char between) {
    std::string out;
    for (const char c : letters) {
        if (!out.empty()) out += between;
        out += c;
    }
    return out;
}
std::string rank_choices(const deck_info& deck) {
    return "a rank (" + joined(deck.ranks, ' ') + ")";
}
std::string suit_choices(const deck_info& deck) {
    return "a suit (" + joined(deck.suits, ' ') + ")";
}

// The joker. REQUIRES: the deck has one.
card joker_of(const deck_info& deck) { return static_cast<card>(deck.card_count() - 1); }
bool is_joker_text(std::string_view text) {
    return same(text, joker_text) || same(text, "Joker") || text == "🃏";
}
std::string or_joker(const deck_info& deck) {
    return deck.joker ? " or the joker (" + std::string(joker_text) + ")" : "";
}

// A stretch of an input. Errors point into the whole input.
struct stretch {
    std::string_view input;
    std::size_t at;
    std::size_t end;

    std::string_view text() const { return input.substr(at, end - at); }
    bool empty() const { return at == end; }
    [[noreturn]] void fail(std::string_view message, std::size_t skip = 0) const {
        throw parse_error(input, at + skip, message);
    }
};

// The input without the blanks around it.
stretch content_of(std::string_view input) {
    const std::size_t first = input.find_first_not_of(blank_characters);
    if (first == std::string_view::npos) return {input, input.size(), input.size()};
    return {input, first, input.find_last_not_of(blank_characters) + 1};
}

card read_card(const stretch& from, const deck_info& deck) {
    const std::string_view text = from.text();
    const auto finish = [&](int s, int rank, std::size_t length) {
        if (length != text.size()) from.fail("expected nothing after the card", length);
        return static_cast<card>(s * deck.rank_count() + rank);
    };
    const auto expected = [&](const std::string& what, std::size_t skip) {
        from.fail("expected " + what, skip);
    };
    if (deck.joker && is_joker_text(text)) return joker_of(deck);
    const bool rank_may_lead = deck.style != card_style::hungarian;
    const auto rank = rank_may_lead ? scan_rank(text, deck) : std::nullopt;
    const auto s = scan_suit(text, deck);
    if (rank) {
        const auto after = scan_suit(text.substr(rank->length), deck);
        if (after) return finish(after->index, rank->index, rank->length + after->length);
    }
    if (s) {
        const auto after = scan_last_rank(text.substr(s->length), deck);
        if (after) return finish(s->index, after->index, s->length + after->length);
    }
    if (rank && s) expected(suit_choices(deck) + " or " + rank_choices(deck), 1);  // D is both
    if (rank) expected(suit_choices(deck), rank->length);
    if (s) expected(rank_choices(deck), s->length);
    if (rank_may_lead)
        expected(rank_choices(deck) + " or " + suit_choices(deck) + or_joker(deck), 0);
    from.fail("expected " + suit_choices(deck) + or_joker(deck));
}

}  // namespace

std::string card_str(card c, const deck_info& deck) {
    check_card(c, deck);
    if (deck.is_joker(c)) return std::string(joker_text);
    if (deck.rank_first()) return {rank_letter(c, deck), suit_letter(c, deck)};
    return {suit_letter(c, deck), rank_letter(c, deck)};
}

std::string mask_str(card_mask m, const deck_info& deck) {
    check_cards(m, deck);
    std::string out;
    ops::for_each(m, [&](card c) {
        if (!out.empty()) out += ' ';
        out += card_str(c, deck);
    });
    return out;
}

std::string hand_str(card_mask m, const deck_info& deck) {
    check_cards(m, deck);
    std::string out;
    for (int s = 0; s < suit_count; ++s) {
        if (s != 0) out += '.';
        const std::size_t start = out.size();
        for (int c = (s + 1) * deck.rank_count() - 1; c >= s * deck.rank_count(); --c)
            if (m & bit(static_cast<card>(c))) out += rank_letter(c, deck);
        if (out.size() == start) out += '-';
    }
    if (deck.joker && (m & bit(joker_of(deck)))) out += "." + std::string(joker_text);
    return out;
}

card parse_card(std::string_view text, const deck_info& deck) {
    return read_card(content_of(text), deck);
}

card_mask parse_cards(std::string_view text, const deck_info& deck) {
    constexpr std::string_view separators = " \t\r\n,";
    card_mask cards = 0;
    for (std::size_t at = text.find_first_not_of(separators); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
        const card c = read_card({text, at, end}, deck);
        if (cards & bit(c))
            throw parse_error(text, at, card_str(c, deck) + " is already in the list");
        cards |= bit(c);
        at = text.find_first_not_of(separators, end);
    }
    return cards;
}

card_mask parse_hand(std::string_view text, const deck_info& deck) {
    stretch rest = content_of(text);
    const auto four_suits =
        "expected " + std::to_string(suit_count) + " suits (" + joined(deck.suits, '.') + ")";
    card_mask hand = 0;
    for (int s = 0; s < suit_count; ++s) {
        if (s != 0) {
            if (rest.empty()) rest.fail(four_suits + ", found " + std::to_string(s));
            if (rest.text().front() != '.') rest.fail("expected a dot");
            ++rest.at;
        }
        if (rest.text().starts_with('-')) {
            ++rest.at;
            continue;
        }
        while (!rest.empty() && rest.text().front() != '.') {
            const auto rank = scan_rank(rest.text(), deck);
            if (!rank) rest.fail("expected " + rank_choices(deck) + " or a dot");
            const auto c = static_cast<card>(s * deck.rank_count() + rank->index);
            if (hand & bit(c)) rest.fail(card_str(c, deck) + " is already in the hand");
            hand |= bit(c);
            rest.at += rank->length;
        }
    }
    if (rest.empty()) return hand;
    if (!deck.joker) rest.fail(four_suits + " and nothing after them");
    const auto joker = "." + std::string(joker_text);
    if (!same(rest.text(), joker))
        rest.fail(four_suits + ", and after them " + joker + " or nothing");
    return hand | bit(joker_of(deck));
}

std::string suit_str(suit s, const deck_info& deck) {
    return s == suit::none ? "n" : std::string(1, deck.suits[static_cast<std::size_t>(s)]);
}

std::string suit_name(suit s, const deck_info& deck) {
    return std::string(s == suit::none ? "none" : look_of(s, deck).name);
}

std::string suit_symbol(suit s, const deck_info& deck) {
    return std::string(s == suit::none ? "NT" : look_of(s, deck).symbol);
}

std::span<const std::string_view> other_suit_names(suit s, const deck_info& deck) {
    const auto& all = look_of(s, deck).other_names;
    const auto end = std::ranges::find(all, std::string_view{});
    return {all.begin(), end};
}

suit parse_suit(std::string_view text, const deck_info& deck) {
    const stretch all = content_of(text);
    const std::string_view name = all.text();
    for (const suit s : all_suits) {
        const auto& look = look_of(s, deck);
        const auto letter = deck.suits.substr(static_cast<std::size_t>(s), 1);
        if (same(name, letter) || same(name, look.name)) return s;
        for (const std::string_view other : look.other_names)
            if (!other.empty() && same(name, other)) return s;
    }
    const auto symbol = scan_symbol(name, deck);
    if (symbol && symbol->length == name.size()) return static_cast<suit>(symbol->index);
    if (same(name, "n") || same(name, "nt") || same(name, "none")) return suit::none;
    all.fail("expected " + suit_choices(deck) + ", its name, or n for none");
}

std::string seat_str(seat s, int seats) {
    assert(seats >= 2 && seats <= 4 && index(s) < seats);
    if (seats == 4) return std::string(1, seat_letters[static_cast<std::size_t>(s)]);
    return std::to_string(index(s));
}

seat parse_seat(std::string_view text, int seats) {
    assert(seats >= 2 && seats <= 4);
    const stretch all = content_of(text);
    for (int i = 0; i < seats; ++i) {
        const auto s = static_cast<seat>(i);
        if (same(all.text(), seat_str(s, seats)) || all.text() == std::to_string(i)) return s;
    }
    const std::string letters = seats == 4 ? joined(seat_letters, ' ') + " or " : "";
    all.fail("expected a seat (" + letters + "0 to " + std::to_string(seats - 1) + ")");
}

}  // namespace mu
