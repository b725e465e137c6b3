// Lists of CPU or node numbers as the kernel writes them: 0-3,8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/cpu_set.hpp"
#include "scenario/error.hpp"

namespace driftmark::scenario {

/// Numbers in ascending order, each once.
using Ids = std::vector<std::uint32_t>;

/// "0-3,8", each number below `limit`. `thing` is "CPU" or "node", for the error line.
Result<Ids> parse_ids(std::string_view text, std::int64_t limit, const std::string& where, const std::string& thing);
/// Canonical, with the longest runs.
std::string print_ids(const Ids&);

Ids ids_of(const kernel::CpuSet&);

}  // namespace driftmark::scenario
