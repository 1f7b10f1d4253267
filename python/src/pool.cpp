// Pools of solved deals.
#include <memory>

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nlohmann/json.hpp>

#include <mu/pool/export.h>
#include <mu/pool/make.h>

#include "bind.h"

namespace mu::python {
namespace {

using byte_array = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<2>>;

struct pool_bytes {
    std::string header;
    std::size_t deal_size = 0;
    std::size_t record_size = 0;
    std::unique_ptr<std::vector<std::byte>> records = std::make_unique<std::vector<std::byte>>();
    bool complete = false;
};

pool_bytes read(const std::filesystem::path& file, const std::atomic<bool>& stop) {
    pool_reader from(file);
    pool_bytes out;
    out.header = to_json(from.header()).dump();
    out.deal_size = from.header().deal_size();
    out.record_size = from.header().record_size();
    pool_frame frame;
    while (!stop && from.next(frame))
        out.records->insert(out.records->end(), frame.bytes.begin(), frame.bytes.end());
    out.complete = from.complete();
    return out;
}

json_object columns_of(const pool_header& h) {
    json_object out;
    for (std::size_t i = 0; i < h.columns.size(); ++i) {
        const pool_column& c = h.columns[i];
        out[c.name.c_str()] =
            nb::make_tuple(std::string(pool_type_name(c.type)), column_offset(h, i),
                           c.none ? nb::object(nb::int_(*c.none)) : nb::object(nb::none()));
    }
    return out;
}

pool_plan plan_of(const game& g, std::uint64_t deals, std::uint64_t seed, std::uint64_t first,
                  const std::vector<std::string>& labels) {
    pool_plan plan{.of = g, .seed = seed, .first = first, .count = deals};
    for (const std::string& l : labels) plan.labels.push_back(agent_spec::from_argument(l));
    return plan;
}

json_object result_of(const pool_result& r) {
    json_object out;
    out["before"] = r.before;
    out["deals"] = r.now;
    out["bytes"] = r.bytes;
    out["complete"] = r.complete;
    return out;
}

// Runs work(pool_work), told when to stop, its progress shown.
template <typename Work>
auto with_progress(unsigned threads, const std::optional<progress_function>& progress,
                   Work&& work) {
    std::atomic<std::uint64_t> done{0}, all{0};
    std::function<void()> look;
    if (progress) look = [&] { (*progress)(done.load(), all.load()); };
    auto out = interruptible(
        [&](const std::atomic<bool>& stop) {
            return work(pool_work{.threads = threads,
                                  .stop = &stop,
                                  .progress = [&](std::uint64_t n, std::uint64_t of) {
                                      done = n;
                                      all = of;
                                  }});
        },
        look);
    if (look) look();
    return out;
}

}  // namespace

void bind_pool(nb::module_& m) {
    m.def(
        "_read_pool",
        [](const std::string& file) {
            pool_bytes p =
                interruptible([&](const std::atomic<bool>& stop) { return read(file, stop); });
            const std::size_t n = p.records->size() / p.record_size;
            auto* bytes = p.records.release();
            const nb::capsule owner(
                bytes, [](void* x) noexcept { delete static_cast<std::vector<std::byte>*>(x); });
            json_object out;
            out["records"] =
                byte_array(static_cast<void*>(bytes->data()), {n, p.record_size}, owner);
            out["header"] = p.header;
            out["deal_size"] = p.deal_size;
            out["columns"] = columns_of(parse_pool_header(p.header));
            out["complete"] = p.complete;
            return out;
        },
        "file"_a);
    m.def(
        "_make_pool",
        [](const std::string& file, const game& g, std::uint64_t deals, std::uint64_t seed,
           std::uint64_t first, const std::vector<std::string>& labels, unsigned threads,
           const std::optional<progress_function>& progress) {
            const pool_plan plan = plan_of(g, deals, seed, first, labels);
            return result_of(with_progress(threads, progress, [&](const pool_work& how) {
                return make_pool(file, plan, how);
            }));
        },
        "file"_a, "game"_a, "deals"_a, "seed"_a, "first"_a, "labels"_a, "threads"_a,
        "progress"_a.none());
    m.def(
        "_merge_pools",
        [](const std::vector<std::string>& parts, const std::string& file,
           const std::optional<progress_function>& progress) {
            return result_of(with_progress(1, progress, [&](const pool_work& how) {
                return merge_pools({parts.begin(), parts.end()}, file, how);
            }));
        },
        "parts"_a, "file"_a, "progress"_a.none());
    m.def(
        "_verify_pool",
        [](const std::string& file, std::uint64_t solve, unsigned threads,
           const std::optional<progress_function>& progress) {
            const pool_check c = with_progress(threads, progress, [&](const pool_work& how) {
                return verify_pool(file, solve, how);
            });
            json_object out;
            out["records"] = c.records;
            out["solved"] = c.solved;
            out["bytes"] = c.bytes;
            out["complete"] = c.complete;
            out["skipped"] = c.skipped;
            return out;
        },
        "file"_a, "solve"_a, "threads"_a, "progress"_a.none());
}

}  // namespace mu::python
