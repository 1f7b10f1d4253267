// What learn/environment.h does, for thousands of deals at once, behind C functions that Python
// calls with addresses (learn/environment.py). One library a variant: -DMU_LEARN_VARIANT=contree.
// With -DMU_LEARN_POOL its deals are those of a pool, and are only bid.
//
// nvcc makes it run on a GPU, where all addresses are the device's and values are bfloat16; any
// other compiler (-x c++) on the processor, where values are floats. `stream` is CUDA's, or unused.

#include <cstring>
#include <thread>
#include <vector>

#include "environment.h"
#if defined(MU_LEARN_POOL)
#include "solved.h"
#endif

#if defined(__CUDACC__)
#include <cuda_bf16.h>
#define MU_KERNEL __global__
#define MU_DEVICE __device__
#else
#define MU_KERNEL static
#define MU_DEVICE
#endif

namespace {

using mu::action;
using mu::learn::deal;
using V = mu::MU_LEARN_VARIANT;

#if defined(MU_LEARN_POOL)
using source = mu::learn::solved_deals;
source source_of(const std::uint64_t* places, const std::int16_t* values, long deals) {
    return {places, values, static_cast<std::uint64_t>(deals)};
}
#else
using source = mu::learn::random_deals;
source source_of(const std::uint64_t*, const std::int16_t*, long) { return {}; }
#endif

#if defined(__CUDACC__)
using value = __nv_bfloat16;
MU_DEVICE float to_float(value v) { return __bfloat162float(v); }
MU_DEVICE value to_value(bool b) { return __float2bfloat16(b ? 1.0F : 0.0F); }

// Calls kernel(i, arguments...) for each i below n.
#define MU_EACH(i, n)                                                        \
    const auto i = static_cast<long>(blockIdx.x) * blockDim.x + threadIdx.x; \
    if (i >= (n)) return;
template <typename Kernel, typename... A>
void launch(void* stream, long n, Kernel kernel, A... arguments) {
    constexpr int block = 128;
    kernel<<<static_cast<unsigned>((n + block - 1) / block), block, 0,
             static_cast<cudaStream_t>(stream)>>>(n, arguments...);
}
#else
using value = float;
float to_float(value v) { return v; }
value to_value(bool b) { return b ? 1.0F : 0.0F; }

thread_local long this_index;
#define MU_EACH(i, n)          \
    const long i = this_index; \
    if (i >= (n)) return;
template <typename Kernel, typename... A>
void launch(void*, long n, Kernel kernel, A... arguments) {
    const long parts =
        n < 256 ? 1 : static_cast<long>(std::max(1U, std::thread::hardware_concurrency()));
    std::vector<std::jthread> threads;
    for (long part = 0; part < parts; ++part)
        threads.emplace_back([=] {
            for (this_index = n * part / parts; this_index < n * (part + 1) / parts; ++this_index)
                kernel(n, arguments...);
        });
}
#endif

// A ring of rows in time: row r of time t is at t * deals + r.
struct ring {
    std::uint8_t* done;   // what was done, as an output of the net
    std::uint8_t* who;    // seat; nobody: not to be learnt from
    float* target;        // what the deal came to for it
    std::uint8_t* known;  // 1: `target` holds
    int times;
};

constexpr int nobody = 255;

// Values by others than the learner: those of side 1 in the first rows, those that decide all calls
// (all that is not a card played) or all cards. What they decide is not learnt from, and they never
// wander.
enum class kind : int { none, calls, cards };
struct others {
    const value* side;  // of rows below `rows`; which seats these are changes with the row
    long rows;
    const value* fixed;  // of all rows, for what is of this kind
    kind of;
};

// Sums over deals, to know how strong the players of side 0 are; a row a time.
struct tally {
    double* sum;  // of leads of seats of side 0, and of their squares, a pair for each row
    std::uint32_t* seats;
};

MU_KERNEL void begin(long n, deal<V>* deals, source from, std::uint64_t seed) {
    MU_EACH(i, n)
    deal<V> d;
    d.generator = mu::rng(seed).split(static_cast<std::uint64_t>(i));
    mu::learn::next_deal(d, from);
    deals[i] = d;
}

MU_KERNEL void observe(long n, const deal<V>* deals, std::uint64_t* bits, std::uint64_t* legal) {
    MU_EACH(i, n)
    const auto r = mu::learn::show(deals[i]);
    for (std::size_t k = 0; k < r.bits.size(); ++k)
        bits[i * mu::learn::row_words<V> + k] = r.bits[k];
    for (std::size_t k = 0; k < r.legal.size(); ++k)
        legal[i * mu::learn::mask_words<V> + k] = r.legal[k];
}

// The legal output of the highest value.
MU_DEVICE int best_of(const std::uint64_t* legal, const value* values) {
    int best = -1;
    float most = 0;
    for (int w = 0; w < mu::learn::mask_words<V>; ++w)
        for (std::uint64_t m = legal[w]; m != 0; m &= m - 1) {
            const int k = 64 * w + mu::arch::lowest_index(m);
            const float v = to_float(values[k]);
            if (best < 0 || v > most) best = k, most = v;
        }
    return best;
}
MU_DEVICE int random_of(const std::uint64_t* legal, mu::rng& g) {
    int count = 0;
    for (int w = 0; w < mu::learn::mask_words<V>; ++w)
        count += static_cast<int>(mu::arch::popcount(legal[w]));
    auto k = static_cast<int>(g.below(static_cast<std::uint64_t>(count)));
    for (int w = 0;; ++w) {
        const auto here = static_cast<int>(mu::arch::popcount(legal[w]));
        if (k < here) {
            std::uint64_t m = legal[w];
            for (; k > 0; --k) m &= m - 1;
            return 64 * w + mu::arch::lowest_index(m);
        }
        k -= here;
    }
}

// One decision in every row. All have `stride` values a row.
MU_KERNEL void step(long n, deal<V>* deals, source from, const std::uint64_t* legal,
                    const value* values, others by, int stride, float random_calls,
                    float random_cards, ring kept, int time, tally sums) {
    MU_EACH(i, n)
    deal<V> d = deals[i];
    const auto* can = legal + i * mu::learn::mask_words<V>;
    const mu::seat me = mu::rules<V>::to_act(d.state);
    const auto side = [&](int seat) { return (seat ^ static_cast<int>(i)) & 1; };
    const bool plays = phase_of(d.state) == mu::deal_phase::play;
    const value* mine = values;
    if (i < by.rows && side(mu::index(me)) == 1) mine = by.side;
    if (by.of == (plays ? kind::cards : kind::calls)) mine = by.fixed;
    const bool learns = mine == values;
    mine += i * stride;
    const bool wanders = d.generator.uniform() < (plays ? random_cards : random_calls) && learns;
    const int chosen = wanders ? random_of(can, d.generator) : best_of(can, mine);
    ++d.decisions;
    if (kept.times > 0) {
        const long at = static_cast<long>(time) * n + i;
        kept.done[at] = static_cast<std::uint8_t>(chosen);
        kept.who[at] = static_cast<std::uint8_t>(learns ? mu::index(me) : nobody);
        kept.known[at] = 0;
    }
    mu::learn::act(d, mu::learn::meant(d, static_cast<action>(chosen)));
    mu::learn::act_while_forced(d);
    if (mu::learn::is_over(d, from)) {
        float leads[V::seats];
        const auto points = mu::learn::points(d, from);
        for (int k = 0; k < V::seats; ++k)
            leads[k] = mu::learn::lead<V>(points, static_cast<mu::seat>(k));
        if (kept.times > 0) {
            int back = static_cast<int>(d.decisions);
            if (back > kept.times) back = kept.times;
            for (int k = 0; k < back; ++k) {
                const int t = time - k < 0 ? time - k + kept.times : time - k;
                const long at = static_cast<long>(t) * n + i;
                if (kept.who[at] == nobody) continue;
                kept.target[at] = leads[kept.who[at]];
                kept.known[at] = 1;
            }
        }
        if (sums.sum != nullptr)
            for (int k = 0; k < V::seats; ++k)
                if (side(k) == 0) {
                    sums.sum[2 * i] += leads[k];
                    sums.sum[2 * i + 1] += double{leads[k]} * leads[k];
                    ++sums.seats[i];
                }
        mu::learn::next_deal(d, from);
    }
    deals[i] = d;
}

// Rows `which` of the ring (all in order if null) as numbers, `columns` of each, from its first
// bit.
MU_KERNEL void unpack(long n, const std::uint64_t* bits, const std::int64_t* which, long columns,
                      value* to) {
    MU_EACH(i, n)
    const long row = i / columns, column = i % columns;
    const long from = which != nullptr ? static_cast<long>(which[row]) : row;
    const std::uint64_t word = bits[from * mu::learn::row_words<V> + (column >> 6)];
    to[i] = to_value((word >> (column & 63) & 1) != 0);
}

MU_KERNEL void trace(long n, std::uint64_t seed, std::uint64_t first, std::uint64_t* out) {
    MU_EACH(i, n)
    out[i] = mu::learn::trace_of<V>(seed, first + static_cast<std::uint64_t>(i));
}

}  // namespace

