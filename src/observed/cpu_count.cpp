#include "observed/cpu_count.hpp"

#include <algorithm>

#include "kernel/threshold.hpp"

namespace driftmark::observed {
namespace {

std::vector<CpuRange> union_of(Snapshot zones) {
    std::vector<CpuRange> all;
    for (const PrintedZone* z : zones) all.insert(all.end(), z->cpus.begin(), z->cpus.end());
    std::ranges::sort(all, {}, &CpuRange::first);
    std::vector<CpuRange> joined;
    for (const CpuRange& r : all) {
        if (!joined.empty() && r.first <= joined.back().last + 1) joined.back().last = std::max(joined.back().last, r.last);
        else joined.push_back(r);
    }
    return joined;
}

std::int64_t count_of(const std::vector<CpuRange>& ranges) {
    std::int64_t n = 0;
    for (const CpuRange& r : ranges) n += std::int64_t{r.last} - r.first + 1;
    return n;
}

bool explains_all(Snapshot zones, CpuCount cpus, PageSize page_size) {
    return std::ranges::all_of(zones, [&](const PrintedZone* z) {
        return z->thresholds.empty() || !populated(*z) || normal_everywhere(*z, cpus, page_size);
    });
}

/// Something says that CPUs are missing from the text.
bool leaves_cpus_out(Snapshot zones, bool old_format, const std::vector<CpuRange>& all) {
    return std::ranges::any_of(zones, [&](const PrintedZone* z) {
        return z->cut || (populated(*z) && z->pagesets && (old_format || z->cpus != all));
    });
}

}  // namespace

TakenSize taken_size(const PrintedZone& z) {
    const Pages managed = z.managed.value_or(z.present.value_or(Pages{}));
    return {z.present.value_or(managed), managed, !z.managed.has_value()};
}

bool populated(const PrintedZone& z) { return taken_size(z).present > Pages{}; }

bool normal_everywhere(const PrintedZone& z, CpuCount cpus, PageSize page_size) {
    const Threshold normal = kernel::normal_threshold(cpus, taken_size(z).managed, page_size);
    return std::ranges::all_of(z.thresholds, [&](const ThresholdRun& r) { return r.value == normal; });
}

CpuCountTaken cpu_count_taken(Snapshot zones, bool old_format, PageSize page_size) {
    CpuCountTaken taken;
    taken.printed = union_of(zones);
    const std::int64_t printed = count_of(taken.printed);
    if (printed == 0) {
        taken.why = "no CPU is printed; 1 is taken";
        return taken;
    }
    taken.cpus = CpuCount{printed};
    const std::string cpus_printed = printed == 1 ? "1 CPU is printed" : std::to_string(printed) + " CPUs are printed";
    const bool some_out = leaves_cpus_out(zones, old_format, taken.printed);
    if (explains_all(zones, taken.cpus, page_size) || !some_out) {
        const bool alike = std::ranges::all_of(zones, [&](const PrintedZone* z) { return z->cpus.empty() || z->cpus == taken.printed; });
        taken.why = cpus_printed + (alike ? "" : " over all zones; single zones leave some out");
        return taken;
    }
    // The rule knows only how many bits the count has, so the least count of each length stands for all.
    const std::int64_t highest = std::int64_t{taken.printed.back().last} + 1;
    std::vector<std::int64_t> candidates{highest};
    for (std::int64_t n = 2; n <= kMaxCpus.value; n *= 2)
        if (n > highest) candidates.push_back(n);
    for (const std::int64_t n : candidates)
        if (n > printed && explains_all(zones, CpuCount{n}, page_size)) {
            taken.cpus = CpuCount{n};
            taken.inferred = true;
            taken.why = cpus_printed + ", but some are left out of the text, and the thresholds are those of " +
                        std::to_string(n) + " CPUs" + (n == highest ? "" : " or more");
            return taken;
        }
    taken.why = cpus_printed + "; some may be left out of the text";
    return taken;
}

}  // namespace driftmark::observed
