#include <limits>
#include <numeric>

#include <fmt/format.h>

#include <mu/api/match.h>

#include "api/game_model.h"

namespace mu {

match::match(mu::game g, seat first_dealer)
    : game_(std::move(g)), dealer_(first_dealer), score_(game_.model_->match_start()) {
    if (index(first_dealer) >= players())
        throw std::invalid_argument("no such seat for the first dealer");
}

int match::players() const { return game_.model_->match_players(); }

std::vector<int> match::seating() const {
    std::vector<int> out(static_cast<std::size_t>(game_.info().seats));
    const bool all_play = players() == game_.info().seats;
    std::iota(out.begin(), out.end(), all_play ? 0 : index(dealer_) + 1);
    for (int& player : out) player %= players();
    return out;
}

seat match::deal_dealer() const {
    return players() == game_.info().seats ? dealer_ : static_cast<seat>(game_.info().seats - 1);
}

bool match::is_over() const { return winner() >= 0; }
std::vector<int> match::totals() const { return game_.model_->match_totals(score_); }
std::vector<int> match::seat_totals() const {
    const std::vector<int> of = totals();
    std::vector<int> out;
    for (const int player : seating()) out.push_back(of[static_cast<std::size_t>(player)]);
    return out;
}
int match::winner() const { return game_.model_->match_winner(score_); }
std::string match::text() const { return game_.model_->match_text(score_); }
int match::target() const { return game_.info().sides == 2 ? game_.model_->match_target() : 0; }

nlohmann::ordered_json match::to_json() const {
    const int won = winner();
    return {{"game", game_.spec()},
            {"deals_played", deals_},
            {"players", players()},
            {"dealer", index(dealer_)},
            {"seating", seating()},
            {"totals", totals()},
            {"target", target() > 0 ? nlohmann::ordered_json(target()) : nlohmann::ordered_json()},
            {"facts", game_.model_->match_facts(score_)},
            {"score", text()},
            {"over", is_over()},
            {"winner", won < 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(won)}};
}

position match::next_deal(rng& generator) const {
    if (is_over()) throw std::logic_error("the match is over: " + text());
    const detail::game_model& model = *game_.model_;
    const int round = model.match_round(score_, deals_);
    if (last_) {
        std::vector<card_mask> places(static_cast<std::size_t>(model.layout().places));
        if (model.gather(last_->start(), last_->history(), generator, places))
            return {game_, model.start(places, deal_dealer(), round)};
    }
    return game_.deal(generator, deal_dealer(), round);
}

position match::next_deal(std::uint64_t seed, std::uint64_t number) const {
    rng generator = rng(seed).split(number);
    return next_deal(generator);
}

position match::deal(const mu::game& g, std::uint64_t seed, std::uint64_t number,
                     seat first_dealer) {
    constexpr int last_round = std::numeric_limits<int>::max();
    if (number > last_round)
        throw std::invalid_argument(
            fmt::format("no deal {}: deals of a seed count from 0 to {}", number, last_round));
    match m(g, first_dealer);
    m.deals_ = static_cast<int>(number);
    const auto players = static_cast<std::uint64_t>(m.players());
    m.dealer_ =
        static_cast<seat>((static_cast<std::uint64_t>(index(first_dealer)) + number) % players);
    return m.next_deal(seed, number);
}

void match::add(const position& finished) {
    if (is_over()) throw std::logic_error("the match is over: " + text());
    if (!(finished.game_ == game_))
        throw std::logic_error("a deal of " + finished.game_.spec() + " in a match of " +
                               game_.spec());
    if (!finished.is_over()) throw std::logic_error("the deal is not finished");
    if (game_.model_->deal_dealer(finished.start()) != deal_dealer())
        throw std::logic_error("the deal was dealt by another seat than the match's dealer");
    game_.model_->match_add(score_, finished.now_, seating());
    last_ = finished;
    ++deals_;
    dealer_ = static_cast<seat>((index(dealer_) + 1) % players());
}

}  // namespace mu
