#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <mu/cards/rng.h>
#include <mu/play/trick.h>

#include "support/counts.h"
#include "support/naive.h"

namespace {

using namespace mu;
using namespace mu::test;

// The rules under test: each constant with the same law for lists of cards.
constexpr follow_rule differenzler{
    .trump_replaces_suit = true, .spare_top_trump = true, .under = undertrump::if_void};
constexpr follow_rule spare_partner{
    .trump_if_void = true, .overtrump = true, .partner_exempt = true, .overtrump_partner = false};
constexpr follow_rule beat_partners_ruff{.trump_if_void = true,
                                         .overtrump = true,
                                         .partner_exempt = true,
                                         .overtrump_ruffing_partner = true};
constexpr follow_rule forced_under{
    .trump_if_void = true, .overtrump = true, .partner_exempt = true, .under = undertrump::forced};
constexpr follow_rule all_options{.trump_if_void = true,
                                  .overtrump = true,
                                  .partner_exempt = true,
                                  .overtrump_partner = false,
                                  .overtrump_ruffing_partner = true,
                                  .under = undertrump::forced};

plain_cards differenzler_law(const plain_view& v) { return jass_law(v, true); }
plain_cards swiss_law(const plain_view& v) { return jass_law(v); }
plain_cards french_law(const plain_view& v) { return contree_law(v); }
plain_cards spare_partner_law(const plain_view& v) {
    return contree_law(v, {.overtrump_partner_on_trump_lead = false});
}
plain_cards beat_partners_ruff_law(const plain_view& v) {
    return contree_law(v, {.partner_ruffed_must_overtrump = true});
}
plain_cards forced_under_law(const plain_view& v) {
    return contree_law(v, {.undertrump_forced = true});
}
plain_cards all_options_law(const plain_view& v) {
    return contree_law(v, {.overtrump_partner_on_trump_lead = false,
                           .partner_ruffed_must_overtrump = true,
                           .undertrump_forced = true});
}

// What the follow rule needs to know, found by looking at every card of the word.
template <typename E>
trick_sight<E> sight_of(const plain_view& v) {
    trick_sight<E> t{.led = word_of_suit<E>(v.trick[0].suit),
                     .trumps = word_of_suit<E>(v.trump),
                     .beaters = 0,
                     .heads = 0,
                     .top_trump = v.buur.suit < 0 ? E{0} : word_of_card<E>(v.buur),
                     .partner_wins = arch::mask_from_bool<E>(partner_is_winning(v))};
    const plain_cards suited = of_suit(v.trick, v.trick[0].suit);
    for (const plain_card& c : cards_of_word(static_cast<E>(~E{0}))) {
        plain_cards with = v.trick;
        if (std::ranges::find(with, c) != with.end()) continue;
        with.push_back(c);
        if (winner_of(with, v.trump) == static_cast<int>(v.trick.size()))
            t.beaters |= word_of_card<E>(c);
        if (c.suit == v.trick[0].suit && !stronger_than_all({c}, suited).empty())
            t.heads |= word_of_card<E>(c);
    }
    return t;
}

// The same question put to the trick kernel, card by card.
template <follow_rule Rule, int Seats, typename E>
E kernel_legal(const plain_view& v) {
    const E trumps = word_of_suit<E>(v.trump), hand = word_of_cards<E>(v.hand);
    const E top = v.buur.suit < 0 ? E{0} : word_of_card<E>(v.buur);
    const auto played = [&](std::size_t k) { return word_of_card<E>(v.trick[k]); };
    trick_kernel<Rule, Seats, E> t{};
    t.lead(played(0), trumps);
    if (v.trick.size() == 1) return t.template legal_for<1>(hand, trumps, top);
    if constexpr (Seats > 2) {
        t.template follow<1>(played(1), trumps);
        if (v.trick.size() == 2) return t.template legal_for<2>(hand, trumps, top);
    }
    if constexpr (Seats > 3) {
        t.template follow<2>(played(2), trumps);
        return t.template legal_for<3>(hand, trumps, top);
    }
    return 0;
}

std::string listed(const plain_cards& cards) {
    std::string out;
    for (const plain_card& c : cards)
        out += std::to_string(c.suit) + ":" + std::to_string(c.strength) + " ";
    return out;
}

// A random moment of a random trick: a few cards on the table, a hand of any size. Small packs make
// voids and all-trump hands frequent. The cards on the table need not have been legal: the rule
// must not care.
template <typename E>
plain_view random_view(int seats, rng& r) {
    const int ranks = 3 + static_cast<int>(r.below(field_bits<E> - 2));
    plain_cards pack = shuffled_pack(ranks, r);
    plain_view v;
    v.seats = seats;
    v.trump = r.below(4) == 0 ? no_trump : 3;
    const int on_table = 1 + static_cast<int>(r.below(static_cast<std::uint64_t>(seats - 1)));
    v.trick = pack;
    v.trick.resize(static_cast<std::size_t>(on_table));
    pack.erase(pack.begin(), pack.begin() + on_table);
    if (r.below(3) == 0) {  // a hand short of suits
        const int missing = static_cast<int>(r.below(3));
        pack = not_of_suit(pack, missing);
        if (r.below(2) == 0) pack = not_of_suit(pack, (missing + 1) % 3);
        if (r.below(2) == 0) pack = not_of_suit(pack, (missing + 2) % 3);
        if (pack.empty()) return random_view<E>(seats, r);
    }
    v.hand = take(pack, 1 + static_cast<int>(r.below(std::min<std::size_t>(pack.size(), 10))));
    if (v.trump != no_trump) v.buur = {3, ranks - 1};
    return v;
}

template <follow_rule Rule, int Seats, typename E>
void compare(const plain_law& law, int positions, std::uint64_t seed) {
    rng r(seed + Seats * 100 + sizeof(E));
    for (int i = 0; i < positions; ++i) {
        const plain_view v = random_view<E>(Seats, r);
        plain_cards expected = law(v);
        std::ranges::sort(expected);
        const E hand = word_of_cards<E>(v.hand);
        const plain_cards masks = cards_of_word(legal<Rule>(hand, sight_of<E>(v)));
        const plain_cards kernel = cards_of_word(kernel_legal<Rule, Seats, E>(v));
        INFO("seats ", Seats, ", trump ", v.trump, ", trick ", listed(v.trick), ", hand ",
             listed(v.hand), ", expected ", listed(expected));
        REQUIRE_MESSAGE(masks == expected, "legal: ", listed(masks));
        REQUIRE_MESSAGE(kernel == expected, "trick_kernel: ", listed(kernel));
    }
}

template <follow_rule Rule>
void compare_all_tables(const plain_law& law, std::uint64_t seed) {
    const int n = count(400, 20000);
    compare<Rule, 2, arch::u32>(law, n, seed);
    compare<Rule, 2, arch::u64>(law, n, seed);
    compare<Rule, 3, arch::u32>(law, n, seed);
    compare<Rule, 3, arch::u64>(law, n, seed);
    compare<Rule, 4, arch::u32>(law, 2 * n, seed);
    compare<Rule, 4, arch::u64>(law, 2 * n, seed);
}

// A deck for the worked cases: ranks from weak to strong, in plain suits and in trumps, and the
// letters of the suits with trumps last.
struct worded_deck {
    std::string_view plain;
    std::string_view trump;
    std::string_view suits;

