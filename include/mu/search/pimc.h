// Search by worlds: draw worlds that fit what the seat has seen, judge every action in each, and
// take the one that is best on average ("IS-DD" where the solver judges; perfect-information Monte
// Carlo in the literature).
//
//     pimc<contree> by(options, {});
//     const search_report r = by.search(known, view, record, generator, {.rounds = 20});
//
// All actions are judged in the same worlds, so differences between them vary less than they do.
// Actions that have fallen clearly behind are left out of further worlds; if one is left, the
// search ends. docs/algorithms/search.md says what this cannot see: every world is played as if all
// hands were known.
#pragma once

#include <functional>
#include <utility>

#include <mu/parallel.h>
#include <mu/search/evidence.h>
#include <mu/search/judge.h>
#include <mu/search/settings.h>

namespace mu {

template <variant V>
class pimc {
public:
    // What plays deals on; each thread has one of its own.
    using policy_maker = std::function<std::unique_ptr<policy<V>>()>;

    // Without a maker the rule player does.
    pimc(const typename V::options& o, search_settings how, policy_maker make = nullptr)
        : options_(o), how_(std::move(how)), make_policy_(std::move(make)) {}

    search_report search(seat_worlds<V>& known, const view<V>& v, public_record record,
                         rng& generator, const search_limits& limits) {
        begin(v, record, generator);
        if (legal_.size() == 1) return report(search_end::forced);
        const rng streams(generator());
        if (const auto only = limits.early ? known.only_world(generator) : std::nullopt) {
            states_.assign(1, *only);
            depth_ = depth_for(v);
            if (judge_batch(record, limits, streams, 1)) {
                effective_ = 1;
                return report(search_end::resolved);
            }
            return report(search_end::time);
        }
        depth_ = depth_for(v);
        if (limits.timed()) find_depth(known, record, generator, limits, streams);
        search_end why = search_end::rounds;
        while (limits.rounds == 0 || judged_ < limits.rounds) {
            if (limits.over()) {
                why = search_end::time;
                break;
            }
            const std::uint64_t step = std::max<std::uint64_t>(how_.least, judged_ / 2);
            const std::uint64_t n = limits.rounds == 0 ? std::min<std::uint64_t>(step, 256)
                                                       : std::min(step, limits.rounds - judged_);
            const bool all =
                limits.early && judged_ == 0 && known.draws_all(static_cast<std::size_t>(n));
            effective_ += known.draw(static_cast<std::size_t>(n), generator, states_);
            if (!judge_batch(record, limits, streams, static_cast<std::size_t>(n))) {
                why = search_end::time;
                break;
            }
            if (all) {
                why = search_end::resolved;
                break;
            }
            if (limits.early && leave_out() == 1) {
                why = search_end::clear;
                break;
            }
        }
        return report(why);
    }

    // With `keep`: the worlds of the last search, in the order in which they were judged, and what
    // each legal action was worth in one of them; NaN where it had been left out.
    const std::vector<game_state<V>>& kept() const { return kept_; }
    std::span<const double> values_in(std::size_t world) const {
        return std::span(values_).subspan(world * legal_.size(), legal_.size());
    }

private:
    struct sums {
        std::uint64_t n = 0;
        double sum = 0, squares = 0;
        void add(double x) { ++n, sum += x, squares += x * x; }
        double mean() const { return n > 0 ? sum / static_cast<double>(n) : 0; }
        double error() const {
            if (n < 2) return std::numeric_limits<double>::infinity();
            const auto count = static_cast<double>(n);
            return std::sqrt(std::max(0.0, squares / count - mean() * mean()) / (count - 1));
        }
    };

    void begin(const view<V>& v, public_record record, rng& generator) {
        me_ = v.observer;
        legal_.clear();
        for (int i = 0; i < v.legal.count(); ++i) legal_.push_back(v.legal.nth(i));
        const action_set tried = choices_in(v);
        live_.clear();
        for (std::size_t i = 0; i < legal_.size(); ++i)
            if (tried.contains(legal_[i])) live_.push_back(i);
        of_.assign(legal_.size(), {});
        values_.clear();
        kept_.clear();
        judged_ = 0;
        took_ = {};
        effective_ = 0;
        usual_ = usual_choice(v, record, generator);
    }

