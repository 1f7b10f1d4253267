// Many random playouts at once, on the widest vectors this machine has.
//
// The kernel of play/playout.h is compiled several times into the library, once per instruction
// set; here one copy is chosen at run time. All copies give the same results.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <mu/games/rollout.h>

namespace mu {

enum class isa : std::uint8_t { portable, avx2, avx512 };

std::string_view isa_name(isa i);
std::vector<isa> available_isas();  // on this machine, narrowest first
isa best_isa();

// How many deals are carried through the kernel together.
enum class playout_width : std::uint8_t { one, lanes };

// A batch: playout i plays positions[i % positions.size()] with the random stream of (seed, i), for
// i = first, first + 1, ... So a batch may be cut anywhere, between threads or calls.
template <typename V>
struct playout_batch {
    // REQUIRES: all at the same card of the same trick, with the same other_play.
    std::span<const position_of<V>> positions;
    std::uint64_t seed = 0;
    std::uint64_t first = 0;
    std::span<playout_result<word_of<V>>> results;  // one per playout
};

// Compiled in the library for every variant of games/registry.h. (No concept in the signature:
// compilers mangle it differently, and a library may be built by one and used by another.)
// REQUIRES: `on` is available on this machine.
template <typename V>
void playouts(const playout_batch<V>& batch, playout_width width = playout_width::lanes,
              isa on = best_isa());

}  // namespace mu
