// Reference files of worlds, for all games that have them: positions as one player sees them, with
// the number of consistent worlds and of those with each card in each place.
//
//     V <id> <observer> ...          what is known before the first card, game by game
//     O <cards of the observer>
//     E <what> <cards>               cards seen besides, where there are any
//     P <seat> <card>                the cards played, in order
//     U <place>:<cards> ...          the hidden places
//     N <worlds>
//     M <card> <worlds with it in the first place> <in the second> ...

#include <algorithm>
#include <span>

#include <mu/belief/worlds.h>
#include <mu/cards/text.h>
#include <mu/games/all.h>

#include "check/report.h"
#include "check/skat.h"

namespace mu::cli::worlds_files {
namespace {

using fields = std::vector<std::string_view>;

[[noreturn]] void expected(std::string_view what) {
    throw std::invalid_argument(fmt::format("expected: {}", what));
}

// One record, the words of each line. `lines` keeps the text that they point into.
struct world_record {
    std::vector<std::string> lines;
    int line = 0;  // of V, in the file
    fields head, observer, extra, places, number;
    std::vector<fields> plays, counts;
};

// Reads from V to the last M: the record ends before the next V or with the file. `next` is the
// line read too far.
std::optional<world_record> next_record(row_reader& rows, std::optional<row>& next) {
    if (!next) next = rows.next();
    if (!next) return std::nullopt;
    world_record out;
    out.line = next->line;
    do {
        out.lines.push_back(std::move(next->text));
        next = rows.next();
    } while (next && !next->text.starts_with("V "));

    for (const std::string& text : out.lines) {
        const fields item = words(text);
        const auto once = [&](fields& to) {
            if (!to.empty()) throw std::invalid_argument(fmt::format("a second line {}", item[0]));
            to = item;
        };
        if (item[0] == "V")
            once(out.head);
        else if (item[0] == "O")
            once(out.observer);
        else if (item[0] == "E")
            once(out.extra);
        else if (item[0] == "U")
            once(out.places);
        else if (item[0] == "N")
            once(out.number);
        else if (item[0] == "P" && item.size() == 3)
            out.plays.push_back(item);
        else if (item[0] == "M")
            out.counts.push_back(item);
        else
            expected("a line V, O, E, P, U, N or M");
    }
    if (out.head.empty() || out.observer.empty() || out.places.empty() || out.number.size() != 2)
        expected("a record of V, O, U and N");
    return out;
}

template <typename V>
card_mask parse_list(std::span<const std::string_view> list) {
    card_mask out = 0;
    for (const auto word : list) {
        const card c = parse_card<V>(word);
        if (out & bit(c)) throw std::invalid_argument("a card twice: " + std::string(word));
        out |= bit(c);
    }
    return out;
}

template <typename V>
suit parse_suit(std::string_view text) {
    if (text == "-") return suit::none;
    const auto at = text.size() == 1 ? V::deck.suits.find(text[0]) : std::string_view::npos;
    if (at == std::string_view::npos) expected("a suit");
    return static_cast<suit>(at);
}

// The E line, which must be of this kind. Empty if there is none.
template <typename V>
card_mask cards_of(const world_record& r, std::string_view kind) {
    if (r.extra.empty()) return 0;
    if (r.extra.size() < 3 || r.extra[1] != kind) return 0;
    return parse_list<V>(std::span(r.extra).subspan(2));
}

void need_head(const world_record& r, std::size_t size, std::string_view form) {
    if (r.head.size() != size) expected(form);
}

// --- The view before the first card, game by game ----------------------------------------------

template <typename V>
struct first_view;

// What others hold is not known, only how many cards.
template <typename V>
view<V> without_hands(const game_state<V>& s, seat observer, int cards) {
    view<V> v = view_of<V>(s, observer);
    v.cards_left.fill(static_cast<std::uint8_t>(cards));
    return v;
}
template <typename V>
per_seat<card_mask> only(seat who, card_mask hand) {
    per_seat<card_mask> hands{};
    hands.fill(hand);  // of the right size; view_of() hides all but the observer's
    hands[who] = hand;
    return hands;
}

template <>
struct first_view<whist> {
    static view<whist> of(const world_record& r, seat me, card_mask own) {
        need_head(r, 5, "V id observer trump leader");
        const seat leader = parse_seat<whist>(r.head[4]);
        const auto s = whist_start(only<whist>(me, own), parse_suit<whist>(r.head[3]),
                                   seat_after<whist>(leader, 3));
        return without_hands<whist>(s, me, 13);
    }
    static void after_play(const world_record&, view<whist>&) {}
};

template <>
struct first_view<bridge> {
    static view<bridge> of(const world_record& r, seat me, card_mask own) {
        need_head(r, 6, "V id observer strain declarer leader");
        const seat declarer = parse_seat<bridge>(r.head[4]);
        const auto strain = std::ranges::find(strains, r.head[3]) - strains.begin();
        if (strain == 5) expected("a strain, C D H S NT");
        auto s = bridge_start(only<bridge>(me, own), declarer, vul_none);
        rules<bridge>::apply(s, bridge::bid_action(static_cast<bridge_bid>(strain)));
        for (int k = 0; k < 3; ++k) rules<bridge>::apply(s, bridge::pass);
        if (s.current_player != parse_seat<bridge>(r.head[5]))
            throw std::invalid_argument("the seat after the declarer leads");
        return without_hands<bridge>(s, me, 13);
    }
    // Dummy is shown after the first lead.
    static void after_play(const world_record& r, view<bridge>& v) {
        if (ops::popcount(v.seen.played) == 1)
            v.seen.hands[dummy_of(v.seen)] = cards_of<bridge>(r, "dummy");
    }
    static constexpr std::array<std::string_view, 5> strains{"C", "D", "H", "S", "NT"};
};

template <>
struct first_view<jass> {
    static view<jass> of(const world_record& r, seat me, card_mask own) {
        need_head(r, 5, "V id observer contract leader");
        constexpr std::string_view letters = "SHDCOU";
        const auto at = letters.find(r.head[3]);
        if (r.head[3].size() != 1 || at == std::string_view::npos) expected("S H D C O U");
        auto s = jass_start(only<jass>(me, own), parse_seat<jass>(r.head[4]),
                            {.house = {.weis = false}, .stoeck = false});
        rules<jass>::choose(s, jass::call(static_cast<jass::contract>(at)));
        return without_hands<jass>(s, me, 9);
    }
    static void after_play(const world_record&, view<jass>&) {}
};

template <>
struct first_view<contree> {
    static view<contree> of(const world_record& r, seat me, card_mask own) {
        need_head(r, 5, "V id observer trump leader");
        const seat leader = parse_seat<contree>(r.head[4]);
        const int bid = contree_calls::bid(0, parse_suit<contree>(r.head[3]));
        const auto s = contree_start_play(only<contree>(me, own), {},
                                          seat_after<contree>(leader, 3), bid, leader);
        return without_hands<contree>(s, me, 8);
    }
    static void after_play(const world_record&, view<contree>&) {}
};

template <>
struct first_view<euchre> {
    static view<euchre> of(const world_record& r, seat me, card_mask own) {
        need_head(r, 10, "V id observer dealer round upcard trump maker alone leader");
        game_state<euchre> s;
        s.hands[me] = static_cast<std::uint32_t>(own);
        s.dealer = parse_seat<euchre>(r.head[3]);
        s.extra.upcard = parse_card<euchre>(r.head[5]);
        s.trump = parse_suit<euchre>(r.head[6]);
        s.extra.maker = parse_seat<euchre>(r.head[7]);
        s.extra.phase = euchre::phase::play;
        if (parse_int(r.head[8], "alone, 0 or 1") == 1)
            s.extra.active &= static_cast<std::uint8_t>(~(1 << index(partner_of(s.extra.maker))));
        s.tricks_remaining = 5;
        s.current_player = parse_seat<euchre>(r.head[9]);
        if (ordered_up(s) != (parse_int(r.head[4], "a round, 1 or 2") == 1))
            throw std::invalid_argument("the suit of the upcard is trump in round 1 only");
        if (const card_mask out = cards_of<euchre>(r, "discard"); out != 0)
            s.extra.discard = ops::lsb_index(out);
        return without_hands<euchre>(s, me, 5);
    }
    static void after_play(const world_record&, view<euchre>&) {}
};

template <>
struct first_view<ulti> {
    static view<ulti> of(const world_record& r, seat me, card_mask own) {
        need_head(r, 7, "V id observer contract trump soloist leader");
        const suit trump = parse_suit<ulti>(r.head[4]);
        const seat soloist = parse_seat<ulti>(r.head[5]);
        const ulti_unit unit = r.head[3] == "betli"       ? ulti_unit::betli
                               : r.head[3] == "durchmars" ? ulti_unit::durchmars
                                                          : ulti_unit::parti;
        if (unit == ulti_unit::parti) expected("betli or durchmars");
        const auto fits = [&](const ulti_bid& b) {
            return b.units == units_of(unit) && !b.open && b.trump == (trump != suit::none) &&
                   b.red == (trump == ulti::red);
        };
        const auto bid = std::ranges::find_if(ulti_bids, fits) - ulti_bids.begin();
        if (bid == ulti_bid_count) throw std::invalid_argument("no such contract");
        // Marriages are no evidence in these files, so none is told.
        constexpr ulti_rules table{.marriages = ulti_marriages::voluntary};
        const card_mask out = cards_of<ulti>(r, "talon");
        game_state<ulti> s;
        s.hands[me] = static_cast<std::uint32_t>(own);
        s.rules = table;
        s.soloist = soloist;
        s.dealer = seat_after<ulti>(soloist, 2);
        if (out != 0) s.laid[soloist] = {ops::lsb_index(out), ops::msb_index(out)};
        s.bid = static_cast<std::uint8_t>(bid);
        rules<ulti>::begin_play(s, trump);
        return without_hands<ulti>(s, me, 10);
    }
    static void after_play(const world_record&, view<ulti>&) {}
};

template <>
struct first_view<skat> {
    static view<skat> of(const world_record& r, seat me, card_mask own) {
        need_head(r, 8, "V id observer game hand ouvert soloist leader");
        skat_game g = parse_skat_game(r.head[3]);
        g.hand = parse_int(r.head[4], "hand, 0 or 1") == 1;
        if (parse_int(r.head[5], "ouvert, 0 or 1") == 1) g.announced = skat_announced::ouvert;
        const seat soloist = parse_seat<skat>(r.head[6]);
        per_seat<card_mask, 3> hands{};
        hands[me] = own;
        if (const card_mask open = cards_of<skat>(r, "open"); open != 0) hands[soloist] = open;
        const auto s = skat_first_lead(hands, cards_of<skat>(r, "skat"), soloist,
                                       parse_seat<skat>(r.head[7]), g);
        return without_hands<skat>(s, me, 10);
    }
    static void after_play(const world_record&, view<skat>&) {}
};

// --- The comparison ----------------------------------------------------------------------------

template <typename V>
int parse_place(std::string_view name) {
    for (const auto& [place, cards] : places_in(game_state<V>{}))
        if (!place.is_hand() && place.name == name) return place.number;
    return index(parse_seat<V>(name));
}

template <typename V>
void check_record(const world_record& r, report& out) {
    parse_int(r.head[1], "an id");
    const seat me = parse_seat<V>(r.head[2]);
    view<V> v = first_view<V>::of(r, me, parse_list<V>(std::span(r.observer).subspan(1)));
    hard_facts<V> facts(v, watched::from_here);
    for (const fields& play : r.plays) {
        const card c = parse_card<V>(play[2]);
        out.compare("seat to play", index(parse_seat<V>(play[1])), index(v.seen.current_player));
        if (v.seen.played & bit(c)) throw std::invalid_argument("played twice");
        v = view_after<V>(v, c);
        first_view<V>::after_play(r, v);
        facts.see(v);
    }
    world_set<V> worlds;
    const bool some = worlds.try_prepare(facts, 1 << 20);
    out.compare("an exact number", true, worlds.is_exact());
    out.compare("worlds", parse_int(r.number[1], "a number"),
                some ? static_cast<std::int64_t>(worlds.count()) : 0);
    if (!some || !worlds.is_exact()) return;

    typename world_set<V>::table counts;
    worlds.card_counts(counts);
    std::vector<int> places;
    for (const auto word : std::span(r.places).subspan(1)) {
        const auto parts = split(word, ':');
        if (parts.size() != 2) expected("places as name:cards");
        const int place = parse_place<V>(parts[0]);
        places.push_back(place);
        std::uint64_t cards = 0;  // in all worlds together
        for (const std::uint64_t n : counts[static_cast<std::size_t>(place)]) cards += n;
        out.compare("cards in " + std::string(parts[0]), parse_int(parts[1], "a number of cards"),
                    static_cast<std::int64_t>(cards / worlds.count()));
    }
    // The file lists the cards that the observer does not see, also if only one place is left.
    card_mask listed = 0;
    for (const fields& line : r.counts) {
        if (line.size() != places.size() + 2) expected("M card and a count for each place");
        const card c = parse_card<V>(line[1]);
        listed |= bit(c);
        for (std::size_t k = 0; k < places.size(); ++k)
            out.compare(fmt::format("worlds with {} in {}", line[1], r.places[k + 1]),
                        parse_int(line[k + 2], "a count"),
                        static_cast<std::int64_t>(counts[static_cast<std::size_t>(places[k])][c]));
    }
    out.compare("unseen cards", mask_str<V>(listed), mask_str<V>(worlds.places().problem.cards));
}

template <typename V>
void check_worlds(row_reader& rows, report& out) {
    std::optional<row> next;
    while (const auto record = next_record(rows, next)) {
        out.begin_row(record->line);
        check_record<V>(*record, out);
    }
}

const check_registration whist_worlds("whist", "worlds", check_worlds<whist>);
const check_registration bridge_worlds("bridge", "worlds", check_worlds<bridge>);
const check_registration jass_worlds("jass", "worlds", check_worlds<jass>);
const check_registration contree_worlds("contree", "worlds", check_worlds<contree>);
const check_registration euchre_worlds("euchre", "worlds", check_worlds<euchre>);
const check_registration ulti_worlds("ulti", "worlds", check_worlds<ulti>);
const check_registration skat_worlds("skat", "worlds", check_worlds<skat>);

}  // namespace
}  // namespace mu::cli::worlds_files
