// One per-CPU diff and how an update moves it. Models __mod_zone_page_state(), __inc_zone_state() and
// __dec_zone_state() of mm/vmstat.c (the node forms are the same), Linux 6.1 to 7.3. Where the kernel
// updates by this_cpu_cmpxchg instead (mod_zone_state()), inc and dec test the magnitude, not one side; the
// two differ only while a diff exceeds a threshold that was lowered.
#pragma once

#include <cstdint>

#include "kernel/units.hpp"

namespace driftmark::kernel {

/// What one CPU has counted and not yet told: the kernel's s8.
using Diff = std::int8_t;

/// Atomic additions of one spill: to the zone's (or node's) own counter, and to the machine's.
inline constexpr int kAtomicsOfSpill = 2;

/// Adds any amount. Returns what goes to the shared counters, 0 when the diff still holds it.
constexpr std::int64_t mod(Diff& diff, Threshold t, std::int64_t delta) {
    const std::int64_t x = diff + delta;
    if (x > t || x < -std::int64_t{t}) {
        diff = 0;
        return x;
    }
    diff = static_cast<Diff>(x);
    return 0;
}

/// Adds 1. A spill oversteps: it takes t/2 more than there is, so that the next is further away.
constexpr std::int64_t inc(Diff& diff, Threshold t) {
    const int v = diff + 1;
    if (v > t) {
        const int overstep = t >> 1;
        diff = static_cast<Diff>(-overstep);
        return v + overstep;
    }
    diff = static_cast<Diff>(v);
    return 0;
}

/// Takes 1 away, the mirror of inc().
constexpr std::int64_t dec(Diff& diff, Threshold t) {
    const int v = diff - 1;
    if (v < -int{t}) {
        const int overstep = t >> 1;
        diff = static_cast<Diff>(overstep);
        return v - overstep;
    }
    diff = static_cast<Diff>(v);
    return 0;
}

}  // namespace driftmark::kernel
