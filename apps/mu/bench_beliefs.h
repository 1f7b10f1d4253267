// mu bench --beliefs.
#pragma once

namespace mu::cli {

struct belief_bench_options {
    double seconds = 0.4;  // per measurement
    bool signature_only = false;
};

void run_belief_bench(const belief_bench_options& o);

}  // namespace mu::cli
