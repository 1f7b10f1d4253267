// Many deals side by side, stepped into arrays that the caller owns. A deal is its typed state and
// what everybody remembers of it; where somebody wants a position, its actions are replayed.
#include <thread>

#include <fmt/format.h>
#include <nanobind/ndarray.h>

#include <mu/api/match.h>
#include <mu/api/with_game.h>
#include <mu/encode/all.h>

#include "bind.h"
#include "observe.h"

namespace mu::python {
namespace {

template <typename T, typename... Shape>
using array = nb::ndarray<T, nb::c_contig, nb::device::cpu, Shape...>;
using flags_2d = array<std::int8_t, nb::ndim<2>>;
using floats_2d = array<float, nb::ndim<2>>;
using ints_1d = array<std::int32_t, nb::ndim<1>>;
using bools_1d = array<bool, nb::ndim<1>>;
using actions_1d = array<const std::int64_t, nb::ndim<1>>;
using any_2d = nb::ndarray<nb::c_contig, nb::device::cpu, nb::ndim<2>>;

struct caller_arrays {
    flags_2d masks;
    ints_1d players;
    floats_2d rewards;
    bools_1d over;
    std::optional<any_2d> observations;
    ints_1d orders;  // of suits
};

void need(bool ok, const char* what) {
    if (!ok)
        throw std::invalid_argument(std::string("make_vec: the array of ") + what +
                                    " has another shape or type");
}

class vector_games {
public:
    vector_games(const vector_games&) = delete;
    vector_games& operator=(const vector_games&) = delete;
    virtual ~vector_games() = default;

    virtual void reset(std::uint64_t seed) = 0;
    virtual void step(const actions_1d& actions) = 0;
    virtual void sample(const array<std::int64_t, nb::ndim<1>>& out, rng& generator) const = 0;
    virtual position state(std::size_t i) const = 0;
    virtual std::size_t size() const = 0;

protected:
    vector_games() = default;
};

// Environment i plays deals i, i + n, i + 2n, ... of the seed, each as new_initial_state() deals
// it.
template <variant V>
class vector_of final : public vector_games {
public:
    vector_of(const game& g, const typename V::options& options, std::uint64_t seed,
              unsigned threads, caller_arrays to, const std::string& layout)
        : game_(g),
          options_(options),
          seed_(seed),
          threads_(std::max(1U, threads)),
          to_(std::move(to)),
          layout_(find_layout<V>(layout)),
          actions_(static_cast<std::size_t>(g.action_count())) {
        const std::size_t n = to_.masks.shape(0);
        need(to_.masks.shape(1) == actions_, "masks");
        need(to_.players.shape(0) == n, "players");
        need(to_.rewards.shape(0) == n && to_.rewards.shape(1) == V::seats, "rewards");
        need(to_.over.shape(0) == n, "ends");
        need(to_.orders.shape(0) == n, "orders of suits");
        if (to_.observations) {
            const nb::dlpack::dtype type =
                layout_.info.flags ? nb::dtype<std::int8_t>() : nb::dtype<float>();
            need(to_.observations->shape(0) == n &&
                     to_.observations->shape(1) == layout_.info.size &&
                     to_.observations->dtype() == type,
                 "observations");
        }
        games_.resize(n);
        reset(seed);
    }

    void reset(std::uint64_t seed) override {
        seed_ = seed;
        for (std::size_t i = 0; i < games_.size(); ++i) deal(i, i);
        const nb::gil_scoped_release free;
        for_each([&](std::size_t i) {
            std::fill_n(to_.rewards.data() + i * V::seats, V::seats, 0.0F);
            to_.over.data()[i] = false;
            show(i);
        });
    }

    void step(const actions_1d& actions) override {
        const std::size_t n = games_.size();
        if (actions.shape(0) != n)
            throw std::invalid_argument(
                fmt::format("{} actions for {} environments", actions.shape(0), n));
        const std::int64_t* chosen = actions.data();
        for (std::size_t i = 0; i < n; ++i) {  // all of them, or nothing happens
            const std::int64_t a = chosen[i];
            if (a < 0 || a > 255 || !games_[i].seen.legal.contains(static_cast<action>(a)))
                throw illegal_action(fmt::format("environment {}: action {} is not legal", i, a));
        }
        const nb::gil_scoped_release free;
        for_each([&](std::size_t i) { step_one(i, static_cast<action>(chosen[i])); });
    }

    // A random legal action for each environment.
    void sample(const array<std::int64_t, nb::ndim<1>>& out, rng& generator) const override {
        if (out.shape(0) != games_.size())
            throw std::invalid_argument("one place for each environment");
        for (std::size_t i = 0; i < games_.size(); ++i)
            out.data()[i] = games_[i].seen.legal.draw(generator);
    }

