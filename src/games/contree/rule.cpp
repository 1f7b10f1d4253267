// Contrée: expects points of a strain from the cards and the auction, and does what should pay
// most. docs/bidding/contree.md

#include <cmath>

#include <mu/games/contree/bidding.h>
#include <mu/games/contree/hand_value.h>
#include <mu/policy/rule.h>

namespace mu {

namespace {

constexpr play_weights taker_sense{.keep = 1, .trump_floor = 0.26F, .lead_trump = 0.4F};
constexpr play_weights defender_sense{.keep = 1, .lead_trump = -0.1F};

using strain = contree_calls::strain;

// bench_fit_contree 40000 1: points of the side of a bidder; what his partner's hand and a
// defender's add to that. The first numbers of those are set by hand, so that an average hand adds
// about nothing.
struct fitted_hands {
    contree_weights taker, partner, defender;
};
constexpr std::array<fitted_hands, 3> fitted{
    // trumps
    fitted_hands{{28.2F, 24.6F, 14.8F, 14.2F, 7.5F, 5.4F, 13.9F, 0.9F, 22.2F, 8.5F, 5.8F, 2.5F,
                  -1.1F, -0.1F, -1.5F},
                 {-43.4F, 29.0F, 16.6F, 13.4F, 6.9F, 4.3F, 11.4F, 2.3F, 21.2F, 11.4F, 4.5F, 4.5F,
                  6.1F, 2.5F, -2.0F},
                 {20.8F, -13.6F, -13.8F, -3.0F, -2.7F, -1.3F, -6.0F, -10.9F, -2.5F, -5.3F, -2.7F,
                  -2.0F, -2.1F, -1.1F, 0.9F}},
    // sans atout
    fitted_hands{{55.2F, 0, 0, 0, 0, 0, 0, 6.5F, 0, 21.1F, 9.2F, 5.1F, 0, 0, -0.3F},
                 {-35.0F, 0, 0, 0, 0, 0, 0, 4.1F, 0, 31.5F, 10.5F, 7.5F, 0, 0, -0.5F},
                 {18.0F, 0, 0, 0, 0, 0, 0, -4.1F, 0, -15.5F, -6.7F, -3.7F, 0, 0, 0.4F}},
    // tout atout
    fitted_hands{{49.1F, 20.2F, 9.5F, 6.3F, 3.2F, 1.0F, 0, 5.4F, 0, 0, 0, 0, 0, 0, 0},
                 {-43.0F, 30.1F, 12.4F, 10.1F, 4.1F, 1.3F, 0, 3.2F, 0, 0, 0, 0, 0, 0, -0.1F},
                 {21.0F, -15.0F, -6.5F, -4.1F, -2.2F, -0.7F, 0, -2.1F, 0, 0, 0, 0, 0, 0, 0.2F}},
};
constexpr const fitted_hands& fitted_for(strain s) {
    return fitted[s == strain::no_trump ? 1 : s == strain::all_trump ? 2 : 0];
}

// A bid that was made; level -1: none.
struct said {
    int level = -1;
    strain in = strain::spades;
    bool is_bid() const { return level >= 0; }
    int number() const {
        return level == contree_calls::level_capot ? 250 : contree_calls::number_of(level);
    }
};

// What the auction has been.
struct auction {
    per_seat<said> first{}, last{};  // bids
    per_seat<bool> passed{};         // has passed before any bid of its own
    said standing{};
    seat bidder = seat::north;
    int calls = 0;

