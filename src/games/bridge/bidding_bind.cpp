// Which rules speak of the call that is due, with their suits put in and what partner has told
// taken into account: what is left are questions about the hand alone.

#include <algorithm>

#include "games/bridge/bidding_rules.h"

namespace mu::bidding {

namespace {

constexpr int unlimited = 40;

bool is_major(int s) { return s <= index(suit::hearts); }
denomination strain_of(int bound) {
    return bound == suit_count ? denomination::no_trump : denomination_of(static_cast<suit>(bound));
}
int game_level(denomination d) {
    return d == denomination::no_trump ? 3 : d >= denomination::hearts ? 4 : 5;
}
std::int8_t clamped(int n) { return static_cast<std::int8_t>(std::clamp(n, -100, 100)); }

// --- Suits ------------------------------------------------------------------------------------

bool may_bind(const bindings& env, suit_term t, int s) {
    if (t == term_m && !is_major(s)) return false;
    if (t == term_n && is_major(s)) return false;
    for (const suit_term other : {term_m, term_n, term_x, term_y, term_z})
        if (other != t && env[other] == s) return false;
    return true;
}
void bind(bindings& env, suit_term t, int s) {
    env[t] = static_cast<std::int8_t>(s);
    if (t == term_m) env[term_om] = static_cast<std::int8_t>(1 - s);
    if (t == term_n) env[term_on] = static_cast<std::int8_t>(5 - s);
}

bool matches(const call_term& t, int call, bindings& env) {
    switch (t.kind) {
        case call_kind::any:
            return true;
        case call_kind::not_pass:
            return call != 0;
        case call_kind::pass:
            return call == 0;
        case call_kind::x:
            return call == 1;
        case call_kind::xx:
            return call == 2;
        default:
            break;
    }
    if (call < 3) return false;
    const auto bid = static_cast<bridge_bid>(call - 3);
    if (t.level != 0 && bridge_level(bid) != t.level) return false;
    const denomination d = bridge_denomination(bid);
    if (t.in == term_nt || d == denomination::no_trump)
        return t.in == term_nt && d == denomination::no_trump;
    const int s = index(trump_suit(d));
    if (t.in >= term_m && t.in <= term_z && env[t.in] < 0) {
        if (t.in == term_om || t.in == term_on || !may_bind(env, t.in, s)) return false;
        bind(env, t.in, s);
    }
    return env[t.in] == s;
}

bool matches(const pattern& p, const reading& r, bindings& env) {
    if (r.opened < 0) return false;
    const std::size_t first = static_cast<std::size_t>(r.opened), n = r.calls.size() - first;
    if (p.any_before ? n < p.calls.size() : n != p.calls.size()) return false;
    const std::size_t skipped = r.calls.size() - p.calls.size();
    for (std::size_t i = 0; i < p.calls.size(); ++i)
        if (!matches(p.calls[i], r.calls[skipped + i], env)) return false;
    return true;
}

// --- Conditions -------------------------------------------------------------------------------

struct binder {
    const reading& r;
    int me, partner, side;
    std::vector<bound_rule>& rules;
    std::vector<bound_condition>& out;

    const told& mine() const { return r.seats[static_cast<std::size_t>(me)]; }
    const told& his() const { return r.seats[static_cast<std::size_t>(partner)]; }
    const told& left() const { return r.seats[static_cast<std::size_t>((me + 1) & 3)]; }
    const told& right() const { return r.seats[static_cast<std::size_t>((me + 3) & 3)]; }
    std::uint8_t their_suits() const {
        return static_cast<std::uint8_t>(left().suits | right().suits);
    }

    int last_level() const { return r.last_bid == no_bridge_bid ? 0 : bridge_level(r.last_bid); }
    int cheapest(denomination d) const {
        for (int level = std::max(1, last_level());; ++level)
            if (r.last_bid == no_bridge_bid || make_bridge_bid(level, d) > r.last_bid) return level;
    }
    // What partner has at most; of one who has set no limit, somewhat more than he promised.
    int his_most() const { return std::min<int>(his().most, his().least + 6); }
    // Of the key cards that he may have, those that fit his bidding.
    int his_key_cards() const {
        int found = 0;
        for (int n = 0; n <= 5; ++n)
            if ((his().key_cards >> n & 1) != 0 && (n <= 2 || his().least >= (n == 3 ? 10 : 16)))
                found = n;
        return found;
    }

