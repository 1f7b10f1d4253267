#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include <mu/pool/make.h>

#include "pool/deals.h"

namespace mu {

namespace {

// Deals solved by a team, handed out frame by frame in their order. The team works a few frames
// ahead, no more: what is ahead is lost if we are killed.
class solving_team {
public:
    // `begin` need not be where a frame begins.
    solving_team(const game& of, const pool_header& h, std::uint64_t begin, std::uint64_t end,
                 unsigned threads)
        : game_(of),
          header_(h),
          begin_(begin),
          end_(end),
          next_(begin),
          frames_(2 + threads / h.frame) {
        for (auto& f : frames_) f.records.resize(h.frame * h.record_size());
        for (unsigned t = 0; t < threads; ++t) workers_.emplace_back([this] { work(); });
    }
    solving_team(const solving_team&) = delete;
    solving_team& operator=(const solving_team&) = delete;
    ~solving_team() {
        {
            const std::lock_guard lock(mutex_);
            end_ = next_;
        }
        room_.notify_all();
    }

    // Waits until the next frame is solved, calling `wait` now and then, and hands it to `take`.
    template <typename Wait, typename Take>
    void next_frame(Wait wait, Take take) {
        std::unique_lock lock(mutex_);
        const std::uint64_t first = std::max(begin_, first_of(taken_));
        const std::uint64_t size = std::min(end_, first_of(taken_ + 1)) - first;
        slot& f = slot_of(taken_);
        while (f.done < size && !thrown_) {
            ready_.wait_for(lock, std::chrono::milliseconds(200));
            const std::uint64_t done = solved_;
            lock.unlock();
            wait(done);
            lock.lock();
        }
        if (thrown_) std::rethrow_exception(thrown_);
        lock.unlock();
        take(std::span<const std::byte>(f.records).subspan(
            (first - first_of(taken_)) * header_.record_size(), size * header_.record_size()));
        lock.lock();
        f.done = 0;
        ++taken_;
        room_.notify_all();
    }

private:
    struct slot {
        std::vector<std::byte> records;
        std::uint64_t done = 0;
    };

    // Frames are counted from the one that `begin` lies in.
    std::uint64_t first_of(std::uint64_t frame) const {
        return begin_ - (begin_ - header_.first) % header_.frame + frame * header_.frame;
    }
    std::uint64_t frame_of(std::uint64_t i) const { return (i - first_of(0)) / header_.frame; }
    slot& slot_of(std::uint64_t frame) { return frames_[frame % frames_.size()]; }

    void work() {
        try {
            detail::pool_dealer dealer(game_, header_);
            std::unique_lock lock(mutex_);
            for (;;) {
                room_.wait(lock, [&] {
                    return next_ >= end_ || frame_of(next_) < taken_ + frames_.size();
                });
                if (next_ >= end_) return;
                const std::uint64_t i = next_++;
                slot& f = slot_of(frame_of(i));
                lock.unlock();
                const auto record = std::span(f.records).subspan(
                    (i - first_of(frame_of(i))) * header_.record_size(), header_.record_size());
                dealer.deal(i, record);
                dealer.solve(i, record);
                lock.lock();
                ++solved_;
                ++f.done;
                ready_.notify_one();
            }
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!thrown_) thrown_ = std::current_exception();
            end_ = next_;
            ready_.notify_one();
        }
    }

    const game& game_;
    const pool_header& header_;
    const std::uint64_t begin_;

    std::mutex mutex_;  // guards all below
    std::condition_variable room_, ready_;
    std::uint64_t end_, next_;
    std::uint64_t taken_ = 0;   // frames
    std::uint64_t solved_ = 0;  // deals
    std::vector<slot> frames_;
    std::exception_ptr thrown_;
    std::vector<std::jthread> workers_;  // last: they end before the rest does
};

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
    pool_writer out(file, make_pool_header(plan.of, plan.seed, plan.first, plan.frame));
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
        solving_team team(plan.of, out.header(), begin, end, std::max(1U, how.threads));
        while (out.next() < end) {
            if (stopped(how)) return {before, out.next() - plan.first, out.bytes(), false};
            team.next_frame(
                [&](std::uint64_t solved) {
                    if (how.progress) how.progress(before + solved, plan.count);
                },
                [&](std::span<const std::byte> records) {
                    const std::size_t size = out.header().record_size();
                    for (; !records.empty(); records = records.subspan(size))
                        out.add(records.first(size));
                });
        }
        if (how.progress) how.progress(plan.count, plan.count);
    }
    out.finish();
    return {before, plan.count, std::filesystem::file_size(file), true};
}

}  // namespace mu
