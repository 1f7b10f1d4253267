#include "oracles/libdds.h"

#include <algorithm>
#include <stdexcept>

#if defined(MU_LIBDDS)
#include <dds/dll.h>
#endif

namespace mu::libdds {

#if defined(MU_LIBDDS)

namespace {

// Its suits are numbered as ours, no trump after them, and so are its seats. Ranks are bits 2..14.
constexpr int lowest_rank = 2;

// Once, before anything else: otherwise it takes memory for every core.
void start() {
    static const bool started = [] {
        SetMaxThreads(1);
        return true;
    }();
    static_cast<void>(started);
}

void check(int code) {
    if (code == RETURN_NO_FAULT) return;
    char text[80] = {};
    ErrorMessage(code, text);
    throw std::runtime_error(std::string("libdds: ") + text);
}

void put(const per_seat<card_mask>& hands, unsigned int (&to)[DDS_HANDS][DDS_SUITS]) {
    for (std::size_t h = 0; h < 4; ++h)
        for (const suit s : all_suits)
            to[h][index(s)] = static_cast<unsigned>(ops::suit_ranks<bridge>(hands[h], s))
                              << lowest_rank;
}

// Asks for one card (1) or all of them (3) with their tricks for the side to play.
futureTricks ask(const game_state<bridge>& s, int solutions) {
    start();
    deal d{};
    d.trump = index(s.trump);
    const seat leader = leader_of(s);
    d.first = index(leader);
    if (!trick_play<bridge>::leading(s))
        for (int k = 0; k < s.trick.num_played; ++k) {
            const card c = s.trick.cards[seat_after<bridge>(leader, k)];
            d.currentTrickSuit[k] = index(suit_of<bridge>(c));
            d.currentTrickRank[k] = rank_of<bridge>(c) + lowest_rank;
        }
    put(s.hands, d.remainCards);
    futureTricks out{};
    // Mode 1: a forced card is searched too; mode 0 gives it no score.
    check(SolveBoard(d, -1, solutions, 1, &out, 0));
    return out;
}

// From tricks to come of the side to play to tricks of North and South.
int of_north_south(const game_state<bridge>& s, int score) {
    const bool ns = partnership_of(s.current_player) == 0;
    return s.tricks_won[0] + (ns ? score : s.tricks_remaining - score);
}

}  // namespace

bool available() { return true; }

int value(const game_state<bridge>& s) { return of_north_south(s, ask(s, 1).score[0]); }

std::vector<move_value> moves(const game_state<bridge>& s) {
    const futureTricks found = ask(s, 3);
    std::vector<move_value> out;
    for (int i = 0; i < found.cards; ++i) {
        const int tricks = of_north_south(s, found.score[i]);
        // Cards as good as this one are a set of ranks.
        unsigned ranks = static_cast<unsigned>(found.equals[i]) | 1U << found.rank[i];
        for (ranks >>= lowest_rank; ranks != 0; ranks &= ranks - 1)
            out.push_back(
                {make_card<bridge>(static_cast<suit>(found.suit[i]), arch::lowest_index(ranks)),
                 {tricks, tricks}});
    }
    std::sort(out.begin(), out.end(),
              [](const move_value& a, const move_value& b) { return a.move < b.move; });
    return out;
}

trick_table table(const per_seat<card_mask>& hands) {
    start();
    ddTableDeal d{};
    put(hands, d.cards);
    ddTableResults found{};
    check(CalcDDtable(d, &found));
    trick_table out{};
    for (int k = 0; k < denomination_count; ++k) {
        const suit trump = trump_suit(static_cast<denomination>(k));
        for (std::size_t h = 0; h < 4; ++h)
            out[h][static_cast<std::size_t>(k)] =
                static_cast<std::uint8_t>(found.resTable[index(trump)][h]);
    }
    return out;
}

void release() { FreeMemory(); }

#else

bool available() { return false; }
int value(const game_state<bridge>&) { throw std::runtime_error(missing); }
std::vector<move_value> moves(const game_state<bridge>&) { throw std::runtime_error(missing); }
trick_table table(const per_seat<card_mask>&) { throw std::runtime_error(missing); }
void release() {}

#endif

}  // namespace mu::libdds
