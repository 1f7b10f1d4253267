// `mu belief-rows`: what seats knew when they had to decide and where the cards lay that they did
// not see, in games that agents played: what belief nets are trained on (learn/beliefs.py).
//
// The file: "mu-rows" and a byte with the version of the format; six numbers of 4 bytes (version of
// the layout `canonical`, its inputs, words of 8 bytes that they take, cards, places, 0); then
// rows. A row has the inputs as bits; for each card where it lay, 255 if the seat knew it; for each
// card a set of the places that the facts allowed. Cards stand as the bits show them, places are
// those of nn/places.h.

#include <cstring>
#include <ostream>

#include <fmt/format.h>

#include <mu/api/files.h>
#include <mu/encode/all.h>
#include <mu/parallel.h>

#include "progress.h"
#include "watched_deals.h"

namespace mu::cli {
namespace {

struct rows_request : watch_request {
    std::uint64_t first = 0;
    std::string out;
};

template <typename T>
void append(std::string& to, const T& what) {
    to.append(reinterpret_cast<const char*>(&what), sizeof what);
}

template <variant V>
std::string head_of_rows() {
    std::string out("mu-rows\1", 8);
    for (const int x : {encoding<V>::version, encoding_width<V>, encoding_words<V>,
                        int{deck_traits<V>::cards}, net_places<V>, 0})
        append(out, static_cast<std::uint32_t>(x));
    return out;
}

// One row for each decision with something hidden.
template <variant V>
std::string rows_of(const watched_deal<V>& deal) {
    constexpr std::size_t cards = deck_traits<V>::cards;
    std::string out;
    for (int k = 0; k < V::seats && !deal.steps.empty(); ++k) {
        hard_facts<V> facts(deal.steps[0][k]);
        public_memory<V> memory;
        for (std::size_t i = 0; i < deal.steps.size(); ++i) {
            const view<V>& now = deal.steps[i][k];
            if (i > 0) {
                facts.see(now);
                const auto& what = deal.seen[i - 1][k].what;
                if (what) memory.note(deal.steps[i - 1][k].seen, *what);
            }
            if (now.legal.count() == 0) continue;
            const hidden_places<V> places = places_of<V>(facts);
            if (places.problem.places < 2) continue;
            const world<V> truth = world_of<V>(deal.steps[i]);
            const encoded<V> e = encode(now, memory);
            std::array<std::uint8_t, cards> lies{}, may{};
            lies.fill(255);
            ops::for_each(places.problem.cards, [&](card c) {
                const std::size_t shown = e.suits.map(c);
                for (int p = 0; p < places.problem.places; ++p) {
                    const int at = places.place[p];
                    const int row = at >= place_aside ? V::seats - 1 + at - place_aside
                                                      : (at - k + V::seats) % V::seats - 1;
                    if ((truth[at] & bit(c)) != 0) lies[shown] = static_cast<std::uint8_t>(row);
                    if ((places.problem.allowed[p] & bit(c)) != 0)
                        may[shown] = static_cast<std::uint8_t>(may[shown] | 1U << row);
                }
            });
            for (const std::uint64_t word : e.word) append(out, word);
            append(out, lies);
            append(out, may);
        }
    }
    return out;
}

template <variant V>
void write_rows(const rows_request& r, const watched_table& table, std::ostream& out) {
    out << head_of_rows<V>();
    progress_bar bar("deals");
    std::uint64_t done = 0;
    work_in_order(
        {.count = r.deals, .threads = r.threads, .ahead = 256},
        [&] {
            return [&, players = table.players()](std::uint64_t i) {
                return rows_of<V>(watch_deal<V>(table, players, r.first + i));
            };
        },
        [&](const auto&) { bar.show(++done, r.deals); },
        [&](const std::string& part) {
            out << part;
            return true;
        });
}

void run_rows(rows_request r) {
    const watched_table table(r);
    if (!r.records.empty()) {
        r.first = 0;
        r.deals = table.recorded.size();
    }
    replace_file(r.out, [&](std::ostream& out) {
        with_game(table.of, [&]<typename V>(V, const auto&) { write_rows<V>(r, table, out); });
    });
}

}  // namespace

void add_belief_rows(command_spec& app) {
    const auto r = std::make_shared<rows_request>();
    command_spec command = app.add_subcommand(
        "belief-rows", "write what seats knew and where hidden cards lay, to train a net on");
    command.footer("mu belief-rows contree --agents net --deals 1000 --out contree.rows");
    add_watch_options(command, *r, "number of deals");
    command.add_option("--first", r->first, "number of the first deal").whole_number();
    command.add_option("--out,-o", r->out, "the file to write").required();
    command.callback([r] { run_rows(*r); });
}

}  // namespace mu::cli