    // A position that was read from text has a bid but no record of it.
    auction(public_record record, const contree::extra& x) {
        using namespace contree_calls;
        int level = -1;
        for (const seen_action& a : record) {
            if (!a.what || *a.what < rules<contree>::first_call) continue;
            const int call = *a.what - rules<contree>::first_call;
            ++calls;
            if (is_level(call)) {
                level = call - first_level;
            } else if (is_strain(call)) {
                bid(a.who, {level, static_cast<strain>(call - first_strain)});
            } else if (in_one_step(call) == pass) {
                passed[a.who] = passed[a.who] || !last[a.who].is_bid();
            } else if (call < count && contree_calls::is_bid(call)) {
                bid(a.who, {level_of(call), strain_of(call)});
            }
        }
        if (!standing.is_bid() && x.bid != pass && x.stage != contree::phase::strain)
            bid(x.bidder, {level_of(x.bid), strain_of(int{x.bid})});
    }

private:
    void bid(seat who, said what) {
        if (!first[who].is_bid()) first[who] = what;
        last[who] = standing = what;
        bidder = who;
    }
};

// Of a normal distribution.
float below(float z) { return 0.5F * std::erfc(-z * 0.70710678F); }
float density(float z) { return 0.39894228F * std::exp(-0.5F * z * z); }

// Points of the bidder's side less the others' if it expects `mean` and has bid `number`.
float contract_worth(float mean, float spread, float number, float risk) {
    const float z = (mean - number) / spread, p = below(z);
    return p * (number - 162) + 2 * (mean * p + spread * density(z)) -
           (1 - p) * (162 + (1 + risk) * number);
}
float doubled_worth(float mean, float spread, float number, float times) {
    const float p = below((mean - number) / spread);
    return (2 * p - 1) * (162 + times * number);
}

class bidder {
public:
    bidder(const view<contree>& v, public_record record, const contree_bidding& by)
        : v_(v),
          by_(by),
          heard_(record, v.seen.extra),
          me_(v.observer),
          hand_(v.seen.hands[v.observer]),
          leads_(next_seat(v.seen.dealer) == v.observer) {}

    contree_thought think() const {
        contree_thought out;
        out.in = best_strain();
        const estimate e = expected(out.in);
        out.ours = e.mean;
        out.partner_bid = theirs_is(partner_of(me_), out.in);
        if (heard_.standing.is_bid() && partnership_of(heard_.bidder) != partnership_of(me_))
            out.theirs = theirs();
        out.chosen = choose(out.in, e, out.theirs);
        return out;
    }

private:
    struct estimate {
        float mean = 0, spread = 1;
    };

    action choose(strain in, const estimate& e, float theirs) const {
        using namespace contree_calls;
        const auto& x = v_.seen.extra;
        if (x.stage == contree::phase::strain) return id(first_strain + index_of(in));
        const bool two = x.house.in_two_steps();
        const action stay = id(two ? pass_in_two_steps : pass);
        const action twice = id(two ? coinche_in_two_steps : coinche);
        const action thrice = id(two ? surcoinche_in_two_steps : surcoinche);
        const bool ours =
            heard_.standing.is_bid() && partnership_of(heard_.bidder) == partnership_of(me_);
        const auto stands = static_cast<float>(heard_.standing.number());
        if (x.coinche != 0) {
            if (!may(v_.legal, thrice)) return stay;
            const float mean = expected(heard_.standing.in).mean + by_.coinched;
            return is_capot_standing() || mean < stands + by_.spread_fit ? stay : thrice;
        }
        float worth = 0;
        action chosen = stay;
        if (!heard_.standing.is_bid()) {
            worth = by_.pass[static_cast<std::size_t>(std::min(heard_.calls, 3))];
        } else if (ours) {
            if (is_capot_standing()) return stay;
            const estimate now = expected(heard_.standing.in);
            worth = contract_worth(now.mean, now.spread, stands, by_.risk);
        } else {
            if (is_capot_standing())
                return may(v_.legal, twice) && theirs < by_.capot - 60 ? twice : stay;
            worth = -contract_worth(theirs, by_.spread_theirs, stands, 0);
            if (may(v_.legal, twice)) {
                const float x2 =
                    by_.bonus_coinche - doubled_worth(theirs, by_.spread_theirs, stands, 2);
                if (x2 > worth) worth = x2, chosen = twice;
            }
        }
        const float bonus = !heard_.standing.is_bid() ? 0 : ours ? by_.bonus_raise : by_.bonus_over;
        const int least = least_number();
        if (least < 0) return chosen;
        if (contract_worth(e.mean, e.spread, static_cast<float>(least), by_.risk) + bonus > worth)
            chosen = bid(in, e, least, ours);
        return chosen;
    }

    static action id(int call) { return static_cast<action>(rules<contree>::first_call + call); }
    static int index_of(strain s) { return static_cast<int>(s); }
    bool is_capot_standing() const { return heard_.standing.level == contree_calls::level_capot; }

