// Reference files for jass.

#include <algorithm>
#include <span>

#include <mu/cards/text.h>
#include <mu/games/jass.h>
#include <mu/games/perft.h>

#include "check/report.h"

namespace mu::cli::jass_files {
namespace {

using state = game_state<jass>;
using fields = std::vector<std::string_view>;

[[noreturn]] void expected(std::string_view what) {
    throw std::invalid_argument(fmt::format("expected: {}", what));
}

jass::contract parse_contract(std::string_view text) {
    constexpr std::string_view letters = "SHDCOU";
    if (text.size() != 1 || letters.find(text[0]) == std::string_view::npos)
        expected("a contract, one of S H D C O U");
    return static_cast<jass::contract>(letters.find(text[0]));
}

seat parse_number(std::string_view text) {
    if (text.size() != 1 || text[0] < '0' || text[0] > '3') expected("a seat, 0 to 3");
    return static_cast<seat>(text[0] - '0');
}

// Cards are listed in index order.
card_mask parse_list(std::span<const std::string_view> list) {
    card_mask out = 0;
    for (const auto word : list) {
        const card c = parse_card<jass>(word);
        if (out >= bit(c)) throw std::invalid_argument("cards are not in index order");
        out |= bit(c);
    }
    return out;
}

// The next row as words, the first of which must be `letter`.
fields next_item(row_reader& rows, row& current, std::string_view letter, std::string_view form) {
    auto row = rows.next();
    if (!row) expected(form);
    current = std::move(*row);
    fields out = words(current.text);
    if (out.empty() || out[0] != letter) expected(form);
    return out;
}

state first_lead(const per_seat<card_mask>& hands, jass::contract c, seat leader,
                 const jass::options& o) {
    state s = jass_start(hands, leader, o);
    rules<jass>::choose(s, jass::call(c));
    return s;
}

void add_hand(per_seat<card_mask>& hands, seat who, card_mask hand) {
    for (const card_mask other : hands)
        if (hand & other)
            throw std::invalid_argument("dealt twice: " + mask_str<jass>(hand & other));
    hands[who] = hand;
}

// The head of a record: <letter> <id> <contract> <first leader>.
struct record_head {
    jass::contract contract{};
    seat leader{};
};
record_head parse_head(const fields& head, std::string_view form) {
    if (head.size() != 4) expected(form);
    parse_int(head[1], "an id");
    return {parse_contract(head[2]), parse_number(head[3])};
}

// --- Traces ------------------------------------------------------------------------------------

// Which branch of the follow rule applies, in the letters of the file's header.
std::string_view branch(const state& s) {
    if (trick_play<jass>::leading(s)) return "L";
    const card_mask hand = s.hands[s.current_player];
    const card_mask trumps = suit_masks<jass>[s.trump];
    const bool follows = (hand & suit_masks<jass>[s.trick.lead_suit]) != 0;
    if (s.trump == suit::none) return follows ? "FN" : "VN";
    if (s.trick.lead_suit == s.trump)
        return !follows ? "TV" : (hand & trumps) == jass::top_trump(order_now(s)) ? "TB" : "TT";
    if ((s.trick.mask & trumps) == 0) return follows ? "FO" : "VO";
    return (hand & ~trumps) == 0 ? "AT" : follows ? "FU" : "VU";
}

// P <seat> <card> <code> : <legal cards>. False if the card is not legal by our rules.
bool check_play(const fields& item, state& s, report& out) {
    const seat who = parse_number(item[1]);
    const card played = parse_card<jass>(item[2]);
    const card_mask listed = parse_list(std::span(item).subspan(5));
    const card_mask legal = rules<jass>::legal_moves(s);
    out.compare("seat to play", index(who), index(s.current_player));
    out.compare("code", item[3], branch(s));
    out.compare("legal cards", mask_str<jass>(listed), mask_str<jass>(legal));
    if (!(legal & bit(played))) {
        out.compare("card played", card_str<jass>(played), mask_str<jass>(legal));
        return false;
    }
    rules<jass>::play_card(s, played);
    return true;
}

void check_trick(const fields& item, const state& s, report& out) {
    const auto trick = static_cast<std::size_t>(tricks_begun_before(s));
    out.compare("trick", parse_int(item[1], "a trick"), static_cast<std::int64_t>(trick));
    out.compare("winner", index(parse_number(item[2])), index(s.trick.current_winner));
    out.compare("points of the trick", parse_int(item[3], "points"),
                std::int64_t{logged_points(s.extra.log[trick - 1])});
}

void check_result(const fields& item, const state& s, const jass::options& o, report& out) {
    for (std::size_t side = 0; side < 2; ++side) {
        out.compare(fmt::format("points of team {}", side), parse_int(item[side + 1], "points"),
                    std::int64_t{score(s, o)[side]});
        out.compare(fmt::format("tricks of team {}", side), parse_int(item[side + 3], "tricks"),
                    std::int64_t{s.tricks_won[side]});
    }
}

// One game from its G line on: hands, plays, tricks, result. Every line is read, also after a card
// that is not legal; nothing is compared from there on.
void check_game(row_reader& rows, const fields& first, const jass::options& o, report& out) {
    const record_head head = parse_head(first, "G id contract leader");
    per_seat<card_mask> hands{};
    row current;
    for (int k = 0; k < jass::seats; ++k) {
        const fields item = next_item(rows, current, "H", "H seat and 9 cards");
        if (item.size() != 11 || index(parse_number(item[1])) != k) expected("H seat and 9 cards");
        add_hand(hands, static_cast<seat>(k), parse_list(std::span(item).subspan(2)));
    }
    state s = first_lead(hands, head.contract, head.leader, o);
    bool agreed = true;
    for (int trick = 0; trick < jass::play.tricks; ++trick) {
        for (int k = 0; k < jass::seats; ++k) {
            constexpr std::string_view form = "P seat card code : legal cards";
            const fields item = next_item(rows, current, "P", form);
            if (item.size() < 6 || item[4] != ":") expected(form);
            agreed = agreed && check_play(item, s, out);
        }
        const fields item = next_item(rows, current, "W", "W trick winner points");
        if (item.size() != 4) expected("W trick winner points");
        if (agreed) check_trick(item, s, out);
    }
    const fields item = next_item(rows, current, "R", "R points points tricks tricks");
    if (item.size() != 5) expected("R points points tricks tricks");
    if (agreed) check_result(item, s, o, out);
}

template <bool SeedOrder>
void check_traces(row_reader& rows, report& out) {
    constexpr jass::options o{
        .house = {.seed_order = SeedOrder, .weis = false}, .stoeck = false, .match_bonus = false};
    while (const auto row = rows.next()) {
        const fields item = words(row->text);
        if (item[0] != "G") expected("G id contract leader");
        out.begin_row(row->line);
        check_game(rows, item, o, out);
    }
}

// --- Perft -------------------------------------------------------------------------------------

// <id> <contract> <leader> <cards> | <hand> x 4 | <perft(1)> <perft(2)> ...
void check_perft(row_reader& rows, report& out) {
    while (const auto row = rows.next()) {
        const auto parts = split(row->text, '|');
        if (parts.size() != 6) expected("6 parts separated by |: head, 4 hands, counts");
        const auto head = words(parts[0]);
        if (head.size() != 4) expected("id contract leader cards");
        parse_int(head[0], "an id");
        const jass::contract contract = parse_contract(head[1]);
        const seat leader = parse_number(head[2]);
        const auto cards = parse_int(head[3], "cards");
        if (cards < 1 || cards > jass::play.tricks) expected("1 to 9 cards");
        per_seat<card_mask> hands{};
        for (int k = 0; k < jass::seats; ++k) {
            const card_mask hand = parse_list(words(parts[static_cast<std::size_t>(k) + 1]));
            if (ops::popcount(hand) != cards)
                throw std::invalid_argument(fmt::format("hand {} should have {} cards", k, cards));
            add_hand(hands, static_cast<seat>(k), hand);
        }
        const auto claimed = words(parts[5]);
        if (claimed.size() != static_cast<std::size_t>(4 * cards))
            throw std::invalid_argument(fmt::format("expected {} counts, one per card", 4 * cards));

        out.begin_row(row->line);
        std::vector<std::uint64_t> counts(claimed.size());
        perft_counts<jass>(first_lead(hands, contract, leader, {}), counts);
        for (std::size_t d = 0; d < counts.size(); ++d)
            out.compare(fmt::format("perft({})", d + 1),
                        static_cast<std::uint64_t>(parse_int(claimed[d], "a count")), counts[d]);
    }
}

// --- Weis --------------------------------------------------------------------------------------

std::string weis_text(const weis& w) {
    std::string cards = mask_str<jass>(w.cards);
    std::ranges::replace(cards, ' ', '+');
    return fmt::format("{}:{}", w.points, cards);
}

// A hand's Weis as the file lists them, in no order that matters.
std::string sorted_text(std::vector<std::string> list) {
    if (list.empty()) return "-";
    std::ranges::sort(list);
    return fmt::format("{}", fmt::join(list, " "));
}

std::string nobody_or(std::uint8_t who) {
    return who == jass::nobody ? "-" : std::to_string(int{who});
}

// Who holds king and queen of trumps.
std::uint8_t stoeck_holder(const per_seat<card_mask>& hands, suit trump) {
    const card_mask pair = royal_pair(trump);
    for (std::uint8_t k = 0; k < jass::seats; ++k)
        if (pair != 0 && (hands[k] & pair) == pair) return k;
    return jass::nobody;
}

// H <seat> <9 cards> : <points>:<cards joined by +> ...
void check_hand(const fields& item, int k, const weis_sense& how, per_seat<card_mask>& hands,
                report& out) {
    if (item.size() < 13 || item[11] != ":" || index(parse_number(item[1])) != k)
        expected("H seat 9 cards : Weis");
    add_hand(hands, static_cast<seat>(k), parse_list(std::span(item).subspan(2, 9)));
    std::vector<std::string> listed(item.begin() + 12, item.end());
    std::vector<std::string> found;
    const auto held = find_weis(hands[k], {}, how);
    for (const weis& w : held.all()) found.push_back(weis_text(w));
    out.compare(fmt::format("Weis of seat {}", k), sorted_text(std::move(listed)),
                sorted_text(std::move(found)));
}

// E <best seat> <Weis of team 0> <Weis of team 1> <seat with Stöck>: once from the hands, once by
// playing the deal, always the lowest legal card.
void check_deal(row_reader& rows, const fields& first, report& out) {
    const record_head head = parse_head(first, "D id contract leader");
    per_seat<card_mask> hands{};
    row current;
    for (int k = 0; k < jass::seats; ++k)
        check_hand(next_item(rows, current, "H", "H seat 9 cards : Weis"), k,
                   weis_sense_of(head.contract), hands, out);
    const fields item = next_item(rows, current, "E", "E seat points points seat");
    if (item.size() != 5) expected("E seat points points seat");

    state s = first_lead(hands, head.contract, head.leader, {});
    while (!rules<jass>::is_over(s))
        rules<jass>::play_card(s, ops::lsb_index(rules<jass>::legal_moves(s)));
    const weis_result from_hands = compare_weis(hands, head.leader, head.contract, {});
    const jass_points played = jass_score(s, {});
    out.compare("best Weis", item[1], nobody_or(from_hands.winner));
    out.compare("best Weis, played", item[1], nobody_or(s.extra.weis_winner));
    for (std::size_t side = 0; side < 2; ++side) {
        const auto claimed = parse_int(item[side + 2], "points");
        const bool wins = from_hands.winner != jass::nobody && (from_hands.winner & 1U) == side;
        out.compare(fmt::format("Weis of team {}", side), claimed,
                    std::int64_t{wins ? from_hands.points : 0});
        out.compare(fmt::format("Weis of team {}, played", side), claimed,
                    std::int64_t{played.weis[side]});
    }
    out.compare("Stöck", item[4],
                nobody_or(stoeck_holder(hands, trump_of_contract(head.contract))));
    out.compare("Stöck, played", item[4], nobody_or(s.extra.stoeck));
}

void check_weis(row_reader& rows, report& out) {
    while (const auto row = rows.next()) {
        const fields item = words(row->text);
        if (item[0] != "D") expected("D id contract leader");
        out.begin_row(row->line);
        check_deal(rows, item, out);
    }
}

const check_registration trace_files("jass", "traces", check_traces<false>);
const check_registration seed_trace_files("jass", "traces_seedorder", check_traces<true>);
const check_registration perft_files("jass", "perft", check_perft);
const check_registration weis_files("jass", "weis", check_weis);

}  // namespace
}  // namespace mu::cli::jass_files
