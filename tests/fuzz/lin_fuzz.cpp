// Any bytes as LIN: a parse_error, or boards that are written and read again to the same; those
// that can be played lead to a position.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <mu/games/bridge/lin.h>

namespace {

void expect(bool good) {
    if (!good) std::abort();
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    mu::lin_file file;
    try {
        file = mu::parse_lin(text);
    } catch (const mu::parse_error& e) {
        expect(e.text == text && e.offset <= text.size());
        return 0;
    }
    expect(mu::parse_lin(mu::write_lin(file)) == file);
    for (const mu::lin_board& b : file.boards) {
        try {
            const mu::position p = mu::to_position(b.board);
            expect(mu::to_position(mu::to_board(p)).score() == p.score());
        } catch (const std::invalid_argument&) {
        }
    }
    return 0;
}
