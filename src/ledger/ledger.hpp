// What a refresh costs: the quantities, and their exact counts without walking CPUs (the census).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "kernel/machine.hpp"

namespace driftmark::ledger {

/// The two variants of refresh_zone_stat_thresholds() that are compared.
enum class Variant : std::uint8_t {
    rewrite,         ///< the kernel to date, up to 7.3
    skip_unchanged,  ///< the 2026 patch
};
inline constexpr std::array kVariants{Variant::rewrite, Variant::skip_unchanged};

/// Counts of one variant over one refresh, or sums of such. A row is a node or a zone.
struct Ledger {
    std::int64_t iterations = 0;     ///< loop bodies run for a (row, CPU) pair
    std::int64_t loads = 0;          ///< loads of a per-CPU stat_threshold
    std::int64_t stores = 0;         ///< stores to a per-CPU stat_threshold
    std::int64_t silent_stores = 0;  ///< stores of the value that was there at that moment
    std::int64_t exposed_zero = 0;   ///< zeroing stores that replaced a value above 0
    std::int64_t lines_written = 0;  ///< (row, CPU) pairs stored to at least once
    std::int64_t lines_read = 0;     ///< (row, CPU) pairs only loaded

    Ledger& operator+=(const Ledger&);
    friend bool operator==(const Ledger&, const Ledger&) = default;
};

/// Both variants over the same refreshes.
struct Ledgers {
    std::array<Ledger, 2> of{};
    std::int64_t needed = 0;  ///< (row, online CPU) pairs whose value differs between entry and exit

    Ledger& operator[](Variant v) { return of[static_cast<std::size_t>(v)]; }
    const Ledger& operator[](Variant v) const { return of[static_cast<std::size_t>(v)]; }
    std::int64_t avoided() const { return of[0].stores - of[1].stores; }
    Ledgers& operator+=(const Ledgers&);
    friend bool operator==(const Ledgers&, const Ledgers&) = default;
};

/// The counters that the traced kernels keep, by loop: zeroing pass, zone loop, node loop of the patch.
/// In `rewrite` the zone loop also loads and stores the node threshold (st_node, rs_node, rd_node).
struct LoopCounts {
    std::int64_t it_zero = 0, it_zone = 0, it_node = 0;
    std::int64_t st_zero = 0, st_zone = 0, st_node = 0;
    std::int64_t rs_zero = 0, rs_zone = 0, rs_node = 0;
    std::int64_t rd_zone = 0, rd_node = 0;

    LoopCounts& operator+=(const LoopCounts&);
    friend bool operator==(const LoopCounts&, const LoopCounts&) = default;
};

/// Exact counts of one refresh. Cost: rows x distinct threshold sets online (one or two), not CPUs.
struct Census {
    std::array<LoopCounts, 2> loops{};
    Ledgers ledgers;
};
Census census(const kernel::Refresh&);

}  // namespace driftmark::ledger
