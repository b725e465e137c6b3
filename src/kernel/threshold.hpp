// How far one CPU may drift. Models calculate_normal_threshold() and calculate_pressure_threshold(),
// mm/vmstat.c of Linux 7.3 (the same since 2.6.38).
#pragma once

#include <bit>

#include "kernel/topology.hpp"
#include "kernel/units.hpp"

namespace driftmark::kernel {

/// Index of the highest set bit, counted from 1; 0 for 0. The kernel's fls().
constexpr int fls(std::uint64_t x) { return static_cast<int>(std::bit_width(x)); }

/// A zone's managed memory in the formula's units of 128 MiB.
constexpr std::int64_t memory_units(Pages managed, PageSize page_size) {
    return managed.value >> (27 - page_shift(page_size));
}

/// 2 * fls(online CPUs) * (1 + fls(128 MiB units)), at most 125.
constexpr Threshold normal_threshold(CpuCount online, Pages managed, PageSize page_size) {
    const int product = 2 * fls(static_cast<std::uint64_t>(online.value)) *
                        (1 + fls(static_cast<std::uint64_t>(memory_units(managed, page_size))));
    return static_cast<Threshold>(product < kThresholdMax ? product : kThresholdMax);
}

/// (low - min) / online CPUs, at least 1, at most 125: what kswapd sets while it is awake on the zones
/// of its node that carry a mark. It can be larger than the normal threshold.
constexpr Threshold pressure_threshold(CpuCount online, const Watermarks& w) {
    const std::int64_t share = (w.low.value - w.min.value) / online.value;
    return static_cast<Threshold>(share < 1 ? 1 : share > kThresholdMax ? kThresholdMax : share);
}

/// The most pages a zone's counter may be off once every CPU has folded: CPUs x threshold.
constexpr Pages max_drift(CpuCount online, Threshold t) { return Pages{online.value * t}; }

/// Whether that drift can carry the truth below min while the counter still shows low.
constexpr bool needs_mark(CpuCount online, Threshold t, const Watermarks& w) {
    return max_drift(online, t) > w.low - w.min;
}

}  // namespace driftmark::kernel
