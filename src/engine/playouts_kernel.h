// The playouts of a game, for a file that is compiled once for each instruction set
// (src/games/<game>/kernels.cpp); dispatch.h chooses.
#pragma once

#include <mu/engine/playouts.h>

namespace mu::kernels::MU_ISA {

namespace {

// The word that carries several deals with elements of type E.
template <typename E>
struct lanes_for {
    using word = arch::wide<arch::widest<E>, 2>;
};

// Plays as many whole words of W as fit between `done` and the end; returns how far it came.
template <typename V, play_rules R, typename W>
std::size_t run(const playout_batch<V>& b, std::size_t done) {
    constexpr std::size_t lanes = arch::word_traits<W>::lanes;
    std::size_t at = (b.first + done) % b.positions.size();
    for (; done + lanes <= b.results.size(); done += lanes) {
        const position_of<V>* from[lanes];
        std::uint64_t seed[lanes];
        for (std::size_t j = 0; j < lanes; ++j) {
            from[j] = &b.positions[at];
            seed[j] = playout_stream(b.seed, b.first + done + j);
            if (++at == b.positions.size()) at = 0;
        }
        playout_word<R, W>(from, seed, b.results.data() + done);
    }
    return done;
}

template <typename V, play_rules R>
void run_batch(const playout_batch<V>& b, playout_width width) {
    using E = word_of<V>;
    std::size_t done = 0;
    if (width == playout_width::lanes) done = run<V, R, typename lanes_for<E>::word>(b, done);
    run<V, R, E>(b, done);
}

}  // namespace

template <typename V>
void playouts(const playout_batch<V>& b, playout_width width) {
    if constexpr (requires { V::other_play; })
        if (b.positions.front().other_play != 0) return run_batch<V, V::other_play>(b, width);
    run_batch<V, V::play>(b, width);
}

}  // namespace mu::kernels::MU_ISA

#define MU_PLAYOUT_KERNEL(V) \
    template void mu::kernels::MU_ISA::playouts<mu::V>(const playout_batch<mu::V>&, playout_width);
