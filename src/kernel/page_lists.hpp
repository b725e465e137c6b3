// The per-CPU lists of free pages in front of a zone. Pages on them do not count as free (NR_FREE_PAGES
// is the buddy's), so small allocations move that counter only when a list is refilled or drained. Models
// struct per_cpu_pages, zone_batchsize(), zone_highsize() and the counts of __rmqueue_pcplist() and
// free_pcppages_bulk(), mm/page_alloc.c of Linux 6.1; migrate types share one list here, and the tuning of
// high that later kernels do is left out.
#pragma once

#include <array>
#include <cstdint>

#include "kernel/topology.hpp"
#include "kernel/units.hpp"

namespace driftmark::kernel {

/// Orders above this one (PAGE_ALLOC_COSTLY_ORDER) go straight to the buddy.
inline constexpr int kListOrderMax = 3;

/// How the lists of one zone are sized.
struct ListSizes {
    int batch = 1;   ///< pages a refill or a drain moves
    int high = 4;    ///< pages at which a free drains a batch
    friend bool operator==(const ListSizes&, const ListSizes&) = default;
};
/// `local` is the count of online CPUs on the zone's node; all online CPUs where the node has none.
ListSizes list_sizes(Pages managed, Pages low, CpuCount local, PageSize);

/// Blocks one refill takes for an order.
constexpr int refill_blocks(const ListSizes& s, int order) {
    if (s.batch <= 1) return 1;
    return (s.batch >> order) < 2 ? 2 : s.batch >> order;
}

/// One CPU's lists for one zone, in blocks of each order.
struct PageLists {
    std::array<std::uint16_t, kListOrderMax + 1> blocks{};

    int pages() const {
        int sum = 0;
        for (int order = 0; order <= kListOrderMax; ++order) sum += blocks[static_cast<std::size_t>(order)] << order;
        return sum;
    }
    friend bool operator==(const PageLists&, const PageLists&) = default;
};

}  // namespace driftmark::kernel
