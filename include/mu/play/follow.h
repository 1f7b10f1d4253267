// Which cards may be played: the follow rules of all games, as one function of masks.
//
// Every rule is a choice between a few subsets of the hand: the cards of the led suit, the trumps,
// the cards that would win the trick. What differs between games is a handful of yes/no duties, so
// a rule is a value of type follow_rule. Where it is a constant, as in playouts, legal<rule>()
// folds to the few selects that rule needs; a solver of rare options looks it up at run time.
//
// The masks may be in card space or in play space, and the word may hold one deal or many: nothing
// here compares cards. Whoever calls knows which cards beat which, and says so in `beaters`.
//
//   family                         games                           constant
//   free                           snapszer, stock open            free_play
//   follow suit                    whist, bridge, euchre, jass O/U must_follow
//   follow or trump, no undertrump jass                            trump_any_time
//   follow, trump, overtrump       contrée                         must_overtrump
//   follow and head, trump         ulti, snapszer closed           must_head
//   follow and head                contrée, tout atout             must_head_only
#pragma once

#include <mu/play/word.h>

namespace mu {

// A void hand that ought to trump but cannot beat the trumps on the table.
enum class undertrump : unsigned char {
    allowed,    // any card will do
    forced,     // a trump must still be played
    if_void,    // jass, Differenzler: allowed to a hand void in the led suit
    forbidden,  // jass: not while another card is held
};

struct follow_rule {
    bool follow = true;                // the led suit must be followed if held
    bool trump_replaces_suit = false;  // a trump may be played instead of following
    bool trump_if_void = false;        // void in the led suit: a trump must be played
    bool overtrump = false;            // a trump played by duty must win the trick if it can
    bool head = false;                 // following, the best card of the led suit must be beaten
    bool partner_exempt = false;       // no duty to trump while partner is winning
    bool spare_top_trump = false;      // the top trump need not be played to a trump lead
    bool overtrump_partner = true;     // trump led: the duty to go over holds against partner too
    bool overtrump_ruffing_partner = false;  // only trumps in hand: partner's ruff must be beaten
    undertrump under = undertrump::allowed;

    // Not MU_INLINE: a GPU's compiler has marks of its own for what is defaulted.
    friend __attribute__((always_inline)) constexpr bool operator==(const follow_rule&,
                                                                    const follow_rule&) = default;
};

inline constexpr follow_rule free_play{.follow = false};
inline constexpr follow_rule must_follow{};
inline constexpr follow_rule trump_any_time{
    .trump_replaces_suit = true, .spare_top_trump = true, .under = undertrump::forbidden};
inline constexpr follow_rule must_overtrump{
    .trump_if_void = true, .overtrump = true, .partner_exempt = true};
inline constexpr follow_rule must_head{
    .trump_if_void = true, .overtrump = true, .head = true, .under = undertrump::forced};
inline constexpr follow_rule must_head_only{.head = true};

}  // namespace mu

namespace mu::inline MU_ISA {

// What a player to follow sees of the trick.
template <typename W>
struct trick_sight {
    W led;                            // all cards of the led suit
    W trumps;                         // all trumps; empty without a trump suit
    W beaters;                        // the cards that would win the trick if played now
    W heads;                          // cards of the led suit above the best of that suit so far
    W top_trump;                      // the card that spare_top_trump speaks of
    arch::lane_mask<W> partner_wins;  // the player's partner holds the trick so far
};

// The cards of `hand` that may be played to a trick already begun. Never empty if the hand is not.
// A leader may play any card. With a rule known to the compiler nothing of it is looked at when
// cards are played; legal<rule>() below says so.
template <typename W>
MU_INLINE constexpr W legal(const follow_rule& rule, W hand, const trick_sight<W>& t) {
    using arch::meets;
    using arch::select;
    if (!rule.follow) return hand;

    const W suited = hand & t.led;
    const auto follows = meets(hand, t.led);

    if (rule.trump_replaces_suit) {
        const W trumps = hand & t.trumps, plain = hand & ~t.trumps, over = trumps & t.beaters;
        W other = plain | over;  // void in the led suit
        if (rule.under == undertrump::if_void) other = hand;
        const W to_plain = select(follows, suited | over, other);
        W bound = trumps;  // trumps that must answer a trump lead
        if (rule.spare_top_trump) bound = trumps & ~t.top_trump;
        const W to_trump = select(meets(bound, bound), trumps, hand);
        const W mixed = select(meets(t.led, t.trumps), to_trump, to_plain);
        return select(meets(plain, plain), mixed, hand);  // only trumps: free
    }
    if (rule.trump_if_void || rule.head) {
        // A duty asks for some cards; a hand that has none of them falls back on others.
        const W none{}, trumps = hand & t.trumps, over = trumps & t.beaters;

        W asked = none;  // of a hand that follows
        if (rule.head)
            asked = hand & t.heads;
        else if (rule.overtrump)
            asked = over & t.led;
        if (!rule.overtrump_partner) asked = select(t.partner_wins, none, asked);

        W asked_void = none, rest_void = hand;  // of a hand without the led suit
        if (rule.overtrump)
            asked_void = over;
        else if (rule.trump_if_void)
            asked_void = trumps;
        if (rule.under == undertrump::forced)
            rest_void = select(meets(trumps, trumps), trumps, hand);
        if (rule.partner_exempt) {
            auto exempt = t.partner_wins;
            if (rule.overtrump_ruffing_partner) {
                // With trumps alone in hand and no ruff so far, every one of them wins: nothing is
                // forced that was free. So only a ruff makes a difference.
                const W plain = hand & ~t.trumps;
                exempt = exempt & meets(plain, plain);
            }
            asked_void = select(exempt, none, asked_void);
            if (rule.under == undertrump::forced) rest_void = select(exempt, hand, rest_void);
        }
        const W wanted = select(follows, asked, asked_void);
        return select(meets(wanted, wanted), wanted, select(follows, suited, rest_void));
    }
    return select(follows, suited, hand);
}

template <follow_rule Rule, typename W>
MU_INLINE constexpr W legal(W hand, const trick_sight<W>& t) {
    return legal(Rule, hand, t);
}

}  // namespace mu::inline MU_ISA
