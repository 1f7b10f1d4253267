// The command `mu` as a user meets it: what it prints and how it exits.

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <mu/api/position.h>
#include <mu/pool/file.h>

#include "support/command.h"

namespace {

namespace fs = std::filesystem;
using mu::test::contains, mu::test::mu_run, mu::test::outcome, mu::test::read_all;
using mu::test::work, mu::test::write;

std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> out;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) out.push_back(line);
    return out;
}

// What follows `label` on its line.
std::string after(const std::string& text, const std::string& label) {
    for (const auto& line : lines(text))
        if (const auto at = line.find(label); at != std::string::npos)
            return line.substr(at + label.size());
    return "";
}

std::string repeat(const std::string& text, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += text;
    return out;
}

// Columns on the screen: pictures take two.
int columns(const std::string& line) {
    int width = 0;
    for (const char c : line) {
        const auto byte = static_cast<unsigned char>(c);
        width += byte >= 0xF0 ? 2 : (byte & 0xC0) != 0x80 ? 1 : 0;
    }
    return width;
}

// It fits a terminal of 80 columns, but for records, which are one line each.
void check_width(const std::string& text) {
    for (const auto& line : lines(text)) {
        if (line.starts_with("  Record")) continue;
        CAPTURE(line);
        CHECK(columns(line) <= 80);
    }
}

constexpr const char* cyclic_deal =
    "whist/1 trump=s | W s AT62.K95.Q84.J73 J73.AT62.K95.Q84 Q84.J73.AT62.K95 K95.Q84.J73.AT62 |";
const std::vector<std::uint64_t> cyclic_counts{13, 42, 135, 432, 5184, 15696, 48232, 150336};

}  // namespace

TEST_CASE("mu: version, help, and no subcommand") {
    CHECK(mu_run("--version").out.starts_with("mu "));
    CHECK(mu_run("--help").status == 0);
    CHECK(contains(mu_run("--help").out, "play"));
    CHECK(mu_run("").status == 2);
    CHECK(contains(mu_run("").err, "play"));
}

TEST_CASE("mu --help: what a command or an option does begins in lower case, everywhere") {
    // Of "mu", "mu pool", ...: the names of its subcommands.
    const std::function<int(const std::string&)> check_help = [&](const std::string& of) {
        const outcome help = mu_run(of + " --help");
        CHECK(help.status == 0);
        CAPTURE(help.out);
        const std::vector<std::string> all = lines(help.out);
        std::string section;
        int descriptions = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const std::string& line = all[i];
            if (!line.starts_with("  ")) {
                section = line;
                continue;
            }
            if (section != "Positionals:" && section != "Options:" && section != "Subcommands:")
                continue;
            // Names stand in 30 columns; what follows longer ones is on the next line.
            constexpr std::size_t left = 30;
            const std::string indent(left, ' ');
            if (!line.starts_with(indent)) {
                if (section == "Subcommands:")
                    descriptions += check_help(of + " " + line.substr(2, line.find(' ', 2) - 2));
                if (i + 1 < all.size() && all[i + 1].starts_with(indent)) continue;
            }
            CAPTURE(line);
            REQUIRE(line.size() > left);
            const std::string word = line.substr(left, line.find(' ', left) - left);
            // Names of formats are in capitals.
            CHECK((!std::isupper(static_cast<unsigned char>(word[0])) ||
                   std::ranges::none_of(word, [](unsigned char c) { return std::islower(c); })));
            ++descriptions;
        }
        return descriptions;
    };
    CHECK(check_help("") > 150);
}

TEST_CASE("mu games: table, details, JSON") {
    const outcome table = mu_run("games");
    CHECK(table.status == 0);
    CHECK(contains(table.out, "whist"));
    CHECK(contains(table.out, "turn_up* s h d c none rotation"));
    for (const auto& line : lines(table.out)) {
        CAPTURE(line);
        CHECK(std::ranges::count_if(line, [](char c) { return (c & 0xC0) != 0x80; }) <= 80);
    }
    CHECK(contains(mu_run("games whist").out, "697381590951354306910086720000"));
    const auto all = nlohmann::json::parse(mu_run("games --json").out);
    REQUIRE(all.size() == mu::games().size());
    CHECK(all[0]["name"] == "whist");
    CHECK(all[0]["cards"] == 52);
    CHECK(all[0]["options"][0]["default"] == "turn_up");
}

TEST_CASE("mu deal: a seed deals the same cards, whole or in parts") {
    const outcome whole = mu_run("deal whist --seed 7 --count 4");
    CHECK(whole.status == 0);
    CHECK(whole.err.empty());
    CHECK(lines(whole.out).size() == 4);
    CHECK(mu_run("deal whist --seed 7 --count 4").out == whole.out);
    CHECK(mu_run("deal whist --seed 7 --count 1").out +
              mu_run("deal whist --seed 7 --first 1 --count 3").out ==
          whole.out);
    CHECK(mu_run("deal whist --seed 8 --count 4").out != whole.out);
    for (const auto& line : lines(whole.out)) CHECK(mu::replay(line).record() == line);
}

TEST_CASE("mu deal: a seed's deals are those of a match, whoever deals first") {
    for (const std::string options : {"whist --seed 3", "whist --seed 3 --dealer E",
                                      "bridge --seed 4", "\"ulti(players=4)\" --seed 2"}) {
        CAPTURE(options);
        const auto dealt = lines(mu_run("deal " + options + " --count 3").out);
        REQUIRE(dealt.size() == 3);
        std::vector<std::string> played;
        for (const auto& line : lines(mu_run("play " + options + " --watch --deals 3").out))
            if (const auto at = line.find("Record   "); at != std::string::npos)
                played.push_back(line.substr(at + 9));
        REQUIRE(played.size() == 3);
        for (std::size_t k = 0; k < 3; ++k) CHECK(played[k].starts_with(dealt[k]));
    }
    // A pool's deals have one dealer.
    const auto fixed = lines(mu_run("deal whist --seed 3 --count 3 --fixed-dealer").out);
    REQUIRE(fixed.size() == 3);
    for (const auto& line : fixed) CHECK(line.starts_with("whist/1 | N "));
}

TEST_CASE("mu deal: a random seed is printed") {
    const outcome random = mu_run("deal whist");
    CHECK(random.status == 0);
    CHECK(mu_run("deal whist --seed " + after(random.err, "seed ")).out == random.out);
}

TEST_CASE("mu deal: by number, options, dealer, drawing, JSON") {
    CHECK(mu_run("deal whist --number 12345").out == mu_run("deal whist --number 0x3039").out);
    const outcome none = mu_run("deal whist --number ''");
    CHECK(none.status == 2);
    CHECK(none.out.empty());
    CHECK(contains(none.err, "--number: it is empty"));
    CHECK(mu_run("deal \"whist(trump=h)\" --seed 1 --dealer E")
              .out.starts_with("whist/1 trump=h | E h"));
    const outcome drawn = mu_run("deal whist --seed 1 --pretty");
    CHECK(contains(drawn.out, "North"));
    CHECK(contains(drawn.out, "♠"));
    CHECK(!contains(drawn.out, "\x1b"));
    CHECK(!contains(mu_run("deal euchre --seed 1 --pretty").out, "order_up"));
    const auto record = nlohmann::ordered_json::parse(mu_run("deal whist --seed 1 --json").out);
    CHECK(mu::replay_json(record).record() + "\n" == mu_run("deal whist --seed 1").out);
}