    plain_cards read(std::string_view text) const {
        plain_cards out;
        for (std::size_t at = 0; at + 1 < text.size(); at += 3) {
            const int suit = static_cast<int>(suits.find(text[at + 1]));
            out.push_back({suit, static_cast<int>((suit == 3 ? trump : plain).find(text[at]))});
        }
        return out;
    }
};

struct worked_case {
    std::string_view trick;  // cards on the table in order
    std::string_view hand;
    std::string_view expected;
};

template <follow_rule Rule>
void check(const worded_deck& deck, const worked_case& given, const plain_law& law, int seats = 4,
           plain_card buur = {-1, -1}) {
    CAPTURE(given.trick);
    CAPTURE(given.hand);
    const plain_view seen{.hand = deck.read(given.hand),
                          .trick = deck.read(given.trick),
                          .trump = 3,
                          .seats = seats,
                          .buur = buur};
    plain_cards expected = deck.read(given.expected);
    std::ranges::sort(expected);
    const auto sorted = [](plain_cards cards) {
        std::ranges::sort(cards);
        return cards;
    };
    const auto kernel = [&]<typename E>(E) {
        return seats == 3 ? kernel_legal<Rule, 3, E>(seen) : kernel_legal<Rule, 4, E>(seen);
    };
    CHECK(sorted(law(seen)) == expected);  // our own reading of the rules
    CHECK(sorted(cards_of_word(kernel(arch::u64{}))) == expected);
    if (deck.plain.size() <= 8) CHECK(sorted(cards_of_word(kernel(arch::u32{}))) == expected);
}

}  // namespace

