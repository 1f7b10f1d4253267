// What the bidders of bridge are worth: four copies of each against double-dummy par, and each over
// another on both sides of the same deals. Contracts are scored by double-dummy tricks.
//
//     bench_bidding [boards] [seed] [boards for sim]
//     bench_bidding tables FILE [boards for sim]    deals with known tables (tests/data/bridge)
//     ... system FILE                               another system beside them

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <mu/agents/player.h>
#include <mu/api/position.h>
#include <mu/cards/text.h>
#include <mu/games/bridge.h>
#include <mu/games/bridge/bidding.h>
#include <mu/games/bridge/dd_table.h>

#include "bidding_by_points.h"

namespace {

using namespace mu;

struct board {
    game_state<bridge> start;
    trick_table tricks;
};
// Numbered, so that the generator of a bidder depends on the board alone.
using bidder = std::function<action(const game_state<bridge>&, std::span<const seen_action>)>;

board make_board(int number, const per_seat<card_mask>& hands, const trick_table& tricks) {
    return {bridge_start(hands, board_dealer(number), board_vulnerability(number)), tricks};
}

std::vector<board> random_boards(int n, std::uint64_t seed) {
    std::vector<board> out;
    solver<bridge> by;
    for (int i = 1; i <= n; ++i) {
        rng generator(seed * 1'000'003 + static_cast<std::uint64_t>(i));
        std::array<card_mask, 4> places{};
        deal_random(bridge::layout({}), generator, places);
        const per_seat<card_mask> hands{places[0], places[1], places[2], places[3]};
        out.push_back(make_board(i, hands, dd_table(by, hands)));
    }
    return out;
}

// Rows "N:deal" and 20 numbers: S H D C NT, each by N E S W.
std::vector<board> boards_of(const std::string& file) {
    std::ifstream in(file);
    std::vector<board> out;
    for (std::string line; std::getline(in, line);) {
        if (!line.starts_with("N:")) continue;
        std::istringstream words(line.substr(2));
        per_seat<card_mask> hands{};
        for (int k = 0; k < 4; ++k) {
            std::string text;
            words >> text;
            int s = 0;
            for (const char c : text)
                if (c == '.')
                    ++s;
                else
                    hands[k] |= bit(parse_card<bridge>(std::string(1, c) + "shdc"[s]));
        }
        trick_table tricks{};
        for (const int d : {3, 2, 1, 0, 4})
            for (std::size_t k = 0; k < 4; ++k) {
                int n = 0;
                words >> n;
                tricks[k][static_cast<std::size_t>(d)] = static_cast<std::uint8_t>(n);
            }
        out.push_back(make_board(static_cast<int>(out.size()) + 1, hands, tricks));
    }
    return out;
}

struct outcome {
    game_state<bridge> end;
    int score = 0;              // of north-south
    std::array<bool, 2> bid{};  // a side has done more than pass
};

outcome bid_out(const board& b, const bidder& ns, const bidder& ew) {
    outcome out{b.start};
    std::vector<seen_action> record;
    game_state<bridge>& s = out.end;
    while (s.extra.now == bridge::phase::auction) {
        const seat who = s.current_player;
        const action a = (partnership_of(who) == 0 ? ns : ew)(s, record);
        if (!rules<bridge>::legal_actions(s).contains(a)) std::abort();
        if (a != bridge::pass) out.bid[static_cast<std::size_t>(partnership_of(who))] = true;
        record.push_back({who, a});
        rules<bridge>::apply(s, a);
    }
    if (s.extra.now == bridge::phase::passed_out) return out;
    const bridge_contract c = contract_of(s);
    const int tricks = b.tricks[static_cast<std::size_t>(c.declarer)]
                               [static_cast<std::size_t>(bridge_denomination(c.final_bid))];
    const int side = partnership_of(c.declarer);
    const int points =
        duplicate_score(c.final_bid, c.stake, is_vulnerable(s.extra.vul, side), tricks);
    out.score = side == 0 ? points : -points;
    return out;
}

struct mean_of {
    double sum = 0, squares = 0;
    int n = 0;
    void add(double x) { sum += x, squares += x * x, ++n; }
    double mean() const { return sum / n; }
    double margin() const {
        return 1.96 * std::sqrt((squares / n - mean() * mean()) / (n > 1 ? n - 1 : 1));
    }
};

bool is_game(bridge_bid b) {
    const auto d = bridge_denomination(b);
    return bridge_level(b) >= (d == denomination::no_trump ? 3 : d >= denomination::hearts ? 4 : 5);
}

void against_par(const char* name, std::span<const board> boards, const bidder& by) {
    mean_of distance;
    int near = 0, games = 0, games_bid = 0, slams = 0, slams_bid = 0, doubled = 0;
    for (const board& b : boards) {
        const outcome o = bid_out(b, by, by);
        const int par = par_score(b.tricks, b.start.dealer, b.start.extra.vul);
        const int away = std::abs(imps(o.score - par));
        distance.add(away);
        near += away <= 1 ? 1 : 0;
        doubled += o.end.extra.stake != doubling::none ? 1 : 0;
        for (int side = 0; side < 2; ++side) {
            const int points = by_points::high_cards(b.start.hands[side]) +
                               by_points::high_cards(b.start.hands[side + 2]);
            if (points < 25 || o.bid[static_cast<std::size_t>(1 - side)]) continue;
            const bool ours = o.end.extra.last_bid != no_bridge_bid &&
                              partnership_of(o.end.extra.declarer) == side;
            ++games, games_bid += ours && is_game(o.end.extra.last_bid) ? 1 : 0;
            if (points < 33) continue;
            ++slams, slams_bid += ours && bridge_level(o.end.extra.last_bid) >= 6 ? 1 : 0;
        }
    }
    const auto n = static_cast<double>(boards.size());
    fmt::print("{:22} {:6} {:6.2f} +-{:4.2f} {:8.1f} % {:6}/{:<6} {:4}/{:<5} {:5.1f} %\n", name,
               boards.size(), distance.mean(), distance.margin(), 100 * near / n, games_bid, games,
               slams_bid, slams, 100 * doubled / n);
}

void against_each_other(const char* names, std::span<const board> boards, const bidder& a,
                        const bidder& b) {
    mean_of points, imp;
    for (const board& x : boards) {
        const int one = bid_out(x, a, b).score, other = bid_out(x, b, a).score;
        points.add((one - other) / 2.0);
        imp.add(imps(one - other));
    }
    fmt::print(
        "{:34} {:6} boards: {:+7.1f} +-{:5.1f} points a deal, {:+5.2f} +-{:4.2f} IMPs a board\n",
        names, boards.size(), points.mean(), points.margin(), imp.mean(), imp.margin());
}

// A player as agents describe it, by way of a position.
bidder agent(const char* spec) {
    static const game g("bridge");
    const std::shared_ptr<player> who = make_player(agent_spec(spec), g);
    return [who](const game_state<bridge>& s, std::span<const seen_action> record) {
        static constexpr std::array vul_names{"none", "ns", "ew", "both"};
        std::string deal = seat_str<bridge>(s.dealer) + " " + vul_names[s.extra.vul];
        for (int k = 0; k < 4; ++k) deal += " " + hand_str<bridge>(s.hands[k]);
        position p = g.deal(deal);
        for (const seen_action& a : record) p.apply(*a.what);
        rng generator(s.hands[0] + record.size());
        return ask(*who, p, generator);
    };
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    std::optional<bidding_system> other;
    if (words.size() > 1 && words[words.size() - 2] == "system") {
        std::ifstream in(words.back());
        std::ostringstream text;
        text << in.rdbuf();
        other = bidding_system::parse(text.str());
        words.resize(words.size() - 2);
    }
    const bool from_file = words.size() > 1 && words[0] == "tables";
    const auto number = [&](std::size_t i, int otherwise) {
        return words.size() > i ? std::atoi(words[i].c_str()) : otherwise;
    };
    const std::vector<board> boards =
        from_file ? boards_of(words[1])
                  : random_boards(number(0, 200), static_cast<std::uint64_t>(number(1, 1)));
    const auto some =
        std::span(boards).first(std::min(boards.size(), static_cast<std::size_t>(number(2, 0))));
    const bidder passes = [](const auto&, auto) { return bridge::pass; };
    const bidder by_counting = [](const game_state<bridge>& s, std::span<const seen_action> r) {
        return by_points::call(view_of(s, s.current_player), r);
    };
    const bidder by_system = [](const game_state<bridge>& s, std::span<const seen_action> r) {
        return natural_system().call(auction_of(s, r), s.hands[s.current_player]);
    };
    fmt::print("{:22} {:>6} {:>13} {:>10} {:>13} {:>10} {:>7}\n", "four copies", "boards",
               "IMPs from par", "within 1", "games at 25+", "slams 33+", "doubled");
    against_par("pass", boards, passes);
    against_par("by points", boards, by_counting);
    against_par("natural", boards, by_system);
    against_each_other("natural over by points", boards, by_system, by_counting);
    if (other) {
        const bidder by_other = [&](const game_state<bridge>& s, std::span<const seen_action> r) {
            return other->call(auction_of(s, r), s.hands[s.current_player]);
        };
        against_par(other->name().c_str(), boards, by_other);
        against_each_other("the other system over natural", boards, by_other, by_system);
    }
    if (!some.empty()) {
        const bidder sim = agent("sim(worlds=0, ms=20)");
        against_par("natural, the same", some, by_system);
        against_par("sim, 20 ms", some, sim);
        against_each_other("sim, 20 ms, over natural", some, sim, by_system);
    }
    return 0;
}
