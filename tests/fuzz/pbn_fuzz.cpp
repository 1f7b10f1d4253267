// Any bytes as PBN: refused as invalid_argument, or games that are written and read again to the
// same; and boards that can be played survive the way to a position and back.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <mu/games/bridge/pbn.h>

namespace {

void expect(bool good) {
    if (!good) std::abort();
}

void check_board(const mu::pbn_game& game) {
    try {
        const mu::bridge_board board = mu::to_board(game);
        const mu::position p = mu::to_position(board);
        const mu::pbn_game ours = mu::to_pbn(board);
        const auto again = mu::parse_pbn(mu::write_pbn(std::span(&ours, 1)));
        expect(again.size() == 1 && again[0] == ours);
        expect(mu::to_position(mu::to_board(ours)).score() == p.score());
    } catch (const std::invalid_argument&) {
    }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    std::vector<mu::pbn_game> games;
    try {
        games = mu::parse_pbn(text);
    } catch (const mu::parse_error& e) {
        expect(e.text == text && e.offset <= text.size());
        return 0;
    }
    expect(mu::parse_pbn(mu::write_pbn(games)) == games);
    for (const mu::pbn_game& game : games) check_board(game);
    return 0;
}