TEST_CASE("free play allows every card") { compare_all_tables<free_play>(free_law, 1); }

TEST_CASE("must_follow is following suit as in whist") {
    compare_all_tables<must_follow>(whist_law, 2);
}

TEST_CASE("trump_any_time is following or trumping as in jass") {
    compare_all_tables<trump_any_time>(swiss_law, 3);
}

TEST_CASE("with undertrump::if_void a void hand may undertrump, as in Differenzler") {
    compare_all_tables<differenzler>(differenzler_law, 4);
}

TEST_CASE("must_overtrump is the duty to trump and overtrump as in contrée") {
    compare_all_tables<must_overtrump>(french_law, 5);
}

TEST_CASE("the options of contrée change what they name and nothing else") {
    compare_all_tables<spare_partner>(spare_partner_law, 6);
    compare_all_tables<beat_partners_ruff>(beat_partners_ruff_law, 7);
    compare_all_tables<forced_under>(forced_under_law, 8);
    compare_all_tables<all_options>(all_options_law, 9);
}

TEST_CASE("must_head is beating the led suit as in ulti") {
    compare_all_tables<must_head>(ulti_law, 10);
}

TEST_CASE("must_head_only asks nothing of a void hand, as in tout atout") {
    compare_all_tables<must_head_only>(heading_law, 13);
}

TEST_CASE("for two players must_head is answering a lead as in closed snapszer") {
    compare<must_head, 2, arch::u32>(snapszer_law, count(1000, 100000), 11);
    compare<must_head, 2, arch::u64>(snapszer_law, count(1000, 100000), 11);
}

TEST_CASE("the random positions tell the rules apart") {
    // If two different rules agreed on all of them, the comparisons above would prove little.
    const std::vector<plain_law> laws{free_law,
                                      whist_law,
                                      swiss_law,
                                      differenzler_law,
                                      french_law,
                                      spare_partner_law,
                                      beat_partners_ruff_law,
                                      forced_under_law,
                                      ulti_law,
                                      heading_law};
    std::vector<std::vector<int>> differ(laws.size(), std::vector<int>(laws.size()));
    rng r(12);
    for (int i = 0; i < 1600; ++i) {
        const plain_view v = random_view<arch::u32>(4, r);
        std::vector<plain_cards> sets;
        for (const plain_law& law : laws) {
            sets.push_back(law(v));
            std::ranges::sort(sets.back());
        }
        for (std::size_t a = 0; a < laws.size(); ++a)
            for (std::size_t b = 0; b < laws.size(); ++b) differ[a][b] += sets[a] != sets[b];
    }
    for (std::size_t a = 0; a < laws.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
            CAPTURE(a);
            CAPTURE(b);
            CHECK(differ[a][b] >= 3);
        }
}

