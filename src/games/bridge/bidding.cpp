// Auctions read by a system: what each call has told, and what a hand calls next.

#include <algorithm>

#include <mu/games/bridge.h>

#include "games/bridge/bidding_rules.h"

namespace mu {

namespace bidding {

namespace {

constexpr int rank_ten = 8, rank_jack = 9, rank_queen = 10, rank_king = 11, rank_ace = 12;

// Losers, tricks and stoppers of one suit's ranks.
struct suit_numbers {
    int length, high_cards, top, honours, stoppers, losers, tricks;
};
suit_numbers numbers_of_suit(std::uint32_t ranks) {
    const auto has = [&](int r) { return static_cast<int>(ranks >> r & 1); };
    suit_numbers n{};
    n.length = ops::popcount(ranks);
    n.high_cards = 4 * has(rank_ace) + 3 * has(rank_king) + 2 * has(rank_queen) + has(rank_jack);
    n.top = has(rank_ace) + has(rank_king) + has(rank_queen);
    n.honours = n.top + has(rank_jack) + has(rank_ten);
    const int full = has(rank_ace) + (n.length >= 2 ? has(rank_king) : 0) +
                     (n.length >= 3 ? has(rank_queen) : 0);
    n.stoppers = full > 0 ? full : n.length >= 4 ? has(rank_jack) : 0;
    n.losers = std::min(3, n.length) - has(rank_ace) - (n.length >= 2 ? has(rank_king) : 0) -
               (n.length >= 3 ? has(rank_queen) : 0);
    n.tricks = std::max(0, n.length - 3) + std::min(3, n.length) - n.losers;
    return n;
}

}  // namespace

int number(const hand_numbers& of, int at) { return of[static_cast<std::size_t>(at)]; }

hand_numbers numbers_of(card_mask hand) {
    hand_numbers out{};
    std::array<int, 4> lengths{};
    const auto put = [&](int at, int n) {
        out[static_cast<std::size_t>(at)] = static_cast<std::int8_t>(n);
    };
    int high = 0, extra = 0, lost = 0, tricks = 0, aces_held = 0, longest = 0;
    for (int s = 0; s < suit_count; ++s) {
        const auto ranks =
            static_cast<std::uint32_t>(hand >> make_card<bridge>(static_cast<suit>(s), 0)) & 0x1FFF;
        const suit_numbers n = numbers_of_suit(ranks);
        lengths[static_cast<std::size_t>(s)] = n.length;
        high += n.high_cards, lost += n.losers, tricks += n.tricks;
        extra += std::max(0, n.length - 4);
        aces_held += static_cast<int>(ranks >> rank_ace & 1);
        put(length_of + s, n.length);
        put(top_of + s, n.top);
        put(honours_of + s, n.honours);
        put(stopper_of + s, n.stoppers);
        put(queen_of + s, static_cast<int>(ranks >> rank_queen & 1));
        put(key_cards_of + s, static_cast<int>(ranks >> rank_king & 1));
        if (n.length > lengths[static_cast<std::size_t>(longest)]) longest = s;
    }
    put(longest_is + longest, 1);
    put(high_cards, high);
    put(points, high + extra);
    put(losers, lost);
    put(playing_tricks, tricks);
    put(aces, aces_held);
    const int doubletons = static_cast<int>(std::ranges::count(lengths, 2));
    const bool no_short = std::ranges::none_of(lengths, [](int n) { return n < 2; });
    const int most = std::ranges::max(lengths);
    put(balanced, no_short && most <= 5 && doubletons <= 1 ? 1 : 0);
    put(semi_balanced, no_short && most <= 6 ? 1 : 0);
    for (int s = 0; s < suit_count; ++s) {
        const int n = lengths[static_cast<std::size_t>(s)];
        int shortness = 0;
        for (int t = 0; t < suit_count; ++t) {
            const int m = lengths[static_cast<std::size_t>(t)];
            if (t == s || m > 2) continue;
            shortness += n >= 4 ? (m == 2 ? 1 : m == 1 ? 3 : 5) : (m == 2 ? 1 : m == 1 ? 2 : 3);
        }
        put(support_of + s, high + (n >= 3 ? shortness : 0) + std::max(0, n - 5));
        put(key_cards_of + s, number(out, key_cards_of + s) + aces_held);
    }
    return out;
}

namespace {

bool fits(const bound_condition& c, const hand_numbers& hand) {
    const int n = hand[c.a] - hand[c.b];
    return c.low <= n && n <= c.high;
}
bool fits(const reading& r, const bound_rule& by, const hand_numbers& hand) {
    for (std::size_t i = by.first; i < std::size_t{by.first} + by.count; ++i)
        if (!fits(r.conditions[i], hand)) return false;
    return true;
}
const bound_rule* rule_for(const reading& r, const hand_numbers& hand) {
    for (const bound_rule& x : r.rules)
        if (fits(r, x, hand)) return &x;
    return nullptr;
}

void narrow(call_range& range, const bound_condition& c) {
    range.low = std::max(range.low, c.low);
    range.high = std::max(range.low, std::min(range.high, c.high));
}
void widen(call_range& range, const call_range& by) {
    range.low = std::min(range.low, by.low);
    range.high = std::max(range.high, by.high);
}

// What one rule says.
call_meaning meaning_of(const reading& r, const bound_rule& by) {
    call_meaning out;
    out.in_system = true;
    out.line = by.by->line;
    out.name = by.by->name;
    out.artificial = (by.by->flags & flag_artificial) != 0;
    if ((by.by->flags & flag_forcing) != 0) out.force = call_force::one_round;
    if ((by.by->flags & flag_game) != 0) out.force = call_force::game;
    if (by.shows >= 0) out.shows = static_cast<suit>(by.shows);
    if (by.agrees >= 0) out.agrees = static_cast<suit>(by.agrees);
    if (by.call >= 3 && by.shows < 0 && !out.artificial)
        out.shows = trump_suit(bridge_denomination(static_cast<bridge_bid>(by.call - 3)));
    for (std::size_t i = by.first; i < std::size_t{by.first} + by.count; ++i) {
        const bound_condition& c = r.conditions[i];
        if (c.b != zero) continue;
        if (c.a == high_cards) narrow(out.high_cards, c);
        if (c.a == points) narrow(out.points, c);
        if (c.a == balanced && c.low == 1) out.balanced = true;
        if (c.a >= length_of && c.a < support_of)
            narrow(out.length[static_cast<std::size_t>(c.a - length_of)], c);
        if (c.a >= support_of && c.a < top_of) {
            narrow(out.support, c);
            if (out.agrees == suit::none) out.agrees = static_cast<suit>(c.a - support_of);
        }
        if (c.a >= key_cards_of && c.a < queen_of)
            for (int n = std::max<int>(0, c.low); n <= std::min<int>(5, c.high); ++n)
                out.key_cards = static_cast<std::uint8_t>(out.key_cards | 1 << n);
    }
    if (out.balanced)
        for (call_range& n : out.length) {
            n.low = std::max<std::int8_t>(n.low, 2);
            n.high = std::max(n.low, std::min<std::int8_t>(n.high, 5));
        }
    return out;
}

void widen(call_meaning& out, const call_meaning& by) {
    // Support points speak of one suit.
    if (out.agrees != by.agrees)
        out.support = call_range{}, out.agrees = suit::none;
    else
        widen(out.support, by.support);
    widen(out.high_cards, by.high_cards);
    widen(out.points, by.points);
    for (std::size_t s = 0; s < suit_count; ++s) widen(out.length[s], by.length[s]);
    out.balanced = out.balanced && by.balanced;
    out.force = std::max(out.force, by.force);
    out.artificial = out.artificial && by.artificial;
    if (out.shows != by.shows) out.shows = suit::none;
    out.key_cards = out.key_cards == 0 || by.key_cards == 0
                        ? 0
                        : static_cast<std::uint8_t>(out.key_cards | by.key_cards);
    if (out.name.empty()) out.name = by.name;
}

// A call that no rule makes: a bid of a suit has four cards of it.
call_meaning meaning_outside(int call) {
    call_meaning out;
    if (call < 3) return out;
    out.shows = trump_suit(bridge_denomination(static_cast<bridge_bid>(call - 3)));
    if (out.shows != suit::none) out.length[static_cast<std::size_t>(out.shows)].low = 4;
    return out;
}

bool is_game(bridge_bid b) {
    const denomination d = bridge_denomination(b);
    const int level = bridge_level(b);
    return level >= 5 || (level == 4 && d >= denomination::hearts) ||
           (level >= 3 && d == denomination::no_trump);
}

void take(told& seat, const call_meaning& m) {
    const auto both = [](auto& low, auto& high, int new_low, int new_high) {
        low = static_cast<std::int8_t>(std::max<int>(low, new_low));
        high = static_cast<std::int8_t>(std::min<int>(high, new_high));
        if (low > high) high = low;
    };
    both(seat.least, seat.most, m.least(), m.most());
    for (std::size_t s = 0; s < suit_count; ++s)
        both(seat.length[s].low, seat.length[s].high, m.length[s].low, m.length[s].high);
    if (m.shows != suit::none) {
        seat.suits = static_cast<std::uint8_t>(seat.suits | 1 << index(m.shows));
        seat.last_suit = static_cast<std::int8_t>(m.shows);
    }
    if (m.key_cards != 0) seat.key_cards = m.key_cards;
}

// The suit that a side has agreed on: shown by both, or eight cards promised.
int agreed_suit(const told& a, const told& b) {
    int found = -1, most = 0;
    for (int s = 0; s < suit_count; ++s) {
        const auto at = static_cast<std::size_t>(s);
        const int cards = a.length[at].low + b.length[at].low;
        const bool both = (a.suits & b.suits & 1 << s) != 0;
        if ((cards >= 8 || (both && cards >= 7)) && cards > most) most = cards, found = s;
    }
    return found;
}

// Partner's call forces, or game is not yet reached.
bool pass_is_barred(const reading& r) {
    const int side = r.to_call() & 1;
    if (r.last_bid == no_bridge_bid) return false;
    const bool ours = (r.bidder & 1) == side;
    constexpr int forces = flag_forcing | flag_game;
    if (r.passes == 1 && r.calls.size() >= 2 && (r.before_flags & forces) != 0) {
        const bool game_reached = ours && is_game(r.last_bid);
        return !game_reached || (r.before_flags & flag_asks) != 0 ||
               (r.before_flags & flag_artificial) != 0;
    }
    if (!r.game_force[static_cast<std::size_t>(side)] || is_game(r.last_bid)) return false;
    if (ours) return r.passes == 1 && r.stake == doubling::none;
    return r.passes == 2 && r.stake == doubling::none;
}

}  // namespace

call_meaning meaning_of(const reading& r, int call, std::uint8_t* flags) {
    call_meaning out;
    for (const bound_rule& x : r.rules) {
        if (x.call != call) continue;
        const call_meaning m = meaning_of(r, x);
        if (out.in_system)
            widen(out, m);
        else
            out = m;
        if (flags != nullptr) *flags = static_cast<std::uint8_t>(*flags | x.by->flags);
    }
    if (out.in_system) return out;
    return meaning_outside(call);
}

reading begin_reading(const rule_book& by, vulnerability vul) {
    reading r;
    r.vul = vul;
    bind_rules(by, r);
    return r;
}

void read_on(const rule_book& by, reading& r, int call) {
    const int who = r.to_call();
    const auto side = static_cast<std::size_t>(who & 1);
    told& seat = r.seats[static_cast<std::size_t>(who)];
    std::uint8_t flags = 0;
    r.last = meaning_of(r, call, &flags);
    r.before_flags = r.last_flags;
    r.last_flags = flags;
    if (r.opened < 0 && call >= 3) r.opened = static_cast<int>(r.calls.size());
    if (r.opened < 0) seat.has_passed = true;
    take(seat, r.last);
    if (call != 0) ++seat.bids;
    if (r.last.shows != suit::none && call >= 3) r.last_suit[side] = seat.last_suit;
    r.calls.push_back(static_cast<std::uint8_t>(call));
    if (call == 0) {
        ++r.passes;
    } else {
        r.passes = 0;
        if (call == 1) r.stake = doubling::doubled;
        if (call == 2) r.stake = doubling::redoubled;
        if (call >= 3) {
            r.last_bid = static_cast<bridge_bid>(call - 3);
            r.bidder = who;
            r.stake = doubling::none;
        }
    }
    const told& partner = r.seats[static_cast<std::size_t>(who ^ 2)];
    if ((flags & flag_game) != 0) r.game_force[side] = true;
    if (r.last.agrees != suit::none && r.last.in_system && r.asked_in[side] < 0 && call >= 3 &&
        r.last.artificial)
        r.agreed[side] = static_cast<std::int8_t>(r.last.agrees);
    else if (const int s = agreed_suit(seat, partner); s >= 0 && r.asked_in[side] < 0)
        r.agreed[side] = static_cast<std::int8_t>(s);
    if ((flags & flag_asks) != 0) r.asked_in[side] = r.agreed[side];
    r.pass_is_barred = pass_is_barred(r);
    bind_rules(by, r);
}

namespace {

// Readings that were made before; auctions that begin alike share them.
struct remembered {
    std::uint64_t key = 0;
    reading r;
};
constexpr std::size_t places = 1024;

std::uint64_t mixed(std::uint64_t h, std::uint64_t with) {
    h = (h ^ with) * 0x9E3779B97F4A7C15U;
    return h ^ h >> 29;
}

bool same_calls(const reading& r, std::span<const action> calls) {
    return r.calls.size() == calls.size() &&
           std::ranges::equal(r.calls, calls, [](int a, int b) { return a + bridge::pass == b; });
}

const reading& read_by(const rule_book& by, vulnerability vul, std::span<const action> calls) {
    static thread_local std::vector<remembered> memory(places);
    static thread_local std::vector<std::uint64_t> keys;
    keys.assign(1, mixed(by.id, vul));
    for (const action a : calls) keys.push_back(mixed(keys.back(), a));
    const auto slot = [&](std::size_t n) -> remembered& { return memory[keys[n] % places]; };
    const auto known = [&](std::size_t n) {
        const remembered& x = slot(n);
        return x.key == keys[n] && x.r.vul == vul && same_calls(x.r, calls.first(n));
    };
    std::size_t n = calls.size();
    while (n > 0 && !known(n)) --n;
    if (n == 0 && !known(0)) slot(0) = {keys[0], begin_reading(by, vul)};
    while (n < calls.size()) {
        reading next = slot(n).r;
        read_on(by, next, calls[n] - bridge::pass);
        ++n;
        slot(n) = {keys[n], std::move(next)};
    }
    return slot(n).r;
}

}  // namespace

}  // namespace bidding

namespace {

// A state that nobody saw come about: an auction of the last bid alone that leads to it.
void make_up_calls(bridge_auction& out, const bridge::extra& x, seat turn) {
    const auto add_passes = [&](int most) {
        for (int k = 0; k < most; ++k) out.calls.push_back(bridge::pass);
    };
    out.dealer = x.bidder;
    out.calls.push_back(bridge::bid_action(x.last_bid));
    if (x.stake == doubling::redoubled) out.calls.push_back(bridge::x);
    const int due = (index(turn) - index(x.bidder) + 4) & 3;  // calls since the bid, or four more
    const int passes = std::min<int>(x.passes, 2);
    const int now = static_cast<int>(out.calls.size());
    if (x.stake != doubling::none) {
        add_passes((due - passes - 1 - now + 8) & 3);
        out.calls.push_back(x.stake == doubling::doubled ? bridge::x : bridge::xx);
    }
    add_passes(passes);
}

}  // namespace

bridge_auction auction_of(const game_state<bridge>& now, public_record record) {
    bridge_auction out;
    out.vul = now.extra.vul;
    out.dealer = record.empty() ? now.current_player : record.front().who;
    for (const auto& [who, what] : record)
        if (what && *what >= bridge::pass && *what < bridge::first_claim)
            out.calls.push_back(*what);
        else
            break;
    if (out.calls.empty() && now.extra.last_bid != no_bridge_bid)
        make_up_calls(out, now.extra, now.current_player);
    return out;
}

bool call_meaning::fits(card_mask hand) const {
    const bidding::hand_numbers n = bidding::numbers_of(hand);
    if (!high_cards.has(n[bidding::high_cards]) || !points.has(n[bidding::points])) return false;
    if (agrees != suit::none &&
        !support.has(bidding::number(n, bidding::support_of + index(agrees))))
        return false;
    for (int s = 0; s < suit_count; ++s)
        if (!length[static_cast<std::size_t>(s)].has(bidding::number(n, bidding::length_of + s)))
            return false;
    return !balanced || n[bidding::balanced] == 1;
}

bidding_system::bidding_system(std::shared_ptr<const bidding::rule_book> book)
    : book_(std::move(book)) {}
bidding_system bidding_system::parse(std::string_view text) {
    return bidding_system(std::make_shared<bidding::rule_book>(bidding::parse_book(text)));
}
const std::string& bidding_system::name() const { return book_->name; }
const std::string& bidding_system::title() const { return book_->title; }
std::size_t bidding_system::rules() const {
    std::size_t n = 0;
    for (const bidding::group& g : book_->groups) n += g.rules.size();
    return n;
}

const bidding::reading& bidding_system::read(const bridge_auction& a) const {
    // From the dealer's side.
    const vulnerability vul = partnership_of(a.dealer) == 0
                                  ? a.vul
                                  : static_cast<vulnerability>((a.vul & 1) << 1 | a.vul >> 1);
    return bidding::read_by(*book_, vul, a.calls);
}

bidding_system::choice bidding_system::choose(const bridge_auction& so_far, card_mask hand) const {
    const bidding::reading& r = read(so_far);
    const bidding::bound_rule* by = bidding::rule_for(r, bidding::numbers_of(hand));
    if (by == nullptr) return {};
    return {static_cast<action>(by->call + bridge::pass), by->by->line};
}
action bidding_system::call(const bridge_auction& so_far, card_mask hand) const {
    return choose(so_far, hand).call;
}

call_meaning bidding_system::meaning(const bridge_auction& so_far, action call) const {
    return bidding::meaning_of(read(so_far), call - bridge::pass);
}
std::vector<call_meaning> bidding_system::meanings(const bridge_auction& so_far) const {
    std::vector<call_meaning> out;
    bridge_auction some = so_far;
    for (std::size_t n = 1; n <= so_far.calls.size(); ++n) {
        some.calls.assign(so_far.calls.begin(),
                          so_far.calls.begin() + static_cast<std::ptrdiff_t>(n));
        out.push_back(read(some).last);
    }
    return out;
}

}  // namespace mu
