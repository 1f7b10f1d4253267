// mu bench --solve.
#pragma once

#include <cstdint>
#include <string>

#include <mu/solve/limits.h>

namespace mu::cli {

struct solve_bench_options {
    int deals = 200;
    std::uint64_t seed = 1;
    bool signature_only = false;
    bool alone = false;    // without libdds
    bool slow = false;     // also what takes seconds a deal
    bool budgets = false;  // ranges under budgets, in place of times
    std::string only;      // workloads with this in their name
    std::string times;     // file for the time of every position
    solve_switches use{};
};

void run_solve_bench(const solve_bench_options& o);
void run_budget_bench(const solve_bench_options& o);

}  // namespace mu::cli
