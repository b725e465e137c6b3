#include "report/reported.hpp"

#include "report/words.hpp"

namespace driftmark::report {
namespace {

constexpr Source kR1{"R1", "P. Tatashin",
                     "mm/vmstat: Avoid redundant per-CPU stat_threshold writes in refresh_zone_stat_thresholds(), v2 8/8",
                     "2026, mean of 10 runs"};
constexpr Source kR2{"R2", "S. Sengar", "mm/vmstat: defer the refresh_zone_stat_thresholds after all CPUs bringup", "2024"};
constexpr Source kR3{"R3", "D. Sivanich", "Reduce vm_stat cacheline contention in __vm_enough_memory", "2011, Linux 3.1-rc9"};
constexpr Source kR4{"R4", "K. Wang, J. Brouer", "NUMA statistics in the page allocator's fast path", "2017"};

constexpr std::string_view kXeon = "Xeon 6985P-C, 2 sockets, 480 CPUs";
constexpr std::string_view kEpyc = "EPYC 9B45, 2 sockets, 512 CPUs";
constexpr std::string_view kUv = "UV, 640 CPUs, 120 threads writing to tmpfs";

constexpr Reported kNumbers[] = {
    {"xeon480_offline_event", &kR1, kXeon, 480, "one refresh, CPU 479 offline", "us", Evidence::measured, 1158.9, 135.3, -88.3},
    {"xeon480_online_event", &kR1, kXeon, 480, "one refresh, CPU 479 online", "us", Evidence::measured, 1468.2, 128.6, -91.2},
    {"xeon480_offline_total", &kR1, kXeon, 480, "479 CPUs offline, total", "s", Evidence::measured, 3.37, 3.09, -8.3},
    {"xeon480_online_total", &kR1, kXeon, 480, "479 CPUs online, total", "s", Evidence::measured, 2.06, 1.98, -3.9},
    {"xeon480_total", &kR1, kXeon, 480, "both sweeps, total", "s", Evidence::measured, 5.43, 5.07, -6.6},
    {"epyc512_offline_event", &kR1, kEpyc, 512, "one refresh, CPU 511 offline", "us", Evidence::measured, 104.6, 50.7, -51.6},
    {"epyc512_online_event", &kR1, kEpyc, 512, "one refresh, CPU 511 online", "us", Evidence::measured, 109.3, 53.5, -51.1},
    {"epyc512_offline_total", &kR1, kEpyc, 512, "511 CPUs offline, total", "s", Evidence::measured, 2.34, 2.30, -1.7},
    {"epyc512_online_total", &kR1, kEpyc, 512, "511 CPUs online, total", "s", Evidence::measured, 1.12, 1.08, -3.6},
    {"epyc512_total", &kR1, kEpyc, 512, "both sweeps, total", "s", Evidence::measured, 3.46, 3.38, -2.3},

    {"smp1024_boot_iterations", &kR2, "1024 CPUs, no NUMA", 1024, "loop iterations while booting", "iterations",
     Evidence::estimated, 1048576},
    {"smp1024_boot_time", &kR2, "1024 CPUs, no NUMA", 1024, "all refreshes while booting, about", "ms",
     Evidence::measured, 224},
    {"numa1024_boot_iterations", &kR2, "1024 CPUs, 16 nodes", 1024, "loop iterations while booting", "iterations",
     Evidence::estimated, 16777216},
    {"numa1024_boot_time", &kR2, "1024 CPUs, 16 nodes", 1024, "all refreshes while booting, about", "ms",
     Evidence::measured, 4500},

    {"uv640_aligned", &kR3, kUv, 640, "throughput, array aligned to a cache line, about", "MB/s", Evidence::measured, 300, 430},
    {"uv640_cached", &kR3, kUv, 640, "throughput, counters cached for 2 s, about", "MB/s", Evidence::measured, 300, 700},

    {"fast_path", &kR4, "order-0 allocation fast path", 0, "with CONFIG_NUMA, then without", "cycles", Evidence::measured, 143, 97},
};

Value number_or_null(std::optional<double> d) { return d ? Value(*d) : Value(); }

/// As precise as it was reported: microseconds to one place, seconds to two, the rest whole.
Value shown(std::optional<double> d, std::string_view unit) {
    if (!d) return {};
    return decimal(*d, unit == "us" ? 1 : unit == "s" ? 2 : 0);
}

}  // namespace

std::string_view evidence_word(Evidence e) {
    switch (e) {
        case Evidence::exact: return "exact";
        case Evidence::measured: return "measured";
        case Evidence::fitted: return "fitted";
        case Evidence::estimated: return "estimated";
    }
    return "";
}

std::span<const Reported> reported_numbers() { return kNumbers; }

std::vector<const Reported*> reported_by(std::string_view source_id) {
    std::vector<const Reported*> out;
    for (const Reported& r : kNumbers)
        if (r.source->id == source_id) out.push_back(&r);
    return out;
}

std::vector<const Reported*> reported_by(std::string_view source_id, std::string_view key_end) {
    auto out = reported_by(source_id);
    std::erase_if(out, [&](const Reported* r) { return !r->key.ends_with(key_end); });
    return out;
}

Value reported_value(const std::vector<const Reported*>& numbers) {
    Value out{Value::Array{}};
    for (const Reported* r : numbers) {
        Value one;
        one.set("key", r->key).set("source", r->source->id).set("who", r->source->who).set("machine", r->machine);
        one.set("what", r->what).set("unit", r->unit).set("evidence", evidence_word(r->evidence));
        one.set("before", r->before).set("after", number_or_null(r->after)).set("change_percent", number_or_null(r->change));
        out.push(std::move(one));
    }
    return out;
}

Table reported_table(const std::vector<const Reported*>& numbers) {
    Table t;
    t.title = "Reported by others";
    t.columns = {{"what", "what", ""}, {"before", "before", ""}, {"after", "after", ""}, {"change", "change", ""},
                 {"unit", "unit", ""}, {"evidence", "evidence", ""}, {"machine", "machine", ""}};
    for (const Reported* r : numbers)
        t.rows.push_back({r->what, shown(r->before, r->unit), shown(r->after, r->unit),
                          r->change ? Value(decimal(*r->change, 1) + " %") : Value(), r->unit,
                          std::string(evidence_word(r->evidence)) + " (" + std::string(r->source->id) + ")",
                          r->machine.substr(0, r->machine.find(','))});
    return t;
}

std::string source_note(const Source& s) {
    return std::string(s.id) + ": " + std::string(s.who) + ", \"" + std::string(s.title) + "\" (" + std::string(s.when) + ").";
}

}  // namespace driftmark::report