TEST_CASE("mu bench --beliefs: the same signature every time, and a table") {
    const outcome first = mu_run("bench --beliefs --signature");
    CHECK(first.status == 0);
    CHECK(mu_run("bench --beliefs --signature").out == first.out);
    const outcome table = mu_run("bench --beliefs --seconds 0.01");
    CHECK(contains(table.out, first.out));
    CHECK(contains(table.out, "snapszer_24  middle"));
    CHECK(mu_run("bench --beliefs --solve").status == 2);
}

TEST_CASE("mu bench --solve: the same signature every time, and a table") {
    const outcome first = mu_run("bench --solve --signature");
    CHECK(first.status == 0);
    CHECK(contains(first.out, "solve signature "));
    CHECK(mu_run("bench --solve --signature").out == first.out);
    const outcome table = mu_run("bench --solve --alone --deals 1");
    CHECK(table.status == 0);
    CHECK(table.out.starts_with(first.out));
    CHECK(contains(table.out, "\neuchre "));
    CHECK(contains(table.out, "Peak memory "));
    const outcome ranges = mu_run("bench --solve --budgets --deals 1");
    CHECK(ranges.status == 0);
    CHECK(contains(ranges.out, "\njass, 6 cards "));
    CHECK(mu_run("bench --deals 1").status == 2);
    CHECK(mu_run("bench --solve --deals 0").status == 2);
}

TEST_CASE("mu analyse: text, JSON, one seat, and what it refuses") {
    const std::string record =
        after(mu_run("play euchre --watch --seed 3 --deals 1 --against \"blunder(p=0.3)\"").out,
              "Record   ");
    REQUIRE(!record.empty());
    const fs::path file = work("analyse.rec");
    write(file, record + "\n");
    const std::string source = "analyse \"" + file.string() + "\" --worlds 6 ";

    const outcome text = mu_run(source);
    CHECK(text.status == 0);
    CHECK(contains(text.out, "?! inaccuracy from 0.15"));
    CHECK(contains(text.out, "Choices"));
    check_width(text.out);
    CHECK(mu_run(source + "--threads 2").out == text.out);
    CHECK(mu_run("analyse - --worlds 6", record + "\n").out == text.out);

    const auto all = nlohmann::json::parse(mu_run(source + "--json").out);
    CHECK(all["record"] == record);
    const auto south = nlohmann::json::parse(mu_run(source + "--json --seat S").out);
    std::size_t of_south = 0;
    for (const auto& d : all["decisions"])
        if (d["seat"] == 2) CHECK(south["decisions"][of_south++] == d);
    CHECK(south["decisions"].size() == of_south);

    const auto refused = [&](const std::string& arguments, const std::string& why) {
        const outcome o = mu_run(arguments);
        CHECK(o.status == 2);
        CHECK(contains(o.err, why));
        CHECK(o.out.empty());
    };
    refused("analyse", "RECORD");
    refused("analyse /nonexistent", "cannot be read");
    refused("analyse \"euchre/1 | what is this\"", "line 1");
    refused("analyse \"" + record.substr(0, record.rfind('|') + 1) + "\"", "nothing has been done");
    refused(source + "--seat X", "expected a seat");
    refused("analyse \"" + file.string() + "\" --worlds 0", "worlds or milliseconds");
    refused("analyse \"" + file.string() + "\" --worlds -3", "--worlds");
}

TEST_CASE("mu solve: contracts of a deal, cards of a position, and what it refuses") {
    // The first deal of tests/data/bridge/dd_tables_500.txt.
    const std::string deal =
        "bridge/1 | N none Q96.A7.J72.AQ963 AK52.JT4.K864.54 T43.82.AT93.KT82 "
        "J87.KQ9653.Q5.J7 |";
    const outcome table = mu_run("solve -", deal + "\n");
    CHECK(table.status == 0);
    CHECK(contains(table.out,
                   "declarer   N   S   E   W\n"
                   "NT         7   7   4   4\n"
                   "S          5   5   7   7\n"));
    CHECK(contains(table.out, "\npar 3HX by E/W: +100 for N/S\n"));
    CHECK(contains(table.out, "Contract bridge   Dealer North"));
    CHECK(contains(table.out, "Nobody vulnerable"));
    CHECK(contains(table.out, "♥  K Q 9 6 5 3"));

    const std::string played = deal + " 1C P P P As";
    const outcome cards = mu_run("solve - --json --threads 2", played + "\n" + deal + "\n");
    REQUIRE(cards.status == 0);
    const auto end = cards.out.find('\n');
    const auto first = nlohmann::json::parse(cards.out.substr(0, end));
    CHECK(first["value"] == 9);
    CHECK(first["moves"].size() == 3);
    CHECK(first["line"].size() == 51);
    CHECK(nlohmann::json::parse(cards.out.substr(end + 1))["contracts"].size() == 20);

    const outcome short_of = mu_run("solve - --value --nodes 1", played + "\n");
    CHECK(short_of.status == 0);
    CHECK(contains(short_of.out, "the budget ran out"));
    // Any range within the tolerance will do, an exact value too; one that covers all thirteen
    // tricks needs no search, so that a range is left.
    for (const int tolerance : {0, 1, 3, 7}) {
        CAPTURE(tolerance);
        const std::string with = "solve - --value --tolerance " + std::to_string(tolerance);
        const outcome about = mu_run(with, played + "\n");
        const auto value =
            nlohmann::json::parse(mu_run(with + " --json", played + "\n").out)["value"];
        const int low = value.is_object() ? value["at_least"].get<int>() : value.get<int>();
        const int high = value.is_object() ? value["at_most"].get<int>() : value.get<int>();
        CHECK(about.status == 0);
        CHECK(low <= 9);
        CHECK(high >= 9);
        CHECK(high - low <= 2 * tolerance);
        CHECK(contains(about.out, "a..b means at least a, at most b") == (low < high));
        CHECK_FALSE(contains(about.out, "the budget ran out"));
        if (tolerance == 7) CHECK(low < high);
    }
    CHECK(mu_run("solve - --tolerance -1", played + "\n").status == 2);

    const outcome bounds = mu_run("solve - --contracts --nodes 1", deal + "\n");
    CHECK(contains(bounds.out, "NT       0..13 0..13 0..13 0..13\n"));

    CHECK(mu_run("solve no-such-file").status == 2);
    CHECK(mu_run("solve -", "").status == 2);
    CHECK(contains(mu_run("solve -", "# a remark\n").err, "no position in this text"));
    CHECK(mu_run("solve -", "\xEF\xBB\xBF" + deal + "\r\n").out == table.out);
    CHECK(contains(mu_run("solve \"N:Q96.A7.J72.AQ963 AK52.JT4.K864.54 T43.82.AT93.KT82 "
                          "J87.KQ9653.Q5.J7\"")
                       .out,
                   "NT         7   7   4   4\n"));
    // Which card, for whom, with the hands and who is to play.
    const outcome which = mu_run("solve -", played + "\n");
    CHECK(contains(which.out, "Contract 1♣ by North, dummy South"));
    CHECK(contains(which.out, "On the table: E A♠"));
    CHECK(contains(which.out, "South to play: 9 tricks for N+S"));
    check_width(which.out);
    // A deal that has been played says so.
    const std::string finished =
        after(mu_run("play bridge --watch --seed 1 --deals 1").out, "Record   ");
    CHECK(contains(mu_run("solve - --contracts", finished + "\n").out,
                   "This deal has been played: "));
    const outcome bad = mu_run("solve -", deal + "\nwhist/1 | N\n");
    CHECK(bad.status == 2);
    CHECK(contains(bad.err, "line 2"));
}

