// Which CPU numbers exist, and on which node each sits.
//
//   auto                contiguous blocks: the first CPUs on node 0, and so on
//   interleave          CPU 0 on node 0, CPU 1 on node 1, and round again
//   0-3,8:0;4-7:1       CPUS:NODE, each CPU that exists once
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenario/id_list.hpp"

namespace driftmark::scenario {

struct CpuPlaces {
    std::vector<NodeId> node_of;  ///< by CPU number up to the highest; gaps sit with the CPU before them
    std::string text;             ///< canonical
};
/// `cpus` are the numbers that exist, ascending, at least one.
Result<CpuPlaces> place_cpus(std::string_view text, const Ids& cpus, NodeCount nodes);

}  // namespace driftmark::scenario