    // What our side should make if it plays this strain.
    estimate expected(strain s) const {
        const seat mate = partner_of(me_);
        const said &his = heard_.last[mate], &mine = heard_.last[me_];
        const fitted_hands& w = fitted_for(s);
        const contree_counts c = contree_count(hand_, s, leads_);
        const bool they_bid =
            heard_.last[next_seat(me_)].is_bid() || heard_.last[next_seat(mate)].is_bid();
        float mean = they_bid ? by_.opponents_bid : 0;
        const bool i_bid = mine.is_bid() && heard_.first[me_].in == s;
        if (his.is_bid() && his.in == s && !i_bid)
            return {mean + by_.raise + by_.raise_slope * static_cast<float>(his.number() - 80) +
                        contree_sum(c, w.partner),
                    by_.spread_fit};
        mean += contree_sum(c, w.taker);
        if (his.is_bid() && his.in == s)
            return {mean + by_.raised +
                        by_.raised_slope *
                            static_cast<float>(his.number() - heard_.first[me_].number() - 10),
                    by_.spread_fit};
        if (i_bid)
            mean += by_.unraised;
        else if (his.is_bid())
            mean += by_.partner_elsewhere;
        else if (heard_.passed[mate])
            mean += by_.partner_passed;
        if (!they_bid && heard_.passed[next_seat(me_)] && heard_.passed[next_seat(mate)])
            mean += by_.opponents_passed;
        return {mean, by_.spread};
    }

    // What they should make of their bid.
    float theirs() const {
        const contree_counts c = contree_count(hand_, heard_.standing.in, leads_);
        return by_.theirs + by_.theirs_slope * static_cast<float>(heard_.standing.number() - 80) +
               contree_sum(c, fitted_for(heard_.standing.in).defender) +
               (heard_.last[partner_of(me_)].is_bid() ? by_.theirs_partner_bid : 0);
    }

    // The strain that our side should make most in; theirs is left to them.
    strain best_strain() const {
        const int strains = v_.seen.extra.house.all_contracts ? 6 : 4;
        strain best = strain::spades;
        float most = -1e9F;
        for (int k = 0; k < strains; ++k) {
            const auto s = static_cast<strain>(k);
            if (theirs_is(next_seat(me_), s) || theirs_is(seat_after<contree>(me_, 3), s)) continue;
            const estimate e = expected(s);
            if (e.mean > most) most = e.mean, best = s;
        }
        return best;
    }
    bool theirs_is(seat who, strain s) const {
        return heard_.last[who].is_bid() && heard_.last[who].in == s;
    }

    action said_as(int level, strain in) const {
        using namespace contree_calls;
        return id(v_.seen.extra.house.in_two_steps() ? first_level + level
                                                     : contree_calls::bid(level, trump_of(in)));
    }
    // The lowest number that may be bid, or -1.
    int least_number() const {
        for (int n = heard_.standing.is_bid() ? heard_.standing.number() : 80; n <= 270; n += 5) {
            if (n > 180 && n % 10 != 0) continue;
            const int level = contree_calls::level_at(n);
            const bool in_one = !v_.seen.extra.house.in_two_steps();
            if (in_one && (n % 10 != 0 || n > 180)) continue;
            if (may(v_.legal, said_as(level, strain::spades))) return n;
        }
        return -1;
    }
    action bid(strain in, const estimate& e, int least, bool ours) const {
        using contree_calls::level_at, contree_calls::level_capot;
        if (e.mean >= by_.capot && may(v_.legal, said_as(level_capot, in)))
            return said_as(level_capot, in);
        const float tell = !heard_.standing.is_bid() ? by_.tell
                           : ours                    ? by_.tell_raise
                                                     : by_.tell_over;
        const int step = v_.seen.extra.house.ladder().step;
        int number = static_cast<int>(e.mean - tell) / step * step;
        for (number = std::min(number, 160); number > least; number -= step)
            if (may(v_.legal, said_as(level_at(number), in))) return said_as(level_at(number), in);
        return said_as(level_at(least), in);
    }

    const view<contree>& v_;
    const contree_bidding& by_;
    auction heard_;
    seat me_;
    card_mask hand_;
    bool leads_;
};

}  // namespace

contree_thought contree_think(const view<contree>& v, public_record record,
                              const contree_bidding& by) {
    return bidder(v, record, by).think();
}

action rule_choice(const view<contree>& v, public_record record) {
    if (v.seen.extra.stage != contree::phase::play) return contree_call(v, record, contree_fitted);
    const bool takers = partnership_of(v.observer) == partnership_of(v.seen.extra.bidder);
    return play_by_sense(v, {.trick = 3, .point = 1}, takers ? taker_sense : defender_sense,
                         record);
}

}  // namespace mu
