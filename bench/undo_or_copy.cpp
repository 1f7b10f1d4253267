// Should the search copy a state before playing a card, or play and take back? Counts the same
// whist lines both ways and prints the times.

#include <chrono>

#include <fmt/core.h>

#include <mu/games/perft.h>
#include <mu/games/whist.h>

namespace {

using namespace mu;

// What play_card overwrites: the least an undo must keep.
struct undo_record {
    trick_state trick;
    std::array<std::uint8_t, 2> tricks_won;
    seat current_player;
    std::uint8_t tricks_remaining;
};

std::uint64_t perft_with_undo(game_state<whist>& s, int plies) {
    card_mask moves = rules<whist>::legal_moves(s);
    if (plies == 1) return static_cast<std::uint64_t>(ops::popcount(moves));
    std::uint64_t lines = 0;
    for (; moves != 0; moves &= moves - 1) {
        const card_mask played = ops::lsb(moves);
        const seat who = s.current_player;
        const undo_record before{s.trick, s.tricks_won, s.current_player, s.tricks_remaining};
        rules<whist>::play_card(s, ops::lsb_index(moves));
        lines += perft_with_undo(s, plies - 1);
        s.trick = before.trick;
        s.tricks_won = before.tricks_won;
        s.current_player = before.current_player;
        s.tricks_remaining = before.tricks_remaining;
        s.hands[who] |= played;
        s.played ^= played;
    }
    return lines;
}

template <typename F>
double seconds(F&& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

int main() {
    rng generator(1);
    for (int round = 0; round < 5; ++round) {
        game_state<whist> s = random_first_lead(whist{}, generator);
        std::uint64_t copied = 0, undone = 0;
        const double copy = seconds([&] { copied = perft(s, 12); });
        const double undo = seconds([&] { undone = perft_with_undo(s, 12); });
        fmt::print("{} lines: copy {:.3f} s, undo {:.3f} s, copy/undo {:.2f}\n", copied, copy, undo,
                   copy / undo);
        if (copied != undone) return 1;
    }
}
