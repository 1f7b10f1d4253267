#include <algorithm>

#include <mu/cards/deal.h>
#include <mu/cards/error.h>

namespace mu {
namespace {

void check_places(const deal_layout& of, std::size_t places) {
    if (places != static_cast<std::size_t>(of.places)) {
        throw std::invalid_argument("the deal has " + std::to_string(of.places) + " places, not " +
                                    std::to_string(places));
    }
}

// Value of a digit in base 16, or 16.
unsigned digit_value(char c) {
    if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
    if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
    return 16;
}

}  // namespace

void deal_by_number(const deal_layout& of, deal_number n, std::span<card_mask> places) {
    check_places(of, places.size());
    const deal_number count = deal_count(of);
    if (n >= count) {
        throw std::invalid_argument("there is no deal " + to_string(n) +
                                    ": deals are numbered from 0 to " + to_string(count - 1) +
                                    ", " + to_string(count) + " in all");
    }
    unrank_deal(of, n, places);
}

deal_number number_of_deal(const deal_layout& of, std::span<const card_mask> places) {
    check_places(of, places.size());
    card_mask undealt = detail::first_cards(of.cards);
    for (std::size_t p = 0; p < places.size(); ++p) {
        const auto place = [&] { return "place " + std::to_string(p); };
        const card_mask twice = places[p] & ~undealt;
        if (twice != 0) {
            const int c = arch::lowest_index(twice);
            throw std::invalid_argument(place() + ": card " + std::to_string(c) +
                                        (c < of.cards ? " is dealt twice" : " is not in the deck"));
        }
        const auto size = arch::popcount(places[p]);
        if (size != of.sizes[p]) {
            throw std::invalid_argument(place() + " must have " + std::to_string(of.sizes[p]) +
                                        " cards, not " + std::to_string(size));
        }
        undealt ^= places[p];
    }
    return rank_deal(of, places);
}

std::string to_string(deal_number n) {
    std::string digits;
    do {
        digits += static_cast<char>('0' + static_cast<int>(n % 10));
        n /= 10;
    } while (n != 0);
    std::ranges::reverse(digits);
    return digits;
}

deal_number parse_deal_number(std::string_view text) {
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    const unsigned base = hexadecimal ? 16 : 10;
    std::size_t at = hexadecimal ? 2 : 0;
    const auto fail = [&](std::string_view message) { throw parse_error(text, at, message); };
    const auto expected = hexadecimal ? "expected a hexadecimal digit" : "expected a digit";
    if (at == text.size()) fail(expected);
    constexpr deal_number most = ~deal_number{0};
    deal_number n = 0;
    for (; at < text.size(); ++at) {
        const unsigned digit = digit_value(text[at]);
        if (digit >= base) fail(expected);
        if (n > (most - digit) / base) fail("the number is too large: at most " + to_string(most));
        n = n * base + digit;
    }
    return n;
}

}  // namespace mu