extern "C" {

struct mu_learn_facts {
    int deal_bytes, row_words, input_words, mask_words, inputs, actions, seats, cards, version;
    int on_gpu;
    double scale;
};

void mu_learn_facts_of(mu_learn_facts* out) {
    *out = {static_cast<int>(sizeof(deal<V>)),
            mu::learn::row_words<V>,
            mu::encoding_words<V>,
            mu::learn::mask_words<V>,
            mu::encoding_width<V>,
            mu::encoding<V>::actions,
            V::seats,
            mu::deck_traits<V>::cards,
            mu::encoding<V>::version,
#if defined(__CUDACC__)
            1,
#else
            0,
#endif
            mu::encoding<V>::scale};
}

// `places` and `values` are those of a pool of so many deals, or unused.
void mu_learn_begin(void* deals, long n, const std::uint64_t* places, const std::int16_t* values,
                    long pooled, std::uint64_t seed, void* stream) {
    launch(stream, n, begin, static_cast<deal<V>*>(deals), source_of(places, values, pooled), seed);
}

void mu_learn_observe(const void* deals, long n, std::uint64_t* bits, std::uint64_t* legal,
                      void* stream) {
    launch(stream, n, observe, static_cast<const deal<V>*>(deals), bits, legal);
}

void mu_learn_step(void* deals, long n, const std::uint64_t* places, const std::int16_t* solved,
                   long pooled, const std::uint64_t* legal, const void* values, const void* side,
                   long side_rows, const void* fixed, int fixed_kind, int stride,
                   float random_calls, float random_cards, std::uint8_t* done, std::uint8_t* who,
                   float* target, std::uint8_t* known, int times, int time, double* sum,
                   std::uint32_t* seats, void* stream) {
    launch(stream, n, step, static_cast<deal<V>*>(deals), source_of(places, solved, pooled), legal,
           static_cast<const value*>(values),
           others{static_cast<const value*>(side), side_rows, static_cast<const value*>(fixed),
                  static_cast<kind>(fixed_kind)},
           stride, random_calls, random_cards, ring{done, who, target, known, times}, time,
           tally{sum, seats});
}

void mu_learn_unpack(const std::uint64_t* bits, const std::int64_t* which, long rows, long columns,
                     void* to, void* stream) {
    launch(stream, rows * columns, unpack, bits, which, columns, static_cast<value*>(to));
}

// Traces of random deals by the processor, and by the GPU into its own memory.
void mu_learn_trace_here(std::uint64_t seed, std::uint64_t first, long n, std::uint64_t* out) {
    const long parts = static_cast<long>(std::max(1U, std::thread::hardware_concurrency()));
    std::vector<std::jthread> threads;
    for (long part = 0; part < parts; ++part)
        threads.emplace_back([=] {
            for (long i = n * part / parts; i < n * (part + 1) / parts; ++i)
                out[i] = mu::learn::trace_of<V>(seed, first + static_cast<std::uint64_t>(i));
        });
}
void mu_learn_trace(std::uint64_t seed, std::uint64_t first, long n, std::uint64_t* out,
                    void* stream) {
    launch(stream, n, trace, seed, first, out);
}

const char* mu_learn_error() {
#if defined(__CUDACC__)
    const cudaError_t status = cudaGetLastError();
    return status == cudaSuccess ? nullptr : cudaGetErrorString(status);
#else
    return nullptr;
#endif
}
}