TEST_CASE("mu pool: made, looked at, checked, joined, exported, drawn") {
    const auto path = [](const std::string& name) { return "\"" + work(name).string() + "\""; };
    for (const char* name : {"a.pool", "1.pool", "2.pool", "both.pool"}) fs::remove(work(name));
    const outcome made = mu_run("pool make " + path("a.pool") + " euchre --count 20 --threads 2");
    REQUIRE(made.status == 0);
    CHECK(contains(made.out, "20 deals, "));
    CHECK(made.err.empty());
    CHECK(contains(mu_run("pool make " + path("a.pool") + " euchre --count 20").out,
                   "all there already"));

    const auto info = nlohmann::json::parse(mu_run("pool info --json " + path("a.pool")).out);
    CHECK(info["game"] == "euchre");
    CHECK(info["deals"] == 20);
    CHECK(info["complete"] == true);
    CHECK(contains(mu_run("pool info " + path("a.pool")).out, "20, from number 0 of seed 1\n"));
    CHECK(contains(mu_run("pool verify --solve 3 " + path("a.pool")).out,
                   "20 deals of the seed, 3 solved again"));

    for (const char* k : {"1", "2"})
        CHECK(mu_run("pool make " + path(std::string(k) + ".pool") + " euchre --count 20 --shard " +
                     k + "/2")
                  .status == 0);
    CHECK(mu_run("pool merge " + path("both.pool") + " " + path("2.pool") + " " + path("1.pool"))
              .status == 0);
    CHECK(read_all(work("both.pool")) == read_all(work("a.pool")));

    const outcome csv = mu_run("pool export " + path("a.pool"));
    CHECK(lines(csv.out).size() == 21);
    CHECK(csv.out.starts_with("number,E,S,W,N,up,kitty,s_N+S,s_N_alone,"));
    CHECK(mu_run("pool export " + path("a.pool") + " " + path("a.csv")).status == 0);
    CHECK(read_all(work("a.csv")) == csv.out);
    CHECK(mu_run("pool export " + path("a.pool") + " " + path("a.npz")).status == 0);
    CHECK(read_all(work("a.npz")).starts_with("PK"));
    CHECK(mu_run("pool plot " + path("a.pool") + " --column s_N+S").out.starts_with("<svg "));

    fs::remove(work("c.pool"));
    CHECK(mu_run("pool make " + path("c.pool") + " euchre --count 2 --label rule --label random")
              .status == 0);
    CHECK(contains(lines(mu_run("pool export " + path("c.pool")).out)[0],
                   ",rule_N+S,rule_E+W,random_N+S,random_E+W"));
    CHECK(contains(mu_run("pool info " + path("c.pool")).out, "label     rule #"));
    CHECK(
        contains(mu_run("pool make " + path("c.pool") + " euchre --count 2").err, "labels rule#"));
    CHECK(contains(mu_run("pool make " + path("d.pool") + " euchre --label clever").err,
                   "unknown agent 'clever'"));

    const outcome other = mu_run("pool make " + path("a.pool") + " euchre --count 20 --seed 2");
    CHECK(other.status == 2);
    CHECK(contains(other.err, "was made with seed 1, not 2"));
    const outcome shard = mu_run("pool make " + path("b.pool") + " euchre --shard 3");
    CHECK(shard.status == 2);
    CHECK(contains(shard.err, "expected k/n"));
    CHECK(mu_run("pool make " + path("b.pool") + " differenzler").status == 2);
    CHECK(mu_run("pool export " + path("a.pool") + " " + path("a.txt")).status == 2);
    CHECK(mu_run("pool export " + path("a.pool") + " - --format npz").status == 2);
    CHECK(mu_run("pool").status == 2);
    std::string bytes = read_all(work("a.pool"));
    bytes[bytes.size() / 2] ^= 1;
    write(work("bad.pool"), bytes);
    const outcome bad = mu_run("pool verify " + path("bad.pool"));
    CHECK(bad.status == 1);
    CHECK(contains(bad.err, "damaged at byte "));
}

TEST_CASE("mu pool: what could do harm is refused or has to be asked for") {
    const auto path = [](const std::string& name) { return "\"" + work(name).string() + "\""; };
    for (const char* name : {"e.pool", "link.pool", "cut.pool", "cut.pool.part", "ran"})
        fs::remove(work(name));
    REQUIRE(mu_run("pool make " + path("e.pool") + " euchre --count 20 --frame 8").status == 0);
    const std::string bytes = read_all(work("e.pool"));
    fs::create_symlink("e.pool", work("link.pool"));
    for (const char* out : {"e.pool", "link.pool"})
        for (const char* what : {"export --format csv", "export --format npz", "plot"}) {
            const outcome same =
                mu_run(std::string("pool ") + what + " " + path("e.pool") + " " + path(out));
            CAPTURE(what);
            CHECK(same.status == 2);
            CHECK(contains(same.err, "is the same file as"));
            CHECK(read_all(work("e.pool")) == bytes);
        }

    // Cut after a whole frame: every checksum holds, but the end is missing.
    write(work("cut.pool"), bytes.substr(0, bytes.size() - 28));
    const outcome cut = mu_run("pool verify --solve 0 " + path("cut.pool"));
    CHECK(cut.status == 1);
    CHECK(contains(cut.err, "not complete"));
    fs::rename(work("cut.pool"), work("cut.pool.part"));
    CHECK(mu_run("pool verify --solve 0 " + path("cut.pool.part")).status == 0);

    // A file may name any command as a label.
    const auto h = mu::make_pool_header(
        mu::game("euchre"), 1, 0, 8,
        {mu::agent_spec("program(command=\"touch " + work("ran").string() + "\")")});
    fs::remove(work("named.pool"));
    {
        mu::pool_reader in(work("e.pool"));
        mu::pool_writer out(work("named.pool"), h);
        mu::pool_frame frame;
        while (in.next(frame))
            for (std::uint32_t k = 0; k < frame.count; ++k) {
                const auto r = frame.record(k);
                std::vector<std::byte> record(r.begin(), r.end());
                record.resize(h.record_size());
                out.add(record);
            }
        out.finish();
    }
    const outcome skipped = mu_run("pool verify --solve 2 " + path("named.pool"));
    CHECK(skipped.status == 0);
    CHECK(contains(skipped.err, "label not checked, for it runs a command (--run-programs): "));
    CHECK(!fs::exists(work("ran")));
    CHECK(mu_run("pool verify --solve 2 --run-programs " + path("named.pool")).status != 0);
    CHECK(fs::exists(work("ran")));
}

