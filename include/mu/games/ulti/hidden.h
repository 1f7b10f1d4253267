// What is hidden in ulti: the cards laid away, and what the auction tells.
//
// The two cards laid away go round: who picks them up sees them and lays two of his twelve away.
// The observer knows what he laid away and what he picked up; wherever those cards go afterwards,
// they can only be in the hands that the talon has come through since.
//
// A bid must be one that the hand can keep, so bids, the choice of trumps and marriages told are
// evidence as well. Bids of the past were made with cards that may have moved on since: a world is
// consistent if some choice of the cards laid away unseen makes all that was seen legal. Each such
// choice is a course of the auction. All pairs of world and course are equally likely, so a world
// counts as often as courses lead to it.
#pragma once

#include <mu/belief/hidden.h>
#include <mu/games/ulti.h>

namespace mu {

// The only card that a duty besides following suit speaks of: the seven of an announced ulti.
constexpr card_mask singled_out(const view<ulti>& before) {
    const auto& s = before.seen;
    if (s.bid == ulti_no_bid || s.trump == suit::none || !contract_of(s).has(ulti_unit::ulti))
        return 0;
    return s.current_player == s.soloist ? bit(ulti_card(s.trump, ulti::seven)) : 0;
}

template <>
struct hidden_cards<ulti> : hands_hidden<ulti> {
    // One stage of the auction: somebody had twelve cards, laid two away and bid.
    struct stage {
        seat who = seat::north;
        std::uint8_t before = ulti_no_bid, bid = ulti_no_bid;  // of others, of his own
        card_mask laid = 0;  // as far as the observer knows: both cards or none
    };
    struct memory {
        bool from_start = false;
        std::array<card_mask, 3> may{};  // cards that may be in each hand, as the talon went round
        card_mask talon = 0;             // that may be laid away now
        std::vector<stage> auction;
    };

    // The auction is evidence.
    static bool is_start(const view<ulti>& v) {
        return v.seen.phase == ulti_phase::lay_away && v.seen.bid == ulti_no_bid &&
               v.cards_left[v.seen.soloist] == 12;
    }
    static void begin(facts& f) {
        const auto& v = f.now();
        memory& m = f.more;
        m.from_start = is_start(v);
        const card_mask own = v.seen.hands[f.observer()];
        m.may.fill(deck_traits<ulti>::all_cards & ~own);
        m.may[index(f.observer())] = own;
        if (m.from_start)
            m.auction.push_back({.who = v.seen.soloist});
        else
            m.talon = deck_traits<ulti>::all_cards & ~own;
        for (int k = 0; k < 3; ++k)
            if (v.seen.tally[k].forty) f.know(static_cast<seat>(k), ulti_marriage(v.seen.trump));
    }

    static void see(facts& f, const view<ulti>& next) {
        const auto &before = f.now().seen, &after = next.seen;
        const bool from_auction =
            before.phase == ulti_phase::answer || before.phase == ulti_phase::name_trump;
        if (before.phase == ulti_phase::lay_away) see_laid(f, next);
        if (before.phase == ulti_phase::bid && f.more.from_start)
            f.more.auction.back().bid = after.bid;
        if (before.phase == ulti_phase::answer && after.phase == ulti_phase::lay_away)
            see_picked_up(f, next);
        if (from_auction && (after.phase == ulti_phase::play || after.phase == ulti_phase::kontra))
            see_contract(f, next);
        for (int k = 0; k < 3; ++k)
            if (after.tally[k].forty && !before.tally[k].forty)
                f.know(static_cast<seat>(k), ulti_marriage(after.trump));
    }

    static card_mask barred(const facts& f, int place) {
        return place == place_aside ? ~f.more.talon : ~f.more.may[static_cast<std::size_t>(place)];
    }

