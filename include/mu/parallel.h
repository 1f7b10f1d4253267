// Work for several threads: items are taken up in order, finished in any order, and delivered in
// order again, so that what comes out does not depend on the number of threads.
//
//     work_in_order({.count = deals, .threads = 8},
//                   [&] { return [by = solver()](std::uint64_t i) mutable { return by.solve(i); };
//                   },
//                   [&](const solved&) { bar.show(++finished, deals); },
//                   [&](const solved& s) { return write(s), !enough(); });
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <limits>
#include <map>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace mu {

struct work_plan {
    std::uint64_t count = 0;  // items 0 to count - 1
    unsigned threads = 1;     // 0: as many as the machine has
    // Nobody takes up an item that is so far beyond the next to be delivered: work ahead costs
    // memory, and is in vain if the delivery ends it.
    std::uint64_t ahead = std::numeric_limits<std::uint64_t>::max();
};

// make_worker() is called in each thread, and what it returns is called with the numbers of items;
// what that returns is the item's result. done(result) is called as items are finished,
// deliver(result) in the order of their numbers; it ends the work by returning false: items that
// others are at are finished, but not delivered. Neither is called twice at a time. The first
// exception, wherever it came from, ends the work and comes out of here.
template <typename MakeWorker, typename Done, typename Deliver>
void work_in_order(const work_plan& plan, MakeWorker&& make_worker, Done&& done,
                   Deliver&& deliver) {
    using worker = std::invoke_result_t<MakeWorker&>;
    using result = std::invoke_result_t<worker&, std::uint64_t>;
    std::mutex lock;  // guards all below
    std::condition_variable moved;
    std::uint64_t next = 0;  // to be taken up
    std::uint64_t due = 0;   // to be delivered
    bool over = false;
    std::exception_ptr trouble;
    std::map<std::uint64_t, result> waiting;

    const auto work = [&] {
        try {
            worker mine = make_worker();
            std::unique_lock hold(lock);
            while (true) {
                moved.wait(hold,
                           [&] { return over || next >= plan.count || next - due < plan.ahead; });
                if (over || next >= plan.count) return;
                const std::uint64_t at = next++;
                hold.unlock();
                result made = mine(at);
                hold.lock();
                if (over) return;
                done(std::as_const(made));
                waiting.emplace(at, std::move(made));
                for (auto it = waiting.find(due); !over && it != waiting.end();
                     it = waiting.find(++due)) {
                    if (!deliver(it->second)) over = true;
                    waiting.erase(it);
                }
                moved.notify_all();
            }
        } catch (...) {
            const std::scoped_lock hold(lock);
            if (!trouble) trouble = std::current_exception();
            over = true;
            moved.notify_all();
        }
    };
    const std::uint64_t wanted =
        plan.threads != 0 ? plan.threads : std::max(1U, std::thread::hardware_concurrency());
    {
        std::vector<std::jthread> others;
        for (std::uint64_t k = 1; k < std::min(wanted, plan.count); ++k) others.emplace_back(work);
        work();
    }  // waits for the others
    if (trouble) std::rethrow_exception(trouble);
}

}  // namespace mu