TEST_CASE("mu pool make: an interrupt keeps what is done, and the same command resumes") {
    const fs::path file = work("i.pool"), part = work("i.pool.part"), whole = work("w.pool");
    for (const fs::path& f : {file, part, whole}) fs::remove(f);
    const std::string plan = " euchre --seed 4 --frame 16 --count ";
    const pid_t pid = ::fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        const int err = ::open(work("interrupted").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
        ::dup2(err, 2);
        ::execl("/bin/sh", "sh", "-c",
                ("exec \"" MU_COMMAND "\" pool make \"" + file.string() + "\"" + plan + "200000")
                    .c_str(),
                nullptr);
        ::_exit(127);
    }
    // As soon as there is a frame; the whole pool takes minutes.
    const auto deals = [&] {
        try {
            mu::pool_reader in(part);
            mu::pool_frame frame;
            while (in.next(frame)) {
            }
            return in.records();
        } catch (const mu::pool_error&) {
            return std::uint64_t{0};
        }
    };
    while (deals() == 0 && ::waitpid(pid, nullptr, WNOHANG) == 0) ::usleep(1000);
    ::kill(pid, SIGINT);
    int status = 0;
    REQUIRE(::waitpid(pid, &status, 0) == pid);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 130);
    const std::uint64_t kept = deals();
    CHECK(kept > 0);
    CHECK(kept % 16 == 0);
    CHECK(contains(read_all(work("interrupted")),
                   "interrupted: " + std::to_string(kept) + " of 200000 deals are in "));
    CHECK(!fs::exists(file));

    const std::string count = std::to_string(kept + 20);
    CHECK(contains(mu_run("pool make \"" + file.string() + "\"" + plan + count).out,
                   count + " deals (" + std::to_string(kept) + " were there)"));
    CHECK(mu_run("pool make \"" + whole.string() + "\"" + plan + count).status == 0);
    CHECK(read_all(file) == read_all(whole));
}

TEST_CASE("mu perft: known counts") {
    const std::string record = "\"" + std::string(cyclic_deal) + "\"";
    for (const auto& [arguments, input] : std::vector<std::pair<std::string, std::string>>{
             {record + " --plies 8 --json", ""},
             {"- --plies 8 --json", std::string(cyclic_deal) + "\n"},
             {"- --plies 8 --json", mu::replay(cyclic_deal).state_text() + "\n"}}) {
        CAPTURE(arguments);
        const outcome counted = mu_run("perft " + arguments, input);
        REQUIRE(counted.status == 0);
        CHECK(nlohmann::json::parse(counted.out)["perft"] == cyclic_counts);
    }
    CHECK(contains(mu_run("perft --seed 3 --plies 2").out, "  1                   13"));
    CHECK(mu_run("perft --seed 3 --plies 3").out == mu_run("perft --seed 3 --plies 3").out);
}

TEST_CASE("mu play: reaches the first prompt without input") {
    for (const auto* input : {"</dev/null", "<&-"}) {
        const outcome played = mu_run(std::string("play whist --seed 1 --deals 1 ") + input);
        CHECK(played.status == 0);
        CHECK(played.err.empty());
        CHECK(contains(played.out, "(? for help)"));
        CHECK(contains(played.out, "At the table: North rule, East rule, South you, West rule"));
        CHECK(contains(played.out, "mu play whist --seed 1 --dealer N --seat S --against rule"));
    }
}

TEST_CASE("mu play: a whole deal, always the first choice") {
    const outcome played = mu_run("play whist --seed 1 --deals 1", repeat("1\n", 13));
    CHECK(played.status == 0);
    CHECK(contains(played.out, "Trick 13"));
    CHECK(contains(played.out, "Deal 1 is over"));
    CHECK(!contains(played.out, "\x1b"));
    const mu::position end = mu::replay(after(played.out, "Record   "));
    CHECK(end.is_over());
    CHECK(end.history().size() == 52);
    // The deal is the one that `mu deal` prints.
    CHECK(mu_run("deal whist --seed 1").out.starts_with("whist/1 | " + end.deal_text()));
    check_width(played.out);
}

TEST_CASE("mu play: a match ends when it is won") {
    const outcome watched = mu_run("play whist --seed 5 --watch");
    CHECK(watched.status == 0);
    CHECK(contains(watched.out, "win the game by"));
    CHECK(!contains(watched.out, "? for help"));
    const outcome longer = mu_run("play whist --seed 5 --watch --deals 12");
    CHECK(contains(longer.out, "Deal 12 is over"));
    CHECK(!contains(longer.out, "Deal 13"));
}

TEST_CASE("mu play: a joker is drawn and played") {
    // West is dealt the joker, and plays it last.
    const std::string game = "\"euchre(joker=on)\" --seed 4";
    CHECK(contains(mu_run("deal " + game).out, " K.T.Q.J.Jo |"));
    CHECK(contains(mu_run("deal " + game + " --pretty").out, "\n     Joker\n"));
    CHECK(contains(mu_run("games \"euchre(joker=on)\"").out, "25 cards"));
    const auto info = nlohmann::json::parse(mu_run("games \"euchre(joker=on)\" --json").out);
    CHECK(info["deck"]["joker"] == true);
    const outcome played =
        mu_run("play " + game + " --seat W --deals 1 --against random", repeat("1\n", 7));
    CHECK(played.status == 0);
    CHECK(contains(played.out, ")Joker"));
    CHECK(contains(played.out, "Deal 1 is over"));
    CHECK(contains(played.out, "W Joker"));
}

TEST_CASE("mu play: of four at a table of ulti one sits out") {
    const outcome watched = mu_run("play \"ulti(players=4)\" --seed 1 --watch --deals 4 --seat 3");
    CHECK(watched.status == 0);
    CHECK(contains(watched.out,
                   "Deal 1   Dealer player 0, sitting out   In the seats players 1 2 3"));
    CHECK(contains(watched.out,
                   "Deal 4   Dealer player 3, sitting out   In the seats players 0 1 2"));
    CHECK(contains(watched.out, "Deal 4 is over"));
    CHECK(contains(mu_run("play \"ulti(players=4)\" --seed 1 --seat 4").err, "0 to 3"));
    CHECK(contains(mu_run("play ulti --seed 1 --seat 3").err, "0 to 2"));
    // Who sits out is not asked.
    const outcome out = mu_run("play \"ulti(players=4)\" --seed 1 --deals 1 --seat 0");
    CHECK(contains(out.out, "Deal 1 is over"));
    CHECK(!contains(out.out, "? for help"));
}

