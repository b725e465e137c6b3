#include "observed/check.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "kernel/threshold.hpp"
#include "observed/cpu_count.hpp"

namespace driftmark::observed {
namespace {

constexpr std::array<std::string_view, 4> kResults{"match", "differ", "not_printed", "unpopulated"};
constexpr std::array<std::string_view, 6> kReasons{"pressure", "page_size", "managed_missing",
                                                   "managed_changed", "truncated", "edited_or_unknown"};

std::string size_text(PageSize p) { return std::to_string((1 << page_shift(p)) / 1024) + "K"; }
std::string text_of(std::int64_t n) { return std::to_string(n); }

/// All zones of a text by snapshot.
std::vector<std::vector<const PrintedZone*>> by_snapshot(const Zoneinfo& info) {
    std::vector<std::vector<const PrintedZone*>> out(info.snapshots);
    for (const PrintedZone& z : info.zones) out[z.snapshot].push_back(&z);
    return out;
}

std::optional<Threshold> pressure_of(const PrintedZone& z, CpuCount cpus) {
    if (!z.min || !z.low || *z.low < *z.min) return std::nullopt;
    return kernel::pressure_threshold(cpus, {*z.min, *z.low, z.high.value_or(*z.low)});
}

/// Whether the rule gives `value` for some managed size the zone can have had: none of its present pages
/// up to all of them.
bool normal_for_some_managed(std::int64_t value, const TakenSize& size, CpuCount cpus, PageSize page_size) {
    const int bits = kernel::fls(static_cast<std::uint64_t>(kernel::memory_units(size.present, page_size)));
    const int step = 2 * kernel::fls(static_cast<std::uint64_t>(cpus.value));
    for (int k = 0; k <= bits; ++k)
        if (value == std::min<int>(kThresholdMax, step * (1 + k))) return true;
    return false;
}

std::string printed_text(const CheckedZone& z) {
    std::string out;
    std::vector<std::int64_t> said;
    for (const ThresholdRun& r : z.printed) {
        if (std::ranges::find(said, r.value) != said.end()) continue;
        if (said.size() == 4) return out + ", ...";
        out += (said.empty() ? "" : ", ") + text_of(r.value);
        said.push_back(r.value);
    }
    return out;
}

void judge_silent(CheckedZone& out, const PrintedZone& z) {
    if (!populated(z)) {
        if (!z.present && !z.managed) {
            out.result = Result::not_printed;
            out.reasons.push_back(Reason::truncated);
            out.explanation = "the text ends, or was cut, before the zone's size";
            return;
        }
        out.result = Result::unpopulated;
        out.explanation = "no memory, so no refresh visits it";
        return;
    }
    out.result = Result::not_printed;
    if (!z.pagesets || z.cut) {
        out.reasons.push_back(Reason::truncated);
        out.explanation = z.cut ? "the text was cut before a threshold" : "the text has the zone's head only";
    } else if (z.cpus.empty()) {
        out.explanation = "no CPU is printed: kernels of this age leave out CPUs whose lists are empty";
    } else {
        out.explanation = "no threshold is printed: a kernel for one CPU, or older than 2.6.18";
    }
}

void judge_printed(CheckedZone& out, const PrintedZone& z, CpuCount cpus, PageSize page_size) {
    const TakenSize size = taken_size(z);
    if (!out.computed) {
        out.result = Result::differ;
        out.reasons.push_back(Reason::edited_or_unknown);
        out.explanation = "prints " + printed_text(out) + " without memory, which no kernel does";
        return;
    }
    bool pressure = false, changed = false, unknown = false;
    for (const ThresholdRun& r : z.thresholds) {
        if (r.value == *out.computed) continue;
        if (out.pressure && r.value == *out.pressure) pressure = true;
        else if (normal_for_some_managed(r.value, size, cpus, page_size)) changed = true;
        else unknown = true;
    }
    out.result = pressure || changed || unknown ? Result::differ : Result::match;
    if (pressure) out.reasons.push_back(Reason::pressure);
    if (page_size != PageSize::k4K) out.reasons.push_back(Reason::page_size);
    if (size.managed_missing) out.reasons.push_back(Reason::managed_missing);
    if (changed && !size.managed_missing) out.reasons.push_back(Reason::managed_changed);
    if (unknown) out.reasons.push_back(Reason::edited_or_unknown);

    const std::string computed = text_of(*out.computed);
    if (out.result == Result::match) {
        out.explanation = "the normal rule gives " + computed;
        if (page_size != PageSize::k4K) out.explanation += " with pages of " + size_text(page_size);
        if (size.managed_missing) out.explanation += ", with present for managed, which is not printed";
        return;
    }
    out.explanation = "prints " + printed_text(out) + " where the normal rule gives " + computed;
    if (pressure)
        out.explanation += "; " + text_of(*out.pressure) + " is the pressure threshold, (" + text_of(z.low->value) + " - " +
                           text_of(z.min->value) + ") / " + text_of(cpus.value) + ": kswapd is awake";
    if (changed)
        out.explanation += size.managed_missing ? "; a smaller managed, which is not printed, gives it"
                                                : "; the rule gives it for another managed, as it may have been at the last refresh";
    if (unknown) out.explanation += "; no rule gives it: the text was edited, or the kernel is unknown";
}

CheckedZone checked(const PrintedZone& z, CpuCount cpus, PageSize page_size) {
    CheckedZone out;
    out.snapshot = z.snapshot;
    out.node = z.node;
    out.name = z.name;
    out.line = z.line;
    out.present = taken_size(z).present;
    out.managed = taken_size(z).managed;
    out.printed = z.thresholds;
    if (populated(z)) {
        out.computed = kernel::normal_threshold(cpus, out.managed, page_size);
        out.pressure = pressure_of(z, cpus);
    }
    if (z.thresholds.empty()) judge_silent(out, z);
    else judge_printed(out, z, cpus, page_size);
    return out;
}

/// The text itself says that pages are 4K: x86 has its DMA below 16 MiB in 4096 pages.
bool says_4k(const Zoneinfo& info) {
    return std::ranges::any_of(info.zones, [](const PrintedZone& z) {
        return (z.name == "DMA" && z.spanned == Pages{4095}) || (z.name == "DMA32" && z.start_pfn == 4096);
    });
}

/// With pages of this size and the CPUs that go with it, how many zones print what neither the normal rule
/// nor kswapd gives, and how many only kswapd.
struct Unexplained {
    std::int64_t by_any = 0, by_normal = 0;
};
Unexplained unexplained(const std::vector<std::vector<const PrintedZone*>>& snapshots, bool old_format, PageSize p) {
    Unexplained n;
    for (const auto& zones : snapshots) {
        const CpuCount cpus = cpu_count_taken(zones, old_format, p).cpus;
        for (const PrintedZone* z : zones) {
            if (z->thresholds.empty() || !populated(*z) || normal_everywhere(*z, cpus, p)) continue;
            ++n.by_normal;
            const Threshold normal = kernel::normal_threshold(cpus, taken_size(*z).managed, p);
            const auto pressure = pressure_of(*z, cpus);
            const bool by_kswapd = std::ranges::all_of(z->thresholds, [&](const ThresholdRun& r) {
                return r.value == normal || (pressure && r.value == *pressure);
            });
            if (!by_kswapd) ++n.by_any;
        }
    }
    return n;
}

void find_page_size(CheckResult& out, const Zoneinfo& info, const std::vector<std::vector<const PrintedZone*>>& snapshots) {
    out.page_size_why = "4K pages, which explain what is printed";
    const Unexplained with_4k = unexplained(snapshots, info.hot_and_cold, PageSize::k4K);
    if (with_4k.by_any == 0) {
        if (std::ranges::all_of(info.zones, [](const PrintedZone& z) { return z.thresholds.empty(); }))
            out.page_size_why = "4K pages are taken: nothing printed tells";
        return;
    }
    if (says_4k(info)) {
        out.page_size_why = "4K pages: the zones begin and end where they do with these";
        return;
    }
    for (const PageSize p : {PageSize::k16K, PageSize::k64K})
        if (unexplained(snapshots, info.hot_and_cold, p).by_normal == 0) {
            out.page_size = p;
            out.page_size_why = size_text(p) + " pages: they explain every threshold, and 4K pages do not";
            return;
        }
    out.page_size_why = "4K pages are taken: no page size explains every threshold";
}

ObservedMachine machine_of(const std::vector<const PrintedZone*>& zones, const CpuCountTaken& cpus, PageSize page_size) {
    ObservedMachine m;
    m.page_size = page_size;
    m.cpus = cpus.cpus;
    m.cpu_list = cpus.printed;
    if (cpus.inferred || m.cpu_list.empty())
        m.cpu_list = {{0, static_cast<std::uint32_t>(cpus.cpus.value - 1)}};
    for (const PrintedZone* z : zones) {
        m.nodes = std::max(m.nodes, NodeCount{std::int64_t{index_of(z->node)} + 1});
        ObservedZone o;
        o.node = z->node;
        o.name = z->name;
        o.type = kernel::zone_type_of(z->name);
        o.present = taken_size(*z).present;
        o.managed = std::min(taken_size(*z).managed, o.present);
        o.boost = z->boost.value_or(Pages{});
        if (z->min && z->low && z->high) o.watermarks = kernel::Watermarks{*z->min, *z->low, *z->high};
        m.zones.push_back(std::move(o));
    }
    std::ranges::sort(m.zones, {}, [](const ObservedZone& z) {
        return std::tuple(z.node, z.type ? static_cast<int>(*z.type) : kernel::kZoneTypes, std::string_view(z.name));
    });
    return m;
}

void note_facts(CheckResult& out, const Zoneinfo& info) {
    if (info.snapshots > 1)
        out.notes.push_back("the text holds " + text_of(static_cast<std::int64_t>(info.snapshots + info.snapshots_left_out)) +
                            " snapshots; the machine is that of number " +
                            text_of(static_cast<std::int64_t>(out.machine_snapshot + 1)));
    if (info.snapshots_left_out > 0)
        out.notes.push_back("the last " + text_of(static_cast<std::int64_t>(info.snapshots_left_out)) +
                            " snapshots were counted and not checked");
    if (info.cut_marks) out.notes.push_back("lines were cut from the text and marked");
    if (info.quoted) out.notes.push_back("the text is quoted, as in a mail");
    if (info.hot_and_cold) out.notes.push_back("each CPU has a hot and a cold list, as before about 2.6.25");
}

}  // namespace

std::string_view name_of(Result r) { return kResults[static_cast<std::size_t>(r)]; }
std::string_view name_of(Reason r) { return kReasons[static_cast<std::size_t>(r)]; }

CheckResult check(const Zoneinfo& info) {
    CheckResult out;
    const auto snapshots = by_snapshot(info);
    find_page_size(out, info, snapshots);
    for (const auto& zones : snapshots) out.cpus.push_back(cpu_count_taken(zones, info.hot_and_cold, out.page_size));
    for (const PrintedZone& z : info.zones) {
        out.zones.push_back(checked(z, out.cpus[z.snapshot].cpus, out.page_size));
        switch (out.zones.back().result) {
            case Result::match: ++out.matched; break;
            case Result::differ: ++out.differed; break;
            case Result::not_printed: ++out.not_printed; break;
            case Result::unpopulated: ++out.unpopulated; break;
        }
    }
    std::ptrdiff_t most = -1;
    for (std::size_t s = 0; s < snapshots.size(); ++s) {
        const auto full = std::ranges::count_if(snapshots[s], [](const PrintedZone* z) { return populated(*z); });
        if (full >= most) {
            most = full;
            out.machine_snapshot = s;
        }
    }
    if (!snapshots.empty())
        out.machine = machine_of(snapshots[out.machine_snapshot], out.cpus[out.machine_snapshot], out.page_size);
    note_facts(out, info);
    return out;
}

}  // namespace driftmark::observed
