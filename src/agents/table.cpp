#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include <mu/agents/cheat.h>
#include <mu/agents/match_player.h>
#include <mu/agents/table.h>

namespace mu {

card_table::card_table(position p, std::span<player* const> who, table_options how)
    : now_(std::move(p)), who_(who.begin(), who.end()), how_(std::move(how)), out_(who.size()) {
    const auto seats = static_cast<std::size_t>(now_.game().info().seats);
    if (who_.size() != seats)
        throw std::invalid_argument(fmt::format("{} has {} seats; {} players were given",
                                                now_.game().info().name, seats, who_.size()));
    for (std::size_t k = 0; k < seats; ++k) views_.push_back(now_.view(static_cast<seat>(k)));
}

template <typename F>
bool card_table::guarded(std::size_t k, F&& what) {
    if (!how_.on_fault) {
        what();
        return true;
    }
    try {
        what();
        return true;
    } catch (const std::exception& e) {
        out_[k] = true;
        how_.on_fault(static_cast<seat>(k), e);
        return false;
    }
}

bool card_table::is_out(std::size_t k) const {
    return out_[k] || (how_.is_out && how_.is_out(static_cast<seat>(k)));
}

void card_table::begin() {
    if (begun_) return;
    begun_ = true;
    for (std::size_t k = 0; k < who_.size(); ++k) {
        if (who_[k] == nullptr || is_out(k)) continue;
        guarded(k, [&] {
            tell_match(*who_[k], now_.game(), how_.totals);
            who_[k]->begin_deal(now_.game(), static_cast<seat>(k));
            who_[k]->see(views_[k]);
        });
    }
}

void card_table::add(spectator& s) {
    if (!spectated_) spectated_ = now_.public_view();
    spectators_.push_back(&s);
    s.begin_deal(*spectated_);
}

action card_table::asked(seat who) {
    const auto k = static_cast<std::size_t>(who);
    const std::size_t actions = now_.history().size();
    rng generator = how_.stream_of ? how_.stream_of(who, actions) : how_.stream.split(actions);
    const request r{views_[k], generator, how_.seconds, how_.stop};
    std::optional<action> chosen;
    const auto ask_player = [&] {
        using clock = std::chrono::steady_clock;
        const bool timed = how_.on_decision || how_.seconds < 1e300;
        const auto began = timed ? clock::now() : clock::time_point{};
        auto* cheat = dynamic_cast<cheating_player*>(who_[k]);
        const action a =
            cheat != nullptr ? cheat->choose_with_all_hands(now_, r) : who_[k]->choose(r);
        if (timed) {
            const double took = std::chrono::duration<double>(clock::now() - began).count();
            if (how_.on_decision) how_.on_decision(who, took);
            if (took > how_.seconds)
                throw std::runtime_error(
                    fmt::format("took {:.3f} s of {:.3f}", took, how_.seconds));
        }
        now_.apply(a);  // throws if it is not legal
        chosen = a;
    };
    if (!is_out(k)) guarded(k, ask_player);
    if (!chosen) {  // from now on the player is out: random legal actions
        chosen = now_.legal().draw(generator);
        now_.apply(*chosen);
    }
    return *chosen;
}

void card_table::step() {
    if (is_over()) throw std::logic_error("the deal is over: nobody is to act");
    if (waits()) throw std::logic_error("the seat to act has no player: its action must be given");
    begin();
    asked(now_.to_act());
    made();
}

void card_table::apply(action a) {
    begin();
    now_.apply(a);
    made();
}

void card_table::play() {
    begin();
    while (!is_over() && !waits()) step();
}

void card_table::made() {
    const bool over = is_over();
    const std::vector<int> score = over ? now_.score() : std::vector<int>{};
    for (std::size_t k = 0; k < who_.size(); ++k) {
        now_.update(views_[k]);
        if (who_[k] == nullptr || is_out(k)) continue;
        guarded(k, [&] {
            who_[k]->see(views_[k]);
            if (over) who_[k]->end_deal(views_[k], score);
        });
    }
    if (!spectated_) return;
    now_.update(*spectated_);
    for (spectator* s : spectators_) {
        s->see(*spectated_);
        if (over) s->end_deal(*spectated_, score);
    }
}

void card_table::take_back(std::size_t actions) {
    if (actions > now_.history().size())
        throw std::logic_error(fmt::format("{} actions cannot be taken back: {} have been made",
                                           actions, now_.history().size()));
    for (; actions > 0; --actions) now_.undo();
    for (seat_view& v : views_) now_.update(v);
    begun_ = false;
    begin();
    if (!spectated_) return;
    now_.update(*spectated_);
    for (spectator* s : spectators_) s->begin_deal(*spectated_);
}

void play_out(position& p, std::span<const std::unique_ptr<player>> who, const rng& stream) {
    std::vector<player*> seated;
    for (const auto& one : who) seated.push_back(one.get());
    card_table t(std::move(p), seated, {.stream = stream});
    t.play();
    p = t.now();
}

void play_match(match& m, std::span<player* const> who, const match_options& how) {
    if (who.size() != static_cast<std::size_t>(m.players()))
        throw std::invalid_argument(fmt::format("a match of {} has {} players; {} were given",
                                                m.game().info().name, m.players(), who.size()));
    const auto is_missing = [](const auto* p) { return p == nullptr; };
    if (std::ranges::any_of(who, is_missing))
        throw std::invalid_argument("a match needs its players: one of them is nullptr");
    if (std::ranges::any_of(how.spectators, is_missing))
        throw std::invalid_argument("a spectator of a match is nullptr");
    while (!m.is_over()) {
        const int deal = m.deals_played();
        const std::vector<int> seating = m.seating();
        std::vector<player*> seated;
        for (const int player : seating) seated.push_back(who[static_cast<std::size_t>(player)]);
        rng cards = how.cards(deal);
        table_options at = how.how(deal, seating);
        at.totals = m.seat_totals();
        card_table t(m.next_deal(cards), seated, std::move(at));
        for (spectator* s : how.spectators) t.add(*s);
        t.play();
        if (how.deal_done && !how.deal_done(t.now())) return;
        m.add(t.now());
    }
}

}  // namespace mu