TEST_CASE("mu play: what may be typed") {
    // East leads the king of spades; south holds Q95.AKJ853.Q98.T.
    const auto say = [](const std::string& input) {
        return mu_run("play whist --seed 1 --deals 1 --against random", input).out;
    };
    REQUIRE(contains(mu_run("deal whist --seed 1").out, " Q95.AKJ853.Q98.T "));
    CHECK(contains(say("Ah\n"), "the led suit must be followed"));
    CHECK(contains(say("A\n"), "the led suit must be followed"));
    CHECK(contains(say("2c\n"), "that card is not in the hand"));
    CHECK(contains(say("zz\n"), "expected a rank"));
    CHECK(contains(say("2\nrecord\n"), "Trick  1   E K♠  S 9♠"));
    CHECK(contains(say("#2\n"), "S 9♠"));
    CHECK(contains(say("♠q\n"), "S Q♠"));
    CHECK(contains(say(" 9s \n"), "S 9♠"));
    CHECK(contains(say("9\n"), "S 9♠"));
    CHECK(contains(say("q\r\n"), "S Q♠"));
    CHECK(contains(say("17\n"), "there is no choice 17"));
    CHECK(contains(say("#17\n"), "there is no choice #17"));
    CHECK(contains(say("6\n"), "you hold no card of that rank"));
    CHECK(contains(say("1\n3\n"), "3 may be number 3, which is Jh, or 3h"));
    CHECK(contains(say("1\n5\n"), "S 5♥"));
    CHECK(contains(say(repeat("x", 500) + "\n"), "expected a rank"));
    CHECK(contains(say("?\n"), "take back"));
    CHECK(contains(say("undo\n"), "not chosen anything"));
    CHECK(contains(say("\n\n1\n"), "S Q♠"));
    CHECK(contains(say("?\n"), "Follow the suit led if you can"));
    CHECK(contains(say("hint\n"), "After 20 deals that fit what you know:"));
    CHECK(contains(say("quit\n1\n"), "Same cards again: mu play"));
    CHECK(!contains(say("quit\n1\n"), "Trick  1"));
}

TEST_CASE("mu play: a bid that is a number is no number of a choice") {
    // West deals, so that north speaks first.
    const auto say = [](const std::string& input) {
        return mu_run(
                   "play \"contree(contracts=all, step=5)\" --seat N --dealer W --seed 1 --deals 1",
                   input)
            .out;
    };
    const std::string bid = say("105\nat\n");
    CHECK(contains(bid, "80   85   90   95   100   105"));  // a bidding box, without numbers
    CHECK(contains(bid, "Auction: 105 by North"));
    CHECK(contains(bid, "1)s  2)h  3)d  4)c  5)nt  6)at"));
    CHECK(contains(bid, "In which suit"));
    CHECK(contains(say("#6\n6\ncalls\n"), "105"));  // by number
    CHECK(contains(say("105h\n"), "105 ♥"));        // both steps at once
    CHECK(contains(say("165\n"), "bids go by 5 from 80 to 160"));
    CHECK(contains(say("#105\n"), "there is no choice #105"));
    CHECK(contains(say("105\npass\n"), "the bid of 105 still needs its suit, or nt or at"));
}

TEST_CASE("mu play: the record of an unfinished deal would show hidden cards") {
    const outcome early = mu_run("play whist --seed 1 --deals 1", "record\n");
    CHECK(contains(early.out, "wait for the end"));
    CHECK(!contains(early.out, "whist/1"));
    const outcome late = mu_run("play whist --seed 1 --deals 2", repeat("1\n", 13) + "record\n");
    const std::string record = after(late.out, "Record   ");
    CHECK(std::ranges::count(lines(late.out), record) == 1);
}

TEST_CASE("mu play: undo goes back to one's last choice, and the others repeat theirs") {
    const outcome straight = mu_run("play whist --seed 1 --deals 1", repeat("1\n", 13));
    const outcome undone = mu_run("play whist --seed 1 --deals 1", "2\nundo\n" + repeat("1\n", 13));
    CHECK(after(undone.out, "Record   ") == after(straight.out, "Record   "));
}

TEST_CASE("mu play: every game in 80 columns, whatever is typed") {
    for (const auto& info : mu::games())
        for (const int seed : {1, 2, 3}) {
            CAPTURE(info.name);
            CAPTURE(seed);
            // Numbers of choices at random: some do not exist, which is said.
            mu::rng r(static_cast<std::uint64_t>(seed));
            std::string typed;
            for (int i = 0; i < 400; ++i) typed += "#" + std::to_string(1 + r.below(9)) + "\n";
            typed.insert(0, "?\nzz\n#77\n");
            const outcome played = mu_run("play " + info.name + " --deals 1 --against random" +
                                              " --seed " + std::to_string(seed),
                                          typed);
            CHECK(played.status == 0);
            CHECK(played.err.empty());
            CHECK(contains(played.out, "Deal 1 is over"));
            CHECK(contains(played.out, "is none of these. Enter: finish"));  // not taken for Enter
            check_width(played.out);
        }
}

TEST_CASE("mu play: the command that is printed deals the same cards to the same players") {
    const outcome first =
        mu_run("play jass --seed 5 --dealer E --watch --deals 3 --against random --player W=rule");
    REQUIRE(first.status == 0);
    std::string command;
    for (const auto& line : lines(first.out.substr(first.out.find("Same cards again: mu "))))
        command += line.ends_with('\\') ? line.substr(0, line.size() - 1) : line;
    command.erase(0, std::string("Same cards again: mu ").size());
    CHECK(contains(command, "--dealer E"));
    CHECK(contains(command, "W=rule"));
    CHECK(mu_run(command).out == first.out);
    // They are the deals of `mu deal`, also from the second on.
    std::vector<std::string> dealt, played;
    for (const auto& line : lines(mu_run("deal jass --seed 5 --dealer E --count 3").out))
        dealt.push_back(mu::replay(line).deal_text());
    for (const auto& line : lines(first.out))
        if (line.starts_with("  Record   "))
            played.push_back(mu::replay(line.substr(11)).deal_text());
    CHECK(dealt == played);
}

TEST_CASE("mu play: agents by seat, and what is refused of them") {
    CHECK(contains(mu_run("play ulti --seed 1 --seat 2 --player 0=random").out,
                   "At the table: seat 0 random, seat 1 rule, seat 2 you"));
    CHECK(contains(mu_run("play whist --player S=rule").err, "your own seat"));
    CHECK(contains(mu_run("play whist --player rule").err, "SEAT=AGENT"));
    CHECK(contains(mu_run("play whist --against nobody").err, "nobody"));
}