    static bool is_joint(const facts& f) {
        const memory& m = f.more;
        const auto& s = f.now().seen;
        for (int k = 0; k < 3; ++k)
            if (k != index(f.observer()) && has_told(f, static_cast<seat>(k))) return true;
        for (const stage& t : m.auction)
            if (t.who != f.observer() && !is_open(s.rules, t)) return true;
        const bool half_laid = s.phase == ulti_phase::lay_away && talon_size(f) == 1;
        if (half_laid && s.soloist != f.observer()) return true;
        return m.auction.size() > 2;
    }
    static bool holds(const facts& f, const world<ulti>& w) {
        return all_told_truth(f, w) && (!f.more.from_start || goes_back(f, w, nullptr));
    }
    static std::uint64_t most_ways(const facts& f) {
        std::uint64_t out = 1;
        const auto& auction = f.more.auction;
        if (!f.more.from_start || auction.empty()) return out;
        for (std::size_t i = auction.size() - 1; i > 0 && !nothing_before(f, i); --i)
            if (auction[i - 1].laid == 0 && out < 1U << 30) out *= pairs_of_twelve;
        return out;
    }
    static std::uint64_t ways(const facts& f, const world<ulti>& w) {
        if (!all_told_truth(f, w)) return 0;
        if (!f.more.from_start) return 1;
        return count_courses(f, first_hands(f, w), w.aside, f.more.auction.size() - 1);
    }
    static bool holds_by_chance(const facts& f, const world<ulti>& w, rng& generator) {
        return all_told_truth(f, w) && (!f.more.from_start || random_course_holds(f, w, generator));
    }

    // Every legal course is as likely as any other.
    static bool random_course(const facts& f, const world<ulti>& w, rng& generator,
                              past_course<ulti>& out) {
        if (!f.more.from_start) return false;
        std::array<card_mask, 3> hands = first_hands(f, w);
        const auto& auction = f.more.auction;
        std::vector<card_mask> laid(auction.size());
        laid.back() = w.aside;
        for (std::size_t i = auction.size() - 1;; --i) {
            card_mask& hand = hands[index(auction[i].who)];
            hand |= laid[i];
            if (!is_legal(f, i, hand, laid[i])) return false;
            if (i == 0) break;
            laid[i - 1] = drawn_pair(f, i, hand, generator);
            if ((laid[i - 1] & ~hand) != 0) return false;
            hand &= ~laid[i - 1];
        }
        out.hidden.clear();
        for (std::size_t i = 0; i < auction.size(); ++i)
            if (auction[i].who != f.observer())
                ops::for_each(laid[i], [&](card c) { out.hidden.push_back(c); });
        for (int k = 0; k < 3; ++k) out.dealt[k] = hands[static_cast<std::size_t>(k)];
        return true;
    }

    // Who told twenties has king and over of so many suits.
    static void find_alternatives(const facts& f, std::vector<held_cards<ulti>>& out) {
        const auto& s = f.now().seen;
        for (int k = 0; k < 3; ++k) {
            const seat who = static_cast<seat>(k);
            const int twenties = s.tally[k].twenties;
            if (who == f.observer() || !has_told(f, who) || twenties == 0) continue;
            std::vector<held_cards<ulti>> longer;
            for (unsigned suits = 0; suits < 16; ++suits) {
                if (ops::popcount(suits) != twenties || (suits >> index(s.trump) & 1) != 0)
                    continue;
                card_mask cards = 0;
                for (const suit in : all_suits)
                    if ((suits >> index(in) & 1) != 0) cards |= ulti_marriage(in);
                for (held_cards<ulti> held : out) {
                    held[k] = cards & ~f.played_by(who);
                    longer.push_back(held);
                }
            }
            out = std::move(longer);
        }
    }

    // The cards laid away at each stage of the auction in some course of it that leads to this
    // world, the last ones included; false if there is none.
    static bool laid_away(const facts& f, const world<ulti>& w, std::vector<card_mask>& laid) {
        const memory& m = f.more;
        laid.assign(m.auction.size(), 0);
        return !m.from_start || goes_back(f, w, &laid);
    }

private:
    static int talon_size(const facts& f) {
        const auto& v = f.now();
        int n = deck_traits<ulti>::cards - ops::popcount(v.seen.played);
        for (const int left : v.cards_left) n -= left;
        return n;
    }

    static void see_laid(facts& f, const view<ulti>& next) {
        memory& m = f.more;
        const auto& before = f.now().seen;
        const seat who = before.soloist;
        if (who != f.observer()) {
            m.talon |= m.may[index(who)];
            return;
        }
        const card_mask laid = before.hands[who] & ~next.seen.hands[who];
        m.talon |= laid;
        m.may[index(who)] &= ~laid;
        if (m.from_start) m.auction.back().laid = next.seen.laid[who].mask();
    }
    static void see_picked_up(facts& f, const view<ulti>& next) {
        memory& m = f.more;
        const seat who = next.seen.soloist, me = f.observer();
        if (who == me) {
            const card_mask hand = next.seen.hands[me];
            const card_mask got = hand & ~card_mask{f.now().seen.hands[me]};
            if (m.from_start) m.auction.back().laid = got;
            for (card_mask& cards : m.may) cards &= ~got;
            m.may[index(me)] = hand;
        } else {
            m.may[index(who)] |= m.talon;
        }
        m.talon = 0;
        if (m.from_start) m.auction.push_back({.who = who, .before = next.seen.bid});
    }
    // Trumps are named: the promise of the bid is kept in them, unless no bid could be kept at all.
    static void see_contract(facts& f, const view<ulti>& next) {
        if (!f.more.from_start) return;
        const stage& last = f.more.auction.back();
        const ulti_bid& b = ulti_bids[last.bid];
        if (!b.trump || !any_may_be_laid(next.seen.rules, last)) return;
        const suit trump = next.seen.trump;
        if (b.has(ulti_unit::forty_hundred)) f.know(last.who, ulti_marriage(trump));
        if (b.has(ulti_unit::ulti)) f.know(last.who, bit(ulti_card(trump, ulti::seven)));
    }

