// Named mistakes that can be put into the model, to see which promise each of them breaks. All are off
// unless a reader asks for one; the kernel has none of them.
#pragma once

namespace driftmark::kernel {

struct Faults {
    /// The refresh zeroes the node thresholds and never writes the new ones.
    bool node_threshold_forgotten = false;
    /// A dead CPU's diffs are not folded: cpu_vm_stats_fold() is left out of its death.
    bool dead_cpu_not_folded = false;
    /// A refresh resets the drift mark of a zone that needs none now.
    bool mark_cleared = false;
    /// `>=` for `>` between maximum and tolerated drift.
    bool mark_at_equality = false;
    /// A patched refresh stores zone thresholds for the first populated zone of each node only.
    bool later_zones_skipped = false;

    /// Whether a refresh leaves CPUs with other thresholds than it should.
    constexpr bool touch_thresholds() const { return node_threshold_forgotten || later_zones_skipped; }
    friend constexpr bool operator==(const Faults&, const Faults&) = default;
};

}  // namespace driftmark::kernel