    // Whether a condition on the auction is met; one about a suit that nobody has is not.
    bool is_met(const condition& c, const bindings& env) const {
        const auto known = [&](suit_term t) { return t >= term_count || env[t] >= 0; };
        return known(c.s) && known(c.t) && holds(c, env) != c.needs_not;
    }
    // REQUIRES: its suits are known.
    bool holds(const condition& c, const bindings& env) const {
        const int s = c.s < term_count ? env[c.s] : 0;
        const auto in = [&](int n) { return c.low <= n && n <= c.high; };
        const auto has = [&](int suits) { return (suits >> s & 1) != 0; };
        switch (c.what) {
            case test::is_major:
                return is_major(s);
            case test::is_new:
                return !has(mine().suits | his().suits);
            case test::is_theirs:
                return has(their_suits());
            case test::is_over:
                return s < env[c.t];  // spades are 0
            case test::passed:
                return mine().has_passed;
            case test::seat_no:
                return in(static_cast<int>(r.calls.size()) + 1);
            case test::vulnerable:
                return is_vulnerable(r.vul, side);
            case test::they_vulnerable:
                return is_vulnerable(r.vul, 1 - side);
            case test::forced:
                return r.pass_is_barred;
            case test::game_forced:
                return r.game_force[static_cast<std::size_t>(side)];
            case test::contested:
                return left().bids + right().bids > 0;
            case test::last_ours:
                return r.last_bid != no_bridge_bid && (r.bidder & 1) == side;
            case test::level:
                return in(last_level());
            case test::opener:
                return r.opened >= 0 && (r.opened & 3) == me;
            case test::responder:
                return r.opened >= 0 && (r.opened & 3) == partner;
            case test::defender:
                return r.opened >= 0 && (r.opened & 1) != side;
            case test::my_bids:
                return in(mine().bids);
            case test::partner_bids:
                return in(his().bids);
            case test::balancing:
                return r.passes == 2 && r.last_bid != no_bridge_bid;
            case test::agreed:
                return r.agreed[static_cast<std::size_t>(side)] >= 0;
            case test::doubled:
                return r.stake != doubling::none;
            case test::asked:
                return (r.before_flags & flag_asks) != 0 && r.passes == 1;
            case test::answered:
                return r.asked_in[static_cast<std::size_t>(side)] >= 0 && his().key_cards != 0;
            case test::partner_least:
                return in(his().least);
            case test::partner_most:
                return in(his().most);
            case test::partner_length:
                return in(his().length[static_cast<std::size_t>(s)].low);
            case test::my_length:
                return in(mine().length[static_cast<std::size_t>(s)].low);
            case test::room:
                return in(cheapest(strain_of(s)));
            default:
                return true;
        }
    }

    void ask(int a, int b, int low, int high) const {
        out.push_back({static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b), clamped(low),
                       clamped(high)});
    }
    void ask_beside(const condition& c, int a, int theirs) const {
        ask(a, zero, c.low - theirs, c.high == unlimited ? unlimited : c.high - theirs);
    }
    void ask_hand(const condition& c, const bindings& env) const {
        const int s = c.s < term_count ? env[c.s] : 0;
        switch (c.what) {
            case test::number:
                return ask(c.a >= length_of ? c.a + s : c.a, zero, c.low, c.high);
            case test::difference:
                return ask(length_of + s, length_of + env[c.t], c.low, 13);
            case test::sum:
                return ask_beside(c, points, his().least);
            case test::best:
                return ask_beside(c, points, his_most());
            case test::total:
                return ask_beside(c, support_of + s, his().least);
            case test::most:
                return ask_beside(c, support_of + s, his_most());
            case test::fit:
                return ask_beside(c, length_of + s, his().length[static_cast<std::size_t>(s)].low);
            case test::missing:
                return ask(key_cards_of + s, zero, 5 - his_key_cards() - c.high,
                           5 - his_key_cards() - c.low);
            case test::stoppers:
                for (int t = 0; t < suit_count; ++t)
                    if ((their_suits() >> t & 1) != 0) ask(stopper_of + t, zero, 1, 9);
                return;
            case test::unbid:
                for (int t = 0; t < suit_count; ++t)
                    if (((their_suits() | mine().suits | his().suits) >> t & 1) == 0)
                        ask(length_of + t, zero, c.low, c.high);
                return;
            default:
                return;
        }
    }

    // --- Rules ----------------------------------------------------------------------------------