    // --- Marriages

    static bool has_told(const facts& f, seat who) {
        const auto& s = f.now().seen;
        if (!f.from_start()) return false;  // of the first hands nothing is known
        if (s.bid == ulti_no_bid || !contract_of(s).trump || s.trump == suit::none) return false;
        if (s.rules.marriages == ulti_marriages::before_lead) return true;
        if (s.rules.marriages == ulti_marriages::first_card) return f.played_by(who) != 0;
        return s.tally[who].forty != 0 || s.tally[who].twenties != 0;
    }
    static bool told_truth(const facts& f, const world<ulti>& w, seat who) {
        if (!has_told(f, who)) return true;
        game_state<ulti> s = f.now().seen;
        s.hands[who] = static_cast<std::uint32_t>(dealt(f, w, who));
        const ulti_tally said = s.tally[who];
        const unsigned suits = marriages_to_tell(s, who), forty = 1U << index(s.trump);
        const int twenties = ops::popcount(suits & ~forty);
        if (s.rules.marriages == ulti_marriages::voluntary)
            return said.twenties <= twenties && (!said.forty || (suits & forty) != 0);
        return said.twenties == twenties && (said.forty != 0) == ((suits & forty) != 0);
    }

    static bool all_told_truth(const facts& f, const world<ulti>& w) {
        for (int k = 0; k < 3; ++k)
            if (k != index(f.observer()) && !told_truth(f, w, static_cast<seat>(k))) return false;
        return true;
    }

    // --- Auction

    static ulti_bid_set higher_than(const ulti_rules& r, std::uint8_t bid) {
        return bids_above(bid, r.table, r.tie_by_value);
    }
    // Every hand has a bid that it can keep: then any two cards may be laid away, and the bid made
    // is one that is kept.
    static bool any_may_be_laid(const ulti_rules& r, const stage& t) {
        return (higher_than(r, t.before) & bids_for(0)) != 0;
    }
    // The stage says nothing about the hand.
    static bool is_open(const ulti_rules& r, const stage& t) {
        return any_may_be_laid(r, t) && (t.bid == ulti_no_bid || (bids_for(0) >> t.bid & 1) != 0);
    }

    // Whether the twelve cards allow what was seen at stage i, with these cards laid away.
    static bool is_legal(const facts& f, std::size_t i, card_mask twelve, card_mask laid) {
        const auto& s = f.now().seen;
        const stage& t = f.more.auction[i];
        const ulti_bid_set higher = higher_than(s.rules, t.before);
        const card_mask ten = twelve & ~laid;
        const bool any = any_may_be_laid(s.rules, t) || (higher & bids_for(twelve)) == 0;
        if (ops::popcount(laid) == 1) {
            bool good = false;
            ops::for_each(ten & ~((laid << 1) - 1), [&](card c) {
                good = good || any || (bids_for(ten & ~bit(c)) & higher) != 0;
            });
            return good;
        }
        if (laid != 0 && !any && (bids_for(ten) & higher) == 0) return false;
        if (t.bid == ulti_no_bid) return true;
        const ulti_bid_set honest = higher & bids_for(ten);
        if (((honest != 0 ? honest : higher) >> t.bid & 1) == 0) return false;
        const ulti_bid& b = ulti_bids[t.bid];
        const bool named = i + 1 == f.more.auction.size() && s.trump != suit::none && b.trump;
        return !named || b.red || (trumps_for(t.bid, ten) >> index(s.trump) & 1) != 0;
    }

    // The hands when the auction was over.
    static std::array<card_mask, 3> first_hands(const facts& f, const world<ulti>& w) {
        std::array<card_mask, 3> hands{};
        for (int k = 0; k < 3; ++k) hands[k] = dealt(f, w, static_cast<seat>(k));
        return hands;
    }

