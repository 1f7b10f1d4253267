// Threads that do what is queued, first come, first served. What is still queued at the end is
// dropped.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace mu::detail {

class workers {
public:
    // REQUIRES: at least one thread.
    explicit workers(unsigned threads) {
        for (unsigned k = 0; k < threads; ++k) threads_.emplace_back([this] { work(); });
    }
    ~workers() { stop(); }
    workers(const workers&) = delete;
    workers& operator=(const workers&) = delete;

    void add(std::function<void()> what) {
        {
            const std::lock_guard lock(turn_);
            if (stopped_) return;
            queue_.push_back(std::move(what));
        }
        more_.notify_one();
    }
    std::size_t waiting() {
        const std::lock_guard lock(turn_);
        return queue_.size();
    }
    // What is being done is finished first.
    void stop() {
        {
            const std::lock_guard lock(turn_);
            stopped_ = true;
            queue_.clear();
        }
        more_.notify_all();
        threads_.clear();  // joins
    }

private:
    void work() {
        while (true) {
            std::function<void()> what;
            {
                std::unique_lock lock(turn_);
                more_.wait(lock, [this] { return stopped_ || !queue_.empty(); });
                if (stopped_) return;
                what = std::move(queue_.front());
                queue_.pop_front();
            }
            what();
        }
    }

    std::mutex turn_;
    std::condition_variable more_;
    std::deque<std::function<void()>> queue_;
    bool stopped_ = false;
    std::vector<std::jthread> threads_;
};

}  // namespace mu::detail
