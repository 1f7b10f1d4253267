// Any bytes as LIN: a parse_error, or boards that are written and read again to the same; those
// that can be played lead to a position.
#include <mu/games/bridge/lin.h>

#include "fuzz/fuzz.h"

using namespace mu;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto file = fuzz::accepted(fuzz::text_of(data, size), parse_lin);
    if (!file) return 0;
    fuzz::expect(parse_lin(write_lin(*file)) == *file);
    for (const lin_board& b : file->boards) {
        std::optional<position> p;
        try {
            p = to_position(b.board);
        } catch (const std::invalid_argument&) {
            continue;
        }
        fuzz::check_dealt(*p);
        fuzz::expect(to_position(to_board(*p)).score() == p->score());
    }
    return 0;
}
