// What a game of a PBN file means: boards from it, and it from a board.

#include <algorithm>
#include <charconv>

#include <mu/cards/text.h>
#include <mu/games/bridge/pbn.h>

#include "api/source_text.h"
#include "games/bridge/bridge_text.h"
#include "games/bridge/pbn_tags.h"
#include "games/bridge/replay.h"

namespace mu {

namespace {

using detail::refuse_at;

bool is_unknown(std::string_view value) { return value.empty() || value == "?"; }

const pbn_tag* known_tag(const pbn_game& game, std::string_view name) {
    const auto found = std::ranges::find(game.tags, name, &pbn_tag::name);
    return found == game.tags.end() || is_unknown(found->value) ? nullptr : &*found;
}

// A place inside the value of a tag.
text_place inside(const pbn_tag& t, std::size_t offset) {
    if (t.where.line == 0) return t.where;
    return {t.where.line, t.where.column + 1 + static_cast<int>(offset)};
}

seat read_seat(const pbn_tag& t, std::string_view value, std::size_t offset) {
    constexpr std::string_view letters = "NESW";
    const std::size_t at = value.size() == 1 ? letters.find(value[0]) : std::string_view::npos;
    if (at == std::string_view::npos) refuse_at(inside(t, offset), "expected a seat: N E S W");
    return static_cast<seat>(at);
}

vulnerability read_vulnerability(const pbn_tag& t) {
    constexpr std::array<std::pair<std::string_view, vulnerability>, 7> names{{{"None", vul_none},
                                                                               {"Love", vul_none},
                                                                               {"-", vul_none},
                                                                               {"NS", vul_ns},
                                                                               {"EW", vul_ew},
                                                                               {"All", vul_both},
                                                                               {"Both", vul_both}}};
    for (const auto& [name, vul] : names)
        if (t.value == name) return vul;
    refuse_at(inside(t, 0), "expected None, NS, EW or All");
}

// Spades, hearts, diamonds and clubs with dots between; "-" is an unknown hand.
card_mask read_hand(const pbn_tag& t, std::string_view text, std::size_t offset, card_mask seen) {
    if (text == "-") return 0;
    card_mask hand = 0;
    int suit_at = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '.') {
            if (++suit_at == suit_count) refuse_at(inside(t, offset + i), "a hand has four suits");
            continue;
        }
        const std::size_t rank = bridge::deck.ranks.find(detail::upper(text[i]));
        if (rank == std::string_view::npos)
            refuse_at(inside(t, offset + i), "expected a rank (A K Q J T 9 to 2) or a dot");
        const card c = make_card<bridge>(static_cast<suit>(suit_at), static_cast<int>(rank));
        if ((hand | seen) & bit(c))
            refuse_at(inside(t, offset + i), "dealt twice: " + card_str<bridge>(c));
        hand |= bit(c);
    }
    if (suit_at != suit_count - 1) refuse_at(inside(t, offset), "a hand has four suits");
    if (ops::popcount(hand) > 13) refuse_at(inside(t, offset), "a hand has 13 cards at most");
    return hand;
}

per_seat<card_mask> read_deal(const pbn_tag& t) {
    const std::string_view text = t.value;
    if (text.size() < 2 || text[1] != ':') refuse_at(inside(t, 0), "expected first:hands");
    seat who = read_seat(t, text.substr(0, 1), 0);
    per_seat<card_mask> hands{};
    card_mask seen = 0;
    std::size_t at = 2;
    for (int k = 0; k < 4; ++k, who = next_seat(who)) {
        at = std::min(text.find_first_not_of(' ', at), text.size());
        const std::size_t end = std::min(text.find(' ', at), text.size());
        if (at == end) refuse_at(inside(t, at), "expected four hands");
        hands[who] = read_hand(t, text.substr(at, end - at), at, seen);
        seen |= hands[who];
        at = end;
    }
    if (text.find_first_not_of(' ', at) != std::string_view::npos)
        refuse_at(inside(t, at), "unexpected text after four hands");
    return hands;
}

int read_tricks(const pbn_tag& t, std::string_view text, std::size_t offset) {
    int tricks = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), tricks);
    if (error != std::errc() || end != text.data() + text.size() || tricks < 0 || tricks > 13)
        refuse_at(inside(t, offset), "expected a number of tricks, 0 to 13");
    return tricks;
}

// ^ marks a declarer who should have been another.
std::optional<seat> read_declarer(const pbn_game& game) {
    const pbn_tag* t = known_tag(game, "Declarer");
    if (t == nullptr) return std::nullopt;
    const std::size_t mark = t->value.starts_with('^') ? 1 : 0;
    return read_seat(*t, std::string_view(t->value).substr(mark), mark);
}

