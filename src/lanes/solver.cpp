// Compiled once for each instruction set; src/games/solver.cpp chooses.

#include <mu/games/solver.h>
#include <mu/solve/tricks.h>

namespace mu::kernels::MU_ISA {

namespace {

// Games that count tricks, at tables of any size.
template <variant V>
class trick_game final : public solver_kernel<V> {
    using state = game_state<V>;
    using goal = typename solving<V>::goal;
    using word = word_of<V>;

public:
    value_range value(const state& s, const goal&, value_window window) override {
        const frame f(s);
        return ask(f, s, [&](auto& engine, const auto& q) {
            return f.out(engine.value(q, f.in(window)));
        });
    }

    move_value_list moves(const state& s, const goal&) override {
        const frame f(s);
        return ask(f, s, [&](auto& engine, const auto& q) {
            const play_space<V> space = space_of<V>(trick_play<V>::order(s));
            const auto found = engine.card_values(q);
            move_value_list out;
            for (std::size_t i = 0; out.count < found.count; ++i, ++out.count)
                out.moves[i] = {space.to_card(found.cards[i].card), f.out(found.cards[i].value)};
            return out;
        });
    }

    move_line line(const state& s, const goal&) override {
        const frame f(s);
        return ask(f, s, [&](auto& engine, const auto& q) {
            const play_space<V> space = space_of<V>(trick_play<V>::order(s));
            const auto found = engine.line(q);
            move_line out;
            for (std::size_t i = 0; out.count < found.count; ++i, ++out.count)
                out.moves[i] = space.to_card(found.cards[i]);
            return out;
        });
    }

    void reset() override {
        each([](auto& engine) { engine.reset(); });
    }
    void set_switches(const solve_switches& use) override {
        use_ = use;
        each([&](auto& engine) { engine.set_switches(use); });
    }
    void set_budget(const solve_budget& budget) override { budget_ = budget; }
    std::uint64_t nodes() const override { return nodes_; }
    bool stopped() const override { return stopped_; }
    std::size_t bytes() const override {
        return (four_ ? four_->bytes() : 0) + (three_ ? three_->bytes() : 0) +
               (two_ ? two_->bytes() : 0);
    }

private:
    // From tricks to come for side A to tricks of the whole deal for the side that is asked about.
    struct frame {
        solve_seating seating;
        int won, left;

        explicit frame(const state& s)
            : seating(solving<V>::seating(s)), won(solving<V>::won(s)), left(s.tricks_remaining) {}

        value_range out(value_range v) const {
            if (seating.opposite) v = {left - v.high, left - v.low};
            return {won + v.low, won + v.high};
        }
        value_window in(value_window w) const {
            w = {w.low - won, w.high - won};
            return seating.opposite ? value_window{left - w.high, left - w.low} : w;
        }
    };

    template <typename Engine, typename F>
    auto with(std::unique_ptr<Engine>& engine, const frame& f, const state& s, F&& work) {
        if (!engine) engine = std::make_unique<Engine>(use_);
        engine->set_budget(budget_);
        auto result = work(*engine, to_query<Engine::seats>(s, f.seating));
        nodes_ = engine->nodes();
        stopped_ = engine->stopped();
        return result;
    }
    template <typename F>
    auto ask(const frame& f, const state& s, F&& work) {
        if constexpr (requires { active_seats(s); }) {
            if (f.seating.count == 3) return with(three_, f, s, work);
            if (f.seating.count == 2) return with(two_, f, s, work);
        }
        return with(four_, f, s, work);
    }
    template <typename F>
    void each(F&& work) {
        if (four_) work(*four_);
        if (three_) work(*three_);
        if (two_) work(*two_);
    }

    std::unique_ptr<trick_solver<word, 4>> four_;
    std::unique_ptr<trick_solver<word, 3>> three_;
    std::unique_ptr<trick_solver<word, 2>> two_;
    solve_switches use_;
    solve_budget budget_;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
};

}  // namespace

template <typename V>
solver_kernel<V>* make_solver() {
    return new trick_game<V>;
}

#define MU_INSTANTIATE(V) template solver_kernel<V>* make_solver<V>();
MU_INSTANTIATE(whist)
MU_INSTANTIATE(bridge)
MU_INSTANTIATE(euchre)
#undef MU_INSTANTIATE

}  // namespace mu::kernels::MU_ISA