    position state(std::size_t i) const override {
        if (i >= games_.size())
            throw std::out_of_range(
                fmt::format("no environment {}: there are {}", i, games_.size()));
        position out = match::deal(game_, seed_, games_[i].number);
        for (const action a : games_[i].history) out.apply(a);
        return out;
    }
    std::size_t size() const override { return games_.size(); }

private:
    struct one {
        game_state<V> now;
        view<V> seen;  // by the seat to act
        public_memory<V> memory;
        deal_trace<V> trace;
        std::uint64_t number = 0;  // of the deal
        std::vector<action> history;
    };

    void deal(std::size_t i, std::uint64_t number) {
        one& g = games_[i];
        g.now = *typed_state<V>(match::deal(game_, seed_, number));
        g.memory = {};
        g.trace = {};
        g.number = number;
        g.history.clear();
    }

    void step_one(std::size_t i, action a) {
        one& g = games_[i];
        if (to_.observations) {
            g.memory.note(g.now, a);
            g.trace.note(g.now, a);
        }
        g.history.push_back(a);
        rules<V>::apply(g.now, a);
        float* reward = to_.rewards.data() + i * V::seats;
        const bool ended = rules<V>::is_over(g.now);
        to_.over.data()[i] = ended;
        if (ended) {
            const auto points = score(g.now, options_);
            for (std::size_t k = 0; k < V::seats; ++k) reward[k] = static_cast<float>(points[k]);
            deal(i, g.number + games_.size());
        } else {
            std::fill_n(reward, V::seats, 0.0F);
        }
        show(i);
    }

    void show(std::size_t i) {
        one& g = games_[i];
        const seat who = rules<V>::to_act(g.now);
        if (to_.observations)
            g.seen = view_of(g.now, who);
        else
            g.seen.legal = rules<V>::legal_actions(g.now);
        std::int8_t* mask = to_.masks.data() + i * actions_;
        std::fill_n(mask, actions_, std::int8_t{0});
        const action_set legal = g.seen.legal;
        for (std::uint64_t m = legal.mask; m != 0; m &= m - 1)
            mask[legal.first + ops::lsb_index(m)] = 1;
        to_.players.data()[i] = index(who);
        if (!to_.observations) return;
        const std::size_t bytes = layout_.info.size * (layout_.info.flags ? 1 : sizeof(float));
        const knowledge<V> of{g.seen, g.memory, g.trace};
        to_.orders.data()[i] = suit_order_number(layout_.write(
            of, static_cast<std::byte*>(to_.observations->data()) + i * bytes, nullptr));
    }

    template <typename F>
    void for_each(F&& f) {
        const std::size_t n = games_.size(), parts = std::min<std::size_t>(threads_, n);
        const auto part = [&](std::size_t k) {
            for (std::size_t i = n * k / parts; i < n * (k + 1) / parts; ++i) f(i);
        };
        std::vector<std::jthread> others;
        for (std::size_t k = 1; k < parts; ++k) others.emplace_back(part, k);
        if (parts > 0) part(0);
    }

    game game_;
    typename V::options options_;
    std::uint64_t seed_;
    unsigned threads_;
    caller_arrays to_;
    typed_layout<V> layout_;
    std::size_t actions_;
    std::vector<one> games_;
};

// Python owns what this returns.
vector_games* make_games(const game& g, std::uint64_t seed, unsigned threads, flags_2d masks,
                         ints_1d players, floats_2d rewards, bools_1d over,
                         const nb::object& observations, ints_1d orders,
                         const std::string& layout) {
    caller_arrays to{std::move(masks), std::move(players), std::move(rewards),
                     std::move(over),  std::nullopt,       std::move(orders)};
    if (!observations.is_none()) to.observations = nb::cast<any_2d>(observations);
    return with_game(g, [&]<typename V>(V, const typename V::options& o) -> vector_games* {
        return std::make_unique<vector_of<V>>(g, o, seed, threads, std::move(to), layout).release();
    });
}

}  // namespace

void bind_vector(nb::module_& m) {
    nb::class_<vector_games>(m, "_VectorGames")
        .def("reset", &vector_games::reset, "seed"_a)
        .def("step", &vector_games::step, "actions"_a)
        .def("sample", &vector_games::sample, "out"_a, "random"_a)
        .def("state", &vector_games::state, "index"_a)
        .def("__len__", &vector_games::size);
    m.def("_vector_games", &make_games, "game"_a, "seed"_a, "threads"_a, "masks"_a, "players"_a,
          "rewards"_a, "over"_a, "observations"_a.none(), "orders"_a, "layout"_a,
          nb::rv_policy::take_ownership);
}

}  // namespace mu::python