TEST_CASE("the worked cases of contrée come out as written") {
    const worded_deck deck{.plain = "789JQKTA", .trump = "78QKTA9J", .suits = "hdcs"};
    for (const worked_case& given : std::vector<worked_case>{
             {"7s", "Qs 9s Ah", "Qs 9s"},        // trump led: go over
             {"Ts", "Qs 7s Ah", "Qs 7s"},        // cannot go over
             {"Js", "9d Ah", "9d Ah"},           // no trump
             {"9s 7s", "Js 8s", "Js"},           // over the partner as well
             {"Ah", "7h Ks Ad", "7h"},           // follow
             {"Ah", "Ks 7s Ad", "Ks 7s"},        // void: ruff
             {"Ah", "Kd Tc", "Kd Tc"},           // no trump either
             {"Ah 7d", "Ks 9d", "Ks 9d"},        // partner is winning
             {"7h Th", "Ks 9d", "Ks"},           // an opponent is winning
             {"7h 8s", "Ks 9d", "Ks"},           // overruff
             {"7h As", "Ks 8s 9d", "Ks 8s 9d"},  // cannot overruff: free
             {"7h As", "Ks 8s", "Ks 8s"},
             {"8h Ks Th", "9s 7d", "9s 7d"},  // partner ruffed and is winning
             {"8h Ks Th", "9s 7s", "9s 7s"},
             {"8h Ks As", "9s 7d", "9s"},  // partner was overruffed
             {"8h Ks 9s", "As 7d", "As 7d"},
         })
        check<must_overtrump>(deck, given, french_law);

    check<beat_partners_ruff>(deck, {"8h Ks Th", "9s 7s", "9s"}, beat_partners_ruff_law);
    check<beat_partners_ruff>(deck, {"8h Ks Th", "9s 7d", "9s 7d"}, beat_partners_ruff_law);
    check<beat_partners_ruff>(deck, {"8h Th 7d", "9s 7s", "9s 7s"}, beat_partners_ruff_law);
    check<forced_under>(deck, {"7h As", "Ks 8s 9d", "Ks 8s"}, forced_under_law);
    check<forced_under>(deck, {"8h Ks 9s", "As 7d", "As"}, forced_under_law);
    check<spare_partner>(deck, {"9s 7s", "Js 8s", "Js 8s"}, spare_partner_law);
    check<spare_partner>(deck, {"7s 9s", "Js 8s", "Js"}, spare_partner_law);
}

TEST_CASE("the worked cases of jass come out as written") {
    const worded_deck swiss{.plain = "6789TJQKA", .trump = "678TQKA9J", .suits = "hdcs"};
    const worded_deck other{.plain = "6789TJQKA", .trump = "678QKTA9J", .suits = "hdcs"};
    const plain_card buur{3, 8};
    for (const worked_case& given : std::vector<worked_case>{
             {"8s Ts 9s", "Js 6h 7h Ah 6d", "Js 6h 7h Ah 6d"},  // the Buur need not be played
             {"8s", "Js 7s Ah", "Js 7s"},
             {"Kh", "9h 6h 7s Qd", "9h 6h 7s"},  // follow or trump
             {"Kh Ts", "9h 7s 9s Qd", "9h 9s"},  // 7s is below Ts
             {"Kh Ts", "7s 8s Qd Ac", "Qd Ac"},
             {"Kh Ts", "7s Qs Ac", "Qs Ac"},  // the queen beats the ten
             {"Kh Ts", "7s 6s", "7s 6s"},     // only trumps
             {"Kh As", "Ks 9s", "Ks 9s"},
         })
        check<trump_any_time>(swiss, given, swiss_law, 4, buur);
    // Where the ten of trumps ranks above the queen, the queen undertrumps.
    check<trump_any_time>(other, {"Kh Ts", "7s Qs Ac", "Ac"}, swiss_law, 4, buur);
    // Two trumps on the table: the higher one counts.
    check<trump_any_time>(swiss, {"Kh Ts Ks", "Qs Ac", "Ac"}, swiss_law, 4, buur);
    // Differenzler: undertrumping is for those who cannot follow.
    check<differenzler>(swiss, {"Kh Ts", "7s 8s Qd Ac", "7s 8s Qd Ac"}, differenzler_law, 4, buur);
    check<differenzler>(swiss, {"Kh Ts", "9h 7s 9s Qd", "9h 9s"}, differenzler_law, 4, buur);
}

TEST_CASE("in ulti the led suit must be headed even where a trump lies on the trick") {
    const worded_deck deck{.plain = "789JQKTA", .trump = "789JQKTA", .suits = "hdcs"};
    for (const worked_case& given : std::vector<worked_case>{
             {"9h 7s", "8h Kh Ah", "Kh Ah"},  // trumped: the nine must still be beaten
             {"Th 7s", "8h Kh", "8h Kh"},     // cannot beat the ten
             {"9h Kh", "Qh Th", "Th"},        // the king is what counts
             {"9h 7d", "8h Qh", "Qh"},        // a discard changes nothing
             {"9h", "As 8d 7s", "As 7s"},     // void: trump
             {"9h 8s", "7s Ks Ad", "Ks"},     // overtrump
             {"9h As", "7s Ks Ad", "7s Ks"},  // cannot, but a trump it must be
             {"9h As", "7d Kc", "7d Kc"},
             {"9s", "8s Ts Ah", "Ts"},  // trumps led
         })
        check<must_head>(deck, given, ulti_law, 3);
}