// A bid, doubled or redoubled. Nothing if all have passed or nobody knows.
std::optional<bridge_bid> read_contract(const pbn_game& game) {
    const pbn_tag* t = known_tag(game, "Contract");
    if (t == nullptr || detail::upper(t->value) == "PASS") return std::nullopt;
    const std::string value = detail::upper(t->value);
    const std::size_t end = std::min(value.find('X'), value.size());
    const auto bid = detail::read_bid(std::string_view(value).substr(0, end));
    if (!bid || value.size() - end > 2 || value.find_first_not_of('X', end) != std::string::npos)
        refuse_at(inside(*t, 0), "expected a contract: 1C to 7NT, then X or XX, or Pass");
    return bid;
}

int read_board_number(const pbn_tag& t) {
    int number = 0;
    const char* const end = t.value.data() + t.value.size();
    const auto [after, error] = std::from_chars(t.value.data(), end, number);
    if (error != std::errc() || after != end || number < 0)
        refuse_at(inside(t, 0), "expected the number of the board");
    return number;
}

// Declarer's tricks: a number, or "NS 9" and "EW 7" with the side named. ^ marks a correction.
int read_result(const pbn_game& game, const pbn_tag& t) {
    const std::size_t from = t.value.starts_with('^') ? 1 : 0;
    const std::string_view text = std::string_view(t.value).substr(from);
    if (!text.starts_with("NS ") && !text.starts_with("EW ")) return read_tricks(t, text, from);
    const std::optional<seat> who = read_declarer(game);
    if (!who) refuse_at(inside(t, 0), "a side's tricks need a declarer");
    const int tricks = read_tricks(t, text.substr(3), from + 3);
    const bool theirs = (text[0] == 'N') == (partnership_of(*who) == 0);
    return theirs ? tricks : 13 - tricks;
}

// The trump suit, from the auction or else from the contract; nothing if neither says.
std::optional<suit> trump_of_game(const pbn_game& game) {
    std::optional<bridge_bid> contract;
    if (game.auction)
        for (const pbn_item& item : game.auction->items)
            if (item.what >= bridge::first_bid)
                contract = static_cast<bridge_bid>(item.what - bridge::first_bid);
    if (!contract) contract = read_contract(game);
    if (!contract) return std::nullopt;
    return trump_suit(bridge_denomination(*contract));
}

// A row holds the cards of a trick by seat; in playing order it starts at the leader, the winner of
// the row before.
std::vector<board_card> in_playing_order(const pbn_section& play, std::optional<suit> trump) {
    std::vector<board_card> out;
    std::size_t leader = 0;
    for (std::size_t row = 0; row < play.items.size(); row += 4) {
        card_mask trick = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            const std::size_t at = row + (leader + k) % 4;
            if (at >= play.items.size() || play.items[at].what == no_card) return out;
            out.push_back({.what = play.items[at].what, .where = play.items[at].where});
            trick |= bit(play.items[at].what);
        }
        if (!trump) return out;
        const suit led = suit_of<bridge>(play.items[row + leader].what);
        const card winner = ops::lsb_index(trick_winner<bridge>(trick, led, *trump));
        for (std::size_t k = 0; k < 4; ++k)
            if (play.items[row + k].what == winner) leader = k;
    }
    return out;
}

std::vector<board_call> calls_of(const pbn_section& auction) {
    std::vector<board_call> out;
    for (const pbn_item& item : auction.items) {
        board_call call{.call = item.what, .explanation = {}, .where = item.where};
        for (const int number : item.notes)
            for (const auto& [note, text] : auction.notes)
                if (note == number)
                    call.explanation += (call.explanation.empty() ? "" : "; ") + text;
        out.push_back(std::move(call));
    }
    return out;
}

}  // namespace

bridge_board to_board(const pbn_game& game) {
    bridge_board board;
    if (const pbn_tag* t = known_tag(game, "Board")) board.number = read_board_number(*t);
    constexpr std::array<std::string_view, 4> seat_tags{"North", "East", "South", "West"};
    for (std::size_t k = 0; k < 4; ++k)
        if (const pbn_tag* t = known_tag(game, seat_tags[k])) board.players[k] = t->value;
    if (const pbn_tag* t = known_tag(game, "Dealer")) board.dealer = read_seat(*t, t->value, 0);
    if (const pbn_tag* t = known_tag(game, "Vulnerable")) board.vul = read_vulnerability(*t);
    if (const pbn_tag* t = known_tag(game, "Deal")) board.hands = read_deal(*t);
    read_declarer(game);  // they have to make sense even if the auction tells us
    read_contract(game);
    if (const pbn_tag* t = known_tag(game, "Result")) {
        board.tricks = read_result(game, *t);
        board.tricks_at = inside(*t, 0);
    }
    if (game.auction) {
        if (!board.dealer) board.dealer = game.auction->first;
        if (*board.dealer != game.auction->first)
            refuse_at(game.auction->where, "the auction does not begin with the dealer");
        board.calls = calls_of(*game.auction);
    }
    if (game.play) board.cards = in_playing_order(*game.play, trump_of_game(game));
    return board;
}

