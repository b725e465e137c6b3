// What the traced kernels count while they refresh, counted over the model's refreshes.
#pragma once

#include <string_view>
#include <vector>

#include "kernel/machine.hpp"
#include "ledger/ledger.hpp"

namespace driftmark::observed {

/// A zone as the last refresh saw and left it.
struct SeenZone {
    bool seen = false;
    Pages managed;
    kernel::Watermarks watermarks;
    Pages mark;
    Threshold threshold = 0;
};

/// One line of the kernels' own log: sums so far.
struct LoggedRefresh {
    std::string_view caller;
    std::int64_t online = 0, iterations = 0, stores = 0, silent_stores = 0, loads = 0;
};

struct Tally : kernel::RefreshObserver {
    explicit Tally(ledger::Variant v, std::int64_t zones_of_a_node) : variant(v), zones_per_node(zones_of_a_node) {}

    ledger::Variant variant;
    std::int64_t zones_per_node;   ///< MAX_NR_ZONES of the kernel
    std::int64_t calls = 0, pgdat_zero = 0, pgdat_node = 0, zone_seen = 0, zone_pop = 0, mark_set = 0, mark_chg = 0;
    ledger::LoopCounts loops;
    std::vector<SeenZone> zones;   ///< by ZoneIndex
    std::vector<LoggedRefresh> log;

    void on_refresh(const kernel::Refresh&) override;
    /// The counter of that name; nothing when these kernels have none.
    std::optional<std::int64_t> counter(std::string_view name) const;
};

}  // namespace driftmark::observed
