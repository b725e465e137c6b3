// The machine as rows by CPUs, reduced to what can be drawn: groups of rows, spans of CPUs, and for each
// pair the histogram of what was done to the cells it covers. Nothing is dropped: the histograms sum up to
// the ledger's lines.
#pragma once

#include <string>
#include <vector>

#include "kernel/machine.hpp"
#include "ledger/refresh_plan.hpp"

namespace driftmark::figure::refresh {

/// Rows [row0, row1) drawn as one: a single row, or whole nodes [node0, node1].
struct RowGroup {
    std::size_t row0 = 0, row1 = 0;
    NodeId node0{}, node1{};
    bool first_of_node = false;
    float y = 0, h = 0;
    bool single() const { return row1 - row0 == 1; }
};

/// CPUs [cpu0, cpu1), being lanes [lane0, lane1) of the refresh; the rest of them are offline.
struct Span {
    std::uint32_t cpu0 = 0, cpu1 = 0;
    std::size_t lane0 = 0, lane1 = 0;
    std::size_t online() const { return lane1 - lane0; }
    std::size_t offline() const { return cpu1 - cpu0 - online(); }
};

struct GridCell {
    std::size_t group = 0, span = 0;
    ledger::EffectCounts counts;
    int value = 0;  ///< the threshold held: of the cell, or the mean of some rows of a group
};

struct Grid {
    std::vector<RowGroup> groups;
    std::vector<Span> spans;
    std::vector<GridCell> cells;  ///< groups x spans that hold online CPUs, group by group
};

/// What a grid is made from: a refresh at a step, or a machine in which none runs.
struct Source {
    const kernel::Machine* machine = nullptr;
    const ledger::RefreshPlan* plan = nullptr;
    std::int64_t step = 0;
};

/// The rows in the order of RefreshPlan::rows(), also where there is no plan.
std::vector<ledger::Row> rows_of(const Source&);
/// Groups for a height in px: each row alone while that leaves `least` px for it, whole nodes together otherwise.
std::vector<RowGroup> group_rows(const std::vector<ledger::Row>&, float height);
/// Spans of one kind of CPUs each; where one would be narrower than `least` px, mixed ones of that width.
std::vector<Span> span_cpus(const Source&, float width, float least);
Grid build_grid(const Source&, ledger::Variant, std::vector<RowGroup>, std::vector<Span>);

/// "node 0", "DMA32", "nodes 0–84".
std::string group_name(const RowGroup&, const std::vector<ledger::Row>&, const kernel::Topology&);
std::string row_name(const ledger::Row&, const kernel::Topology&);

}  // namespace driftmark::figure::refresh