    // What would be done without a search.
    action usual_choice(const view<V>& v, public_record record, rng& generator) {
        if (!make_policy_) return choose_by_rule(v, record);
        if (!asked_first_) asked_first_ = make_policy_();
        asked_first_->begin(1);
        const policy_question<V> question{v, record};
        action out = 0;
        asked_first_->choose(std::span(&question, 1), std::span(&out, 1), generator);
        return out;
    }

    // What is worth a try: all that is legal, unless the game knows better.
    static action_set choices_in(const view<V>& v) {
        if constexpr (requires { worth_trying(v.seen, v.legal); })
            return worth_trying(v.seen, v.legal);
        else
            return v.legal;
    }

    int depth_for(const view<V>& v) const {
        const int asked = how_.judge.solve_cards;
        const int depth =
            asked == judge_settings::game_decides ? world_judge<V>::usual_depth(v.seen) : asked;
        const int most = *std::ranges::max_element(v.cards_left);
        return std::min(depth, most);
    }

    // With a clock: a depth at which a world takes so little that some can be looked at. What is
    // tried and takes too long is lost.
    void find_depth(seat_worlds<V>& known, public_record record, rng& generator,
                    const search_limits& limits, const rng& streams) {
        using clock = std::chrono::steady_clock;
        const auto start = clock::now();
        const auto all = limits.deadline - start;
        if (last_depth_ > 0) depth_ = std::min(depth_, last_depth_ + 1);
        while (true) {
            known.draw(1, generator, states_);
            const auto before = clock::now();
            search_limits some = limits;
            some.deadline = std::min(limits.deadline, before + all / 6);
            some.threads = 1;
            const bool good = judge_batch(record, some, streams, 1);
            const auto took = clock::now() - before;
            if (good) effective_ += 1;
            if ((good && took * 10 <= all) || depth_ <= 2 || limits.over()) break;
            depth_ -= depth_ > 6 ? 2 : 1;
        }
        last_depth_ = depth_;
    }

    // Judges the live actions in the first n of states_. False if time ran out; the worlds finished
    // before that count.
    bool judge_batch(public_record record, const search_limits& limits, const rng& streams,
                     std::size_t n) {
        n = std::min(n, states_.size());
        candidates_.clear();
        for (const std::size_t i : live_) candidates_.push_back(legal_[i]);
        if (n == 0) return true;
        if (took_ >= worth_a_thread)
            return judge_some(record, limits, streams, 0, n, limits.threads);
        // The first on its own, to see whether the others are worth a second thread.
        const auto start = std::chrono::steady_clock::now();
        if (!judge_some(record, limits, streams, 0, 1, 1)) return false;
        took_ = static_cast<int>(n) * (std::chrono::steady_clock::now() - start);
        return judge_some(record, limits, streams, 1, n,
                          took_ < worth_a_thread ? 1 : limits.threads);
    }

    static constexpr auto worth_a_thread = std::chrono::milliseconds(1);

    // Those from `begin` to `end`.
    bool judge_some(public_record record, const search_limits& limits, const rng& streams,
                    std::size_t begin, std::size_t end, unsigned threads) {
        struct judged {
            bool good = false;
            std::vector<double> values;
        };
        const std::uint64_t first = judged_ - begin;
        std::size_t kept_now = 0;
        std::mutex lock;  // of idle_
        std::vector<std::unique_ptr<world_judge<V>>> back;
        bool all = true;
        const auto make_worker = [&] {
            const std::scoped_lock hold(lock);
            std::unique_ptr<world_judge<V>> by;
            if (idle_.empty()) {
                by = std::make_unique<world_judge<V>>(options_, how_.judge,
                                                      make_policy_ ? make_policy_() : nullptr);
            } else {
                by = std::move(idle_.back());
                idle_.pop_back();
            }
            world_judge<V>& judge = *by;
            back.push_back(std::move(by));
            return [&, this](std::uint64_t k) {
                const std::size_t i = begin + static_cast<std::size_t>(k);
                judged out{.values = std::vector<double>(candidates_.size())};
                rng mine = streams.split(first + i);
                if (limits.over()) return out;
                out.good = judge.judge(states_[i], record, candidates_, me_, depth_,
                                       limits.deadline, mine, out.values);
                return out;
            };
        };
        work_in_order(
            {.count = end - begin, .threads = threads}, make_worker, [](const judged&) {},
            [&](const judged& j) {
                if (!j.good) {
                    all = false;
                    return false;
                }
                if (how_.keep) kept_.push_back(states_[begin + kept_now++]);
                add(j.values);
                return true;
            });
        for (auto& by : back) idle_.push_back(std::move(by));
        return all;
    }

