#include <algorithm>
#include <bit>
#include <chrono>
#include <exception>

#include <fmt/format.h>

#include <mu/agents/table.h>
#include <mu/arena/duel.h>
#include <mu/cards/printable.h>
#include <mu/parallel.h>

namespace mu {

std::vector<duel_seating> fair_seatings(int seats, int sides) {
    std::vector<duel_seating> out;
    const int fewest = sides / 2, most = (sides + 1) / 2;
    for (unsigned first = 0; first < 1U << sides; ++first) {
        const int taken = std::popcount(first);
        if (taken < fewest || taken > most) continue;
        duel_seating who;
        for (int k = 0; k < seats; ++k) who.push_back(((first >> (k % sides)) & 1) != 0 ? 0 : 1);
        out.push_back(who);
    }
    return out;
}

namespace {

// Streams of a deal: for the cards, for the seating, for each agent in each seat, for open hands.
enum stream_use : std::uint64_t { cards_stream, seating_stream, open_stream, agents_stream };

rng dealing(const rng& stream) { return stream.split(cards_stream); }
rng deciding(const rng& stream, std::uint64_t agent, seat who, std::size_t actions) {
    return stream.split(agents_stream + agent)
        .split(static_cast<std::uint64_t>(who))
        .split(actions);
}

// What the seats of the first agent have, per seat, beyond those of the second.
double margin_of(const std::vector<int>& points, const duel_seating& who) {
    std::array<double, 2> sum{}, seats{};
    for (std::size_t k = 0; k < who.size(); ++k) {
        sum[static_cast<std::size_t>(who[k])] += points[k];
        ++seats[static_cast<std::size_t>(who[k])];
    }
    return sum[0] / seats[0] - sum[1] / seats[1];
}

// Deals come in turns of dealer and of whatever else changes from deal to deal, such as
// vulnerability; 240 is a whole number of all of these.
int round_of(std::uint64_t deal) { return static_cast<int>(deal % 240); }

}  // namespace

void check_plan(const duel_plan& plan) {
    if (plan.first >= most_deals || plan.count > most_deals - plan.first)
        throw std::invalid_argument(
            fmt::format("{} deals from number {} on go beyond the last one, number {}", plan.count,
                        plan.first, most_deals - 1));
    if (!(plan.seconds >= 0))
        throw std::invalid_argument(
            fmt::format("a time limit of {} s for a decision makes no sense", plan.seconds));
    if (plan.open_hands && plan.matches)
        throw std::invalid_argument("open hands are for single deals, not for matches");
    if (plan.from.empty()) return;
    if (plan.matches)
        throw std::invalid_argument(
            "positions to play on from are for single deals, not for matches");
    if (plan.first + plan.count > plan.from.size())
        throw std::invalid_argument(
            fmt::format("{} deals from number {} on go beyond the {} positions given", plan.count,
                        plan.first, plan.from.size()));
    for (std::size_t i = 0; i < plan.from.size(); ++i) {
        if (!(plan.from[i].game() == plan.of))
            throw std::invalid_argument(fmt::format("position {} is of {}, not of {}", i,
                                                    plan.from[i].game().spec(), plan.of.spec()));
        if (plan.from[i].is_over())
            throw std::invalid_argument(fmt::format("position {}: the deal is over", i));
    }
}

position duel_deal(const game& g, std::uint64_t seed, std::uint64_t deal) {
    rng cards = dealing(rng(seed).split(deal));
    const auto dealer = static_cast<seat>(deal % static_cast<std::uint64_t>(g.info().seats));
    return g.deal(cards, dealer, round_of(deal));
}

duel_table::duel_table(const duel_plan& plan)
    : plan_(plan),
      participants_(plan.matches ? match(plan.of).players() : plan.of.info().seats),
      sides_(participants_ == plan.of.info().seats ? plan.of.info().sides : participants_),
      seatings_(fair_seatings(participants_, sides_)) {
    for (std::size_t a = 0; a < 2; ++a)
        for (int k = 0; k < participants_; ++k)
            players_[a].push_back(plan.makers[a] ? plan.makers[a]()
                                                 : make_player(plan.agents[a], plan.of));
    const std::string g = plan.of.spec();
    // By content, so that the order in which agents are named does not matter.
    const bool turned = plan.agents[1].hash(g) < plan.agents[0].hash(g);
    streams_ = {turned ? 1U : 0U, turned ? 0U : 1U};
    if (plan.open_hands)
        for (int k = 0; k < participants_; ++k)
            open_.push_back(make_player(agent_spec("cheat"), plan.of));
}

std::span<const duel_seating> duel_table::seatings_of(std::uint64_t deal) const {
    const std::span all(seatings_);
    if (!plan_.once) return all;
    rng generator = rng(plan_.seed).split(deal).split(seating_stream);
    // Drawn for the agents as they are ordered by content, too.
    const auto at = static_cast<std::size_t>(generator.below(all.size()));
    if (streams_[0] == 0) return all.subspan(at, 1);
    duel_seating other = all[at];
    for (int& agent : other) agent = 1 - agent;
    return all.subspan(
        static_cast<std::size_t>(std::ranges::find(seatings_, other) - seatings_.begin()), 1);
}

position duel_table::deal_of(std::uint64_t deal) const {
    return plan_.from.empty() ? duel_deal(plan_.of, plan_.seed, deal) : plan_.from[deal];
}

double duel_table::open_hand_margin(std::uint64_t deal) {
    position p = deal_of(deal);
    mu::play_out(p, open_, rng(plan_.seed).split(deal).split(open_stream));
    const std::vector<int> points = p.score();
    const auto seatings = seatings_of(deal);
    double sum = 0;
    for (const duel_seating& who : seatings) sum += margin_of(points, who);
    return sum / static_cast<double>(seatings.size());
}

void duel_table::forfeit(duel_result& into, int agent, const std::string& why) {
    const auto a = static_cast<std::size_t>(agent);
    // What a player says of itself may hold anything. The name is cut first: the reason matters.
    into.notes.push_back(
        printable(fmt::format("{}: {}", printable(plan_.agents[a].text(), 80), why), longest_note));
    if (forfeited_[a]) return;
    forfeited_[a] = true;
    ++into.sides[a].forfeits;
}

table_options duel_table::table_of(const std::vector<int>& players, const duel_seating& who,
                                   const rng& stream, duel_result& into) {
    const auto agent_at = [players, who](seat s) {
        return static_cast<std::size_t>(who[static_cast<std::size_t>(players[index(s)])]);
    };
    table_options how;
    how.seconds = plan_.seconds;
    how.stream_of = [this, agent_at, stream](seat s, std::size_t actions) {
        return deciding(stream, streams_[agent_at(s)], s, actions);
    };
    how.on_decision = [&into, agent_at](seat s, double seconds) {
        duel_side& side = into.sides[agent_at(s)];
        side.seconds += seconds;
        ++side.decisions;
    };
    // What a player does wrong costs its agent the deal and nobody else anything. That it cannot be
    // started is an error of the run.
    how.on_fault = [this, &into, agent_at](seat s, const std::exception& e) {
        if (dynamic_cast<const start_failure*>(&e) != nullptr) throw;
        forfeit(into, static_cast<int>(agent_at(s)),
                fmt::format("deal {}: {}", into.deal, e.what()));
    };
    how.is_out = [this, agent_at](seat s) { return forfeited_[agent_at(s)]; };
    return how;
}

std::vector<player*> duel_table::seated(const duel_seating& who) const {
    std::vector<player*> out;
    for (std::size_t k = 0; k < who.size(); ++k)
        out.push_back(players_[static_cast<std::size_t>(who[k])][k].get());
    return out;
}

duel_table::outcome duel_table::play_deal(const duel_seating& who, const rng& stream,
                                          duel_result& into) {
    std::vector<int> players;
    for (int k = 0; k < participants_; ++k) players.push_back(k);
    card_table t(deal_of(into.deal), seated(who), table_of(players, who, stream, into));
    t.play();
    return {t.now().score(), -1};
}

duel_table::outcome duel_table::play_match(const duel_seating& who, const rng& stream,
                                           duel_result& into) {
    const auto dealer = static_cast<seat>(into.deal % static_cast<std::uint64_t>(participants_));
    match m(plan_.of, dealer);
    const auto of_deal = [&](int deal) { return stream.split(static_cast<std::uint64_t>(deal)); };
    mu::play_match(m, seated(who),
                   {.cards = [&](int deal) { return dealing(of_deal(deal)); },
                    .how =
                        [&](int deal, const std::vector<int>& seating) {
                            return table_of(seating, who, of_deal(deal), into);
                        }});
    return {m.totals(), m.winner()};
}

duel_result duel_table::play(std::uint64_t deal) {
    duel_result out;
    out.seed = plan_.seed;
    out.deal = deal;
    const rng stream = rng(plan_.seed).split(deal);
    const auto seatings = seatings_of(deal);
    double won = 0;
    for (const duel_seating& who : seatings) {
        forfeited_ = {};
        const outcome r =
            plan_.matches ? play_match(who, stream, out) : play_deal(who, stream, out);
        double margin = margin_of(r.points, who);
        if (forfeited_[0] != forfeited_[1])  // a forfeit never pays
            margin = forfeited_[0] ? std::min(margin, 0.0) : std::max(margin, 0.0);
        out.margin += margin / static_cast<double>(seatings.size());
        if (r.winner >= 0) {  // so that among equals nobody is ahead, also where one meets two
            const int winner = who[static_cast<std::size_t>(r.winner)];
            won +=
                (winner == 0 ? 1.0 : -1.0) / static_cast<double>(std::ranges::count(who, winner));
        }
    }
    // Deals are won by the margin over all seatings; matches by matches won. A forfeit loses.
    const double by = plan_.matches ? won : out.margin;
    constexpr double level = 1e-9;
    out.share = by > level ? 1 : by < -level ? 0 : 0.5;
    if (const int a = out.sides[0].forfeits, b = out.sides[1].forfeits; a != b)
        out.share = a > b ? 0 : 1;
    if (!plan_.matches) out.imps = plan_.of.duplicate_swing(static_cast<int>(out.margin));
    if (plan_.open_hands) out.open_hands = open_hand_margin(deal);
    return out;
}

void run_duel(const duel_plan& plan, const duel_callbacks& with) {
    check_plan(plan);
    struct finished {
        duel_result result;
        bool is_new = true;
    };
    const auto make_worker = [&] {
        return [&, table = duel_table(plan)](std::uint64_t i) mutable -> finished {
            const std::uint64_t deal = plan.first + i;
            std::optional<duel_result> r;
            if (with.known) r = with.known(deal);
            if (!r) return {table.play(deal)};
            if (!plan.open_hands || r->open_hands) return {std::move(*r), false};
            r->open_hands = table.open_hand_margin(deal);
            return {std::move(*r)};
        };
    };
    // Nobody runs far ahead of the deal that is due: it would be in vain if that one stops us.
    const auto threads = static_cast<unsigned>(std::max(plan.threads, 1));
    work_in_order(
        {.count = plan.count, .threads = threads, .ahead = std::uint64_t{8} * threads}, make_worker,
        [&](const finished& f) {
            if (f.is_new && with.done) with.done(f.result);
        },
        [&](const finished& f) { return !with.in_order || with.in_order(f.result); });
}

std::vector<duel_result> run_duel(const duel_plan& plan) {
    std::vector<duel_result> out;
    run_duel(plan, {.known = {}, .done = {}, .in_order = [&](const duel_result& r) {
                        out.push_back(r);
                        return true;
                    }});
    return out;
}

}  // namespace mu
