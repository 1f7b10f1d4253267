// Random playouts on a GPU: one thread plays one deal after another with the kernel of
// mu/play/playout.h. Prints playouts per second and compares every result with the processor's,
// seed by seed.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <mu/engine/playouts.h>
#include <mu/games/registry.h>

namespace {

void check(cudaError_t status) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(status));
    std::exit(2);
}

constexpr std::uint64_t seed = 20261115;
constexpr int threads_per_block = 256;

// Results of playouts 0 .. count - 1, as playouts<V>() numbers them.
template <typename V>
__global__ void play_each(const mu::position_of<V>* from, std::size_t positions,
                          mu::playout_result<mu::word_of<V>>* out, std::size_t count) {
    const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    if (i < count) out[i] = mu::playout<V::play>(from[i % positions], mu::playout_stream(seed, i));
}

// The same for speed: each thread plays `each` deals and only the sum of tricks leaves the chip.
template <typename V>
__global__ void play_many(const mu::position_of<V>* from, std::size_t positions,
                          unsigned long long* tricks, int each) {
    const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    const auto p = from[i % positions];
    unsigned long long sum = 0;
    for (int k = 0; k < each; ++k)
        sum += mu::playout<V::play>(p, mu::playout_stream(seed, i * each + k)).tricks;
    atomicAdd(tricks, sum);
}

template <typename T>
T* to_device(const std::vector<T>& host) {
    T* device = nullptr;
    check(cudaMalloc(&device, host.size() * sizeof(T)));
    check(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

template <typename V>
bool run(const char* name) {
    using E = mu::word_of<V>;
    std::vector<mu::position_of<V>> from;
    for (std::size_t i = 0; i < 1024; ++i) {
        mu::rng generator = mu::rng(seed).split(i);
        from.push_back(to_position(random_first_lead(V{}, generator)));
    }
    auto* positions = to_device(from);

    const std::size_t count = 1 << 20;
    std::vector<mu::playout_result<E>> cpu(count), gpu(count);
    mu::playouts<V>({from, seed, 0, cpu});
    auto* out = to_device(gpu);
    play_each<V><<<(count + threads_per_block - 1) / threads_per_block, threads_per_block>>>(
        positions, from.size(), out, count);
    check(cudaGetLastError());
    check(cudaMemcpy(gpu.data(), out, count * sizeof(gpu[0]), cudaMemcpyDeviceToHost));
    std::size_t differ = 0;
    for (std::size_t i = 0; i < count; ++i) differ += !(cpu[i] == gpu[i]);

    unsigned long long* tricks = nullptr;
    check(cudaMalloc(&tricks, sizeof *tricks));
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    int processors = 0;
    check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    const int blocks = processors * 64, each = 256;
    float best = 1e30F;  // ms
    for (int round = 0; round < 5; ++round) {
        check(cudaMemset(tricks, 0, sizeof *tricks));
        check(cudaEventRecord(begin));
        play_many<V><<<blocks, threads_per_block>>>(positions, from.size(), tricks, each);
        check(cudaEventRecord(end));
        check(cudaEventSynchronize(end));
        float ms = 0;
        check(cudaEventElapsedTime(&ms, begin, end));
        best = std::min(best, ms);
    }
    unsigned long long sum = 0;
    check(cudaMemcpy(&sum, tricks, sizeof sum, cudaMemcpyDeviceToHost));
    const double n = double(blocks) * threads_per_block * each;
    std::printf(
        "%-10s %7.2f G playouts/s (mean tricks %.4f), %zu of %zu results differ from the CPU's\n",
        name, n / best / 1e6, double(sum) / n, differ, count);
    check(cudaFree(positions));
    check(cudaFree(out));
    check(cudaFree(tricks));
    return differ == 0;
}

}  // namespace

int main() {
    bool good = true;
#define MU_RUN(V) good = run<mu::V>(#V) && good;
    MU_VARIANTS(MU_RUN)
#undef MU_RUN
    return good ? 0 : 1;
}
