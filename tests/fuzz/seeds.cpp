// Writes what the fuzzers begin with: FOLDER/<fuzzer>/<number>, made by random play of every game
// and from the sample files.
//
//   fuzz_seeds FOLDER DATA
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

#include <nlohmann/json.hpp>

#include <mu/agents/spec.h>
#include <mu/api/match.h>
#include <mu/api/read_positions.h>
#include <mu/cards/rng.h>
#include <mu/cards/text.h>
#include <mu/games/bridge/lin.h>
#include <mu/games/bridge/pbn.h>
#include <mu/pool/make.h>

#include "fuzz/fuzz.h"
#include "pool/frames.h"
#include "support/nets.h"

using namespace mu;

namespace {

namespace fs = std::filesystem;

class seed_folder {
public:
    explicit seed_folder(fs::path folder) : folder_(std::move(folder)) {}

    void add(const std::string& fuzzer, std::string_view bytes) {
        const fs::path to = folder_ / fuzzer;
        fs::create_directories(to);
        std::ofstream out(to / ("seed" + std::to_string(numbers_[fuzzer]++)), std::ios::binary);
        out << bytes;
        if (!out.flush()) throw std::runtime_error("cannot write to " + to.string());
    }

private:
    fs::path folder_;
    std::map<std::string, int> numbers_;
};

void add_positions(seed_folder& to, const game& g, const std::string& prefix, unsigned seed) {
    rng generator(seed);
    position p = g.deal(generator);
    to.add("deal_fuzz", prefix + p.deal_text());
    // At the beginning, twice on the way and at the end: every phase of a game comes up somewhere.
    const std::array<std::uint64_t, 2> stops{1 + generator.below(6), 8 + generator.below(16)};
    for (unsigned k = 0;; ++k) {
        if (k == 0 || k == stops[0] || k == stops[1] || p.is_over()) {
            to.add("state_fuzz", p.state_text());
            if (k > 0) to.add("record_fuzz", p.record());
            if (k > 0) to.add("json_fuzz", p.record_json().dump());
        }
        if (p.is_over()) break;
        const auto legal = p.legal_actions();
        const action a = legal[generator.below(legal.size())];
        if (k == 0 || k == stops[0] || k == stops[1])
            to.add("action_fuzz",
                   prefix + static_cast<char>(seed) + static_cast<char>(k) + p.action_text(a));
        p.apply(a);
    }
}

void add_games(seed_folder& to) {
    const auto& games = fuzz::all_games();
    for (std::size_t i = 0; i < games.size(); ++i) {
        const std::string prefix{static_cast<char>(i >> 8), static_cast<char>(i & 0xFF)};
        to.add("spec_fuzz", games[i].spec());
        const unsigned times = games[i].spec() == games[i].info().name ? 3 : 1;
        for (unsigned seed = 0; seed < times; ++seed) add_positions(to, games[i], prefix, seed);
    }
}

void add_bridge_files(seed_folder& to, const fs::path& data) {
    const auto games = parse_pbn(read_text(data / "bridge/samples.pbn"));
    for (const pbn_game& g : games) to.add("pbn_fuzz", write_pbn(std::span(&g, 1)));
    const lin_file lin = parse_lin(read_text(data / "bridge/samples.lin"));
    for (const lin_board& b : lin.boards) to.add("lin_fuzz", write_lin({lin.header, {b}}));
    to.add("bidding_fuzz",
           "system s \"t\"\nalways if level 0, not vul\n  1M at 1 : hcp 12+, M 5+, M >= O ; gf "
           "\"five\"\nafter ...-1x-P | 1NT-*-2x-!\n  +x : total x 20-24, stop T\n  complete\n"
           "rescue\n  =NT : sum 25+\n");
    to.add("positions_fuzz", write_pbn(std::span(games).first(2)));
    to.add("positions_fuzz", write_lin({{}, {lin.boards[0], lin.boards[1]}}));
    rng generator(1);
    const position whist = game("whist").deal(generator), ulti = game("ulti").deal(generator);
    to.add("positions_fuzz", "# two\n\n" + whist.record() + "\r\n" + ulti.state_text() + "\n");
    to.add("positions_fuzz", *games[0].find("Deal"));
}

void add_agents(seed_folder& to) {
    for (const char* text : {"random", "rule", "cheat", "blunder(p=0.25, inner=rule)",
                             "blunder(p=1, inner=blunder(inner=random))",
                             "program(command=\"python3 bot.py\", seconds=2.5)"}) {
        to.add("agent_fuzz", text);
        if (const auto agent =
                fuzz::accepted(text, [](std::string_view t) { return agent_spec(t); }))
            to.add("agent_fuzz", agent->toml());
    }
}

void add_cards(seed_folder& to) {
    rng generator(1);
    for (const deck_info& deck : decks::all)
        for (int k = 0; k < 8; ++k) {
            const card_mask all = (card_mask{2} << (deck.card_count() - 1)) - 1;
            const card_mask hand = generator.next() & generator.next() & all;
            to.add("hand_fuzz", hand_str(hand, deck));
            to.add("card_fuzz", mask_str(hand, deck));
            to.add("card_fuzz", card_str(static_cast<card>(generator.below(
                                             static_cast<std::uint64_t>(deck.card_count()))),
                                         deck));
        }
    for (const char* text : {"spades", "\u2665", "nt", "N", "2", "0x1234abcd", "123456789012345"})
        to.add("card_fuzz", text);
}

// What pool_fuzz takes: a byte for the kind, then the bytes.
void add_pools(seed_folder& to, const fs::path& folder) {
    for (const char* spec : {"euchre", "contree", "snapszer"}) {
        const fs::path file = folder / "seed.pool";
        fs::remove(file);
        make_pool(file, {.of = game(spec), .seed = 1, .count = 20, .frame = 16});
        const std::string whole = read_text(file);
        to.add("pool_fuzz", std::string(1, 0) + whole);
        to.add("pool_fuzz", "\x01" + to_json(pool_reader(file).header()).dump());
        if (std::string_view(spec) != "euchre") continue;
        pool_reader in(file);
        pool_frame frame;
        while (in.next(frame)) {
            const auto payload = detail::pack_frame(in.header(), frame.bytes, frame.count);
            to.add("pool_fuzz",
                   std::string("\x02") + static_cast<char>(frame.count) +
                       std::string(reinterpret_cast<const char*>(payload.data()), payload.size()));
        }
    }
    fs::remove(folder / "seed.pool");
}

// What net_fuzz takes: a byte for the kind, then the bytes.
void add_nets(seed_folder& to) {
    for (const bit_layout& l : bit_layouts())
        for (const auto& net :
             {test::random_net(l, 2, 1, 1), test::random_belief_net(l, 1, 2, 1)}) {
            to.add("net_fuzz", "\x01" + net.header.dump());
            if (l.variant == "euchre" || l.variant == "snapszer")
                to.add("net_fuzz", std::string(1, 0) + net.file());
        }
}

// What message_fuzz takes: a byte for who speaks, then messages. One who plays against bots and
// uses every help, one who watches bots, and what needs no table.
void add_messages(seed_folder& to) {
    using json = nlohmann::ordered_json;
    const auto line = [](const char* type, json rest = json::object()) {
        json out{{"v", 1}, {"type", type}};
        out.update(rest);
        return out.dump() + "\n";
    };
    const auto at_table = [&](const char* type, json rest = json::object()) {
        rest["table"] = "t1";
        return line(type, rest);
    };
    for (const game_info& info : games()) {
        const game g(info.name);
        rng generator(3);
        position p = g.deal(generator);
        const int players = match(g).players(), own = std::min(2, players - 1);
        json seats = json::array(), bots = json::array();
        for (int k = 0; k < players; ++k) {
            seats.push_back(k == own ? "person" : "casual");
            bots.push_back("beginner");
        }
        const json mine{{"player", own}};
        const std::string sit =
            line("new", {{"game", info.name}, {"seats", seats}, {"seed", 1}, {"player", own}});
        std::string play = sit;
        for (int k = 0; k < 5; ++k) {
            play += at_table("step", mine);
            play += at_table("act", {{"player", own}, {"action", k}});
            play += at_table("act", {{"player", own}, {"action", "pass"}, {"at", k}});
        }
        to.add("message_fuzz", "\x05" + play + at_table("undo", mine) + at_table("save"));
        std::string think = sit;  // the others act until it is the person's turn
        for (int k = 0; k < 3; ++k) think += at_table("step");
        to.add("message_fuzz", "\x05" + think + at_table("hint", {{"player", own}, {"ms", 1}}) +
                                   at_table("see", {{"since", 1}}) + at_table("beliefs", mine) +
                                   at_table("seat", {{"player", 0}, {"who", "club"}}));
        std::string watch = line("new", {{"game", info.name}, {"seats", bots}, {"seed", 2}});
        for (int k = 0; k < 12; ++k) watch += at_table("step", {{"at", k}});
        to.add("message_fuzz", "\x05" + watch + at_table("beliefs", {{"player", 0}}) +
                                   at_table("next") + at_table("close"));
        const std::string hand = hand_str(p.view(p.to_act()).hand(), info.deck);
        to.add("message_fuzz", "\x05" + line("lab", {{"game", info.name},
                                                     {"hand", hand},
                                                     {"dealer", 0},
                                                     {"calls", json::array()},
                                                     {"worlds", 1},
                                                     {"played", 1},
                                                     {"solved", 1}}));
        while (!p.is_over()) p.apply(p.view(p.to_act()).rule_choice());
        to.add("message_fuzz",
               "\x05" + line("analyse", {{"record", p.record()}, {"at", 3}, {"contracts", true}}) +
                   line("teach", {{"record", p.record()}, {"at", 5}, {"worlds", 1}}) +
                   line("read", {{"text", p.record()}}) + line("hello", {{"re", 7}}));
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: fuzz_seeds FOLDER DATA\n";
        return 2;
    }
    try {
        seed_folder to{fs::path(argv[1])};
        add_games(to);
        add_bridge_files(to, argv[2]);
        add_agents(to);
        add_cards(to);
        add_pools(to, argv[1]);
        add_nets(to);
        add_messages(to);
    } catch (const std::exception& e) {
        std::cerr << "fuzz_seeds: " << e.what() << '\n';
        return 1;
    }
    return 0;
}