    void add(const std::vector<double>& values) {
        ++judged_;
        values_.resize(judged_ * legal_.size(), std::numeric_limits<double>::quiet_NaN());
        double* row = values_.data() + (judged_ - 1) * legal_.size();
        for (std::size_t i = 0; i < live_.size(); ++i) {
            row[live_[i]] = values[i];
            of_[live_[i]].add(values[i]);
        }
    }

    // By how much action i is better than j, in the worlds that both were judged in.
    sums lead_over(std::size_t i, std::size_t j) const {
        sums by;
        for (std::uint64_t k = 0; k < judged_; ++k) {
            const double* row = values_.data() + k * legal_.size();
            if (!std::isnan(row[i]) && !std::isnan(row[j])) by.add(row[i] - row[j]);
        }
        return by;
    }

    std::size_t best() const {
        std::size_t at = live_.front();
        for (const std::size_t i : live_)
            if (of_[i].mean() > of_[at].mean()) at = i;
        return at;
    }

    // Leaves out what is clearly behind; returns how many are left, or 1 if they have been worth
    // the same in so many worlds that they hardly differ.
    std::size_t leave_out() {
        if (judged_ < how_.least) return live_.size();
        const std::size_t at = best();
        std::erase_if(live_, [&](std::size_t i) {
            if (i == at) return false;
            const sums by = lead_over(at, i);
            return by.squares > 0 && by.mean() > how_.behind * by.error();
        });
        const bool equal = std::ranges::all_of(live_, [&](std::size_t i) {
            for (std::uint64_t k = 0; k < judged_; ++k) {
                const double* row = values_.data() + k * legal_.size();
                if (row[i] != row[at]) return false;
            }
            return true;
        });
        return equal && judged_ >= how_.alike ? 1 : live_.size();
    }

    search_report report(search_end why) const {
        search_report out;
        out.rounds = judged_;
        out.effective = effective_;
        out.why = why;
        for (std::size_t i = 0; i < legal_.size(); ++i) {
            const sums& s = of_[i];
            out.actions.push_back({legal_[i], s.mean(), s.n < 2 ? 0 : s.error(), s.n});
        }
        if (judged_ == 0) {
            out.chosen = usual_;
            return out;
        }
        // Of equals what the rules of thumb would do.
        const std::size_t at = best();
        out.chosen =
            how_.caution > 0 && why != search_end::resolved ? cautious_choice() : legal_[at];
        for (const std::size_t i : live_)
            if (legal_[i] == usual_ && of_[i].mean() >= of_[at].mean() - 1e-9) out.chosen = usual_;
        return out;
    }

    // What is surely better than the usual action by most, or that one.
    action cautious_choice() const {
        const auto usual =
            static_cast<std::size_t>(std::ranges::find(legal_, usual_) - legal_.begin());
        action chosen = usual_;
        double most = 0;
        for (const std::size_t i : live_) {
            const sums by = lead_over(i, usual);
            const double sure = by.mean() - how_.caution * by.error();
            if (by.n >= how_.least && sure > most) most = sure, chosen = legal_[i];
        }
        return chosen;
    }

    typename V::options options_;
    search_settings how_;
    policy_maker make_policy_;
    std::unique_ptr<policy<V>> asked_first_;
    int last_depth_ = 0;  // that the clock allowed

    // Of one search.
    seat me_ = seat::north;
    int depth_ = 0;
    action usual_ = 0;
    std::vector<action> legal_, candidates_;
    std::vector<std::size_t> live_;  // numbers of legal actions that are still judged
    std::vector<sums> of_;
    std::vector<double> values_;  // a row for each world, NaN where not judged
    std::uint64_t judged_ = 0;
    std::chrono::steady_clock::duration took_{};  // what a batch takes one thread, about
    double effective_ = 0;
    std::vector<game_state<V>> states_, kept_;
    std::vector<std::unique_ptr<world_judge<V>>> idle_;
};

}  // namespace mu
