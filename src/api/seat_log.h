// What one seat has seen of a deal: its view before the first action and after each, and the
// actions as it saw them.
//
// Entries are written once and never move, so views of any moment share one log while the position
// goes on writing behind them. Two positions that were one (a copy that goes another way) share it
// until both want to write the same entry: the second gets a copy of its own.
#pragma once

#include <atomic>
#include <cstring>
#include <memory>
#include <span>

#include <mu/api/position.h>

namespace mu::detail {

class seat_log {
public:
    // With room for so many actions.
    seat_log(std::size_t view_size, std::size_t room)
        : view_size_(view_size),
          room_(room),
          views_(std::make_unique_for_overwrite<std::byte[]>(view_size * (room + 1))),
          actions_(std::make_unique_for_overwrite<seen_action[]>(room)),
          keys_(std::make_unique<kept_key[]>(room + 1)) {}

    // The first n views again, and the actions between them, with room for more.
    std::shared_ptr<seat_log> copy(std::size_t n, std::size_t room) const {
        auto out = std::make_shared<seat_log>(view_size_, room);
        std::memcpy(out->views_.get(), views_.get(), view_size_ * n);
        for (std::size_t i = 0; i + 1 < n; ++i) out->actions_[i] = actions_[i];
        out->claimed_ = n;
        return out;
    }

    std::size_t room() const { return room_; }
    // Takes the place of view n, the next one; false if another position has, or it is full.
    bool claim(std::size_t n) {
        return n <= room_ && claimed_.compare_exchange_strong(n, n + 1, std::memory_order_acq_rel);
    }
    // REQUIRES: its place was claimed by the caller.
    std::byte* place(std::size_t n) { return views_.get() + n * view_size_; }
    void set_action(std::size_t i, const seen_action& a) { actions_[i] = a; }

    // After n actions. REQUIRES: written.
    const std::byte* view(std::size_t n) const { return views_.get() + n * view_size_; }
    public_record record(std::size_t n) const { return {actions_.get(), n}; }

    // The key after n actions: first() for the deal, next(key, i) for action i, from 1. Known keys
    // are kept, so each is computed once, whichever view asks.
    template <typename First, typename Next>
    info_key key(std::size_t n, First&& first, Next&& next) const {
        std::size_t i = n;
        while (i > 0 && !known_key(i)) --i;
        info_key at{};
        if (const auto known = known_key(i))
            at = *known;
        else
            keep(0, at = first());
        while (i < n) {
            ++i;
            keep(i, at = next(at, i));
        }
        return at;
    }

private:
    // Zero stands for unknown; two threads that compute the same key write the same words.
    struct kept_key {
        std::atomic<std::uint64_t> high{0}, low{0};
    };
    std::optional<info_key> known_key(std::size_t i) const {
        const info_key k{keys_[i].high.load(std::memory_order_relaxed),
                         keys_[i].low.load(std::memory_order_relaxed)};
        return k.high == 0 || k.low == 0 ? std::nullopt : std::optional(k);
    }
    void keep(std::size_t i, info_key k) const {
        keys_[i].high.store(k.high, std::memory_order_relaxed);
        keys_[i].low.store(k.low, std::memory_order_relaxed);
    }

    std::size_t view_size_, room_;
    std::unique_ptr<std::byte[]> views_;
    std::unique_ptr<seen_action[]> actions_;
    std::unique_ptr<kept_key[]> keys_;
    std::atomic<std::size_t> claimed_{0};
};

}  // namespace mu::detail