TEST_CASE("mu play: a deal played again, and words that mean nothing") {
    const std::string deal = repeat("1\n", 13);
    const outcome twice = mu_run("play whist --seed 1 --deals 2", deal + "yes\nagain\n" + deal);
    CHECK(contains(twice.out, "\"yes\" is none of these"));
    const auto all = lines(twice.out);
    const std::string record = "  Record   " + after(twice.out, "Record   ");
    CHECK(std::ranges::count(all, record) == 2);
    CHECK(!contains(twice.out, "Deal 2"));
    CHECK(contains(twice.out, "of 13 tricks"));
}

TEST_CASE("mu play: what players say at once") {
    // A prediction is one number, and undo takes all of it back.
    const auto predict = [](const std::string& input) {
        return mu_run("play differenzler --seed 1 --dealer W --seat N --deals 1", input).out;
    };
    CHECK(contains(predict("87\n"), "You predicted 87 and have 0"));
    CHECK(contains(predict("158\n"), "157"));
    CHECK(contains(predict("87\nundo\n42\n"), "You predicted 42 and have 0"));
    // Two cards to lay away, in either order: the hand of twelve is the forehand's.
    const auto lay_away = [](const std::string& input) {
        return mu_run("play ulti --seed 1 --dealer 2 --seat 0 --deals 1", input).out;
    };
    const mu::position dealt = mu::replay(lines(mu_run("deal ulti --seed 1 --dealer 2").out)[0]);
    const auto legal = dealt.legal_actions();
    REQUIRE(legal.size() > 2);
    const std::string low = dealt.action_text(legal[0]), high = dealt.action_text(legal[1]);
    for (const auto& typed : {low + " " + high, high + " " + low, high + ", " + low})
        CHECK(contains(lay_away(typed + "\n"), "Your bid (? for help)"));
    CHECK(!contains(lay_away(low + " " + low + "\n"), "Your bid (? for help)"));
}

TEST_CASE("mu play: bridge shows the auction, a box and dummy") {
    // North deals and everybody passes what is not asked of the box.
    const auto say = [](const std::string& input) {
        return mu_run("play bridge --seed 1 --seat N --deals 1 --against random", input).out;
    };
    const std::string start = say("");
    CHECK(contains(start, "West           North          East           South"));
    CHECK(contains(start, "1C 1D 1H 1S 1NT   2C 2D 2H 2S 2NT"));
    CHECK(contains(start, "Auction: No bid yet"));
    CHECK(contains(say("7NT\n"), "7NT"));
    // North declares seven no trump, and then plays from two hands.
    const std::string play = say("7NT\nP\nP\nP\n" + repeat("#1\n", 30));
    CHECK(contains(play, "by North, dummy South"));
    CHECK(contains(play, "South (dummy)"));
    CHECK(contains(play, "Play from dummy (South)"));
    CHECK(contains(play, "7NT"));
    CHECK(contains(play, "by North went down"));
}

TEST_CASE("mu check: agreement, difference, and files that cannot be checked") {
    const std::string good = read_all(fs::path(MU_TEST_DATA) / "whist" / "perft.txt");
    const auto quoted = [](const fs::path& file) { return " \"" + file.string() + "\""; };

    const fs::path same = work("same/whist/perft.txt");
    write(same, good);
    const outcome agrees = mu_run("check" + quoted(same));
    CHECK(agrees.status == 0);
    CHECK(contains(agrees.out, "57 rows, "));
    CHECK(contains(agrees.out, "0 differences"));
    CHECK(contains(agrees.out, "57 rows passed, 0 failed"));

    // Row 1, on line 11: one more trick, and another count at depth 2.
    std::string bad = good;
    const auto spoil = [&](const std::string& from, const std::string& to) {
        const auto at = bad.find(from);
        REQUIRE(at != std::string::npos);
        bad.replace(at, from.size(), to);
    };
    spoil("DD 0 | 3 9 27", "DD 1 | 3 10 27");
    const fs::path corrupt = work("corrupt/whist/perft_57.txt");
    write(corrupt, bad);
    const outcome differs = mu_run("check" + quoted(corrupt) + quoted(same));
    CHECK(differs.status == 1);
    CHECK(contains(differs.out, "line 11: perft(2)\n  expected 10\n  found    9\n"));
    CHECK(contains(differs.out, "line 11: DD\n  expected 1\n  found    0\n"));
    CHECK(contains(differs.out, "113 rows passed, 1 failed"));

    bad = good;
    spoil("2s 3s 4s | 5s 6s 7s", "2s 3s 4s | 5s 6s 2s");
    const fs::path unreadable = work("unreadable/whist/perft.txt");
    write(unreadable, bad);
    const outcome refused = mu_run("check" + quoted(unreadable) + quoted(same));
    CHECK(refused.status == 2);
    CHECK(contains(refused.err, "line 11: dealt twice: 2s"));
    CHECK(contains(refused.out, "57 rows passed, 0 failed, 1 files could not be checked"));

    for (const auto* row : {"1 n 0 3", "1 x 0 1 | 2s | 3s | 4s | 5s | DD 1 | 1 1 1 1",
                            "1 n 4 1 | 2s | 3s | 4s | 5s | DD 1 | 1 1 1 1",
                            "1 n 0 1 | 2s | 3s | 4s | 5s | DD 1 | 1 1 1",
                            "1 n 0 2 | 2s | 3s | 4s | 5s | DD 1 | 1 1 1 1",
                            "1 n 0 1 | 2s | 3s | 4s | 5s | DD x | 1 1 1 1",
                            "1 n 0 1 | 2s | 3s | 4s | 5s | DD 1 | 1 1 1 1e3"}) {
        CAPTURE(row);
        write(unreadable, std::string("# head\n\n") + row + "\n");
        CHECK(mu_run("check" + quoted(unreadable)).status == 2);
        CHECK(contains(mu_run("check" + quoted(unreadable)).err, "line 3: "));
    }
    write(unreadable, "# nothing here\n");
    CHECK(mu_run("check" + quoted(unreadable)).status == 2);
    CHECK(mu_run("check" + quoted(work("absent/whist/perft.txt"))).status == 2);
}

TEST_CASE("mu check: the kind of a file is its name up to the number") {
    const auto kind = [](const std::string& file) {
        return after(mu_run("check " + file).err, "unknown kind ");
    };
    CHECK(kind("nogame/traces_200.txt").starts_with("nogame/traces; known: "));
    CHECK(kind("nogame/dd_mid_200.txt").starts_with("nogame/dd_mid;"));
    CHECK(kind("nogame/dd_tables_300_hard.txt").starts_with("nogame/dd_tables;"));
    CHECK(kind("nogame/samples.pbn").starts_with("nogame/samples.pbn;"));
    CHECK(contains(kind("nogame/perft.txt"), "whist/perft"));
    CHECK(mu_run("check nogame/perft.txt").status == 2);
}

