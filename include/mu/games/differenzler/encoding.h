// Differenzler as a net sees it.
#pragma once

#include <mu/encode/encode.h>
#include <mu/games/differenzler.h>

namespace mu {

template <>
struct encoding<differenzler> {
    static constexpr int version = 1;
    static constexpr int actions = differenzler::first_units + 10;
    static constexpr double scale = 20;

    static constexpr int calls = 0;  // predictions are in the state, as far as they are known
    static constexpr int call_of(const game_state<differenzler>&, action) { return -1; }
    static constexpr std::uint64_t calls_in(std::uint64_t, suit) { return 0; }
    static constexpr action map_call(action a, const suit_order<differenzler>&) { return a; }
    static constexpr suit_rule suits_by(const view<differenzler>& v) {
        return {.first = v.seen.trump};
    }

    template <typename Out>
    static constexpr void put(Out& out, const view<differenzler>& v,
                              const public_memory<differenzler>&) {
        const auto& s = v.seen;
        const auto& x = s.extra;
        const auto known = [](std::uint8_t p) { return p <= differenzler::total_points; };
        const int own = x.predicted[v.observer];
        const bool predicted = known(x.predicted[v.observer]);
        out.slice("tens");
        out.one_of(known(x.tens) ? x.tens / 10 : -1, 16);
        out.slice("prediction");
        out.flag(predicted);
        out.count_to(predicted ? (own + 3) / 4 : 0, 40);
        // What is still to be won; below zero it is too much already.
        out.slice("points_to_win");
        const int due = own - x.points[v.observer];
        out.count_to(predicted ? (due + 3) / 4 : 0, 40);
        out.count_to(predicted ? (-due + 3) / 4 : 0, 40);
        out.one_of(predicted ? due & 3 : -1, 4);
        out.slice("points");
        out.each_seat([&](seat k) { out.count_to((x.points[k] + 7) / 8, 20); });
        out.slice("predictions_of_others");
        out.each_seat(
            [&](seat k) {
                out.flag(x.predicted[k] != differenzler::no_prediction);
                out.count_to(known(x.predicted[k]) ? (x.predicted[k] + 7) / 8 : 0, 20);
            },
            1);
    }
};

}  // namespace mu
