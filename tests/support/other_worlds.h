// Positions that a seat cannot tell apart.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <mu/api/position.h>
#include <mu/games/registry.h>

namespace mu::test {

struct set_up {
    std::string spec;
    deal_layout layout;
};

// Every game, and options that bring other phases and actions.
inline std::vector<set_up> tables() {
    return {{"whist", whist::layout({})},
            {"bridge", bridge::layout({})},
            {"bridge(claims=on)", bridge::layout({})},
            {"jass", jass::layout({})},
            {"jass(slalom=on, gusti=on, push_back=on)", jass::layout({})},
            {"differenzler", differenzler::layout({})},
            {"contree", contree::layout({})},
            {"contree(contracts=all, coinche=out_of_turn)", contree::layout({})},
            {"euchre", euchre::layout({})},
            {"euchre(joker=on, defend_alone=always)", euchre_25::layout({})},
            {"euchre(alone_with_call=on, stick_dealer=off, no_trump=on)", euchre::layout({})},
            {"ulti", ulti::layout({})},
            {"ulti(profile=repo)", ulti::layout({})},
            {"ulti(bids=54, marriages=voluntary, give_up=half)", ulti::layout({})},
            {"snapszer", snapszer::layout({})},
            {"snapszer(deck=24, claim=compulsory, close_before_draw=on, exchange_by=either)",
             snapszer_24::layout({})},
            {"skat", skat::layout({})},
            {"skat(declare_reach=on, null_below_bid=lost, contra=on, early_end=announced)",
             skat::layout({})}};
}

// A random deal, with its number and who dealt.
struct numbered_deal {
    deal_number number{};
    seat dealer = seat::north;
    position start;
};
inline numbered_deal random_deal(const set_up& t, const game& g, rng& r) {
    const auto dealer = static_cast<seat>(r.below(static_cast<std::uint64_t>(g.info().seats)));
    std::array<card_mask, most_places> places{};
    const auto of = std::span(places).first(static_cast<std::size_t>(t.layout.places));
    deal_random(t.layout, r, of);
    const deal_number number = number_of_deal(t.layout, of);
    return {number, dealer, g.deal(number, dealer, 0)};
}

// The same position with two cards changed places in the deal, if its observer sees no difference;
// `number` becomes that of the deal.
inline std::optional<position> swap_hidden(const set_up& t, const position& p, deal_number& number,
                                           seat dealer, rng& generator) {
    std::array<card_mask, most_places> places{};
    const auto of = std::span(places).first(static_cast<std::size_t>(t.layout.places));
    deal_by_number(t.layout, number, of);
    const auto pick = [&](std::size_t place) {
        const auto n = generator.below(static_cast<std::uint64_t>(ops::popcount(of[place])));
        return ops::nth_set_bit(of[place], static_cast<int>(n));
    };
    const std::size_t a = generator.below(of.size()), b = generator.below(of.size());
    if (a == b) return std::nullopt;
    const card_mask swap = pick(a) | pick(b);
    of[a] ^= swap;
    of[b] ^= swap;
    const deal_number swapped = number_of_deal(t.layout, of);
    position other = p.game().deal(swapped, dealer, 0);
    try {
        for (const action x : p.history()) other.apply(x);
    } catch (const illegal_action&) {
        return std::nullopt;  // somebody could not have done what he did
    }
    if (other.is_over() || other.to_act() != p.to_act()) return std::nullopt;
    if (!(other.view(p.to_act()) == p.view(p.to_act()))) return std::nullopt;
    number = swapped;
    return other;
}

// A position that differs in two cards, if there is one.
inline std::optional<position> other_world(const set_up& t, const position& p, deal_number number,
                                           seat dealer, rng& generator) {
    auto other = swap_hidden(t, p, number, dealer, generator);
    if (other && *other == p) return std::nullopt;
    return other;
}

// The hidden cards dealt again, by a chain of such swaps, as many as `tries` bring.
inline std::optional<position> dealt_again(const set_up& t, const position& p, deal_number number,
                                           seat dealer, rng& generator, int tries = 60) {
    std::optional<position> out;
    while (tries-- > 0)
        if (auto next = swap_hidden(t, p, number, dealer, generator)) out = std::move(next);
    if (out && *out == p) return std::nullopt;
    return out;
}

}  // namespace mu::test