TEST_CASE("mu arena: plays, keeps, goes on, and reports") {
    const fs::path store = work("arena.db");
    for (const char* end : {"", "-wal", "-shm"}) fs::remove(store.string() + end);
    const std::string keep = " --store \"" + store.string() + "\"";
    CHECK(contains(mu_run("arena list").out, "blunder"));

    const outcome whole = mu_run("arena h2h rule random -g euchre -n 40 --no-store -j 2");
    CHECK(whole.status == 0);
    const std::string margin = after(whole.out, "margin per deal");
    CHECK(contains(margin, "95 %"));
    CHECK_FALSE(fs::exists(store));
    mu_run("arena h2h rule random -g euchre -n 25" + keep);
    const outcome resumed = mu_run("arena h2h rule random -g euchre -n 40" + keep);
    CHECK(after(resumed.out, "margin per deal") == margin);
    CHECK(contains(after(resumed.out, "from the store"), "25"));
    CHECK(contains(mu_run("arena h2h rule random -g bridge -n 3 --no-store").out, "IMPs per deal"));
    const outcome stopped = mu_run("arena h2h rule random -g whist -n 400 --no-store --sprt 0 1");
    CHECK(contains(stopped.out, "H1 accepted"));
    CHECK(contains(stopped.out, "intervals hold at any stopping time"));
    CHECK_FALSE(contains(whole.out, "stopping time"));

    write(work("bot.toml"), "kind = \"blunder\"\np = 0.5\n");
    const outcome robin = mu_run("arena round-robin random rule \"" + work("bot.toml").string() +
                                 "\" -g euchre -n 40" + keep);
    CHECK(contains(robin.out, "1  rule"));
    CHECK(contains(robin.out, "blunder(p=0.5)"));
    CHECK(contains(mu_run("arena ladder random rule -g euchre -n 40" + keep).out, "1  rule"));
    CHECK(contains(mu_run("arena results -g euchre" + keep).out, "1  rule"));
    CHECK(lines(mu_run("arena results --csv" + keep).out).size() == 121);
    mu_run("arena h2h rule random -g whist -n 5" + keep);
    CHECK(lines(mu_run("arena results --csv" + keep).out).size() == 126);
    const auto filtered = lines(mu_run("arena results --csv -g whist" + keep).out);
    CHECK(filtered.size() == 6);
    CHECK(filtered.back().starts_with("whist,"));
    const fs::path plot = work("ratings.svg");
    CHECK(mu_run("arena plot" + keep + " -o \"" + plot.string() + "\"").status == 0);
    CHECK(contains(read_all(plot), "</svg>"));

    CHECK(mu_run("arena plot --time" + keep + " -o \"" + plot.string() + "\"").status == 0);
    CHECK(contains(read_all(plot), "ms per decision"));
    CHECK(contains(mu_run("arena results --markdown -g euchre" + keep).out, "| 1 | `rule` |"));
    CHECK(mu_run("arena plot" + keep + " -o /no/such/folder/x.svg").status == 2);

    CHECK(contains(mu_run("arena h2h rule random -g euchre -n 40 --once --control --no-store").out,
                   "open hands explain"));
    CHECK(contains(mu_run("arena h2h rule random -g euchre -n 4 --control --no-store").err,
                   "--control is for deals with --once"));

    CHECK(contains(mu_run("arena h2h rule clever").err, "kinds: random, rule, blunder, bot, isdd"));
    CHECK(contains(mu_run("arena h2h rule random -g tarok").err, "unknown game 'tarok'"));
    CHECK(mu_run("arena h2h rule").status == 2);
    CHECK(mu_run("arena results -g jass" + keep).status == 2);
    CHECK(contains(mu_run("arena results --store nowhere.db").err, "nowhere.db"));
    CHECK_FALSE(fs::exists("nowhere.db"));
}

TEST_CASE("mu arena: deals go on from where the records of a file end") {
    const fs::path file = work("auctions.txt");
    const std::string deal = "N A7.A7.A7.A7 T8.T8.T8.T8 KQ.KQ.KQ.KQ J9.J9.J9.J9";
    write(file, "contree/1 | " + deal + " | 80s pass pass pass\n" + "contree/1 | " + deal +
                    " | 90h coinche pass pass pass\n");
    const std::string from = " --from \"" + file.string() + "\"";
    const outcome both = mu_run("arena h2h rule random -g contree" + from);
    CHECK(both.status == 0);
    CHECK(contains(both.out, "contree, 2 deals"));
    CHECK(contains(mu_run("arena h2h rule random -g contree --first 1" + from).out, "1 deals"));
    const auto refused = [&](const std::string& command, const char* why) {
        const outcome r = mu_run("arena h2h rule random " + command + from);
        CAPTURE(r.err);
        CHECK(r.status == 2);
        CHECK(contains(r.err, why));
    };
    refused("-g contree --first 2", "has 2 records; there is no number 2");
    refused("-g contree -n 3", "go beyond the 2 positions given");
    refused("-g whist", "line 1: a deal of contree, not of whist");
    refused("-g contree --matches", "not for matches");
    refused("-g contree --store x.db", "--store");
    write(file, "contree/1 | " + deal + " | pass pass pass pass\n");
    refused("-g contree", "position 0: the deal is over");
}

TEST_CASE("mu arena: numbers that make no sense are refused") {
    const auto refused = [](const std::string& option, const std::string& why) {
        CAPTURE(option);
        const outcome r = mu_run("arena h2h rule random -g snapszer -n 2 --no-store " + option);
        CAPTURE(r.err);
        CHECK(r.status == 2);
        CHECK(contains(r.err, why));
        CHECK(r.err.size() < 500);
    };
    for (const char* seconds : {"nan", "0", "inf", "-1", "1s"})
        refused(std::string("--seconds ") + seconds,
                std::string("expected a number above 0, not ") + seconds);
    refused("--sprt 0 inf", "the mean is 0 or inf");
    refused("--sprt 1 0", "the mean is 1 or 0");
    refused("--sprt 0 1 --alpha nan", "alpha nan");
    refused("--first 18446744073709551615", "go beyond the last one");
    refused("--first 9223372036854775807", "go beyond the last one");
    CHECK(contains(mu_run("arena h2h rule random -n 2 --store \"\"").err,
                   "--store needs a file name"));
}

TEST_CASE("mu arena: a program that cannot be started leaves no rows, one without files warns") {
    const fs::path store = work("start.db");
    for (const char* end : {"", "-wal", "-shm"}) fs::remove(store.string() + end);
    const std::string keep = " -g snapszer -n 2 --store \"" + store.string() + "\"";
    const outcome missing = mu_run("arena h2h 'program(command=\"mu_no_such_bot\")' random" + keep);
    CHECK(missing.status == 2);
    CHECK(contains(missing.err, "'mu_no_such_bot' cannot be started: it is not found"));
    CHECK(contains(missing.err, "warning: 'mu_no_such_bot' names no file"));
    CHECK(contains(mu_run("arena results --store \"" + store.string() + "\"").err,
                   "no such results"));
}

