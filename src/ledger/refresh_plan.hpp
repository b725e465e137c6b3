// One refresh laid out for stepping: its rows, its CPUs, and what each variant does at each step.
//
// Both variants share one list of positions: the zeroing pass (node x CPU), then for each node its zones
// x CPUs, then the patch's node loop over CPUs. A step is the smallest stretch in which either variant
// makes an access: one per zeroing position, three per zone position (rewrite stores the zone threshold,
// loads and stores the node threshold; the patch loads and perhaps stores), one per position of the
// node loop, and a second one there where the patch stores. A variant without work at a step waits.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ledger/ledger.hpp"

namespace driftmark::ledger {

/// Where in the refresh a step lies.
enum class Loop : std::uint8_t { zeroing, zones, nodes };

/// A node's threshold row or a zone's.
struct Row {
    NodeId node{};
    std::optional<ZoneIndex> zone;  ///< none: the node's own row
    friend bool operator==(const Row&, const Row&) = default;
};

/// What an access did to a (row, CPU) cell, and what a cell last had done to it.
enum class Effect : std::uint8_t {
    untouched,
    read,     ///< loaded
    changed,  ///< stored, and the value is another one
    silent,   ///< stored, and the value is the same
    exposed,  ///< stored 0 over a value above 0, on a CPU that runs
};

/// One load or store.
struct Access {
    Row row;
    CpuId cpu{};
    bool store = false;
    Threshold before = 0;  ///< the value found
    Threshold after = 0;   ///< the value left
    Effect effect = Effect::untouched;
};

/// How many cells of a stretch had what done to them.
struct EffectCounts {
    std::array<std::int64_t, 5> of{};  ///< by Effect
    std::int64_t& operator[](Effect e) { return of[static_cast<std::size_t>(e)]; }
    std::int64_t operator[](Effect e) const { return of[static_cast<std::size_t>(e)]; }
    EffectCounts& operator+=(const EffectCounts& o) {
        for (std::size_t i = 0; i < of.size(); ++i) of[i] += o.of[i];
        return *this;
    }
};

/// Which step of a refresh is which: its loop, row and CPU.
struct Place {
    Loop loop{};
    Row row;             ///< the row the position belongs to
    std::size_t lane = 0;///< rank of the CPU among the online ones
    CpuId cpu{};
    int slot = 0;        ///< 0, 1, 2 within the position
};

class RefreshPlan {
public:
    /// Copies what it needs of the refresh; O(rows + CPUs).
    explicit RefreshPlan(const kernel::Refresh&);

    kernel::RefreshCause cause() const { return cause_; }
    CpuId runs_on() const { return runs_on_; }
    const std::vector<CpuId>& cpus() const { return cpus_; }         ///< online, ascending
    const std::vector<Row>& rows() const { return rows_; }           ///< node, its populated zones, next node ...
    std::int64_t steps() const { return starts_.back(); }
    const Ledgers& total() const { return total_; }

    /// Which entry values each lane came with: lanes of one tag differ in nothing. Aligned with cpus().
    const std::vector<std::uint32_t>& lane_tags() const { return lane_tag_; }

    /// The place of step s, 0 <= s < steps(). O(log rows + CPUs).
    Place place(std::int64_t s) const;
    /// What `v` does at step s; nothing when it waits.
    std::optional<Access> access(Variant v, std::int64_t s) const;
    /// Ledgers after the first `s` steps. O(rows + CPUs).
    Ledgers until(std::int64_t s) const;
    /// The value a cell holds, and what was last done to it, after the first `s` steps.
    struct Cell { Threshold value = 0; Effect effect = Effect::untouched; };
    Cell cell(Variant v, std::size_t row, std::size_t lane, std::int64_t s) const;
    /// Effects over rows [row0, row1) and lanes [lane0, lane1) after `s` steps, without walking lanes
    /// of complete rows. Sums of disjoint stretches are those of their union.
    EffectCounts effects(Variant v, std::size_t row0, std::size_t row1, std::size_t lane0, std::size_t lane1,
                         std::int64_t s) const;
    /// Values on entry and on exit.
    Threshold entry(std::size_t row, std::size_t lane) const;
    Threshold exit(std::size_t row) const { return exit_[row]; }

    /// Bounds of the position, and of the loop over CPUs for one row, that contain step s < steps().
    struct Span { std::int64_t first = 0, end = 0; };
    Span position_of(std::int64_t s) const;
    Span stretch_of(std::int64_t s) const;

private:
    struct Stretch { Loop loop; std::size_t row; };  // one loop over all CPUs for one row
    struct At { std::size_t stretch; std::size_t lane; int slot; };
    At at(std::int64_t s) const;
    std::int64_t first_step(std::size_t stretch, std::size_t lane) const;
    std::int64_t lanes_with(std::size_t tag, std::size_t lane0, std::size_t lane1) const;
    std::int64_t changed_lanes(std::size_t row, std::size_t lane0, std::size_t lane1) const;
    bool changes(std::size_t row, std::size_t tag) const { return tag_values_[tag][row] != exit_[row]; }
    Cell state(Variant, std::size_t row, std::size_t tag, std::size_t lane, std::int64_t s) const;
    std::optional<Access> access_at(Variant, const At&) const;
    void add_lanes(Ledgers&, const Stretch&, std::size_t lanes) const;

    kernel::RefreshCause cause_{};
    CpuId runs_on_{};
    std::vector<CpuId> cpus_;
    std::vector<Row> rows_;
    std::vector<std::uint32_t> lane_tag_;                  // which threshold set each lane entered with
    std::vector<std::vector<std::uint32_t>> lanes_before_; // by set: lanes with it below a lane
    std::vector<std::vector<Threshold>> tag_values_;       // by set, by row
    std::vector<Threshold> exit_;                          // by row
    std::vector<Threshold> node_so_far_;                   // by zone row: largest of the node's zones before it
    std::vector<std::size_t> node_row_;                    // by row: the row of its node
    std::vector<Stretch> stretches_;
    std::vector<std::size_t> stretch_of_row_;              // by row: its zone loop, or its zeroing
    std::vector<std::size_t> node_loop_of_row_;            // by node row: the patch's loop
    std::vector<std::int64_t> starts_{0};                  // first step of each stretch, then the end
    Ledgers total_;
};

}  // namespace driftmark::ledger