    // The stages before i say nothing and the observer knows none of their cards: any pair will do.
    static bool nothing_before(const facts& f, std::size_t i) {
        for (std::size_t k = 0; k < i; ++k) {
            const stage& t = f.more.auction[k];
            if (t.laid != 0 || !is_open(f.now().seen.rules, t)) return false;
        }
        return true;
    }

    static constexpr std::uint64_t pairs_of_twelve = 66;

    // The pairs that may have been laid away at the stage before i, whose player then had these
    // twelve: two of them, the ones that the observer knows if he does. Until visit(pair) says so.
    template <typename Visit>
    static bool each_pair(const facts& f, std::size_t i, card_mask twelve, Visit&& visit) {
        if (const card_mask pair = f.more.auction[i - 1].laid; pair != 0)
            return (pair & ~twelve) == 0 && visit(pair);
        for (card_mask rest = twelve; rest != 0;) {
            const card_mask low = ops::pop_lsb(rest);
            for (card_mask other = rest; other != 0;)
                if (visit(low | ops::pop_lsb(other))) return true;
        }
        return false;
    }
    // Who takes up what he laid away himself had the same twelve before: then the pair matters to
    // that stage alone.
    static bool took_own(const facts& f, std::size_t i) {
        return f.more.auction[i - 1].who == f.more.auction[i].who;
    }

    // From stage i back to the deal: `hands` are those after the stage, `laid` what it laid away.
    // The course of the auction is written down where it is asked for.
    static bool goes_back(const facts& f, const world<ulti>& w, std::vector<card_mask>* course) {
        return goes_back(f, first_hands(f, w), w.aside, f.more.auction.size() - 1, course);
    }
    static bool goes_back(const facts& f, std::array<card_mask, 3> hands, card_mask laid,
                          std::size_t i, std::vector<card_mask>* course) {
        card_mask& hand = hands[index(f.more.auction[i].who)];
        hand |= laid;
        const card_mask twelve = hand;
        if (!is_legal(f, i, twelve, laid)) return false;
        if (course != nullptr) (*course)[i] = laid;
        if (i == 0 || (course == nullptr && nothing_before(f, i))) return true;
        bool found = false;
        each_pair(f, i, twelve, [&](card_mask pair) {
            if (took_own(f, i) && !is_legal(f, i - 1, twelve, pair)) return false;
            hand = twelve & ~pair;
            found = goes_back(f, hands, pair, i - 1, course);
            return found || took_own(f, i);
        });
        return found;
    }
    // How many courses there are. Stages before which nothing is known have as many in all worlds,
    // and count as one.
    static std::uint64_t count_courses(const facts& f, std::array<card_mask, 3> hands,
                                       card_mask laid, std::size_t i) {
        card_mask& hand = hands[index(f.more.auction[i].who)];
        hand |= laid;
        const card_mask twelve = hand;
        if (!is_legal(f, i, twelve, laid)) return 0;
        if (i == 0 || nothing_before(f, i)) return 1;
        std::uint64_t sum = 0, before = 0;
        each_pair(f, i, twelve, [&](card_mask pair) {
            if (took_own(f, i) && !is_legal(f, i - 1, twelve, pair)) return false;
            hand = twelve & ~pair;
            if (!took_own(f, i) || before == 0) before = count_courses(f, hands, pair, i - 1);
            sum += before;
            return took_own(f, i) && before == 0;
        });
        return sum;
    }
    // What was laid away at the stage before i, whose player then had these twelve: what the
    // observer knows, or any two of them.
    static card_mask drawn_pair(const facts& f, std::size_t i, card_mask twelve, rng& generator) {
        if (const card_mask known = f.more.auction[i - 1].laid; known != 0) return known;
        const auto rank = generator.below(pairs_of_twelve);
        return arch::deposit(detail::unrank_combination(12, 2, rank), twelve);
    }
    // One course drawn at random, every pair of twelve cards as likely as any other.
    static bool random_course_holds(const facts& f, const world<ulti>& w, rng& generator) {
        std::array<card_mask, 3> hands = first_hands(f, w);
        card_mask laid = w.aside;
        for (std::size_t i = f.more.auction.size() - 1;; --i) {
            card_mask& hand = hands[index(f.more.auction[i].who)];
            hand |= laid;
            if (!is_legal(f, i, hand, laid)) return false;
            if (i == 0 || nothing_before(f, i)) return true;
            laid = drawn_pair(f, i, hand, generator);
            if ((laid & ~hand) != 0) return false;
            hand &= ~laid;
        }
    }
};

}  // namespace mu
