#include <fmt/format.h>

#include <mu/parallel.h>
#include <mu/pool/make.h>

#include "pool/deals.h"

namespace mu {

namespace {

bool stopped(const pool_work& how) { return how.stop != nullptr && *how.stop; }

void check_plan(const pool_plan& plan) {
    if (plan.count == 0) throw std::invalid_argument("a pool has at least one deal");
    if (plan.first > detail::most_deals || plan.count > detail::most_deals - plan.first)
        throw std::invalid_argument(
            fmt::format("deals of a seed count from 0 to {}", detail::most_deals));
}

}  // namespace

pool_plan shard_of(pool_plan plan, std::uint64_t k, std::uint64_t n) {
    check_plan(plan);
    if (k < 1 || k > n)
        throw std::invalid_argument(fmt::format("no shard {} of {}: they count from 1", k, n));
    if (n > plan.count)
        throw std::invalid_argument(
            fmt::format("{} deals cannot be divided into {} shards", plan.count, n));
    // Counts fit 31 bits, and so n does: no product overflows.
    const std::uint64_t begin = plan.count * (k - 1) / n, end = plan.count * k / n;
    plan.first += begin;
    plan.count = end - begin;
    return plan;
}

pool_result make_pool(const std::filesystem::path& file, const pool_plan& plan,
                      const pool_work& how) {
    check_plan(plan);
    pool_writer out(file,
                    make_pool_header(plan.of, plan.seed, plan.first, plan.frame, plan.labels));
    const std::uint64_t end = plan.first + plan.count, begin = out.next();
    if (begin > end)
        throw pool_error(
            fmt::format("{} has {} deals already, and pools only grow: ask for as many "
                        "or more, not {}",
                        file.string(), begin - plan.first, plan.count));
    const std::uint64_t before = begin - plan.first;
    if (begin < end) {
        out.begin();
        if (how.progress) how.progress(before, plan.count);
        const pool_header& h = out.header();
        const auto make_worker = [&] {
            return [&, dealer = detail::pool_dealer(plan.of, h)](std::uint64_t i) mutable {
                std::vector<std::byte> record(h.record_size());
                dealer.deal(begin + i, record);
                dealer.fill(begin + i, record);
                return record;
            };
        };
        std::uint64_t solved = before;
        work_in_order(
            {.count = end - begin,
             .threads = std::max(1U, how.threads),
             .ahead = std::uint64_t{2} * h.frame + how.threads},  // lost if we are killed
            make_worker,
            [&](const auto&) {
                if (how.progress) how.progress(++solved, plan.count);
            },
            [&](const std::vector<std::byte>& record) {
                out.add(record);
                return !stopped(how) || (out.next() - plan.first) % h.frame != 0;
            });
        if (out.next() < end) return {before, out.next() - plan.first, out.bytes(), false};
    }
    out.finish();
    return {before, plan.count, std::filesystem::file_size(file), true};
}

}  // namespace mu