TEST_CASE("mu: bad input is named on stderr, exit status 2") {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"frobnicate", "frobnicate"},
        {"deal", "GAME"},
        {"deal chess", "unknown game 'chess'"},
        {"deal \"whist(trump=x)\"", "choices: turn_up"},
        {"deal \"whist(trump\"", "expected '='"},
        {"deal whist --seed -1", "whole number"},
        {"deal whist --seed 99999999999999999999999", "whole number"},
        {"deal whist --count x", "whole number"},
        {"deal whist --number 12z", "expected a digit"},
        {"deal whist --number 999999999999999999999999999999", "no deal"},
        {"deal whist --number 1 --seed 1", "--number"},
        {"deal whist --dealer Q", "expected a seat"},
        {"deal whist --seed 1 --first 4294967296", "deals of a seed"},
        {"games chess", "unknown game"},
        {"play chess", "unknown game"},
        {"play whist --seat X", "expected a seat"},
        {"play whist --deals 0", "whole number, 1 or more"},
        {"perft \"whist/1 | N 2s\" --plies 3", "missing"},
        {"perft \"whist/1 | N zz | \" --plies 3", "^"},
        {"perft --plies 0", "--plies"},
        {"perft -", "nothing to read"},
        {"solve /", "is a folder"},
        {"fit-beliefs snapszer --ridge nan", "expected a number, 0 or more, not nan"},
        {"fit-beliefs snapszer --ridge inf", "expected a number, 0 or more, not inf"},
        {"solve x --seconds nan", "--seconds"},
        {"check", "FILE"}};
    for (const auto& [arguments, message] : cases) {
        CAPTURE(arguments);
        const outcome result = mu_run(arguments);
        CHECK(result.status == 2);
        CHECK(result.out.empty());
        CAPTURE(result.err);
        CHECK(contains(result.err, message));
    }
}

TEST_CASE("mu: a broken pipe is quiet, a full disk is not") {
    const fs::path err = work("pipe_err");
    const outcome piped = mu_run("deal whist --seed 1 --count 20000 </dev/null 2>\"" +
                                 err.string() + "\" | head -n 1");
    CHECK(lines(piped.out).size() == 1);
    CHECK(read_all(err).empty());
    if (fs::exists("/dev/full"))
        CHECK(mu_run("deal whist --seed 1 </dev/null >/dev/full 2>/dev/null; exit $?; :").status ==
              2);
}

TEST_CASE("mu eval-beliefs and fit-beliefs: the same for any number of threads") {
    const std::string out = "\"" + work("beliefs").string() + "\"";
    const std::string net = "--net \"" MU_TEST_DATA "/nn/beliefs/euchre.munet\" ";
    const outcome one = mu_run("eval-beliefs euchre --deals 6 --seed 3 " + net + "--out " + out);
    REQUIRE(one.status == 0);
    CHECK(contains(one.out, "\nnet  "));
    CHECK(contains(one.out, "soft fitted"));
    const std::string csv = read_all(work("beliefs.csv"));
    CHECK(csv.starts_with("model,trick,seat,views,cards,log_loss,"));
    CHECK(lines(read_all(work("beliefs.bins.csv"))).size() == 1 + 5 * 20);
    CHECK(contains(read_all(work("beliefs.svg")), "predicted probability"));
    CHECK(contains(one.out, "  log loss    -log of the probability"));
    for (const auto& line : lines(one.out)) CHECK(line.size() <= 80);
    const outcome three =
        mu_run("eval-beliefs euchre --deals 6 --seed 3 -j 3 " + net + "--out " + out);
    CHECK(three.out == one.out);
    CHECK(read_all(work("beliefs.csv")) == csv);
    const outcome without = mu_run("eval-beliefs euchre --deals 2 --net none");
    CHECK(without.status == 0);
    CHECK_FALSE(contains(without.out, "\nnet  "));
    CHECK(contains(mu_run("eval-beliefs whist --deals 2 " + net).err,
                   "a net for euchre, and this is whist"));

    const std::string fit = "fit-beliefs snapszer --deals 20 --test 5";
    const outcome fitted = mu_run(fit);
    REQUIRE(fitted.status == 0);
    CHECK(contains(fitted.out, "5 deals not fitted to: log loss per hidden card"));
    CHECK(mu_run(fit + " -j 2").out == fitted.out);
    CHECK(mu_run("eval-beliefs whist --agents rule random").status == 2);

    const std::string rows = "belief-rows euchre --deals 7 --seed 3 --agents random --out ";
    CHECK(mu_run(rows + work("a.rows").string()).status == 0);
    CHECK(mu_run(rows + work("b.rows").string() + " -j 3").status == 0);
    const std::string written = read_all(work("a.rows"));
    CHECK(written == read_all(work("b.rows")));
    CHECK(written.starts_with(std::string_view("mu-rows\1\1\0\0\0", 12)));
    CHECK(written.size() > 32);
    CHECK((written.size() - 32) % (6 * 8 + 2 * 24) == 0);
    CHECK(mu_run("belief-rows euchre").status == 2);

    // Deals that somebody else has played.
    mu::rng generator(5);
    std::string records = "# two deals\n";
    for (int k = 0; k < 2; ++k) {
        mu::position p = mu::game("euchre").deal(generator);
        while (!p.is_over()) p.apply(p.legal_actions()[generator.below(p.legal_actions().size())]);
        records += p.record() + "\n";
    }
    write(work("games.txt"), records);
    const std::string from = " --records " + work("games.txt").string();
    CHECK(contains(mu_run("eval-beliefs euchre" + from).out, "euchre, 2 deals of "));
    CHECK(contains(mu_run("eval-beliefs whist" + from).err, "line 2: a deal of euchre"));
    CHECK(mu_run("fit-beliefs euchre --deals 1 --test 1" + from).status == 0);
    CHECK(contains(mu_run("fit-beliefs euchre --deals 2 --test 1" + from).err,
                   "has 2 records: too few to fit to 2 and measure on 1"));
    // Played on from where they end: dealt only, they are what the agents play.
    write(work("games.txt"), mu_run("deal euchre --seed 4").out);
    const auto after_title = [](const std::string& text) { return text.substr(text.find('\n')); };
    const outcome unplayed = mu_run("eval-beliefs euchre --agents random" + from);
    CHECK(unplayed.status == 0);
    CHECK(after_title(unplayed.out) !=
          after_title(mu_run("eval-beliefs euchre --agents rule" + from).out));
    write(work("games.txt"), records + "euchre/1 | nonsense\n");
    CHECK(contains(mu_run("eval-beliefs euchre" + from).err, "line 4: "));
    CHECK(mu_run("eval-beliefs euchre --records nowhere.txt").status == 2);
}
