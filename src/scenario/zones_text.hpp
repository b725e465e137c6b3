// The zones of a machine as text, and the zones a machine has when nobody lists them.
//
//   0:DMA=15M,DMA32=3G,Normal=381G;1:Normal=384G
//   NODES:NAME=MANAGED[/PRESENT][@MIN:LOW:HIGH],...;...
//
// NODES is a node or a range of alike nodes. PRESENT is MANAGED where it is left out, watermarks are in
// pages. A zone of 0 is there without memory, as for memory that comes online later.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernel/topology.hpp"
#include "scenario/error.hpp"

namespace driftmark::scenario {

using Zones = std::vector<kernel::ZoneSpec>;

/// Sorted by node, then by type. Refuses nodes from `nodes` on, zones named twice, sizes that are not
/// whole pages, and a machine without any memory.
Result<Zones> parse_zones(std::string_view text, NodeCount nodes, PageSize);
/// Canonical: node order, alike neighbours as one range.
std::string print_zones(const Zones&, PageSize);

/// `memory` split equally over the nodes in address order: with 4K pages DMA below 16M and DMA32 below
/// 4G, else DMA below 4G; the rest Normal. Of the first 16M, firmware and the zero page take 1M.
Result<Zones> auto_zones(Bytes memory, NodeCount nodes, PageSize);

/// Present memory of all zones.
Bytes total_present(const Zones&, PageSize);

/// Whether a zone may be called so: letters, digits, '-', '_', '.', at most 32 of them.
bool zone_name_fits(std::string_view);

}  // namespace driftmark::scenario