// --- From a board ------------------------------------------------------------------------------

namespace {

std::string deal_value(const bridge_board& board) {
    std::string out;
    seat who = *board.dealer;
    for (int k = 0; k < 4; ++k, who = next_seat(who)) {
        std::string hand = hand_str<bridge>(board.hands[who]);
        std::erase(hand, '-');
        out += (k == 0 ? seat_str<bridge>(who) + ":" : " ") + hand;
    }
    return out;
}

pbn_section auction_of(const bridge_board& board) {
    pbn_section out{.first = *board.dealer, .items = {}, .notes = {}, .where = {}};
    for (const board_call& c : board.calls) {
        pbn_item item{.what = c.call, .glyphs = {}, .notes = {}, .where = {}};
        if (!c.explanation.empty()) {
            const int number = static_cast<int>(out.notes.size()) + 1;
            item.notes.push_back(number);
            out.notes.emplace_back(number, c.explanation);
        }
        out.items.push_back(std::move(item));
    }
    return out;
}

// The cards in columns, played from `s` on.
pbn_section play_of(game_state<bridge> s, const bridge_board& board) {
    const seat first = s.current_player;
    pbn_section out{.first = first, .items = {}, .notes = {}, .where = {}};
    for (std::size_t i = 0; i < board.cards.size(); ++i) {
        if (i % 4 == 0) out.items.resize(i + 4);
        const auto column = static_cast<std::size_t>((index(s.current_player) - index(first)) & 3);
        out.items[i / 4 * 4 + column].what = board.cards[i].what;
        rules<bridge>::apply(s, board.cards[i].what);
    }
    if (board.cards.size() < 52) out.ending = pbn_ending::unfinished;
    return out;
}

}  // namespace

pbn_game to_pbn(const bridge_board& board) {
    const position p = to_position(board);
    const game_state<bridge> end = detail::replay_bridge(p);
    const bool bidding = end.extra.now == bridge::phase::auction;
    const bool passed_out = end.extra.now == bridge::phase::passed_out;
    const auto known = [](const std::string& text) { return text.empty() ? "?" : text; };
    constexpr std::array<std::string_view, 4> vul_values{"None", "NS", "EW", "All"};

    pbn_game out;
    for (const std::string_view name : detail::pbn_tags) {
        pbn_tag t{.name = std::string(name), .value = "?", .body = {}, .where = {}};
        if (name == "Board" && board.number > 0) t.value = std::to_string(board.number);
        if (name == "North") t.value = known(board.players[0]);
        if (name == "East") t.value = known(board.players[1]);
        if (name == "South") t.value = known(board.players[2]);
        if (name == "West") t.value = known(board.players[3]);
        if (name == "Dealer") t.value = seat_str<bridge>(*board.dealer);
        if (name == "Vulnerable") t.value = vul_values[*board.vul];
        if (name == "Deal") t.value = deal_value(board);
        if (passed_out && (name == "Declarer" || name == "Result")) t.value = "";
        if (passed_out && name == "Contract") t.value = "Pass";
        if (!bidding && !passed_out) {
            if (name == "Declarer") t.value = seat_str<bridge>(end.extra.declarer);
            if (name == "Contract")
                t.value = detail::bid_text(end.extra.last_bid) +
                          std::string(detail::stake_text(end.extra.stake));
            if (name == "Result" && p.is_over()) t.value = std::to_string(declarer_tricks(end));
        }
        out.tags.push_back(std::move(t));
    }
    if (p.is_over())
        out.tags.push_back({.name = "Score",
                            .value = fmt::format("NS {}", p.score()[0]),
                            .body = {},
                            .where = {}});
    out.auction = auction_of(board);
    if (bidding && !board.calls.empty()) out.auction->ending = pbn_ending::unfinished;
    if (!bidding && !passed_out) {
        bridge_board unplayed = board;
        unplayed.cards.clear();
        unplayed.tricks.reset();
        out.play = play_of(detail::replay_bridge(to_position(unplayed)), board);
    }
    return out;
}

}  // namespace mu
