// Making, merging and verifying pools.
#pragma once

#include <atomic>
#include <functional>

#include <mu/pool/file.h>

namespace mu {

// Few enough that little is lost with one, and enough to be packed well.
inline constexpr std::uint32_t default_pool_frame = 64;

// What a pool is to hold. Deal i is dealt by rng(seed).split(i), seat 0 deals and i is the round:
// it is deal i of `mu deal GAME --seed SEED --fixed-dealer`.
struct pool_plan {
    game of;
    std::uint64_t seed = 1;
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    std::uint32_t frame = default_pool_frame;
    // Each plays every deal in all seats.
    std::vector<agent_spec> labels{};  // NOLINT(readability-redundant-member-init): g++ wants it
};

// Part k of n of a plan, 1 <= k <= n (std::invalid_argument): the n parts have all its deals, each
// once, in order, and as many of them as each other or one more.
pool_plan shard_of(pool_plan plan, std::uint64_t k, std::uint64_t n);

struct pool_work {
    unsigned threads = 1;
    const std::atomic<bool>* stop = nullptr;  // set: the frame at hand is finished and no other
    // Called as deals are done, one call at a time, with deals done and to do.
    std::function<void(std::uint64_t done, std::uint64_t all)> progress = nullptr;
};

struct pool_result {
    std::uint64_t before = 0;  // deals that were there
    std::uint64_t now = 0;
    std::uint64_t bytes = 0;  // of the file
    bool complete = false;    // false: stopped
};

// Makes the pool, or goes on with one that was interrupted or is to grow. The bytes do not depend
// on the threads. Throws pool_error, and touches nothing, if the file is a pool of other deals, is
// damaged, or has more deals than planned.
pool_result make_pool(const std::filesystem::path& file, const pool_plan& plan,
                      const pool_work& how = {});

// Puts parts of one pool together, in any order: the result is the pool made at once. Gaps,
// overlaps, parts that are not complete and parts of different pools are refused by name.
pool_result merge_pools(const std::vector<std::filesystem::path>& parts,
                        const std::filesystem::path& file, const pool_work& how = {});

struct pool_check {
    std::uint64_t records = 0;  // whose checksums hold and whose cards are those of the seed
    std::uint64_t solved = 0;   // whose values were found again
    std::uint64_t bytes = 0;
    bool complete = false;  // false: in the making, and whole so far
    // Labels that were not played again: agents that run commands.
    std::vector<std::string> skipped{};  // NOLINT(readability-redundant-member-init): g++ wants it
};

// What `verify_pool` does with labels whose agents run commands. A file from elsewhere may name any
// command, so nothing is run unless the caller says so.
enum class pool_programs : std::uint8_t { skip, run };

// Reads everything, deals every deal again and solves `solve` of them, spread evenly, and has them
// played again by the agents that label them. The first thing that is wrong is a pool_error.
pool_check verify_pool(const std::filesystem::path& file, std::uint64_t solve,
                       const pool_work& how = {}, pool_programs programs = pool_programs::skip);

}  // namespace mu
