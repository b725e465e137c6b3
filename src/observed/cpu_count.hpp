// How many CPUs were online when a snapshot was printed. Kernels of today print a block for each; old
// ones leave out CPUs whose lists are empty, and people leave out what is long.
#pragma once

#include <span>

#include "observed/check.hpp"

namespace driftmark::observed {

/// The zones of one snapshot, as they are in the text.
using Snapshot = std::span<const PrintedZone* const>;

/// Present and managed as taken: what is not printed is replaced by what is.
struct TakenSize {
    Pages present, managed;
    bool managed_missing = false;
};
TakenSize taken_size(const PrintedZone&);
/// Has memory, as far as the text tells. A Device zone never has.
bool populated(const PrintedZone&);
/// Whether every threshold the zone prints is the normal rule's.
bool normal_everywhere(const PrintedZone&, CpuCount, PageSize);

CpuCountTaken cpu_count_taken(Snapshot, bool old_format, PageSize);

}  // namespace driftmark::observed
