// Many deals side by side, stepped into arrays that the caller owns.
#include <fmt/format.h>

#include <mu/api/match.h>

#include "array.h"
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

void need(bool ok, const char* what) {
    if (!ok)
        throw std::invalid_argument(std::string("make_vec: the array of ") + what +
                                    " has another shape");
}

// Environment i plays deals i, i + n, i + 2n, ... of the seed, each as new_initial_state() deals
// it.
class vector_games {
public:
    vector_games(const game& g, std::uint64_t seed, unsigned threads, flags_2d masks,
                 ints_1d players, floats_2d rewards, bools_1d over,
                 std::optional<flags_2d> observations)
        : game_(g),
          seed_(seed),
          threads_(std::max(1U, threads)),
          masks_(std::move(masks)),
          players_(std::move(players)),
          rewards_(std::move(rewards)),
          over_(std::move(over)),
          observations_(std::move(observations)),
          observe_(observer_of(g)),
          actions_(static_cast<std::size_t>(g.action_count())),
          seats_(static_cast<std::size_t>(g.info().seats)),
          width_(observation_size(g)) {
        const std::size_t n = masks_.shape(0);
        need(masks_.shape(1) == actions_, "masks");
        need(players_.shape(0) == n, "players");
        need(rewards_.shape(0) == n && rewards_.shape(1) == seats_, "rewards");
        need(over_.shape(0) == n, "ends");
        if (observations_)
            need(observations_->shape(0) == n && observations_->shape(1) == width_, "observations");
        reset(seed);
    }

    void reset(std::uint64_t seed) {
        const std::size_t n = masks_.shape(0);
        seed_ = seed;
        games_.clear();
        games_.reserve(n);
        for (std::size_t i = 0; i < n; ++i) {
            games_.push_back({match::deal(game_, seed_, i), i, {}, std::nullopt});
            std::fill_n(rewards_.data() + i * seats_, seats_, 0.0F);
            over_.data()[i] = false;
        }
        for_each([&](std::size_t i) { show(i); });
    }

    void step(const actions_1d& actions) {
        const std::size_t n = games_.size();
        if (actions.shape(0) != n)
            throw std::invalid_argument(
                fmt::format("{} actions for {} environments", actions.shape(0), n));
        const std::int64_t* chosen = actions.data();
        for (std::size_t i = 0; i < n; ++i) {  // all of them, or nothing happens
            const std::int64_t a = chosen[i];
            if (a < 0 || a > 255 || !games_[i].legal.contains(static_cast<action>(a)))
                throw illegal_action(fmt::format("environment {}: action {} is not legal", i, a));
        }
        const nb::gil_scoped_release free;
        for_each([&](std::size_t i) { step_one(i, static_cast<action>(chosen[i])); });
    }

    // A random legal action for each environment.
    void sample(const array<std::int64_t, nb::ndim<1>>& out, rng& generator) const {
        if (out.shape(0) != games_.size())
            throw std::invalid_argument("one place for each environment");
        for (std::size_t i = 0; i < games_.size(); ++i)
            out.data()[i] = games_[i].legal.draw(generator);
    }

    position state(std::size_t i) const {
        if (i >= games_.size())
            throw std::out_of_range(
                fmt::format("no environment {}: there are {}", i, games_.size()));
        return games_[i].now;
    }
    std::size_t size() const { return games_.size(); }

private:
    struct one {
        position now;
        std::uint64_t deal;
        action_set legal;
        std::optional<seat_view> seen;  // of the seat to act
    };

    void step_one(std::size_t i, action a) {
        one& g = games_[i];
        g.now.apply(a);
        float* reward = rewards_.data() + i * seats_;
        const bool ended = g.now.is_over();
        over_.data()[i] = ended;
        if (ended) {
            const std::vector<int> points = g.now.score();
            for (std::size_t k = 0; k < seats_; ++k) reward[k] = static_cast<float>(points[k]);
            g.deal += games_.size();
            g.now = match::deal(game_, seed_, g.deal);
        } else {
            std::fill_n(reward, seats_, 0.0F);
        }
        show(i);
    }

    void show(std::size_t i) {
        one& g = games_[i];
        std::int8_t* mask = masks_.data() + i * actions_;
        std::fill_n(mask, actions_, std::int8_t{0});
        g.legal = g.now.legal();
        for (std::uint64_t m = g.legal.mask; m != 0; m &= m - 1)
            mask[g.legal.first + ops::lsb_index(m)] = 1;
        const seat who = g.now.to_act();
        players_.data()[i] = index(who);
        if (observations_) observe_(g.now.view(who), {observations_->data() + i * width_, width_});
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
    std::uint64_t seed_;
    unsigned threads_;
    flags_2d masks_;
    ints_1d players_;
    floats_2d rewards_;
    bools_1d over_;
    std::optional<flags_2d> observations_;
    observe_function observe_;
    std::size_t actions_, seats_, width_;
    std::vector<one> games_;
};

}  // namespace

void bind_vector(nb::module_& m) {
    nb::class_<vector_games>(m, "_VectorGames")
        .def(nb::init<const game&, std::uint64_t, unsigned, flags_2d, ints_1d, floats_2d, bools_1d,
                      std::optional<flags_2d>>(),
             "game"_a, "seed"_a, "threads"_a, "masks"_a, "players"_a, "rewards"_a, "over"_a,
             "observations"_a.none())
        .def("reset", &vector_games::reset, "seed"_a)
        .def("step", &vector_games::step, "actions"_a)
        .def("sample", &vector_games::sample, "out"_a, "random"_a)
        .def("state", &vector_games::state, "index"_a)
        .def("__len__", &vector_games::size);
    m.def("observation_size", &observation_size, "game"_a, "The length of observe(): see there.");
    m.def(
        "observe",
        [](const seat_view& v) {
            if (v.is_public()) throw std::invalid_argument("a spectator has no observation");
            auto out = new_array<std::int8_t, 1>({observation_size(v.game())});
            observer_of(v.game())(v, {out.data(), out.size()});
            return out;
        },
        "view"_a,
        R"doc(The cards that lie open to a seat, as flags; layout "cards", version 0.

A block for each of: own hand, cards played, card in the trick of the observer, of the next seat, and
so on around the table. Calls are not in it.

>>> view = load_game("whist(trump=h)").new_initial_state(seed=1).view()
>>> observe(view).shape == (6 * 52,), int(observe(view)[:52].sum())
(True, 13)
)doc");
}

}  // namespace mu::python
