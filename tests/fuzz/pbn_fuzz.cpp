// Any bytes as PBN: refused as parse_error, or games that are written and read again to the same;
// and boards that can be played survive the way to a position and back.
#include <mu/games/bridge/pbn.h>

#include "fuzz/fuzz.h"

using namespace mu;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto games = fuzz::accepted(fuzz::text_of(data, size), parse_pbn);
    if (!games) return 0;
    fuzz::expect(parse_pbn(write_pbn(*games)) == *games);
    for (const pbn_game& game : *games) {
        bridge_board board;
        std::optional<position> p;
        try {
            board = to_board(game);
            p = to_position(board);
        } catch (const std::invalid_argument&) {
            continue;
        }
        fuzz::check_dealt(*p);
        const pbn_game ours = to_pbn(board);
        const auto again = parse_pbn(write_pbn(std::span(&ours, 1)));
        fuzz::expect(again.size() == 1 && again[0] == ours);
        fuzz::expect(to_position(to_board(ours)).score() == p->score());
    }
    return 0;
}
