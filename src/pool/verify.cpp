#include <algorithm>

#include <fmt/format.h>

#include <mu/pool/make.h>

#include "pool/deals.h"

namespace mu {

namespace {

// It, or an agent inside it, is a command of the shell.
bool runs_commands(const agent_spec& agent) {
    return std::ranges::any_of(agent.kind().parameters, [&](const agent_parameter& p) {
        return p.of == agent_parameter::type::command ||
               (p.of == agent_parameter::type::agent && runs_commands(agent.inner(p.key)));
    });
}

// The file's header is what this program would write. What a command that is not to be run names
// may be missing here, so its hash is taken as it is.
game game_of(const pool_reader& in, pool_programs programs, std::vector<bool>& skip) {
    const pool_header& h = in.header();
    try {
        game of(h.game);
        std::vector<agent_spec> labels;
        for (const auto& l : h.labels) {
            labels.emplace_back(l.agent);
            skip.push_back(programs == pool_programs::skip && runs_commands(labels.back()));
        }
        pool_header should = make_pool_header(of, h.seed, h.first, h.frame, labels);
        for (std::size_t k = 0; k < labels.size(); ++k)
            if (skip[k]) should.labels[k].hash = h.labels[k].hash;
        const auto why = pool_difference(h, should, true);
        if (!why.empty()) throw pool_error("made with " + why);
        return of;
    } catch (const std::invalid_argument& e) {
        throw pool_error(fmt::format("{}: {}", in.file().string(), e.what()));
    }
}

// Whether deal k of `all` is one of `some` that are spread evenly.
bool is_sample(std::uint64_t k, std::uint64_t all, std::uint64_t some) {
    if (some >= all) return true;
    return k * some / all != (k + 1) * some / all;
}

void compare(const pool_reader& in, std::uint64_t i, std::span<const std::byte> is,
             std::span<const std::byte> should) {
    const pool_header& h = in.header();
    for (std::size_t c = 0; c < h.columns.size(); ++c)
        if (const auto a = read_column(h, is, c), b = read_column(h, should, c); a != b)
            throw pool_error(fmt::format("{}: deal {}, {}: {} in the file, {} now",
                                         in.file().string(), i, h.columns[c].name, a, b));
}

}  // namespace

pool_check verify_pool(const std::filesystem::path& file, std::uint64_t solve, const pool_work& how,
                       pool_programs programs) {
    pool_check out;
    pool_frame frame;
    {  // once for the bytes
        pool_reader in(file);
        while (in.next(frame)) {
        }
        out.records = in.records();
        out.complete = in.complete();
        out.bytes = in.position();
    }
    pool_reader in(file);  // and once for what they mean
    std::vector<bool> skip;
    const game of = game_of(in, programs, skip);
    const pool_header& h = in.header();
    for (std::size_t k = 0; k < skip.size(); ++k)
        if (skip[k]) out.skipped.push_back(h.labels[k].agent);
    if (h.first > detail::most_deals || out.records > detail::most_deals - h.first)
        throw pool_error(fmt::format("{}: deals of a seed count from 0 to {}", file.string(),
                                     detail::most_deals));
    detail::pool_dealer dealer(of, h, skip);
    std::vector<std::byte> again(h.record_size());
    std::uint64_t k = 0;
    while (in.next(frame)) {
        for (std::uint32_t r = 0; r < frame.count; ++r, ++k) {
            if (how.stop != nullptr && *how.stop)
                return {k, out.solved, out.bytes, false, out.skipped};
            const auto record = frame.record(r);
            dealer.deal(h.first + k, again);
            if (!std::ranges::equal(record.first(h.deal_size()),
                                    std::span(again).first(h.deal_size())))
                throw pool_error(
                    fmt::format("{}: deal {} is not that of the seed", file.string(), h.first + k));
            if (!is_sample(k, out.records, solve)) continue;
            std::ranges::copy(record, again.begin());  // columns that are skipped stay
            dealer.fill(h.first + k, again);
            compare(in, h.first + k, record, again);
            ++out.solved;
            if (how.progress) how.progress(out.solved, std::min(solve, out.records));
        }
    }
    return out;
}

}  // namespace mu