    // The call as an action less bridge::pass, or -1.
    int call_of(const rule& by, const bindings& env) const {
        switch (by.call.kind) {
            case call_kind::pass:
                return r.pass_is_barred && (by.flags & flag_leave) == 0 ? -1 : 0;
            case call_kind::x:
                return r.last_bid != no_bridge_bid && (r.bidder & 1) != side &&
                               r.stake == doubling::none
                           ? 1
                           : -1;
            case call_kind::xx:
                return r.last_bid != no_bridge_bid && (r.bidder & 1) == side &&
                               r.stake == doubling::doubled
                           ? 2
                           : -1;
            default:
                break;
        }
        const denomination d = strain_of(by.call.in == term_nt ? suit_count : env[by.call.in]);
        int level = by.call.level;
        if (by.call.kind == call_kind::cheapest) level = cheapest(d);
        if (by.call.kind == call_kind::jump) level = cheapest(d) + 1;
        if (by.call.kind == call_kind::game) level = game_level(d);
        if (level > 7 || level < cheapest(d) || level < by.at_low || level > by.at_high) return -1;
        return 3 + make_bridge_bid(level, d);
    }

    void add(const rule& by, bindings env) const {
        // The suits that are still open: each in turn, spades first.
        for (const suit_term t : {term_m, term_n, term_x, term_y, term_z})
            if ((by.variables >> t & 1) != 0 && env[t] < 0) {
                for (int s = 0; s < suit_count; ++s) {
                    if (!may_bind(env, t, s)) continue;
                    bindings with = env;
                    bind(with, t, s);
                    add(by, with);
                }
                return;
            }
        for (int t = term_m; t < term_nt; ++t)
            if ((by.variables >> t & 1) != 0 && env[static_cast<std::size_t>(t)] < 0) return;
        const int call = call_of(by, env);
        if (call < 0) return;
        for (const condition& c : by.needs)
            if (c.what >= test::is_major && !is_met(c, env)) return;
        bound_rule bound;
        bound.call = static_cast<action>(call);
        bound.by = &by;
        bound.shows = by.shows == term_none ? std::int8_t{-1} : env[by.shows];
        bound.agrees = by.agrees == term_none ? std::int8_t{-1} : env[by.agrees];
        bound.first = static_cast<std::uint32_t>(out.size());
        for (const condition& c : by.needs)
            if (c.what < test::is_major) ask_hand(c, env);
        bound.count = static_cast<std::uint32_t>(out.size()) - bound.first;
        rules.push_back(bound);
    }

    bindings roles() const {
        bindings env;
        env.fill(-1);
        for (int s = 0; s < suit_count; ++s)
            env[static_cast<std::size_t>(s)] = static_cast<std::int8_t>(s);
        env[term_nt] = suit_count;
        env[term_theirs] = r.last_suit[static_cast<std::size_t>(1 - side)];
        env[term_partner] = his().last_suit;
        env[term_agreed] = r.agreed[static_cast<std::size_t>(side)];
        for (int s = 0; s < suit_count; ++s)
            if ((mine().suits >> s & 1) != 0) {
                std::int8_t& best = env[term_mine];
                const auto& lengths = mine().length;
                if (best < 0 || lengths[static_cast<std::size_t>(s)].low >
                                    lengths[static_cast<std::size_t>(best)].low)
                    best = static_cast<std::int8_t>(s);
            }
        return env;
    }
};

}  // namespace

void bind_rules(const rule_book& by, reading& r) {
    r.rules.clear();
    r.conditions.clear();
    const int me = r.to_call();
    const binder b{r, me, (me + 2) & 3, me & 1, r.rules, r.conditions};
    const bindings roles = b.roles();
    bool closed = false, complete = !r.pass_is_barred;
    for (const group& g : by.groups) {
        if (g.rescue ? complete : closed) continue;
        bindings env = roles;
        if (!g.after.empty()) {
            bool found = false;
            for (const pattern& p : g.after) {
                env = roles;
                found = matches(p, r, env);
                if (found) break;
            }
            if (!found) continue;
        }
        const bool holds =
            std::ranges::all_of(g.only_if, [&](const condition& c) { return b.is_met(c, env); });
        if (!holds) continue;
        for (const rule& x : g.rules) b.add(x, env);
        closed = closed || !(g.goes_on || g.rescue);
        complete = complete || g.complete;
    }
}

}  // namespace mu::bidding
